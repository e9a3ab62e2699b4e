"""A list of any length: only the rows that can be seen are made, the rest is empty room."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

from babylon3d.render.ui.elements import Column, Element, Spacer

BEYOND = 1
"""So many rows are made beyond those that can be seen, so that the keyboard finds the next one."""


class LongList:
    """Rows of known heights, logical pixels, each with the room below it."""

    def __init__(self, heights: Sequence[float] = ()) -> None:
        self.heights = tuple(heights)
        self._ends = tuple(accumulate(self.heights))

    @property
    def height(self) -> float:
        """Of all rows."""
        return self._ends[-1] if self._ends else 0.0

    def seen(self, offset: float, room: float) -> range:
        """The rows of which something is seen where a window of that height is scrolled down so far."""
        offset = min(max(0.0, offset), max(0.0, self.height - room))
        first = bisect_right(self._ends, offset)
        last = bisect_right(self._ends, offset + room)
        return range(first, min(last + 1, len(self.heights)))

    def element(self, row: Callable[[int], Element], offset: float, room: float) -> Element:
        """The list as an element for a `Scroll`."""
        seen = self.seen(offset, room)
        first, last = max(0, seen.start - BEYOND), min(len(self.heights), seen.stop + BEYOND)
        above = self._ends[first - 1] if first else 0.0
        below = self.height - (self._ends[last - 1] if last else 0.0)
        rows = (Column(children=(row(i),), gap=0, height=self.heights[i]) for i in range(first, last))
        return Column(children=(Spacer(height=above), *rows, Spacer(height=below)), gap=0)
