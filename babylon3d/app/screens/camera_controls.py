"""What mouse and keys do to the camera: the same on every screen that shows a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from babylon3d.core.geometry import Vec3, add, rotate, scale, sub, yaw_quat
from babylon3d.present.input import FocusLost, MouseDown, ScreenEvent
from babylon3d.render.camera import (
    FIELD_OF_VIEW_DEG,
    HOME_AZIMUTH_DEG,
    HOME_ELEVATION_DEG,
    Bounds,
    OrbitCamera,
    View,
    fitted,
)
from babylon3d.render.occlusion import bounds_of
from babylon3d.render.scene import SceneView

KEY_PX = 36.0
"""Pixels of drag that a press of an orbit key stands for."""

EIGHTH_DEG, ABOVE_DEG = 45.0, 80.0
"""A step of the buttons that turn the view, and how steeply the table is seen from above."""

FILL = 0.94
"""How much of its room the building fills."""

LOW_M = 0.02
"""The least height that is shown, over that table."""
LEAST_M, ROOM_M = 0.08, 0.008
"""The least width of table that is shown, and the room beside the building."""


def around(bounds: Bounds) -> Bounds:
    """A box with room about it for the next pieces, never narrower than `LEAST_M`."""
    (x, y, _), (xx, yy, zz) = bounds
    middle_x, middle_y = (x + xx) / 2, (y + yy) / 2
    half_x, half_y = max(LEAST_M, xx - x) / 2 + ROOM_M, max(LEAST_M, yy - y) / 2 + ROOM_M
    low = (middle_x - half_x, middle_y - half_y, 0.0)
    return Bounds(low, (middle_x + half_x, middle_y + half_y, max(zz, LEAST_M / 2)))


def framed(
    pieces: Sequence[Bounds],
    ruler: Sequence[Bounds],
    aspect: float,
    azimuth_deg: float = HOME_AZIMUTH_DEG,
    elevation_deg: float = HOME_ELEVATION_DEG,
) -> View:
    """The view from a direction of all that stands on the table and of the ruler beside it, in a room of its own.

    It goes by what stands there, not by the box around it all: a corner where nothing stands would waste the room.
    """
    whole = bounds_of([*pieces, *ruler]) or Bounds((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    middle = (bounds_of(pieces) or whole).centre
    least = around(Bounds(middle, middle))
    boxes = [*pieces, *ruler, Bounds(least.low, (*least.high[:2], LOW_M))]
    return fitted(around(whole), aspect, azimuth_deg, elevation_deg, FILL, boxes=boxes)


def in_sight(scene: SceneView, room: tuple[float, float, float, float], boxes: Sequence[Bounds]) -> bool:
    """Whether all corners of the boxes are seen in a room (left, top, right, bottom; pixels)."""
    left, top, right, bottom = room
    corners = (c for low, high in boxes for c in product(*zip(low, high, strict=True)))
    pixels = (scene.pixel_of((x, y, z)) for x, y, z in corners)
    return all(at is not None and left <= at[0] <= right and top <= at[1] <= bottom for at in pixels)


class CameraControls:
    """Drags in progress, and whether the user has taken the camera (then it no longer follows the building)."""

    def __init__(self) -> None:
        self.taken = False
        self.dragged_px = 0.0
        """How far the cursor went in this drag: hardly at all in a click."""
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
        self.dragged_px = 0.0

    def release(self) -> None:
        """The button came up."""
        self._how = ""

    def drag(self, camera: OrbitCamera, x: float, y: float, height: int) -> bool:
        """Follow the cursor; False if no drag is on."""
        if not self._how:
            return False
        dx, dy = x - self._last[0], y - self._last[1]
        self._last = (x, y)
        self.dragged_px += math.hypot(dx, dy)
        self.taken = self.taken or bool(dx or dy)
        if self._how == "pan":
            camera.pan(dx, dy, height)
        else:
            camera.orbit(dx, dy)
        return True

    def frame(
        self,
        scene: SceneView,
        room: tuple[float, float, float, float],
        at_once: bool,
        bounds: Bounds | None = None,
        azimuth_deg: float = HOME_AZIMUTH_DEG,
        elevation_deg: float = HOME_ELEVATION_DEG,
        also: Sequence[Bounds] = (),
    ) -> None:
        """Show a box, or all that stands on the table, in the room (left, top, right, bottom; pixels) of a HUD.

        Boxes of `also` are shown with what stands there.

        The sides of `bounds` lie along and across the view: it is given in a frame turned by `azimuth_deg`.
        """
        left, top, right, bottom = room
        width, height = scene.window.size
        wide, tall = max(1.0, right - left), max(1.0, bottom - top)
        if bounds is None:
            pieces, ruler = scene.boxes(azimuth_deg)
            view = framed([*pieces, *also], ruler, wide / tall, azimuth_deg, elevation_deg)
        else:
            view = fitted(bounds, wide / tall, 0.0, elevation_deg, FILL)
            view = replace(view, focus=rotate(yaw_quat(azimuth_deg), view.focus), azimuth_deg=azimuth_deg)
        view = replace(view, distance=view.distance * height / tall)
        metres = 2 * math.tan(math.radians(FIELD_OF_VIEW_DEG / 2)) * view.distance / height
        aside = scale(view.right, ((left + right) - width) / 2 * metres)
        above = scale(view.up, (height - (top + bottom)) / 2 * metres)
        focus = sub(view.focus, add(aside, above))
        turns = round((scene.camera.goal.azimuth_deg - view.azimuth_deg) / 360.0)
        scene.camera.set_view(replace(view, focus=focus, azimuth_deg=view.azimuth_deg + 360.0 * turns), at_once)
        if at_once:
            scene.stage.look(scene.camera.view)

    def show_from(self, scene: SceneView, room: tuple[float, float, float, float], way: str, at_once: bool) -> None:
        """All that stands there: an eighth turned to the `left` or `right`, from `above`, or as at first (`home`)."""
        eighths = round((scene.camera.goal.azimuth_deg - HOME_AZIMUTH_DEG) / EIGHTH_DEG)
        eighths += {"left": 1, "right": -1}.get(way, 0)
        azimuth = HOME_AZIMUTH_DEG + (0.0 if way == "home" else eighths * EIGHTH_DEG)
        self.frame(
            scene,
            room,
            at_once,
            azimuth_deg=azimuth,
            elevation_deg=ABOVE_DEG if way == "above" else HOME_ELEVATION_DEG,
        )
        self.taken = way != "home"

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
