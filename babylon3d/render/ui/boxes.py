"""The values of layouts: rectangles, spans of lengths, placed elements, and how spare room is shared out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from babylon3d.render.ui.elements import Element


class Rect(NamedTuple):
    """A rectangle from the top left, logical pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    def holds(self, x: float, y: float) -> bool:
        """Whether the point is inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def cut(self, other: Rect) -> Rect:
        """What both have in common; of no size when that is nothing."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, max(0.0, min(self.right, other.right) - x), max(0.0, min(self.bottom, other.bottom) - y))


class Span(NamedTuple):
    """The least length an element can do with, and the one it would like."""

    least: float
    natural: float


class Measure(Protocol):
    """Knows how wide text is."""

    def width(self, text: str, style: str) -> float:
        """The width of a line of text, logical pixels."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An element with its rectangle, in order of drawing. `owner` is the widget it is a part of; `clip` what shows."""

    element: Element
    rect: Rect
    path: str
    clip: Rect | None = None
    owner: str = ""
    lines: tuple[str, ...] = ()
    scroll: float = 0.0
    """Of a `Scroll`: how far its content may be scrolled."""

    @property
    def shown(self) -> Rect:
        """What of it is to be seen; of no size when it is scrolled away."""
        return self.rect if self.clip is None else self.rect.cut(self.clip)


def share(spans: Sequence[Span], weights: Sequence[float], free: float) -> list[float]:
    """Lengths for a row or column: spare room goes by weight, missing room is taken from those that can give."""
    spare = free - sum(s.natural for s in spans)
    if spare >= 0:
        total = sum(weights)
        if total <= 0:
            return [s.natural for s in spans]
        return [s.natural + spare * weight / total for s, weight in zip(spans, weights, strict=True)]
    give = sum(s.natural - s.least for s in spans)
    part = min(1.0, -spare / give) if give > 0 else 0.0
    return [s.natural - (s.natural - s.least) * part for s in spans]


def start_of(along: str, start: float, spare: float, gap: float, count: int) -> tuple[float, float]:
    """Where the first of a row begins, and the gap between; `spare` still holds the gaps."""
    left = spare - gap * max(0, count - 1)
    if along == "between" and count > 1 and left > 0:
        return start, gap + left / (count - 1)
    return start + max(0.0, left) * {"start": 0.0, "centre": 0.5, "end": 1.0, "between": 0.0}[along], gap
