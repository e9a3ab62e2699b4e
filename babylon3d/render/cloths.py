"""Round cloths on the table with rims in their players' colours, and plumb lines under what is carried."""

from __future__ import annotations

import math

import numpy as np
from panda3d.core import DepthOffsetAttrib, NodePath, TransparencyAttrib

from babylon3d.core.geometry import Vec3
from babylon3d.present.model import Cloth, GhostKind, Plumb, SceneModel
from babylon3d.present.palette import MARKS, colour_of
from babylon3d.render import meshes
from babylon3d.render.camera import Bounds, around
from babylon3d.render.catalogue import linear
from babylon3d.render.glb import MeshData
from babylon3d.render.masks import OVER, PICTURES, show_only
from babylon3d.render.materials import Materials
from babylon3d.render.ruler3d import mark_outline
from babylon3d.render.swarm import HERE

FELT, FELT_LIT = (0.042, 0.062, 0.081, 1.0), (0.063, 0.092, 0.120, 1.0)
"""The cloth's colour, linear; brought out and not."""
FELT_PLAIN, FELT_PLAIN_LIT = (0.20, 0.22, 0.26, 1.0), (0.25, 0.28, 0.32, 1.0)
RAISE_M = 0.0003
RIM, RIM_GAP = 0.05, 0.02
"""Width of the rim and of the bare felt outside it, as shares of the radius."""
MARK_M, MARK_AT = 0.0105, 0.85
SEGMENTS = 96
SEAM_DEG = 2.0
"""The two halves of a rim are this far apart."""
LINE_M = 0.0007
LINE_COLOURS: dict[GhostKind, tuple[float, float, float, float]] = {
    "legal": (0.93, 1.00, 0.72, 0.90),
    "illegal": (1.00, 0.36, 0.28, 0.95),
    "slot": (0.90, 0.98, 0.66, 0.60),
    "shown": (0.66, 0.92, 1.00, 0.95),
}


class Cloths:
    """The cloths and the plumb lines of a scene."""

    def __init__(self, root: NodePath, materials: Materials, colour_blind: bool) -> None:
        self._root = root
        self._materials = materials
        self._colour_blind = colour_blind
        self._cloths: tuple[Cloth, ...] = ()
        self._plumbs: tuple[Plumb, ...] = ()
        self._node: NodePath | None = None
        self._lines: NodePath | None = None

    def sync(self, model: SceneModel) -> bool:
        """Show a model's cloths; tell whether they changed."""
        if model.cloths == self._cloths:
            return False
        self._cloths = model.cloths
        if self._node is not None:
            self._node.remove_node()
            self._node = None
        if model.cloths:
            self._node = self._root.attach_new_node("cloths")
            self._lay(model.cloths)
        return True

    def sync_lines(self, model: SceneModel) -> bool:
        """Show a model's plumb lines, over the picture; tell whether they changed."""
        if model.plumbs == self._plumbs:
            return False
        self._plumbs = model.plumbs
        if self._lines is not None:
            self._lines.remove_node()
            self._lines = None
        if model.plumbs:
            self._lines = self._root.attach_new_node("plumb lines")
            for plumb in model.plumbs:
                self._hang(plumb)
        return True

    @property
    def over(self) -> list[Bounds]:
        """The boxes around the plumb lines."""
        return [around(middle, LINE_M) for plumb in self._plumbs for middle in (plumb.top, plumb.foot)]

    def _put(self, mesh: MeshData, tint: tuple[float, float, float, float], order: int) -> None:
        """A flat thing on the table, in the light that falls there."""
        assert self._node is not None
        holder = self._node.attach_new_node(mesh.name)
        holder.set_bin("fixed", 20 + order)
        holder.set_attrib(DepthOffsetAttrib.make(order))
        self._materials.put(holder, "felt")
        self._materials.swarm(holder, [(meshes.geom_node(mesh), PICTURES)]).set([HERE._replace(tint=tint)])

    def _lay(self, cloths: tuple[Cloth, ...]) -> None:
        shaded = self._materials.quality.shaders
        for lit in (False, True):
            builder, found = meshes.MeshBuilder(), [cloth for cloth in cloths if cloth.lit == lit]
            for cloth in found:
                _ring(builder, cloth.middle, 0.0, cloth.radius_m, 0.0, 360.0, RAISE_M)
            if found:
                felt = (FELT_LIT if lit else FELT) if shaded else (FELT_PLAIN_LIT if lit else FELT_PLAIN)
                self._put(builder.mesh("felt"), felt, 1)
        for colour in sorted({colour for cloth in cloths for colour, _ in cloth.sides}):
            builder = meshes.MeshBuilder()
            for cloth in cloths:
                for name, side in cloth.sides:
                    if name == colour:
                        _rim(builder, cloth, colour, side)
            red, green, blue = colour_of(colour, self._colour_blind)
            tint = linear((red, green, blue)) if shaded else (red, green, blue)
            self._put(builder.mesh(f"rim {colour}"), (tint[0], tint[1], tint[2], 1.0), 2)

    def _hang(self, plumb: Plumb) -> None:
        """A thin cross of two strips, seen from every side."""
        assert self._lines is not None
        builder = meshes.MeshBuilder()
        top, foot = np.array(plumb.top), np.array(plumb.foot)
        for across in (np.array([LINE_M, 0, 0]), np.array([0, LINE_M, 0])):
            corners = [foot - across, foot + across, top + across, top - across]
            builder.add(corners, (0, 0, 1), np.zeros((4, 2)), [(0, 1, 2), (0, 2, 3)])
        node = self._lines.attach_new_node(meshes.geom_node(builder.mesh("plumb line")))
        node.set_two_sided(True)
        node.set_transparency(TransparencyAttrib.M_alpha)
        node.set_depth_write(False)
        node.set_bin("fixed", 43)
        self._materials.tint(node, LINE_COLOURS[plumb.kind])
        show_only(node, OVER)
        self._materials.put_flat(node)


