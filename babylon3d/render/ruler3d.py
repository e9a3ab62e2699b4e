"""The measuring board beside the building: a row a level, who leads it, and what it scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from panda3d.core import (
    DepthOffsetAttrib,
    DynamicTextFont,
    Filename,
    GeomNode,
    NodePath,
    SamplerState,
    TextNode,
    TransparencyAttrib,
)

from babylon3d.core.geometry import Pose, Vec3, add, dot, scale, sub, yaw_quat
from babylon3d.present.model import Ruler, RulerRow, SceneModel
from babylon3d.present.palette import MARKS, Mark, Rgb, colour_of, ink_on
from babylon3d.render import meshes
from babylon3d.render.camera import Bounds
from babylon3d.render.masks import CASTERS, PICTURES, show_only
from babylon3d.render.materials import Materials
from babylon3d.render.picking import Ray
from babylon3d.render.shadow import SUN
from babylon3d.render.swarm import Placed
from babylon3d.storage import asset

WIDTH_M, THICKNESS_M = 0.027, 0.0036
CAP_M = 0.0165
FOOT = (0.036, 0.011, 0.0035)
MARK_M = 0.0075
"""Radius of the mark of the leader's colour."""
TEXT_M = 0.0112
"""Height of the numbers' lines."""
LEAST_ROWS = 1
HEAD_M, PLATE_UP_M = 0.0073, 0.0066
"""Height of the name's line, and how far up the head its plate is."""
PLATE = tuple((x * 0.001, z * 0.001) for x, z in ((-11, 4.2), (-11, -4.2), (11, -4.2), (11, 4.2)))
"""The outline of the plate about its middle, counter-clockwise; metres."""
BRASS: Rgb = (0.86, 0.72, 0.45)
GAP_M = 0.014
"""Room between the building and the ruler."""
EYE_SIZES = 4.0
"""The eye is at least so many times as far away as half of the building is wide, as it is seen framed."""
FAR = 0.5
SLICES = 3
WOOD = (3.0, 2.25, 1.5, 1.0)
WOOD_PLAIN = (0.58, 0.40, 0.26, 1.0)
BURNT: Rgb = (0.16, 0.09, 0.05)
"""Numbers of levels that nobody leads: burnt into the wood."""
CHALK: Rgb = (0.74, 0.62, 0.47)
"""The same where the wood is in its own shadow."""
SHADE = 0.86
"""Marks are not lit; this much of their colour sits well in the light of the table."""


