"""The program with the tests' own games beside those it ships: `python -m tests.toys play`."""

from __future__ import annotations

import sys

from babylon3d.cli import main
from tests.toys import registered

if __name__ == "__main__":
    with registered():
        sys.exit(main())
