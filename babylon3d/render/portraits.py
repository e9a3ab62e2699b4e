"""Portraits of single pieces on nothing: for supplies and lists, where a glyph would do but a picture is nicer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from panda3d.core import PNMImage

from babylon3d.core.build import PieceSet
from babylon3d.core.geometry import Pose, yaw_quat
from babylon3d.present.model import SceneModel, Visual
from babylon3d.render.camera import NEAR_M, fitted
from babylon3d.render.scene import SceneView
from babylon3d.render.window import Window

OVERSAMPLING = 4
AZIMUTH_DEG, ELEVATION_DEG = -58.0, 24.0
FILL = 0.96


def portraits(
    pieces: PieceSet, names: Iterable[str], size_px: int = 128, colour_blind: bool = False
) -> Iterator[tuple[str, PNMImage]]:
    """Draw each mesh alone in full quality; square pictures with an alpha channel. Raises: Unavailable."""
    side = size_px * OVERSAMPLING
    with Window("offscreen", (side, side), backend="opengl") as window:
        scene = SceneView(window, pieces, "high", colour_blind)
        scene.set_backdrop(False)
        for name in names:
            height = scene.catalogue.size(name)[2]
            lying = Visual(name, name, Pose((0.0, 0.0, height / 2), yaw_quat(0.0)))
            scene.sync(SceneModel((lying,)))
            scene.stage.look(fitted(scene.bounds, 1.0, AZIMUTH_DEG, ELEVATION_DEG, FILL, nearest_m=NEAR_M * 2))
            scene.finish()
            yield name, _smaller(scene.stage.picture(), size_px)
        scene.close()


def _smaller(picture: PNMImage, size_px: int) -> PNMImage:
    """The picture at `size_px`: each pixel the mean of a block, colours weighted by opacity."""
    side = picture.get_x_size()
    grid = [(x, y) for y in range(side) for x in range(side)]
    rgba = np.array([(*picture.get_xel(x, y), picture.get_alpha(x, y)) for x, y in grid]).reshape(side, side, 4)
    blocks = rgba.reshape(size_px, side // size_px, size_px, side // size_px, 4)
    alpha = blocks[..., 3].mean((1, 3))
    colour = blocks[..., :3].mean((1, 3)) / np.maximum(alpha, 1e-6)[..., None]
    small = PNMImage(size_px, size_px, 4)
    for y in range(size_px):
        for x in range(size_px):
            small.set_xel(x, y, *(float(c) for c in np.clip(colour[y, x], 0, 1)))
            small.set_alpha(x, y, float(alpha[y, x]))
    return small
