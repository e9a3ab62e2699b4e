"""The whole log of a game beside its table: the line that is pointed at shows its pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from babylon3d.app.screen import Pop, Push, Transition
from babylon3d.app.screens.camera_controls import CameraControls
from babylon3d.app.services import Services
from babylon3d.core.build import PieceSet
from babylon3d.present.input import KeyDown, MouseDown, MouseMoved, MouseUp, Pressed, ScreenEvent, Wheel
from babylon3d.present.model import SceneModel, Visual
from babylon3d.present.presenter import Chronicle
from babylon3d.render.scene import SceneView
from babylon3d.render.ui.elements import Button, Column, Element, Panel, Place, Row, Scroll, Text
from babylon3d.render.ui.hud import MARGIN

WIDE, SHARE = 400.0, 0.54
"""The list's width, and the most of a narrow window that it takes."""

LONG = 40
"""Lines of more letters are told in full by their tooltips."""

LINE = "line:"


class LogScreen:
    """Every line of a game so far, the newest with the keyboard; the mouse still moves the view."""

    def __init__(self, chronicle: Chronicle, model: SceneModel, pieces: PieceSet) -> None:
        """`model` is what stands on the table."""
        self.chronicle = chronicle
        self.lit: tuple[str, ...] = ()
        self._model = replace(model, ghosts=(), pieces=tuple(_plain(piece) for piece in model.pieces))
        self._pieces = pieces
        self._hands = CameraControls()
        lines = tuple(
            Button(
                id=f"{LINE}{number}", label=line, style="tab", align="left", tooltip=line if len(line) > LONG else ""
            )
            for number, line in enumerate(chronicle.lines)
        )
        none = (Text(text="Nothing has happened yet", style="small", colour="faint"),)
        self._lines = Column(children=lines or none, gap=0)  # kept: a long game has a thousand and more

    # -- the stack ---------------------------------------------------------------------------------

    def enter(self, ctx: Services) -> None:
        """Show list and table."""
        self._ctx = ctx
        self._scene: SceneView = ctx.scene_for(self._pieces)
        self._before = self._scene.camera.goal
        self._draw()
        last = len(self.chronicle.lines) - 1
        ctx.ui.show(self._body, focus=f"{LINE}{last}" if last >= 0 else "back")
        width, height = ctx.window.size
        left = self._width(ctx.ui.size[0]) * ctx.ui.scale
        room = (left + MARGIN * ctx.ui.scale, MARGIN, width - MARGIN, height - MARGIN)
        self._hands.frame(self._scene, room, ctx.settings.reduced_motion, azimuth_deg=self._before.azimuth_deg)

    def leave(self) -> None:
        """Show the table as it was seen before."""
        self._hands.release()
        self._scene.camera.set_view(self._before, True)

    @property
    def busy(self) -> bool:
        """Whether the camera is on its way."""
        return self._scene.camera.moving

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Hands, then the picture."""
        for event in events:
            transition = self._take(event)
            if transition is not None:
                return transition
        lit = self._pointed()
        if lit != self.lit:
            self.lit = lit
            self._draw()
        self._scene.update(dt)
        return None

    def status(self) -> dict[str, object]:
        """What a test wants to know."""
        return {"lines": len(self.chronicle.lines), "lit": self.lit}

    # -- the picture -------------------------------------------------------------------------------

    def _pointed(self) -> tuple[str, ...]:
        """The pieces of the line under the mouse, else of the one that has the keyboard."""
        interaction = self._ctx.ui.interaction
        for id_ in (interaction.hover, interaction.focus):
            if id_.startswith(LINE):
                return self.chronicle.pieces[int(id_[len(LINE) :])]
        return ()

    def _draw(self) -> None:
        lit = frozenset(self.lit)
        pieces = tuple(replace(p, glow="picked") if p.id in lit else p for p in self._model.pieces)
        if self._scene.sync(replace(self._model, pieces=pieces)):
            self._ctx.redraw()

    def _width(self, width: float) -> float:
        return min(WIDE, width * SHARE)

    def _body(self, width: float, height: float) -> Element:
        back = Button(id="back", label="Back", icon="back", key="escape", style="primary")
        parts = (
            Row(children=(Text(text="The log", style="subheading", grow=1), back), gap=10),
            Text(
                text="Point at a line to see its pieces; click it to go there.", style="small", colour="soft", wrap=True
            ),
            Scroll(id="log", child=self._lines, grow=1),
        )
        tall = height - 2 * MARGIN
        panel = Panel(
            child=Column(children=parts, gap=8), style="hud", pad=14, pad_y=12, width=self._width(width), height=tall
        )
        return Place(child=Panel(child=panel, style="clear", pad=MARGIN), x=0.0, y=0.5)

    # -- hands -------------------------------------------------------------------------------------

    def _take(self, event: ScreenEvent) -> Transition | None:
        camera = self._scene.camera
        match event:
            case Pressed("back"):
                return Pop()
            case Pressed(id_) if id_.startswith(LINE):
                self._go_to(self.chronicle.pieces[int(id_[len(LINE) :])])
            case KeyDown():
                return self._key(event)
            case MouseMoved():
                if self._hands.drag(camera, event.x, event.y, self._ctx.window.size[1]):
                    self._ctx.redraw()
            case MouseDown():
                self._hands.grab(event)
            case MouseUp():
                self._hands.release()
            case Wheel():
                self._hands.zoom(camera, event.steps)
            case _:
                self._hands.other(event)
        return None

    def _key(self, event: KeyDown) -> Transition | None:
        kind, _, way = self._ctx.keys.command(event).partition(":")
        match kind:
            case "menu" | "log":
                return Pop()
            case "help":
                return Push(self._ctx.screens.help())
            case "orbit" | "zoom":
                self._hands.by_key(self._scene.camera, kind, way)
            case _:
                pass
        return None

    def _go_to(self, pieces: tuple[str, ...]) -> None:
        """Bring a line's first piece to the middle of what the list leaves free."""
        for visual in self._model.pieces:
            if pieces and visual.id == pieces[0]:
                self._scene.camera.look_at(visual.pose.position)


def _plain(piece: Visual) -> Visual:
    return replace(piece, glow="none")
