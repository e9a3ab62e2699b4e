"""How anything is told in plain text: counts in words, rows in columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest


def table(rows: Iterable[Sequence[object]], indent: int = 2, right: frozenset[int] = frozenset()) -> str:
    """Rows of texts in columns; the columns in `right` are aligned to the right."""
    texts = [[str(field) for field in row] for row in rows]
    widths = [max(len(field) for field in column) for column in zip_longest(*texts, fillvalue="")]
    lines = []
    for row in texts:
        fields = [f.rjust(widths[i]) if i in right else f.ljust(widths[i]) for i, f in enumerate(row)]
        lines.append(" " * indent + "  ".join(fields).rstrip())
    return "\n".join(lines)


def plural(count: int, noun: str) -> str:
    """`1 part`, `3 parts`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
