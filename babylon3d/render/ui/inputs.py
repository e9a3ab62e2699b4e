"""Collects what mouse, keyboard and window system do into plain events, in their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from direct.showbase.DirectObject import DirectObject
from panda3d.core import ModifierButtons

from babylon3d.present.input import (
    CloseAsked,
    FocusLost,
    InputEvent,
    KeyDown,
    KeyUp,
    Modifiers,
    MouseButton,
    MouseDown,
    MouseLeft,
    MouseMoved,
    MouseUp,
    Resized,
    Typed,
    Wheel,
)
from babylon3d.render.window import CLOSE_EVENT, RESIZED_EVENT, Window

DOUBLE_CLICK_S, DOUBLE_CLICK_PX = 0.4, 6.0
_MOUSE: dict[str, MouseButton] = {"mouse1": "left", "mouse2": "middle", "mouse3": "right"}
_SWAPPED: dict[MouseButton, MouseButton] = {"left": "right", "right": "left", "middle": "middle"}
_MODIFIERS = {
    "shift": "shift",
    "lshift": "shift",
    "rshift": "shift",
    "control": "control",
    "lcontrol": "control",
    "rcontrol": "control",
    "alt": "alt",
    "lalt": "alt",
    "ralt": "alt",
}


class Inputs:
    """A window's input as a queue. `swap_mouse` changes left and right; `clock` gives seconds, for double clicks."""

    def __init__(self, window: Window, clock: Callable[[], float]) -> None:
        self.swap_mouse = False
        self._window = window
        self._clock = clock
        self._queue: list[InputEvent] = []
        self._held = Modifiers()
        self._cursor: tuple[float, float] | None = None
        self._last_click: tuple[str, float, float, float] = ("", 0.0, 0.0, -1.0)
        self._listener: Any = DirectObject()
        for thrower in window.base.buttonThrowers or ():
            node = thrower.node()
            node.set_specific_flag(False)
            node.set_modifier_buttons(ModifierButtons())  # or the names of keys would begin with those held
            node.set_button_down_event("hands-down")
            node.set_button_up_event("hands-up")
            node.set_button_repeat_event("hands-repeat")
            node.set_keystroke_event("hands-typed")
        for name, method in (
            ("hands-down", self._down),
            ("hands-up", self._up),
            ("hands-repeat", self._repeat),
            ("hands-typed", self._typed),
            (CLOSE_EVENT, self._close_asked),
            (RESIZED_EVENT, self._resized),
            ("window-event", self._window_event),
        ):
            self._listener.accept(name, method)
        self._had_focus = True

    def add(self, *events: InputEvent) -> None:
        """Put events in by hand, as tests and scripts do."""
        self._queue += events

    def collect(self) -> list[InputEvent]:
        """Everything since the last call. Call `window.poll()` before."""
        self._follow_cursor()
        events, self._queue = self._queue, []
        return events

    def close(self) -> None:
        """Listen no more."""
        self._listener.ignore_all()

    def _follow_cursor(self) -> None:
        here = self._window.mouse()
        if here == self._cursor:
            return
        self._cursor = here
        self._queue.append(MouseLeft() if here is None else MouseMoved(*here))

    def _button(self, name: str) -> MouseButton | None:
        button = _MOUSE.get(name)
        return _SWAPPED[button] if button is not None and self.swap_mouse else button

    def _down(self, name: str) -> None:
        if name in _MODIFIERS:
            self._held = self._held._replace(**{_MODIFIERS[name]: True})
        button = self._button(name)
        if button is not None:
            self._follow_cursor()
            x, y = self._cursor or (-1.0, -1.0)
            self._queue.append(MouseDown(button, x, y, self._held, self._clicks(name, x, y)))
        elif name in ("wheel_up", "wheel_down"):
            self._follow_cursor()
            x, y = self._cursor or (-1.0, -1.0)
            self._queue.append(Wheel(1 if name == "wheel_up" else -1, x, y, self._held))
        elif not name.startswith(("mouse", "wheel")):
            self._queue.append(KeyDown(name, self._held))

    def _clicks(self, name: str, x: float, y: float) -> int:
        before, old_x, old_y, then = self._last_click
        now = self._clock()
        near = abs(x - old_x) <= DOUBLE_CLICK_PX and abs(y - old_y) <= DOUBLE_CLICK_PX
        double = name == before and near and now - then <= DOUBLE_CLICK_S
        self._last_click = ("", x, y, -1.0) if double else (name, x, y, now)
        return 2 if double else 1

    def _up(self, name: str) -> None:
        if name in _MODIFIERS:
            self._held = self._held._replace(**{_MODIFIERS[name]: False})
        button = self._button(name)
        if button is not None:
            self._follow_cursor()
            x, y = self._cursor or (-1.0, -1.0)
            self._queue.append(MouseUp(button, x, y, self._held))
        elif not name.startswith(("mouse", "wheel")):
            self._queue.append(KeyUp(name, self._held))

    def _repeat(self, name: str) -> None:
        if not name.startswith(("mouse", "wheel")) and name not in _MODIFIERS:
            self._queue.append(KeyDown(name, self._held, repeat=True))

    def _typed(self, text: str) -> None:
        if text.isprintable():
            self._queue.append(Typed(text))

    def _close_asked(self) -> None:
        self._queue.append(CloseAsked())

    def _resized(self, size: tuple[int, int]) -> None:
        self._queue.append(Resized(*size))

    def _window_event(self, win: Any) -> None:
        if not hasattr(win, "get_properties"):
            return
        has_focus = bool(win.get_properties().get_foreground())
        if self._had_focus and not has_focus:
            self._held = Modifiers()
            self._queue.append(FocusLost())
        self._had_focus = has_focus
