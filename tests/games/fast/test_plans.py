"""What bots of the Fast Game want to put where."""

from __future__ import annotations

import msgspec
import pytest

from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.fast.bots import SKILLS
from babylon3d.games.babylon.fast.plans import building_plan, noble_plan
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.practice.drills import standing_of
from tests.games.fast.positions import new


def column(x: int, height: int, y: int = 0) -> list[Part]:
    return [Part(f"c{x}.{y}.{level}", "tower", Cell(x, y, level)) for level in range(1, height + 1)]


def table(parts: list[Part], *nobles: Noble) -> FastState:
    """A round just begun, with this in area 0."""
    return msgspec.structs.replace(new(), standing=standing_of(Build("babylon", tuple(parts), nobles)))


@pytest.mark.parametrize("level", sorted(SKILLS))
def test_a_bridge_is_laid_only_where_a_tower_may_follow(level: str) -> None:
    """On a bridge at the height where a bot stops stacking no tower would follow, and so no noble."""
    taste = SKILLS[level].taste
    low = building_plan(table(column(-1, taste.base) + column(1, taste.base)), 0, 0, taste)
    assert low is not None and low.kind == "bridge" and low.spot.level == taste.base + 1 < taste.top
    high = building_plan(table(column(-1, taste.top) + column(1, taste.top)), 0, 0, taste)
    assert high is None or high.kind == "tower"


def test_with_company_nobles_go_where_others_stand() -> None:
    """Ann's noble on the lower tower scores beside Bo's (the fourth condition), on the higher one alone it does not."""
    s = table(
        [*column(-1, 1), *column(1, 1), Part("b", "bridge", Cell(0, 0, 2), axis="x"), *_upper(), *column(4, 5, y=4)],
        Noble("n", colour_of(1), "small", "u1"),
    )
    alone = noble_plan(s, 0, 0, ("small",))
    beside = noble_plan(s, 0, 0, ("small",), company=True)
    assert alone is not None and alone.spot.level == 5
    assert beside is not None and beside.spot.level == 3


def _upper() -> list[Part]:
    return [Part("u0", "tower", Cell(-1, 0, 3)), Part("u1", "tower", Cell(1, 0, 3))]


def colour_of(seat: int) -> str:
    return new().seats[seat].colour
