"""The program's heartbeat: 60 ticks a second, a picture only when something changed, sleep in between."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from babylon3d.app.exports import export_folder
from babylon3d.app.screen import Push, Quit, Reset, Transition
from babylon3d.app.screens.help import HelpScreen
from babylon3d.app.services import Services
from babylon3d.app.stack import Stack
from babylon3d.app.status import StatusFile
from babylon3d.core.errors import BabylonError, Unavailable
from babylon3d.present.input import (
    CloseAsked,
    InputEvent,
    KeyDown,
    MouseDown,
    MouseMoved,
    MouseUp,
    Resized,
    ScreenEvent,
    Wheel,
)
from babylon3d.render.pictures import encoded
from babylon3d.storage import save_atomic, unused, user_dir

log = logging.getLogger(__name__)

TICK_S = 1 / 60
IDLE_S = 1 / 25
"""How long to sleep when nothing moves: input is still looked for 25 times a second."""
AWAKE_S = 0.5
"""How long after the last input the full rate is kept."""
MOST_TICKS = 6
"""Ticks made up for after a slow picture; what is beyond is dropped, and time goes slower."""


class Loop:
    """Feeds input and time to UI and screens, draws, and catches what screens let fall."""

    def __init__(self, ctx: Services, stack: Stack) -> None:
        self.ctx = ctx
        self.stack = stack
        self.ticks = 0
        self.faults: list[str] = []
        self._last_input = time.monotonic()
        self._owed = 0.0
        self._pending: list[InputEvent] = []
        self._then = time.monotonic()

    def change(self, transition: Callable[[], Transition]) -> None:
        """Alter the stack from outside a screen; a fault on the way is reported like one of a screen."""
        try:
            self.stack.change(transition())
        except Exception as error:
            self.fault(error)

    def run(self) -> None:
        """Go on until no screen is left. Raises: Unavailable if another program destroyed the window; all is saved."""
        status = StatusFile.from_environment()
        while len(self.stack):
            started = time.monotonic()
            self.step(started)
            if self.ctx.window.lost:
                self.stack.abandon()
                raise Unavailable(
                    'another program destroyed the window; the game is saved, "Continue" in the menu goes on with it'
                )
            status.write(self.ctx, self.stack)
            self.rest(started)

    def step(self, now: float) -> None:
        """Take in input, let the time since the last call pass in whole ticks, and draw what changed."""
        self.ctx.window.poll()
        self._pending += self.ctx.inputs.collect()
        if self._pending:
            self._last_input = now
        self._owed = min(self._owed + now - self._then, MOST_TICKS * TICK_S)
        self._then = now
        ticks = max(1 if self._pending else 0, int(self._owed / TICK_S))
        self._owed = max(0.0, self._owed - ticks * TICK_S)
        for number in range(1, ticks + 1):
            if not len(self.stack):
                return
            self.ctx.catching_up = number < ticks
            self.tick(self._global(self._portion()))
        self.draw()

    def _portion(self) -> list[InputEvent]:
        """The input of one tick: at most one key, press or turn of the wheel, so that each meets what the last did."""
        decisive = 0
        for number, event in enumerate(self._pending):
            if isinstance(event, (KeyDown, MouseDown, MouseUp, Wheel)):
                decisive += 1
            if decisive > 1:
                portion, self._pending = self._pending[:number], self._pending[number:]
                return portion
        portion, self._pending = self._pending, []
        return portion

    def tick(self, events: Sequence[ScreenEvent]) -> None:
        """One tick: UI, then the screen on show. A fault of a screen is reported and leads back to the menu."""
        self.ticks += 1
        ui = self.ctx.ui
        try:
            reported = ui.take(events)
            ui.tick(TICK_S)
            left = self._asked(reported)
            if len(self.stack):
                self.stack.tick(TICK_S, left)
        except Exception as error:
            self.fault(error)

    def draw(self) -> None:
        """Draw if the UI or the scene changed."""
        ctx = self.ctx
        try:
            if ctx.ui.paint():
                ctx.redraw()
            if ctx.window.needs_frame and len(self.stack):
                self._picture()
        except Exception as error:
            self.fault(error)
        ctx.sound.update()

    def _picture(self) -> None:
        scene = self.ctx.scene
        drawn = scene.stage.drawn if scene is not None else 0
        started = time.monotonic()
        self.ctx.window.render_frame()
        if scene is not None and scene.stage.drawn != drawn:
            scene.frame_took(time.monotonic() - started)

    def rest(self, started: float) -> None:
        """Sleep until the next turn is due: soon while something moves, later when nothing does."""
        now = time.monotonic()
        awake = now - self._last_input < AWAKE_S or self.ctx.ui.waiting or bool(self._pending)
        if len(self.stack) and self.stack.top.busy:
            awake = True
        rest = (TICK_S if awake else IDLE_S) - (now - started)
        if rest > 0:
            time.sleep(rest)

    # ---- what every screen shares

    def _global(self, events: Sequence[ScreenEvent]) -> list[ScreenEvent]:
        """Follow the window; of several cursor moves in a row only the last counts."""
        kept: list[ScreenEvent] = []
        for event in events:
            if isinstance(event, Resized):
                self._resized(event)
            if isinstance(event, MouseMoved) and kept and isinstance(kept[-1], MouseMoved):
                kept[-1] = event
            else:
                kept.append(event)
        return kept

    def _resized(self, event: Resized) -> None:
        ctx = self.ctx
        ctx.ui.fit((event.width, event.height), ctx.settings.ui_scale)
        if ctx.scene is not None:
            ctx.scene.resized()
        ctx.redraw()

    def _asked(self, events: Sequence[ScreenEvent]) -> list[ScreenEvent]:
        """Do what the program's own keys ask for; the rest is the screen's."""
        left: list[ScreenEvent] = []
        for event in events:
            if isinstance(event, CloseAsked):
                self.stack.change(Quit())
                return []
            if isinstance(event, KeyDown) and not event.repeat and not self.ctx.bound and self._program_key(event):
                continue
            left.append(event)
        return left

    def _program_key(self, event: KeyDown) -> bool:
        ctx = self.ctx
        match ctx.keys.command(event):
            case "fullscreen":
                ctx.change(full_screen=not ctx.settings.full_screen)
            case "picture":
                self._save_picture()
            case "help" if not isinstance(self.stack.top, HelpScreen):
                self.stack.change(Push(ctx.screens.help()))
            case _:
                return False
        return True

    def _save_picture(self) -> None:
        ctx = self.ctx
        try:
            path = new_picture(export_folder(ctx.settings, "pictures"), datetime.now().astimezone())
            ctx.ui.paint()
            if ctx.scene is not None:
                ctx.scene.finish()
            ctx.window.render_frame()
            save_atomic(path, encoded(ctx.window.screenshot()))
        except BabylonError as error:
            ctx.toast(f"No picture was saved: {error}", "warning")
            return
        ctx.toast(f"Picture saved: {path}", "camera")

    def fault(self, error: Exception) -> None:
        """Report a fault of ours: into the log file, to the user, and back to the menu. The game has saved itself."""
        text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        log.error("a screen failed:\n%s", text)
        where = write_fault(text)
        self.faults.append(text)
        try:
            self.stack.abandon()
        except Exception:
            log.exception("the screen could not be left either")
        self.ctx.ui.clear()
        if len(self.faults) > 20:
            raise error
        self.stack.change(Reset(self.ctx.screens.trouble(f"{type(error).__name__}: {error}", where)))


def new_picture(folder: Path, now: datetime) -> Path:
    """A name for a picture that no file has."""
    return unused(folder, now.strftime("babylon3d %Y-%m-%d %H.%M.%S"), ".png")


def write_fault(text: str) -> str:
    """Append a fault to the log file in the user's folder; where it stands, empty if it could not be written."""
    try:
        path = user_dir("data") / "faults.log"
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{datetime.now().astimezone().isoformat(timespec='seconds')}\n{text}\n")
    except (BabylonError, OSError) as error:
        log.warning("the fault could not be written down: %s", error)
        return ""
    return str(path)
