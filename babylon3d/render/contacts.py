"""Soft dark at the feet of what stands still: of nobles on their towers, of parts on the table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from panda3d.core import NodePath

from babylon3d.core.geometry import Pose, Vec3, compose, inverse
from babylon3d.present.model import Visual
from babylon3d.render import meshes
from babylon3d.render.catalogue import Catalogue
from babylon3d.render.masks import PICTURES
from babylon3d.render.materials import CONTACTS, Materials
from babylon3d.render.swarm import Placed, Swarm

Contact = Literal["contact-noble", "contact-part"]

HALF_M: dict[Contact, float] = {"contact-noble": 0.0090, "contact-part": 0.0258}
"""Half the side of a patch: a noble's never goes beyond its tower's top."""
RAISE_M = 0.0002
ON_M = 0.0015
"""What is at most so far above a thing stands on it."""
UPRIGHT = 0.02
TOWER_HALF_M = 0.0105


class _Foot(NamedTuple):
    """A foot: the frame of the patch, the foot's middle in it, its half side (metres), how round it is."""

    kind: Contact
    at: Pose
    middle: tuple[float, float]
    half: float
    round: float


class Contacts:
    """The patches under things that stand still. Only where there are shaders and occlusion."""

    def __init__(self, root: NodePath, materials: Materials, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._swarms: dict[Contact, Swarm] = {}
        for kind, half in HALF_M.items():
            holder = root.attach_new_node(kind)
            materials.put_contact(holder, kind)
            patch = meshes.geom_node(meshes.patch(half, half))
            self._swarms[kind] = materials.swarm(holder, [(patch, PICTURES)])

    def sync(self, standing: Iterable[Visual]) -> None:
        """Shade the feet of what stands still and is solid."""
        feet = list(self._feet(list(standing)))
        for kind, swarm in self._swarms.items():
            swarm.set([Placed(f.at, (*f.middle, f.half, f.round)) for f in feet if f.kind == kind])

    def _feet(self, standing: list[Visual]) -> Iterator[_Foot]:
        upright = [v for v in standing if math.hypot(*v.pose.quaternion[:2]) < UPRIGHT]
        towers = [v.pose for v in upright if self._catalogue.kind(v.mesh) == "tower"]
        for visual in upright:
            kind, size = self._catalogue.kind(visual.mesh), self._catalogue.size(visual.mesh)
            low = visual.pose.position[2] - size[2] / 2
            if kind in ("tower", "bridge"):
                if low < ON_M:
                    yield from _on_the_table(visual.pose, size)
                continue
            for tower in towers:
                top = self._catalogue.size("tower")[2] / 2
                x, y, z = compose(inverse(tower), visual.pose).position
                if abs(z - size[2] / 2 - top) < ON_M and max(abs(x), abs(y)) < TOWER_HALF_M:
                    at = compose(tower, Pose((0.0, 0.0, top + RAISE_M)))
                    yield _Foot("contact-noble", at, (x, y), size[0] / 2 * 0.97, 1.0)
                    break


def _on_the_table(pose: Pose, size: Vec3) -> Iterator[_Foot]:
    """The feet of a part on the table: a tower has one, a bridge two."""
    long, wide, _ = size
    foot = wide / 2
    for along in (0.0,) if long < 2 * wide else (foot - long / 2, long / 2 - foot):
        x, y, _ = compose(pose, Pose((along, 0.0, 0.0))).position
        yield _Foot("contact-part", Pose((x, y, RAISE_M * 2.5), pose.quaternion), (0.0, 0.0), foot * 0.995, 0.06)


assert set(HALF_M) == {name for name, _ in CONTACTS}
