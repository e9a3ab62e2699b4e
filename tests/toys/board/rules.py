"""The rules of Lookouts (L1 to L7): raise towers, post lookouts on them, walk; who stands highest in all wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from babylon3d.core.actions import Event, Need, Result, Seat
from babylon3d.core.errors import BadText, IllegalAction
from babylon3d.core.lattice import NEIGHBOURS
from babylon3d.core.rules import SeatInfo, Step
from tests.toys.board.model import (
    HIGHEST,
    LOOKOUTS,
    PLACES,
    Board,
    Lookout,
    LookoutsAction,
    Options,
    Place,
    Post,
    Posted,
    Quake,
    Raise,
    Raised,
    Rest,
    Rested,
    Walk,
    Walked,
)


class LookoutsRules:
    """Stateless rules over frozen boards."""

    def new_game(self, seats: Sequence[SeatInfo], options: Options) -> Step[Board]:
        if len(seats) != 2:
            raise BadText(f"{len(seats)} players are given", "$.seats", "two would do")
        if len(set(options.blocked)) != len(options.blocked):
            raise BadText("a place is blocked twice", "$.options.blocked", "once would do")
        if len(options.blocked) > len(PLACES) - 2:
            raise BadText("hardly a place is free", "$.options.blocked", f"at most {len(PLACES) - 2} would do")
        if options.first not in (0, 1):
            raise BadText(f"the seat {options.first} is not known", "$.options.first", "0 or 1 would do")
        return Step(Board((seats[0].colour, seats[1].colour), options))

    def to_act(self, s: Board) -> frozenset[Seat]:
        return frozenset() if self.is_over(s) else frozenset({s.to_move})

    def need(self, s: Board) -> Need | None:
        return None

    def legal_actions(self, s: Board, seat: Seat) -> Iterator[LookoutsAction]:
        found = False
        for action in _thinkable(s, seat):
            if self._refusal(s, seat, action) is None:
                found = True
                yield action
        if not found and self._refusal(s, seat, Rest()) is None:
            yield Rest()

    def verify(self, s: Board, seat: Seat, a: LookoutsAction) -> None:
        error = self._refusal(s, seat, a)
        if error is not None:
            raise error

    def _refusal(self, s: Board, seat: Seat, a: LookoutsAction) -> IllegalAction | None:
        if seat not in self.to_act(s):
            return IllegalAction("L1", "it is not your turn")
        match a:
            case Raise():
                return _no_tower(s, (a.x, a.y))
            case Post():
                if sum(one.seat == seat for one in s.lookouts) == LOOKOUTS:
                    return IllegalAction("L4", f"you have posted {LOOKOUTS} lookouts")
                return _no_room(s, (a.x, a.y))
            case Walk():
                return _no_way(s, seat, (a.x, a.y), (a.to_x, a.to_y))
            case Rest():
                if any(self._refusal(s, seat, b) is None for b in _thinkable(s, seat)):
                    return IllegalAction("L6", "there is something to do")
                return None
            case _:
                raise TypeError(a)

    def apply(self, s: Board, seat: Seat, a: LookoutsAction) -> Step[Board]:
        after = replace(s, taken=s.taken + 1)
        event: Event
        match a:
            case Raise():
                place = PLACES.index((a.x, a.y))
                level = s.heights[place] + 1
                after = replace(after, heights=(*s.heights[:place], level, *s.heights[place + 1 :]))
                event = Raised(seat, a.x, a.y, level)
            case Post():
                new = Lookout(f"l{len(s.lookouts) + 1}", seat, (a.x, a.y))
                after = replace(after, lookouts=(*s.lookouts, new))
                event = Posted(seat, new.id, s.height(new.at))
            case Walk():
                to = (a.to_x, a.to_y)
                moved = next(one for one in s.lookouts if one.at == (a.x, a.y))
                rest = tuple(replace(one, at=to) if one is moved else one for one in s.lookouts)
                after = replace(after, lookouts=rest)
                event = Walked(seat, moved.id, s.height(to))
            case _:
                event = Rested(seat)
        return Step(after, (event,))

    def resolve(self, s: Board, outcome: Quake) -> Step[Board]:
        raise IllegalAction("L7", "nature has no part in this game")

    def is_over(self, s: Board) -> bool:
        return s.taken >= 2 * s.options.turns

    def result(self, s: Board) -> Result:
        scores = tuple(sum(s.height(one.at) for one in s.lookouts if one.seat == seat) for seat in (0, 1))
        winners = tuple(seat for seat in (0, 1) if scores[seat] == max(scores))
        return Result(scores, winners, f"both had {s.options.turns} turns", "L2")

    def view(self, s: Board, seat: Seat | None) -> Board:
        return s

    def seen(self, event: Event, seat: Seat | None) -> Event | None:
        return event

    def canonical(self, s: Board) -> Any:
        return {
            "colours": s.colours,
            "options": {"blocked": s.options.blocked, "turns": s.options.turns, "first": s.options.first},
            "heights": s.heights,
            "lookouts": [[one.id, one.seat, *one.at] for one in s.lookouts],
            "taken": s.taken,
        }


def _thinkable(s: Board, seat: Seat) -> Iterator[LookoutsAction]:
    """Everything but resting that a seat could think of, in a fixed order."""
    yield from (Raise(*at) for at in PLACES)
    yield from (Post(*at) for at in PLACES)
    for one in s.lookouts:
        if one.seat == seat:
            yield from (Walk(*one.at, *to) for to in PLACES)


def _no_tower(s: Board, at: Place) -> IllegalAction | None:
    if at in s.options.blocked:
        return IllegalAction("L3", "nothing can be built on a spoilt place")
    if s.on(at) is not None:
        return IllegalAction("L3", "somebody stands there")
    if s.height(at) == HIGHEST:
        return IllegalAction("L3", f"{HIGHEST} levels are the most")
    return None


def _no_room(s: Board, at: Place) -> IllegalAction | None:
    if s.height(at) == 0:
        return IllegalAction("L4", "a lookout stands on a tower")
    if s.on(at) is not None:
        return IllegalAction("L4", "somebody stands there")
    return None


def _no_way(s: Board, seat: Seat, at: Place, to: Place) -> IllegalAction | None:
    one = s.on(at)
    if one is None or one.seat != seat:
        return IllegalAction("L5", "none of your lookouts stands there")
    if (to[0] - at[0], to[1] - at[1]) not in NEIGHBOURS:
        return IllegalAction("L5", "a lookout walks to a neighbouring tower")
    if s.height(to) > s.height(at) + 1:
        return IllegalAction("L5", "a lookout climbs one level at most")
    return _no_room(s, to)
