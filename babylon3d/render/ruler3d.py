"""The measuring post beside the building."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babylon3d.present.model import SceneModel
from babylon3d.render.camera import Bounds

if TYPE_CHECKING:
    from babylon3d.render.scene import SceneView


class RulerBoard:
    """The ruler of a scene."""

    def __init__(self, scene: SceneView) -> None:
        self._scene = scene
        self.boxes: tuple[Bounds, ...] = ()

    def sync(self, model: SceneModel) -> bool:
        """Show a model's ruler; tell whether it changed."""
        return False
