"""The table: a slab of walnut, for some games with a woven field let into it."""

from __future__ import annotations

from panda3d.core import NodePath

from babylon3d.present.model import SceneModel
from babylon3d.render import meshes
from babylon3d.render.masks import PICTURES, show_only
from babylon3d.render.materials import Materials, Surface
from babylon3d.render.swarm import HERE

FRAME_M = 0.046
"""How far the table goes on beyond its last cell."""
MESH_M = 0.456
"""Half the side of the table in assets/meshes."""
FIELD_M = 0.4215
"""Half the side of what lies inside the groove of that mesh."""
TILE_CELLS = 4
"""The cloth's texture covers so many cells along both sides."""
TINTS: dict[Surface, tuple[float, float, float, float]] = {
    "wood": (1.30, 1.24, 1.18, 1.0),
    "cloth": (1.0, 1.0, 1.0, 1.0),
}
PLAIN: dict[Surface, tuple[float, float, float, float]] = {
    "wood": (0.31, 0.225, 0.175, 1.0),
    "cloth": (0.25, 0.31, 0.37, 1.0),
}
"""Without shaders, whose textures they stand for."""


class Table:
    """What everything stands on."""

    def __init__(self, root: NodePath, materials: Materials) -> None:
        self._root, self._materials = root, materials
        self._node: NodePath | None = None
        self._shown: tuple[float, bool] | None = None
        self._mask = PICTURES
        self.half_m = 0.0

    def sync(self, model: SceneModel) -> bool:
        """Make the table as large as a model says, of cloth where no cloths lie on it; tell whether it changed."""
        half = (model.table_reach + 0.5) * model.pitch_m + FRAME_M
        if self._shown == (half, not model.cloths):
            return False
        self._shown, self.half_m = (half, not model.cloths), half
        if self._node is not None:
            self._node.remove_node()
        self._node = self._root.attach_new_node("table")
        self._node.set_bin("fixed", 20)
        whole = meshes.load("table")
        parts = meshes.parted(whole, FIELD_M) if not model.cloths else {"wood": whole}
        tints = TINTS if self._materials.quality.shaders else PLAIN
        for name, part in parts.items():
            surface: Surface = "cloth" if name == "cloth" else "wood"
            mesh = meshes.widened(part, half / MESH_M)
            if surface == "cloth":
                mesh = meshes.planned(mesh, TILE_CELLS * model.pitch_m, model.pitch_m / 2)
            holder = self._node.attach_new_node(surface)
            self._materials.put(holder, surface)
            swarm = self._materials.swarm(holder, [(meshes.geom_node(mesh), PICTURES)])
            swarm.set([HERE._replace(tint=tints[surface])])
        show_only(self._node, self._mask)
        return True

    def show(self, shown: bool) -> None:
        """Whether it is drawn."""
        self._mask = PICTURES if shown else 0
        if self._node is not None:
            show_only(self._node, self._mask)
