"""The textures' own reader: the same pixels as panda3d's, and a plain word for a damaged file."""

from __future__ import annotations

import pytest
from panda3d.core import PNMImage, StringStream, Texture

from babylon3d.core.errors import Unavailable
from babylon3d.render.materials import texture
from babylon3d.render.png import read_palette
from babylon3d.storage import asset


@pytest.mark.parametrize("name", ["stone", "wood", "cloth"])
def test_a_palette_picture_is_read_as_panda3d_reads_it(name: str) -> None:
    data = asset(f"textures/{name}.png").read_bytes()
    pixels = read_palette(data, name)
    image, read = PNMImage(), Texture()
    assert image.read(StringStream(data), f"{name}.png") and pixels is not None
    read.load(image)
    assert (pixels.width, pixels.height) == (image.get_x_size(), image.get_y_size())
    assert pixels.bgra.tobytes() == bytes(read.get_ram_image_as("BGRA"))


def test_a_picture_of_another_kind_is_left_to_panda3d() -> None:
    data = asset("textures/room.png").read_bytes()
    assert read_palette(data, "room") is None
    assert texture("room.png").get_num_components() == 3


@pytest.mark.parametrize("keep", [0, 1, 20, 40, 900, 5_000])
def test_a_damaged_picture_is_named(keep: int) -> None:
    data = asset("textures/cloth.png").read_bytes()
    with pytest.raises(Unavailable, match="cloth"):
        read_palette(data[:keep], "cloth")
