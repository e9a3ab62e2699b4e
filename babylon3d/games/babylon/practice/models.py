"""Buildings to copy by sight: made by chance from a seed, of growing size, each part held up straight from below."""

from __future__ import annotations

import random
from functools import lru_cache

from babylon3d.core.build import Build, Part
from babylon3d.core.chance import derived
from babylon3d.core.lattice import Axis, Cell
from babylon3d.games.babylon.pieces import Supply

FIRST_PARTS, MORE_PARTS, MOST_PARTS = 3, 2, 21
"""How many parts the first building has, how many more each further one, and the largest."""
REACH = 2
"""Cells from the middle, both ways: small enough to be seen at one look."""
HIGHEST, LONE = 6, 2
"""How high towers are put on one another, and before there is a bridge."""
BRIDGES = 6
"""As many as a box has for one player."""
SPAN_WEIGHT = 2
"""A bridge is chosen so much more often than a tower for each way that there is to place one."""

_Spot = tuple[int, int]


def size_of(stage: int) -> int:
    """How many parts the building of a stage has; the first stage is 0."""
    return min(MOST_PARTS, FIRST_PARTS + MORE_PARTS * stage)


@lru_cache(maxsize=32)
def model(seed: int, stage: int) -> Build:
    """The building of a stage, in order of placing: one building, each part of it on all its feet.

    A tower stands on the table, on a tower or on any of the three cells of a bridge; a bridge on two columns of one
    height. So every load goes straight down to what carries it, and nothing can tip.
    """
    rng = derived(seed, "copy", stage)
    wanted = size_of(stage)
    growing = _Growing(rng)
    while len(growing.parts) < wanted:
        growing.grow(wanted - len(growing.parts))
    return Build("babylon", tuple(growing.parts))


def supply_of(build: Build) -> Supply:
    """Exactly the parts of a building."""
    bridges = sum(part.kind == "bridge" for part in build.parts)
    return Supply(len(build.parts) - bridges, bridges, 0, 0)


class _Growing:
    """A building under construction: its parts, and how high each covered cell is."""

    def __init__(self, rng: random.Random) -> None:
        self.parts: list[Part] = []
        self._rng = rng
        self._high: dict[_Spot, int] = {}
        self._tower((0, 0))

    def grow(self, room: int) -> None:
        """Add a tower on top of something, or a bridge with the columns it still lacks: at most `room` parts."""
        spots, joined = sorted(self._high), any(part.kind == "bridge" for part in self.parts)
        spans = [span for spot in spots for span in self._spans(spot, room)]
        tops = [spot for spot in spots if self._high[spot] < (HIGHEST if joined else LONE)]
        if not tops and not spans:
            tops = spots
        pick = self._rng.randrange(len(tops) + SPAN_WEIGHT * len(spans))
        if pick < len(tops):
            self._tower(tops[pick])
        else:
            self._span(*spans[(pick - len(tops)) // SPAN_WEIGHT])

    def _spans(self, spot: _Spot, room: int) -> list[tuple[_Spot, _Spot, _Spot, int]]:
        """The bridges from a covered cell: both feet, the middle, and the level of each; of so many parts at most."""
        if sum(part.kind == "bridge" for part in self.parts) >= BRIDGES:
            return []
        found = []
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            middle, other = (spot[0] + dx, spot[1] + dy), (spot[0] + 2 * dx, spot[1] + 2 * dy)
            if max(abs(other[0]), abs(other[1])) > REACH:
                continue
            here, there = self._high[spot], self._high.get(other, 0)
            level = max(here, there) + 1
            parts = 1 + (level - 1 - here) + (level - 1 - there)
            if parts <= room and level <= HIGHEST and self._high.get(middle, 0) <= level - 2:
                found.append((spot, other, middle, level))
        return found

    def _span(self, one: _Spot, other: _Spot, middle: _Spot, level: int) -> None:
        for foot in (one, other):
            while self._high.get(foot, 0) < level - 1:
                self._tower(foot)
        axis: Axis = "x" if one[1] == other[1] else "y"
        self.parts.append(Part(f"c{len(self.parts)}", "bridge", Cell(*middle, level), axis=axis))
        self._high.update({one: level, other: level, middle: level})

    def _tower(self, spot: _Spot) -> None:
        self._high[spot] = self._high.get(spot, 0) + 1
        self.parts.append(Part(f"c{len(self.parts)}", "tower", Cell(*spot, self._high[spot])))
