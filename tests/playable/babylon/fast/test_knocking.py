"""Knocking down in real PyBullet: the right pieces, the right player, the right pile - or out (F3-F6)."""

from __future__ import annotations

import pytest

from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.lattice import Axis, Cell
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import buildings
from tests.playable.babylon.fast.trial import Trial


def tower(name: str, x: int, y: int, level: int) -> Part:
    return Part(name, "tower", Cell(x, y, level))


def bridge(name: str, x: int, y: int, level: int, axis: Axis = "x") -> Part:
    return Part(name, "bridge", Cell(x, y, level), axis=axis)


def column(height: int, x: int = 0, y: int = 0, name: str = "c") -> tuple[Part, ...]:
    return tuple(tower(f"{name}{level}", x, y, level) for level in range(1, height + 1))


@pytest.mark.parametrize("speed", [0.05, 0.5])
def test_a_hand_sweeping_a_column_fills_the_sweepers_pile(speed: float) -> None:
    with Trial(Build("babylon", column(8)), by=0) as table:
        table.grab(1, "tower", -70, 0, 110)
        table.sweep(1, (-70, 0, 110), (70, 0, 110), speed)
        table.run(420)
        down = table.knocked()
        assert down and set(down.values()) == {1}
        assert {"c7", "c8"} <= set(down)
        assert len(table.state.seats[1].pile) == len(down)
        assert table.state.seats[0].pile == () and not table.state.seats[1].out


def test_a_dropped_bridge_that_knocks_a_tower_goes_on_the_pile_with_it() -> None:
    with Trial(Build("babylon", column(6)), by=0) as table:
        table.grab(1, "bridge", 8, 0, 200)
        table.let_go(1, 600)
        down = table.knocked()
        assert down and set(down.values()) == {1}
        wasted = table.of(m.Wasted)
        assert wasted and len(table.state.seats[1].pile) == len(down) + 1
        assert table.state.seats[1].hand is None


def test_a_dropped_piece_that_harms_nothing_comes_back_to_the_hand() -> None:
    with Trial(Build("babylon", column(2))) as table:
        table.grab(0, "tower", 13, 0, 41)
        table.let_go(0, 300)
        assert table.of(m.Returned) and not table.knocked()
        assert table.state.seats[0].hand is not None and table.state.seats[0].pile == ()


def test_a_placement_that_overloads_one_side_is_its_players_fault() -> None:
    """Ann's bridge balances on one foot under a counterweight; Bo sets a tower on its free end."""
    weights = (tower(f"w{i}", 0, 0, i) for i in range(3, 6))
    with Trial(Build("babylon", (tower("a", 0, 0, 1), bridge("b", 1, 0, 2), *weights)), by=0) as table:
        table.run(200)
        assert not table.knocked() and table.state.piece("b") is not None
        table.grab(1, "tower", 40, 0, 75)
        table.sweep(1, (40, 0, 75), (40, 0, 41), 0.1)
        table.let_go(1, 500)
        down = table.knocked()
        assert down.get("b") == 1 and set(down.values()) == {1}
        assert len(table.state.seats[1].pile) == len(down) + len(table.of(m.Wasted))
        assert table.state.seats[0].pile == ()


def test_a_load_that_topples_a_balanced_bridge_is_blamed_on_who_placed_it() -> None:
    """A bridge on one foot with a counterweight: who sets a tower on its free end brings it down."""
    parts = (
        tower("a", 0, 0, 1),
        tower("p", 2, 0, 1),
        bridge("b", 1, 0, 2),
        *(tower(f"w{i}", 0, 0, i) for i in (3, 4, 5)),
    )
    with Trial(Build("babylon", parts), by=0) as table:
        table.grab(1, "tower", 120, 0, 20)
        table.sweep(1, (120, 0, 1), (46, 0, 1), 0.05)
        table.sweep(1, (46, 0, 1), (46, 70, 1), 0.15)
        table.run(300)
        down = table.knocked()
        assert down and set(down.values()) == {1}, "pushing the foot away must bring the bridge down"


def test_a_chain_from_one_piece_to_another_players_noble_puts_out() -> None:
    """Bo pushes Ann's column; it falls against a second one, from which Ann's noble falls."""
    parts = (*column(8), *column(5, x=3, name="d"))
    nobles = (Noble("n", "red", "small", "d5"),)
    with Trial(Build("babylon", parts, nobles), by=0) as table:
        table.grab(1, "tower", -60, 0, 130)
        table.sweep(1, (-60, 0, 130), (30, 0, 130), 0.5)
        table.sweep(1, (30, 0, 130), (-60, 0, 180), 0.5)
        table.run(700)
        down = table.knocked()
        assert down.get("n") == 1, down
        assert table.state.seats[1].out and table.state.seats[1].hand is None
        assert table.state.seats[0].supply.small == 7, "the noble is back in Ann's supply"
        assert any(isinstance(event, m.WentOut) for event in table.events)


