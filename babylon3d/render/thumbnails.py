"""Scenes as small pictures, one after the other, in a window of their own in memory."""

from __future__ import annotations

from panda3d.core import PNMImage

from babylon3d.core.build import PieceSet
from babylon3d.present.model import SceneModel
from babylon3d.render.camera import NEAR_M, fitted
from babylon3d.render.pictures import encoded
from babylon3d.render.scene import SceneView
from babylon3d.render.window import Window

OVERSAMPLING = 2
AZIMUTH_DEG, ELEVATION_DEG, FILL = -58.0, 24.0, 0.86


class Drawing:
    """Draws them; the window is opened with the first one. Close it."""

    def __init__(self, size: tuple[int, int]) -> None:
        """`size` is the pictures' in pixels."""
        self._size = size
        self._window: Window | None = None
        self._scene: SceneView | None = None
        self._pieces: PieceSet | None = None

    def of(self, model: SceneModel, pieces: PieceSet) -> bytes:
        """A scene, framed as a whole, as the bytes of a JPEG. Raises: Unavailable."""
        width, height = self._size
        if self._window is None:
            self._window = Window("offscreen", (width * OVERSAMPLING, height * OVERSAMPLING))
        if self._scene is None or self._pieces is not pieces:
            if self._scene is not None:
                self._scene.close()
            self._scene = SceneView(self._window, pieces, "high")
            self._pieces = pieces
        scene = self._scene
        scene.sync(model)
        scene.stage.look(fitted(scene.bounds, width / height, AZIMUTH_DEG, ELEVATION_DEG, FILL, nearest_m=NEAR_M * 2))
        scene.finish()
        self._window.render_frame()
        small = PNMImage(width, height)
        small.quick_filter_from(self._window.screenshot())
        return encoded(small, ".jpg")

    def close(self) -> None:
        """Free window and scene."""
        if self._scene is not None:
            self._scene.close()
        if self._window is not None:
            self._window.close()
        self._scene = self._window = None
