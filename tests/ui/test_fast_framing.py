"""From where a hand is seen in the Fast Game: the building in work is large enough, and a cell never small."""

from __future__ import annotations

import random
from itertools import product

import msgspec
import pytest

from babylon3d.app.screens.fast.framing import LEAST_CELL_PX, MOST_DISTANCE_M, WORK, areas_at, frame
from babylon3d.core.actions import Seat
from babylon3d.core.geometry import Vec3, rotate, yaw_quat
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.pieces import PITCH_M
from babylon3d.render.camera import View, fitted
from tests.games.fast.positions import new
from tests.playable.babylon.fast.test_words import tower

WIDE, TALL = 816.0, 530.0
"""The free middle of a window of 1280x720."""
HEIGHT = 720


def built(seed: int, seat: Seat = 0) -> FastState:
    """A round in which a seat has built some columns in one of its areas, and others elsewhere."""
    rng = random.Random(seed)
    s = new()
    pieces = []
    area = rng.choice(s.areas_of(seat))
    for number in range(rng.randint(1, 6)):
        x, y = rng.randint(-3, 3) * PITCH_M, rng.randint(-3, 3) * PITCH_M
        for level in range(1, rng.randint(2, 12)):
            piece = tower(f"t{number}_{level}", level)
            rest = msgspec.structs.replace(piece.rest, position=(x, y, (level - 0.5) * 0.02))
            pieces.append(msgspec.structs.replace(piece, area=area, seat=seat, rest=rest))
    return msgspec.structs.replace(s, standing=tuple(pieces))


def view_of(s: FastState, where: str) -> View:
    """As the screen looks: into the free middle, never too far."""
    found = frame(s, 0, where)
    view = fitted(found.bounds, WIDE / TALL, 0.0, found.elevation_deg, 0.94)
    focus = rotate(yaw_quat(found.side_deg), view.focus)
    distance = min(MOST_DISTANCE_M, view.distance * HEIGHT / TALL)
    return View(focus, found.side_deg, found.elevation_deg, distance)


def box_px(s: FastState, view: View) -> tuple[float, float]:
    """How wide and how tall what stands is seen; pixels."""
    seen = []
    for piece in s.standing:
        mx, my, _ = area_middle(s.areas, piece.area)
        x, y, z = piece.rest.position
        for dx, dy, dz in product((-0.0098, 0.0098), (-0.0098, 0.0098), (-0.01, 0.01)):
            point: Vec3 = (mx + x + dx, my + y + dy, z + dz)
            at = view.project(point, 1280 / HEIGHT)
            assert at is not None
            seen.append(((at[0] + 1) / 2 * 1280, (1 - at[1]) / 2 * HEIGHT))
    xs, ys = zip(*seen, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


@pytest.mark.parametrize("seed", range(12))
def test_the_building_in_work_fills_a_third_of_the_middle_and_all_of_it_is_seen(seed: int) -> None:
    s = built(seed)
    assert areas_at(s, 0, WORK) == (s.standing[-1].area,)
    wide, tall = box_px(s, view_of(s, WORK))
    assert max(wide / WIDE, tall / TALL) >= 1 / 3 or len(s.standing) < 4
    assert wide <= WIDE and tall <= TALL


@pytest.mark.parametrize("where", ["both", "left", "right", WORK])
def test_a_cell_is_never_under_24_pixels(where: str) -> None:
    for s in (new(), new(5), built(3)):
        view = view_of(s, where)
        assert PITCH_M / view.pixel_m(view.focus, HEIGHT) >= LEAST_CELL_PX - 1e-6


def test_it_looks_anew_only_when_a_building_has_outgrown_the_view_or_is_elsewhere() -> None:
    s = built(1)
    first = frame(s, 0, WORK)
    assert not first.outgrown_by(frame(s, 0, WORK))
    assert frame(new(), 0, WORK).outgrown_by(first)
