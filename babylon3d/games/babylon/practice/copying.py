"""How much of a model stands: parts compared by kind, level, axis and place beside one another, wherever it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from babylon3d.games.babylon.fast.state import Standing
from babylon3d.games.babylon.pieces import BABYLON

SAME_CELLS = 0.45
"""A part is where the model has it when it is no further off than this share of a cell."""

_Spot = tuple[float, float]
_Like = tuple[str, int, int]
"""What has to be the same beside the place: kind, level, and for a bridge its turn (0 or 90)."""


@lru_cache(maxsize=8)  # screens ask again and again about what stands
def matching(standing: tuple[Standing, ...], model: tuple[Standing, ...]) -> int:
    """How many parts of a model stand, at most, if it is moved and turned as a whole by quarter turns to fit.

    Only places beside one another count, so that a copy may stand anywhere; one piece is at most one part of it.
    """
    reach = SAME_CELLS * BABYLON.pitch_m
    there = _by_likeness(standing, 0)
    best = 0
    for quarter in range(4):
        wanted = _by_likeness(model, quarter)
        for dx, dy in _shifts(there, wanted):
            best = max(best, sum(_met(there.get(like, ()), spots, dx, dy, reach) for like, spots in wanted.items()))
            if best == len(model):
                return best
    return best


def rebuilt(standing: Sequence[Standing], model: Sequence[Standing]) -> bool:
    """Whether every part of a model stands."""
    return len(standing) >= len(model) and matching(tuple(standing), tuple(model)) == len(model)


def _by_likeness(pieces: Sequence[Standing], quarter: int) -> dict[_Like, tuple[_Spot, ...]]:
    """The places of pieces after so many quarter turns about the vertical, by what has to be the same."""
    found: dict[_Like, tuple[_Spot, ...]] = {}
    for piece in pieces:
        x, y, _ = piece.rest.position
        for _ in range(quarter):
            x, y = -y, x
        turn = (piece.rest.turn + 90 * quarter) % 180 if piece.kind == "bridge" else 0
        like = (piece.kind, piece.rest.level, turn)
        found[like] = (*found.get(like, ()), (x, y))
    return found


def _shifts(there: dict[_Like, tuple[_Spot, ...]], wanted: dict[_Like, tuple[_Spot, ...]]) -> Iterator[_Spot]:
    """How the model may have to be moved: by what brings one part of it onto a piece that is like it."""
    for like, spots in wanted.items():
        for x, y in there.get(like, ()):
            for wx, wy in spots:
                yield x - wx, y - wy


def _met(there: Sequence[_Spot], spots: Sequence[_Spot], dx: float, dy: float, reach: float) -> int:
    """How many of the spots, moved so, have a piece of their own. Two spots are further apart than twice the reach."""
    return sum(any(math.hypot(px - x - dx, py - y - dy) <= reach for px, py in there) for x, y in spots)
