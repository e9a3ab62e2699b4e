"""The screens on top of each other. `change` is the one function that alters the stack."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.app.screen import Pop, Push, Quit, Replace, Reset, Screen, Transition
from babylon3d.app.services import Services
from babylon3d.present.input import ScreenEvent


class Stack:
    """Screens; the topmost is entered and gets the ticks. It is empty when the program ends."""

    def __init__(self, ctx: Services) -> None:
        self._ctx = ctx
        self._screens: list[Screen] = []

    def __len__(self) -> int:
        return len(self._screens)

    @property
    def top(self) -> Screen:
        """The screen on show."""
        return self._screens[-1]

    def change(self, transition: Transition) -> None:
        """Leave the screen on show, alter the stack, enter the new topmost one."""
        if self._screens:
            self._leave()
        before = list(self._screens)
        match transition:
            case Push(screen):
                self._screens.append(screen)
            case Pop(times):
                del self._screens[max(0, len(self._screens) - times) :]
            case Replace(screen):
                del self._screens[-1:]
                self._screens.append(screen)
            case Reset(screen):
                self._screens = [screen]
            case Quit():
                self._screens = []
            case _:
                raise TypeError(type(transition).__name__)
        for screen in before:
            if screen not in self._screens:
                _close(screen)
        if self._screens:
            self._ctx.ui.clear()
            self._screens[-1].enter(self._ctx)

    def _leave(self) -> None:
        """Leave the topmost screen; it is off the stack if that fails."""
        screen = self._screens[-1]
        try:
            screen.leave()
        except Exception:
            self._screens.pop()
            raise
        self._ctx.ui.clear()

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> None:
        """Give the topmost screen its tick, and do what it asks for."""
        transition = self.top.tick(dt, events)
        if transition is not None:
            self.change(transition)

    def abandon(self) -> None:
        """Drop every screen after a fault: the topmost one is asked to leave, whatever comes of it."""
        screens, self._screens = self._screens, []
        for screen in screens[-1:]:
            screen.leave()
        for screen in screens:
            _close(screen)


def _close(screen: Screen) -> None:
    """Let a screen give back what it held between `leave` and `enter`; few hold anything."""
    close = getattr(screen, "close", None)
    if close is not None:
        close()
