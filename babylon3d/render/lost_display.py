"""When the X server goes away, or a window is destroyed by another program: the program ends in order.

Xlib ends the process when its server is gone, and crashes on the way; of a window that is gone panda3d says nothing.
"""

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


class WindowWatch:
    """Looks after a window of X11 through a connection of its own; elsewhere every window is there."""

    def __init__(self, window: int) -> None:
        """Watch the window with this id; 0 for one that is none of X11's."""
        self._window, self._x11, self._display = window, None, None
        if not window or not sys.platform.startswith("linux"):
            return
        try:
            x11 = ctypes.CDLL("libX11.so.6")
        except OSError:
            return
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XSetErrorHandler.restype = ctypes.c_void_p
        x11.XSetErrorHandler.argtypes = (ctypes.c_void_p,)
        x11.XGetWindowAttributes.argtypes = (ctypes.c_void_p, ctypes.c_ulong, ctypes.c_void_p)
        x11.XCloseDisplay.argtypes = (ctypes.c_void_p,)
        self._display = x11.XOpenDisplay(None)
        self._x11 = x11 if self._display else None

    @property
    def is_there(self) -> bool:
        """Whether the window is still there."""
        if self._x11 is None:
            return True
        before = self._x11.XSetErrorHandler(ctypes.cast(_quiet, ctypes.c_void_p))
        try:
            return bool(self._x11.XGetWindowAttributes(self._display, self._window, _attributes))
        finally:
            self._x11.XSetErrorHandler(before)

    def close(self) -> None:
        """Give the connection back."""
        if self._x11 is not None:
            self._x11.XCloseDisplay(self._display)
            self._x11 = None


_quiet = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, event: 0)
"""An answer to X's complaint that a window is not there."""

_attributes = ctypes.create_string_buffer(1024)
"""Room for what X tells of a window: more than its structure needs."""
