"""Typing into a line of text: what keys and characters make of the text and of the caret's place in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Line(NamedTuple):
    """A line of text, and before which character the caret stands."""

    text: str
    caret: int


def edited(line: Line, key: str) -> Line | None:
    """The line after an editing key; None for a key that is none."""
    text, caret = line.text, min(line.caret, len(line.text))
    match key:
        case "arrow_left":
            return Line(text, max(0, caret - 1))
        case "arrow_right":
            return Line(text, min(len(text), caret + 1))
        case "home":
            return Line(text, 0)
        case "end":
            return Line(text, len(text))
        case "backspace":
            return Line(text[: max(0, caret - 1)] + text[caret:], max(0, caret - 1))
        case "delete":
            return Line(text[:caret] + text[caret + 1 :], caret)
        case _:
            return None


def typed(line: Line, characters: str, limit: int) -> Line:
    """The line with characters put in at the caret, as many as the limit of its length allows."""
    text, caret = line.text, min(line.caret, len(line.text))
    clean = "".join(c for c in characters if c.isprintable())[: max(0, limit - len(text))]
    return Line(text[:caret] + clean + text[caret:], caret + len(clean))


def caret_at(text: str, x: float, width_of: Callable[[str], float]) -> int:
    """The caret's place nearest to a point, counted from the text's left edge."""
    ends = [width_of(text[:i]) for i in range(len(text) + 1)]
    return min(range(len(ends)), key=lambda i: abs(ends[i] - x))
