"""Names of people: what a name may be, wherever it comes from."""

from __future__ import annotations

from collections.abc import Sequence

MAX_NAME = 40


def trouble_with(name: str) -> str:
    """What is wrong with a name, to follow "the name ...": empty if nothing is.

    A name has 1 to 40 printable characters and no space at either end. Marks that turn the direction of writing, line
    breaks and control characters are not printable.
    """
    if not name or not name.strip():
        return "is empty"
    if len(name) > MAX_NAME:
        return f"has {len(name):,} characters, {MAX_NAME} at most would do"
    if not name.isprintable():
        odd = next(c for c in name if not c.isprintable())
        return f"has the character U+{ord(odd):04X}, which cannot be printed"
    if name != name.strip():
        return "begins or ends with a space"
    return ""


def trouble_with_all(names: Sequence[str]) -> tuple[int, str]:
    """The first name that cannot be and what is wrong with it; (-1, "") if all can be."""
    for number, name in enumerate(names):
        wrong = trouble_with(name)
        if not wrong and name in names[:number]:
            wrong = "is given twice"
        if wrong:
            return number, wrong
    return -1, ""
