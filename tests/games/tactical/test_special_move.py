"""Rulings T5-T7 and the rulebook on nobles, the special move and the expert game."""

from __future__ import annotations

import pytest

from babylon3d.core.lattice import Turn
from babylon3d.games.babylon.pieces import Supply
from babylon3d.games.babylon.tactical.model import (
    EndTurn,
    Exchange,
    Exchanged,
    SpecialOffered,
    SpecialTakenBack,
    TacticalOptions,
    TakeBack,
    TowerTurned,
    TurnEnded,
    TurnTower,
    Unable,
)
from babylon3d.games.babylon.tactical.state import TacticalState
from tests.games.tactical.diagram import RULES, large, play, refused, small, state, tower

EXPERT = TacticalOptions(expert=True)
WIDE = "<=> | ttt"
"""Three towers in a row, t1, t2, t3, on a bridge."""
UP = (tower(3, 0, 2), tower(3, 0, 3), tower(3, 0, 4), tower(3, 0, 5))


# -- T5 --------------------------------------------------------------------------------------------


def test_t5_on_every_tower_there_may_be_only_1_large_noble() -> None:
    assert refused(state(WIDE), large(0, 0, 2)) == ""
    assert refused(state(WIDE, ["blue large t1"]), large(0, 0, 2)) == "T5"


def test_t5_or_up_to_2_small_nobles() -> None:
    assert refused(state(WIDE, ["blue small t1"]), small(0, 0, 2)) == ""
    assert refused(state(WIDE, ["blue small t1", "green small t1"], players=4), small(0, 0, 2)) == "T5"


def test_t5_or_3_with_5_players() -> None:
    two = ["blue small t1", "green small t1"]
    assert refused(state(WIDE, two, players=5), small(0, 0, 2)) == ""
    assert refused(state(WIDE, [*two, "yellow small t1"], players=5), small(0, 0, 2)) == "T5"


def test_t5_in_different_colours() -> None:
    assert refused(state(WIDE, ["red small t1"]), small(0, 0, 2)) == "T5"
    assert refused(state(WIDE, ["red small t2"]), small(0, 0, 2)) == ""


def test_t5_never_a_large_and_a_small_noble_together() -> None:
    assert refused(state(WIDE, ["blue large t1"]), small(0, 0, 2)) == "T5"
    assert refused(state(WIDE, ["blue small t1"]), large(0, 0, 2)) == "T5"


# -- T6 --------------------------------------------------------------------------------------------


def pending(nobles: list[str], **how: object) -> TacticalState:
    """A state in which the special move is offered to red."""
    return state(WIDE, nobles, special=True, placed=["b1", "t1", "t2", "t3"], **how)  # type: ignore[arg-type]


def test_t6_offered_after_a_turn_of_only_bridges_and_towers() -> None:
    s = play(state("<=> | ttt | t..", ["red small t2", "blue small t3"]), *(tower(0, 0, z) for z in (4, 5, 6, 7)))
    assert refused(s, Exchange(("n1", "n2"))) == "T6"
    step = RULES.apply(s, 0, EndTurn())
    assert step.events == (SpecialOffered(0),) and step.state.special and step.state.to_move == 0
    assert set(RULES.legal_actions(step.state, 0)) == {EndTurn(), Exchange(("n1", "n2"))}
    assert refused(step.state, tower(0, 0, 8)) == "T6"


def test_t6_not_after_a_turn_with_a_noble() -> None:
    s = state("<=> | ttt | t..", ["red small t2", "blue small t3"])
    s = play(s, tower(0, 0, 4), tower(0, 0, 5), tower(0, 0, 6), large(0, 0, 6))
    step = RULES.apply(s, 0, EndTurn())
    assert step.events == (TurnEnded(0),) and step.state.to_move == 1


def test_t6_not_offered_when_no_exchange_is_possible() -> None:
    s = play(state("<=> | ttt | t..", ["red small t2"]), *(tower(0, 0, z) for z in (4, 5, 6, 7)))
    assert RULES.apply(s, 0, EndTurn()).events == (TurnEnded(0),)


def test_t6_it_switches_the_positions_of_any_2_nobles_whoever_owns_them() -> None:
    s = pending(["yellow small t1", "blue small t2"])
    step = RULES.apply(s, 0, Exchange(("n2", "n1")))
    assert step.events == (Exchanged(0, ("n2", "n1")), TurnEnded(0))
    assert {n.id: n.on for n in step.state.build.nobles} == {"n1": "t2", "n2": "t1"}
    assert step.state.to_move == 1 and not step.state.special