def test_felling_only_own_nobles_puts_nobody_out() -> None:
    with Trial(Build("babylon", column(3), (Noble("n", "yellow", "small", "c3"),)), by=0) as table:
        table.grab(1, "tower", -60, 0, 62)
        table.sweep(1, (-60, 0, 62), (60, 0, 62), 0.3)
        table.run(700)
        assert table.knocked().get("n") == 1
        assert not table.state.seats[1].out and table.state.seats[1].supply.small == 7


def test_two_hands_at_once_the_first_contact_decides() -> None:
    parts = (*column(8, y=-2, name="c"), *column(8, y=2, name="d"))
    with Trial(Build("babylon", parts), by=0) as table:
        table.grab(0, "tower", -70, -40, 110)
        table.grab(1, "tower", -70, 40, 110)
        for i in range(1, 61):
            x = -70 + 140 * i / 60
            table.act(0, table.target(x, -40, 110))
            table.act(1, table.target(x, 40, 110))
            table.run(1)
        table.run(600)
        down = table.knocked()
        assert {by for name, by in down.items() if name.startswith("c")} == {0}
        assert {by for name, by in down.items() if name.startswith("d")} == {1}
        assert len(table.state.seats[0].pile) == sum(name.startswith("c") for name in down)


def test_two_hands_on_one_column_in_one_tick_the_lower_seat() -> None:
    with Trial(Build("babylon", column(8)), by=2) as table:
        table.grab(0, "tower", -60, 0, 110)
        table.grab(1, "tower", 60, 0, 110)
        for i in range(1, 41):
            x = -60 + 60 * i / 40
            table.act(0, table.target(x, 0, 110))
            table.act(1, table.target(-x, 0, 110))
            table.run(1)
        table.act(0, table.target(-60, 0, 140))
        table.act(1, table.target(60, 60, 110))
        table.run(60)
        table.act(0, table.target(60, 10, 120))
        table.run(600)
        assert set(table.knocked().values()) == {0}


def test_a_light_touch_that_shifts_a_part_by_2_mm_knocks_nothing() -> None:
    with Trial(Build("babylon", column(4)), by=0) as table:
        table.grab(1, "tower", -60, 0, 62)
        table.sweep(1, (-60, 0, 62), (-17.6, 0, 62), 0.05)
        table.run(10)
        table.sweep(1, (-17.6, 0, 62), (-60, 0, 62), 0.05)
        table.run(300)
        assert not table.knocked() and table.state.seats[1].pile == ()
        assert "c4" in table.of(m.Shifted)
        moved = next(piece for piece in table.state.standing if piece.id == "c4").rest.position[0]
        assert 0.001 < moved < 0.004


def test_a_piece_off_the_table_is_knocked_down_or_returns_to_the_hand() -> None:
    with Trial(Build("babylon", column(1))) as table:
        edge = 140.0
        table.grab(0, "small", edge, 0, 30)
        table.let_go(0, 700)
        assert table.of(m.Returned), "a noble beside every tower does not stand"
        assert table.state.seats[0].hand is not None


def test_f6_a_part_rests_on_everything_it_touches_and_joins_it() -> None:
    """A tower set down 3 mm off its column also rests on the shoulder of the neighbour: one building."""
    with Trial(Build("babylon", (*column(3), *column(3, x=1, name="d"))), by=0) as table:
        assert len(buildings(table.state.standing, 0)) == 2
        table.grab(1, "tower", 3, 0, 90)
        table.sweep(1, (3, 0, 90), (3, 0, 61), 0.1)
        table.let_go(1, 200)
        assert not table.knocked() and len(table.of(m.Placed)) == 1
        top = table.state.piece(table.of(m.Placed)[0])
        assert top is not None and top.rest.rests_on == ("c3", "d3") and top.rest.level == 4
        assert len(buildings(table.state.standing, 0)) == 1


@pytest.mark.parametrize("assist", ["guided", "light", "free"])
@pytest.mark.parametrize("height", [1, 2, 3])
def test_a_bridge_lowered_in_jerks_onto_two_columns_stands_and_knocks_nothing(height: int, assist: str) -> None:
    """As a hand does that is told where to be 20 times a second; it arrives off the middle and presses a little."""
    columns = (*column(height, x=-1, name="p"), *column(height, x=1, name="q"))
    with Trial(Build("babylon", columns), assist=assist) as table:
        top = 20.0 * height
        table.grab(0, "bridge", 0.5, 3.0, top + 40)
        for z in (34, 28, 22, 16, 10, 4, -0.3):
            table.act(0, table.target(0.5, 3.0, top + z, 1))
            table.run(3)
        table.run(6)
        table.let_go(0, 300)
        assert not table.knocked() and table.of(m.Placed), table.outcomes[-3:]
