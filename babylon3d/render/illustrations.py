"""Pictures for reading: scenes framed as a whole, in full quality, as small files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from panda3d.core import PNMImage

from babylon3d.core.build import PieceSet
from babylon3d.present.model import SceneModel
from babylon3d.render.camera import NEAR_M, Bounds, fitted
from babylon3d.render.pictures import encoded
from babylon3d.render.scene import SceneView
from babylon3d.render.window import Window

SIZE = (432, 288)
OVERSAMPLING = 2
GHOST_M = 0.012
"""About half a tower."""
AZIMUTH_DEG, ELEVATION_DEG, FILL = -58.0, 20.0, 0.8


def illustrations(pieces: PieceSet, scenes: Mapping[str, SceneModel]) -> Iterator[tuple[str, bytes]]:
    """Each scene by its name as a JPEG of `SIZE`. Raises: Unavailable."""
    width, height = SIZE[0] * OVERSAMPLING, SIZE[1] * OVERSAMPLING
    with Window("offscreen", (width, height), backend="opengl") as window:
        scene = SceneView(window, pieces, "high")
        for name, model in scenes.items():
            scene.sync(model)
            seen = _with_ghosts(scene.bounds, model)
            scene.stage.look(fitted(seen, width / height, AZIMUTH_DEG, ELEVATION_DEG, FILL, nearest_m=NEAR_M * 2))
            scene.finish()
            small = PNMImage(*SIZE)
            window.render_frame()
            small.quick_filter_from(window.screenshot())
            yield name, encoded(small, ".jpg")
        scene.close()


def _with_ghosts(bounds: Bounds, model: SceneModel) -> Bounds:
    """The box around what stands and what is only thought of."""
    low, high = list(bounds.low), list(bounds.high)
    for ghost in model.ghosts:
        for i, value in enumerate(ghost.pose.position):
            low[i], high[i] = min(low[i], value - GHOST_M), max(high[i], value + GHOST_M)
    return Bounds((low[0], low[1], max(0.0, low[2])), (high[0], high[1], high[2]))
