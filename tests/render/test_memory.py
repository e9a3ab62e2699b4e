"""What a closed scene held is given back at once, without Python's search for rings and without ShowBase's tasks."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from babylon3d.core.geometry import Pose
from babylon3d.playable.babylon.look import PIECES
from babylon3d.present.model import Ghost, SceneModel, Visual
from babylon3d.render.scene import SceneView
from babylon3d.render.window import Window

MODEL = SceneModel(
    pieces=(Visual("t1", "tower", Pose((0.0, 0.0, 0.019))), Visual("n1", "large_red", Pose((0.1, 0.0, 0.03)))),
    ghosts=(Ghost("tower", Pose((0.05, 0.0, 0.019)), "legal"),),
)


@pytest.fixture
def no_search() -> Iterator[None]:
    """Python does not look for rings of references meanwhile."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def shown(window: Window, quality: str) -> SceneView:
    scene = SceneView(window, PIECES, quality)
    scene.sync(MODEL)
    scene.update(0.1)
    window.render_frame()
    return scene


@pytest.mark.parametrize("quality", ["medium", "flat", "plain"])
def test_a_closed_scene_is_gone_at_once(window: Window, no_search: None, quality: str) -> None:
    scene = shown(window, quality)
    held = [weakref.ref(scene), weakref.ref(scene.stage)]
    scene.close()
    assert held[0]() is scene
    del scene
    assert [ref() for ref in held] == [None, None]


def test_another_quality_lets_the_old_stage_go(window: Window, no_search: None) -> None:
    scene = shown(window, "medium")
    before = weakref.ref(scene.stage)
    scene.set_quality("flat")
    assert before() is None
    scene.close()


@pytest.mark.slow
def test_scenes_come_and_go_without_a_trace_in_the_renderer(window: Window, no_search: None) -> None:
    """As many textures, meshes and shaders after twelve scenes as after three."""
    objects = window.base.win.get_gsg().get_prepared_objects()

    def count(scenes: int) -> tuple[int, int]:
        for _ in range(scenes):
            shown(window, "medium").close()
        for _ in range(20):  # states are let go a share at a time
            window.render_frame()
        return objects.get_num_prepared_textures(), objects.get_num_prepared_vertex_buffers()

    few = count(3)
    scene = shown(window, "medium")
    assert (objects.get_num_prepared_textures(), objects.get_num_prepared_vertex_buffers()) > few, "they do count"
    scene.close()
    del scene
    assert count(9) == few
