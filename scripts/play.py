"""Starts the game: `python3 scripts/play.py`. It sets up what is needed the first time; arguments are passed on."""

import sys

# This file stays readable to every Python, to be able to say which one is needed.
if sys.version_info < (3, 8):
    sys.exit(
        "babylon3d: needs Python 3.10 or 3.11, this is %d.%d; try: python3.11 scripts/play.py" % sys.version_info[:2]
    )

import _setup

if __name__ == "__main__":
    sys.exit(_setup.play(sys.argv[1:]))
