"""The rules of Quarry (Q1 to Q6): roll, lay a card that the die allows or put one aside, draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from babylon3d.core.actions import Event, Need, Result, Seat
from babylon3d.core.chance import Roll, Rolled, Shuffle, Shuffled
from babylon3d.core.errors import BadText, IllegalAction
from babylon3d.core.rules import SeatInfo, Step
from tests.toys.hidden.model import (
    FACES,
    HAND,
    HIDDEN,
    Dealt,
    Drawn,
    Laid,
    Lay,
    Options,
    Quarry,
    QuarryAction,
    QuarryOutcome,
    Refilled,
    Thrown,
    Token,
    Tuck,
    Tucked,
    TurnEnded,
    rank,
)


class QuarryRules:
    """Stateless rules over frozen states."""

    def new_game(self, seats: Sequence[SeatInfo], options: Options) -> Step[Quarry]:
        if not 2 <= len(seats) <= 4:
            raise BadText(f"{len(seats)} players are given", "$.seats", "2 to 4 would do")
        if not 0 <= options.first < len(seats):
            raise BadText(f"the seat {options.first} is not known", "$.options.first", "one of the seats would do")
        return Step(Quarry(tuple(seat.colour for seat in seats), options))

    def to_act(self, s: Quarry) -> frozenset[Seat]:
        return frozenset() if self.is_over(s) or s.stage != "act" else frozenset({s.to_move})

    def need(self, s: Quarry) -> Need | None:
        if self.is_over(s):
            return None
        match s.stage:
            case "deal":
                return Shuffle(FACES)
            case "roll":
                return Roll(sides=6, count=1)
            case "refill":
                return Shuffle(len(s.aside))
            case _:
                return None

    def legal_actions(self, s: Quarry, seat: Seat) -> Iterator[QuarryAction]:
        if seat in self.to_act(s):
            yield from (Lay(card) for card in s.hands[seat] if rank(s.faces[card]) <= s.die)
            yield from (Tuck(card) for card in s.hands[seat])

    def verify(self, s: Quarry, seat: Seat, a: QuarryAction) -> None:
        if seat not in self.to_act(s):
            raise IllegalAction("Q1", "it is not your turn")
        if a.card not in s.hands[seat]:
            raise IllegalAction("Q2", "that card is not in your hand")
        if isinstance(a, Lay) and rank(s.faces[a.card]) > s.die:
            raise IllegalAction("Q3", f"the die shows {s.die}: a card of at most that rank may be laid")

    def apply(self, s: Quarry, seat: Seat, a: QuarryAction) -> Step[Quarry]:
        face = s.faces[a.card]
        hand = tuple(card for card in s.hands[seat] if card != a.card)
        events: list[Event] = []
        if isinstance(a, Lay):
            s = replace(s, rows=_with(s.rows, seat, (*s.rows[seat], a.card)))
            events.append(Laid(seat, a.card, face))
        else:
            s = replace(s, aside=(*s.aside, a.card))
            events.append(Tucked(seat, a.card, face))
        if s.pile:
            drawn = s.pile[0]
            hand = (*hand, drawn)
            s = replace(s, pile=s.pile[1:])
            events.append(Drawn(seat, drawn, s.faces[drawn]))
        s = replace(s, hands=_with(s.hands, seat, hand), taken=s.taken + 1, die=0)
        s = replace(s, stage="refill" if not s.pile and s.aside else "roll")
        return Step(s, (*events, TurnEnded(seat)))

    def resolve(self, s: Quarry, outcome: QuarryOutcome) -> Step[Quarry]:
        need = self.need(s)
        match need, outcome:
            case Roll(), Rolled(values=(die,)) if 1 <= die <= 6:
                return Step(replace(s, die=die, stage="act"), (Thrown(s.to_move, die),))
            case Shuffle(), Shuffled() if sorted(outcome.order) == list(range(need.count)):
                return self._dealt(s, outcome.order) if s.stage == "deal" else self._refilled(s, outcome.order)
            case _:
                raise IllegalAction("Q6", f"{outcome} is not what was asked for")

    def _dealt(self, s: Quarry, order: tuple[int, ...]) -> Step[Quarry]:
        seats = range(len(s.colours))
        hands = tuple(tuple(range(HAND * seat, HAND * (seat + 1))) for seat in seats)
        pile = tuple(range(HAND * len(seats), FACES))
        s = replace(s, faces=tuple(order), hands=hands, rows=((),) * len(seats), pile=pile, stage="roll")
        return Step(s, tuple(Dealt(seat, tuple(order[card] for card in hands[seat])) for seat in seats))

    def _refilled(self, s: Quarry, order: tuple[int, ...]) -> Step[Quarry]:
        first = len(s.faces)
        faces = (*s.faces, *(s.faces[s.aside[place]] for place in order))
        pile = tuple(range(first, len(faces)))
        faces = tuple(HIDDEN if token in s.aside else face for token, face in enumerate(faces))
        return Step(replace(s, faces=faces, pile=pile, aside=(), stage="roll"), (Refilled(len(order)),))

    def is_over(self, s: Quarry) -> bool:
        return s.taken >= s.options.turns * len(s.colours)

    def result(self, s: Quarry) -> Result:
        scores = tuple(
            sum(rank(s.faces[card]) for card in s.rows[seat])
            + max((rank(s.faces[card]) for card in s.hands[seat]), default=0)
            for seat in range(len(s.colours))
        )
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return Result(scores, winners, f"all had {s.options.turns} turns", "Q5")

    def view(self, s: Quarry, seat: Seat | None) -> Quarry:
        if self.is_over(s):
            return s
        open_: set[Token] = {card for row in s.rows for card in row}
        if seat is not None and s.hands:
            open_ |= set(s.hands[seat])
        return replace(s, faces=tuple(face if card in open_ else HIDDEN for card, face in enumerate(s.faces)))

    def seen(self, event: Event, seat: Seat | None) -> Event | None:
        match event:
            case Dealt() if event.seat != seat:
                return None
            case Tucked() if event.seat != seat:
                return Tucked(event.seat, event.card, HIDDEN)
            case Drawn() if event.seat != seat:
                return Drawn(event.seat, event.card, HIDDEN)
            case _:
                return event

    def canonical(self, s: Quarry) -> Any:
        return {
            "colours": s.colours,
            "options": {"turns": s.options.turns, "first": s.options.first},
            "stage": s.stage,
            "faces": s.faces,
            "hands": s.hands,
            "rows": s.rows,
            "pile": s.pile,
            "aside": s.aside,
            "die": s.die,
            "taken": s.taken,
        }


def _with(rows: tuple[tuple[Token, ...], ...], seat: Seat, row: tuple[Token, ...]) -> tuple[tuple[Token, ...], ...]:
    return (*rows[:seat], row, *rows[seat + 1 :])
