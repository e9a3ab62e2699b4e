"""The building is framed well from the first piece to the last, its ruler beside it and never in the way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babylon3d.app.screens.camera_controls import framed
from babylon3d.core.geometry import add, dot, norm, scale, sub
from babylon3d.games.babylon.tactical.model import TacticalOptions
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.babylon.tactical.spec import SPEC
from babylon3d.playable.simulate import play_out
from babylon3d.playable.tape import Tape, read_tape
from babylon3d.present.model import SceneModel
from babylon3d.render.camera import HOME_AZIMUTH_DEG, Bounds, View
from babylon3d.render.catalogue import Catalogue
from babylon3d.render.ruler3d import (
    CAP_M,
    LEAST_ROWS,
    THICKNESS_M,
    WIDTH_M,
    boxes_at,
    place,
    rightward,
    toward,
)
from babylon3d.render.scene import world_bounds
from babylon3d.render.ui.hud import middle
from tests.ui.games import seats

ROOM = middle(1280, 720)
ASPECT = ROOM.width / ROOM.height
CATALOGUE = Catalogue(PIECES)
PITCH = 0.02


@pytest.fixture(scope="module")
def tape(tmp_path_factory: pytest.TempPathFactory) -> Tape:
    """A game of three bots."""
    path: Path = tmp_path_factory.mktemp("game") / "game.jsonl"
    session = play_out(SPEC, seats(("Ann", "Bo", "Cid"), "bot:easy"), TacticalOptions(large=1, small=1), 3)
    path.write_bytes(b"".join(line + b"\n" for line in session.log.lines))
    return read_tape(path)


def scenes(tape: Tape) -> list[SceneModel]:
    """The table after the first piece, after each turn, and at the end."""
    hand = tape.presenter.hand()
    states = [tape.moments[at].state for at in (1, *tape.turns[1:], len(tape.moments) - 1)]
    return [tape.presenter.scene(state, None, hand, tape.presenter.places(state)) for state in states]


def standing(model: SceneModel, azimuth_deg: float) -> tuple[list[Bounds], list[Bounds]]:
    """The boxes of the pieces, and of the ruler as it stands for a view."""
    assert model.ruler is not None
    foot = place(model.ruler.columns, model.pitch_m, azimuth_deg)
    tall = max(LEAST_ROWS, len(model.ruler.rows)) * model.level_m + CAP_M
    pieces = [world_bounds(piece.pose, CATALOGUE, piece.mesh) for piece in model.pieces]
    return pieces, boxes_at(foot, azimuth_deg, tall)


def seen(view: View, boxes: Sequence[Bounds]) -> tuple[float, float, float, float]:
    """The part of the room that boxes take up: left, bottom, right, top from -1 to 1."""
    spots = [view.project(corner, ASPECT) for box in boxes for corner in product(*zip(*box, strict=True))]
    assert None not in spots
    xs, ys = zip(*(spot[:2] for spot in spots if spot is not None), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def area(rect: tuple[float, float, float, float]) -> float:
    """Its share of the room."""
    return (rect[2] - rect[0]) * (rect[3] - rect[1]) / 4


def test_the_building_is_framed_well_from_the_first_piece_to_the_last(tape: Tape) -> None:
    """More than a third of the room along the longer side, soon nearly all of it; the ruler less than the building.

    How much of the room's area that is depends on the building: a slim high one leaves the sides empty.
    """
    shown = scenes(tape)
    assert len(shown) > 15
    for number, model in enumerate(shown):
        pieces, ruler = standing(model, HOME_AZIMUTH_DEG)
        view = framed(pieces, ruler, ASPECT)
        building, board, whole = seen(view, pieces), seen(view, ruler), seen(view, [*pieces, *ruler])
        assert max(map(abs, whole)) < 0.97, number
        wide, tall = (building[2] - building[0]) / 2, (building[3] - building[1]) / 2
        assert max(wide, tall) > (0.3 if number == 0 else 0.5 if number == 1 else 0.65), number
        assert max((whole[2] - whole[0]) / 2, (whole[3] - whole[1]) / 2) > 0.6, number
        assert area(board) < (0.9 if number < 3 else 0.45) * area(building), number


COLUMNS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=12, unique=True)
ANGLE = st.floats(-360.0, 360.0)


def in_metres(cells: list[tuple[int, int]]) -> list[tuple[float, float]]:
    return [(x * PITCH, y * PITCH) for x, y in cells]


@given(COLUMNS, ANGLE, st.floats(2.0, 60.0), st.floats(0.0, 0.3), st.integers(0, 99), st.floats(0.05, 1.4))
def test_the_ruler_never_stands_before_the_building(
    cells: list[tuple[int, int]], azimuth: float, elevation: float, up: float, looked_at: int, distance: float
) -> None:
    """Whatever column is looked at, from wherever: the way to every edge of every column meets no ruler."""
    columns = in_metres(cells)
    foot = place(columns, PITCH, azimuth)
    board = boxes_at(foot, azimuth, 12 * PITCH + CAP_M)
    view = View((*columns[looked_at % len(columns)], up), azimuth, elevation, distance)
    aside = dot(view.right, foot) - WIDTH_M / 2
    for x, y in columns:
        for dx, dy, z in product((-PITCH / 2, PITCH / 2), (-PITCH / 2, PITCH / 2), (0.0, 0.1, 0.24)):
            corner = (x + dx, y + dy, z)
            assert dot(view.right, corner) < aside
            for share in (0.25, 0.5, 0.75, 1.0):
                on_the_way = add(view.eye, scale(sub(corner, view.eye), share))
                assert not any(box.holds(on_the_way, -1e-6) for box in board)


@given(COLUMNS, ANGLE, st.floats(-3.0, 3.0))
def test_the_ruler_follows_the_view_without_a_leap(cells: list[tuple[int, int]], azimuth: float, by: float) -> None:
    """It goes no farther than twice the way of something as far from the origin: about 1 m for a turn of 57 degrees."""
    columns = in_metres(cells)
    one, other = place(columns, PITCH, azimuth), place(columns, PITCH, azimuth + by)
    reach = max(norm(one), norm(other)) + 20 * PITCH
    assert norm(sub(one, other)) <= 2 * reach * abs(math.radians(by)) + 1e-9


@given(COLUMNS, ANGLE)
def test_the_boxes_of_the_ruler_hold_its_board(cells: list[tuple[int, int]], azimuth: float) -> None:
    foot = place(in_metres(cells), PITCH, azimuth)
    boxes = boxes_at(foot, azimuth, 0.1)
    aside, outward = rightward(azimuth), toward(azimuth)
    for share, deep in product((-1.0, -0.6, -0.2, 0.0, 0.4, 1.0), (-1.0, 1.0)):
        at = add(foot, add(scale(aside, share * WIDTH_M / 2), scale(outward, deep * THICKNESS_M / 2)))
        assert any(box.holds((at[0], at[1], 0.05), 1e-9) for box in boxes)
    assert all(abs(dot(sub(box.centre, foot), outward)) < 1e-6 for box in boxes)
