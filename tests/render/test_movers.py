"""What moves is drawn over a kept picture of what stands still, and looks as if all had been drawn."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from babylon3d.core.geometry import Pose, yaw_quat
from babylon3d.present.model import SceneModel, Visual
from babylon3d.render.camera import around
from babylon3d.render.kept import few, shadow_of
from babylon3d.render.movers import MOST, NEAR_M, STILL_S, Movers, is_near
from babylon3d.render.panes import Pane
from babylon3d.render.scene import SceneView
from babylon3d.render.shadow import SUN
from babylon3d.render.stage import Stage
from tests.render.builds import columns, gate, shown
from tests.render.conftest import drawn, pixels

NewScene = Callable[[str], SceneView]
STANDING = shown(gate())


def hand(step: int) -> Visual:
    """A tower that is carried by the gate, on the sun's side."""
    return Visual("hand", "tower", Pose((0.050 - 0.002 * step, -0.030, 0.045), yaw_quat(20.0 * step)))


def with_hand(step: int, standing: SceneModel = STANDING) -> SceneModel:
    return replace(standing, pieces=(*standing.pieces, hand(step)))


def seen(scene: SceneView) -> npt.NDArray[np.float64]:
    """What the window shows, things moving as they do."""
    scene.window.render_frame()
    return pixels(scene.window.screenshot())


def carry(scene: SceneView, steps: int = 3) -> None:
    scene.sync(STANDING)
    scene.fit()
    scene.window.render_frame()
    for step in range(steps):
        scene.sync(with_hand(step))
        scene.window.render_frame()