def test_t6_an_exchange_keeps_the_places_of_the_others() -> None:
    s = pending(["yellow small t1", "green small t1", "blue small t2"], players=4)
    after = play(s, Exchange(("n1", "n3"))).build
    assert [n.id for n in after.nobles_on()["t1"]] == ["n3", "n2"]
    assert [n.id for n in after.nobles_on()["t2"]] == ["n1"]


def test_t6_these_nobles_must_be_of_the_same_size() -> None:
    assert refused(pending(["red small t1", "blue small t2"]), Exchange(("n1", "n2"))) == ""
    assert refused(pending(["red small t1", "blue large t2"]), Exchange(("n1", "n2"))) == "T6"
    assert refused(pending(["red large t1", "blue large t2"]), Exchange(("n1", "n2"))) == ""


def test_t6_this_should_not_result_in_2_nobles_of_the_same_color_on_a_tower() -> None:
    pair = ["red small t1", "blue small t1"]
    assert refused(pending([*pair, "green small t2"], players=4), Exchange(("n1", "n3"))) == ""
    assert refused(pending([*pair, "blue small t2"]), Exchange(("n1", "n3"))) == "T5"


@pytest.mark.parametrize(
    "nobles", [["red small t1", "red small t2"], ["red small t1", "blue small t1"], ["red large t1", "red large t2"]]
)
def test_t6_an_exchange_that_changes_nothing_is_refused(nobles: list[str]) -> None:
    assert refused(pending(nobles), Exchange(("n1", "n2"))) == "T6"


def test_t6_an_exchange_is_of_two_nobles_that_are_there() -> None:
    s = pending(["red small t1", "blue small t2"])
    assert refused(s, Exchange(("n1", "n1"))) == refused(s, Exchange(("n1", "n9"))) == "T6"
    assert refused(s, Exchange(("t1", "n1"))) == "T6"


def test_t6_it_may_be_declined() -> None:
    s = pending(["red small t1", "blue small t2"])
    step = RULES.apply(s, 0, EndTurn())
    assert step.events == (TurnEnded(0),) and step.state.build == s.build and step.state.to_move == 1


def test_t6_each_pair_is_listed_once() -> None:
    s = pending(["red small t1", "blue small t2", "green small t3"], players=4)
    pairs = [a.nobles for a in RULES.legal_actions(s, 0) if isinstance(a, Exchange)]
    assert pairs == [("n1", "n2"), ("n1", "n3"), ("n2", "n3")]


# -- T7 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "ruling"), [(0, ""), (90, "T7"), (180, "T7"), (270, "T7")])
def test_t7_only_nobles_on_towers_of_the_same_orientation_are_switched(turn: Turn, ruling: str) -> None:
    nobles = ["red small t1", "blue small t2"]
    assert refused(pending(nobles, turns={"t2": turn}, options=EXPERT), Exchange(("n1", "n2"))) == ruling
    assert refused(pending(nobles, turns={"t2": turn}), Exchange(("n1", "n2"))) == ""


def test_t7_after_the_exchange_one_tower_may_be_rotated_by_90_degrees_either_way() -> None:
    s = play(pending(["red small t1", "blue small t2"], options=EXPERT), Exchange(("n1", "n2")))
    assert s.to_move == 0 and s.exchanged
    assert refused(s, Exchange(("n1", "n2"))) == "T6"
    for clockwise, turn in ((False, 90), (True, 270)):
        step = RULES.apply(s, 0, TurnTower("t1", clockwise))
        assert step.events == (TowerTurned(0, "t1", turn), TurnEnded(0))
        assert step.state.build.part("t1").turn == turn
    assert RULES.apply(s, 0, EndTurn()).events == (TurnEnded(0),)


def test_t7_even_without_switching_and_even_one_with_nobles_on_it() -> None:
    s = pending(["red small t1", "blue small t2"], options=EXPERT)
    step = RULES.apply(s, 0, TurnTower("t2"))
    assert refused(s, TurnTower("t2")) == "" and step.events[-1] == TurnEnded(0)
    assert step.state.build.nobles == s.build.nobles


