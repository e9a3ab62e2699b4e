"""The measuring board beside the building: a row a level, who leads it, and what it scores."""

from __future__ import annotations

import math
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

from babylon3d.core.geometry import Pose, Vec3, add
from babylon3d.present.model import Ruler, RulerRow, SceneModel
from babylon3d.present.palette import MARKS, Mark, Rgb, colour_of, ink_on
from babylon3d.render import meshes
from babylon3d.render.camera import Bounds
from babylon3d.render.masks import CASTERS, PICTURES, show_only
from babylon3d.render.materials import Materials
from babylon3d.render.swarm import Placed
from babylon3d.storage import asset

WIDTH_M, THICKNESS_M = 0.027, 0.0036
CAP_M = 0.0165
FOOT = (0.036, 0.011, 0.0035)
MARK_M = 0.0075
"""Radius of the mark of the leader's colour."""
TEXT_M = 0.0112
"""Height of the numbers' lines."""
LEAST_ROWS = 3
WOOD = (3.0, 2.25, 1.5, 1.0)
WOOD_PLAIN = (0.58, 0.40, 0.26, 1.0)
BURNT: Rgb = (0.16, 0.09, 0.05)
"""Numbers of levels that nobody leads: burnt into the wood."""
SHADE = 0.86
"""Marks are not lit; this much of their colour sits well in the light of the table."""


class RulerBoard:
    """The ruler of a scene, under `root`."""

    def __init__(self, root: NodePath, materials: Materials, colour_blind: bool = False) -> None:
        self.boxes: tuple[Bounds, ...] = ()
        self._root = root.attach_new_node("ruler")
        self._materials = materials
        self._colour_blind = colour_blind
        self._shown: Ruler | None = None
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
        self._rows: NodePath | None = None

    def sync(self, model: SceneModel) -> bool:
        """Show a model's ruler; tell whether it changed."""
        if model.ruler == self._shown:
            return False
        self._shown = model.ruler
        if self._rows is not None:
            self._rows.remove_node()
            self._rows = None
        if model.ruler is None:
            for swarm in self._parts.values():
                swarm.set([])
            self.boxes = ()
            return True
        self._stand(model.ruler, model.level_m)
        self._write(model.ruler, model.level_m)
        return True

    def _stand(self, ruler: Ruler, level_m: float) -> None:
        """Put up as many segments as there are rows."""
        count = max(LEAST_ROWS, len(ruler.rows))
        tint = WOOD if self._materials.quality.shaders else WOOD_PLAIN
        foot = ruler.position

        def at(z: float) -> Placed:
            return Placed(Pose(add(foot, (0.0, 0.0, z))), tint)

        self._parts["segment"].set([at(i * level_m) for i in range(count)])
        self._parts["cap"].set([at(count * level_m)])
        self._parts["foot"].set([at(FOOT[2] / 2)])
        half: Vec3 = (WIDTH_M / 2, THICKNESS_M / 2, 0.0)
        self.boxes = (
            Bounds(
                (foot[0] - half[0], foot[1] - half[1], 0.0),
                (foot[0] + half[0], foot[1] + half[1], count * level_m + CAP_M),
            ),
            Bounds(
                (foot[0] - FOOT[0] / 2, foot[1] - FOOT[1] / 2, 0.0),
                (foot[0] + FOOT[0] / 2, foot[1] + FOOT[1] / 2, FOOT[2]),
            ),
        )

    def _write(self, ruler: Ruler, level_m: float) -> None:
        """Marks and numbers on both faces."""
        self._rows = self._root.attach_new_node("rows")
        show_only(self._rows, PICTURES)
        marks = [row for row in ruler.rows if row.leader is not None]
        for turn in (0.0, 180.0):
            face = self._rows.attach_new_node("face")
            face.set_pos(*ruler.position)
            face.set_h(turn)
            if marks:
                painted = face.attach_new_node(self._marks(marks, level_m))
                painted.set_attrib(DepthOffsetAttrib.make(1))
                painted.set_bin("fixed", 22)
                self._materials.put_flat(painted)
            for row in ruler.rows:
                self._number(face, row, (row.level - 0.5) * level_m)

    def _colour(self, row: RulerRow) -> Rgb:
        return BURNT if row.leader is None else colour_of(row.leader, self._colour_blind)

    def _marks(self, rows: list[RulerRow], level_m: float) -> GeomNode:
        builder = meshes.MeshBuilder()
        for row in rows:
            assert row.leader is not None
            outline = mark_outline(MARKS[row.leader])
            red, green, blue = self._colour(row)
            middle = np.array([0.0, -THICKNESS_M / 2 - self._raise, (row.level - 0.5) * level_m])
            corners = [middle, *(middle + np.array([x * MARK_M, 0.0, z * MARK_M]) for x, z in outline)]
            n = len(outline)
            fan = [(0, 1 + i, 1 + (i + 1) % n) for i in range(n)]
            shade = (red * SHADE, green * SHADE, blue * SHADE, 1.0)
            builder.add(corners, (0, -1, 0), np.zeros((n + 1, 2)), fan, shade)
        return meshes.geom_node(builder.mesh("marks"))

    def _number(self, face: NodePath, row: RulerRow, z: float) -> None:
        text = TextNode("points")
        text.set_font(ruler_font())
        text.set_text(str(row.points))
        text.set_align(TextNode.A_center)
        ink = BURNT if row.leader is None else ink_on(self._colour(row))
        node = face.attach_new_node(text.generate())
        size = TEXT_M if row.points < 10 else TEXT_M * 0.84
        node.set_scale(size)
        node.set_pos(0.0, -THICKNESS_M / 2 - 2 * self._raise, z - size * 0.30)
        node.set_color(*(c * SHADE for c in ink), 1.0)
        node.set_transparency(TransparencyAttrib.M_alpha)
        node.set_attrib(DepthOffsetAttrib.make(2))
        node.set_depth_write(False)
        node.set_bin("fixed", 24)
        self._materials.put_flat(node, "flat-textured")


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
