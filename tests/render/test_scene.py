"""The scene follows its model: only what changed, nothing left behind, and what is seen is what was said."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from panda3d.core import NodePath

from babylon3d.core.errors import Unavailable
from babylon3d.core.geometry import Pose, dot
from babylon3d.playable.babylon.look import PIECES
from babylon3d.present.model import Ghost, Glow, Ruler, RulerRow, SceneModel
from babylon3d.render import occlusion
from babylon3d.render.camera import Bounds
from babylon3d.render.scene import SceneView
from babylon3d.render.shadow import SUN
from babylon3d.render.window import Window
from tests.render.builds import gate, heap, shown
from tests.render.conftest import SIZE, drawn, pixels

NewScene = Callable[[str], SceneView]
RULER = Ruler((RulerRow(1, "red", 1), RulerRow(2, None, 2), RulerRow(3, "blue", 3)), ((0.0, 0.0), (0.04, 0.0)))
BESIDE = Pose((0.0, -0.05, 0.01))


def _nodes(scene: SceneView) -> int:
    root: NodePath = scene.stage.root
    return int(root.find_all_matches("**").get_num_paths())


def _pieces(scene: SceneView) -> int:
    return sum(len(swarm) for swarm in scene._swarms.values())


def _show(new_scene: NewScene, model: SceneModel, quality: str = "high") -> SceneView:
    scene = new_scene(quality)
    scene.sync(model)
    scene.fit()
    return scene


def _excess(picture: npt.NDArray[np.float64], channel: int, by: float = 0.25) -> npt.NDArray[np.bool_]:
    """Where a colour channel stands well above the other two."""
    others = np.delete(picture, channel, axis=2).max(2)
    return np.asarray(picture[:, :, channel] - others > by)


def test_a_sync_with_the_same_model_changes_nothing(new_scene: NewScene, window: Window) -> None:
    scene = _show(new_scene, shown(gate()))
    window.render_frame()
    before = (scene.stage.drawn, scene.stage.shadow.drawn if scene.stage.shadow else 0)
    assert not scene.sync(shown(gate()))
    assert not window.needs_frame
    for _ in range(5):
        window.poll()
    assert (scene.stage.drawn, scene.stage.shadow.drawn if scene.stage.shadow else 0) == before


def test_there_is_an_instance_for_each_piece(new_scene: NewScene) -> None:
    scene = _show(new_scene, shown(gate()))
    assert _pieces(scene) == 5
    scene.sync(replace(shown(gate()), pieces=shown(gate()).pieces[:2]))
    assert _pieces(scene) == 2
    scene.sync(SceneModel(heap(random.Random(1))))
    assert _pieces(scene) == 149


def test_the_shadow_map_is_drawn_only_when_something_moved(new_scene: NewScene, window: Window) -> None:
    model = shown(gate())
    scene = _show(new_scene, model)
    shadow = scene.stage.shadow
    assert shadow is not None
    window.render_frame()
    assert shadow.drawn == 1
    scene.camera.orbit(50, 10)
    scene.camera.finish()
    scene.stage.look(scene.camera.view)
    window.render_frame()
    scene.sync(replace(model, ghosts=(Ghost("tower", BESIDE, "legal"),)))
    window.render_frame()
    assert shadow.drawn == 1
    scene.sync(replace(model, pieces=model.pieces[:-1]))
    window.render_frame()
    assert shadow.drawn == 2


def test_what_moves_throws_nearly_the_shadow_that_it_throws_at_rest(new_scene: NewScene, window: Window) -> None:
    scene = _show(new_scene, shown(gate()), "medium")
    seen = []
    for coarse in (True, False):
        scene.stage.cast_shadows(occlusion.bounds_of(scene._solids), coarse=coarse)
        window.render_frame()
        seen.append(pixels(window.screenshot()).mean(2))
    quick, good = seen
    assert (np.abs(quick - good) > 0.1).mean() < 0.01, "edges alone are coarser"
    scene.stage.cast_shadows(Bounds((5.0, 5.0, 0.0), (5.1, 5.1, 0.1)), coarse=True)
    window.render_frame()
    bright = pixels(window.screenshot()).mean(2)
    assert (bright - quick > 0.1).mean() > 0.008, "there is a shadow"


def test_a_ghost_or_glow_does_not_draw_the_picture_again(new_scene: NewScene, window: Window) -> None:
    model = shown(gate())
    scene = _show(new_scene, model)
    window.render_frame()
    pictures = scene.stage.drawn
    lit = replace(model.pieces[0], glow="hover")
    assert scene.sync(replace(model, pieces=(lit, *model.pieces[1:])))
    assert window.needs_frame
    window.render_frame()
    assert scene.sync(replace(model, ghosts=(Ghost("tower", BESIDE, "illegal"),)))
    window.render_frame()
    assert scene.stage.drawn == pictures


def test_no_nodes_are_left_behind_after_a_thousand_syncs(new_scene: NewScene) -> None:
    scene = new_scene("high")
    rng = random.Random(4)
    build = shown(gate())
    crowd = SceneModel(heap(rng, 70))
    glows: tuple[Glow, ...] = ("none", "hover", "picked", "choice", "fresh")

    def around() -> None:
        for model in (build, crowd, SceneModel()):
            pieces = tuple(replace(v, glow=rng.choice(glows)) for v in model.pieces)
            ghosts = tuple(Ghost("tower", BESIDE, kind) for kind in ("legal", "illegal", "slot"))
            scene.sync(replace(model, pieces=pieces, ghosts=ghosts, ruler=RULER, fade_above=rng.choice((None, 1))))
        scene.sync(SceneModel())

    for _ in range(20):
        around()
    after_some = _nodes(scene)
    for _ in range(230):
        around()
    assert _nodes(scene) == after_some
    assert _pieces(scene) == 0


def test_the_picture_is_neither_blank_nor_flat(new_scene: NewScene) -> None:
    picture = drawn(_show(new_scene, shown(gate())))
    assert picture.std() > 0.1
    assert 0.15 < picture.mean() < 0.7
    stone = (picture[:, :, 0] > 0.6) & (picture[:, :, 2] < picture[:, :, 0] - 0.1)
    assert 0.03 < stone.mean() < 0.5


def test_a_noble_is_seen_in_its_colour(new_scene: NewScene) -> None:
    model = shown(gate())
    with_noble = drawn(_show(new_scene, model))
    without = drawn(_show(new_scene, replace(model, pieces=model.pieces[:-1])))
    assert _excess(with_noble, 2, 0.15).sum() > _excess(without, 2, 0.15).sum() + 15


def test_the_red_ghost_makes_red_pixels(new_scene: NewScene) -> None:
    model = shown(gate())
    scene = _show(new_scene, model)
    without = _excess(drawn(scene), 0).sum()
    scene.sync(replace(model, ghosts=(Ghost("bridge", BESIDE, "illegal"),)))
    assert _excess(drawn(scene), 0).sum() > without + 200
    scene.sync(model)
    assert _excess(drawn(scene), 0).sum() == without


def test_a_ghost_behind_a_piece_shines_through_it_faintly(new_scene: NewScene) -> None:
    model = shown(gate())
    scene = _show(new_scene, model)
    behind = replace(model, ghosts=(Ghost("tower", model.pieces[0].pose, "illegal"),))
    before = _excess(drawn(scene), 0).sum()
    scene.sync(replace(model, ghosts=(Ghost("tower", Pose((-0.02, 0.02, 0.01)), "illegal"),)))
    hidden = _excess(drawn(scene), 0).sum() - before
    scene.sync(replace(behind, ghosts=(Ghost("tower", Pose((-0.02, -0.03, 0.01)), "illegal"),)))
    before_it = _excess(drawn(scene), 0).sum() - before
    assert 0.02 * before_it < hidden < 0.8 * before_it


@pytest.mark.parametrize("glow", ["hover", "picked", "choice"])
def test_a_glow_is_seen(new_scene: NewScene, glow: Glow) -> None:
    model = shown(gate())
    scene = _show(new_scene, model)
    plain = drawn(scene)
    scene.sync(replace(model, pieces=(replace(model.pieces[0], glow=glow), *model.pieces[1:])))
    assert (np.abs(drawn(scene) - plain).max(2) > 0.05).sum() > 150


def test_slots_are_seen(new_scene: NewScene) -> None:
    model = shown(gate())
    scene = _show(new_scene, model)
    plain = drawn(scene)
    slots = tuple(Ghost("tower", Pose((0.02 * x, -0.06, 0.01)), "slot") for x in range(-2, 3))
    scene.sync(replace(model, ghosts=slots))
    assert (np.abs(drawn(scene) - plain).max(2) > 0.05).sum() > 100


def test_pieces_above_the_slider_fade_and_throw_no_shadow(new_scene: NewScene) -> None:
    model = shown(gate())
    scene = _show(new_scene, model)
    whole = drawn(scene)
    scene.sync(replace(model, fade_above=1))
    faded = drawn(scene)
    view = scene.camera.view
    seen = view.project((0.0, -0.0098, 0.05), scene.window.aspect)
    assert seen is not None
    x, y = int((seen[0] + 1) / 2 * whole.shape[1]), int((1 - seen[1]) / 2 * whole.shape[0])
    assert whole[y, x].sum() - faded[y, x].sum() > 0.3


def test_things_throw_shadows_away_from_the_sun(new_scene: NewScene) -> None:
    scene = _show(new_scene, shown(gate()))
    scene.camera.zoom(-5)
    scene.camera.finish()
    scene.stage.look(scene.camera.view)
    with_gate = drawn(scene)
    scene.sync(SceneModel())
    without = drawn(scene)

    def darkened(height_m: float, sign: float) -> float:
        """How much darker the table is where the sun's ray through a point of the gate meets it (or opposite)."""
        along = sign * height_m / SUN[2]
        seen = scene.camera.view.project((-SUN[0] * along, -SUN[1] * along, 0.0), scene.window.aspect)
        assert seen is not None
        x, y = int((seen[0] + 1) / 2 * SIZE[0]), int((1 - seen[1]) / 2 * SIZE[1])
        around = (slice(y - 1, y + 2), slice(x - 1, x + 2))
        return float(with_gate[around].mean() / without[around].mean())

    assert darkened(0.062, 1.0) < 0.75
    assert darkened(0.045, -1.0) > 0.9


