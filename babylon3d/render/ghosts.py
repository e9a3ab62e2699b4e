"""Pieces that are not there: where one would go, and where one could go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from panda3d.core import LQuaternionf, LVector4f, NodePath, TransparencyAttrib

from babylon3d.present.model import Ghost, SceneModel
from babylon3d.render.shadow import CASTERS

if TYPE_CHECKING:
    from babylon3d.render.scene import SceneView


class Ghosts:
    """The ghosts of a scene."""

    def __init__(self, scene: SceneView) -> None:
        self._scene = scene
        self._shown: tuple[Ghost, ...] = ()
        self._node: NodePath | None = None

    def sync(self, model: SceneModel) -> bool:
        """Show a model's ghosts; tell whether they changed."""
        if model.ghosts == self._shown:
            return False
        self._shown = model.ghosts
        if self._node is not None:
            self._node.remove_node()
        self._node = self._scene.stage.root.attach_new_node("ghosts")
        self._node.hide(CASTERS)
        for ghost in model.ghosts:
            node = self._node.attach_new_node(ghost.kind)
            self._scene.prototype(ghost.mesh).instance_to(node)
            x, y, z, w = ghost.pose.quaternion
            node.set_pos_quat(ghost.pose.position, LQuaternionf(w, x, y, z))
            node.set_transparency(TransparencyAttrib.M_alpha)
            node.set_color_scale(1, 1, 1, 0.2 if ghost.kind == "slot" else 0.55)
            colour = (1.6, 0.1, 0.05, 0.7) if ghost.kind == "illegal" else (0.5, 1.1, 0.5, 0.6)
            if self._scene.quality.shaders:
                node.set_shader_input("glow", LVector4f(*colour))
        return True
