"""From the command line to the program: what was wished for, as a game to begin or the menu."""

from __future__ import annotations

import random
from dataclasses import dataclass

from babylon3d.app.main import run
from babylon3d.app.screen import GameSetup
from babylon3d.core.errors import BadText
from babylon3d.core.rules import SeatInfo
from babylon3d.playable.draft import FORMS
from babylon3d.playable.registry import game

USUAL = (("Ann", "human"), ("Bo", "bot:easy"), ("Cid", "bot:medium"))
"""Who plays when a game is named but no players."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line asks for. Without `game` and `players` the menu is opened."""

    game: str | None = None
    players: tuple[tuple[str, str], ...] = ()
    """Names and controllers: ("Bo", "bot:medium")."""
    seed: int | None = None
    expert: bool = False
    quality: str | None = None
    size: tuple[int, int] | None = None
    full_screen: bool = False


def start(wish: Wish) -> int:
    """Run the program; its exit code. Raises: BadText for an unknown game or players, Unavailable without a window."""
    return run(setup_of(wish), quality=wish.quality, size=wish.size, full_screen=wish.full_screen)


def setup_of(wish: Wish) -> GameSetup | None:
    """The game that is wished for, None for the menu. Raises: BadText."""
    if wish.game is None and not wish.players:
        return None
    spec = game(wish.game or "tactical")
    players = wish.players or USUAL
    least, most = spec.seats
    if not least <= len(players) <= most:
        raise BadText(f"{len(players)} players are given", "--players", f"{least} to {most} would do")
    for name, controller in players:
        if controller != "human" and controller.partition(":")[2] not in spec.bots:
            raise BadText(f'"{name}:{controller}" is no player', "--players", f"bots are {', '.join(spec.bots)}")
    seats = tuple(SeatInfo(name, colour, who) for (name, who), colour in zip(players, spec.colours, strict=False))
    options = FORMS[spec.id].start()
    if wish.expert:
        options = FORMS[spec.id].switched(options, "expert", True)
    seed = random.SystemRandom().randrange(2**31) if wish.seed is None else wish.seed
    return GameSetup(spec.id, seats, options, seed)