def test_the_ruler_stands_and_shows_the_leaders(new_scene: NewScene) -> None:
    model = replace(shown(gate()), pieces=shown(gate()).pieces[:3])
    without = drawn(_show(new_scene, model))
    scene = _show(new_scene, replace(model, ruler=RULER))
    picture = drawn(scene)
    assert _excess(picture, 0).sum() > _excess(without, 0).sum() + 8
    assert _excess(picture, 2).sum() > _excess(without, 2).sum() + 8
    assert max(b.high[2] for b in scene._ruler.boxes) > 3 * 0.02
    aside = scene.camera.view.right
    assert all(dot(aside, box.centre) > 0.05 for box in scene._ruler.boxes)


def test_the_ruler_turns_to_the_view_and_its_shadow_follows_in_steps(new_scene: NewScene, window: Window) -> None:
    scene = _show(new_scene, replace(shown(gate()), ruler=replace(RULER, words="who leads")))
    shadow = scene.stage.shadow
    assert shadow is not None
    window.render_frame()
    first, drawn_once = scene._ruler.boxes, shadow.drawn
    scene.camera.orbit(-90 / 0.28, 0.0)
    frames = 0
    while scene.camera.moving:
        scene.update(1 / 60)
        window.render_frame()
        frames += 1
    assert scene._ruler.boxes != first
    assert 0 < shadow.drawn - drawn_once <= 10 < frames
    assert not scene._ruler.shadow_lags(0.0)
    aside = scene.camera.view.right
    assert all(dot(aside, box.centre) > 0.02 for box in scene._ruler.boxes)
    seen = scene.pixel_of(scene._ruler.boxes[1].centre)
    assert seen is not None and scene.on_ruler(*seen) == "who leads"
    assert scene.on_ruler(SIZE[0] / 2, SIZE[1] / 2) == ""


