"""What mouse and keys do to the camera: the same on every screen that shows a table."""

from __future__ import annotations

import math

from babylon3d.core.geometry import Vec3
from babylon3d.present.input import FocusLost, MouseDown, ScreenEvent
from babylon3d.render.camera import OrbitCamera

KEY_PX = 36.0
"""Pixels of drag that a press of an orbit key stands for."""


class CameraHands:
    """Drags in progress, and whether the user has taken the camera (then it no longer follows the building)."""

    def __init__(self) -> None:
        self.taken = False
        self._how = ""
        self._last = (0.0, 0.0)

    @property
    def dragging(self) -> bool:
        """Whether a button is held that moves the camera."""
        return bool(self._how)

    def grab(self, event: MouseDown) -> None:
        """A button went down over the table: the middle one (or Shift) pans, the others orbit."""
        self._how = "pan" if event.button == "middle" or event.modifiers.shift else "orbit"
        self._last = (event.x, event.y)

    def release(self) -> None:
        """The button came up."""
        self._how = ""

    def drag(self, camera: OrbitCamera, x: float, y: float, height: int) -> bool:
        """Follow the cursor; False if no drag is on."""
        if not self._how:
            return False
        dx, dy = x - self._last[0], y - self._last[1]
        self._last = (x, y)
        self.taken = self.taken or bool(dx or dy)
        if self._how == "pan":
            camera.pan(dx, dy, height)
        else:
            camera.orbit(dx, dy)
        return True

    def zoom(self, camera: OrbitCamera, steps: float, towards: Vec3 | None = None) -> None:
        """Come nearer or go away."""
        self.taken = True
        camera.zoom(steps, towards)

    def by_key(self, camera: OrbitCamera, kind: str, way: str) -> None:
        """The keys orbit:left, :right, :up, :down and zoom:in, :out."""
        self.taken = True
        if kind == "zoom":
            camera.zoom(1 if way == "in" else -1)
            return
        dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}[way]
        camera.orbit(dx * KEY_PX, dy * KEY_PX)

    def direction(self, camera: OrbitCamera, way: str) -> tuple[float, float, int]:
        """A way of the keyboard's cursor as seen on the screen: along x or y of the table, or levels up."""
        if way in ("up", "down"):
            return 0.0, 0.0, 1 if way == "up" else -1
        quarter = round(camera.goal.azimuth_deg / 90) * 90
        a = math.radians({"near": quarter, "right": quarter + 90, "away": quarter + 180, "left": quarter + 270}[way])
        return float(round(math.cos(a))), float(round(math.sin(a))), 0

    def other(self, event: ScreenEvent) -> None:
        """A window that lost the keyboard holds no button."""
        if isinstance(event, FocusLost):
            self.release()
