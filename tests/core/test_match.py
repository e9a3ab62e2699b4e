"""One tick: controllers in seat order, then nature, each through the session."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from babylon3d.core.actions import Action, Event, Need, Outcome, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.core.match import Match
from babylon3d.core.rules import Step
from babylon3d.core.session import Game, Session
from tests.core.counting import (
    COUNTING,
    SEATS,
    Add,
    Added,
    AskBonus,
    Bonus,
    Count,
    CountingRules,
    Options,
    Rewarded,
)


class Chance:
    name = "chance"

    def __init__(self) -> None:
        self.seen: list[Event] = []

    def observe(self, events: tuple[Event, ...], state: Any) -> None:
        self.seen += events

    def poll(self, state: Any, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        return (Bonus(1),) if need is not None else ()


class Script:
    def __init__(self, *actions: Action) -> None:
        self.actions = list(actions)
        self.views: list[int] = []
        self.errors: list[str] = []

    def offer(self, view: Any) -> None:
        self.views.append(view.total)

    def poll(self, tick: int) -> tuple[Action, ...]:
        return (self.actions.pop(0),) if self.actions else ()

    def refused(self, action: Action, error: IllegalAction) -> None:
        self.errors.append(error.ruling)


def test_every_event_reaches_nature_and_every_seat_sees_its_turn_once() -> None:
    ann, bo, chance = Script(Add(2), Add(3), Add(1), Add(2)), Script(Add(2), Add(2), Add(2)), Chance()
    match = Match(Session.start(COUNTING, SEATS, Options()), {0: ann, 1: bo}, (chance,))
    events: list[Event] = []
    for _ in range(20):
        events += match.tick()
    assert match.session.over
    assert events == chance.seen
    assert events.count(Rewarded(1)) == 1 and events.count(Added(0)) == 3
    assert ann.views == [0, 4, 8] and bo.views == [2, 6]
    assert ann.errors == ["X1"] and bo.errors == []


def test_a_seat_without_controller_waits() -> None:
    match = Match(Session.start(COUNTING, SEATS, Options()), {}, (Chance(),))
    assert match.tick() == () and match.session.state.total == 0


class Blind(CountingRules):
    """The counting game of which every seat sees another total than there is."""

    def view(self, s: Count, seat: Seat | None) -> Count:
        return replace(s, total=100 + (9 if seat is None else seat))


def test_a_controller_is_offered_its_seats_view_and_never_the_state() -> None:
    game = Game("blind", Blind(), COUNTING.codec)
    ann, bo = Script(Add(2), Add(2)), Script(Add(2), Add(2))
    match = Match(Session.start(game, SEATS, Options()), {0: ann, 1: bo}, (Chance(),))
    for _ in range(4):
        match.tick()
    assert ann.views == [100, 100] and bo.views == [101, 101]


def test_natures_are_not_asked_for_anything_after_the_end() -> None:
    class Asking(CountingRules):
        def need(self, s: Count) -> Need | None:
            return AskBonus()

        def resolve(self, s: Count, outcome: Bonus) -> Step[Count]:
            return Step(s)

    needs: list[Need | None] = []

    class Listening(Chance):
        def poll(self, state: Any, need: Need | None, tick: int) -> tuple[Outcome, ...]:
            needs.append(need)
            return ()

    game = Game("asking", Asking(), COUNTING.codec)
    match = Match(Session.start(game, SEATS, Options(2)), {0: Script(Add(2))}, (Listening(),))
    match.tick()
    match.tick()
    assert match.session.over and needs == [None, None]
