"""What stands on a table and is not played: a build or a position from a file, to be looked at from all sides."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.app.screen import Pop, Push, Transition
from babylon3d.app.screens.camera_controls import CameraControls
from babylon3d.app.screens.page import breakable
from babylon3d.app.services import Services
from babylon3d.core.prose import plural
from babylon3d.playable.opening import OpenedTable
from babylon3d.present.input import (
    KeyDown,
    MouseDown,
    MouseMoved,
    MouseUp,
    Pressed,
    Resized,
    ScreenEvent,
    Wheel,
)
from babylon3d.render.scene import SceneView
from babylon3d.render.ui.elements import Button, Column, Element, Panel, Place, Row, Text
from babylon3d.render.ui.hud import MARGIN

WIDE = 760.0
BAR = 92.0
"""Room at the foot of the window, logical pixels."""


class TableScreen:
    """The table, the camera in the hands, and a bar with a way back."""

    def __init__(self, table: OpenedTable) -> None:
        self._table = table
        self._hands = CameraControls()
        self._ctx: Services | None = None

    @property
    def ctx(self) -> Services:
        """What there is to work with, between `enter` and `leave`."""
        assert self._ctx is not None, "not entered"
        return self._ctx

    @property
    def _scene(self) -> SceneView:
        return self.ctx.scene_for(self._table.pieces)

    @property
    def busy(self) -> bool:
        """Whether the camera is on its way."""
        return self._ctx is not None and self._scene.busy

    def enter(self, ctx: Services) -> None:
        """Show the table."""
        self._ctx = ctx
        self._scene.sync(self._table.model)
        self._frame(at_once=True)
        ctx.ui.show(self._bar, free_keys=True)
        ctx.redraw()

    def leave(self) -> None:
        """No button of the mouse is held any more."""
        self._hands.release()
        self._ctx = None

    def _frame(self, *, at_once: bool) -> None:
        width, height = self.ctx.window.size
        room = (0.0, 0.0, float(width), height - BAR * self.ctx.ui.scale)
        self._hands.frame(self._scene, room, at_once or self.ctx.settings.reduced_motion)

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Follow the hands."""
        for event in events:
            transition = self._take(event)
            if transition is not None:
                return transition
        self._scene.update(dt)
        return None

    def _take(self, event: ScreenEvent) -> Transition | None:
        scene = self._scene
        match event:
            case Pressed("back"):
                return Pop()
            case KeyDown():
                return self._key(event)
            case Resized() if not self._hands.taken:
                self._frame(at_once=True)
            case MouseMoved():
                if self._hands.drag(scene.camera, event.x, event.y, self.ctx.window.size[1]):
                    self.ctx.redraw()
            case MouseDown():
                hit = scene.pick(event.x, event.y) if event.clicks == 2 else None
                if hit is not None:
                    scene.camera.look_at(hit.point)
                else:
                    self._hands.grab(event)
            case MouseUp():
                self._hands.release()
            case Wheel():
                hit = scene.pick(event.x, event.y)
                self._hands.zoom(scene.camera, event.steps, None if hit is None else hit.point)
            case _:
                self._hands.other(event)
        return None

    def _key(self, event: KeyDown) -> Transition | None:
        kind, _, way = self.ctx.keys.command(event).partition(":")
        match kind:
            case "menu":
                return Pop()
            case "help":
                return Push(self.ctx.screens.help())
            case "orbit" | "zoom":
                self._hands.by_key(self._scene.camera, kind, way)
            case "home":
                self._frame(at_once=False)
            case _:
                return None
        self.ctx.redraw()
        return None

    def _bar(self, width: float, height: float) -> Element:
        table = self._table
        said = f"{plural(len(table.model.pieces), 'piece')} · drag to turn, wheel for nearer, Home for all of it"
        words = Column(
            children=(
                Text(text=table.title, style="strong", shrink=True),
                Text(text=said, style="small", colour="soft", shrink=True),
                *((Text(text=breakable(table.note), style="small", colour="bad", wrap=True),) if table.note else ()),
            ),
            gap=2,
            grow=1,
        )
        back = Button(id="back", label="Back", key="escape", icon="back", style="primary")
        wide = min(WIDE, width - 2 * MARGIN)
        bar = Panel(child=Row(children=(words, back), gap=16), style="hud", pad=18, pad_y=12, width=wide)
        return Place(child=Panel(child=bar, style="clear", pad=MARGIN), x=0.5, y=1.0)
