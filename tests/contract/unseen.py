"""Twins: a second game that differs from a first only in what one seat has not seen, by game.

What is unseen is worked out here from the log and the printed rules, and not asked of the game's own `view` and
`seen`: those are what is tested. A game with secrets needs its entry in `UNSEEN`; the suite says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from babylon3d.core.actions import Action, Outcome, Seat
from babylon3d.core.chance import Rolled, Shuffled
from babylon3d.core.record import Record
from babylon3d.core.session import Session
from babylon3d.playable.spec import GameSpec
from tests.toys.hidden.model import FACES, HAND, Lay, Tuck

Doing = Action | Outcome


def done_in(spec: GameSpec, record: Record) -> list[tuple[Seat | None, str, int, Doing]]:
    """What the record's lines do: seat or nature, tick, and the action or outcome; changes of seats left out."""
    codec = spec.game.codec
    found: list[tuple[Seat | None, str, int, Doing]] = []
    for entry in record.entries:
        if bytes(entry.action):
            found.append((entry.seat, "", entry.tick, codec.action(bytes(entry.action))))
        elif bytes(entry.outcome):
            found.append((None, entry.nature or "", entry.tick, codec.outcome(bytes(entry.outcome))))
    return found


def twin(spec: GameSpec, record: Record, seat: Seat | None, rng: Random) -> Session | None:
    """The same game as the seat has seen it so far, other wherever it may be, with another seed; None if nothing may.

    Raises: KeyError for a game with secrets that did not say what is unseen.
    """
    done = done_in(spec, record)
    changed = UNSEEN[spec.id](len(record.header.seats), [doing for _, _, _, doing in done], seat, rng)
    if changed is None:
        return None
    header = record.header
    session = Session.start(
        spec.game,
        header.seats,
        spec.game.codec.read_options(bytes(header.options)),
        seed=header.seed ^ rng.randrange(1, 2**40),
        versions=header.versions,
        nature=header.nature,
    )
    for (who, nature, tick, _), doing in zip(done, changed, strict=True):
        if isinstance(doing, Action):
            assert who is not None
            session.act(who, doing, tick)
        else:
            session.happen(nature, doing, tick)
    return session


# -- Quarry ----------------------------------------------------------------------------------------------------------


@dataclass
class Cards:
    """Quarry's cards as they really lie: faces by token, hands, pile, aside; and which faces were seen."""

    players: int
    seat: Seat | None
    faces: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)

    def deal(self, order: Sequence[int]) -> None:
        """Three cards to each seat in order, the rest is the pile."""
        self.faces = list(order)
        self.hands = [list(range(HAND * i, HAND * i + HAND)) for i in range(self.players)]
        self.pile = list(range(HAND * self.players, FACES))
        if self.seat is not None:
            self.seen |= {self.faces[card] for card in self.hands[self.seat]}

    def refill(self, order: Sequence[int]) -> None:
        """What was put aside becomes the pile, as new tokens."""
        first = len(self.faces)
        self.faces += [self.faces[self.aside[place]] for place in order]
        self.pile, self.aside = list(range(first, len(self.faces))), []

    def play(self, seat: Seat, card: int, laid: bool) -> None:
        """A card leaves a hand, the top of the pile comes to it."""
        self.hands[seat].remove(card)
        if laid:
            self.seen.add(self.faces[card])
        else:
            self.aside.append(card)
        if self.pile:
            drawn = self.pile.pop(0)
            self.hands[seat].append(drawn)
            if seat == self.seat:
                self.seen.add(self.faces[drawn])


def quarry(players: int, done: Sequence[Doing], seat: Seat | None, rng: Random) -> list[Doing] | None:
    """The faces that the seat never saw change places with each other; so may those of the last new pile."""
    cards = Cards(players, seat)
    first, refilled = 0, -1
    for place, doing in enumerate(done):
        match doing:
            case Shuffled() if not cards.faces:
                cards.deal(doing.order)
                first = place
            case Shuffled():
                cards.refill(doing.order)
                refilled = place
            case Rolled():
                pass
            case Lay() | Tuck():
                cards.play(_seat_of(cards, doing.card), doing.card, isinstance(doing, Lay))
            case _:
                raise TypeError(doing)
    if not cards.faces:
        return None
    hidden = [face for face in range(FACES) if face not in cards.seen]
    if len(hidden) < 2:
        return None
    moved = hidden[1:] + hidden[:1] if rng.random() < 0.5 else rng.sample(hidden, len(hidden))
    new = dict(zip(hidden, moved, strict=True))
    changed = list(done)
    deal = changed[first]
    assert isinstance(deal, Shuffled)
    changed[first] = Shuffled(tuple(new.get(face, face) for face in deal.order))
    if refilled >= 0 and len(cards.pile) > 1:
        changed[refilled] = _pile_turned(cards, changed[refilled])
    return None if changed == list(done) else changed


def _seat_of(cards: Cards, card: int) -> Seat:
    return next(seat for seat, hand in enumerate(cards.hands) if card in hand)


def _pile_turned(cards: Cards, made: Doing) -> Shuffled:
    """The order that made the last pile, with what still lies in it the other way round."""
    assert isinstance(made, Shuffled)
    left = len(cards.pile)
    return Shuffled((*made.order[: len(made.order) - left], *reversed(made.order[len(made.order) - left :])))


Unseen = Callable[[int, Sequence[Doing], Seat | None, Random], "list[Doing] | None"]

UNSEEN: Mapping[str, Unseen] = {"toy-quarry": quarry}
"""From the number of players and what was done to the same with what the seat has not seen changed, or None."""