def _rim(builder: meshes.MeshBuilder, cloth: Cloth, colour: str, side_deg: float) -> None:
    """Half a rim towards a side, with the colour's mark inside it."""
    outer = cloth.radius_m * (1 - RIM_GAP)
    half = 90.0 - SEAM_DEG if len(cloth.sides) > 1 else 180.0
    start, end = side_deg - half, side_deg + half
    if len(cloth.sides) > 1:
        start, end = _towards(cloth, side_deg, half)
    _ring(builder, cloth.middle, outer - cloth.radius_m * RIM, outer, start, end, RAISE_M * 2)
    middle = math.radians((start + end) / 2)
    x = cloth.middle[0] + math.cos(middle) * cloth.radius_m * MARK_AT
    y = cloth.middle[1] + math.sin(middle) * cloth.radius_m * MARK_AT
    c, s = math.cos(middle), math.sin(middle)
    # The mark's foot points outward, to the player.
    outline = [(x + MARK_M * (-u * s - v * c), y + MARK_M * (u * c - v * s)) for u, v in mark_outline(MARKS[colour])]
    n = len(outline)
    corners = [(x, y, RAISE_M * 2), *((u, v, RAISE_M * 2) for u, v in outline)]
    fan = [(0, 1 + i, 1 + (i + 1) % n) for i in range(n)]
    builder.add(corners, (0, 0, 1), np.zeros((n + 1, 2)), fan)


def _towards(cloth: Cloth, side_deg: float, half: float) -> tuple[float, float]:
    """The half circle that is nearer to one side than to the other: (start, end), degrees."""
    other = next(angle for _, angle in cloth.sides if angle != side_deg)
    gap = (side_deg - other + 180.0) % 360.0 - 180.0
    middle = other + gap / 2 + (90.0 if gap > 0 else -90.0)
    return middle - half, middle + half


def _ring(
    builder: meshes.MeshBuilder, middle: Vec3, inner: float, outer: float, start: float, end: float, z: float
) -> None:
    """A part of a flat ring (a disc for `inner` 0) between two angles, degrees; textured by the plan."""
    count = max(8, round(SEGMENTS * (end - start) / 360.0))
    angles = np.radians(np.linspace(start, end, count + 1))
    rows = [np.stack([np.cos(angles) * r, np.sin(angles) * r, np.full(count + 1, z)], 1) for r in (inner, outer)]
    points = np.concatenate(rows) + np.array([middle[0], middle[1], 0.0])
    n = count + 1
    triangles = [t for i in range(count) for t in ((i, n + i, n + i + 1), (i, n + i + 1, i + 1))]
    builder.add(points, (0, 0, 1), points[:, :2] * 9.0, triangles)
