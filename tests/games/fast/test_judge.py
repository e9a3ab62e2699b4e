"""Judging by poses alone: placed (F3), knocked down (F4), shifted (F6); each limit from both sides."""

from __future__ import annotations

import dataclasses

import pytest

from babylon3d.core.geometry import Pose, axis_quat, quat_mul, yaw_quat
from babylon3d.games.babylon.fast import judge
from babylon3d.games.babylon.fast.judge import Seen
from babylon3d.games.babylon.fast.model import Rest, Tolerances
from babylon3d.games.babylon.pieces import BABYLON, PieceKind

P, L = 0.020, 0.020


def seen(
    name: str, kind: PieceKind, x: float, y: float, level: int, yaw: float = 0.0, tilt: float = 0.0, drop: float = 0.0
) -> Seen:
    """A piece over cell coordinates (may be broken), standing on `level` - 1 levels."""
    height = BABYLON.specs[kind].size[2]
    z = (level if kind in ("large", "small") else level - 1) * L + height / 2 - drop
    return Seen(name, kind, Pose((x * P, y * P, z), quat_mul(axis_quat((1, 0, 0), tilt), yaw_quat(yaw))), level)


def others(*pieces: Seen) -> dict[str, Seen]:
    return {piece.id: piece for piece in pieces}


def placed(piece: Seen, *on: Seen) -> Rest:
    verdict = judge.judge_placed(piece, others(*on))
    assert isinstance(verdict, Rest), verdict
    return verdict


def refused(piece: Seen, *on: Seen) -> str:
    verdict = judge.judge_placed(piece, others(*on))
    assert isinstance(verdict, judge.Refusal), verdict
    return verdict.reason


BASE = seen("t1", "tower", 0, 0, 1)


def test_a_tower_stands_anywhere_on_the_table() -> None:
    rest = placed(seen("t", "tower", 0.37, 1.21, 1, yaw=93))
    assert (rest.level, rest.rests_on, rest.turn) == (1, (), 90)


@pytest.mark.parametrize(
    ("yaw", "good"), [(7.9, True), (-7.9, True), (8.1, False), (45, False), (172.1, True), (98.1, False)]
)
def test_turned_less_than_8_degrees_from_a_right_angle(yaw: float, good: bool) -> None:
    piece = seen("t", "tower", 0, 0, 1, yaw=yaw)
    assert isinstance(judge.judge_placed(piece, {}), Rest) == good
    if not good:
        assert "right angle" in refused(piece)


@pytest.mark.parametrize(("tilt", "good"), [(2.9, True), (3.1, False)])
def test_tilted_less_than_3_degrees(tilt: float, good: bool) -> None:
    assert isinstance(judge.judge_placed(seen("t", "tower", 0, 0, 1, tilt=tilt), {}), Rest) == good
    noble = judge.judge_placed(seen("n", "small", 0, 0, 1, tilt=tilt), others(BASE))
    assert isinstance(noble, Rest) == good


@pytest.mark.parametrize(("off", "good"), [(0.24, True), (0.26, False)])
def test_the_foot_is_less_than_a_quarter_of_a_cell_off(off: float, good: bool) -> None:
    piece = seen("t", "tower", off, 0, 2)
    assert isinstance(judge.judge_placed(piece, others(BASE)), Rest) == good
    if not good:
        assert "too far off" in refused(piece, BASE)


def test_the_offset_is_measured_in_the_supports_frame() -> None:
    turned = seen("t1", "tower", 0, 0, 1, yaw=45)
    piece = seen("t", "tower", 0.24, 0.24, 2, yaw=0)
    assert "too far off" in refused(piece, turned), "0.34 of a cell along the turned tower's own axis"
    assert placed(piece, BASE).level == 2


def test_a_tower_may_stand_on_any_cell_of_a_bridge() -> None:
    columns = (seen("t1", "tower", -1, 0, 1), seen("t2", "tower", 1, 0, 1))
    bridge = seen("b", "bridge", 0, 0, 2)
    for x in (-1, 0, 1):
        assert placed(seen("t", "tower", x, 0, 3), *columns, bridge).rests_on == ("b",)
    assert "too far off" in refused(seen("t", "tower", 0.5, 0, 3), *columns, bridge)


def test_both_ends_of_a_bridge_need_a_support() -> None:
    left, right = seen("t1", "tower", -1, 0, 1), seen("t2", "tower", 1, 0, 1)
    rest = placed(seen("b", "bridge", 0, 0, 2), left, right)
    assert (rest.level, rest.rests_on, rest.turn) == (2, ("t1", "t2"), 0)
    assert "an end has nothing" in refused(seen("b", "bridge", 0, 0, 2), left)
    assert placed(seen("b", "bridge", 0, 0, 1, yaw=90)).turn == 90, "a bridge may stand on the table"


def test_what_hangs_in_the_air_stands_on_nothing() -> None:
    assert "nothing" in refused(seen("t", "tower", 3, 0, 2), BASE)


def test_the_room_under_a_bridges_middle_stays_empty() -> None:
    ends = (seen("t1", "tower", -1, 0, 1), seen("t2", "tower", 1, 0, 1))
    inside = seen("t3", "tower", 0, 0, 1)
    bridge = seen("b", "bridge", 0, 0, 2)
    assert "under its arch" in refused(bridge, *ends, inside)
    assert "stays empty" in refused(inside, *ends, bridge)
    beside = seen("t3", "tower", 0, 1, 1)
    assert placed(bridge, *ends, beside) and placed(beside, *ends, bridge)
    deep = (seen("u1", "tower", -1, 0, 2), seen("u2", "tower", 1, 0, 2), seen("c", "bridge", 0, 0, 3))
    assert placed(inside, *ends, *deep), "a level lower is not the room"
    under = (seen("d", "bridge", 0, 0, 1), seen("e", "bridge", 0, 0, 2))
    assert "under its arch" in refused(under[1], under[0]), "congruent bridges (B4)"


