"""The command `play`: the game in a window. The only one that needs a display."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from babylon3d.commands.arguments import NO_DISPLAY, parse_players
from babylon3d.core.errors import Unavailable


def play(given: Namespace) -> int:
    """Open the window. Raises: Unavailable without a display, naming the commands that need none."""
    players = parse_players(given.players) if given.players is not None else ()
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise Unavailable(f"no display (DISPLAY is not set); {needing_none()}")
    from babylon3d.app.start import Wish, start

    wish = Wish(given.game, players, given.seed, given.expert, given.quality, given.size, given.fullscreen)
    try:
        return start(wish)
    except Unavailable as error:
        raise Unavailable(f"{error}; {needing_none()}") from None


def needing_none() -> str:
    """The commands that work without a display, in one sentence."""
    return f"these commands need no display: {', '.join(NO_DISPLAY)}"
