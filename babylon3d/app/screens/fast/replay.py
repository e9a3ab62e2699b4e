"""The replay viewer of the Fast Game: played at its own pace or in slow motion, scrubbed, from one fall to the next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from babylon3d.app.screen import Transition
from babylon3d.app.screens.viewer import LINE_CUT, TimeWords, Viewer
from babylon3d.core.record import Record
from babylon3d.games.babylon.fast.areas import seat_side_deg
from babylon3d.games.babylon.fast.model import TICKS_A_SECOND
from babylon3d.playable.babylon.fast import hud as fast_hud
from babylon3d.playable.babylon.fast import scene as fast_scene
from babylon3d.playable.babylon.fast.story import Mark, MarkKind, Story
from babylon3d.playable.babylon.fast.words import clock_text
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.records import load_usable
from babylon3d.playable.told import detail
from babylon3d.present.input import KeyDown
from babylon3d.present.model import HudModel, SceneModel
from babylon3d.render.camera import Bounds
from babylon3d.render.ui import elements

STEP_TICKS = 6
ELEVATION_DEG = 40.0
LOOK_HEIGHT_M = 0.10
MARK_SIZES: dict[MarkKind, tuple[float, float]] = {
    "round": (9.0, 9.0),
    "end": (9.0, 9.0),
    "noble": (9.0, 0.0),
    "part": (4.0, 0.0),
    "fall": (0.0, 9.0),
}
PIECE_KEYS = {",": "piece:before", ".": "piece:next"}
"""From one piece that was placed or fell to the next."""


class FastReplayScreen(Viewer):
    """A match on the table; `at` is a tick. The keys 1 to 8 look at one area, 0 at all."""

    words = TimeWords(
        back="A moment back",
        step="A moment on",
        leap_back="To the fall or noble before",
        leap_on="To the next fall or noble",
        none_before="there is none before",
        none_after="none is after",
        scrub="When in the match. The keys , and . lead from one piece to the next",
    )
    speeds = ((0.125, "1/8"), (0.25, "1/4"), (0.5, "1/2"), (1.0, "×1"), (2.0, "×2"), (4.0, "×4"))
    scrub_step = float(STEP_TICKS)
    leaps_stop = False

    def __init__(self, record: Path) -> None:
        """Read the record. Raises: BadText, CorruptFile, Unavailable."""
        super().__init__(PIECES)
        self._take_in(load_usable(record)[1])

    def _take_in(self, read: Record) -> None:
        self.story = Story(read)
        self._seats = read.header.seats
        self._dropped = bool(read.dropped)
        self.at = float(self.story.marks[0].tick if self.story.marks else 0)
        self.area: int | None = None
        self._marked = tuple(self._slider_mark(mark) for mark in self.story.marks)

    # -- the time ----------------------------------------------------------------------------------

    @property
    def last(self) -> float:
        """The last tick."""
        return float(self.story.end)

    def go(self, at: float) -> None:
        """Show a tick."""
        self.at = min(self.last, max(0.0, at))

    def _step(self) -> None:
        self.go(self.at + STEP_TICKS)

    def _step_back(self) -> None:
        self.go(self.at - STEP_TICKS)

    def _before(self) -> float | None:
        return self.story.mark_before(self.at)

    def _after(self) -> float | None:
        return self.story.mark_after(self.at)

    def _pass(self, dt: float) -> None:
        if self.playing:
            self.at = min(self.last, self.at + dt * TICKS_A_SECOND * self.speed)
            self.playing = self.at < self.last

    def _told(self) -> str:
        seconds = TICKS_A_SECOND
        return f"{clock_text(int(self.at) // seconds)} of {clock_text(self.story.end // seconds)}"

    def _drawn_at(self) -> object:
        return round(self.at / 3)

    def _marks(self) -> tuple[elements.SliderMark, ...]:
        return self._marked

    # -- the picture -------------------------------------------------------------------------------

    def _picture(self) -> HudModel:
        state = self.story.state(self.at)
        lit = () if self.area is None else (self.area,)
        if self._scene.sync(self._pictured(fast_scene.scene(state, self.story.poses(self.at), lit=lit))):
            self._ctx.redraw()
        around = fast_hud.Around(
            seat=None,
            names=tuple(seat.name for seat in self._seats),
            details=tuple(map(detail, self.story.controllers(self.at))),
            warnings=(LINE_CUT,) if self._dropped else (),
            reading=True,
        )
        lines = self.story.lines(self.at)
        return self._hud(replace(fast_hud.hud(state, around), message=lines[-1] if lines else "", progress_text=""))

    def _pictured(self, model: SceneModel) -> SceneModel:
        """The scene with what a variant adds to it."""
        return model

    def _hud(self, hud: HudModel) -> HudModel:
        """The HUD with what a variant says otherwise."""
        return hud

    def _look_first(self) -> None:
        self._look(None, at_once=True)

    def _look(self, area: int | None, at_once: bool = False) -> None:
        """Look at one area, or at all."""
        self.area = area
        areas = len(self._seats)
        which = tuple(range(areas)) if area is None else (area,)
        side = seat_side_deg(areas, 0 if area is None else area)
        low, high = fast_scene.overview(areas, which, side, LOOK_HEIGHT_M)
        at_once = at_once or self._ctx.settings.reduced_motion
        self._hands.frame(self._scene, self._ctx.ui.middle(), at_once, Bounds(low, high), side, ELEVATION_DEG)
        self._ctx.redraw()

    # -- hands -------------------------------------------------------------------------------------

    def _slider_mark(self, mark: Mark) -> elements.SliderMark:
        """A mark on the bar: placings above in the colour of who placed, building parts short; falls below it."""
        colour = "sand" if mark.seat is None else self._seats[mark.seat].colour
        colour = "bad" if mark.kind == "fall" else colour
        said = mark.said([seat.name for seat in self._seats])
        when = clock_text(mark.tick // TICKS_A_SECOND)
        above, below = MARK_SIZES[mark.kind]
        return elements.SliderMark(mark.tick, mark.start, colour, f"{when} · {said}", above, below)

    def _asked_by(self, event: KeyDown) -> str:
        if event.key.isdigit():
            return f"area:{event.key}"
        return PIECE_KEYS.get(event.key) or super()._asked_by(event)

    def _command(self, command: str) -> Transition | None:
        kind, _, way = command.partition(":")
        if kind == "piece":
            find = self.story.mark_after if way == "next" else self.story.mark_before
            self._leap(find(self.at, parts=True))
            return None
        if kind != "area":
            return super()._command(command)
        if way.isdigit() and int(way) <= len(self._seats):
            self._look(int(way) - 1 if int(way) else None)
        return None
