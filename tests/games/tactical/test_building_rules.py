"""Rulings B1-B8 and the rulebook on building parts: each sentence, with its illegal twin."""

from __future__ import annotations

import pytest

from babylon3d.core.build import Build, Part
from babylon3d.core.errors import IllegalAction
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.legality import violations
from babylon3d.games.babylon.pieces import TABLE_REACH
from babylon3d.games.babylon.tactical.model import Place
from babylon3d.games.babylon.tactical.scoring import level_rows
from tests.games.tactical.diagram import against, bridge, build, building, large, play, refused, small, state, tower

EDGE = TABLE_REACH


def test_b1_the_table_is_41_by_41_cells() -> None:
    assert against("", tower(EDGE, -EDGE, 1)) == ""
    assert against("", tower(EDGE + 1, 0, 1)) == "B1"
    assert against("", tower(0, -EDGE - 1, 1)) == "B1"
    assert len(list(building("").tower_slots())) == 41 * 41


def test_b1_a_bridge_lies_on_the_table_with_all_three_cells() -> None:
    assert against("", bridge(EDGE - 1, 0, 1)) == ""
    assert against("", bridge(EDGE, 0, 1)) == "B1"
    assert against("", bridge(0, EDGE, 1, "x")) == ""
    assert against("", bridge(0, EDGE, 1, "y")) == "B1"


def test_b1_levels_count_from_1() -> None:
    assert against("", tower(0, 0, 1)) == ""
    assert against("", tower(0, 0, 0)) == "B1"
    assert against("t", bridge(0, 0, -3)) == "B1"


def test_b1_a_tower_has_one_of_four_orientations() -> None:
    s = state("<=>")
    after = [play(s, Place("tower", 0, 0, 2, turn)).build.parts[-1].turn for turn in (0, 90, 180, 270)]
    assert after == [0, 90, 180, 270]


def test_b1_a_bridge_lies_along_x_or_along_y_and_a_tower_along_nothing() -> None:
    s = state("<=>")
    assert refused(s, Place("bridge", 6, 0, 1)) == "B1"
    assert refused(s, Place("bridge", 6, 0, 1, 90, "x")) == "B1"
    assert refused(s, Place("tower", 0, 0, 2, 0, "x")) == "B1"


def test_b2_a_tower_stands_on_the_table_or_on_a_tower() -> None:
    assert against("t..", tower(0, 0, 2)) == ""
    assert against("t..", tower(2, 0, 1)) == ""
    assert against("t..", tower(1, 0, 2)) == "B2"
    assert against("t..", tower(0, 0, 3)) == "B2"


@pytest.mark.parametrize("x", [0, 1, 2])
def test_b2_a_tower_stands_on_a_bridge_exactly_in_the_centre_or_at_one_end(x: int) -> None:
    assert against("t.t | <=>", tower(x, 0, 3)) == ""
    assert against("t.t | <=>", tower(3, 0, 3)) == "B2"


def test_b2_both_ends_of_a_bridge_must_be_supported() -> None:
    assert against("t.t", bridge(1, 0, 2)) == ""
    assert against("t..", bridge(1, 0, 2)) == "B2"
    assert against("..t", bridge(1, 0, 2)) == "B2"


def test_b2_an_end_of_a_bridge_rests_on_any_one_cell_of_a_bridge() -> None:
    # the left end on the right end, on the middle of the one; the right end on the middle of the other
    assert against("....A\n....H\n<=>.V", bridge(3, 0, 2)) == ""
    assert against("...A\n...H\n<=>V", bridge(2, 0, 2)) == "B3"
    assert against(".A..\n.H.t\n.V..", bridge(2, 1, 2)) == ""
    assert against(".A..\n.H..\n.V..", bridge(2, 1, 2)) == "B2"


def test_b3_the_arch_of_the_bridge_may_not_be_placed_directly_on_top_of_another_piece() -> None:
    assert against("t.t", bridge(1, 0, 2)) == ""
    assert against("ttt", bridge(1, 0, 2)) == "B3"
    assert against(".A.\n.H.\ntVt", bridge(1, 0, 2)) == "B3"
    assert against("t<=>t", bridge(1, 0, 2)) == "B3"


def test_b3_nor_on_top_of_a_noble() -> None:
    assert against("ttt | t.t", bridge(1, 0, 3)) == ""
    assert against("ttt | t.t", bridge(1, 0, 3), ["red small t2"]) == "B3"


