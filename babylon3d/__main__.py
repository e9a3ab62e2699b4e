"""`python -m babylon3d`, the same as the command `babylon3d`."""

from __future__ import annotations

import sys

from babylon3d.cli import main

if __name__ == "__main__":
    sys.exit(main())
