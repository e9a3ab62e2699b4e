"""Pictures in memory for tests of what is drawn: one window a module, for panda3d has room for one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pytest
from panda3d.core import PNMImage

from babylon3d.playable.babylon.look import PIECES
from babylon3d.render.scene import SceneView
from babylon3d.render.window import Window
from tests.conftest import lacking

SIZE = (240, 160)


@pytest.fixture(scope="module")
def window() -> Iterator[Window]:
    """A small picture in memory, drawn by OpenGL."""
    opened = Window("offscreen", SIZE)
    if opened.backend != "opengl":
        opened.close()
        lacking("OpenGL without a display (libEGL)")
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture
def new_scene(window: Window) -> Iterator[Callable[[str], SceneView]]:
    """Call it with a quality: a scene in the window, closed after the test."""
    made: list[SceneView] = []

    def new(quality: str = "high") -> SceneView:
        made.append(SceneView(window, PIECES, quality))
        return made[-1]

    yield new
    for scene in made:
        scene.close()


def pixels(image: PNMImage) -> npt.NDArray[np.float64]:
    """An image as (height, width, 3), 0 to 1."""
    rows = [
        [(image.get_red(x, y), image.get_green(x, y), image.get_blue(x, y)) for x in range(image.get_x_size())]
        for y in range(image.get_y_size())
    ]
    return np.array(rows)


def drawn(scene: SceneView) -> npt.NDArray[np.float64]:
    """What the window shows of a scene, drawn at its best."""
    scene.finish()
    scene.window.render_frame()
    return pixels(scene.window.screenshot())
