"""What a person looks at in the Fast Game: the building in work with room about it for a hand, or the own areas."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from babylon3d.core.actions import Seat
from babylon3d.core.geometry import Pose, Vec3, rotate, yaw_quat
from babylon3d.games.babylon.fast.areas import AREA_HALF_M, area_middle, seat_side_deg, to_world
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.fast.survey import highest_m
from babylon3d.games.babylon.pieces import BABYLON, PITCH_M
from babylon3d.playable.babylon.fast.scene import overview
from babylon3d.render.camera import FIELD_OF_VIEW_DEG, Bounds

ELEVATION_DEG, OVER_ALL_DEG = 33.0, 47.0
LEAST_M, HAND_M = 0.11, 0.06
"""What is shown above the table at least, and above what stands on it."""
WORK = "work"
"""To look at the area in which one placed last; before that at both."""
ROOM_M, NARROWEST_M = 0.055, 0.17
"""How much table is shown beside a building, and the least width of all."""
LEAST_CELL_PX, LOW_PX = 24.0, 720.0
"""A cell is so large at least, in a window so many pixels high, unless the player zooms out."""
MOST_DISTANCE_M = PITCH_M * LOW_PX / (2 * math.tan(math.radians(FIELD_OF_VIEW_DEG) / 2) * LEAST_CELL_PX)


class Frame(NamedTuple):
    """What is looked at, from which side and how steeply, degrees; the box is of the frame turned to that side."""

    which: tuple[int, ...]
    bounds: Bounds
    side_deg: float
    elevation_deg: float

    def outgrown_by(self, now: Frame) -> bool:
        """Whether what is to be looked at now is elsewhere, or a level or a cell beyond what is shown."""
        if now.which != self.which:
            return True
        (x, y, _), (xx, yy, zz) = self.bounds
        (u, v, _), (uu, vv, ww) = now.bounds
        beside = max(x - u, y - v, uu - xx, vv - yy)
        return beside > PITCH_M / 2 or ww > zz + BABYLON.level_m


def room_m(state: FastState, which: Iterable[int]) -> float:
    """How high above the table one must see to carry pieces over all that stands in some areas."""
    return max(LEAST_M, max(highest_m(state, area) for area in which) + HAND_M)


def areas_at(state: FastState, seat: Seat | None, where: str) -> tuple[int, ...]:
    """The area in work, the own left or right area, both, or (watching, or alone) all."""
    if seat is None or state.areas == 1:
        return tuple(range(state.areas))
    left, right = state.areas_of(seat)
    if where == WORK:
        mine = [piece.area for piece in state.standing if piece.seat == seat and piece.area in (left, right)]
        return (mine[-1],) if mine else (left, right)
    return {"left": (left,), "right": (right,)}.get(where, (left, right))


def frame(state: FastState, seat: Seat | None, where: str) -> Frame:
    """What a seat looks at; a single area by what stands in it, more of them by their cloths."""
    which = areas_at(state, seat, where)
    side = seat_side_deg(state.areas, seat or 0)
    high = room_m(state, which)
    bounds = _building(state, which[0], side, high) if len(which) == 1 else None
    if bounds is None:
        bounds = Bounds(*overview(state.areas, which, side, high))
    return Frame(which, bounds, side, OVER_ALL_DEG if len(which) > 2 else ELEVATION_DEG)


def _building(state: FastState, area: int, side: float, high: float) -> Bounds | None:
    """The box around what stands in an area with room about it, within its cloth; None while that is empty."""
    middle = area_middle(state.areas, area)
    turn = yaw_quat(-side)
    points: list[Vec3] = [
        rotate(turn, to_world(Pose(piece.rest.position, piece.rest.quaternion), middle).position)
        for piece in state.standing
        if piece.area == area
    ]
    if not points:
        return None
    cx, cy, _ = rotate(turn, middle)
    low, upper = [], []
    for i, centre in ((0, cx), (1, cy)):
        values = [point[i] for point in points]
        half = max(NARROWEST_M, max(values) - min(values) + 2 * ROOM_M) / 2
        at = (max(values) + min(values)) / 2
        low.append(max(centre - AREA_HALF_M, at - half))
        upper.append(min(centre + AREA_HALF_M, at + half))
    return Bounds((low[0], low[1], 0.0), (upper[0], upper[1], high))
