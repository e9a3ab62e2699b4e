"""The replay viewer of a drill's run: its goal, its model, and at a key the best run on a table beside it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from babylon3d.app.screen import Transition
from babylon3d.app.screens.fast.replay import ELEVATION_DEG, LOOK_HEIGHT_M, FastReplayScreen
from babylon3d.core.record import Record
from babylon3d.games.babylon.fast.areas import seat_side_deg
from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.playable.babylon.fast.scene import CLOTH_M
from babylon3d.playable.babylon.practice import pictures
from babylon3d.playable.babylon.practice.watch import APART_M, Best, Watched, beside, best_beside
from babylon3d.present.input import KeyDown
from babylon3d.present.model import HudModel, SceneModel
from babylon3d.render.camera import Bounds
from babylon3d.render.ui import elements
from babylon3d.render.ui.hud import GAP, MARGIN, TOP

BEST_KEY = "b"
NAMES_SHARE = 0.56
"""How much of the window's width the two runs' names share."""


class PracticeReplayScreen(FastReplayScreen):
    """One run on the table; `with_best` shows the best of its drill next to it, both from the start of building."""

    def __init__(self, record: Path) -> None:
        """Read the record. Raises: BadText, CorruptFile, Unavailable."""
        self.with_best = False
        super().__init__(record)

    def _take_in(self, read: Record) -> None:
        self.watched = Watched(read)
        self.best: Best | None = best_beside(read)
        super()._take_in(read)

    # -- the picture -------------------------------------------------------------------------------

    @property
    def _best_at(self) -> float:
        """The best run's tick that is as far into its building as this run is."""
        assert self.best is not None and self.best.watched is not None
        other = self.best.watched
        return min(float(other.story.end), max(0.0, self.at - self.watched.began + other.began))

    def _pictured(self, model: SceneModel) -> SceneModel:
        state = self.watched.state(self.at)
        own = pictures.pictured(model, state, {}, {})
        if not self.with_best or self.best is None or self.best.watched is None:
            return own
        return beside(own, self.best.watched.scene(self._best_at))

    def _hud(self, hud: HudModel) -> HudModel:
        state = self.watched.state(self.at)
        best = None if self.best is None else self.best.run.measure
        said = pictures.told(hud, state, self.watched.built(self.at), best)
        return replace(said, actions=(), message=hud.message, progress=(0, 0, 0), progress_text="")

    def _body(self, model: HudModel, width: float, height: float) -> elements.Element:
        """As of every viewer; where two runs are seen, each has its name above it."""
        body = super()._body(model, width, height)
        if not self.with_best or self.best is None:
            return body
        best = f"The best · {DRILLS[self.best.run.drill].told(self.best.run.measure)} · {self.best.run.at[:10]}"
        names = elements.Row(children=(_name("This run"), _name(best)), gap=0, equal=True)
        row = elements.Panel(child=names, style="clear", pad=0, pad_y=MARGIN + TOP + GAP, width=width * NAMES_SHARE)
        return elements.Stack(children=(body, elements.Place(child=row, x=0.5, y=0.0)))

    def _ways(self, compact: bool) -> tuple[elements.Widget, ...]:
        return (
            elements.Button(
                id="best",
                label="" if compact else "The best beside it",
                icon="trophy",
                icon_size=18,
                key=BEST_KEY,
                show_key=not compact,
                active=self.with_best,
                enabled=not self._alone,
                reason=self._alone,
                tooltip="See the best run of this drill next to this one",
            ),
        )

    @property
    def _alone(self) -> str:
        """Why there is nothing to show beside this run; empty if there is."""
        if self.best is None:
            return "there is no best run with this help, hand and physics yet"
        return "this is the best run" if self.best.watched is None else ""

    def _drawn_at(self) -> object:
        return super()._drawn_at(), self.with_best

    def _look(self, area: int | None, at_once: bool = False) -> None:
        """Look at the run, or at both."""
        if not self.with_best:
            super()._look(area, at_once)
            return
        self.area = area
        side = seat_side_deg(1, 0)
        # The frame is turned to the side: across the view is its y.
        deep, across = CLOTH_M * 0.6, APART_M / 2 + CLOTH_M * 0.75
        wide = Bounds((-deep, -across, 0.0), (deep, across, LOOK_HEIGHT_M))
        at_once = at_once or self._ctx.settings.reduced_motion
        self._hands.frame(self._scene, self._ctx.ui.middle(), at_once, wide, side, ELEVATION_DEG)
        self._ctx.redraw()

    # -- hands -------------------------------------------------------------------------------------

    def _asked_by(self, event: KeyDown) -> str:
        return "best" if event.key == BEST_KEY else super()._asked_by(event)

    def _command(self, command: str) -> Transition | None:
        if command != "best":
            return super()._command(command)
        if not self._alone:
            self.with_best = not self.with_best
            self._look(None)
        return None


def _name(text: str) -> elements.Element:
    """A run's name above its table."""
    label = elements.Text(text=text, style="smallstrong", shrink=True)
    return elements.Row(children=(elements.Panel(child=label, style="hud", pad=10, pad_y=4),), along="centre")