def test_a_noble_stands_on_towers_only() -> None:
    assert placed(seen("n", "small", 0.2, 0.25, 1), BASE).rests_on == ("t1",)
    assert placed(seen("n", "small", 0, 0, 1), BASE).level == 1
    assert "tower only" in refused(seen("n", "small", 0, 0, 0))
    assert "tower only" in refused(seen("n", "small", 0, 0, 1), seen("b", "bridge", 0, 0, 1))
    ends = (seen("t2", "tower", -1, 0, 2), seen("t3", "tower", 1, 0, 2), seen("b", "bridge", 0, 0, 3))
    assert "stays empty" in refused(seen("n", "small", 0, 0, 1), BASE, *ends)


@pytest.mark.parametrize(
    ("now", "down"),
    [
        (seen("t", "tower", 0.49, 0, 2), False),
        (seen("t", "tower", 0.51, 0, 2), True),
        (seen("t", "tower", 0, 0, 2, tilt=14), False),
        (seen("t", "tower", 0, 0, 2, tilt=16), True),
        (seen("t", "tower", 0, 0, 2, drop=0.009), False),
        (seen("t", "tower", 0, 0, 1), True),
        (seen("t", "tower", 0, 0, 2, yaw=80), False),
    ],
)
def test_a_part_is_knocked_down_by_half_a_cell_15_degrees_or_a_level(now: Seen, down: bool) -> None:
    assert judge.knocked_down(now, seen("t", "tower", 0, 0, 2).pose, others(BASE)) == down


@pytest.mark.parametrize(
    ("now", "down"),
    [
        (seen("n", "small", 0.4, 0.4, 1), False),
        (seen("n", "small", 0, 0, 1, tilt=14), False),
        (seen("n", "small", 0, 0, 1, tilt=16), True),
        (seen("n", "small", 0, 0, 0), True),
        (seen("n", "small", 2, 0, 1), True),
    ],
)
def test_a_noble_has_fallen_when_tilted_or_off_its_tower(now: Seen, down: bool) -> None:
    assert judge.knocked_down(now, seen("n", "small", 0, 0, 1).pose, others(BASE)) == down


def test_a_noble_that_slid_on_to_the_next_tower_has_fallen() -> None:
    two = others(BASE, seen("t2", "tower", 1, 0, 1))
    before = seen("n", "small", 0, 0, 1).pose
    for x, down in ((0.4, False), (0.9, True)):
        now = dataclasses.replace(seen("n", "small", x, 0, 1), tower="t1")
        assert judge.knocked_down(now, before, two) == down


def test_tolerances_are_options() -> None:
    strict = Tolerances(turn_deg=2, offset_cells=0.1)
    assert isinstance(judge.judge_placed(seen("t", "tower", 0.2, 0, 2), others(BASE), strict), judge.Refusal)
    assert isinstance(judge.judge_placed(seen("t", "tower", 0, 0, 2, yaw=3), others(BASE), strict), judge.Refusal)
    arch = (seen("b", "bridge", 0, 0, 3), seen("t2", "tower", 0, 0.6, 1))
    noble = seen("n", "small", 0, 0.6, 1)  # at the edge of the room under the arch
    for cells, good in ((0.25, True), (0.01, False)):
        verdict = judge.judge_placed(noble, others(*arch), Tolerances(offset_cells=cells))
        assert isinstance(verdict, Rest) == good
    loose = Tolerances(knocked_cells=1.5)
    assert not judge.knocked_down(seen("t", "tower", 1, 0, 1), BASE.pose, {}, loose)


def test_a_piece_rests_on_everything_that_it_really_touches() -> None:
    neighbour = seen("t2", "tower", 1, 0, 1)
    over = seen("t", "tower", 0.3, 0, 2)
    assert judge.rests_on(over, others(BASE, neighbour)) == ("t1", "t2")
    assert judge.rests_on(seen("t", "tower", 0.01, 0, 2), others(BASE, neighbour)) == ("t1",)
    assert judge.rests_on(over, others(seen("n", "small", 0, 0, 1))) == ()


def test_a_shift_is_told_from_half_a_millimetre_or_half_a_degree() -> None:
    before = BASE.pose
    assert not judge.shifted(seen("t1", "tower", 0.02, 0, 1), before)
    assert judge.shifted(seen("t1", "tower", 0.03, 0, 1), before)
    assert not judge.shifted(seen("t1", "tower", 0, 0, 1, yaw=0.4), before)
    assert judge.shifted(seen("t1", "tower", 0, 0, 1, yaw=0.6), before)


def test_the_level_of_a_shifted_part_is_that_of_its_supports_plus_one() -> None:
    two = (BASE, seen("t2", "tower", 0, 0, 2))
    sunk = seen("t3", "tower", 0.3, 0, 3, drop=0.001)
    assert judge.rest_now(sunk, others(*two)).level == 3
    assert judge.rest_now(seen("n", "small", 0.3, 0, 2), others(*two)).rests_on == ("t2",)