@pytest.mark.parametrize("quality", ["medium", "lowest"])
def test_what_is_kept_looks_as_if_drawn(new_scene: NewScene, quality: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = new_scene(quality)
    carry(scene)
    kept = scene.stage._kept
    assert kept is not None and not kept.stale
    over = seen(scene)
    monkeypatch.setattr(Stage, "keeps", False)
    scene._sort()
    scene._things_moved()
    whole = seen(scene)
    apart = np.abs(over - whole).max(2)
    assert (apart > 0.1).mean() < 0.006, "edges of the shadow alone"
    seen_apart = np.where(apart > 2.5 / 255, apart, 0.0)  # what is rounded twice may differ by a step or two
    assert seen_apart.mean() < 0.003
    scene.sync(STANDING)
    assert (np.abs(seen(scene) - whole).max(2) > 0.1).mean() > 0.02, "the piece and its shadow are there"


def test_a_glow_moves_nothing(new_scene: NewScene) -> None:
    scene = new_scene("low")
    scene.sync(STANDING)
    scene.finish()
    scene.window.render_frame()
    pictures = scene.stage.drawn
    scene.sync(replace(STANDING, pieces=(replace(STANDING.pieces[0], glow="hover"), *STANDING.pieces[1:])))
    scene.window.render_frame()
    assert not scene._movers and scene.stage.drawn == pictures and scene.stage.developed


def test_a_movers_shadow_falls_on_what_stands(new_scene: NewScene) -> None:
    scene = new_scene("medium")
    carry(scene)
    with_shadow = seen(scene)
    kept = scene.stage._kept
    assert kept is not None
    kept.move([scene._boxes["t1"][1]], 0.0)  # looking elsewhere, the map has nothing of the hand
    scene.stage.redraw(movers_only=True)
    assert (seen(scene).mean(2) - with_shadow.mean(2) > 0.08).mean() > 0.004


def test_the_rest_is_drawn_anew_only_when_it_changes(new_scene: NewScene, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = new_scene("low")
    carry(scene)
    kept = scene.stage._kept
    assert kept is not None
    draws: list[bool] = []
    draw_next = kept._picture.draw_next
    monkeypatch.setattr(kept._picture, "draw_next", lambda wanted: (draws.append(wanted), draw_next(wanted)))

    def drawn_anew() -> bool:
        draws.clear()
        scene.window.render_frame()
        return any(draws)

    for step in range(3, 8):
        scene.sync(with_hand(step))
        assert not drawn_anew()
    nudged = replace(STANDING, pieces=(*STANDING.pieces[:-1], _moved(STANDING.pieces[-1], NEAR_M / 3)))
    scene.sync(with_hand(8, nudged))
    assert not drawn_anew(), "nobody sees a hundredth of a millimetre"
    scene.sync(with_hand(9, replace(STANDING, pieces=(*STANDING.pieces[:-1], _moved(STANDING.pieces[-1], 0.004)))))
    assert drawn_anew(), "a piece that stood begins to move"
    scene.sync(with_hand(10))
    scene.stage.look(replace(scene.camera.view, azimuth_deg=80.0))
    assert drawn_anew(), "the camera moves"


def _moved(visual: Visual, by: float) -> Visual:
    x, y, z = visual.pose.position
    return replace(visual, pose=replace_position(visual.pose, (x + by, y, z)))


def replace_position(pose: Pose, position: tuple[float, float, float]) -> Pose:
    return Pose(position, pose.quaternion)


def test_at_rest_the_picture_is_the_one_that_never_moved(new_scene: NewScene) -> None:
    scene = new_scene("medium")
    carry(scene)
    assert scene.busy
    for _ in range(round(STILL_S / 0.05) + 2):
        scene.update(0.05)
        scene.window.render_frame()
    assert not scene._movers and not scene._drawn_moving
    scene.finish()
    rested = drawn(scene)
    fresh = new_scene("medium")
    fresh.sync(with_hand(2))
    fresh.camera.set_home(scene.bounds, fresh.window.aspect)
    fresh.stage.look(scene.camera.view)
    fresh.finish()
    assert (np.abs(rested - drawn(fresh)).max(2) > 0.02).mean() < 0.002


def test_a_picture_to_keep_does_not_wait_for_rest(new_scene: NewScene) -> None:
    scene = new_scene("medium")
    carry(scene)
    scene.finish()
    assert scene.stage.developed and not scene._movers


@pytest.mark.parametrize("why", ["many", "faded", "panes"])
def test_where_little_can_be_kept_all_is_drawn(new_scene: NewScene, why: str) -> None:
    scene = new_scene("low")
    standing = SceneModel(columns(random.Random(2)))
    scene.sync(standing)
    scene.window.render_frame()
    moved = standing.pieces[: MOST + 1] if why == "many" else standing.pieces[:1]
    model = SceneModel((*(_moved(v, 0.001) for v in moved), *standing.pieces[len(moved) :]))
    if why == "faded":
        model = replace(model, pieces=(replace(model.pieces[0], alpha=0.5), *model.pieces[1:]))
    if why == "panes":
        scene.split((Pane((0.0, 0.5, 0.0, 1.0), scene.camera.view), Pane((0.5, 1.0, 0.0, 1.0), scene.camera.view)))
    scene.sync(model)
    assert not scene._drawn_moving and not scene.stage._moving
    scene.split(())
    scene.sync(standing)
    assert not scene.stage._moving or why != "many"


def test_movers_are_remembered_until_they_have_stood_still() -> None:
    movers = Movers()
    assert not movers and not movers.age(1.0)
    movers.note("a")
    assert not movers.age(STILL_S * 0.9) and movers.moving == {"a"}
    movers.note("b")
    assert movers.age(STILL_S * 0.2) and movers.moving == {"b"}
    movers.keep([])
    assert not movers and not movers.stop()
    for i in range(MOST + 1):
        movers.note(str(i))
    assert movers and movers.moving == frozenset()
    assert movers.stop() and not movers


def test_poses_that_look_the_same_are_near() -> None:
    pose = Pose((0.1, 0.2, 0.3), yaw_quat(30.0))
    assert is_near(pose, replace_position(pose, (0.1, 0.2, 0.3 + NEAR_M / 2)))
    assert not is_near(pose, replace_position(pose, (0.1, 0.2, 0.3 + NEAR_M * 2)))
    assert not is_near(pose, Pose(pose.position, yaw_quat(31.0)))


def test_a_shadows_box_reaches_the_table_away_from_the_sun() -> None:
    low, high = shadow_of(around((0.0, 0.0, 0.1), 0.01))
    assert low[2] == 0.0 and high[2] == pytest.approx(0.11)
    assert low[0] == pytest.approx(-0.01 - 0.11 * SUN[0] / SUN[2]) and high[0] == pytest.approx(0.01)
    assert low[1] == pytest.approx(-0.01) and high[1] == pytest.approx(0.01 - 0.11 * SUN[1] / SUN[2])


def test_shadows_that_crowd_are_sought_together() -> None:
    apart = [(-1.0, -1.0, -0.9, -0.9), (0.9, 0.9, 1.0, 1.0), (1.0, 0.0, 1.0, 0.5)]
    assert list(few(apart)) == apart[:2], "what is off the screen is left out"
    crowd = [(-0.5, -0.5, 0.4, 0.4), (-0.4, -0.4, 0.5, 0.5)]
    assert list(few(crowd)) == [(-0.5, -0.5, 0.5, 0.5)]
    assert list(few([(1.0, 1.0, 1.0, 1.0)])) == []
