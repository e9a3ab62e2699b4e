"""Portraits show one piece on nothing, and are there for every piece."""

from __future__ import annotations

import numpy as np
import pytest
from panda3d.core import Filename, PNMImage

from babylon3d import storage
from babylon3d.core.errors import Unavailable
from babylon3d.games.babylon.pieces import COLOURS
from babylon3d.playable.babylon.look import PIECES
from babylon3d.render.portraits import portraits
from tests.conftest import lacking
from tests.render.conftest import pixels


def test_a_portrait_shows_one_piece_on_nothing() -> None:
    try:
        drawn = dict(portraits(PIECES, ("tower", "large_blue"), 32))
    except Unavailable:
        lacking("OpenGL without a display (libEGL)")
    for picture in drawn.values():
        alpha = np.array([[picture.get_alpha(x, y) for x in range(32)] for y in range(32)])
        assert alpha[0, 0] == alpha[-1, -1] == 0.0
        assert 0.1 < (alpha > 0.9).mean() < 0.8
        assert alpha[:, 0].max() < 0.5 and alpha[0].max() < 0.9
    tower, noble = (pixels(drawn[name])[16, 16] for name in ("tower", "large_blue"))
    assert tower[0] > tower[2]
    assert noble[2] > noble[0]


@pytest.mark.parametrize(
    "name", ["tower", "bridge", *(f"{size}_{colour}" for size in ("large", "small") for colour in COLOURS)]
)
def test_every_piece_has_its_portrait_in_the_assets(name: str) -> None:
    image = PNMImage()
    assert image.read(Filename.from_os_specific(str(storage.asset(f"pieces/{name}.png"))))
    assert image.has_alpha() and image.get_x_size() == 128
