"""Runs the quick tests: `python3 scripts/test.py`; `--all` adds window, fuzz and long ones; the rest goes to pytest."""

import sys

# This file stays readable to every Python, to be able to say which one is needed.
if sys.version_info < (3, 8):
    sys.exit(
        "babylon3d: needs Python 3.10 or 3.11, this is %d.%d; try: python3.11 scripts/test.py" % sys.version_info[:2]
    )

import _setup

if __name__ == "__main__":
    sys.exit(_setup.test(sys.argv[1:]))
