"""A game's card: what the command line and the menu show of it before anybody has chosen it. Plain data, soon read."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

from babylon3d.core.build import PieceSet
from babylon3d.playable.arguments import Argument
from babylon3d.present.commands import Command

NatureName = Literal["ideal", "realtime", "accurate"]
NATURES: tuple[NatureName, ...] = ("ideal", "realtime", "accurate")


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A game's own way in from the menu, beside "New game"."""

    label: str
    icon: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """What is known of a game without its rules; a `GameSpec` is a card with all the rest."""

    id: str
    title: str
    seats: tuple[int, int]
    """The fewest and the most."""
    colours: tuple[str, ...]
    """Names of the palette, in the order in which they are given out."""
    pieces: PieceSet
    set_up: bool = False
    """Whether it can be set up for several players; such a game has a `form`."""
    keys: tuple[Command, ...] = ()
    """Commands of the keyboard beside those that every game has."""
    arguments: tuple[Argument, ...] = ()
    """Options of the command line."""
    sample: str = ""
    """The asset that holds a build worth looking at."""
    entry: MenuEntry | None = None

    @property
    def printed(self) -> dict[str, Any]:
        """What stands on it, by name: a spec begins with it."""
        return {each.name: getattr(self, each.name) for each in fields(GameCard)}
