"""What is drawn over the picture meets its depth, though depth is copied only where it matters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from babylon3d.core.geometry import Pose
from babylon3d.present.model import Ghost, Plumb
from babylon3d.render import picture_card
from babylon3d.render.camera import Bounds, View, around
from babylon3d.render.masks import QUICK, ROUGH
from babylon3d.render.picture_card import WHOLE_SCREEN, rect_of
from babylon3d.render.scene import SceneView
from tests.render.builds import gate, shown
from tests.render.conftest import drawn

BEHIND = Pose((-0.03, 0.0, 0.03))


@pytest.mark.parametrize("azimuth", [0.0, 70.0, 200.0, 315.0])
def test_the_part_with_depth_holds_all_corners_of_the_box(azimuth: float) -> None:
    view = View((0.0, 0.0, 0.05), azimuth, 30.0, 0.5)
    box = Bounds((-0.05, 0.0, 0.0), (0.02, 0.06, 0.1))
    left, bottom, right, top = rect_of(box, view, 1.5)
    for corner in ((x, y, z) for x in (-0.05, 0.02) for y in (0.0, 0.06) for z in (0.0, 0.1)):
        seen = view.project(corner, 1.5)
        assert seen is not None
        assert left < seen[0] < right and bottom < seen[1] < top
    assert (right - left) * (top - bottom) < 1.5


def test_a_box_round_the_eye_needs_all_of_the_screen() -> None:
    view = View()
    assert rect_of(around(view.eye, 0.01), view, 1.5) == WHOLE_SCREEN
    left, bottom, right, top = rect_of(around((0.0, 3.0, 0.0), 0.1), View(azimuth_deg=0.0), 1.5)
    assert left == right == 1.0 and bottom < top  # off the screen: nothing to copy


@pytest.mark.parametrize("quality", ["low", "high"])
def test_what_is_hidden_is_as_hidden_as_with_all_the_depth(
    new_scene: Callable[[str], SceneView], quality: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = new_scene(quality)
    ghosts = (Ghost("tower", BEHIND, "legal"), Ghost("tower", Pose((0.05, 0.03, 0.01)), "slot"))
    plumb = Plumb((-0.05, -0.01, 0.12), (-0.05, -0.01, 0.0), "legal")
    bare = shown(gate())
    scene.sync(bare)
    scene.fit()
    before = drawn(scene)
    scene.sync(replace(bare, ghosts=ghosts, plumbs=(plumb,)))
    part = drawn(scene)
    assert (np.abs(part - before).max(2) > 0.02).sum() > 40
    monkeypatch.setattr(picture_card, "rect_of", lambda *_: WHOLE_SCREEN)
    scene.stage.redraw()
    assert np.array_equal(part, drawn(scene))


def test_few_triangles_are_drawn_only_where_pieces_are_small(new_scene: Callable[[str], SceneView]) -> None:
    scene = new_scene("low")
    scene.sync(shown(gate()))
    for distance, mask in ((0.05, QUICK), (0.9, ROUGH)):
        scene.stage.look(replace(scene.camera.view, distance=distance))
        scene.window.render_frame()
        quick = scene.stage._quick
        assert quick is not None
        assert quick.camera.node().get_camera_mask().get_word() & (QUICK | ROUGH) == mask
