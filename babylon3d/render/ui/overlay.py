"""Where tooltips and toasts go, so that they cover neither what they explain nor what can be pressed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from babylon3d.render.ui.boxes import Rect

CLEAR = 8.0
"""Logical pixels between a tooltip, a toast and what they keep clear of."""
GAPS = (CLEAR, 4 * CLEAR, 7 * CLEAR, 10 * CLEAR)
"""How far from its target a tooltip may be."""
SHARES = (0.5, 0.62, 0.38, 0.75, 0.25, 0.88, 0.12, 1.0, 0.0, 1.4, -0.4)
"""Where along a side it may be: 0.5 is the middle, at 0 and 1 it begins where the side ends, beyond it is off it."""
EDGE = 18.0
"""Between a toast and the edge of the window."""


def shared(a: Rect, b: Rect) -> float:
    """The area that two rectangles have in common."""
    common = a.cut(b)
    return common.width * common.height


def inside(a: Rect, b: Rect) -> bool:
    """Whether all of a rectangle lies in another."""
    return b.x <= a.x and a.right <= b.right and b.y <= a.y and a.bottom <= b.bottom


def beside(
    size: tuple[float, float], target: Rect, window: Rect, others: Sequence[Rect] = (), labels: Sequence[Rect] = ()
) -> Rect:
    """A place for a tooltip of this size beside its target: above, below, right or left of it, inside the window.

    Of the places with room it takes the first that covers fewest of `others`, and of those the least of `labels`: in
    the middle of a side, else at an end of it. Where none has room it goes to the edge that is further away.
    """
    best: Rect | None = None
    least = (math.inf, math.inf)
    for place in _places(size, target, window):
        if not inside(place, window):
            continue
        covered = sum(shared(place, other) > 0 for other in others)
        cost = (covered, sum(shared(place, label) for label in labels) if covered <= least[0] else math.inf)
        if cost < least:
            best, least = place, cost
        if cost == (0, 0):
            break
    if best is not None:
        return best
    wide, tall = size
    x = min(max(CLEAR, target.x + target.width / 2 - wide / 2), window.width - wide - CLEAR)
    above, below = target.y, window.height - target.bottom
    return Rect(x, CLEAR if above >= below else window.height - tall - CLEAR, wide, tall)


def _places(size: tuple[float, float], target: Rect, window: Rect) -> Iterator[Rect]:
    """Where a tooltip may stand: close on each side in the middle, then nearer to its ends, then further away."""
    wide, tall = size
    for gap in GAPS:
        for share in SHARES:
            x = target.x - wide + share * (target.width + wide)
            y = target.y - tall + share * (target.height + tall)
            x = min(max(CLEAR, x), window.width - wide - CLEAR)
            y = min(max(CLEAR, y), window.height - tall - CLEAR)
            yield Rect(x, target.y - tall - gap, wide, tall)
            yield Rect(x, target.bottom + gap, wide, tall)
            yield Rect(target.right + gap, y, wide, tall)
            yield Rect(target.x - wide - gap, y, wide, tall)


def free_place(size: tuple[float, float], window: Rect, obstacles: Sequence[Rect]) -> Rect | None:
    """The lowest place for a toast of this size, in the middle if it can be, else at the right or the left.

    None if the window has no room beside the obstacles.
    """
    wide, tall = size
    middle = Rect((window.width - wide) / 2, window.height - EDGE - tall, wide, tall)
    for start in (middle, middle._replace(x=window.width - EDGE - wide), middle._replace(x=EDGE)):
        place = _risen(start, obstacles)
        if place.y >= EDGE / 2:
            return place
    return None


def _risen(place: Rect, obstacles: Sequence[Rect]) -> Rect:
    """A rectangle moved up until it is clear of all obstacles; above the window if there is no such place in it."""
    while True:
        zone = Rect(place.x - CLEAR / 2, place.y - CLEAR / 2, place.width + CLEAR, place.height + CLEAR)
        tops = [other.y for other in obstacles if shared(zone, other) > 0]
        if not tops:
            return place
        place = place._replace(y=min(tops) - CLEAR / 2 - place.height - 0.01)
