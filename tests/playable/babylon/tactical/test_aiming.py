"""What one points at is where it goes, in the Tactical Game: columns up to level 12 through three cameras (UX)."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.pieces import BABYLON, LEVEL_M, PITCH_M, PieceKind
from babylon3d.games.babylon.tactical.model import EndTurn, Place
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.babylon.tactical import hand as tactical_hand
from babylon3d.playable.babylon.tactical.hand import Hand
from babylon3d.playable.babylon.tactical.presenter import TacticalPresenter
from babylon3d.present.model import Hit
from babylon3d.render.camera import View
from babylon3d.render.catalogue import Catalogue
from babylon3d.render.picking import pick
from tests.playable.babylon.tactical.positions import after, noble, opened, tower
from tests.sampling import samples

SIZE = (1280, 720)
VIEWS = (View((0, 0, 0.09), -62, 30, 0.6), View((0, 0, 0.09), 20, 18, 0.7), View((0, 0, 0.05), 130, 55, 0.5))
SHAPES = Catalogue(PIECES).shapes
REACH_PX = 14.0
KINDS: tuple[PieceKind, ...] = ("tower", "bridge", "small", "large")


@cache
def skyline() -> TacticalState:
    """Columns that end on levels 2 to 12, some under nobles, some under bridges."""
    s = opened()
    for levels, x in ((range(3, 7), 0), (range(7, 11), 0)):
        s = after(s, *(tower(x, 0, z) for z in levels), EndTurn())
    s = after(s, tower(0, 0, 11), tower(0, 0, 12), tower(4, 0, 3), tower(4, 0, 4), EndTurn())
    return after(s, noble("small", -4, 0, 2), tower(-3, 0, 4), tower(-2, 0, 4), tower(4, 0, 5), EndTurn())


def top_of(s: TacticalState, x: int, y: int) -> int:
    """The level on which the next piece of a column would stand."""
    return max(c.level for part in s.build.parts for c in BABYLON.cells(part) if (c.x, c.y) == (x, y)) + 1


def aim_through(view: View, presenter: TacticalPresenter, s: TacticalState, rng: random.Random) -> Hit | None:
    """What a pixel at a random spot of a column meets, with its reach."""
    part = rng.choice(s.build.parts)
    cell = rng.choice(BABYLON.cells(part))
    x, y = ((v + rng.uniform(-0.49, 0.49)) * PITCH_M for v in (cell.x, cell.y))
    seen = view.project((x, y, (cell.level - rng.random()) * LEVEL_M), SIZE[0] / SIZE[1])
    if seen is None:
        return None
    model = presenter.scene(s, s.to_move, Hand(), s.build.poses(BABYLON))
    hit = pick(model, view.ray(seen[0], seen[1], SIZE[0] / SIZE[1]), SHAPES)
    return None if hit is None else replace(hit, reach_m=REACH_PX * view.pixel_m(hit.point, SIZE[1]))


@pytest.mark.parametrize("number", range(3))
def test_pointing_anywhere_at_a_column_means_its_top_or_a_legal_place_near_or_why_not(number: int) -> None:
    rng = random.Random(number)
    s, presenter = skyline(), TacticalPresenter()
    site = presenter.site(s, s.to_move)
    aimed = legal = 0
    while aimed < samples(500, 60) / 3:
        hit = aim_through(VIEWS[number], presenter, s, rng)
        if hit is None or hit.piece is None:
            continue
        aimed += 1
        kind = rng.choice(KINDS)
        found = tactical_hand.aim(site, Hand(piece=kind, axis=rng.choice(("x", "y")), hit=hit))
        place = found.action
        assert isinstance(place, Place)
        if hit.piece in site.nobles:
            on = site.parts[site.nobles[hit.piece].on].cell
        else:
            on = min(BABYLON.cells(site.parts[hit.piece]), key=lambda c: _off(c, hit))
        level = top_of(s, on.x, on.y)
        if hit.normal[2] > 0.7 and hit.piece in site.parts:
            level = on.level + 1  # a top face means this top, also under a bridge
        top = Place("tower", on.x, on.y, level)
        if kind == "tower":
            if site.why_not(top) is None:
                assert (place.x, place.y, place.level) == (on.x, on.y, level)
                legal += 1
            else:
                assert site.why_not(place) is None or (place.x, place.y, place.level) == (on.x, on.y, level)
        elif kind in ("small", "large"):
            if site.why_not(Place(kind, on.x, on.y, level - 1)) is None:
                assert (place.x, place.y, place.level) == (on.x, on.y, level - 1)
                legal += 1
            else:
                assert found.refusal is None or (place.x, place.y) == (on.x, on.y)
        if found.refusal is not None:
            assert found.refusal.ruling
    assert legal > aimed / 10


def _off(cell: Cell, hit: Hit) -> float:
    return abs(cell.x * PITCH_M - hit.point[0]) + abs(cell.y * PITCH_M - hit.point[1])
