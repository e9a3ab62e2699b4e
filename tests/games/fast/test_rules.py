"""The Fast Game, ruling by ruling, with the illegal twin beside the legal case."""

from __future__ import annotations

import msgspec
import pytest

from babylon3d.core.errors import BadText, IllegalAction
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.pieces import Supply
from tests.games.fast.positions import RULES, act, happen, new, over, place, rest


def refused(s: FastState, seat: int, action: object) -> str:
    error = RULES.why_not(s, seat, action)  # type: ignore[arg-type]
    assert error is not None, f"{action} is legal"
    assert action not in list(RULES.legal_actions(s, seat))
    return error.ruling


def supply(s: FastState, seat: int, **pieces: int) -> FastState:
    """The state with another supply for a seat: nothing but what is named."""
    held = Supply(*(pieces.get(kind, 0) for kind in ("towers", "bridges", "large", "small")))
    seats = list(s.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], supply=held)
    return msgspec.structs.replace(s, seats=tuple(seats))


def test_f1_supplies_follow_the_number_of_players() -> None:
    for players, parts in {3: (27, 6), 4: (21, 5), 5: (15, 4)}.items():
        assert new(players).seats[0].supply[:2] == parts
    assert new().seats[0].supply[2:] == (3, 6)


def test_f1_a_round_starts_after_a_countdown() -> None:
    seats = [SeatInfo(n, c) for n, c in zip("ABC", ("red", "blue", "green"), strict=True)]
    counting = RULES.new_game(seats, m.FastOptions()).state
    assert counting.phase == "countdown" and RULES.to_act(counting) == frozenset()
    assert refused(counting, 0, m.Grab("tower")) == "F1"
    act(happen(counting, m.RoundBegan()), 0, m.Grab("tower"))


def test_f1_a_player_builds_only_left_and_right() -> None:
    s = act(new(4), 1, m.Grab("tower"))
    assert s.areas_of(1) == (1, 0) and s.areas_of(0) == (0, 3)
    act(s, 1, over(1))
    act(s, 1, over(0))
    assert refused(s, 1, over(2)) == "F1"


def test_f2_one_piece_in_the_hand() -> None:
    s = act(new(), 0, m.Grab("tower"))
    assert s.seats[0].supply.towers == 26
    assert refused(s, 0, m.Grab("bridge")) == "F2"
    assert refused(new(), 0, m.LetGo()) == "F2"
    assert refused(s, 0, m.LetGo()) == "F2", "over no area yet"
    assert act(s, 0, m.PutAway()).seats[0].supply.towers == 27


def test_f2_until_the_piece_is_judged_the_hand_takes_no_other() -> None:
    s = act(new(), 0, m.Grab("tower"), over(0), m.LetGo())
    assert refused(s, 0, m.Grab("tower")) == "F2"
    freed = act(happen(s, m.HandFreed(0)), 0, m.Grab("tower"))
    assert [held.id for held in freed.seats[0].judged] == ["t1"]
    judged = happen(s, m.Placed("t1", 0, rest()))
    act(judged, 0, m.Grab("tower"))
    assert judged.standing[0].area == 0 and judged.standing[0].seat == 0


def test_f3_what_does_not_stand_goes_back_to_the_hand() -> None:
    s = act(new(), 0, m.Grab("tower"), over(0), m.LetGo())
    back = happen(s, m.Returned("t1", "tilted"))
    assert back.seats[0].hand is not None and back.seats[0].hand.id == "t1" and not back.standing
    busy = happen(act(happen(s, m.HandFreed(0)), 0, m.Grab("bridge")), m.Returned("t1", "tilted"))
    assert busy.seats[0].hand is not None and busy.seats[0].hand.kind == "bridge"
    assert busy.seats[0].supply.towers == 27


def test_f3_what_knocks_something_down_and_does_not_stand_is_lost() -> None:
    s = place(new(), 0, "tower", rest())
    s = act(s, 0, m.Grab("bridge"), over(0), m.LetGo())
    s = happen(s, m.KnockedDown("t1", 0), m.Wasted("b2"))
    assert s.seats[0].pile == ("tower", "bridge")
    s = happen(act(s, 0, m.Grab("small"), over(0), m.LetGo()), m.Wasted("n3"))
    assert s.seats[0].pile == ("tower", "bridge") and s.seats[0].supply.small == 6


