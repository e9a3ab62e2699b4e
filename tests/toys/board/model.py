"""What Lookouts is made of: the board's state, its actions, what they change, and the options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

from babylon3d.core.actions import Action, Checkpoint, Outcome, Seat
from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.lattice import Cell

SIDE = 3
LOOKOUTS = 2
HIGHEST = 3

Place = tuple[int, int]
PLACES: tuple[Place, ...] = tuple((x, y) for y in range(SIDE) for x in range(SIDE))

Coordinate = Annotated[int, msgspec.Meta(ge=0, le=SIDE - 1)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`blocked` are the places where nothing can be built, set by the preparation."""

    blocked: tuple[tuple[Coordinate, Coordinate], ...] = ()
    turns: Annotated[int, msgspec.Meta(ge=1, le=12)] = 4
    first: Seat = 0


class Raise(Action, frozen=True, tag="raise"):
    """Put a tower on a place."""

    x: Coordinate
    y: Coordinate


class Post(Action, frozen=True, tag="post"):
    """Set a lookout on the tower of a place."""

    x: Coordinate
    y: Coordinate


class Walk(Action, frozen=True, tag="walk"):
    """Move an own lookout to a neighbouring tower, at most one level up."""

    x: Coordinate
    y: Coordinate
    to_x: Coordinate
    to_y: Coordinate


class Rest(Action, frozen=True, tag="rest"):
    """Do nothing."""


LookoutsAction = Raise | Post | Walk | Rest


class Quake(Outcome, frozen=True, tag="quake"):
    """What nature could do here, and never may."""


class Raised(Checkpoint, frozen=True, tag="raised"):
    seat: Seat
    x: int
    y: int
    level: int


class Posted(Checkpoint, frozen=True, tag="posted"):
    seat: Seat
    id: str
    level: int


class Walked(Checkpoint, frozen=True, tag="walked"):
    seat: Seat
    id: str
    level: int


class Rested(Checkpoint, frozen=True, tag="rested"):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Lookout:
    """A lookout on the tower of a place."""

    id: str
    seat: Seat
    at: Place


@dataclass(frozen=True, slots=True)
class Board:
    """The state: heights by the order of `PLACES`, lookouts in order of placing, turns taken by both together."""

    colours: tuple[str, str]
    options: Options
    heights: tuple[int, ...] = (0,) * (SIDE * SIDE)
    lookouts: tuple[Lookout, ...] = ()
    taken: int = 0

    @property
    def to_move(self) -> Seat:
        """Whose turn it is."""
        return (self.options.first + self.taken) % 2

    def height(self, at: Place) -> int:
        """How many towers stand on a place."""
        return self.heights[PLACES.index(at)]

    def on(self, at: Place) -> Lookout | None:
        """Who stands there."""
        return next((one for one in self.lookouts if one.at == at), None)

    def build(self) -> Build:
        """The board in towers and nobles."""
        parts = tuple(
            Part(tower_id(at, level), "tower", Cell(at[0] - 1, at[1] - 1, level))
            for at in PLACES
            for level in range(1, self.height(at) + 1)
        )
        nobles = tuple(
            Noble(one.id, self.colours[one.seat], "small", tower_id(one.at, self.height(one.at)))
            for one in self.lookouts
        )
        return Build("babylon", parts, nobles)


def tower_id(at: Place, level: int) -> str:
    """The id of a tower by where it stands."""
    return f"t{at[0]}{at[1]}{level}"
