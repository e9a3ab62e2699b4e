"""The replay viewer of the Fast Game: played at its own pace or in slow motion, scrubbed, from one fall to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from babylon3d.app.camera_hands import CameraHands
from babylon3d.app.fast_story import Story
from babylon3d.app.play_begin import detail
from babylon3d.app.screen import Pop, Push, Transition
from babylon3d.app.services import Services
from babylon3d.core.record import MAX_RECORD_BYTES, read_record
from babylon3d.games.babylon.fast.areas import seat_side_deg
from babylon3d.games.babylon.fast.model import TICKS_A_SECOND
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.present import fast_hud, fast_scene
from babylon3d.present.fast_words import clock_text
from babylon3d.present.input import (
    Changed,
    KeyDown,
    MouseDown,
    MouseMoved,
    MouseUp,
    Pressed,
    ScreenEvent,
    Wheel,
)
from babylon3d.present.model import HudModel
from babylon3d.render.camera import Bounds
from babylon3d.render.scene import SceneView
from babylon3d.render.ui import elements
from babylon3d.render.ui.hud import BOTTOM, BOTTOM_COMPACT, MARGIN, hud, is_compact
from babylon3d.storage import load_bytes

SPEEDS: tuple[tuple[float, str], ...] = (
    (0.125, "1/8"),
    (0.25, "1/4"),
    (0.5, "1/2"),
    (1.0, "×1"),
    (2.0, "×2"),
    (4.0, "×4"),
)
STEP_TICKS = 6
ELEVATION_DEG = 40.0
LOOK_HEIGHT_M = 0.10


class FastReplayScreen:
    """A record on the table. The hands only move the camera and the time."""

    def __init__(self, record: Path) -> None:
        """Read the record. Raises: BadText, CorruptFile, Unavailable."""
        read = read_record(load_bytes(record, MAX_RECORD_BYTES), resume=True, name=record.name)
        self.story = Story(read)
        self._seats = read.header.seats
        self._dropped = bool(read.dropped)
        self.at = float(self.story.marks[0].tick if self.story.marks else 0)
        self.playing = False
        self.speed = 1.0
        self.area: int | None = None
        self._hands = CameraHands()
        self._shown: object = None
        self._framed = False

    # -- the stack ---------------------------------------------------------------------------------

    def enter(self, ctx: Services) -> None:
        """Show the moment."""
        self._ctx = ctx
        self._scene: SceneView = ctx.scene_for(BABYLON)
        self._shown = None
        self._show()
        if not self._framed:
            self._framed = True
            self._look(None, at_once=True)

    def leave(self) -> None:
        """Stop playing."""
        self.playing = False
        self._hands.release()

    @property
    def busy(self) -> bool:
        """Whether something moves."""
        return self.playing or self._scene.busy

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Hands, then time, then the picture."""
        for event in events:
            transition = self._take(event)
            if transition is not None:
                return transition
        if self.playing:
            self.at = min(float(self.story.end), self.at + dt * TICKS_A_SECOND * self.speed)
            self.playing = self.at < self.story.end
        self._show()
        self._scene.update(dt)
        return None

    def go(self, tick: float) -> None:
        """Show a moment."""
        self.at = min(float(self.story.end), max(0.0, tick))

    # -- the picture -------------------------------------------------------------------------------

    def _show(self) -> None:
        state = self.story.state(self.at)
        lit = () if self.area is None else (self.area,)
        if self._scene.sync(fast_scene.scene(state, self.story.poses(self.at), lit=lit)):
            self._ctx.redraw()
        lines = self.story.lines(self.at)
        around = fast_hud.Around(
            seat=None,
            names=tuple(seat.name for seat in self._seats),
            details=tuple(detail(seat) for seat in self._seats),
            warnings=("The last line of this record was cut and is left out",) if self._dropped else (),
            reading=True,
        )
        model = fast_hud.hud(state, around)
        model = replace(model, message=lines[-1] if lines else "", progress_text="")
        shown = (model, round(self.at / 3), self.playing, self.speed)
        if shown != self._shown:
            self._shown = shown
            self._ctx.ui.show(lambda width, height: self._body(model, width, height), free_keys=True)
            self._ctx.redraw()

    def _body(self, model: HudModel, width: float, height: float) -> elements.Element:
        """The game's HUD, with the controls of time in the place of its lower bar."""
        tall = BOTTOM_COMPACT if is_compact(width) else BOTTOM
        controls = elements.Place(child=self._controls(width), x=0.5, y=0.5)
        bar = elements.Panel(child=controls, style="hud", pad=18, pad_y=8, width=width - 2 * MARGIN, height=tall)
        over = elements.Panel(child=elements.Place(child=bar, x=0.5, y=1.0), style="clear", pad=MARGIN)
        return elements.Stack(children=(hud(model, width, height), over))

    def _controls(self, width: float) -> elements.Element:
        begin, end = self.at <= 0, self.at >= self.story.end
        compact = is_compact(width)

        def button(id_: str, icon: str, tooltip: str, off: bool, why: str) -> elements.Button:
            return elements.Button(id=id_, icon=icon, tooltip=tooltip, enabled=not off, reason=why, icon_size=18)

        first, last = "this is the beginning", "this is the end of the record"
        before, after = self.story.mark_before(self.at), self.story.mark_after(self.at)
        buttons = (
            button("first", "first", "To the beginning (Home)", begin, first),
            button(
                "mark-back", "back", "To the fall or noble before (Page Up)", before is None, "there is none before"
            ),
            button("back", "step_back", "A moment back (Left)", begin, first),
            elements.Button(
                id="play",
                icon="pause" if self.playing else "play",
                tooltip="Pause (Space)" if self.playing else "Play (Space)",
                enabled=not end,
                reason=last,
                style="primary",
                icon_size=18,
            ),
            button("step", "step", "A moment on (Right)", end, last),
            button("mark-on", "next", "To the next fall or noble (Page Down)", after is None, "none is after"),
            button("last", "last", "To the end (End)", end, last),
        )
        scrub = elements.Slider(
            id="scrub",
            value=self.at,
            low=0.0,
            high=float(max(1, self.story.end)),
            step=float(STEP_TICKS),
            grow=1,
            tooltip="When in the match",
        )
        seconds = TICKS_A_SECOND
        time = elements.Text(
            text=f"{clock_text(int(self.at) // seconds)} of {clock_text(self.story.end // seconds)}",
            style="small",
            colour="soft",
        )
        speed = elements.Choice(
            id="speed", options=tuple((str(s), label) for s, label in SPEEDS), value=str(self.speed), tooltip="Speed"
        )
        leave = elements.Button(
            id="menu", label="" if compact else "Close", icon="cross", key="escape", tooltip="Close (Esc)"
        )
        lower = elements.Row(children=(*buttons, elements.Spacer(grow=1), speed, leave), gap=6 if compact else 8)
        upper = elements.Row(children=(scrub, time), gap=14)
        return elements.Column(children=(upper, lower), gap=6, width=width - 2 * MARGIN - 36)

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

    def _take(self, event: ScreenEvent) -> Transition | None:
        match event:
            case Pressed():
                return self._command(event.id)
            case Changed("scrub", value):
                self.playing = False
                self.go(float(value))
            case Changed("speed", value):
                self.speed = float(value)
            case KeyDown():
                return self._key(event)
            case MouseMoved():
                if self._hands.drag(self._scene.camera, event.x, event.y, self._ctx.window.size[1]):
                    self._ctx.redraw()
            case MouseDown():
                hit = self._scene.pick(event.x, event.y) if event.clicks == 2 else None
                if hit is not None:
                    self._scene.camera.look_at(hit.point)
                else:
                    self._hands.grab(event)
            case MouseUp():
                self._hands.release()
            case Wheel():
                hit = self._scene.pick(event.x, event.y)
                self._hands.zoom(self._scene.camera, event.steps, None if hit is None else hit.point)
            case _:
                self._hands.other(event)
        return None

    def _key(self, event: KeyDown) -> Transition | None:
        fixed = {
            "space": "play",
            "arrow_left": "back",
            "arrow_right": "step",
            "page_up": "mark-back",
            "page_down": "mark-on",
            "home": "first",
            "end": "last",
        }
        command = fixed.get(event.key) or self._ctx.keys.command(event)
        return self._command(f"area:{event.key}" if event.key.isdigit() else command)

    def _command(self, command: str) -> Transition | None:
        kind, _, way = command.partition(":")
        match kind:
            case "play":
                self.playing = not self.playing and self.at < self.story.end
            case "step" | "back":
                self.playing = False
                self.go(self.at + (STEP_TICKS if kind == "step" else -STEP_TICKS))
            case "first" | "last":
                self.playing = False
                self.go(0.0 if kind == "first" else float(self.story.end))
            case "mark-back" | "mark-on":
                tick = self.story.mark_before(self.at) if kind == "mark-back" else self.story.mark_after(self.at)
                if tick is not None:
                    self.go(float(tick))
            case "area" if way.isdigit() and int(way) <= len(self._seats):
                self._look(int(way) - 1 if int(way) else None)
            case "orbit" | "zoom":
                self._hands.by_key(self._scene.camera, kind, way)
            case "help":
                return Push(self._ctx.screens.help())
            case "menu":
                return Pop()
            case _:
                pass
        return None

    def status(self) -> dict[str, object]:
        """What a test wants to know."""
        return {"at": self.at, "of": self.story.end, "playing": self.playing, "speed": self.speed}