def test_b3_the_cell_under_a_middle_stays_empty_ever_after() -> None:
    arch, high = "t.t | <=>", "ttt | t.t | <=>"
    assert against(arch, tower(1, 0, 1)) == against(high, tower(1, 0, 2)) == "B3"
    assert against(high, large(1, 0, 1)) == against(high, small(1, 0, 1)) == "B3"
    assert against("ttt | t.t", tower(1, 0, 2)) == against("ttt | t.t", large(1, 0, 1)) == ""


def test_b3_no_bridge_comes_under_an_arch_either() -> None:
    arch = """
        ..... | .....
        t.t.. | <=>..
        ..... | ....."""
    assert against(arch, bridge(1, 1, 1, "y")) == "B3"
    assert against(arch, bridge(1, 2, 1, "y")) == "B3"
    assert against(arch, bridge(1, 3, 1, "y")) == ""


def test_b3_the_table_is_not_a_piece() -> None:
    assert against("", bridge(0, 0, 1)) == ""
    assert against("<=>", bridge(1, 1, 1)) == ""


def test_b4_two_bridges_may_not_be_placed_directly_and_congruently_above_each_other() -> None:
    assert against("t.t | <=>", bridge(1, 0, 3, "x")) == "B4"
    assert against("t.t | <=> | t.t", bridge(1, 0, 4, "x")) == ""


def test_b4_a_bridge_across_another_is_not_congruent_but_needs_an_empty_arch() -> None:
    one = """
        .t. | .t.
        t.t | <=>
        .t. | .t."""
    two = """
        .t. | .t. | .t.
        t.t | <=> | ...
        .t. | .t. | .t."""
    assert against(one, bridge(1, 1, 3, "y")) == "B3"
    assert against(two, bridge(1, 1, 4, "y")) == ""


def test_b5_no_two_parts_share_a_cell() -> None:
    assert against("t.t | <=>", tower(0, 0, 1)) == "B5"
    assert against("t.t | <=>", tower(1, 0, 2)) == "B5"
    assert against("t.t | <=>", bridge(0, 1, 1, "y")) == "B5"
    assert against("t.t | <=>", bridge(0, 2, 1, "y")) == ""


def test_b5_a_tower_carrying_a_noble_carries_no_part() -> None:
    assert against("t.t", tower(0, 0, 2)) == against("t.t", bridge(1, 0, 2)) == ""
    assert against("t.t", tower(0, 0, 2), ["blue small t1"]) == "B5"
    assert against("t.t", bridge(1, 0, 2), ["blue large t1"]) == "B5"


def test_b5_a_noble_needs_the_cell_above_its_tower_free() -> None:
    assert against("t.t | t..", large(0, 0, 1)) == "B5"
    assert against("t.t | t..", large(0, 0, 2)) == against("t.t | t..", large(2, 0, 1)) == ""


def test_b5_a_part_may_be_put_under_an_overhang() -> None:
    assert against("t.t | t.t | t.t | <=>", tower(1, 0, 1)) == ""
    assert against("ttt | t.t | t.t | <=>", tower(1, 0, 2)) == ""
    assert against("ttt | ttt | t.t | <=>", tower(1, 0, 3)) == "B3"


def test_b6_connected_is_what_rests_on_each_other() -> None:
    assert building("t.t | <=>").connected
    assert building("t.. | t..").connected


def test_b6_the_table_joins_nothing() -> None:
    assert not building("t.t").connected


def test_b6_standing_side_by_side_joins_nothing() -> None:
    assert not building("tt").connected
    assert not building("<=>t").connected


def test_b6_an_empty_table_is_connected() -> None:
    assert building("").connected


def test_b6_a_bridge_joins_two_groups_and_no_more() -> None:
    three = building("t.t..\n.....\n....t")
    assert len(three.boards.islands) == 2
    two = three.with_bridge(Cell(1, 2, 2), "x")
    assert len(two.boards.islands) == 1 and not two.connected


def test_b7_nobles_may_only_be_placed_on_towers() -> None:
    assert against("t.t | <=>", small(1, 0, 2)) == "B7"
    assert against("t.t | <=>", small(5, 5, 1)) == "B7"
    assert against("t.t | <=> | t..", small(0, 0, 3)) == ""