def test_f4_knocked_down_parts_go_on_the_pile_and_out_of_the_round() -> None:
    s = happen(place(new(), 1, "tower", rest(), area=0), m.KnockedDown("t1", 0))
    assert s.seats[0].pile == ("tower",) and not s.standing
    assert s.seats[1].supply.towers == 26


def test_f4_own_nobles_return_to_the_supply_and_nobody_is_out() -> None:
    s = place(place(new(), 0, "tower", rest()), 0, "small", rest("t1"))
    s = happen(s, m.KnockedDown("n2", 0))
    assert s.seats[0].supply.small == 6 and not s.seats[0].out


def test_f4_who_fells_another_players_noble_is_out() -> None:
    s = place(place(new(), 0, "tower", rest()), 0, "small", rest("t1"))
    s = act(s, 1, m.Grab("tower"))
    s = happen(s, m.KnockedDown("n2", 1))
    assert s.seats[1].out and s.seats[1].hand is None and s.seats[1].supply.towers == 27
    assert s.seats[0].supply.small == 6
    for action in (m.Grab("tower"), m.CallStop(), m.Done()):
        assert refused(s, 1, action) == "F4"
    assert 1 not in RULES.to_act(s) and s.piece("t1") is not None


def test_f5_what_nobody_felled_leaves_without_points() -> None:
    s = happen(place(new(), 0, "tower", rest()), m.KnockedDown("t1", None))
    assert all(player.pile == () for player in s.seats) and not s.standing
    noble = place(place(new(), 0, "tower", rest()), 0, "small", rest("t1"))
    noble = happen(noble, m.KnockedDown("n2", None))
    assert not any(player.out for player in noble.seats) and noble.seats[0].supply.small == 6


def test_f6_a_shifted_part_stays_placed() -> None:
    s = happen(place(new(), 0, "tower", rest()), m.Shifted("t1", rest(turn=90)))
    assert s.standing[0].rest.turn == 90
    assert happen(s, m.Shifted("t9", rest()), m.KnockedDown("t9", 0)) == s, "news of what was taken back is none"


def test_f7_a_small_noble_may_be_taken_back_beside_a_large_one() -> None:
    s = place(place(new(), 0, "tower", rest()), 0, "small", rest("t1"))
    assert refused(s, 0, m.Lift("n2")) == "F7"
    s = place(s, 1, "large", rest("t1"), area=0)
    assert refused(s, 1, m.Lift("n2")) == "F7", "not the own noble"
    assert refused(s, 1, m.Lift("n3")) == "F7", "a large one"
    assert refused(s, 0, m.Lift("t1")) == "F7"
    s = act(s, 0, m.Lift("n2"))
    assert s.seats[0].hand is not None and s.seats[0].hand.id == "n2" and s.piece("n2") is None
    assert refused(s, 0, m.Lift("n2")) == "F2"


def test_f8_stop_needs_all_own_nobles_placed() -> None:
    s = supply(place(new(), 0, "tower", rest()), 0, towers=3, small=1)
    assert refused(s, 0, m.CallStop()) == "F8"
    held = act(s, 0, m.Grab("small"))
    assert refused(held, 0, m.CallStop()) == "F8"
    s = place(s, 0, "small", rest("t1"))
    assert act(s, 0, m.CallStop()).phase == "settling"


def test_f8_the_round_ends_when_nobody_builds_any_further() -> None:
    s = act(new(), 0, m.Done())
    assert refused(s, 0, m.Done()) == "F8"
    s = act(act(s, 0, m.Done(no=True)), 1, m.Done())
    s = act(supply(s, 2), 0, m.Done())
    assert s.phase == "settling" and "nobody can build" in s.stopped_why
    grabbing = act(act(new(), 0, m.Done()), 0, m.Grab("tower"))
    assert not grabbing.seats[0].done, "who takes a piece builds again"


