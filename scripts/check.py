"""Checks all before a commit: ruff, its format, mypy --strict and the quick tests (`--no-tests` leaves those out)."""

from __future__ import annotations

import subprocess
import sys

import _setup

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "--quiet", "."),
    ("mypy", "--strict"),
)


def main(arguments: list[str]) -> int:
    """Runs every check, also after one has failed; 1 if any did."""
    try:
        python = _setup.environment("development")
    except _setup.Missing as error:
        return _setup.tell(error)
    failed = []
    for check in CHECKS:
        print("$ " + " ".join(check), flush=True)
        if subprocess.run([str(python), "-m", *check], cwd=str(_setup.ROOT)).returncode:
            failed.append(" ".join(check))
    if "--no-tests" not in arguments:
        tests = [str(_setup.ROOT / "scripts" / "test.py"), *arguments]
        if subprocess.run([str(python), *tests]).returncode:
            failed.append("pytest")
    print("failed: " + ", ".join(failed) if failed else "all checks passed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