def test_b7_a_cell_off_the_table_is_no_tower_even_if_its_number_would_be_one() -> None:
    s = state("t.t | <=> | t.t", ["blue small t3"])
    on = s.building.boards.on
    assert on.index(-42, 1) == on.index(0, 0)
    assert refused(s, small(-42, 1, 3)) == refused(s, large(-42, 1, 3)) == "B7"


def test_b7_nobles_stand_upright() -> None:
    s = state("t.t | <=> | t..")
    assert refused(s, Place("small", 0, 0, 3, 90)) == "B7"
    assert refused(s, Place("small", 0, 0, 3, 0, "x")) == "B7"


def test_b7_on_a_tower_of_level_z_a_noble_stands_on_level_z() -> None:
    assert [row.level for row in level_rows(build("t.t | <=> | t..", ["red small t3"]))] == [3]


def test_b8_the_base_area_is_what_any_part_covers_seen_from_above() -> None:
    assert building("t.t | <=>").base_area() == ((0, 0), (1, 0), (2, 0))
    assert building("t..\n.t.").base_area() == ((1, 0), (0, 1))


def test_a_building_keeps_the_ids_of_a_file_and_goes_on_counting_after_them() -> None:
    parts = (Part("t7", "tower", Cell(0, 0, 1)), Part("mine", "tower", Cell(0, 0, 2)))
    after = Building.of(Build("babylon", parts)).with_tower(Cell(0, 0, 3)).with_bridge(Cell(5, 5, 1), "y")
    assert [part.id for part in after.parts] == ["t7", "mine", "t8", "b1"]


def test_an_illegal_build_is_refused_with_the_piece_that_breaks_the_ruling() -> None:
    with pytest.raises(IllegalAction, match=r"t2: .*\(B2\)"):
        building("t.. | .t.")
    with pytest.raises(IllegalAction, match=r"n1: .*\(B7\)"):
        building("<=>", ["red small b1"])


@pytest.mark.parametrize(
    ("diagram", "nobles", "expected"),
    [
        ("t.t | <=>", ["red large t1"], [("B5", "n1")]),
        ("ttt | <=>", [], [("B3", "b1")]),
        ("t.t | <=> | <=>", [], [("B4", "b2")]),
        ("t.. | .t.", [], [("B2", "t2")]),
        ("t.t | <=>", ["red small b1"], [("B7", "n1")]),
        ("t..", ["red small t1", "red small t1"], [("T5", "n2")]),
        ("t..", ["red small t1", "blue small t1", "green small t1"], [("T5", "n3")]),
        ("t..", ["red small t1", "blue large t1"], [("T5", "n2")]),
        ("ttt | t.t | <=>", ["red small t2"], [("B3", "n1")]),
        ("t.t | t.t", ["red small t3", "blue small t3"], []),
    ],
)
def test_violations_name_the_part_that_breaks_the_ruling(
    diagram: str, nobles: list[str], expected: list[tuple[str, str]]
) -> None:
    found = violations(build(diagram, nobles))
    assert [(v.ruling, v.part) for v in found] == expected
    assert all(v.message for v in found)


def test_violations_take_the_parts_in_order() -> None:
    first, second = Part("t1", "tower", Cell(0, 0, 1)), Part("t2", "tower", Cell(0, 0, 2))
    assert violations(Build("babylon", (first, second))) == ()
    assert [(v.ruling, v.part) for v in violations(Build("babylon", (second, first)))] == [("B2", "t2")]


def test_one_part_can_break_several_rulings() -> None:
    parts = (Part("t1", "tower", Cell(0, 0, 1)), Part("b1", "bridge", Cell(0, 0, 1), axis="y"))
    assert {v.ruling for v in violations(Build("babylon", parts))} == {"B5"}
    far = (*parts, Part("t2", "tower", Cell(30, 0, 5)))
    assert [(v.ruling, v.part) for v in violations(Build("babylon", far))][1:] == [("B1", "t2"), ("B2", "t2")]


def test_the_fast_game_does_not_know_t5_and_five_players_may_put_three_small_nobles_on_a_tower() -> None:
    three = build("t..", ["red small t1", "blue small t1", "green small t1"])
    assert [v.ruling for v in violations(three, players=4)] == ["T5"]
    assert violations(three, players=5) == ()
    assert violations(three, "fast") == ()