def test_colour_blind_players_get_other_colours(window: Window) -> None:
    pictures = []
    for colour_blind in (False, True):
        scene = SceneView(window, PIECES, "high", colour_blind)
        scene.sync(shown(gate()))
        scene.fit()
        pictures.append(drawn(scene))
        scene.close()
    assert np.abs(pictures[0] - pictures[1]).max() > 0.1


def test_picking_goes_by_what_is_drawn(new_scene: NewScene, window: Window) -> None:
    scene = _show(new_scene, shown(gate()))
    for visual in scene.model.pieces:
        pixel = scene.pixel_of(visual.pose.position)
        assert pixel is not None
        hit = scene.pick(*pixel)
        assert hit is not None and hit.piece is not None
    noble = scene.pixel_of(scene.model.pieces[-1].pose.position)
    assert noble is not None
    hit = scene.pick(*noble)
    assert hit is not None and hit.piece == "n1"
    x, y = (int(p) for p in noble)
    blue = drawn(scene)[y, x]
    assert blue[2] > blue[0]


def test_the_picture_is_developed_when_all_is_still_and_not_before(new_scene: NewScene, window: Window) -> None:
    scene = _show(new_scene, shown(gate()), "low")
    window.render_frame()
    assert not scene.stage.developed and scene.busy
    scene.update(0.05)
    assert not scene.stage.developed
    for _ in range(200):
        window.poll()
        scene.update(1 / 60)
        if window.needs_frame:
            window.render_frame()
    assert scene.stage.developed and not scene.busy
    assert not window.needs_frame
    by_strips = drawn(scene)
    scene.stage.redraw()
    at_once = drawn(scene)
    apart = np.abs(by_strips - at_once).max(2) > 0.02
    assert apart.mean() < 0.0005, "but for a pixel on an edge, which rounding puts on either side"


