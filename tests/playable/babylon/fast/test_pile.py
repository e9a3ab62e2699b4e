"""The piles on show: parts lie on the table or on parts below, in none of the others, clear of cloths and edge."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from babylon3d.core.geometry import Pose, compose, distance, yaw_quat
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.fast.areas import AREA_HALF_M, area_middle, seat_side_deg, table_half_m
from babylon3d.games.babylon.fast.model import FastOptions
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.pieces import BABYLON, COLOURS, LEVEL_M, PieceKind
from babylon3d.physics.extent import extent
from babylon3d.playable.babylon.fast.pile import lying, piles
from babylon3d.playable.babylon.fast.scene import scene

PILES = st.lists(st.sampled_from(("tower", "tower", "bridge")), max_size=33).map(tuple)
COUNTS = (1, 3, 4, 5)


@given(st.sampled_from(COUNTS), PILES)
def test_a_part_keeps_its_place_when_others_come(areas: int, pile: tuple[PieceKind, ...]) -> None:
    for seat in range(areas):
        assert lying(areas, seat, pile)[: len(pile) // 2] == lying(areas, seat, pile[: len(pile) // 2])


@given(PILES)
def test_no_part_lies_in_another(pile: tuple[PieceKind, ...]) -> None:
    # Turned so that rows lie along x, not even boxes around the parts meet.
    turned = Pose((0.0, 0.0, 0.0), yaw_quat(-90.0 - seat_side_deg(3, 0)))
    poses = [compose(turned, pose) for pose in lying(3, 0, pile)]
    boxes = [extent(BABYLON.specs[kind].size, pose) for kind, pose in zip(pile, poses, strict=True)]
    for i, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[:i]:
            gaps = [max(other_low[k] - high[k], low[k] - other_high[k]) for k in range(3)]
            assert max(gaps) > -1e-4, (i, gaps)


@pytest.mark.parametrize("areas", COUNTS)
def test_a_pile_lies_on_the_table_beside_the_cloths(areas: int) -> None:
    for seat in range(areas):
        for pose in lying(areas, seat, ("tower", "bridge") * 10):
            x, y, z = pose.position
            assert z >= LEVEL_M / 2 - 1e-9 and max(abs(x), abs(y)) < table_half_m(areas) - 0.03
            for area in range(areas):
                assert distance((x, y, 0.0), area_middle(areas, area)) > AREA_HALF_M + 0.01


def test_the_scene_shows_as_many_parts_as_the_piles_have() -> None:
    seats = tuple(SeatInfo(name, colour) for name, colour in zip("ABC", COLOURS, strict=False))
    state = FastRules().new_game(seats, FastOptions()).state
    fallen = replace(state.seats[1], pile=("tower", "bridge", "tower"))
    state = replace(state, seats=(state.seats[0], fallen, state.seats[2]))
    shown = [piece.mesh for piece in scene(state, {}).pieces]
    assert shown == ["tower", "bridge", "tower"] == [piece.mesh for piece in piles(state)]
    assert len({piece.id for piece in piles(state)}) == 3
