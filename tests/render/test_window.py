"""Windows and pictures in memory: every rung draws, sizes are followed, what is opened is closed."""

from __future__ import annotations

import builtins
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from panda3d.core import ExecutionEnvironment

from babylon3d.core.errors import Unavailable
from babylon3d.playable.babylon.look import PIECES
from babylon3d.present.model import Ghost
from babylon3d.render.quality import LADDER
from babylon3d.render.scene import SceneView
from babylon3d.render.shadow import ShadowMap
from babylon3d.render.window import Backend, Window
from tests.render.builds import gate, shown
from tests.render.conftest import SIZE, drawn
from tests.render.test_scene import BESIDE, RULER

MODEL = replace(
    shown(gate()), ruler=RULER, ghosts=tuple(Ghost("tower", BESIDE, kind) for kind in ("legal", "illegal", "slot"))
)


@pytest.fixture
def shown_on(display: str) -> Iterator[str]:
    """The virtual display, as the one panda3d opens windows on; it read the environment when it was loaded."""
    before = ExecutionEnvironment.get_environment_variable("DISPLAY")
    ExecutionEnvironment.set_environment_variable("DISPLAY", display)
    yield display
    ExecutionEnvironment.set_environment_variable("DISPLAY", before)


def _draws(window: Window, quality: str) -> None:
    scene = SceneView(window, PIECES, quality)
    scene.sync(MODEL)
    scene.fit()
    picture = drawn(scene)
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    assert picture.std() > 0.05, quality
    stone = (picture[:, :, 0] > 0.55) & (picture[:, :, 2] < picture[:, :, 0] - 0.08)
    assert stone.mean() > 0.02, quality
    scene.close()


def test_every_rung_draws_by_opengl() -> None:
    with Window("offscreen", SIZE) as window:
        if window.backend != "opengl":
            pytest.skip("no OpenGL without a display here")
        for quality in LADDER:
            _draws(window, quality.name)
        _draws(window, "plain")


def test_the_last_rung_draws_without_any_opengl() -> None:
    with Window("offscreen", SIZE, backend="tinydisplay") as window:
        assert window.backend == "tinydisplay" and window.is_software
        _draws(window, "auto")
        _draws(window, "high")  # whatever was asked for: there are no shaders


def test_what_draws_can_be_read() -> None:
    with Window("offscreen", SIZE, backend="tinydisplay") as window:
        scene = SceneView(window, PIECES, "auto")
        assert "plain colours" in scene.describe_quality()
        scene.close()


def test_windows_can_be_opened_one_after_the_other() -> None:
    for _ in range(4):
        with Window("offscreen", SIZE) as window:
            window.render_frame()
            assert window.frames == 1
        window.close()  # twice is harmless
    assert not hasattr(builtins, "base")


def test_a_picture_in_memory_follows_its_size() -> None:
    with Window("offscreen", SIZE) as window:
        scene = SceneView(window, PIECES, "auto")
        scene.sync(MODEL)
        window.render_frame()
        assert not window.needs_frame
        for size in ((120, 90), (200, 300)):
            window.resize(*size)
            scene.resized()
            assert window.size == size and window.needs_frame
            assert drawn(scene).shape == (size[1], size[0], 3)
        scene.close()


def test_a_window_nobody_can_open_says_what_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Window, "_open_with", lambda *_: False)
    with pytest.raises(Unavailable, match=r"pandagl, p3tinydisplay.*display"):
        Window("window", SIZE)
    assert not hasattr(builtins, "base")


@pytest.mark.window
@pytest.mark.usefixtures("shown_on")
def test_a_window_is_opened_and_drawn_into(tmp_path: Path) -> None:
    with Window("window", (640, 480)) as window:
        assert window.kind == "window"
        scene = SceneView(window, PIECES, "auto")
        scene.sync(MODEL)
        scene.fit()
        window.poll()
        window.render_frame()
        scene.screenshot(tmp_path / "window.png")
        window.resize(800, 600)
        deadline = time.monotonic() + 10.0  # the X server answers when it gets round to it
        while window.size != (800, 600) and time.monotonic() < deadline:
            window.poll()
        assert window.size == (800, 600)
        scene.resized()
        assert drawn(scene).shape == (600, 800, 3)
        scene.close()


@pytest.mark.window
@pytest.mark.usefixtures("shown_on")
def test_a_window_without_opengl_goes_down_to_the_last_rung(monkeypatch: pytest.MonkeyPatch) -> None:
    opens = Window._open_with

    def without_opengl(self: Window, module: str, *rest: object) -> bool:
        return module == "p3tinydisplay" and opens(self, module, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Window, "_open_with", without_opengl)
    with Window("window", SIZE) as window:
        assert window.backend == "tinydisplay"
        _draws(window, "auto")


@pytest.mark.window
@pytest.mark.usefixtures("shown_on")
@pytest.mark.parametrize("backend", ["opengl", "tinydisplay"])
def test_a_display_outlives_its_window(backend: Backend) -> None:
    # What panda3d knows of a window may be freed as the process ends; without its display that is a crash.
    with Window("window", SIZE, backend=backend) as window:
        display = window.base.win.get_pipe()
    assert display.get_ref_count() > 1


def test_without_a_shadow_map_it_draws_without_shadows(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise Unavailable("no shadow map here")

    with Window("offscreen", SIZE) as window:
        if window.backend != "opengl":
            pytest.skip("no OpenGL without a display here")
        monkeypatch.setattr(ShadowMap, "__init__", none)
        scene = SceneView(window, PIECES, "auto")
        assert scene.quality.name == "flat" and "flat" in scene.describe_quality()
        scene.close()
        _draws(window, "high")


def test_without_new_shaders_it_draws_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Window, "has_shaders", False)
    with Window("offscreen", SIZE) as window:
        scene = SceneView(window, PIECES, "auto")
        assert scene.quality.name == "plain"
        scene.close()
        _draws(window, "high")
