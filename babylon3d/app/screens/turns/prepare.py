"""A game's preparation: the document is shown on the table, altered by hand, and play begins with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from babylon3d.app.screen import Push, Replace, Transition
from babylon3d.app.screens.camera_controls import CameraControls
from babylon3d.app.services import Services
from babylon3d.playable.preparation import Preparation
from babylon3d.playable.registry import game
from babylon3d.playable.setup import GameSetup
from babylon3d.present.input import (
    KeyDown,
    MouseDown,
    MouseLeft,
    MouseMoved,
    MouseUp,
    Pressed,
    ScreenEvent,
    Wheel,
)
from babylon3d.present.model import Button, Hit, HudModel, SceneModel
from babylon3d.render.scene import SceneView


class PrepareScreen:
    """Between the set-up and the game."""

    def __init__(self, setup: GameSetup) -> None:
        """Begin with the document that may be played as it is. Raises: KeyError for a game without preparation."""
        spec = game(setup.game)
        if spec.preparation is None:
            raise KeyError(setup.game)
        self.preparation: Preparation[Any] = spec.preparation
        self.document: Any = self.preparation.start(setup)
        self._setup, self._pieces = setup, spec.pieces
        self._hands = CameraControls()
        self._hit: Hit | None = None
        self._framed = False
        self._drawn: SceneModel | None = None
        self._shown: HudModel | None = None

    def enter(self, ctx: Services) -> None:
        """Show the document."""
        self._ctx = ctx
        self._scene: SceneView = ctx.scene_for(self._pieces)
        self._drawn = self._shown = None
        self._show()
        if not self._framed:
            self._framed = True
            self._hands.frame(self._scene, ctx.ui.middle(), at_once=True)

    def leave(self) -> None:
        """Nothing is held."""
        self._hands.release()

    @property
    def busy(self) -> bool:
        """Whether the camera moves."""
        return self._scene.camera.moving

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Hands, then the picture."""
        for event in events:
            transition = self._take(event)
            if transition is not None:
                return transition
        self._show()
        self._scene.update(dt)
        return None

    def status(self) -> dict[str, object]:
        """What a test wants to know."""
        return {"document": repr(self.document), "refusal": self.preparation.refusal(self.document)}

    # -- the picture -------------------------------------------------------------------------------

    def _show(self) -> None:
        model = self.preparation.scene(self.document, self._hit)
        if model != self._drawn:
            self._drawn = model
            if self._scene.sync(model):
                self._ctx.redraw()
        refusal = self.preparation.refusal(self.document)
        actions = (
            *self.preparation.buttons(self.document),
            Button("begin", "Begin", key="enter", icon="play", enabled=not refusal, reason=refusal),
            Button("help", "Help", icon="help", tooltip="Keys and mouse"),
            Button("menu", "Back", icon="back", tooltip="Back to the set-up (Esc)"),
        )
        hud = HudModel(title=self.preparation.title, message=self.preparation.message(self.document), actions=actions)
        if hud != self._shown:
            self._shown = hud
            self._ctx.ui.show_hud(hud)
            self._ctx.redraw()

    # -- hands -------------------------------------------------------------------------------------

    def _take(self, event: ScreenEvent) -> Transition | None:
        camera = self._scene.camera
        match event:
            case Pressed():
                return self._command(event.id)
            case KeyDown():
                return self._command(self._ctx.keys.command(event) or ("begin" if event.key == "enter" else ""))
            case MouseMoved():
                if self._hands.drag(camera, event.x, event.y, self._ctx.window.size[1]):
                    self._ctx.redraw()
                else:
                    self._hit = self._scene.pick(event.x, event.y)
            case MouseLeft():
                self._hit = None
            case MouseDown(button="left"):
                hit = self._scene.pick(event.x, event.y)
                if hit is not None and event.clicks == 1:
                    self.document = self.preparation.click(self.document, hit)
            case MouseDown():
                self._hands.grab(event)
            case MouseUp():
                self._hands.release()
            case Wheel():
                hit = self._scene.pick(event.x, event.y)
                self._hands.zoom(camera, event.steps, None if hit is None else hit.point)
            case _:
                self._hands.other(event)
        return None

    def _command(self, command: str) -> Transition | None:
        """What a key or a button asks for."""
        kind, _, way = command.partition(":")
        match kind:
            case "begin":
                if not self.preparation.refusal(self.document):
                    setup = self.preparation.prepared(self._setup, self.document)
                    return Replace(self._ctx.screens.play(setup))
            case "menu":
                return Replace(self._ctx.screens.new_game())
            case "help":
                return Push(self._ctx.screens.help())
            case "orbit" | "zoom":
                self._hands.by_key(self._scene.camera, kind, way)
            case "home":
                self._hands.frame(self._scene, self._ctx.ui.middle(), at_once=False)
            case "":
                pass
            case _:
                self.document = self.preparation.press(self.document, command)
        return None
