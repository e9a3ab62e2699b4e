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
from babylon3d.core.match import Controller, Nature
from babylon3d.core.record import NatureInfo
from babylon3d.core.session import Game, Session
from babylon3d.games.babylon.fast.bots import BOTS as FAST_BOTS
from babylon3d.games.babylon.fast.model import FastAction, FastOptions, FastOutcome
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.pieces import COLOURS, MAX_PLAYERS, MIN_PLAYERS
from babylon3d.games.babylon.practice.rules import PracticeOptions, PracticeRules
from babylon3d.games.babylon.tactical.bots import BOTS
from babylon3d.games.babylon.tactical.model import TacticalAction, TacticalOptions, TacticalOutcome
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.players.bot import BotController

NatureName = Literal["ideal", "realtime", "accurate"]
NATURES: tuple[NatureName, ...] = ("ideal", "realtime", "accurate")


class ClosableNature(Nature, Protocol):
    """A nature that may hold a physics world."""

    def close(self) -> None:
        """Give everything back."""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game. `bots` make a bot's mind by level from its seat and its own chance; `nature` from a name and a session.

    In a `realtime` game all seats act at once, 60 ticks a second, and what the bots make are whole controllers.
    """

    id: str
    title: str
    game: Game
    seats: tuple[int, int]
    colours: tuple[str, ...]
    bots: Mapping[str, Callable[[Seat, Random], Any]]
    nature: Callable[[NatureName, Session], ClosableNature]
    realtime: bool = False

    def bot(self, level: str, seat: Seat, rng: Random) -> Controller:
        """The controller of a bot that waits for nothing. Raises: KeyError for a level that there is not."""
        made = self.bots[level](seat, rng)
        controller: Controller = made if self.realtime else BotController(made)
        return controller


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


def _tactical_nature(name: NatureName, session: Session) -> Any:
    """The ideal table, or one with physics; PyBullet is loaded only then."""
    from babylon3d.playable.babylon.tactical.natures import IdealNature, PhysicsNature

    if name == "ideal":
        return IdealNature()
    from babylon3d.physics.bullet import BulletWorld
    from babylon3d.physics.world import recipe

    return PhysicsNature(BulletWorld(recipe(name)), derived(session.header.seed, "table"))


TACTICAL = GameSpec(
    id="tactical",
    title="The Tactical Game",
    game=Game("tactical", TacticalRules(), Codec(TacticalAction, TacticalOutcome, TacticalOptions)),
    seats=(MIN_PLAYERS, MAX_PLAYERS),
    colours=COLOURS,
    bots=BOTS,
    nature=_tactical_nature,
)


def _fast_nature(name: NatureName, session: Session) -> Any:
    """The Fast Game's table in this process; it has no ideal one. Raises: BadText."""
    from babylon3d.playable.babylon.fast.nature import Begin, LocalNature, set_up_of

    if name == "ideal":
        raise BadText('the nature "ideal" does not fit the Fast Game', "", "realtime or accurate would do")
    state = session.state
    return LocalNature(Begin(len(state.seats), state.options, name, set_up_of(state)))


FAST = GameSpec(
    id="fast",
    title="The Fast Game",
    game=Game("fast", FastRules(), Codec(FastAction, FastOutcome, FastOptions)),
    seats=(MIN_PLAYERS, MAX_PLAYERS),
    colours=COLOURS,
    bots=FAST_BOTS,
    nature=_fast_nature,
    realtime=True,
)

PRACTICE = GameSpec(
    id="practice",
    title="Solo practice",
    game=Game("practice", PracticeRules(), Codec(FastAction, FastOutcome, PracticeOptions)),
    seats=(1, 1),
    colours=COLOURS[:1],
    bots={},
    nature=_fast_nature,
    realtime=True,
)

GAMES: dict[str, GameSpec] = {spec.id: spec for spec in (TACTICAL, FAST)}
"""What can be chosen for a new game."""

RECORDED: dict[str, GameSpec] = {**GAMES, PRACTICE.id: PRACTICE}
"""What a record can be of."""


def recorded(game_id: str) -> GameSpec:
    """The game that a record is of. Raises: BadText that names those there are."""
    if game_id not in RECORDED:
        raise BadText(f'the game "{game_id}" is not known', "", f"{' or '.join(RECORDED)} would do")
    return RECORDED[game_id]


def game(game_id: str) -> GameSpec:
    """The game with that id. Raises: BadText that names those there are."""
    if game_id not in GAMES:
        raise BadText(f'the game "{game_id}" is not known', "", f"{' or '.join(GAMES)} would do")
    return GAMES[game_id]
