"""What the Fast Game says: falls told together, why a piece came back, clocks, the HUD's reasons."""

from __future__ import annotations

import dataclasses
import math

import msgspec
import pytest

from babylon3d.core.actions import Outcome
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle, seat_side_deg
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.fast.state import FastState, Held, Standing
from babylon3d.games.babylon.pieces import Supply
from babylon3d.playable.babylon.fast import hud as fast_hud
from babylon3d.playable.babylon.fast import scene as fast_scene
from babylon3d.playable.babylon.fast import words as fast_words

SEATS = (SeatInfo("Ann", "red"), SeatInfo("Bo", "yellow"), SeatInfo("Cid", "green"))
replace = msgspec.structs.replace


def building(**options: object) -> FastState:
    """A round that has begun."""
    rules = FastRules()
    state: FastState = rules.new_game(SEATS, m.FastOptions(**options)).state  # type: ignore[arg-type]
    return rules.resolve(state, m.RoundBegan()).state


def with_seat(state: FastState, seat: int, **changes: object) -> FastState:
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(state, seats=tuple(seats))


def tower(name: str, level: int = 1, colour: str = "red", kind: str = "tower", area: int = 0) -> Standing:
    rest = m.Rest((), level, 0, (0.0, 0.0, 0.02 * level - 0.01), (0.0, 0.0, 0.0, 1.0))
    return Standing(name, kind, colour, area, 0, rest)  # type: ignore[arg-type]


def said(*outcomes: Outcome, before: FastState | None = None) -> tuple[str, ...]:
    state = before or building()
    return fast_words.lines(outcomes, (), state, state)


def test_what_falls_together_is_told_together() -> None:
    assert said(m.KnockedDown("t1", 0), m.KnockedDown("t2", 0)) == ("Two parts knocked down by Ann",)
    assert said(m.KnockedDown("t1", 1), m.KnockedDown("n2", 1)) == ("One part and one noble knocked down by Bo",)
    assert said(m.KnockedDown("t1")) == ("One part fell by nobody's hand",)
    assert said(m.KnockedDown("t1", 0), m.KnockedDown("b2", 2)) == (
        "One part knocked down by Ann",
        "One part knocked down by Cid",
    )


def test_a_piece_that_comes_back_says_why() -> None:
    state = with_seat(building(), 1, judged=(Held("t7", "tower"),))
    assert said(m.Returned("t7", "it does not stand upright"), before=state) == (
        "Bo's tower came back: it does not stand upright",
    )
    assert said(m.Wasted("t7"), before=state) == ("Bo's tower knocked something down and goes on the pile",)


def test_nobles_are_told_with_their_level_and_parts_are_not() -> None:
    state = with_seat(building(), 0, judged=(Held("n7", "large"), Held("t8", "tower")))
    rest = m.Rest((), 4, 0, (0.0, 0.0, 0.09), (0.0, 0.0, 0.0, 1.0))
    assert said(m.Placed("n7", 0, rest), before=state) == ("Ann put a large noble on level 4",)
    assert said(m.Placed("t8", 0, rest), before=state) == ()


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (65, "1:05"), (600, "10:00"), (-3, "0:00")])
def test_clocks(seconds: int, text: str) -> None:
    assert fast_words.clock_text(seconds) == text


def test_the_clock_counts_down_with_the_stop_watch_and_up_without() -> None:
    around = fast_hud.Around(0, ("Ann", "Bo", "Cid"))
    assert fast_hud.clock_of(replace(building(stop_watch_s=60), seconds=20), 0, around) == ("0:40", False)
    assert fast_hud.clock_of(replace(building(stop_watch_s=60), seconds=55), 0, around) == ("0:05", True)
    assert fast_hud.clock_of(replace(building(), seconds=75), 0, around) == ("1:15", False)


