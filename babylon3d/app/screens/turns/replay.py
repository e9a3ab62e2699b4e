"""The replay viewer of turn-based games: a record stepped, played and scrubbed through, over the HUD of its game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from babylon3d.app.screen import Push, Transition
from babylon3d.app.screens.turns.views import VIEWS
from babylon3d.app.screens.viewer import LINE_CUT, TimeWords, Viewer
from babylon3d.app.services import Services
from babylon3d.core.geometry import Pose, add
from babylon3d.playable.begin import with_controllers
from babylon3d.playable.latest import Latest
from babylon3d.playable.registry import recorded
from babylon3d.playable.setup import Finished
from babylon3d.playable.sitting import INSTANT, TICK_S
from babylon3d.playable.tape import Tape, read_tape
from babylon3d.playable.told import detail
from babylon3d.present.input import Changed, ScreenEvent
from babylon3d.present.model import HudModel
from babylon3d.present.motion import Glides
from babylon3d.present.presenter import Surroundings, about
from babylon3d.render.ui.elements import Button, ButtonStyle, Element, SliderMark, Widget
from babylon3d.render.ui.hud import is_compact

MOMENT_S = 0.8
"""How long a moment is looked at while playing, at the speed 1."""

DROP_M = 0.03
"""From how high a placed piece is seen coming down."""


SHEET = "sheet"
TURN_MARK, FALL_MARK = 5.0, 9.0
"""How long marks on the bar of time are."""


class ReplayScreen(Viewer):
    """A game on the table; `at` is the number of a moment of its tape."""

    at: int
    words = TimeWords(
        back="A step back",
        step="A step",
        leap_back="To the turn before",
        leap_on="To the next turn",
        scrub="Where in the game",
    )
    speeds = tuple((speed, f"×{speed:g}") for speed in (0.5, 1.0, 2.0, 4.0, 8.0))

    def __init__(self, record: Path) -> None:
        """Read the record. Raises: BadText, CorruptFile."""
        self.tape: Tape = read_tape(record)
        super().__init__(self.tape.pieces)
        self.at = 0
        self._due_s = MOMENT_S
        self._poses: Mapping[str, Pose] = {}
        self._glides = Glides()
        self._hand = self.tape.presenter.hand()
        self._marked = tuple(self._all_marks())
        self._record = record
        self._finished = self._finish()

    def _finish(self) -> Finished | None:
        """The game as its sheet needs it; None if it was not finished."""
        tape = self.tape
        if tape.result is None:
            return None
        setup = with_controllers(tape.setup, tape.moments[-1].controllers)
        return Finished(setup, tape.moments[-1].state, tape.result, self._record, tape.began, watched=True)

    # -- the stack ---------------------------------------------------------------------------------

    def enter(self, ctx: Services) -> None:
        """Show the moment."""
        self._settle()
        super().enter(ctx)

    def leave(self) -> None:
        """Stop playing."""
        super().leave()
        self._glides = Glides()

    @property
    def busy(self) -> bool:
        """Whether something moves."""
        return self.playing or self._glides.active or self._scene.camera.moving

    # -- the tape ----------------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.tape.moments) - 1

    def go(self, at: float) -> None:
        """Show a moment at once, without what led to it."""
        self.at = min(max(0, round(at)), self.last)
        self._glides = Glides()
        self._settle()
        self._follow()

    def _pass(self, dt: float) -> None:
        self._glides.advance(dt * max(1.0, self.speed))
        if not self.playing:
            self._due_s = MOMENT_S
            return
        self._due_s += min(dt, 6 * TICK_S) * self.speed
        if self._due_s >= MOMENT_S:
            self._due_s = 0.0
            self._step()

    def _step(self) -> None:
        """Go on by one moment, and let it be seen happening."""
        if self.at >= self.last:
            self.playing = False
            return
        before = dict(self._glides.poses(self._poses))
        self.at += 1
        moment = self.tape.moments[self.at]
        self._settle()
        lifts: dict[str, float] = {}
        for event in moment.events:
            lifts.update(self.tape.presenter.gliding(event, moment.state))
            cue = self.tape.presenter.cue(event)
            if cue:
                self._ctx.sound.play(cue)
        for piece, pose in self._poses.items():
            if piece not in before:
                before[piece] = Pose(add(pose.position, (0.0, 0.0, DROP_M)), pose.quaternion)
                lifts[piece] = 0.0
        if self._ctx.settings.animation_speed < INSTANT and not self._ctx.settings.reduced_motion:
            self._glides.start(before, lifts)
        self._follow()

    def _step_back(self) -> None:
        self.go(self.at - 1)

    def _before(self) -> float | None:
        return self.tape.turn_before(self.at) if self.at > 0 else None

    def _after(self) -> float | None:
        return self.tape.next_turn(self.at) if self.at < self.last else None

    def _marks(self) -> tuple[SliderMark, ...]:
        return self._marked

    def _all_marks(self) -> Iterator[SliderMark]:
        """Where turns begin, above the bar, and where something falls, below it; with what was said then."""
        for number, begin in enumerate(self.tape.turns, 1):
            yield SliderMark(begin, begin, "sand", f"Turn {number}", TURN_MARK, 0.0)
        for at, moment in enumerate(self.tape.moments):
            if any(self.tape.presenter.cue(event) == "fall" for event in moment.events):
                said = moment.lines[-1] if moment.lines else "Something falls"
                yield SliderMark(at, max(0, at - 1), "bad", said, 0.0, FALL_MARK)

    def _settle(self) -> None:
        self._poses = self.tape.presenter.places(self.tape.moments[self.at].state)

    def _follow(self) -> None:
        """Keep the building in view until the user takes the camera."""
        if not self._hands.taken:
            self._show()
            self._hands.frame(self._scene, self._ctx.ui.middle(), at_once=self._ctx.settings.reduced_motion)

    def _told(self) -> str:
        return f"turn {self.tape.turn_at(self.at)} of {len(self.tape.turns)}"

    def _at_last(self) -> str:
        return super()._at_last() if self.tape.result else "the game stands here; it was not finished"

    # -- the picture -------------------------------------------------------------------------------

    def _picture(self) -> HudModel:
        presenter, moment = self.tape.presenter, self.tape.moments[self.at]
        hand = self._hand
        scene = presenter.scene(moment.state, None, hand, self._glides.poses(self._poses))
        meant = (piece for event in moment.events for piece in about(presenter, event, moment.state))
        if self._scene.sync(Latest(tuple(meant)).scene(scene)):
            self._ctx.redraw()
        seats = self.tape.setup.seats
        around = Surroundings(
            names=tuple(seat.name for seat in seats),
            details=tuple(map(detail, moment.controllers)),
            log=moment.lines,
            warnings=(LINE_CUT,) if self.tape.dropped else (),
            reading=True,
        )
        model = presenter.hud(moment.state, hand, around)
        if self._finished is not None and self.at == self.last:
            model = self._won(self._finished, model)
        last = next((line for line in reversed(moment.lines) if line != model.title), "")
        return replace(model, message=model.message or last, progress=(0, 0, 0), progress_text="", log=(), views=VIEWS)

    def _won(self, finished: Finished, model: HudModel) -> HudModel:
        """The HUD of the end, with who has won and by what."""
        sheet_of = recorded(finished.setup.game).sheet
        if sheet_of is None:
            return model
        sheet = sheet_of(finished.state, finished.result, [seat.name for seat in finished.setup.seats])
        colour = sheet.colours[sheet.winners[0]] if len(sheet.winners) == 1 else ""
        return replace(model, title=sheet.verdict, message=sheet.reason, colour=colour)

    def _ways(self, compact: bool) -> tuple[Widget, ...]:
        """The sheet of a finished game; at its end this is the thing to do next."""
        if self._finished is None:
            return ()
        style: ButtonStyle = "primary" if self.at == self.last else "normal"
        label = "" if compact else "The sheet"
        return (Button(id=SHEET, label=label, icon="scores", key="t", tooltip="The scoring sheet (T)", style=style),)

    def _command(self, command: str) -> Transition | None:
        if command == SHEET and self._finished is not None:
            return Push(self._ctx.screens.results(self._finished))
        kind, _, way = command.partition(":")
        if kind in ("view", "home"):
            at_once = self._ctx.settings.reduced_motion
            self._hands.show_from(self._scene, self._ctx.ui.middle(), way or kind, at_once)
            return None
        if kind == "fade":
            self._fade(way)
            return None
        return super()._command(command)

    def _take(self, event: ScreenEvent) -> Transition | None:
        if isinstance(event, Changed) and event.id == "levels":
            self._fade(str(round(float(event.value))))
            return None
        return super()._take(event)

    def _fade(self, way: str) -> None:
        """Fade what is above a level, as while playing."""
        state = self.tape.moments[self.at].state
        self._hand = self.tape.presenter.press(state, None, self._hand, f"fade:{way}").hand

    def _body(self, model: HudModel, width: float, height: float) -> Element:
        """A narrow window leaves no room for the buttons of the view: there the keys and the mouse do what they do."""
        return super()._body(replace(model, views=(), levels=None) if is_compact(width) else model, width, height)

    def _look_first(self) -> None:
        self._hands.frame(self._scene, self._ctx.ui.middle(), at_once=True)
