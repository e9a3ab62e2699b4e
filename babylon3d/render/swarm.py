"""Many pieces of one mesh, drawn together: as instances by shaders, as a node each without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from panda3d.core import (
    GeomNode,
    LQuaternionf,
    LVecBase4f,
    NodePath,
    OmniBoundingVolume,
    PTA_LVecBase4f,
    TransparencyAttrib,
)

from babylon3d.core.geometry import IDENTITY, Pose
from babylon3d.render.masks import show_only

CHUNK = 64
"""Instances in one call: three vectors each must fit the 256 every OpenGL has for a vertex shader."""


class Placed(NamedTuple):
    """One of a swarm: where, its colour (linear, with opacity), and which part of the grain it is cut from."""

    pose: Pose
    tint: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    seed: float = 0.0


HERE = Placed(Pose((0.0, 0.0, 0.0), IDENTITY))
"""For what is modelled in the world's frame."""


def packed(items: Sequence[Placed]) -> PTA_LVecBase4f:
    """What the shaders read of some pieces (assets/shaders/instanced.glsl)."""
    values = PTA_LVecBase4f.empty_array(3 * CHUNK)
    for i, item in enumerate(items):
        values[3 * i] = LVecBase4f(*item.pose.position, item.seed)
        values[3 * i + 1] = LVecBase4f(*item.pose.quaternion)
        values[3 * i + 2] = LVecBase4f(*item.tint)
    return values


class Swarm:
    """The pieces of one mesh under a parent node. `looks` are its versions and the draw masks that see each.

    `power` is what the colours of nodes are raised to: p3tinydisplay multiplies with them twice.
    """

    def __init__(
        self, parent: NodePath, looks: Sequence[tuple[GeomNode, int]], instanced: bool, power: float = 1.0
    ) -> None:
        self.node = parent.attach_new_node(looks[0][0].name)
        self._looks = looks
        self._instanced = instanced
        self._power = power
        self._items: list[Placed] = []
        self._chunks: list[NodePath] = []
        self._children: list[list[NodePath]] = []

    def set(self, items: Sequence[Placed]) -> None:
        """Show exactly these."""
        items = list(items)
        if self._instanced:
            self._set_instances(items)
        else:
            self._set_nodes(items)
        self._items = items

    def _set_instances(self, items: list[Placed]) -> None:
        count = (len(items) + CHUNK - 1) // CHUNK
        while len(self._chunks) > count:
            self._chunks.pop().remove_node()
            self._children.pop()
        while len(self._chunks) < count:
            self._chunks.append(self._new_chunk())
        for number in range(count):
            part = items[number * CHUNK : (number + 1) * CHUNK]
            if part == self._items[number * CHUNK : (number + 1) * CHUNK]:
                continue
            values = packed(part)
            for child in self._children[number]:
                child.set_shader_input("instances", values)
                child.set_instance_count(len(part))

    def narrow(self, look: int, keep: Callable[[Placed], bool] | None) -> None:
        """Draw one of the looks for some pieces only; None: for all again."""
        for number in range(len(self._chunks)):
            part = self._items[number * CHUNK : (number + 1) * CHUNK]
            kept = part if keep is None else [item for item in part if keep(item)]
            child = self._children[number][look]
            child.set_shader_input("instances", packed(kept))
            child.set_instance_count(max(1, len(kept)))
            if kept:
                child.unstash()
            else:
                child.stash()

    def _new_chunk(self) -> NodePath:
        chunk = self.node.attach_new_node("chunk")
        self._children.append([])
        for look, mask in self._looks:
            child = chunk.attach_new_node(look.make_copy())
            child.node().set_bounds(OmniBoundingVolume())
            child.node().set_final(True)
            show_only(child, mask)
            self._children[-1].append(child)
        return chunk

    def _set_nodes(self, items: list[Placed]) -> None:
        while len(self._chunks) > len(items):
            self._chunks.pop().remove_node()
        while len(self._chunks) < len(items):
            node = self.node.attach_new_node("piece")
            node.attach_new_node(self._looks[0][0])
            self._chunks.append(node)
        old: list[Placed | None] = [*self._items]
        old += [None] * (len(items) - len(old))
        for node, item, before in zip(self._chunks, items, old, strict=False):
            if item == before:
                continue
            x, y, z, w = item.pose.quaternion
            node.set_pos_quat(item.pose.position, LQuaternionf(w, x, y, z))
            red, green, blue, alpha = item.tint
            power = self._power
            node.set_color_scale(red**power, green**power, blue**power, alpha)
            if item.tint[3] < 1:
                node.set_transparency(TransparencyAttrib.M_alpha)
            else:
                node.clear_transparency()

    def __len__(self) -> int:
        return len(self._items)

    def close(self) -> None:
        """Take them off the scene."""
        self.node.remove_node()
        self._chunks.clear()