def test_alternating_play_shows_the_own_time_and_the_slice() -> None:
    state = with_seat(replace(building(way="alternating", stop_watch_s=60), seconds=50), 0, seconds=20)
    around = fast_hud.Around(0, ("Ann", "Bo", "Cid"), slice_left=3)
    assert fast_hud.clock_of(state, 0, around) == ("0:40 · 3 s", True)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"supply": Supply(0, 6, 3, 6)}, "no tower is left"),
        ({"out": True}, "out of this round (F4)"),
        ({"waits": True}, "has come to rest (F2)"),
        ({}, ""),
    ],
)
def test_why_a_tower_cannot_be_taken(changes: dict[str, object], reason: str) -> None:
    state = with_seat(building(), 0, **changes)
    refusal = fast_hud.grab_refusal(state, 0, "tower")
    assert reason in refusal and bool(reason) == bool(refusal)
    assert not fast_hud.grab_refusal(with_seat(state, 0, hand=Held("b1", "bridge"), **changes), 0, "bridge") or reason


def test_the_hud_shows_provisional_points_the_pile_and_who_is_out() -> None:
    noble = Standing("n2", "small", "red", 0, 0, m.Rest(("t1",), 1, 0, (0.0, 0.0, 0.028), (0.0, 0.0, 0.0, 1.0)))
    other = Standing("n3", "small", "yellow", 0, 1, m.Rest(("t1",), 1, 0, (0.004, 0.0, 0.028), (0.0, 0.0, 0.0, 1.0)))
    state = replace(building(), standing=(tower("t1"), noble, other))
    state = with_seat(with_seat(state, 0, pile=("tower", "tower")), 2, out=True)
    hud = fast_hud.hud(state, fast_hud.Around(0, ("Ann", "Bo", "Cid")))
    left = next(row for row in hud.areas if row.title == "Left")
    assert dict(left.points) == {"red": 1, "yellow": 1} and left.lit
    assert [card.total for card in hud.players[:2]] == [-2, 0] and hud.players[2].total_text == "out"
    assert hud.note == "Pile: two parts"
    stop = next(button for button in hud.actions if button.id == "stop")
    assert not stop.enabled and "all your nobles are placed" in stop.reason


def test_every_area_has_a_cloth_with_a_half_in_each_neighbours_colour() -> None:
    for players in (3, 4, 5):
        seats = tuple(
            SeatInfo(n, c) for n, c in zip("ABCDE", ("red", "yellow", "green", "blue", "violet"), strict=True)
        )
        state = FastRules().new_game(seats[:players], m.FastOptions()).state
        cloths = tuple(fast_scene.cloths(state))
        assert len(cloths) == players
        for area, cloth in enumerate(cloths):
            colours = {state.seats[area].colour, state.seats[(area + 1) % players].colour}
            assert {colour for colour, _ in cloth.sides} == colours
            for other in cloths[:area]:
                gap = sum((a - b) ** 2 for a, b in zip(cloth.middle, other.middle, strict=True)) ** 0.5
                assert gap > 2 * cloth.radius_m, "cloths overlap"


def test_the_left_area_lies_to_the_left_of_its_player() -> None:
    for players in (3, 4, 5):
        for seat in range(players):
            side = math.radians(seat_side_deg(players, seat))
            to_the_right = (-math.sin(side), math.cos(side))  # of somebody who looks at the middle from there
            left, right = (seat, (seat - 1) % players)
            x = [
                sum(a * b for a, b in zip(area_middle(players, area), to_the_right, strict=False))
                for area in (left, right)
            ]
            assert x[0] < -0.1 < 0.1 < x[1]


def test_the_countdown_and_stop_stand_large_over_the_table() -> None:
    around = fast_hud.Around(0, ("Ann", "Bo", "Cid"), countdown=2)
    state = FastRules().new_game(SEATS, m.FastOptions()).state
    assert fast_hud.hud(state, around).banner == "2"
    assert fast_hud.hud(building(), around).banner == ""
    assert fast_hud.hud(replace(building(), phase="settling"), around).banner == "Stop!"
    assert fast_hud.hud(state, dataclasses.replace(around, reading=True)).banner == ""


def test_why_a_round_is_over_is_not_said_twice() -> None:
    state = building()
    assert fast_words.lines((), (m.RoundStopped("the round is over"),), state, state) == ("The round is over",)
    assert fast_words.lines((), (m.RoundStopped("Cid called stop", 2),), state, state) == (
        "The round is over: Cid called stop",
    )