class RulerBoard:
    """The ruler of a scene, under `root`. It turns to the view; its shadow is the scene's to draw (`shadow_lags`)."""

    def __init__(self, root: NodePath, materials: Materials, colour_blind: bool = False) -> None:
        self.boxes: tuple[Bounds, ...] = ()
        self._root = root.attach_new_node("ruler")
        self._materials = materials
        self._colour_blind = colour_blind
        self._shown: Ruler | None = None
        self._level_m = self._pitch_m = 0.02
        self._azimuth_deg = self._settled_deg = 0.0
        # A software depth buffer is coarse and knows no offsets.
        self._raise = 0.0002 if materials.quality.shaders else 0.0008
        self._wood = self._root.attach_new_node("wood")
        materials.put(self._wood, "wood")
        self._parts = {
            name: materials.swarm(self._wood, [(node, PICTURES | CASTERS)])
            for name, node in (
                ("segment", meshes.geom_node(meshes.load("ruler_segment"))),
                ("cap", meshes.geom_node(meshes.load("ruler_cap"))),
                ("foot", meshes.geom_node(meshes.box(FOOT))),
            )
        }
        self._face: NodePath | None = None
        self._bare: NodePath | None = None

    def sync(self, model: SceneModel, azimuth_deg: float) -> bool:
        """Show a model's ruler to a view; tell whether it changed."""
        if model.ruler == self._shown:
            return False
        before, self._shown = self._shown, model.ruler
        self._level_m, self._pitch_m = model.level_m, model.pitch_m
        if model.ruler is None:
            for swarm in self._parts.values():
                swarm.set([])
            if self._face is not None:
                self._face.remove_node()
                self._face = self._bare = None
            self.boxes = ()
            return True
        if self._face is None or before is None or (before.rows, before.head) != (model.ruler.rows, model.ruler.head):
            self._write(model.ruler, model.level_m)
        self._stand(model.ruler, azimuth_deg)
        self.settle()
        return True

    def turn(self, azimuth_deg: float) -> None:
        """Face a view from this azimuth, at the side of the building as it is seen from there."""
        if self._shown is not None and azimuth_deg != self._azimuth_deg:
            self._stand(self._shown, azimuth_deg)

    def shadow_lags(self, by_deg: float) -> bool:
        """Whether it has turned by more than so much since it was last said to have settled."""
        return self._shown is not None and abs(self._azimuth_deg - self._settled_deg) > by_deg

    def settle(self) -> None:
        """What is solid about it is where it stands now."""
        self._settled_deg = self._azimuth_deg
        self.boxes = tuple(self.boxes_for(self._azimuth_deg))

    def boxes_for(self, azimuth_deg: float) -> list[Bounds]:
        """The boxes around it as it stands for a view from this azimuth: upright slices of the board, and the foot."""
        if self._shown is None:
            return []
        foot = place(self._shown.columns, self._pitch_m, azimuth_deg)
        return boxes_at(foot, azimuth_deg, self._rows_up * self._level_m + CAP_M)

    def is_met(self, ray: Ray) -> bool:
        """Whether a ray meets the board."""
        if self._shown is None:
            return False
        outward = toward(self._azimuth_deg)
        foot = place(self._shown.columns, self._pitch_m, self._azimuth_deg)
        slope = dot(ray.direction, outward)
        if abs(slope) < 1e-9:
            return False
        at = add(ray.origin, scale(ray.direction, dot(sub(foot, ray.origin), outward) / slope))
        aside = dot(sub(at, foot), rightward(self._azimuth_deg))
        return abs(aside) < WIDTH_M / 2 and 0.0 <= at[2] <= self._rows_up * self._level_m + CAP_M

    @property
    def _rows_up(self) -> int:
        return max(LEAST_ROWS, 0 if self._shown is None else len(self._shown.rows))

    def _stand(self, ruler: Ruler, azimuth_deg: float) -> None:
        """Put up as many segments as there are rows."""
        self._azimuth_deg = azimuth_deg
        tint = WOOD if self._materials.quality.shaders else WOOD_PLAIN
        foot = place(ruler.columns, self._pitch_m, azimuth_deg)
        heading = yaw_quat(azimuth_deg + 90.0)

        def at(z: float) -> Placed:
            return Placed(Pose(add(foot, (0.0, 0.0, z)), heading), tint)

        count = self._rows_up
        self._parts["segment"].set([at(i * self._level_m) for i in range(count)])
        self._parts["cap"].set([at(count * self._level_m)])
        self._parts["foot"].set([at(FOOT[2] / 2)])
        if self._face is not None:
            self._face.set_pos(*foot)
            self._face.set_h(azimuth_deg + 90.0)
        if self._bare is not None:
            ink = BURNT if dot(toward(azimuth_deg), SUN) > 0 else CHALK
            self._bare.set_color_scale(*ink, 1.0)

    def _write(self, ruler: Ruler, level_m: float) -> None:
        """Marks, numbers and the name on the face."""
        if self._face is not None:
            self._face.remove_node()
        face = self._face = self._root.attach_new_node("rows")
        show_only(face, PICTURES)
        plate_m = self._rows_up * level_m + PLATE_UP_M
        painted = face.attach_new_node(self._painted(ruler, level_m, plate_m))
        painted.set_attrib(DepthOffsetAttrib.make(1))
        painted.set_bin("fixed", 22)
        self._materials.put_flat(painted)
        self._bare = face.attach_new_node("bare")
        for row in ruler.rows:
            size = TEXT_M if row.points < 10 else TEXT_M * 0.84
            z = (row.level - 0.5) * level_m - size * 0.30
            if row.leader is None:
                self._words(self._bare, str(row.points), size, z, (1.0, 1.0, 1.0))
            else:
                self._words(face, str(row.points), size, z, ink_on(self._colour(row)))
        self._words(face, ruler.head, HEAD_M, plate_m - HEAD_M * 0.30, BURNT)

    def _colour(self, row: RulerRow) -> Rgb:
        return BURNT if row.leader is None else colour_of(row.leader, self._colour_blind)

    def _painted(self, ruler: Ruler, level_m: float, plate_m: float) -> GeomNode:
        """The marks of who leads, and the plate for the name with its middle at a height."""
        builder = meshes.MeshBuilder()

        def paint(outline: Sequence[tuple[float, float]], size: float, z: float, colour: Rgb) -> None:
            middle = np.array([0.0, -THICKNESS_M / 2 - self._raise, z])
            corners = [middle, *(middle + np.array([a * size, 0.0, b * size]) for a, b in outline)]
            n = len(outline)
            fan = [(0, 1 + i, 1 + (i + 1) % n) for i in range(n)]
            red, green, blue = (c * SHADE for c in colour)
            builder.add(corners, (0, -1, 0), np.zeros((n + 1, 2)), fan, (red, green, blue, 1.0))

        for row in ruler.rows:
            if row.leader is not None:
                paint(mark_outline(MARKS[row.leader]), MARK_M, (row.level - 0.5) * level_m, self._colour(row))
        paint(PLATE, 1.0, plate_m, BRASS)
        return meshes.geom_node(builder.mesh("marks"))

    def _words(self, face: NodePath, words: str, size: float, z: float, ink: Rgb) -> None:
        text = TextNode("words")
        text.set_font(ruler_font())
        text.set_text(words)
        text.set_align(TextNode.A_center)
        node = face.attach_new_node(text.generate())
        node.set_scale(size)
        node.set_pos(0.0, -THICKNESS_M / 2 - 2 * self._raise, z)
        node.set_color(*(c * SHADE for c in ink), 1.0)
        node.set_transparency(TransparencyAttrib.M_alpha)
        node.set_attrib(DepthOffsetAttrib.make(2))
        node.set_depth_write(False)
        node.set_bin("fixed", 24)
        self._materials.put_flat(node, "flat-textured")


