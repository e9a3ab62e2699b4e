"""The games there are: what a command, a screen or a test needs to know of each. Ties games, players and natures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol

from babylon3d import __version__
from babylon3d.core.actions import Seat
from babylon3d.core.chance import derived
from babylon3d.core.codec import Codec
from babylon3d.core.errors import BadText
from babylon3d.core.match import Nature
from babylon3d.core.record import NatureInfo
from babylon3d.core.session import Game
from babylon3d.games.babylon.pieces import COLOURS, MAX_PLAYERS, MIN_PLAYERS
from babylon3d.games.babylon.tactical.bots import BOTS
from babylon3d.games.babylon.tactical.model import TacticalAction, TacticalOptions, TacticalOutcome
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.players.bot import Think

NatureName = Literal["ideal", "realtime", "accurate"]
NATURES: tuple[NatureName, ...] = ("ideal", "realtime", "accurate")


class ClosableNature(Nature, Protocol):
    """A nature that may hold a physics world."""

    def close(self) -> None:
        """Give everything back."""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game. `bots` make a bot's mind by level from its seat and its own chance; `nature` from a name and a seed."""

    id: str
    title: str
    game: Game
    seats: tuple[int, int]
    colours: tuple[str, ...]
    bots: Mapping[str, Callable[[Seat, Random], Think]]
    nature: Callable[[NatureName, int], ClosableNature]


def versions() -> dict[str, str]:
    """What a record's header says of the program that wrote it."""
    return {"babylon3d": __version__}


def nature_info(name: NatureName) -> NatureInfo:
    """What a record's header says of a nature: its name and every number of its recipe."""
    if name == "ideal":
        return NatureInfo("ideal")
    from babylon3d.physics.world import recipe

    config = recipe(name)
    numbers: dict[str, str | int | float | bool] = {}
    for field in config.__dataclass_fields__:
        value = getattr(config, field)
        if isinstance(value, str | int | float | bool):
            numbers[field] = value
    return NatureInfo("physics", numbers)


def _tactical_nature(name: NatureName, seed: int) -> Any:
    """The ideal table, or one with physics; PyBullet is loaded only then."""
    from babylon3d.natures.tactical import IdealNature, PhysicsNature

    if name == "ideal":
        return IdealNature()
    from babylon3d.physics.bullet import BulletWorld
    from babylon3d.physics.world import recipe

    return PhysicsNature(BulletWorld(recipe(name)), derived(seed, "table"))


TACTICAL = GameSpec(
    id="tactical",
    title="The Tactical Game",
    game=Game("tactical", TacticalRules(), Codec(TacticalAction, TacticalOutcome, TacticalOptions)),
    seats=(MIN_PLAYERS, MAX_PLAYERS),
    colours=COLOURS,
    bots=BOTS,
    nature=_tactical_nature,
)

GAMES: dict[str, GameSpec] = {spec.id: spec for spec in (TACTICAL,)}


def game(game_id: str) -> GameSpec:
    """The game with that id. Raises: BadText that names those there are."""
    if game_id not in GAMES:
        raise BadText(f'the game "{game_id}" is not known', "", f"{' or '.join(GAMES)} would do")
    return GAMES[game_id]
