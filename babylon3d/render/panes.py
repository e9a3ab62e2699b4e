"""The window in several parts, each looking at the same scene with a view of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from panda3d.core import LVecBase4f, NodePath

from babylon3d.core.geometry import Vec3
from babylon3d.render.camera import View
from babylon3d.render.masks import OVER_QUICK, QUICK
from babylon3d.render.picking import Ray
from babylon3d.render.pictures import Rect, aim, new_camera


class Pane(NamedTuple):
    """One part of the window: left, right, bottom, top as shares, and its view."""

    rect: Rect
    view: View

    def aspect(self, window: float) -> float:
        """Width over height in a window of an aspect."""
        left, right, bottom, top = self.rect
        return window * (right - left) / max(1e-6, top - bottom)


class Eye(NamedTuple):
    """A pane in a window of a size in pixels: rays and pixels as `SceneView` gives them for a whole window."""

    pane: Pane
    size: tuple[int, int]

    def ray(self, x_px: float, y_px: float) -> Ray:
        """The ray through a pixel of the window, counted from the top left."""
        left, right, bottom, top = self.pane.rect
        x = (x_px / self.size[0] - left) / (right - left)
        y = (1 - y_px / self.size[1] - bottom) / (top - bottom)
        return self.pane.view.ray(2 * x - 1, 2 * y - 1, self.pane.aspect(self.size[0] / self.size[1]))

    def pixel_of(self, point: Vec3) -> tuple[float, float] | None:
        """Where a point of the world is in the window; None behind the eye."""
        seen = self.pane.view.project(point, self.pane.aspect(self.size[0] / self.size[1]))
        if seen is None:
            return None
        left, right, bottom, top = self.pane.rect
        x = left + (seen[0] + 1) / 2 * (right - left)
        y = bottom + (seen[1] + 1) / 2 * (top - bottom)
        return x * self.size[0], (1 - y) * self.size[1]


class PaneCameras:
    """Cameras for what is drawn over the picture (or for everything, where there is none), a region of the window each.

    Close them before the scene's root is removed.
    """

    def __init__(self, window: Any, root: NodePath, panes: Sequence[Pane], pictures: bool) -> None:
        self._window = window
        self._regions: list[Any] = []
        self._cameras: list[NodePath] = []
        for number, pane in enumerate(panes):
            camera = new_camera(f"pane {number}", root, OVER_QUICK if pictures else QUICK | OVER_QUICK)
            region = window.make_display_region()
            region.set_sort(1)
            region.set_dimensions(LVecBase4f(*pane.rect))
            region.set_clear_depth_active(not pictures)
            region.set_camera(camera)
            self._regions.append(region)
            self._cameras.append(camera)

    def aim(self, panes: Sequence[Pane], aspect: float) -> None:
        """Look where the panes look."""
        for camera, region, pane in zip(self._cameras, self._regions, panes, strict=True):
            aim(camera, pane.view, pane.aspect(aspect))
            region.set_dimensions(LVecBase4f(*pane.rect))

    def close(self) -> None:
        """Give the regions back."""
        for region in self._regions:
            self._window.remove_display_region(region)
        for camera in self._cameras:
            camera.remove_node()
        self._regions.clear()
        self._cameras.clear()
