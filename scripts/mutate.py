"""Alters the core line by line and asks the tests whether they notice: `.venv/bin/python scripts/mutate.py [NAMES]`.

What is altered and which tests must notice stands in pyproject.toml under [tool.mutmut]. It takes some minutes on two
cores. Ends with 1 if fewer than the bar are noticed, and lists what nobody noticed, line by line.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "mutants"
BAR = 0.9
TOOL = (sys.executable, "-m", "mutmut")


def main(names: list[str]) -> int:
    """Run the tester on the mutants with these names, or on all of them; tell what survived."""
    if not names:
        shutil.rmtree(WORK, ignore_errors=True)
    ran = subprocess.run([*TOOL, "run", "--max-children", "2", *names], cwd=ROOT)
    if ran.returncode:
        return ran.returncode
    subprocess.run([*TOOL, "export-cicd-stats"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    stats = json.loads((WORK / "mutmut-cicd-stats.json").read_text(encoding="utf-8"))
    noticed = stats["killed"] + stats["timeout"] + stats["segfault"]
    whole = noticed + stats["survived"] + stats["no_tests"] + stats["suspicious"]
    for name in survivors():
        print(f"\n{name}")
        print("\n".join(altered(name)))
    print(f"\n{noticed} of {whole} mutants were noticed ({noticed / max(1, whole):.1%}); {BAR:.0%} would do")
    return 0 if whole and noticed >= BAR * whole else 1


def survivors() -> list[str]:
    """The names of the mutants that no test noticed."""
    told = subprocess.run([*TOOL, "results"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    fields = (line.strip().partition(":") for line in told.splitlines())
    return [name for name, _, what in fields if what.strip() in ("survived", "no tests")]


def altered(name: str) -> list[str]:
    """The lines that a mutant changes."""
    told = subprocess.run([*TOOL, "show", name], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    lines = (line for line in told.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---"))
    return [f"  {line}" for line in lines]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
