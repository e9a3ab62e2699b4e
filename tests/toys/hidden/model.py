"""What Quarry is made of. A card lying somewhere is a token that all can see; its face is what may be hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from babylon3d.core.actions import Action, Checkpoint, Event, Seat
from babylon3d.core.chance import Rolled, Shuffled

Token = int
"""A card by the place that it had in the pile: known to all."""

Face = int
"""0 to 15: rank and suit; `HIDDEN` for one that may not be seen."""

HIDDEN: Face = -1
FACES, RANKS, HAND = 16, 4, 3
SUITS = ("red", "yellow", "green", "blue")

Stage = Literal["deal", "roll", "act", "refill"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many turns has each."""

    turns: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    first: Seat = 0


class Lay(Action, frozen=True, tag="lay"):
    """Lay a card of the own hand open before oneself."""

    card: Token


class Tuck(Action, frozen=True, tag="tuck"):
    """Put a card of the own hand aside, face down."""

    card: Token


QuarryAction = Lay | Tuck
QuarryOutcome = Rolled | Shuffled


class Dealt(Event, frozen=True, tag="dealt"):
    """A seat got its first hand; nobody else is told which."""

    seat: Seat
    faces: tuple[Face, ...]


class Thrown(Event, frozen=True, tag="thrown"):
    seat: Seat
    die: int


class Laid(Event, frozen=True, tag="laid"):
    seat: Seat
    card: Token
    face: Face


class Tucked(Event, frozen=True, tag="tucked"):
    seat: Seat
    card: Token
    face: Face


class Drawn(Event, frozen=True, tag="drawn"):
    seat: Seat
    card: Token
    face: Face


class TurnEnded(Checkpoint, frozen=True, tag="turn_ended"):
    seat: Seat


class Refilled(Event, frozen=True, tag="refilled"):
    """The cards that were put aside became the pile."""

    count: int


@dataclass(frozen=True, slots=True)
class Quarry:
    """The state: `faces` by token; hands, rows, pile (top first) and what was put aside hold tokens."""

    colours: tuple[str, ...]
    options: Options
    stage: Stage = "deal"
    faces: tuple[Face, ...] = ()
    hands: tuple[tuple[Token, ...], ...] = ()
    rows: tuple[tuple[Token, ...], ...] = ()
    pile: tuple[Token, ...] = ()
    aside: tuple[Token, ...] = ()
    die: int = 0
    taken: int = 0

    @property
    def to_move(self) -> Seat:
        """Whose turn it is."""
        return (self.options.first + self.taken) % len(self.colours)


def rank(face: Face) -> int:
    """1 to 4."""
    return face % RANKS + 1


def called(face: Face) -> str:
    """A face in words."""
    return "a card" if face == HIDDEN else f"the {SUITS[face // RANKS]} {rank(face)}"
