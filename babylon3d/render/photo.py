"""A photo: a scene from a view, in full quality and in any size up to 4K, drawn in memory beside the window."""

from __future__ import annotations

from babylon3d.core.build import PieceSet
from babylon3d.present.model import SceneModel
from babylon3d.render.camera import View
from babylon3d.render.pictures import encoded
from babylon3d.render.scene import SceneView
from babylon3d.render.window import Window


def photograph(model: SceneModel, pieces: PieceSet, view: View, size: tuple[int, int], colour_blind: bool) -> bytes:
    """The bytes of a PNG of that size in pixels. Raises: Unavailable if nothing here can draw it."""
    with Window("offscreen", size) as window:
        scene = SceneView(window, pieces, "high", colour_blind)
        try:
            scene.sync(model)
            scene.camera.set_view(view, True)
            scene.stage.look(view)
            scene.finish()
            window.render_frame()
            return encoded(window.screenshot())
        finally:
            scene.close()
