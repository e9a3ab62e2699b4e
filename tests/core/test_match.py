"""One tick: controllers in seat order, then nature, each through the session."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from babylon3d.core.actions import Action, Event, Need, Outcome, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.core.match import Match
from babylon3d.core.record import read_record
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


class Everybody(CountingRules):
    """The counting game without turns: all seats act in every tick, and nature is asked all the time."""

    def to_act(self, s: Count) -> frozenset[Seat]:
        return frozenset() if self.is_over(s) else frozenset(range(s.seats))

    def need(self, s: Count) -> Need | None:
        return AskBonus()

    def resolve(self, s: Count, outcome: Bonus) -> Step[Count]:
        return Step(replace(s, total=s.total + outcome.by), (Rewarded(outcome.by),))


class Noting(Script):
    """A script that notes when it was asked, and what was refused."""

    def __init__(self, *actions: Action) -> None:
        super().__init__(*actions)
        self.ticks: list[int] = []
        self.refusals: list[Action] = []

    def poll(self, tick: int) -> tuple[Action, ...]:
        self.ticks.append(tick)
        return (self.actions.pop(0), *self.actions[:1]) if self.actions else ()

    def refused(self, action: Action, error: IllegalAction) -> None:
        self.refusals.append(action)


class Giving:
    """A nature that gives what it was told to, and notes what it is asked."""

    def __init__(self, name: str, by: int) -> None:
        self.name, self.by = name, by
        self.asked: list[tuple[int, Need | None, int]] = []
        self.heard: list[tuple[tuple[Event, ...], int]] = []

    def observe(self, events: tuple[Event, ...], state: Count) -> None:
        self.heard.append((events, state.total))

    def poll(self, state: Count, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        self.asked.append((state.total, need, tick))
        return (Bonus(self.by), Bonus(self.by))


def test_a_tick_goes_round_all_seats_and_natures_in_their_order() -> None:
    game = Game("everybody", Everybody(), COUNTING.codec)
    session = Session.start(game, (*SEATS, *SEATS), Options(100))
    players = {0: Noting(Add(1), Add(2)), 2: Noting(Add(3), Add(1)), 3: Noting(Add(2))}
    dice, cards = Giving("dice", 10), Giving("cards", 5)
    match = Match(session, players, (dice, cards))
    expected = (*(Added(seat) for seat in (0, 0, 3)), *(Rewarded(by) for by in (10, 10, 5, 5)))
    assert match.tick(7) == expected
    assert players[2].refusals == [Add(3)], "what was queued behind a refused action is dropped"
    assert [p.ticks for p in players.values()] == [[7], [7], [7]]
    assert dice.asked == [(5, AskBonus(), 7)] and cards.asked == [(25, AskBonus(), 7)]
    totals = [0, 1, 3, 5, 15, 25, 30, 35]
    assert [total for _, total in dice.heard] == totals == [total for _, total in cards.heard]
    assert dice.heard[1:] == [((event,), total) for event, total in zip(expected, totals[1:], strict=True)]
    entries = read_record(session.log.data()).entries
    assert [(entry.seat, entry.nature, entry.tick) for entry in entries] == [
        (0, None, 7),
        (0, None, 7),
        (3, None, 7),
        (None, "dice", 7),
        (None, "dice", 7),
        (None, "cards", 7),
        (None, "cards", 7),
    ]


def test_a_game_in_turns_stays_at_tick_0() -> None:
    ann, giving = Noting(Add(1)), Giving("chance", 1)
    match = Match(Session.start(COUNTING, SEATS, Options()), {0: ann}, ())
    match.natures = (Listener(giving),)
    match.tick()
    assert ann.ticks == [0] and [tick for _, _, tick in giving.asked] == [0]
    assert read_record(match.session.log.data()).entries[0].tick == 0


class Listener:
    """A nature that notes what it is asked and gives nothing."""

    def __init__(self, inner: Giving) -> None:
        self.name, self.inner = inner.name, inner

    def observe(self, events: tuple[Event, ...], state: Any) -> None:
        self.inner.observe(events, state)

    def poll(self, state: Any, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        self.inner.poll(state, need, tick)
        return ()


def test_who_takes_a_seat_over_is_offered_what_the_other_saw() -> None:
    match = Match(Session.start(COUNTING, SEATS, Options()), {0: Script()}, ())
    match.tick()
    new = Script(Add(2))
    match.seat(0, new)
    match.tick()
    assert new.views == [0] and match.session.state.total == 2
