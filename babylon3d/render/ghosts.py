"""What is drawn over the finished picture: ghosts of pieces, glows on pieces, and the places where one could go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from panda3d.core import (
    ColorBlendAttrib,
    ColorWriteAttrib,
    CullFaceAttrib,
    DepthOffsetAttrib,
    DepthTestAttrib,
    GeomNode,
    NodePath,
    TransparencyAttrib,
)

from babylon3d.core.geometry import Pose, add, norm, rotate
from babylon3d.present.model import Footprint, Ghost, GhostKind, SceneModel
from babylon3d.render import meshes
from babylon3d.render.camera import Bounds, around
from babylon3d.render.glb import MeshData
from babylon3d.render.masks import OVER, show_only
from babylon3d.render.materials import Materials
from babylon3d.render.swarm import Placed

Style = Literal["legal", "illegal", "shown", "hover", "picked", "choice", "fresh", "unsettled", "loose"]
Looks = Callable[[str, bool], Sequence[tuple[GeomNode, int]]]
"""The versions of a mesh, and who sees each; with True, welded ones that can be swollen."""
SizeOf = Callable[[str], tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a style looks: colour and opacity of the body, of the outline (sRGB), and the outline's width.

    `alone`: there is no solid piece under it.
    """

    body: tuple[float, float, float, float]
    outline: tuple[float, float, float, float]
    width: float
    alone: bool


MANNERS: dict[Style, _Manner] = {
    "legal": _Manner((0.86, 0.95, 0.62, 0.60), (0.93, 1.00, 0.72, 0.95), 0.0022, True),
    "illegal": _Manner((0.92, 0.20, 0.14, 0.58), (1.00, 0.36, 0.28, 0.95), 0.0022, True),
    "shown": _Manner((0.50, 0.82, 1.00, 0.55), (0.66, 0.92, 1.00, 1.00), 0.0028, True),
    "hover": _Manner((1.00, 0.90, 0.68, 0.20), (1.00, 0.88, 0.58, 0.95), 0.0020, False),
    "picked": _Manner((1.00, 0.74, 0.30, 0.36), (1.00, 0.80, 0.36, 1.00), 0.0028, False),
    "choice": _Manner((0.62, 0.95, 0.62, 0.20), (0.70, 1.00, 0.66, 0.80), 0.0018, False),
    "fresh": _Manner((1.00, 0.93, 0.80, 0.10), (1.00, 0.92, 0.76, 0.55), 0.0014, False),
    "unsettled": _Manner((0.58, 0.82, 1.00, 0.24), (0.62, 0.86, 1.00, 0.95), 0.0022, False),
    "loose": _Manner((1.00, 0.46, 0.18, 0.26), (1.00, 0.50, 0.22, 1.00), 0.0026, False),
}
SLOT_COLOUR = (0.90, 0.98, 0.66, 0.62)
"""Of the soft patches where a piece could go, sRGB and opacity."""
SLOT_RAISE_M = 0.0006
HIDDEN: dict[Style, tuple[float, float, float, float]] = {
    "legal": (0.12, 0.58, 0.24, 0.46),
    "illegal": (0.86, 0.10, 0.06, 0.46),
    "shown": (0.06, 0.36, 0.80, 0.46),
}
"""What is seen of a ghost through the stone that stands before it: darker than stone, sRGB and opacity."""
FOOT_COLOURS: dict[GhostKind, tuple[float, float, float, float]] = {
    "legal": (0.93, 1.00, 0.72, 0.95),
    "illegal": (1.00, 0.36, 0.28, 0.95),
    "slot": SLOT_COLOUR,
}
FOOT_RIM_M = 0.0024
"""A footprint's frame goes so far beyond the foot."""
OUTLINE_REACH_M = 2 * max(manner.width for manner in MANNERS.values())


