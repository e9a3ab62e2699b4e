"""The Tactical Game's closed types: actions, outcomes, needs, events, options."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from babylon3d.core.actions import Action, Checkpoint, Event, Need, Outcome, Seat
from babylon3d.games.babylon.pieces import LARGE_NOBLES, SMALL_NOBLES, PieceKind
from babylon3d.games.babylon.tactical.start import Start

MIN_PLACED, MAX_PLACED = 4, 5

NobleCount = Annotated[int, msgspec.Meta(ge=0, le=9)]


class TacticalOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Variants and house rules, all off by default (T7, T11, B9, G1). `first` is the seat that starts.

    `turn_s` and `total_s` are the time for a turn and for all turns of a player, in seconds, 0 for none, and `time_up`
    says what happens then: a warning, or a bot makes the rest of the turn. `start` is a position to begin with.
    """

    expert: bool = False
    take_back: bool = False
    large: NobleCount = LARGE_NOBLES
    small: NobleCount = SMALL_NOBLES
    first: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    open_exchange: bool = False
    hints: bool = False
    turn_s: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0
    total_s: Annotated[int, msgspec.Meta(ge=0, le=7200)] = 0
    time_up: Literal["warn", "bot"] = "warn"
    start: Start | None = None


class Place(Action, frozen=True, tag="place"):
    """Place a piece. A bridge's `x, y` is its middle and it has an `axis`; a noble's cell is its tower's (B7)."""

    piece: PieceKind
    x: int
    y: int
    level: int
    turn: Literal[0, 90, 180, 270] = 0
    axis: Literal["x", "y"] | None = None


class EndTurn(Action, frozen=True, tag="end"):
    """End the placements (T1); where the special move is offered, decline it or what is left of it (T6, T7)."""


class Exchange(Action, frozen=True, tag="exchange"):
    """Special move: switch two nobles of one size (T6)."""

    nobles: tuple[str, str]


class TurnTower(Action, frozen=True, tag="turn"):
    """Expert: rotate one tower by a quarter, counter-clockwise seen from above unless `clockwise` (T7)."""

    tower: str
    clockwise: bool = False


class Unable(Action, frozen=True, tag="unable"):
    """Say that no turn of four placements exists (T3); the game ends."""


class TakeBack(Action, frozen=True, tag="take_back"):
    """House rule: take back what was done last in the own running turn: a placement, or an open special move (T11)."""


TacticalAction = Place | EndTurn | Exchange | TurnTower | Unable | TakeBack


class Settled(Outcome, frozen=True, tag="settled"):
    """The physics came to rest after the last placements; `fallen` are the pieces that had to be put back (T10)."""

    fallen: tuple[str, ...] = ()


class TimeUp(Outcome, frozen=True, tag="time_up"):
    """The clock says that the time of the seat to move is up (T11)."""

    seat: Seat


class TimeUsed(Outcome, frozen=True, tag="time_used"):
    """The clock says how long the seat's turn was, tenths of a second (T11)."""

    seat: Seat
    tenths: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


TacticalOutcome = Settled | TimeUp | TimeUsed


class Settle(Need, frozen=True, tag="settle"):
    """The physics is asked to let these new pieces come to rest. It keeps nobody from acting."""

    pieces: tuple[str, ...]


class Started(Event, frozen=True, tag="started"):
    """The game has begun; `seat` is to move."""

    seat: Seat


class Placed(Event, frozen=True, tag="placed"):
    """A piece was placed; `id` is its name in the build."""

    seat: Seat
    id: str


class TakenBack(Event, frozen=True, tag="taken_back"):
    """A placement was taken back; the piece is in the supply again."""

    seat: Seat
    id: str


class SpecialTakenBack(Event, frozen=True, tag="special_taken_back"):
    """An open exchange, or the turn of a tower, was taken back; `pieces` are the nobles, or the tower (T11)."""

    seat: Seat
    pieces: tuple[str, ...]


class SpecialOffered(Event, frozen=True, tag="special_offered"):
    """The placements are over and the special move may be made (T6)."""

    seat: Seat


class Exchanged(Event, frozen=True, tag="exchanged"):
    """Two nobles have switched places."""

    seat: Seat
    nobles: tuple[str, str]


class TowerTurned(Event, frozen=True, tag="tower_turned"):
    """A tower was rotated and now has the orientation `turn`."""

    seat: Seat
    tower: str
    turn: int


class TimeIsUp(Event, frozen=True, tag="time_is_up"):
    """The time of a turn is up; `bot` makes the rest of it if that was agreed (T11)."""

    seat: Seat
    bot: bool


class PutBack(Event, frozen=True, tag="put_back"):
    """Pieces fell and were put back exactly as they were (T10)."""

    pieces: tuple[str, ...]


class TurnEnded(Checkpoint, frozen=True, tag="turn_ended"):
    """A seat's turn is over."""

    seat: Seat


class GameEnded(Checkpoint, frozen=True, tag="game_ended"):
    """The game is over (T8)."""

    ruling: str
