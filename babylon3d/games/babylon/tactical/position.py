"""A position of the Tactical Game as a plain value: what a position file says, before any rule has looked at it."""

from __future__ import annotations

from dataclasses import dataclass, field

from babylon3d.core.actions import Seat
from babylon3d.core.build import Build
from babylon3d.games.babylon.pieces import Supply
from babylon3d.games.babylon.tactical.model import TacticalOptions


@dataclass(frozen=True, slots=True)
class PlayerPosition:
    """One player: the colour, what is left in the supply, and the number of turns taken so far."""

    colour: str
    supply: Supply
    turns_taken: int = 0


@dataclass(frozen=True, slots=True)
class Position:
    """A position in the middle of a turn or between two.

    `placed` are the ids placed in the running turn, in order; `base_before` the base area (B8) before it, sorted,
    or None to take it from the build without `placed`; `special` says that the special move is pending (T6).
    """

    build: Build
    players: tuple[PlayerPosition, ...]
    to_move: Seat
    placed: tuple[str, ...] = ()
    base_before: tuple[tuple[int, int], ...] | None = None
    special: bool = False
    options: TacticalOptions = field(default_factory=TacticalOptions)