class _Styled:
    """The swarms of one mesh in one style."""

    def __init__(self, root: NodePath, mesh: str, style: Style, looks: Looks, materials: Materials) -> None:
        self._node = root.attach_new_node(f"{style} {mesh}")
        manner = self._manner = MANNERS[style]
        shaded = materials.quality.shaders
        body = self._node.attach_new_node("body")
        body.set_transparency(TransparencyAttrib.M_alpha)
        body.set_depth_write(False)
        body.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_less_equal))
        body.set_attrib(DepthOffsetAttrib.make(1 if manner.alone else 2))
        body.set_bin("fixed", 42)
        materials.put(body, "ghost")
        self._swarms = [(materials.swarm(body, looks(mesh, False)), manner.body)]
        body.set_shader_input("swell", 0.0)
        if manner.alone and shaded:
            # Behind what stands in front it shows through, faintly.
            hidden = self._node.attach_new_node("hidden")
            hidden.set_transparency(TransparencyAttrib.M_alpha)
            hidden.set_depth_write(False)
            hidden.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_greater))
            hidden.set_attrib(DepthOffsetAttrib.make(2))
            hidden.set_bin("fixed", 38)
            materials.put(hidden, "ghost")
            hidden.set_shader_input("swell", 0.0)
            self._swarms.append((materials.swarm(hidden, looks(mesh, False)), HIDDEN[style]))
        if manner.alone:
            depth = self._node.attach_new_node("depth")
            depth.set_attrib(ColorWriteAttrib.make(ColorWriteAttrib.C_off))
            depth.set_bin("fixed", 40)
            materials.put(depth, "outline")
            depth.set_shader_input("swell", 0.0)
            self._swarms.append((materials.swarm(depth, looks(mesh, False)), manner.body))
        for widening, share in ((1.0, 1.0), (1.5, 0.35)) if shaded else ():
            # Two hulls, the outer one fainter: a soft edge without anti-aliasing.
            outline = self._node.attach_new_node("outline")
            outline.set_attrib(CullFaceAttrib.make(CullFaceAttrib.M_cull_counter_clockwise))
            outline.set_transparency(TransparencyAttrib.M_alpha)
            outline.set_depth_write(False)
            outline.set_bin("fixed", 41)
            materials.put(outline, "outline")
            outline.set_shader_input("swell", manner.width * widening)
            colour = (*manner.outline[:3], manner.outline[3] * share)
            self._swarms.append((materials.swarm(outline, looks(mesh, True)), colour))

    def set(self, poses: Sequence[Pose]) -> None:
        for swarm, tint in self._swarms:
            swarm.set([Placed(pose, tint) for pose in poses])


def _none(mesh: str, welded: bool) -> list[tuple[GeomNode, int]]:
    """The looks of what is no longer drawn."""
    return []