def test_f8_with_the_stop_watch_only_time_ends_the_round() -> None:
    s = new(stop_watch_s=300)
    assert refused(s, 0, m.Done()) == "F8" and refused(supply(s, 0), 0, m.CallStop()) == "F8"
    assert happen(s, m.TimeUp()).phase == "settling"
    stopped = happen(s, m.TimeUp())
    assert happen(stopped, m.TimeUp(), m.Second(), m.SliceEnded()) == stopped, "the clock hears of the stop later"
    with pytest.raises(IllegalAction):
        happen(happen(stopped, m.CameToRest()), m.Second())


def test_f8_held_pieces_return_and_what_was_let_go_still_counts() -> None:
    s = act(new(), 0, m.Grab("tower"), over(0), m.LetGo())
    s = act(s, 1, m.Grab("bridge"))
    s = happen(s, m.TimeUp())
    assert s.seats[1].hand is None and s.seats[1].supply.bridges == 6
    assert refused(s, 1, m.Grab("bridge")) == "F8"
    s = happen(s, m.Placed("t1", 0, rest()), m.CameToRest())
    assert s.phase == "scored" and s.piece("t1") is not None


def test_f8_what_is_never_judged_returns_to_the_supply() -> None:
    s = happen(act(new(), 0, m.Grab("tower"), over(0), m.LetGo()), m.TimeUp(), m.CameToRest())
    assert s.seats[0].supply.towers == 27 and s.seats[0].judged == ()


def test_f11_winners_set_a_large_noble_aside_and_the_third_win_ends_the_match() -> None:
    s = new(large=2)
    for number in (1, 2, 3):
        s = place(s, 0, "tower", rest())
        s = happen(s, m.TimeUp())
        s = msgspec.structs.replace(s, seats=(s.seats[0], *(msgspec.structs.replace(p, out=True) for p in s.seats[1:])))
        s = happen(s, m.CameToRest())
        assert s.seats[0].wins == number
        if number < 3:
            assert s.phase == "scored" and s.seats[0].set_aside == number
            assert refused(s, 0, m.Grab("tower")) == "F8"
            s = happen(act(s, 1, m.NextRound()), m.RoundBegan())
            assert s.round == number + 1 and not s.standing
            assert s.seats[0].supply.large == 2 - number and s.seats[1].supply.large == 2
    assert s.phase == "over" and s.seats[0].set_aside == 2, "one that is not there cannot be set aside"
    result = RULES.result(s)
    assert result.winners == (0,) and result.scores == (3, 0, 0)


def test_f11_the_next_round_waits_for_the_scores() -> None:
    assert refused(new(), 0, m.NextRound()) == "F11"


def test_f12_in_alternating_play_only_who_has_the_mouse_acts() -> None:
    s = new(way="alternating")
    assert RULES.to_act(s) == {0}
    assert refused(s, 1, m.Grab("tower")) == "F12"
    s = happen(act(s, 0, m.Grab("tower")), m.Second(0), m.SliceEnded())
    assert s.mouse == 1 and s.seats[0].hand is None and s.seats[0].supply.towers == 27
    assert s.seats[0].seconds == 1 and s.seats[1].seconds == 0
    act(s, 1, m.Grab("tower"))


def test_f12_a_piece_does_not_return_to_a_hand_without_the_mouse() -> None:
    s = happen(act(new(way="alternating"), 0, m.Grab("tower"), over(0), m.LetGo()), m.SliceEnded())
    assert s.mouse == 1 and s.seats[0].judged
    s = happen(s, m.Returned("t1", "tilted"))
    assert s.seats[0].hand is None and s.seats[0].supply.towers == 27


def test_f12_the_mouse_skips_who_cannot_build_and_own_time_runs_out() -> None:
    s = act(new(way="alternating"), 0, m.Done())
    s = happen(s, m.SliceEnded())
    assert s.mouse == 1
    s = happen(happen(s, m.SliceEnded()), m.SliceEnded())
    assert s.mouse == 1, "Ann has said that she is done"
    timed = new(way="alternating", stop_watch_s=2)
    for _ in range(3):
        for _ in range(2):
            timed = happen(timed, m.Second(timed.mouse))
        step = RULES.resolve(timed, m.SliceEnded())
        timed = step.state
    assert timed.phase == "settling" and m.RoundStopped("the time is up") in step.events
    with pytest.raises(IllegalAction, match="alternating play only"):
        happen(new(), m.SliceEnded())


