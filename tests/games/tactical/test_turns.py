"""Rulings T1-T4, T8, T10, T11 and the rulebook on turns: each sentence, with its illegal twin."""

from __future__ import annotations

import pytest

from babylon3d.core.errors import BadText, IllegalAction
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.pieces import COLOURS, Supply
from babylon3d.games.babylon.tactical.model import (
    EndTurn,
    Exchange,
    GameEnded,
    Place,
    Placed,
    PutBack,
    Settle,
    Settled,
    TacticalOptions,
    TakeBack,
    TakenBack,
    TurnEnded,
    Unable,
)
from babylon3d.games.babylon.tactical.state import TacticalState
from tests.games.tactical.diagram import RULES, bridge, large, play, refused, small, state, tower

COLUMN = "t | t | t"
FOUR_UP = (tower(0, 0, 4), tower(0, 0, 5), tower(0, 0, 6), tower(0, 0, 7))


def new_game(players: int = 3, options: TacticalOptions | None = None) -> TacticalState:
    seats = [SeatInfo(colour.title(), colour) for colour in COLOURS[:players]]
    return RULES.new_game(seats, options or TacticalOptions()).state


# -- preparation -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "towers", "bridges"), [(3, 27, 6), (4, 21, 5), (5, 16, 4)])
def test_each_player_receives_the_parts_of_the_preparation_table(players: int, towers: int, bridges: int) -> None:
    assert all(seat.supply == Supply(towers, bridges, 3, 6) for seat in new_game(players).seats)


@pytest.mark.parametrize("players", [2, 6])
def test_b10_three_to_five_players(players: int) -> None:
    seats = [SeatInfo(f"P{i}", COLOURS[i % 5]) for i in range(players)]
    with pytest.raises(BadText, match=f"{players} players"):
        RULES.new_game(seats, TacticalOptions())


@pytest.mark.parametrize("colours", [("red", "red", "blue"), ("red", "pink", "blue")])
def test_b10_colours_are_of_the_game_and_everybody_has_another(colours: tuple[str, ...]) -> None:
    with pytest.raises(BadText, match="colour"):
        RULES.new_game([SeatInfo(c, c) for c in colours], TacticalOptions())


def test_b9_nobles_per_player_are_an_option_of_at_least_one_in_all() -> None:
    supply = new_game(3, TacticalOptions(large=0, small=9)).seats[0].supply
    assert (supply.large, supply.small) == (0, 9)
    with pytest.raises(BadText, match="no nobles"):
        new_game(3, TacticalOptions(large=0, small=0))


def test_g1_the_first_seat_starts_unless_another_is_chosen() -> None:
    assert new_game(3).to_move == 0
    assert new_game(3, TacticalOptions(first=2)).to_move == 2
    with pytest.raises(BadText, match="seat 3 starts"):
        new_game(3, TacticalOptions(first=3))


def test_g1_turns_go_clockwise() -> None:
    s = state(COLUMN, to_move=2)
    after = play(s, *FOUR_UP, EndTurn())
    assert after.to_move == 0
    assert refused(after, tower(0, 0, 8), seat=2) == "T1"


# -- T1 --------------------------------------------------------------------------------------------


def test_t1_each_player_must_place_4_or_5_pieces() -> None:
    s = play(state(COLUMN), *FOUR_UP[:3])
    assert refused(s, EndTurn()) == "T1"
    s = play(s, FOUR_UP[3])
    assert refused(s, EndTurn()) == ""
    s = play(s, tower(0, 0, 8))
    assert refused(s, EndTurn()) == ""
    assert refused(s, tower(0, 0, 9)) == "T1"


def test_t1_parts_and_nobles_in_any_combination() -> None:
    s = play(state("t.t | <=>"), tower(0, 0, 3), small(0, 0, 3), tower(1, 0, 3), large(1, 0, 3), EndTurn())
    assert s.to_move == 1 and len(s.build.nobles) == 2


def test_t1_a_part_may_rest_on_a_part_of_the_same_turn_and_a_noble_on_a_tower_of_it() -> None:
    s = state("<=>")
    assert refused(s, tower(0, 0, 3)) == "B2"
    assert refused(s, large(0, 0, 2)) == "B7"
    s = play(s, tower(0, 0, 2))
    assert refused(s, tower(0, 0, 3)) == refused(s, large(0, 0, 2)) == ""