class Overlay:
    """Everything over the picture but writing."""

    def __init__(self, root: NodePath, materials: Materials, looks: Looks, size_of: SizeOf) -> None:
        self._node = root.attach_new_node("over")
        self._materials = materials
        self._looks = looks
        self._size_of = size_of
        self._styled: dict[tuple[str, Style], _Styled] = {}
        self._poses: dict[tuple[str, Style], list[Pose]] = {}
        self._slots: tuple[Ghost, ...] = ()
        self._patches: NodePath | None = None
        self._footprints: tuple[Footprint, ...] = ()
        self._feet: NodePath | None = None

    def sync(self, model: SceneModel, faded: frozenset[str] = frozenset()) -> bool:
        """Show a model's ghosts and the glows of pieces that are not `faded`; tell whether they changed."""
        poses: dict[tuple[str, Style], list[Pose]] = {}
        for visual in model.pieces:
            if visual.glow != "none" and visual.id not in faded:
                poses.setdefault((visual.mesh, visual.glow), []).append(visual.pose)
        for ghost in model.ghosts:
            if ghost.kind != "slot":
                poses.setdefault((ghost.mesh, ghost.kind), []).append(ghost.pose)
        changed = self._sync_slots(tuple(g for g in model.ghosts if g.kind == "slot"))
        changed = self._sync_footprints(model.footprints) or changed
        if poses == self._poses:
            return changed
        for key in [*poses, *(k for k in self._poses if k not in poses)]:
            if key not in self._styled:
                self._styled[key] = _Styled(self._node, *key, self._looks, self._materials)
            self._styled[key].set(poses.get(key, []))
        self._poses = poses
        return True

    def close(self) -> None:
        """Draw nothing more, and let go of whoever gives the looks."""
        self._looks = _none
        self._styled.clear()

    def _sync_slots(self, slots: tuple[Ghost, ...]) -> bool:
        if slots == self._slots:
            return False
        self._slots = slots
        if self._patches is not None:
            self._patches.remove_node()
        shapes = [_under(slot, self._size_of(slot.mesh)) for slot in slots]
        self._patches = self._lay([(shape, SLOT_COLOUR) for shape in shapes], "slots")
        return True

    def _sync_footprints(self, footprints: tuple[Footprint, ...]) -> bool:
        if footprints == self._footprints:
            return False
        self._footprints = footprints
        if self._feet is not None:
            self._feet.remove_node()
        frames = [
            (Patch(foot.pose, (foot.half[0] + FOOT_RIM_M, foot.half[1] + FOOT_RIM_M)), FOOT_COLOURS[foot.kind])
            for foot in footprints
        ]
        self._feet = self._lay(frames, "footprints")
        return True

    def _lay(self, shapes: Sequence[tuple[Patch, tuple[float, float, float, float]]], name: str) -> NodePath | None:
        """Patches, those of a colour together; None for none."""
        if not shapes:
            return None
        top = self._node.attach_new_node(name)
        for colour in dict.fromkeys(colour for _, colour in shapes):
            mesh = patches([shape for shape, its in shapes if its == colour], rounded=self._materials.quality.shaders)
            node = top.attach_new_node(meshes.geom_node(mesh))
            node.set_transparency(TransparencyAttrib.M_alpha)
            node.set_attrib(ColorBlendAttrib.make_off())
            node.set_depth_write(False)
            node.set_bin("fixed", 39)
            self._materials.tint(node, colour)
            show_only(node, OVER)
            self._materials.put_flat(node, "slot")
        return top

    def boxes(self) -> list[Bounds]:
        """Boxes that hold everything over the picture, outlines too."""
        placed = [(mesh, pose.position) for (mesh, _), poses in self._poses.items() for pose in poses]
        placed += [(slot.mesh, slot.pose.position) for slot in self._slots]
        found = [around(at, norm(self._size_of(mesh)) / 2 + OUTLINE_REACH_M) for mesh, at in placed]
        return found + [around(foot.pose.position, norm((*foot.half, FOOT_RIM_M))) for foot in self._footprints]


class Patch(NamedTuple):
    """A flat shape: its middle and how it lies, and half its sides; metres."""

    pose: Pose
    half: tuple[float, float]


def _under(slot: Ghost, size: tuple[float, float, float]) -> Patch:
    """The patch under a place where a piece of a size could go."""
    foot = add(slot.pose.position, rotate(slot.pose.quaternion, (0.0, 0.0, -size[2] / 2)))
    return Patch(Pose(foot, slot.pose.quaternion), (size[0] / 2, size[1] / 2))


def patches(shapes: Sequence[Patch], rounded: bool = True) -> MeshData:
    """Flat patches a little above where they lie, texture coordinates in half cells from their middles.

    If `rounded`, the colour's red and green hold the half sides in half cells, over 8, for the shader.
    """
    builder = meshes.MeshBuilder()
    for pose, half in shapes:
        unit = min(half)
        share = (half[0] / unit / 8, half[1] / unit / 8)
        corners, uvs = [], []
        for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            corner = (u * half[0], v * half[1], SLOT_RAISE_M)
            corners.append(add(pose.position, rotate(pose.quaternion, corner)))
            uvs.append((u * half[0] / unit, v * half[1] / unit))
        colour = (*share, 0.0, 1.0) if rounded else (1.0, 1.0, 1.0, 1.0)
        builder.add(corners, (0, 0, 1), np.array(uvs), [(0, 1, 2), (0, 2, 3)], colour)
    return builder.mesh("patches")
