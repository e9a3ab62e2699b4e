"""When the X server goes away: Xlib then ends the process, which crashes on the way; here it ends in order."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections.abc import Callable

EXIT_CODE = 2
SAID = b'babylon3d: the display has gone away; the game is saved, "Continue" in the menu goes on with it\n'

_Handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


_saves: list[Callable[[], None]] = []
"""What saves the game; taken out before it is called, for a call to X in it would come back here."""


def _lost(_: int | None) -> int:
    """Save, say it and end at once: nothing of the window can be given back any more."""
    with contextlib.suppress(Exception):
        while _saves:
            _saves.pop()()
    with contextlib.suppress(OSError):
        os.write(2, SAID)
    os._exit(EXIT_CODE)


_handler = _Handler(_lost)
"""Kept here as long as Xlib may call it."""


def end_in_order_without_display(save: Callable[[], None]) -> None:
    """Call it once a window is open: panda3d has a handler of its own. Elsewhere than on X11 it does nothing.

    `save` puts on the disk what is not there yet.
    """
    if not sys.platform.startswith("linux"):
        return
    _saves.append(save)
    try:
        ctypes.CDLL("libX11.so.6").XSetIOErrorHandler(_handler)
    except (OSError, AttributeError):
        return