def test_the_developed_picture_is_that_of_high_quality(new_scene: NewScene) -> None:
    developed, high = drawn(_show(new_scene, shown(gate()), "medium")), drawn(_show(new_scene, shown(gate())))
    assert np.abs(developed - high).mean() < 0.01


def test_governing_changes_the_quality_and_keeps_the_scene(window: Window) -> None:

    scene = SceneView(window, PIECES, "auto")
    scene.sync(shown(gate()))
    first = scene.quality
    for _ in range(200):
        scene.frame_took(1.0)
    assert scene.quality.name == "lowest" != first.name
    assert "lowest" in scene.describe_quality() and "measuring" in scene.describe_quality()
    assert _pieces(scene) == 5
    scene.set_quality("high")
    assert scene.quality.name == "high" and _pieces(scene) == 5
    scene.close()


def test_an_empty_table_is_drawn_too(new_scene: NewScene) -> None:
    assert drawn(_show(new_scene, SceneModel())).std() > 0.03


def test_the_picture_is_saved(new_scene: NewScene, tmp_path: Path) -> None:
    scene = _show(new_scene, shown(gate()))
    path = tmp_path / "ein Bild.png"
    scene.screenshot(path)
    assert path.read_bytes().startswith(b"\x89PNG")
    scene.screenshot(tmp_path / "picture.jpg")
    assert (tmp_path / "picture.jpg").read_bytes().startswith(b"\xff\xd8")
    with pytest.raises(Unavailable, match="nowhere"):
        scene.screenshot(tmp_path / "nowhere" / "x.png")


def test_a_picture_is_saved_whole_or_not_at_all(
    new_scene: NewScene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = _show(new_scene, shown(gate()))
    path = tmp_path / "picture.png"
    path.write_bytes(b"the one before")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Unavailable, match="cannot save"):
        scene.screenshot(path)
    assert path.read_bytes() == b"the one before" and os.listdir(tmp_path) == ["picture.png"]
