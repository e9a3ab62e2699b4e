"""The play screen of a drill: the Fast Game's, with its goal, its splits, the best run as a ghost, and retry."""

from __future__ import annotations

from datetime import datetime

from babylon3d.app.screen import Replace, Screen, Transition
from babylon3d.app.screens.fast.hold import Hold
from babylon3d.app.screens.fast.play import FastPlayScreen
from babylon3d.app.screens.practice.result import PracticeResultScreen
from babylon3d.games.babylon.fast.model import Assist
from babylon3d.games.babylon.practice.drills import DRILLS, DrillId
from babylon3d.games.babylon.practice.rules import PracticeState
from babylon3d.playable.babylon.practice import pictures as practice
from babylon3d.playable.babylon.practice.run import BestGhost, begin_run
from babylon3d.present.input import KeyDown, ScreenEvent
from babylon3d.present.model import HudModel, SceneModel

RETRY_KEY = "f5"


class PracticePlayScreen(FastPlayScreen):
    """One run of a drill. Time runs from the moment the player is ready."""

    def __init__(self, drill: DrillId, assist: Assist, *, at_once: bool = False) -> None:
        """A new run; `at_once` for a retry, which needs no explanation any more."""
        self._seated = begin_run(drill, assist)
        super().__init__(self._seated.setup, self._seated)
        self._drill, self._assist = drill, assist
        self._ghost = BestGhost.load(drill, assist)
        self._built = 0
        self._hold = None if at_once else Hold(DRILLS[drill].title, DRILLS[drill].line, button="Start")

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

    def _sheet(self) -> Transition:
        now = datetime.now().astimezone()
        return Replace(PracticeResultScreen(self._seated, now, self._ghost.measure, self._anew))

    def _pictured(self, model: SceneModel) -> SceneModel:
        return practice.pictured(model, self.run, self._ghost.at(self.built), self._ghost.kinds)

    def _told(self, hud: HudModel) -> HudModel:
        return practice.told(hud, self.run, self.built, self._ghost.measure)

    def _take(self, event: ScreenEvent) -> Transition | None:
        if isinstance(event, KeyDown) and event.key == RETRY_KEY and not event.repeat:
            return self.retry()
        return super()._take(event)

    def _command(self, command: str) -> Transition | None:
        if command == "retry":
            return self.retry()
        # A run has one way out: the key for stop is its key too.
        return super()._command("done" if command == "stop" else command)
