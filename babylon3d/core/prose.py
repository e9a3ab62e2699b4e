"""How anything is told in plain text: counts in words, rows in columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest


def table(rows: Iterable[Sequence[object]], indent: int = 2, right: frozenset[int] = frozenset()) -> str:
    """Rows of texts in columns; the columns in `right` are aligned to the right."""
    texts = [[shown(str(field)) for field in row] for row in rows]
    widths = [max(len(field) for field in column) for column in zip_longest(*texts, fillvalue="")]
    lines = []
    for row in texts:
        fields = [f.rjust(widths[i]) if i in right else f.ljust(widths[i]) for i, f in enumerate(row)]
        lines.append(" " * indent + "  ".join(fields).rstrip())
    return "\n".join(lines)


def plural(count: int, noun: str) -> str:
    """`1 part`, `3 parts`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def listed(texts: Iterable[object]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = [str(text) for text in texts] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def shown(text: str) -> str:
    """Text as it is shown to people, whatever a file or a command line put into it: on one line, without controls."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def singular(text: str) -> str:
    """`1 rounds` as `1 round`, in a sentence that a record keeps as it once was written."""
    return re.sub(r"\b1 ([a-z]+)s\b", r"1 \1", text)


def fixed(value: float, digits: int = 2) -> str:
    """A number with so many digits after the point, and never minus nothing."""
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text
