"""A position that a game begins with instead of an empty table, as a record's options hold it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Coordinate = Annotated[int, msgspec.Meta(ge=-1_000, le=1_000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
SeatIndex = Annotated[int, msgspec.Meta(ge=0, le=4)]


class StartPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part that stands; a bridge's `x, y` is its middle."""

    id: Id
    kind: Literal["tower", "bridge"]
    x: Coordinate
    y: Coordinate
    level: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    turn: Literal[0, 90, 180, 270] = 0
    axis: Literal["x", "y"] | None = None


class StartNoble(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A noble that stands on the tower with the id `on`."""

    id: Id
    colour: str
    size: Literal["large", "small"]
    on: Id


class StartSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player: the colour, what is left, the number of turns taken."""

    colour: str
    towers: Count
    bridges: Count
    large: Count
    small: Count
    turns_taken: Count = 0


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The position; `placed`, `base_before` and `special` are as in `position.Position`, `first` is who began."""

    parts: Annotated[tuple[StartPart, ...], msgspec.Meta(max_length=2_000)]
    nobles: Annotated[tuple[StartNoble, ...], msgspec.Meta(max_length=2_000)]
    seats: Annotated[tuple[StartSeat, ...], msgspec.Meta(max_length=5)]
    to_move: SeatIndex
    first: SeatIndex = 0
    placed: Annotated[tuple[Id, ...], msgspec.Meta(max_length=5)] = ()
    base_before: Annotated[tuple[tuple[Coordinate, Coordinate], ...], msgspec.Meta(max_length=2_000)] | None = None
    special: bool = False
