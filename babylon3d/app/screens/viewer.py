"""What the replay viewers of all games share: the hands move only the camera and the time; the controls of time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from babylon3d.app.screen import Pop, Push, Transition
from babylon3d.app.screens.camera_controls import CameraControls
from babylon3d.app.services import Services
from babylon3d.core.build import PieceSet
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
from babylon3d.render.scene import SceneView
from babylon3d.render.ui import elements
from babylon3d.render.ui.hud import BOTTOM, BOTTOM_COMPACT, MARGIN, hud, is_compact

LINE_CUT = "The last line of this record was cut and is left out"
KEYS = {
    "space": "play",
    "arrow_left": "back",
    "arrow_right": "step",
    "page_up": "leap-back",
    "page_down": "leap-on",
    "home": "first",
    "end": "last",
}
"""The keys of time, which every viewer has; all others are as set by the user."""


@dataclass(frozen=True, slots=True)
class TimeWords:
    """How a viewer names the ways through its record: a step and a leap, each back and on, and its time."""

    back: str
    step: str
    leap_back: str
    leap_on: str
    scrub: str
    none_before: str = "this is the beginning"
    none_after: str = ""
    """Why there is no leap on; empty where a leap always leads to the end."""


class Viewer(ABC):
    """A record on the table. Subclasses say what time it is (`at`, from 0 to `last`) and what then stands there."""

    at: float
    words: TimeWords
    speeds: tuple[tuple[float, str], ...]
    scrub_step = 1.0
    leaps_stop = True
    """Whether a leap ends the playing."""

    def __init__(self, pieces: PieceSet) -> None:
        self.playing = False
        self.speed = 1.0
        self._pieces = pieces
        self._hands = CameraControls()
        self._shown: object = None
        self._framed = False

    # -- what a game's viewer says -----------------------------------------------------------------

    @property
    @abstractmethod
    def last(self) -> float:
        """The end of the record."""

    @abstractmethod
    def go(self, at: float) -> None:
        """Show a moment at once, without what led to it."""

    @abstractmethod
    def _step(self) -> None:
        """Go on by the least that can be seen."""

    @abstractmethod
    def _step_back(self) -> None:
        """Go back by the same."""

    @abstractmethod
    def _before(self) -> float | None:
        """Where a leap back leads, or None."""

    @abstractmethod
    def _after(self) -> float | None:
        """Where a leap on leads, or None."""

    @abstractmethod
    def _pass(self, dt: float) -> None:
        """Let time pass, seconds."""

    @abstractmethod
    def _picture(self) -> HudModel:
        """Bring the scene to the moment; what the HUD shows of it."""

    @abstractmethod
    def _look_first(self) -> None:
        """Turn the camera to what is on the table, when the viewer opens."""

    @abstractmethod
    def _told(self) -> str:
        """The time in words."""

    def _marks(self) -> tuple[elements.SliderMark, ...]:
        """What along the bar of time is worth going to."""
        return ()

    def _ways(self, compact: bool) -> tuple[elements.Widget, ...]:
        """What a game's viewer can do beside moving in time; in a narrow window without words."""
        return ()

    def _at_last(self) -> str:
        """Why nothing comes after the end."""
        return "this is the end of the record"

    def _drawn_at(self) -> object:
        """What the controls show of the time: they are laid out again when it changes."""
        return self.at

    # -- the stack ---------------------------------------------------------------------------------

    def enter(self, ctx: Services) -> None:
        """Show the moment."""
        self._ctx = ctx
        self._scene: SceneView = ctx.scene_for(self._pieces)
        self._shown = None
        self._show()
        if not self._framed:
            self._framed = True
            self._look_first()

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
        self._pass(dt)
        self._show()
        self._scene.update(dt)
        return None

    def status(self) -> dict[str, object]:
        """What a test wants to know."""
        return {"at": self.at, "of": self.last, "playing": self.playing, "speed": self.speed}

    # -- the picture -------------------------------------------------------------------------------

    def _show(self) -> None:
        model = self._picture()
        shown = (model, self._drawn_at(), self.playing, self.speed)
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
        begin, end = self.at <= 0, self.at >= self.last
        words, compact = self.words, is_compact(width)
        first, final = "this is the beginning", self._at_last()

        def button(id_: str, icon: str, tooltip: str, off: bool, why: str) -> elements.Button:
            return elements.Button(id=id_, icon=icon, tooltip=tooltip, enabled=not off, reason=why, icon_size=18)

        buttons = (
            button("first", "first", "To the beginning (Home)", begin, first),
            button("leap-back", "back", f"{words.leap_back} (Page Up)", self._before() is None, words.none_before),
            button("back", "step_back", f"{words.back} (Left)", begin, first),
            elements.Button(
                id="play",
                icon="pause" if self.playing else "play",
                tooltip="Pause (Space)" if self.playing else "Play (Space)",
                enabled=not end,
                reason=final,
                style="primary",
                icon_size=18,
            ),
            button("step", "step", f"{words.step} (Right)", end, final),
            button("leap-on", "next", f"{words.leap_on} (Page Down)", self._after() is None, words.none_after or final),
            button("last", "last", "To the end (End)", end, final),
        )
        scrub = elements.Slider(
            id="scrub",
            value=float(self.at),
            low=0.0,
            high=float(max(1, self.last)),
            step=self.scrub_step,
            grow=1,
            tooltip=words.scrub,
            marks=self._marks(),
        )
        time = elements.Text(text=self._told(), style="small", colour="soft")
        speed = elements.Choice(
            id="speed",
            options=tuple((str(s), label) for s, label in self.speeds),
            value=str(self.speed),
            tooltip="Speed",
        )
        leave = elements.Button(
            id="menu", label="" if compact else "Close", icon="cross", key="escape", tooltip="Close (Esc)"
        )
        lower = elements.Row(
            children=(*buttons, elements.Spacer(grow=1), *self._ways(compact), speed, leave), gap=6 if compact else 8
        )
        upper = elements.Row(children=(scrub, time), gap=14)
        return elements.Column(children=(upper, lower), gap=6, width=width - 2 * MARGIN - 36)

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
                return self._command(self._asked_by(event))
            case MouseMoved():
                if self._hands.drag(self._scene.camera, event.x, event.y, self._ctx.window.size[1]):
                    self._ctx.redraw()
            case MouseDown():
                hit = self._scene.pick(event.x, event.y) if event.clicks == 2 else None
                if hit is not None:
                    self._hands.taken = True
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

    def _asked_by(self, event: KeyDown) -> str:
        """The command of a key, empty if it has none."""
        return KEYS.get(event.key) or self._ctx.keys.command(event)

    def _command(self, command: str) -> Transition | None:
        kind, _, way = command.partition(":")
        match kind:
            case "play":
                self.playing = not self.playing and self.at < self.last
            case "step" | "back":
                self.playing = False
                if kind == "step":
                    self._step()
                else:
                    self._step_back()
            case "first" | "last":
                self.playing = False
                self.go(0.0 if kind == "first" else self.last)
            case "leap-back" | "leap-on":
                self._leap(self._before() if kind == "leap-back" else self._after())
            case "orbit" | "zoom":
                self._hands.by_key(self._scene.camera, kind, way)
            case "help":
                return Push(self._ctx.screens.help())
            case "menu":
                return Pop()
            case _:
                pass
        return None

    def _leap(self, to: float | None) -> None:
        if self.leaps_stop:
            self.playing = False
        if to is not None:
            self.go(to)