def test_t1_connection_is_asked_only_at_the_end_of_the_turn() -> None:
    s = play(state("t.."), tower(2, 0, 1))
    assert not s.building.connected
    s = play(s, bridge(1, 0, 2), tower(1, 0, 3), tower(1, 0, 4), EndTurn())
    assert s.to_move == 1


def test_t1_at_the_end_of_every_turn_the_building_must_be_connected() -> None:
    s = play(state("<=>"), tower(4, 0, 1), tower(0, 0, 2), tower(1, 0, 2), tower(0, 0, 3))
    assert refused(s, EndTurn()) == "B6"
    assert refused(s, tower(0, 0, 4)) == "T2"
    s = play(s, bridge(3, 0, 2))
    assert refused(s, EndTurn()) == ""


# -- T2 --------------------------------------------------------------------------------------------


def test_t2_a_loose_tower_that_no_bridge_can_reach_is_a_dead_end() -> None:
    s = state("t..")
    assert refused(s, tower(2, 0, 1)) == ""
    assert refused(s, tower(15, 0, 1)) == "T2"
    assert refused(state("t..", supply=Supply(20, 0, 3, 6)), tower(2, 0, 1)) == "T2"


def test_t2_the_last_piece_must_leave_a_connected_building() -> None:
    s = play(state("t.."), tower(0, 0, 2), tower(0, 0, 3), tower(0, 0, 4), tower(0, 0, 5))
    assert refused(s, tower(2, 0, 1)) == "T2"
    assert refused(s, tower(0, 0, 6)) == ""


def test_t2_a_loose_tower_must_reach_the_height_of_a_top_with_the_pieces_left() -> None:
    # a top at level 3: three towers and a bridge are needed
    s = play(state("t.. | t.. | t.."), tower(2, 0, 1))
    assert refused(s, tower(0, 0, 4)) == "T2"
    assert refused(s, tower(2, 0, 2)) == ""
    # at level 4 a turn of five just does, at level 5 none
    assert refused(state("t.. | t.. | t.. | t.."), tower(2, 0, 1)) == ""
    assert refused(state("t.. | t.. | t.. | t.. | t.."), tower(2, 0, 1)) == "T2"


def test_t2_a_noble_that_blocks_the_only_top_is_a_dead_end() -> None:
    few = Supply(4, 0, 1, 0)
    s = state(COLUMN, supply=few)
    assert refused(s, large(0, 0, 3)) == "T2"
    s = play(s, tower(0, 0, 4), tower(0, 0, 5), tower(0, 0, 6))
    assert refused(s, large(0, 0, 6)) == ""


def test_t2_an_arch_caps_a_column_ever_after() -> None:
    # under the arch two towers fit on the middle of the lower bridge, above the upper one any number
    s = play(state("<=> | t.t | t.t | t.t | <=>"), tower(1, 0, 2), tower(1, 0, 3))
    assert refused(s, tower(1, 0, 4)) == "B3"
    assert refused(s, tower(1, 0, 6)) == ""
    # with a noble on each tower of the upper bridge, those two are all that fits
    full, nobles = "<=> | t.t | t.t | t.t | <=> | ttt", ["red large t7", "blue large t8", "green large t9"]
    only_towers = Supply(9, 0, 0, 0)
    assert list(RULES.legal_actions(state(full, nobles, supply=only_towers), 0)) == [Unable()]
    assert refused(state(full, nobles[:2], supply=only_towers), Unable()) == "T3"


def test_t2_the_last_small_noble_on_a_shared_tower_leaves_the_bare_one_for_a_large_noble() -> None:
    s = state("<=> | ttt", ["yellow small t1", "blue large t2"], supply=Supply(2, 0, 1, 1), players=4)
    s = play(s, tower(2, 0, 3), tower(2, 0, 4))
    assert refused(s, small(0, 0, 2)) == ""
    assert refused(s, large(0, 0, 2)) == "T5"
    s = play(s, small(0, 0, 2), large(2, 0, 4))
    assert refused(s, EndTurn()) == ""


# -- T3 --------------------------------------------------------------------------------------------


