"""A page over a table: a button folds it to a bar and gives the hands the camera, until it is unfolded again."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.app.screen import Push, Transition
from babylon3d.app.screens.camera_controls import CameraControls
from babylon3d.app.screens.page import Page
from babylon3d.app.services import Services
from babylon3d.present.input import KeyDown, MouseDown, MouseMoved, MouseUp, Pressed, ScreenEvent, Wheel
from babylon3d.present.model import SceneModel
from babylon3d.render.camera import View
from babylon3d.render.scene import SceneView
from babylon3d.render.ui.boxes import Rect
from babylon3d.render.ui.elements import Button, Column, Element, Panel, Place, Row, Text
from babylon3d.render.ui.hud import MARGIN

SEE = "see table"
KEY = "t"
WIDE = 760.0
SEE_WIDE = 176.0
"""The button's width with icon and key, which a long line beside it does not take away."""
ROOM = 0.86
"""The share of the window's height that the bar leaves to the table."""


class OverTable(Page):
    """A page that can be folded. Esc, the button and its key unfold it."""

    folded = False

    def __init__(self) -> None:
        super().__init__()
        self._hands = CameraControls()
        self._table: tuple[SceneModel, View] | None = None
        self._framed: tuple[int, int] | None = None
        """The window's size for which the table was brought into the room beside the page."""

    def enter(self, ctx: Services) -> None:
        """Show the page; what another page over it showed on the table is gone again."""
        scene = ctx.scene
        if scene is not None and self._table is not None:
            model, view = self._table
            scene.sync(model)
            scene.camera.set_view(view, True)
            scene.stage.look(view)
        super().enter(ctx)

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether the camera is on its way."""
        ctx = self._ctx
        scene = None if ctx is None or not (self.folded or self.room(*ctx.ui.size)) else ctx.scene
        return scene is not None and scene.busy

    def room(self, width: float, height: float) -> Rect | None:
        """The part of the window that the unfolded page leaves to the table; logical pixels. None: it lies over it."""
        return None

    def leave(self) -> None:
        """No button of the mouse is held any more; remember the table."""
        self._hands.release()
        scene = self.ctx.scene
        self._table = None if scene is None else (scene.model, scene.camera.view)
        super().leave()

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """As a page; while it is folded the hands move the camera."""
        if not self.folded:
            if Pressed(SEE) not in events:
                self._look_beside(dt, events)
                return super().tick(dt, events)
            self._fold(True)
        for event in events:
            transition = self._look(event)
            if transition is not None:
                return transition
        if self.ctx.scene is not None:
            self.ctx.scene.update(dt)
        return None

    def _look_beside(self, dt: float, events: Sequence[ScreenEvent]) -> None:
        """Show all that stands in the room beside the page, and let the mouse turn it there."""
        scene, size = self.ctx.scene, self.ctx.window.size
        room = self.room(*self.ctx.ui.size)
        if scene is None or room is None:
            self._framed = None
            return
        if self._framed != size:
            at_once = self.ctx.settings.reduced_motion or self._framed is not None
            self._framed = size
            self._frame(scene, room, at_once)
        for event in events:
            self._hand(event, scene)
        scene.update(dt)

    def _frame(self, scene: SceneView, room: Rect, at_once: bool) -> None:
        each = self.ctx.ui.scale
        self._hands.frame(scene, (room.x * each, room.y * each, room.right * each, room.bottom * each), at_once)
        self.ctx.redraw()

    def _fold(self, folded: bool) -> None:
        self.folded = folded
        self._framed = None
        self._hands.release()
        self.refresh()

    def _look(self, event: ScreenEvent) -> Transition | None:
        """One thing that hands did over the table."""
        scene = self.ctx.scene
        match event:
            case Pressed("unfold"):
                self._fold(False)
            case KeyDown():
                return self._key(event)
            case _ if scene is not None:
                self._hand(event, scene)
            case _:
                pass
        return None

    def _hand(self, event: ScreenEvent, scene: SceneView) -> None:
        """What the mouse does to the view."""
        match event:
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

    def _key(self, event: KeyDown) -> Transition | None:
        kind, _, way = self.ctx.keys.command(event).partition(":")
        scene = self.ctx.scene
        if kind == "menu":
            self._fold(False)
        elif kind == "help":
            return Push(self.ctx.screens.help())
        elif scene is not None and kind in ("orbit", "zoom"):
            self._hands.by_key(scene.camera, kind, way)
        elif scene is not None and kind == "home":
            width, height = self.ctx.ui.size
            self._frame(scene, Rect(0.0, 0.0, width, height * ROOM), self.ctx.settings.reduced_motion)
        self.ctx.redraw()
        return None

    def refresh(self) -> None:
        """Show the page, or its bar."""
        if self.folded:
            self.ctx.ui.show(self._bar, free_keys=True)
            self.ctx.redraw()
        else:
            super().refresh()

    def _bar(self, width: float, height: float) -> Element:
        """What is left of a folded page."""
        words = Column(
            children=(
                Text(text="The table as it stands", style="strong", shrink=True),
                Text(
                    text="Drag to turn it, wheel for nearer, Home for all of it",
                    style="small",
                    colour="soft",
                    wrap=True,
                ),
            ),
            gap=2,
            grow=1,
        )
        back = Button(id="unfold", label="The sheet", icon="scores", style="primary", key=KEY, tooltip="Back (Esc)")
        wide = min(WIDE, width - 2 * MARGIN)
        bar = Panel(child=Row(children=(words, back), gap=16), style="hud", pad=18, pad_y=12, width=wide)
        return Place(child=Panel(child=bar, style="clear", pad=MARGIN), x=0.5, y=1.0)


def see_table(narrow: bool) -> Button:
    """The button that folds a page."""
    tip = "Fold this away and look at the table"
    return Button(
        id=SEE,
        min_width=0.0 if narrow else SEE_WIDE,
        label="" if narrow else "See the table",
        icon="eye",
        style="quiet",
        key=KEY,
        show_key=not narrow,
        tooltip=tip,
    )
