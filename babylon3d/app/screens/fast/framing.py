"""From where a person looks at the own areas in the Fast Game, with room above what stands there for a hand."""

from __future__ import annotations

from collections.abc import Iterable

from babylon3d.core.actions import Seat
from babylon3d.games.babylon.fast.areas import seat_side_deg
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.fast.survey import highest_m
from babylon3d.playable.babylon.fast.scene import overview
from babylon3d.render.camera import Bounds

ELEVATION_DEG, OVER_ALL_DEG = 33.0, 47.0
LEAST_M, HAND_M = 0.11, 0.06
"""What is shown above the table at least, and above what stands on it."""


def room_m(state: FastState, which: Iterable[int]) -> float:
    """How high above the table one must see to carry pieces over all that stands in some areas."""
    return max(LEAST_M, max(highest_m(state, area) for area in which) + HAND_M)


def areas_at(state: FastState, seat: Seat | None, where: str) -> tuple[int, ...]:
    """The own left or right area, both, or (watching, or alone) all."""
    if seat is None or state.areas == 1:
        return tuple(range(state.areas))
    left, right = state.areas_of(seat)
    return {"left": (left,), "right": (right,)}.get(where, (left, right))


def framing(state: FastState, seat: Seat | None, where: str) -> tuple[Bounds, float, float]:
    """What is looked at, from which side and how steeply, in degrees; the box is of the frame turned to that side."""
    which = areas_at(state, seat, where)
    side = seat_side_deg(state.areas, seat or 0)
    low, high = overview(state.areas, which, side, room_m(state, which))
    return Bounds(low, high), side, OVER_ALL_DEG if len(which) > 2 else ELEVATION_DEG
