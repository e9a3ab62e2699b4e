"""A tiny game for tests of the shared code: seats in turn add 1 or 2; nature adds a bonus at 5; 10 ends it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from babylon3d.core.actions import Action, Checkpoint, Event, Need, Outcome, Result, Seat
from babylon3d.core.codec import Codec
from babylon3d.core.errors import IllegalAction
from babylon3d.core.rules import SeatInfo, Step
from babylon3d.core.session import Game


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    goal: int = 10


class Add(Action, frozen=True, tag="add"):
    by: int


class Bonus(Outcome, frozen=True, tag="bonus"):
    by: int


class AskBonus(Need, frozen=True, tag="ask_bonus"):
    pass


class Added(Checkpoint, frozen=True, tag="added"):
    seat: Seat


class Rewarded(Event, frozen=True, tag="rewarded"):
    by: int


@dataclass(frozen=True, slots=True)
class Count:
    seats: int
    goal: int
    total: int = 0
    turn: int = 0
    asked: bool = False


class CountingRules:
    def new_game(self, seats: Sequence[SeatInfo], options: Any) -> Step[Count]:
        return Step(Count(len(seats), options.goal))

    def to_act(self, s: Count) -> frozenset[Seat]:
        return frozenset() if self.is_over(s) or s.asked else frozenset({s.turn % s.seats})

    def need(self, s: Count) -> Need | None:
        return AskBonus() if s.asked else None

    def legal_actions(self, s: Count, seat: Seat) -> Iterator[Add]:
        if seat in self.to_act(s):
            yield from (Add(1), Add(2))

    def verify(self, s: Count, seat: Seat, a: Add) -> None:
        if seat not in self.to_act(s):
            raise IllegalAction("G1", "it is not your turn")
        if a.by not in (1, 2):
            raise IllegalAction("X1", f"{a.by} is neither 1 nor 2")

    def apply(self, s: Count, seat: Seat, a: Add) -> Step[Count]:
        total = s.total + a.by
        return Step(replace(s, total=total, turn=s.turn + 1, asked=total == 5), (Added(seat),))

    def resolve(self, s: Count, outcome: Bonus) -> Step[Count]:
        if not s.asked:
            raise IllegalAction("X2", "no bonus was asked for")
        return Step(replace(s, total=s.total + outcome.by, asked=False), (Rewarded(outcome.by),))

    def is_over(self, s: Count) -> bool:
        return s.total >= s.goal

    def result(self, s: Count) -> Result:
        winner = (s.turn - 1) % s.seats
        return Result(tuple(int(i == winner) for i in range(s.seats)), (winner,), "reached the goal", "X3")

    def view(self, s: Count, seat: Seat | None) -> Count:
        return s

    def seen(self, event: Event, seat: Seat | None) -> Event | None:
        return event

    def canonical(self, s: Count) -> object:
        return [s.seats, s.goal, s.total, s.turn, s.asked]


COUNTING = Game("counting", CountingRules(), Codec(Add, Bonus, Options))
SEATS = (SeatInfo("Ann", "red"), SeatInfo("Bo", "blue", "bot:easy"))
