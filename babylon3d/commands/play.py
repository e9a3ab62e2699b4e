"""The command `play`: the game in a window. The only one that needs a display."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from argparse import Namespace

from babylon3d.commands.arguments import NO_DISPLAY, parse_players
from babylon3d.commands.options import options_of
from babylon3d.core.errors import BadText, Unavailable
from babylon3d.core.prose import shown
from babylon3d.playable.registry import offered_cards


def play(given: Namespace) -> int:
    """Open the window. Raises: Unavailable without a display, naming the commands that need none."""
    if given.file is not None:
        _check_file(given)
    players = parse_players(given.players) if given.players is not None else ()
    offered = offered_cards()
    card = next((card for card in offered if card.id == given.game), offered[0])
    options = options_of(card, given, "play")
    trouble = display_trouble()
    if trouble:
        raise Unavailable(f"no display ({trouble}); {needing_none()}")
    gc.disable()  # until the menu is on show: nothing is dropped while all is loaded and made
    from babylon3d.app.start import Wish, start

    wish = Wish(
        given.game,
        players,
        given.seed,
        options,
        given.quality,
        given.engine,
        given.size,
        given.fullscreen,
        given.file,
    )
    try:
        return start(wish)
    except Unavailable as error:
        raise Unavailable(f"{error}; {needing_none()}") from None
    finally:
        gc.enable()


def _check_file(given: Namespace) -> None:
    """What can be said of a file before a window is opened. Raises: BadText, CorruptFile, Unavailable."""
    for name in ("game", "players", "seed"):
        if getattr(given, name) is not None:
            raise BadText(f"--{name} is given beside {shown(str(given.file))}", "the file", "one of them would do")
    from babylon3d.playable.opening import opened

    opened(given.file)


def display_trouble() -> str:
    """Why no window can be opened, asked before the libraries for it are loaded; "" if nothing is in the way.

    On Linux windows come from an X server (also under Wayland); elsewhere there is always one to ask.
    """
    if not sys.platform.startswith("linux"):
        return ""
    name = os.environ.get("DISPLAY")
    if not name:
        return "DISPLAY is not set"
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return ""  # the window's own loading will say what is missing
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XCloseDisplay.argtypes = (ctypes.c_void_p,)
    display = x11.XOpenDisplay(name.encode())
    if not display:
        return f"no X server answers at DISPLAY={name}"
    x11.XCloseDisplay(display)
    return ""


def needing_none() -> str:
    """The commands that work without a display, in one sentence."""
    return f"these commands need no display: {', '.join(NO_DISPLAY)}"
