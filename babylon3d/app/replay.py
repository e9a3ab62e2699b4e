"""The replay viewer: a record stepped, played and scrubbed through, over the HUD of its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from babylon3d.app.camera_hands import CameraHands
from babylon3d.app.play_begin import detail
from babylon3d.app.play_table import INSTANT, TICK_S
from babylon3d.app.replay_tape import Tape, read_tape
from babylon3d.app.screen import Pop, Push, Transition
from babylon3d.app.services import Services
from babylon3d.core.geometry import Pose, add
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
from babylon3d.present.motion import Glides
from babylon3d.present.presenter import Surroundings
from babylon3d.render.ui import elements
from babylon3d.render.ui.hud import BOTTOM, BOTTOM_COMPACT, MARGIN, hud, is_compact

MOMENT_S = 0.8
"""How long a moment is looked at while playing, at the speed 1."""

SPEEDS: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 8.0)

DROP_M = 0.03
"""From how high a placed piece is seen coming down."""


class ReplayScreen:
    """A record on the table. Nothing can be changed; the hands only move the camera and the tape."""

    def __init__(self, record: Path) -> None:
        """Read the record. Raises: BadText, CorruptFile."""
        self.tape: Tape = read_tape(record)
        self.at = 0
        self.playing = False
        self.speed = 1.0
        self._due_s = 0.0
        self._poses: Mapping[str, Pose] = {}
        self._glides = Glides()
        self._hands = CameraHands()
        self._shown: object = None
        self._framed = False

    # -- the stack ---------------------------------------------------------------------------------

    def enter(self, ctx: Services) -> None:
        """Show the moment."""
        self._ctx = ctx
        self._scene = ctx.scene_for(self.tape.pieces)
        self._shown = None
        self._settle()
        self._show()
        if not self._framed:
            self._hands.frame(self._scene, ctx.ui.middle(), at_once=True)
            self._framed = True

    def leave(self) -> None:
        """Stop playing."""
        self.playing = False
        self._glides = Glides()

    @property
    def busy(self) -> bool:
        """Whether something moves."""
        return self.playing or self._glides.active or self._scene.camera.moving

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Hands, then time, then the picture."""
        for event in events:
            transition = self._take(event)
            if transition is not None:
                return transition
        self._glides.advance(dt * max(1.0, self.speed))
        if self.playing:
            self._due_s += min(dt, 6 * TICK_S) * self.speed
            if self._due_s >= MOMENT_S:
                self._due_s = 0.0
                self._step()
        self._show()
        self._scene.update(dt)
        return None

    # -- the tape ----------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """Show a moment at once, without what led to it."""
        self.at = min(max(0, at), len(self.tape.moments) - 1)
        self._glides = Glides()
        self._settle()
        self._follow()

    def _step(self) -> None:
        """Go on by one moment, and let it be seen happening."""
        if self.at + 1 >= len(self.tape.moments):
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

    def _settle(self) -> None:
        self._poses = self.tape.presenter.places(self.tape.moments[self.at].state)

    def _follow(self) -> None:
        """Keep the building in view until the user takes the camera."""
        if not self._hands.taken:
            self._show()
            self._hands.frame(self._scene, self._ctx.ui.middle(), at_once=self._ctx.settings.reduced_motion)

    # -- the picture -------------------------------------------------------------------------------

    def _show(self) -> None:
        presenter, moment = self.tape.presenter, self.tape.moments[self.at]
        hand = presenter.hand()
        poses = self._glides.poses(self._poses)
        if self._scene.sync(presenter.scene(moment.state, None, hand, poses)):
            self._ctx.redraw()
        seats = self.tape.setup.seats
        around = Surroundings(
            names=tuple(seat.name for seat in seats),
            details=tuple(detail(seat) for seat in seats),
            log=moment.lines,
            warnings=("The last line of this record was cut and is left out",) if self.tape.dropped else (),
            reading=True,
        )
        model = presenter.hud(moment.state, hand, around)
        last = moment.lines[-1] if moment.lines else ""
        model = replace(model, message=model.message or last, progress=(0, 0, 0), progress_text="", log=())
        shown = (model, self.at, self.playing, self.speed)
        if shown != self._shown:
            self._shown = shown
            self._ctx.ui.show(lambda width, height: self._body(model, width, height), free_keys=True)
            self._ctx.redraw()

    def _body(self, model: HudModel, width: float, height: float) -> elements.Element:
        """The game's HUD, with the tape's controls in the place of its lower bar."""
        tall = BOTTOM_COMPACT if is_compact(width) else BOTTOM
        controls = elements.Place(child=self._controls(width), x=0.5, y=0.5)
        bar = elements.Panel(child=controls, style="hud", pad=18, pad_y=8, width=width - 2 * MARGIN, height=tall)
        over = elements.Panel(child=elements.Place(child=bar, x=0.5, y=1.0), style="clear", pad=MARGIN)
        return elements.Stack(children=(hud(model, width, height), over))

    def _controls(self, width: float) -> elements.Element:
        last = len(self.tape.moments) - 1
        begin, end = self.at == 0, self.at == last

        def button(id_: str, icon: str, tooltip: str, off: bool, why: str) -> elements.Button:
            return elements.Button(
                id=id_, icon=icon, tooltip=tooltip, enabled=not off, reason=why, style="normal", icon_size=18
            )

        first = "this is the beginning"
        final = "this is the end of the record" if self.tape.result else "the game stands here; it was not finished"
        buttons = (
            button("first", "first", "To the beginning (Home)", begin, first),
            button("turn-back", "back", "To the turn before (Page Up)", begin, first),
            button("back", "step_back", "A step back (Left)", begin, first),
            elements.Button(
                id="play",
                icon="pause" if self.playing else "play",
                tooltip="Pause (Space)" if self.playing else "Play (Space)",
                enabled=not end,
                reason=final,
                style="primary",
                icon_size=18,
            ),
            button("step", "step", "A step (Right)", end, final),
            button("turn-on", "next", "To the next turn (Page Down)", end, final),
            button("last", "last", "To the end (End)", end, final),
        )
        scrub = elements.Slider(
            id="scrub",
            value=float(self.at),
            low=0.0,
            high=float(max(1, last)),
            step=1.0,
            grow=1,
            tooltip="Where in the game",
        )
        turn = elements.Text(
            text=f"turn {self.tape.turn_at(self.at)} of {len(self.tape.turns)}", style="small", colour="soft"
        )
        speed = elements.Choice(
            id="speed",
            options=tuple((str(s), f"×{s:g}") for s in SPEEDS),
            value=str(self.speed),
            tooltip="Speed",
        )
        leave = elements.Button(
            id="menu", label="" if is_compact(width) else "Close", icon="cross", key="escape", tooltip="Close (Esc)"
        )
        lower = elements.Row(
            children=(*buttons, elements.Spacer(grow=1), speed, leave), gap=6 if is_compact(width) else 8
        )
        upper = elements.Row(children=(scrub, turn), gap=14)
        return elements.Column(children=(upper, lower), gap=6, width=width - 2 * MARGIN - 36)

    # -- hands -------------------------------------------------------------------------------------

    def _take(self, event: ScreenEvent) -> Transition | None:
        match event:
            case Pressed():
                return self._command(event.id)
            case Changed("scrub", value):
                self.playing = False
                self.go(round(float(value)))
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

    def _key(self, event: KeyDown) -> Transition | None:
        fixed = {
            "space": "play",
            "arrow_left": "back",
            "arrow_right": "step",
            "page_up": "turn-back",
            "page_down": "turn-on",
            "home": "first",
            "end": "last",
        }
        return self._command(fixed.get(event.key) or self._ctx.keys.command(event))

    def _command(self, command: str) -> Transition | None:
        kind, _, way = command.partition(":")
        match kind:
            case "play":
                if self.at + 1 < len(self.tape.moments):
                    self.playing, self._due_s = not self.playing, MOMENT_S
            case "step":
                self.playing = False
                self._step()
            case "back" | "first" | "last" | "turn-back" | "turn-on":
                self.playing = False
                self.go(self._target(kind))
            case "orbit" | "zoom":
                self._hands.by_key(self._scene.camera, kind, way)
            case "help":
                return Push(self._ctx.screens.help())
            case "menu":
                return Pop()
            case _:
                pass
        return None

    def _target(self, kind: str) -> int:
        """The moment that a button of the tape goes to."""
        return {
            "back": self.at - 1,
            "first": 0,
            "last": len(self.tape.moments) - 1,
            "turn-back": self.tape.turn_before(self.at),
            "turn-on": self.tape.next_turn(self.at),
        }[kind]

    def status(self) -> dict[str, object]:
        """What a test wants to know."""
        return {"at": self.at, "of": len(self.tape.moments), "playing": self.playing}