def test_f8_f12_with_the_stop_watch_who_has_time_but_no_piece_keeps_the_round_going() -> None:
    s = new(way="alternating", stop_watch_s=2)
    for seat in range(3):
        s = supply(s, seat, towers=seat == 1)
    s = happen(s, m.SliceEnded())
    assert s.mouse == 1, "Bo still holds a tower"
    s = happen(supply(s, 1), m.SliceEnded())
    assert (s.phase, s.mouse) == ("building", 2), "nobody holds a piece, but the time is not up"
    for _ in range(3):
        s = happen(s, m.Second(s.mouse), m.Second(s.mouse), m.SliceEnded())
    assert s.phase == "settling"
    out = tuple(msgspec.structs.replace(player, out=True) for player in new().seats)
    s = msgspec.structs.replace(new(way="alternating", stop_watch_s=2), seats=out)
    assert happen(s, m.SliceEnded()).phase == "settling", "nobody is left to pass the mouse to"


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (m.HandFreed(3), "no seat 3"),
        (m.HandFreed(-1), "no seat -1"),
        (m.Second(9), "no seat 9"),
        (m.KnockedDown("t1", 9), "no seat 9"),
        (m.KeyFrame((("t1", 3, 0, 0, 0, 0, 0, 0, 10_000),)), "no area 3"),
        (m.KeyFrame((("t1", 0, 0, 0, 0, 0, 0, 0, 0),)), "quaternion"),
        (m.Shifted("t1", msgspec.structs.replace(rest(), quaternion=(0.0, 0.0, 0.0, 0.0))), "quaternion"),
    ],
)
def test_news_that_cannot_be_is_refused(outcome: m.FastOutcome, said: str) -> None:
    """As a forged record may bring it: neither a replay nor its picture may break over it."""
    with pytest.raises(IllegalAction, match=said):
        happen(place(new(), 0, "tower", rest()), outcome)


def test_g1_nobody_else_begins_the_next_round() -> None:
    scored = happen(new(), m.TimeUp(), m.CameToRest())
    assert refused(scored, 3, m.NextRound()) == "G1" and RULES.why_not(scored, 2, m.NextRound()) is None


def test_f14_alone_one_area_and_one_round() -> None:
    s = new(1)
    assert s.areas == 1 and s.areas_of(0) == (0,)
    s = place(place(s, 0, "tower", rest()), 0, "small", rest("t1"))
    s = happen(act(s, 0, m.Done()), m.CameToRest())
    assert RULES.is_over(s) and RULES.result(s).scores == (1,)


@pytest.mark.parametrize(("large", "small", "ok"), [(0, 1, True), (3, 0, True), (2, 0, False), (0, 0, False)])
def test_b9_at_least_one_small_or_three_large(large: int, small: int, ok: bool) -> None:
    if ok:
        new(large=large, small=small)
    else:
        with pytest.raises(BadText, match="B9"):
            new(large=large, small=small)


def test_b10_three_to_five_players_each_with_a_colour() -> None:
    for seats in ([("A", "red")] * 3, [("A", "red"), ("B", "blue")], [("A", "red"), ("B", "blue"), ("C", "pink")]):
        with pytest.raises(BadText):
            RULES.new_game([SeatInfo(*seat) for seat in seats], m.FastOptions())


def test_after_the_score_nothing_falls_any_more() -> None:
    s = happen(place(new(), 0, "tower", rest()), m.TimeUp(), m.CameToRest())
    with pytest.raises(IllegalAction, match="has been scored"):
        happen(s, m.KnockedDown("t1", 0))
    assert happen(s, m.KeyFrame(())) == s


def test_legal_actions_are_those_that_verify() -> None:
    s = place(new(), 0, "tower", rest())
    found = list(RULES.legal_actions(s, 0))
    assert m.Grab("tower") in found and m.Done() in found and m.LetGo() not in found and m.CallStop() not in found
    assert list(RULES.legal_actions(s, 7)) == []
