"""Resolves pyproject.toml into the two locks of scripts/locks: `python3 scripts/lock.py [--upgrade]`. Needs `uv`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = Path("scripts", "locks")
# One file for every system and for Python 3.10 and 3.11: markers choose, hashes guard, no address of an index inside.
RESOLVE = ("uv", "pip", "compile", "pyproject.toml", "--universal", "--python-version", "3.10", "--generate-hashes")
PLAIN = ("--no-emit-index-url", "--no-emit-find-links", "--no-annotate", "--no-header", "--quiet")


def main(arguments: list[str]) -> int:
    """Writes product.txt, then development.txt on top of it, with the same versions."""
    if not shutil.which("uv"):
        print("lock: needs uv; get it with: pip install uv", file=sys.stderr)
        return 2
    product, development = LOCKS / "product.txt", LOCKS / "development.txt"
    extra = ("--extra", "development", "--constraint", str(product))
    for target, options in ((product, ()), (development, extra)):
        command = [*RESOLVE, *PLAIN, *options, *arguments, "--output-file", str(target)]
        if subprocess.run(command, cwd=ROOT).returncode:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
