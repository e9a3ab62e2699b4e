"""The Fast Game's frozen states: the match, its round, seats, hands and what stands in the areas."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from babylon3d.core.actions import Result, Seat
from babylon3d.core.lattice import components
from babylon3d.games.babylon.fast.model import FastOptions, MoveHand, Rest
from babylon3d.games.babylon.pieces import PieceKind, Supply

Phase = Literal["countdown", "building", "settling", "scored", "over"]


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece that stands placed in an area; `seat` placed it (None: it was set up before the round)."""

    id: str
    kind: PieceKind
    colour: str
    area: int
    seat: Seat | None
    rest: Rest

    @property
    def is_noble(self) -> bool:
        """Whether it is a noble rather than a building part."""
        return self.kind in ("large", "small")


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece in a hand, or let go of and not yet judged."""

    id: str
    kind: PieceKind


class SeatState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player in the match and the running round.

    `hand` is held; `judged` wait for nature, the last of them blocks the hand while `waits`. Who `skips` has agreed
    that the rest of the round is skipped (F15).
    """

    name: str
    colour: str
    supply: Supply
    set_aside: int = 0
    wins: int = 0
    pile: tuple[PieceKind, ...] = ()
    out: bool = False
    done: bool = False
    hand: Held | None = None
    at: MoveHand | None = None
    judged: tuple[Held, ...] = ()
    waits: bool = False
    seconds: int = 0
    skips: bool = False


class NobleScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one noble scored: its points, doubled or not, or the number (1-4) of the condition it failed (F9)."""

    id: str
    colour: str
    area: int
    points: int
    doubled: bool = False
    failed: int | None = None


class SeatScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's round: totals per area, the pile, the final score (None for out), pieces not placed (F9, F10)."""

    left: int
    right: int
    pile: int
    final: int | None
    unplaced: int


class RoundScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scores of one round, per seat and per noble, and its winners."""

    seats: tuple[SeatScore, ...]
    nobles: tuple[NobleScore, ...]
    winners: tuple[Seat, ...]


class FastState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole match. `mouse` is who may act in alternating play; `made` counts the ids given to pieces.

    `quiet` seconds have gone by without a placed piece (F15). `unsettled` pieces are not judged yet because they move
    or because hands, those of the seats `touching`, touch them (F4).
    """

    options: FastOptions
    seats: tuple[SeatState, ...]
    round: int
    phase: Phase
    standing: tuple[Standing, ...] = ()
    seconds: int = 0
    made: int = 0
    mouse: Seat | None = None
    stopped_why: str = ""
    scores: tuple[RoundScore, ...] = ()
    ended: Result | None = None
    quiet: int = 0
    unsettled: tuple[str, ...] = ()
    touching: tuple[Seat, ...] = ()

    @property
    def areas(self) -> int:
        """How many construction areas there are: one per pair of neighbours, one in solo practice (F1, F14)."""
        return len(self.seats)

    @property
    def solo(self) -> bool:
        """Whether one player practises alone (F14)."""
        return len(self.seats) == 1

    def areas_of(self, seat: Seat) -> tuple[int, ...]:
        """The left and the right area of a seat (one, alone)."""
        n = len(self.seats)
        return (seat,) if n == 1 else (seat, (seat - 1) % n)

    def piece(self, piece_id: str) -> Standing | None:
        """The standing piece with that id."""
        for standing in self.standing:
            if standing.id == piece_id:
                return standing
        return None

    def seat_of_colour(self, colour: str) -> Seat | None:
        """The seat that plays a colour; None for set-up nobles of nobody."""
        for seat, state in enumerate(self.seats):
            if state.colour == colour:
                return seat
        return None


def canonical(s: FastState) -> dict[str, Any]:
    """The state as plain JSON values. What records of old know nothing of is left out where it says nothing."""
    told: dict[str, Any] = msgspec.to_builtins(s)
    for name in ("quiet", "unsettled", "touching"):
        if not told[name]:
            del told[name]
    for seat in told["seats"]:
        if not seat["skips"]:
            del seat["skips"]
    return told


def buildings(standing: tuple[Standing, ...], area: int) -> tuple[tuple[Standing, ...], ...]:
    """The connected buildings of an area: parts joined by resting on one another, with their nobles (B6)."""
    here = {piece.id: piece for piece in standing if piece.area == area}
    edges = [(piece.id, below) for piece in here.values() for below in piece.rest.rests_on if below in here]
    groups = components(list(here), edges)
    return tuple(tuple(here[name] for name in group) for group in groups)
