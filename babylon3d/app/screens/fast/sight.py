"""How the person at the mouse sees the table in the Fast Game: through which camera, and when the view follows."""

from __future__ import annotations

from dataclasses import replace

from babylon3d.app.screens.camera_controls import CameraControls
from babylon3d.app.screens.fast.framing import MOST_DISTANCE_M, WORK, Frame, frame
from babylon3d.app.screens.fast.reach import Eyes
from babylon3d.app.services import Services
from babylon3d.core.actions import Seat
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.render.camera import View
from babylon3d.render.scene import SceneView


class Sight:
    """The whole window, on the building in work: it follows a building that grows, but never a hand that aims."""

    def __init__(self) -> None:
        self.controls = CameraControls()
        self.where = WORK
        self._frame: Frame | None = None

    def open(self, ctx: Services, scene: SceneView, state: FastState, seat: Seat | None) -> None:
        """The screen is about to be shown, for the first time or again."""
        self.ctx, self.scene = ctx, scene
        self.controls.release()

    def begin(self, state: FastState, seat: Seat | None) -> None:
        """The screen is shown: look at something, the first time."""
        if self._frame is None:
            self.look(state, seat, self.where, at_once=True)

    def leave(self) -> None:
        """The screen is left."""

    @property
    def eyes(self) -> Eyes:
        """What the mouse is seen through."""
        return self.scene

    @property
    def view(self) -> View:
        """How the person at the mouse looks at the table."""
        return self.scene.camera.view

    def look(self, state: FastState, seat: Seat | None, where: str, *, at_once: bool = False) -> None:
        """Look at the building in work, the own left or right area, or both; who only watches sees all."""
        self.where = where
        self._frame = frame(state, seat, where)
        at_once = at_once or self.ctx.settings.reduced_motion
        bounds, side, elevation = self._frame.bounds, self._frame.side_deg, self._frame.elevation_deg
        self.controls.frame(self.scene, self.ctx.ui.middle(), at_once, bounds, side, elevation)
        camera = self.scene.camera
        if seat is not None and camera.goal.distance > MOST_DISTANCE_M:
            camera.set_view(replace(camera.goal, distance=MOST_DISTANCE_M), at_once=at_once)
        self.controls.taken = False
        self.ctx.redraw()

    def follow(self, state: FastState, seat: Seat | None) -> None:
        """Look anew when the building has outgrown the view or is elsewhere, unless the user has moved the camera."""
        if self._frame is None or self.controls.taken:
            return
        if self._frame.outgrown_by(frame(state, seat, self.where)):
            self.look(state, seat, self.where)
