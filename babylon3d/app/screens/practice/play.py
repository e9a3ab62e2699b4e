"""The play screen of a drill: the Fast Game's, with its goal, its splits, the best run as a ghost, and retry."""

from __future__ import annotations

import random
from datetime import datetime

from babylon3d.app.screen import Replace, Screen, Transition
from babylon3d.app.screens.fast.hold import Hold
from babylon3d.app.screens.fast.play import HUD_TICKS, FastPlayScreen
from babylon3d.app.screens.practice.recount import Recount
from babylon3d.app.screens.practice.result import PracticeResultScreen
from babylon3d.app.services import Services
from babylon3d.games.babylon.fast.model import Assist
from babylon3d.games.babylon.practice.drills import DRILLS, DrillId
from babylon3d.games.babylon.practice.rules import PracticeState
from babylon3d.playable.babylon.practice import pictures as practice
from babylon3d.playable.babylon.practice.run import BestGhost, begin_run
from babylon3d.present.input import (
    FocusLost,
    KeyDown,
    MouseDown,
    MouseMoved,
    MouseUp,
    Pressed,
    ScreenEvent,
    Wheel,
)
from babylon3d.present.model import HudModel, SceneModel

RETRY_KEY = "f5"
TURN_DEG_A_PX = 0.6
"""How far a pixel of the mouse turns the model."""


class PracticePlayScreen(FastPlayScreen):
    """One run of a drill. Time runs from the moment the player is ready."""

    def __init__(self, drill: DrillId, assist: Assist, *, at_once: bool = False) -> None:
        """A new run; `at_once` for a retry, which needs no explanation any more."""
        self.seated = begin_run(drill, assist, seed=random.SystemRandom().randrange(2**31))
        super().__init__(self.seated.setup, self.seated)
        self._drill, self._assist = drill, assist
        self._ghost = BestGhost.load(drill, assist)
        self._built = 0
        self._recount = Recount()
        self._entered = False
        self._turned_deg = 0.0
        self._turning_x: float | None = None
        self.hold = None if at_once else Hold(DRILLS[drill].title, DRILLS[drill].line, button="Start")

    @property
    def run(self) -> PracticeState:
        """The run as it stands."""
        state = self.state
        assert isinstance(state, PracticeState)
        return state

    @property
    def built(self) -> int:
        """Ticks of building so far."""
        if self.run.phase == "building":
            self._built = self.game.phase_ticks
        return self._built

    def retry(self) -> Transition:
        """The same drill anew."""
        return Replace(self._anew())

    def _anew(self) -> Screen:
        return PracticePlayScreen(self._drill, self._assist, at_once=True)

    def sheet(self) -> Transition:
        """The run's result."""
        now = datetime.now().astimezone()
        return Replace(PracticeResultScreen(self.seated, now, self._ghost.measure, self._anew))

    # -- after a pause -------------------------------------------------------------------------------

    def enter(self, ctx: Services) -> None:
        """Show the table as it stands; a run that was left goes on after a countdown."""
        if self._entered:
            self._count_down()
        self._entered = True
        super().enter(ctx)

    def leave(self) -> None:
        """Time stands still; what is to be remembered is not to be looked at meanwhile."""
        super().leave()
        if self.run.copy is not None and self.run.phase == "building" and self.drawn is not None:
            self.scene.sync(practice.unmodelled(self.drawn))

    def be_ready(self) -> None:
        """Time runs after a countdown."""
        super().be_ready()
        self._count_down()

    def _count_down(self) -> None:
        if self.run.phase == "building":
            self._recount.begin()

    def pass_time(self, dt: float) -> None:
        """A tick of the run, unless it is counted down to."""
        if not self._recount.on:
            super().pass_time(dt)
            return
        if self._recount.tick():
            self.since_hud = HUD_TICKS
            self.ctx.sound.play("tick" if self._recount.on else "offer")
        self.pace.forget()

    def _waits(self, event: ScreenEvent) -> bool:
        """Whether something is not to be done before the run goes on: all but to look, to leave and to begin anew."""
        if not self._recount.on or self.hold is not None:
            return False
        match event:
            case KeyDown():
                kind = self.ctx.keys.command(event).partition(":")[0]
                return kind not in ("menu", "help", "orbit", "zoom", "home", "view")
            case Pressed(id_):
                return id_ not in ("menu", "help", "retry", "home")
            case MouseDown(button="left") | Wheel():
                return True
            case _:
                return False

    # -- the model -----------------------------------------------------------------------------------

    def _turns(self, event: ScreenEvent) -> bool:
        """Whether it was the model that the mouse took, turned or let go of."""
        match event:
            case MouseDown(button, x, y) if button != "left" or self.run.seats[0].hand is None:
                hit = self.scene.pick(x, y)
                if hit is None or hit.piece is None or not hit.piece.startswith(practice.MODEL):
                    return False
                self._turning_x = x
            case MouseMoved(x, _) if self._turning_x is not None:
                self._turned_deg = (self._turned_deg + (x - self._turning_x) * TURN_DEG_A_PX) % 360.0
                self._turning_x = x
            case MouseUp() if self._turning_x is not None:
                self._turning_x = None
            case _:
                if isinstance(event, FocusLost):
                    self._turning_x = None
                return False
        return True

    def pictured(self, model: SceneModel) -> SceneModel:
        """The scene with the model and the ghost of the best run."""
        ghost = self._ghost.at(self.built)
        still = self.hold is not None or self._recount.on
        return practice.pictured(model, self.run, ghost, self._ghost.kinds, self._turned_deg, still=still)

    def told(self, hud: HudModel) -> HudModel:
        """The HUD with the drill's goal and splits."""
        return practice.told(hud, self.run, self.built, self._ghost.measure, self._recount.seconds)

    def take(self, event: ScreenEvent) -> Transition | None:
        """One thing that hands did: retry, turn the model, or as in every round."""
        if isinstance(event, KeyDown) and event.key == RETRY_KEY and not event.repeat:
            return self.retry()
        if self._waits(event) or (self.hold is None and self._turns(event)):
            return None
        return super().take(event)

    def command(self, command: str) -> Transition | None:
        """As in every round, and retry."""
        if command == "retry":
            return self.retry()
        # A run has one way out: the key for stop is its key too.
        return super().command("done" if command == "stop" else command)
