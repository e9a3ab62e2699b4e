"""What each of several people at one window sees: a part of it, with a view of the own areas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from babylon3d.app.screens.fast.framing import ELEVATION_DEG
from babylon3d.app.screens.fast.reach import Eyes
from babylon3d.app.screens.fast.sight import Sight
from babylon3d.app.screens.fast.split import Side, arrangement
from babylon3d.app.services import Services
from babylon3d.core.actions import Seat
from babylon3d.core.geometry import Vec3, rotate, yaw_quat
from babylon3d.games.babylon.fast.areas import seat_side_deg
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.playable.babylon.fast import scene as fast_scene
from babylon3d.present.model import Hit
from babylon3d.render.camera import Bounds, View, fitted
from babylon3d.render.panes import Eye, Pane
from babylon3d.render.picking import Ray, pick
from babylon3d.render.scene import SceneView

LOOK_HEIGHT_M = 0.10
FILL = 0.96


class PartEyes(NamedTuple):
    """What a person sees through a part of the window."""

    scene: SceneView
    eye: Eye

    def ray(self, x_px: float, y_px: float) -> Ray:
        """The ray through a pixel of the window."""
        return self.eye.ray(x_px, y_px)

    def pick(self, x_px: float, y_px: float, skip: frozenset[str] = frozenset()) -> Hit | None:
        """What lies under a pixel of the window, some pieces left out."""
        return pick(self.scene.model, self.ray(x_px, y_px), self.scene.catalogue.shapes, skip)

    def pixel_of(self, point: Vec3) -> tuple[float, float] | None:
        """Where a point of the world is in the window; None behind the eye."""
        return self.eye.pixel_of(point)


class PartSight(Sight):
    """The mouse's person looks through a part of the window; each part shows both areas of its person, always."""

    def open(self, ctx: Services, scene: SceneView, state: FastState, seat: Seat | None) -> None:
        """Part the window."""
        self.ctx, self.scene = ctx, scene
        self._state, self._seat = state, seat
        self._parted: dict[Seat, Pane] = {}
        self.part()

    def begin(self, state: FastState, seat: Seat | None) -> None:
        """Nothing: the parts are there already."""

    def leave(self) -> None:
        """Give the window back to one view."""
        self.scene.split(())

    def seat_all(self, people: Sequence[Seat]) -> None:
        """Who has a part."""
        self._people = tuple(people)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The parts of the window as it is now."""
        width, height = self.ctx.ui.size
        return arrangement(self._people, width, height)

    @property
    def panes(self) -> dict[Seat, Pane]:
        """Each person's part and view."""
        window = self.ctx.window.size
        found = {}
        for side in self.sides:
            pane = Pane(side.rect, View())
            view = self._view_of(side.seat, pane.aspect(window[0] / window[1]))
            found[side.seat] = Pane(side.rect, view)
        return found

    def part(self) -> None:
        """Part the window anew if it has changed."""
        if self.panes != self._parted:
            self._parted = self.panes
            self.scene.split(tuple(self._parted.values()))

    def _view_of(self, seat: Seat, aspect: float) -> View:
        """A person's two areas, from the own side of the table."""
        areas = self._state.areas
        side = seat_side_deg(areas, seat)
        low, high = fast_scene.overview(areas, self._state.areas_of(seat), side, LOOK_HEIGHT_M)
        view = fitted(Bounds(low, high), aspect, 0.0, ELEVATION_DEG, FILL)
        return replace(view, focus=rotate(yaw_quat(side), view.focus), azimuth_deg=side)

    @property
    def eyes(self) -> Eyes:
        """The mouse sees through its person's part of the window."""
        assert self._seat is not None
        return PartEyes(self.scene, Eye(self.panes[self._seat], self.ctx.window.size))

    @property
    def view(self) -> View:
        """How the person at the mouse looks at the table."""
        assert self._seat is not None
        return self.panes[self._seat].view

    def look(self, state: FastState, seat: Seat | None, where: str, *, at_once: bool = False) -> None:
        """Nothing: each part shows both areas of its person."""

    def follow(self, state: FastState, seat: Seat | None) -> None:
        """Nothing, likewise."""
