"""Photo mode: nothing but the table, the camera in the hands, and a picture of up to 4K."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from babylon3d.app.exports import export_folder
from babylon3d.app.photos import Photographer, Shot, bare
from babylon3d.app.screen import Pop, Transition
from babylon3d.app.screens.camera_controls import CameraControls
from babylon3d.app.services import Services
from babylon3d.core.errors import BabylonError
from babylon3d.core.prose import shown
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
from babylon3d.present.model import SceneModel
from babylon3d.render.camera import View
from babylon3d.render.scene import SceneView
from babylon3d.render.ui.elements import Button, Choice, Element, Flow, Panel, Place, Spacer, Text
from babylon3d.render.ui.hud import MARGIN

SIZES = {"2k": (1920, 1080), "3k": (2560, 1440), "4k": (3840, 2160)}
LABELS = (("window", "Window"), ("2k", "1920 × 1080"), ("3k", "2560 × 1440"), ("4k", "3840 × 2160"))


class PhotoScreen:
    """Over a game of that set of pieces that stands still; `record` is copied beside each photo."""

    def __init__(self, record: Path | None) -> None:
        self._record = record
        self._hands = CameraControls()
        self._photographer = Photographer()
        self._before: tuple[SceneModel, View] | None = None
        self._hidden = False
        self._size = ""
        self._ctx: Services | None = None

    @property
    def ctx(self) -> Services:
        """What there is to work with, between `enter` and `leave`."""
        assert self._ctx is not None, "not entered"
        return self._ctx

    @property
    def _scene(self) -> SceneView:
        scene = self.ctx.scene
        assert scene is not None, "there is no table to photograph"
        return scene

    @property
    def busy(self) -> bool:
        """Whether the camera is on its way, or a photo is awaited."""
        return self._ctx is not None and (self._scene.busy or self._photographer.busy)

    def enter(self, ctx: Services) -> None:
        """Show the table and nothing of the game's aids."""
        self._ctx = ctx
        self._size = self._size or ("2k" if ctx.window.is_software else "4k")
        scene = self._scene
        self._before = (scene.model, scene.camera.view)
        scene.sync(bare(scene.model))
        self._show()

    def leave(self) -> None:
        """Put the table and the view back as they were."""
        self._hands.release()
        if self._before is not None:
            model, view = self._before
            self._scene.sync(model)
            self._scene.camera.set_view(view, True)
            self._scene.stage.look(view)
        self._before = self._ctx = None

    def close(self) -> None:
        """Give the process back."""
        self._photographer.close()

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Follow the hands; tell of a photo that is ready."""
        for event in events:
            transition = self._take(event)
            if transition is not None:
                return transition
        self._hear()
        self._scene.update(dt)
        return None

    def _hear(self) -> None:
        try:
            path = self._photographer.done()
        except BabylonError as error:
            self.ctx.toast(f"No photo was saved: {error}", "warning")
            self._show()
            return
        if path is not None:
            beside = " with its record" if self._record is not None else ""
            self.ctx.toast(f"Photo saved{beside}: {shown(str(path))}", "camera")
            self._show()

    def _take(self, event: ScreenEvent) -> Transition | None:
        scene = self._scene
        match event:
            case Pressed("back"):
                return Pop()
            case Pressed("save"):
                self._shoot()
            case Pressed("hide"):
                self._hidden = True
                self._show()
            case Changed("photo size", str(size)):
                self._size = size
                self._show()
            case KeyDown():
                return self._key(event)
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
        """Keys move the camera; any other one brings the bar back."""
        kind, _, way = self.ctx.keys.command(event).partition(":")
        match kind:
            case "menu" if not self._hidden:
                return Pop()
            case "orbit" | "zoom":
                self._hands.by_key(self._scene.camera, kind, way)
            case "home":
                width, height = self.ctx.window.size
                at_once = self.ctx.settings.reduced_motion
                self._hands.frame(self._scene, (0.0, 0.0, float(width), float(height)), at_once)
            case _ if self._hidden:
                self._hidden = False
                self._show()
            case _:
                return None
        self.ctx.redraw()
        return None

    def _shoot(self) -> None:
        """Have the photo drawn."""
        ctx, scene = self.ctx, self._scene
        if self._photographer.busy:
            return
        size = SIZES.get(self._size, ctx.window.size)
        pieces = scene.catalogue.pieces.name
        shot = Shot(scene.model, pieces, scene.camera.view, size, ctx.settings.colour_blind, self._record)
        try:
            self._photographer.begin(shot, export_folder(ctx.settings, "pictures"), datetime.now().astimezone())
        except (BabylonError, OSError) as error:
            ctx.toast(f"No photo was saved: {error}", "warning")
        self._show()

    def _show(self) -> None:
        self.ctx.ui.show(Spacer() if self._hidden else self._bar, free_keys=True)
        self.ctx.redraw()

    def _bar(self, width: float, height: float) -> Element:
        busy = self._photographer.busy
        parts: tuple[Element, ...] = (
            Text(text="Photo", style="strong"),
            Choice(id="photo size", options=LABELS, value=self._size, width=190, tooltip="The photo's size in pixels"),
            Button(
                id="save",
                label="Being drawn" if busy else "Save",
                icon="camera",
                style="primary",
                key="ctrl+s",
                enabled=not busy,
                reason="the photo before it is still being drawn",
                tooltip="A picture of the table as it is seen now, without this bar; its record is put beside it",
            ),
            Button(id="hide", label="Hide", icon="eye", tooltip="Hide this bar; any key brings it back"),
            Button(id="back", label="Back", icon="back", key="escape", style="quiet"),
        )
        bar = Panel(child=Flow(children=parts, gap=10), style="hud", pad=14, pad_y=9, max_width=width - 2 * MARGIN)
        return Place(child=Panel(child=bar, style="clear", pad=MARGIN), x=0.5, y=1.0)