def test_t3_a_player_holding_fewer_than_4_pieces_is_unable() -> None:
    s = state(COLUMN, supply=Supply(2, 0, 1, 0))
    assert list(RULES.legal_actions(s, 0)) == [Unable()]
    assert refused(s, tower(0, 0, 4)) == "T3"
    assert refused(state(COLUMN, supply=Supply(3, 0, 1, 0)), Unable()) == "T3"


def test_t3_if_there_is_a_possible_move_the_player_must_do_that() -> None:
    s = state(COLUMN)
    assert refused(s, Unable()) == "T3"
    assert refused(s, EndTurn()) == "T1"


def test_t3_then_he_or_she_may_not_place_anything_and_the_game_ends() -> None:
    s = state(COLUMN, ["blue large t3"], supply=Supply(4, 0, 2, 0))
    assert refused(s, tower(5, 5, 1)) == "T3"
    step = RULES.apply(s, 0, Unable())
    assert RULES.is_over(step.state) and step.events == (GameEnded("T3"),)
    assert step.state.build == s.build and RULES.result(step.state).ruling == "T3"
    assert list(RULES.legal_actions(step.state, 0)) == [] and RULES.to_act(step.state) == frozenset()


def test_t3_nor_make_a_special_move() -> None:
    s = state("t.t | <=>", supply=Supply(1, 0, 0, 0))
    assert list(RULES.legal_actions(s, 0)) == [Unable()]
    s = state("t.t | <=> | t.t", ["red small t3", "blue small t4"], supply=Supply(1, 0, 0, 0))
    assert list(RULES.legal_actions(s, 0)) == [Unable()]
    assert refused(s, Exchange(("n1", "n2"))) == "T6"


def test_t3_holds_in_the_first_round_too_t4_counted() -> None:
    nobles = Supply(3, 0, 3, 6)
    assert list(RULES.legal_actions(state(COLUMN, supply=nobles, turns_taken=0, to_move=1), 1)) == [Unable()]
    assert refused(state(COLUMN, supply=nobles, turns_taken=1, to_move=1), Unable()) == "T3"
    # without a bridge the base area cannot grow
    towers = Supply(9, 0, 3, 6)
    assert list(RULES.legal_actions(state(COLUMN, supply=towers, turns_taken=0, to_move=1), 1)) == [Unable()]


# -- T4 --------------------------------------------------------------------------------------------


def test_t4_in_the_first_round_players_may_not_place_nobles() -> None:
    assert refused(state("<=> | t..", turns_taken=0, to_move=1), small(0, 0, 2)) == "T4"
    assert refused(state("<=> | t..", turns_taken=1, to_move=1), small(0, 0, 2)) == ""


def test_t4_the_starting_player_may_not_build_higher_than_2_levels() -> None:
    s = play(new_game(), bridge(0, 0, 1), tower(0, 0, 2))
    assert refused(s, tower(0, 0, 3)) == "T4"
    assert refused(s, tower(1, 0, 2)) == ""
    later = state("<=> | t..", turns_taken=1)
    assert refused(later, tower(0, 0, 3)) == ""


def test_t4_the_starting_player_need_not_extend_anything() -> None:
    s = play(new_game(), bridge(0, 0, 1), tower(0, 0, 2), tower(1, 0, 2), tower(-1, 0, 2), EndTurn())
    assert s.to_move == 1 and s.seats[0].turns_taken == 1


def test_t4_every_other_player_must_extend_the_base_area_on_his_or_her_turn() -> None:
    s = play(state("<=>..", turns_taken=0, to_move=1), tower(0, 0, 2), tower(1, 0, 2), tower(0, 0, 3))
    assert refused(s, tower(0, 0, 4)) == "T2"  # one more piece could not reach new ground
    s = play(s, tower(4, 0, 1), bridge(3, 0, 2))
    assert refused(s, EndTurn()) == ""
    arch = play(state("<=> | t.t", turns_taken=0, to_move=1), tower(0, 0, 3), tower(2, 0, 3))
    assert refused(arch, bridge(1, 0, 4)) == ""
    arch = play(arch, bridge(1, 0, 4))
    assert refused(arch, tower(0, 0, 5)) == "T2"  # the arch is over cells that are covered already


def test_t4_a_bridge_over_the_edge_extends_the_base_area() -> None:
    s = state("<=>", turns_taken=0, to_move=1)
    s = play(s, tower(4, 0, 1), bridge(3, 0, 2), tower(0, 0, 2), tower(1, 0, 2))
    assert refused(s, EndTurn()) == ""


