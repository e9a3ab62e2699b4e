"""From the command line to the program: what was wished for, as a game to begin or the menu."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babylon3d.app.main import run
from babylon3d.core.errors import BadText
from babylon3d.core.prose import plural
from babylon3d.core.rules import SeatInfo
from babylon3d.physics.engines import Engine
from babylon3d.playable.registry import game, offered
from babylon3d.playable.setup import GameSetup

if TYPE_CHECKING:
    from babylon3d.playable.spec import GameSpec


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line asks for. Without `game` and `players` the menu is opened."""

    game: str | None = None
    players: tuple[tuple[str, str], ...] = ()
    """Names and controllers: ("Bo", "bot:medium")."""
    seed: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game other than the usual ones."""
    quality: str | None = None
    engine: Engine | None = None
    size: tuple[int, int] | None = None
    full_screen: bool = False
    file: Path | None = None
    """A record, a build or a position to open instead of a game."""


def start(wish: Wish) -> int:
    """Run the program; its exit code. Raises: BadText for an unknown game or players, Unavailable without a window."""
    setup = setup_of(wish)
    file = None
    if wish.file is not None:
        from babylon3d.playable.opening import opened

        file = opened(wish.file)
    return run(setup, file=file, quality=wish.quality, engine=wish.engine, size=wish.size, full_screen=wish.full_screen)


def setup_of(wish: Wish) -> GameSetup | None:
    """The game that is wished for, None for the menu. Raises: BadText."""
    if wish.game is None and not wish.players:
        return None
    spec = game(wish.game) if wish.game else offered()[0]
    players = wish.players or usual_players(spec)
    least, most = spec.seats
    if not least <= len(players) <= most:
        raise BadText(f"{plural(len(players), 'player')} given", "--players", f"{least} to {most} would do")
    for name, controller in players:
        if controller != "human" and controller.partition(":")[2] not in spec.bots:
            raise BadText(f'"{name}:{controller}" is no player', "--players", f"bots are {', '.join(spec.bots)}")
    seats = tuple(SeatInfo(name, colour, who) for (name, who), colour in zip(players, spec.colours, strict=False))
    assert spec.form is not None
    options = spec.form.start()
    for option, value in wish.options.items():
        options = spec.form.switched(options, option, value)
    seed = random.SystemRandom().randrange(2**31) if wish.seed is None else wish.seed
    return GameSetup(spec.id, seats, options, seed)


def usual_players(spec: GameSpec) -> tuple[tuple[str, str], ...]:
    """Who plays when a game is named but no players: one person and bots, or people where it has none."""
    from babylon3d.playable.draft import NAMES  # late: the menu needs nothing of the set-up

    levels = spec.usual_bots or tuple(spec.bots)
    others = (f"bot:{levels[i % len(levels)]}" if levels else "human" for i in range(spec.seats[0] - 1))
    return tuple(zip(NAMES, ("human", *others), strict=False))
