"""The command `bench`: this machine against the program's bars."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict, replace

from babylon3d.bench import measured
from babylon3d.bench.rows import Row, machine
from babylon3d.commands.output import print_json
from babylon3d.physics.engines import chosen


def bench(given: Namespace) -> int:
    """Measure, and tell each row as it comes; 1 if a bar is not met."""
    if given.engine is not None:
        chosen(given.engine)
    rows: list[Row] = []
    for row in measured(given.quick, given.only, given.engine):
        rows.append(row if row.value is None else replace(row, value=round(row.value, 4)))
        if not given.json:
            print(_line(rows[-1]), flush=True)
    if given.json:
        print_json({"machine": machine(), "rows": [asdict(row) for row in rows]})
    else:
        about = machine()
        print(f"on {about['processor'] or about['machine']}, {about['cores']} cores, Python {about['python']}")
    return 1 if any(row.ok is False for row in rows) else 0


def _line(row: Row) -> str:
    mark = {True: "ok  ", False: "OVER", None: "-   "}[row.ok]
    value = "not measured" if row.value is None else f"{row.value:g} {row.unit} (bar {row.bar:g})"
    return f"{mark}  {row.name}: {value}\n        {row.how}"