def test_t4_binds_each_player_in_the_own_first_turn_only() -> None:
    up = (tower(0, 0, 3), tower(0, 0, 4), tower(2, 0, 3), tower(2, 0, 4))
    s = play(state("<=> | t.t", turns_taken=1, to_move=1), *up)
    assert refused(s, EndTurn()) == ""


# -- T8, T10, T11 ----------------------------------------------------------------------------------


def test_t8_the_game_ends_when_all_nobles_have_been_placed() -> None:
    none, one = Supply(9, 2, 0, 0), Supply(9, 2, 0, 1)
    s = play(state(COLUMN, supply=one, others=none), tower(0, 0, 4), tower(0, 0, 5), tower(0, 0, 6), small(0, 0, 6))
    step = RULES.apply(s, 0, EndTurn())
    assert step.events == (TurnEnded(0), GameEnded("T8"))
    assert RULES.result(step.state).ruling == "T8"
    assert refused(step.state, tower(0, 0, 7)) == "T8"


def test_t8_it_goes_on_while_a_player_has_a_noble_left() -> None:
    one = Supply(9, 2, 0, 1)
    s = play(state(COLUMN, supply=one, others=one), tower(0, 0, 4), tower(0, 0, 5), tower(0, 0, 6), small(0, 0, 6))
    assert RULES.apply(s, 0, EndTurn()).events == (TurnEnded(0),)


def test_t10_pieces_that_fall_are_put_back_exactly_as_they_were_and_the_game_goes_on() -> None:
    s = play(state(COLUMN), tower(0, 0, 4))
    assert RULES.need(s) == Settle((s.placed[0],))
    step = RULES.resolve(s, Settled(("t3", s.placed[0])))
    assert step.events == (PutBack(("t3", s.placed[0])),)
    assert step.state.build == s.build and RULES.need(step.state) is None
    assert refused(step.state, tower(0, 0, 5)) == ""


def test_t10_the_physics_keeps_nobody_from_acting_and_cannot_tell_of_pieces_that_are_not_there() -> None:
    s = play(state(COLUMN), tower(0, 0, 4), tower(0, 0, 5))
    need = RULES.need(s)
    assert need is not None and len(need.pieces) == 2
    assert RULES.resolve(s, Settled()).events == ()
    with pytest.raises(IllegalAction, match="T10"):
        RULES.resolve(s, Settled(("t99",)))


def test_once_a_piece_has_been_placed_it_may_not_be_taken_back() -> None:
    s = play(state(COLUMN), tower(0, 0, 4))
    assert refused(s, TakeBack()) == "T11"


def test_t11_take_back_inside_the_own_turn_restores_the_state_before() -> None:
    start = state(COLUMN, options=TacticalOptions(take_back=True))
    assert refused(start, TakeBack()) == "T11"
    one = play(start, tower(0, 0, 4))
    two = play(one, tower(0, 0, 5))
    step = RULES.apply(two, 0, TakeBack())
    assert step.events == (TakenBack(0, two.placed[-1]),)
    assert RULES.canonical(step.state) == RULES.canonical(one)
    assert RULES.canonical(play(step.state, TakeBack())) == RULES.canonical(start)
    assert play(step.state, tower(0, 0, 5)).build == two.build


def test_t11_never_across_another_players_turn() -> None:
    start = state(COLUMN, options=TacticalOptions(take_back=True))
    after = play(start, *FOUR_UP, EndTurn())
    assert after.to_move == 1 and refused(after, TakeBack()) == "T11"


def test_a_placement_is_told_with_the_new_piece_and_taken_from_the_supply() -> None:
    s = state(COLUMN)
    step = RULES.apply(s, 0, tower(0, 0, 4))
    assert step.events == (Placed(0, "t4"),)
    assert step.state.seats[0].supply == s.seats[0].supply._replace(towers=19)
    assert step.state.placed == ("t4",) and step.state.seats[1] == s.seats[1]


def test_a_bridge_is_named_by_its_middle() -> None:
    s = play(state("t.t"), Place("bridge", 1, 0, 2, axis="x"))
    assert s.build.parts[-1].id == "b1" and s.build.parts[-1].axis == "x"
