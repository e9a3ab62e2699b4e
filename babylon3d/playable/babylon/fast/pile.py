"""The piles as they lie before their players: parts knocked down, beside the construction areas. A picture only (F4).

No piece of a pile is in the physics; each lies where it fell in its pile and does not move when others come.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from functools import lru_cache

from babylon3d.core.actions import Seat
from babylon3d.core.geometry import Pose, Quat, quat_mul, yaw_quat
from babylon3d.games.babylon.fast.areas import AREA_HALF_M, area_middle, seat_side_deg
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.pieces import LEVEL_M, PieceKind
from babylon3d.present.model import Visual
from babylon3d.present.showcase import tone_of

OUT_M = 0.145
"""How far before the middle between its player's areas a pile begins: clear of both cloths."""
ALONE_M, ALONE_DEG = AREA_HALF_M + 0.03, 65.0
"""The same beside the only area, in whose front the view ends; to the right, so far round."""
STEP_M, ROW_M = 0.0265, 0.0275
"""From part to part, and from row to row."""
WIDE, DEEP = 5, 3
"""Towers in a row, and rows in a layer."""
SKEW_DEG, SLIP_M = 10.0, 0.0015
"""How much a part may lie askew and aside."""
UPRIGHT: Quat = (0.0, 0.0, 0.0, 1.0)
ON_ITS_SIDE: Quat = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))
"""Every second part lies rolled about its length: what fell does not stand."""
LONG: dict[PieceKind, int] = {"tower": 1, "bridge": 3}


PILE = "pile "
"""Names of what lies in a pile begin like this."""


def piles(state: FastState) -> Iterator[Visual]:
    """Every part on a pile, where it lies in the world."""
    for seat, player in enumerate(state.seats):
        for number, (kind, pose) in enumerate(zip(player.pile, lying(state.areas, seat, player.pile), strict=True)):
            name = f"{PILE}{seat} {number}"
            yield Visual(name, kind, pose, tone_of(name))


@lru_cache(maxsize=64)
def lying(areas: int, seat: Seat, pile: tuple[PieceKind, ...]) -> tuple[Pose, ...]:
    """Where the parts of a seat's pile lie: row after row away from the areas, layer upon layer; metres, the world."""
    side = seat_side_deg(areas, seat) + (ALONE_DEG if areas == 1 else 0.0)
    x, y = _place(areas, seat, side)
    out, along = math.radians(side), math.radians(side + 90.0)
    found = []
    slot = 0
    for number, kind in enumerate(pile):
        long = LONG[kind]
        if slot % WIDE + long > WIDE:  # it would stick out
            slot += WIDE - slot % WIDE
        layer, row = divmod(slot // WIDE, DEEP)
        turn, aside = _askew(seat, number)
        u = (slot % WIDE + (long - 1) / 2 - (WIDE - 1) / 2) * STEP_M + aside
        v = row * ROW_M + aside
        at = (x + u * math.cos(along) + v * math.cos(out), y + u * math.sin(along) + v * math.sin(out))
        turned = quat_mul(yaw_quat(side + 90.0 + turn / long), ON_ITS_SIDE if number % 2 else UPRIGHT)
        found.append(Pose((*at, (layer + 0.5) * LEVEL_M), turned))
        slot += long
    return tuple(found)


def _place(areas: int, seat: Seat, side_deg: float) -> tuple[float, float]:
    """Where a seat's pile begins."""
    x, y = 0.0, 0.0
    out = ALONE_M
    if areas > 1:
        left, right = (area_middle(areas, area) for area in (seat, (seat - 1) % areas))
        x, y = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
        out = OUT_M
    a = math.radians(side_deg)
    return x + out * math.cos(a), y + out * math.sin(a)


def _askew(seat: Seat, number: int) -> tuple[float, float]:
    """How a part lies: degrees and metres, its own each time it is asked."""
    drawn = zlib.crc32(f"pile {seat} {number}".encode())
    return SKEW_DEG * (drawn % 201 / 100 - 1), SLIP_M * (drawn // 201 % 201 / 100 - 1)
