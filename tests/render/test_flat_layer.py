"""The flat layer shows exactly what the window itself would show, and is drawn only when something in it changed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from panda3d.core import NodePath

from babylon3d.render.flat_layer import FlatLayer, tiled
from babylon3d.render.ui import elements
from babylon3d.render.ui.ui import Ui
from babylon3d.render.window import Window
from tests.conftest import lacking

SIZE = (400, 240)


@pytest.fixture
def window() -> Iterator[Window]:
    with Window("offscreen", SIZE) as window:
        if window.backend != "opengl":
            lacking("OpenGL without a display (libEGL)")
        window.base.win.set_clear_color((0.2, 0.5, 0.3, 1.0))
        yield window


def sample() -> elements.Element:
    """Something of everything: panels over panels, words, an icon, a mark, a scrim below a dialog."""
    row = elements.Row(children=(elements.MarkBox(colour="red", size=30), elements.Text(text="Ann", style="heading")))
    column = (row, elements.Text(text="Half seen through", colour="soft"), elements.Button(id="go", label="Go"))
    return elements.Place(child=elements.Panel(child=elements.Column(children=column, gap=8), style="hud", pad=20))


def pixels(window: Window) -> npt.NDArray[np.int16]:
    """The window's picture, height x width x 3."""
    image = window.screenshot()
    width, height = image.get_x_size(), image.get_y_size()
    values = [image.get_xel_val(x, y) for y in range(height) for x in range(width)]
    return np.array([tuple(value) for value in values], np.int16).reshape(height, width, 3)


def shown(window: Window, root: NodePath, ui: Ui) -> npt.NDArray[np.int16]:
    ui.show(sample(), dialog=elements.Dialog(child=elements.Text(text="Sure?"), pad=20))
    ui.toast("Saved", "check")
    ui.paint()
    window.render_frame()
    return pixels(window)


def test_a_layer_shows_what_the_window_itself_would(window: Window) -> None:
    ui = Ui(window.base.pixel2d, window.size)
    direct = shown(window, window.base.pixel2d, ui)
    ui.close()
    layer = FlatLayer(window)
    assert layer.root != window.base.pixel2d
    ui = Ui(layer.root, window.size, painted=layer.redraw)
    layered = shown(window, layer.root, ui)
    assert np.ptp(direct.reshape(-1, 3), axis=0).min() > 60, "something is on show"
    assert np.abs(direct - layered).max() <= 3
    layer.close()
    layer.close()
    window.render_frame()
    assert np.ptp(pixels(window).reshape(-1, 3), axis=0).max() == 0, "nothing is left on the window"


def test_a_layer_is_drawn_only_when_something_in_it_changed(window: Window) -> None:
    layer = FlatLayer(window)
    ui = Ui(layer.root, window.size, painted=layer.redraw)
    ui.show(sample())
    ui.paint()
    window.render_frame()
    first = pixels(window)
    for _ in range(5):
        ui.paint()
        window.poll()
        window.render_frame()
    assert layer.drawn == 1
    assert (pixels(window) == first).all()
    ui.show(elements.Place(child=elements.Panel(child=elements.Text(text="Other"), style="hud", pad=20)))
    assert ui.paint()
    window.render_frame()
    assert layer.drawn == 2
    assert (pixels(window) != first).any()
    layer.close()


def test_a_layer_follows_the_window(window: Window) -> None:
    layer = FlatLayer(window)
    ui = Ui(layer.root, window.size, painted=layer.redraw)
    ui.show(sample())
    ui.paint()
    window.render_frame()
    window.resize(640, 480)
    ui.fit(window.size, 1.0)
    ui.paint()
    window.render_frame()
    seen = pixels(window)
    assert seen.shape == (480, 640, 3)
    assert (seen[220:260, 300:340] != seen[2, 2]).any(), "it is in the middle of the larger window"
    layer.close()


def test_without_shaders_it_is_the_windows_own_flat_scene() -> None:
    with Window("offscreen", SIZE, backend="tinydisplay") as window:
        layer = FlatLayer(window)
        assert layer.root == window.base.pixel2d
        layer.redraw()
        layer.close()


def test_tiles_cover_every_box_and_no_tile_twice() -> None:
    rng = random.Random(5)
    for _ in range(200):
        width, height = rng.randint(1, 300), rng.randint(1, 300)
        boxes = []
        for _ in range(rng.randint(0, 6)):
            left, top = rng.randint(-40, 320), rng.randint(-40, 320)
            boxes.append((left, top, left + rng.randint(0, 200), top + rng.randint(0, 90)))
        times = np.zeros((height, width), int)
        for left, top, right, bottom in tiled(boxes, width, height):
            assert 0 <= left < right <= width and 0 <= top < bottom <= height
            times[top:bottom, left:right] += 1
        assert times.max() <= 1
        for left, top, right, bottom in boxes:
            assert (times[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] == 1).all()
    assert list(tiled([], 100, 100)) == []


def _some(rng: random.Random, what: int) -> elements.Element:
    """A list that scrolls, in a panel in some corner, a few of its words changed each time."""
    lines = [
        elements.Text(text=f"Line {i} {rng.choice('abc')}" if i % 4 == what % 4 else f"Line {i}") for i in range(14)
    ]
    signs = elements.Row(children=(elements.MarkBox(colour=rng.choice(("red", "blue")), size=26), sample()))
    listed = elements.Scroll(id="list", child=elements.Column(children=(signs, *lines), gap=4))
    panel = elements.Panel(child=listed, style="hud", pad=12)
    return elements.Place(child=panel, x=rng.choice((0.0, 0.5, 1.0)) if what % 3 == 0 else 0.5)


def test_what_is_drawn_in_parts_is_what_is_drawn_whole(window: Window) -> None:
    rng = random.Random(3)
    layer = FlatLayer(window)
    ui = Ui(layer.root, window.size, painted=layer.redraw)
    for what in range(14):
        ui.show(_some(rng, what), dialog=elements.Dialog(child=sample()) if what in (5, 6) else None)
        if what == 9:
            ui.toast("Saved", "check")
        ui.paint()
        window.render_frame()
        parts = pixels(window)
        layer._drawn = {}
        layer.redraw()
        window.render_frame()
        assert (parts == pixels(window)).all(), what
    layer.close()


def test_only_what_changed_is_drawn(window: Window) -> None:
    layer = FlatLayer(window)
    ui = Ui(layer.root, window.size, painted=layer.redraw)
    for text in ("1:00", "0:59"):
        clock = elements.Place(child=elements.Text(text=text), x=1.0, y=0.0)
        ui.show(elements.Stack(children=(elements.Place(child=sample(), x=0.0, y=1.0), clock)))
        ui.paint()
        window.render_frame()
    left, top, right, bottom = layer.part
    assert left > 320 and right <= 400 and top < bottom < 60
    layer.close()
