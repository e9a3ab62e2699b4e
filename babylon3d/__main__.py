"""`python -m babylon3d`, the same as the command `babylon3d`."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from babylon3d.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(main())