def test_t7_offered_also_when_no_exchange_is_possible() -> None:
    s = play(state("<=> | ttt | t..", options=EXPERT), *(tower(0, 0, z) for z in (4, 5, 6, 7)), EndTurn())
    assert s.special and s.to_move == 0
    assert refused(s, TurnTower("t2")) == ""


def test_t7_a_carrying_tower_cannot_be_turned() -> None:
    s = state("<=> | ttt | t..", special=True, placed=["b1", "t1", "t2", "t3"], options=EXPERT)
    assert refused(s, TurnTower("t1")) == "T7"
    assert refused(s, TurnTower("t4")) == refused(s, TurnTower("t2")) == ""
    assert refused(s, TurnTower("b1")) == refused(s, TurnTower("t9")) == "T7"


def test_t7_towers_are_turned_in_the_expert_game_and_after_the_placements_only() -> None:
    assert refused(pending([]), TurnTower("t1")) == "T7"
    assert refused(state(WIDE, options=EXPERT), TurnTower("t1")) == "T6"


def test_t7_a_player_who_is_unable_turns_nothing() -> None:
    s = state(WIDE, options=EXPERT, supply=Supply(0, 0, 1, 0))
    assert list(RULES.legal_actions(s, 0)) == [Unable()]


# -- T11: open exchange -----------------------------------------------------------------------------

OPEN = TacticalOptions(open_exchange=True)
OPEN_EXPERT = TacticalOptions(open_exchange=True, expert=True)


def offered(options: TacticalOptions) -> TacticalState:
    """A turn of towers beside, ended: the special move may be made."""
    return pending(["red small t1", "blue small t2"], options=options)


def test_t11_an_open_exchange_waits_for_the_end_of_the_turn() -> None:
    s = offered(OPEN)
    step = RULES.apply(s, 0, Exchange(("n1", "n2")))
    assert step.events == (Exchanged(0, ("n1", "n2")),) and step.state.to_move == 0
    assert RULES.apply(offered(TacticalOptions()), 0, Exchange(("n1", "n2"))).events[-1] == TurnEnded(0)
    assert refused(step.state, Exchange(("n1", "n2"))) == "T6", "one exchange in a turn"
    ended = RULES.apply(step.state, 0, EndTurn())
    assert ended.events == (TurnEnded(0),) and ended.state.to_move == 1
    closed = play(offered(TacticalOptions()), Exchange(("n1", "n2")))
    assert ended.state.build == closed.build and ended.state.open_moves == ()


def test_t11_an_open_exchange_can_be_taken_back_until_then_and_another_made() -> None:
    s = offered(OPEN)
    assert refused(s, TakeBack()) == "T11", "placements stay: taking them back is another house rule"
    exchanged = play(s, Exchange(("n1", "n2")))
    step = RULES.apply(exchanged, 0, TakeBack())
    assert step.events == (SpecialTakenBack(0, ("n1", "n2")),)
    assert RULES.canonical(step.state) == RULES.canonical(s)
    assert refused(step.state, Exchange(("n1", "n2"))) == ""
    assert refused(play(exchanged, EndTurn()), TakeBack()) == "T11", "not across another player's turn"


def test_t11_a_turned_tower_waits_too_and_is_turned_back() -> None:
    s = play(offered(OPEN_EXPERT), Exchange(("n1", "n2")))
    turned = play(s, TurnTower("t2", clockwise=True))
    assert turned.to_move == 0 and turned.build.part("t2").turn == 270
    for other in (Exchange(("n1", "n2")), TurnTower("t2"), TurnTower("t1")):
        assert refused(turned, other) == "T7"
    assert list(RULES.legal_actions(turned, 0)) == [EndTurn(), TakeBack()]
    back = RULES.apply(turned, 0, TakeBack())
    assert back.events == (SpecialTakenBack(0, ("t2",)),) and RULES.canonical(back.state) == RULES.canonical(s)
    assert RULES.canonical(play(back.state, TakeBack())) == RULES.canonical(offered(OPEN_EXPERT))


def test_t11_with_take_back_the_placements_follow() -> None:
    s = offered(TacticalOptions(open_exchange=True, take_back=True))
    done = play(s, Exchange(("n1", "n2")), TakeBack(), TakeBack())
    assert not done.special and len(done.placed) == len(s.placed) - 1
    by_the_book = play(offered(TacticalOptions(expert=True, take_back=True)), Exchange(("n1", "n2")))
    assert refused(by_the_book, TakeBack()) == "T11", "an exchange that is not open stays"
