"""A game to begin, and a game that has ended: what screens and commands hand to each other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babylon3d.core.actions import Result, Seat
from babylon3d.core.rules import SeatInfo


@dataclass(frozen=True, slots=True)
class GameSetup:
    """A game to begin: which one, who sits where, its own options, and the seed of everything drawn by lot."""

    game: str
    seats: tuple[SeatInfo, ...]
    options: Any
    seed: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that has ended: what the results screen needs."""

    setup: GameSetup
    state: Any
    result: Result
    record: Path | None
    began: Seat | None = None
    """Who acted first, where the players act in turns."""
    watched: bool = False
    """Whether its replay is being watched, to which the results then lead back."""