def toward(azimuth_deg: float) -> Vec3:
    """The unit vector along the table towards a view from this azimuth."""
    a = math.radians(azimuth_deg)
    return (math.cos(a), math.sin(a), 0.0)


def rightward(azimuth_deg: float) -> Vec3:
    """The unit vector along the table to the right of a view from this azimuth."""
    a = math.radians(azimuth_deg)
    return (-math.sin(a), math.cos(a), 0.0)


def place(columns: Sequence[tuple[float, float]], pitch_m: float, azimuth_deg: float) -> Vec3:
    """Where the ruler's foot is for a view from this azimuth; metres.

    To the right of all columns, so that it stands before none while the eye is not to the right of it; and so far
    that the near ones, which look wider, do not stand before it. It is `FAR` of the way from their middle to the
    farthest, where it looks the smaller.
    """
    aside, away = rightward(azimuth_deg), scale(toward(azimuth_deg), -1.0)
    across = [x * aside[0] + y * aside[1] for x, y in columns]
    deep = [x * away[0] + y * away[1] for x, y in columns]
    middle, half = (min(across) + max(across)) / 2, (max(deep) - min(deep)) / 2
    back = min(deep) + half * (1 + FAR)
    size = max((max(across) - min(across)) / 2, half) + pitch_m
    nearer = ((a, max(0.0, back - d)) for a, d in zip(across, deep, strict=True))
    right = max(a + by * max(0.0, a - middle) / (EYE_SIZES * size) for a, by in nearer)
    return add(scale(aside, right + GAP_M + WIDTH_M / 2 + pitch_m / 2), scale(away, back))


def boxes_at(foot: Vec3, azimuth_deg: float, tall_m: float) -> list[Bounds]:
    """Upright boxes around a ruler."""
    aside = rightward(azimuth_deg)
    wide, thick = WIDTH_M / SLICES / 2, THICKNESS_M / 2

    def around(middle: Vec3, half: float, deep: float, top: float) -> Bounds:
        x = abs(aside[0]) * half + abs(aside[1]) * deep
        y = abs(aside[1]) * half + abs(aside[0]) * deep
        return Bounds((middle[0] - x, middle[1] - y, 0.0), (middle[0] + x, middle[1] + y, top))

    slices = (add(foot, scale(aside, (2 * i + 1 - SLICES) * wide)) for i in range(SLICES))
    return [
        *(around(middle, wide, thick, tall_m) for middle in slices),
        around(foot, FOOT[0] / 2, FOOT[1] / 2, FOOT[2]),
    ]


CROSS = tuple(
    (c * x - s * y, s * x + c * y)
    for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))
    for x, y in ((0.34, 0.34), (0.34, 1.0), (-0.34, 1.0))
)
"""A plus sign, counter-clockwise."""


def mark_outline(mark: Mark) -> list[tuple[float, float]]:
    """The outline of a colour's mark about the origin, within radius 1, counter-clockwise; x right, y up."""
    match mark:
        case "circle":
            return _ring([0.92] * 28, 90)
        case "diamond":
            return _ring([1.08] * 4, 90)
        case "triangle":
            return [(x, y - 0.14) for x, y in _ring([1.16] * 3, 90)]
        case "square":
            return _ring([1.16] * 4, 45)
        case "star":
            return _ring([1.16, 0.66] * 5, 90)
        case "hexagon":
            return _ring([1.04] * 6, 90)
        case "pentagon":
            return _ring([1.08] * 5, 90)
        case "cross":
            return [(x * 1.02, y * 1.02) for x, y in CROSS]


def _ring(radii: list[float], start_deg: float) -> list[tuple[float, float]]:
    """Points around the origin at these distances."""
    step = 2 * math.pi / len(radii)
    start = math.radians(start_deg)
    return [(r * math.cos(start + i * step), r * math.sin(start + i * step)) for i, r in enumerate(radii)]


@lru_cache(maxsize=1)
def ruler_font() -> DynamicTextFont:
    """The font of the numbers, sharp enough to be looked at from near. Raises: Unavailable."""
    font = DynamicTextFont(Filename.from_os_specific(str(asset("fonts/SourceSansPro-Semibold.otf"))))
    font.set_pixels_per_unit(72)
    font.set_page_size(512, 512)
    font.set_minfilter(SamplerState.FT_linear_mipmap_linear)
    font.set_magfilter(SamplerState.FT_linear)
    return font
