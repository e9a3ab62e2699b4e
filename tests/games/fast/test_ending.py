"""How a round ends by itself, and how the rest is skipped (F4, F8, F15)."""

from __future__ import annotations

import pytest

from babylon3d.core.actions import Action
from babylon3d.core.errors import IllegalAction
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.ending import patience
from babylon3d.games.babylon.fast.state import FastState, canonical
from tests.games.fast.positions import RULES, act, happen, new, over, place, rest


def seconds(s: FastState, count: int) -> FastState:
    return happen(s, *([m.Second(s.mouse)] * count))


def refusal(s: FastState, seat: int, action: Action) -> str:
    with pytest.raises(IllegalAction) as refused:
        RULES.verify(s, seat, action)
    return str(refused.value)


def test_a_round_in_which_nothing_is_placed_ends() -> None:
    s = seconds(new(idle_s=60), 59)
    assert happen(s, m.NothingPlaced()) == s, "news from before a piece was placed"
    s = place(s, 0, "tower", rest())
    assert s.quiet == 0
    s = act(seconds(s, 60), 1, m.Grab("tower"), over(1))
    ended = RULES.resolve(s, m.NothingPlaced())
    assert ended.state.phase == "settling" and "60 seconds" in ended.state.stopped_why
    assert ended.state.seats[1].hand is None and ended.state.seats[1].supply.towers == s.seats[1].supply.towers + 1
    assert happen(ended.state, m.NothingPlaced()) == ended.state


def test_what_was_let_go_before_the_end_still_counts() -> None:
    s = act(seconds(new(idle_s=60), 60), 0, m.Grab("tower"), over(0), m.LetGo())
    s = happen(s, m.NothingPlaced())
    s = happen(s, m.Placed(s.seats[0].judged[0].id, 0, rest()), m.CameToRest())
    assert s.phase == "scored" and [p.kind for p in s.standing] == ["tower"]


@pytest.mark.parametrize("options", [{}, {"idle_s": 0}, {"idle_s": 60, "stop_watch_s": 600}])
def test_a_round_that_names_no_patience_or_has_a_stop_watch_does_not_end_so(options: dict[str, int]) -> None:
    s = seconds(new(**options), 100)
    assert s.quiet == 0 and patience(s) == 0
    with pytest.raises(IllegalAction, match="F15"):
        RULES.resolve(s, m.NothingPlaced())


def test_taking_turns_everybody_who_may_build_has_the_mouse_once() -> None:
    s = new(5, idle_s=60, way="alternating", slice_s=30)
    assert patience(s) == 150
    assert patience(act(s, 0, m.Done())) == 120
    assert patience(new(3, idle_s=60, way="alternating", slice_s=5)) == 60
    assert RULES.resolve(s, m.Second(0)).events == (m.Ticked(1, 150),)


def test_states_without_the_new_rules_hash_as_they_did() -> None:
    told = canonical(place(new(), 0, "tower", rest()))
    assert {"quiet", "unsettled", "touching"}.isdisjoint(told) and "skips" not in told["seats"][0]
    s = happen(act(seconds(new(idle_s=60), 1), 0, m.Done(), m.Skip()), m.Unsettled(("t1",), (1,)))
    told = canonical(s)
    assert told["quiet"] == 1 and told["touching"] == (1,) and told["unsettled"] == ("t1",)
    assert told["seats"][0]["skips"] and "skips" not in told["seats"][1]


def test_who_agrees_to_skip_gives_up_all_the_rest() -> None:
    s = act(place(new(idle_s=60), 0, "tower", rest()), 0, m.Done())
    step = RULES.apply(s, 0, m.Skip())
    assert step.events == (m.AgreedToSkip(0),) and 0 not in RULES.to_act(step.state)
    assert list(RULES.legal_actions(step.state, 0)) == []
    for action in (m.Done(no=True), m.Grab("tower"), m.CallStop(), m.Lift("n1"), m.Skip(), over(0)):
        assert "F15" in refusal(step.state, 0, action)
    assert RULES.to_act(step.state) == {1, 2}


def test_skipping_changes_nothing_else() -> None:
    """A felled noble goes back to who agreed, as it goes back to who said done; the round ends at the same moment."""
    waits = act(place(new(idle_s=60), 0, "small", rest("t")), 0, m.Done())
    for outcome in (m.Second(), m.KnockedDown("n1", 1), m.Second()):
        skips = happen(act(waits, 0, m.Skip()), outcome)
        waits = happen(waits, outcome)
        different = {name for name, value in canonical(waits).items() if canonical(skips)[name] != value}
        assert different == {"seats"}
        seat = canonical(skips)["seats"][0]
        assert seat.pop("skips") and seat == canonical(waits)["seats"][0]
        if not waits.seats[0].done:
            waits = act(waits, 0, m.Done())


def test_what_has_to_come_before_one_may_agree() -> None:
    s = new(idle_s=60)
    assert "say first" in refusal(s, 0, m.Skip())
    held = act(s, 0, m.Grab("tower"), over(0))
    assert "let go" in refusal(held, 0, m.Skip())
    assert "come to rest" in refusal(act(held, 0, m.LetGo()), 0, m.Skip())
    assert "ends by itself" in refusal(act(new(), 0, m.Done()), 0, m.Skip())
    assert RULES.why_not(new(stop_watch_s=60), 0, m.Skip()) is None, "there nobody says done"


def test_taking_turns_one_agrees_without_the_mouse() -> None:
    s = happen(act(new(idle_s=60, way="alternating"), 0, m.Done()), m.SliceEnded())
    assert s.mouse == 1 and RULES.to_act(s) == {0, 1}
    assert list(RULES.legal_actions(s, 0)) == [m.Skip()]
    assert RULES.to_act(act(s, 0, m.Skip())) == {1}


def test_a_withdrawn_piece_goes_to_its_supply() -> None:
    s = act(new(), 1, m.Grab("bridge"), over(1))
    step = RULES.resolve(s, m.Withdrawn("b1"))
    assert step.state.seats[1].hand is None and step.state.seats[1].supply == new().seats[1].supply
    assert step.events == (m.HandChanged(1), m.PieceLeft("b1", "supply", 1))
    opened = act(s, 1, m.LetGo())
    assert happen(opened, m.Withdrawn("b1")) == opened, "the hand had opened before the news came"


def test_what_is_waited_for_is_forgotten_with_the_round() -> None:
    s = happen(new(idle_s=60), m.Unsettled(("t9",), (2,)))
    assert s.unsettled == ("t9",) and s.touching == (2,)
    s = happen(act(s, 0, m.Done()), m.Unsettled(("t9",)))
    for seat in (1, 2):
        s = act(s, seat, m.Done())
    scored = happen(s, m.CameToRest())
    assert scored.unsettled == scored.touching == ()
    with pytest.raises(IllegalAction):
        RULES.resolve(new(), m.Unsettled((), (3,)))
