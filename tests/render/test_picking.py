"""Rays against pieces: the exact way must agree with a slow march along the ray."""

from __future__ import annotations

import math
import random
import time
from dataclasses import replace

import pytest

from babylon3d.core.build import Box, Cylinder
from babylon3d.core.geometry import Pose, axis_quat, dot, norm, sub, unit
from babylon3d.playable.babylon.look import PIECES
from babylon3d.present.model import SceneModel, Visual
from babylon3d.render.catalogue import Catalogue
from babylon3d.render.picking import Ray, inside, pick, ray_box, ray_cylinder
from tests.render.builds import gate, heap, shown

SHAPES = Catalogue(PIECES).shapes


STEP_M = 0.0002


def _marched(model: SceneModel, ray: Ray) -> tuple[float, str] | None:
    """The first piece a ray is in, by small steps through the balls around the pieces."""
    met: list[tuple[float, str]] = []
    for visual in model.pieces:
        along = dot(sub(visual.pose.position, ray.origin), ray.direction)
        if norm(sub(visual.pose.position, ray.at(along))) > 0.034:
            continue
        for i in range(int((along - 0.034) / STEP_M), int((along + 0.034) / STEP_M) + 1):
            if inside(ray.at(i * STEP_M), visual, SHAPES(visual.mesh)):
                met.append((i * STEP_M, visual.id))
                break
    return min(met, default=None)


def _rays(rng: random.Random, count: int) -> list[Ray]:
    rays = []
    for _ in range(count):
        angle, height = rng.uniform(0, math.tau), rng.uniform(0.05, 0.5)
        origin = (0.6 * math.cos(angle), 0.6 * math.sin(angle), height)
        aim = (rng.uniform(-0.15, 0.15), rng.uniform(-0.15, 0.15), rng.uniform(0.0, 0.2))
        rays.append(Ray(origin, unit(sub(aim, origin))))
    return rays


def test_the_nearest_piece_is_the_one_a_slow_march_meets_first() -> None:
    rng = random.Random(11)
    model = SceneModel(heap(rng))
    met = 0
    for ray in _rays(rng, 150):
        hit = pick(model, ray, SHAPES)
        marched = _marched(model, ray)
        if hit is None or hit.piece is None:
            assert marched is None
            continue
        gone = norm(sub(hit.point, ray.origin))
        visual = next(v for v in model.pieces if v.id == hit.piece)
        if not inside(ray.at(gone + STEP_M), visual, SHAPES(visual.mesh), 1e-9):
            continue  # it only grazes the piece, by less than a step
        assert marched is not None
        assert marched[1] == hit.piece
        assert gone == pytest.approx(marched[0], abs=1.5 * STEP_M)
        assert dot(hit.normal, ray.direction) < 0
        assert norm(hit.normal) == pytest.approx(1.0)
        met += 1
    assert met > 40


def test_a_box_is_entered_through_the_face_that_looks_at_the_eye() -> None:
    box = Box((0.01, 0.02, 0.03), (0.0, 0.0, 0.01))
    assert ray_box(Ray((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)), box) == (pytest.approx(0.99), (1.0, 0.0, 0.0))  # type: ignore[comparison-overlap]
    assert ray_box(Ray((0.0, 0.0, 1.0), (0.0, 0.0, -1.0)), box) == (pytest.approx(0.96), (0.0, 0.0, 1.0))  # type: ignore[comparison-overlap]
    assert ray_box(Ray((1.0, 0.0, 0.0), (1.0, 0.0, 0.0)), box) is None
    assert ray_box(Ray((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)), box) is None
    assert ray_box(Ray((0.0, 0.021, 1.0), (0.0, 0.0, -1.0)), box) is None


def test_a_cylinder_is_entered_through_its_side_or_its_lid() -> None:
    cylinder = Cylinder(0.01, 0.04)
    side = ray_cylinder(Ray((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)), cylinder)
    assert side is not None
    assert side[0] == pytest.approx(0.99)
    assert side[1] == pytest.approx((1.0, 0.0, 0.0))
    assert ray_cylinder(Ray((0.005, 0.0, 1.0), (0.0, 0.0, -1.0)), cylinder) == (pytest.approx(0.98), (0.0, 0.0, 1.0))  # type: ignore[comparison-overlap]
    assert ray_cylinder(Ray((1.0, 0.0, 0.021), (-1.0, 0.0, 0.0)), cylinder) is None
    assert ray_cylinder(Ray((0.011, 0.0, 1.0), (0.0, 0.0, -1.0)), cylinder) is None


def test_a_ray_through_the_arch_meets_what_is_behind_it() -> None:
    model = shown(gate())
    behind = Visual("far", "tower", Pose((0.0, 0.06, 0.03)))
    model = replace(model, pieces=(*model.pieces, behind))
    through = pick(model, Ray((0.0, -0.5, 0.026), (0.0, 1.0, 0.0)), SHAPES)
    above = pick(model, Ray((0.0, -0.5, 0.037), (0.0, 1.0, 0.0)), SHAPES)
    assert through is not None and through.piece == "far"
    assert above is not None and above.piece == "b1"


def test_beside_the_pieces_lies_the_table_and_beside_the_table_nothing() -> None:
    model = shown(gate())
    down = pick(model, Ray((0.2, 0.1, 0.5), (0.0, 0.0, -1.0)), SHAPES)
    assert down is not None and down.piece is None and down.point == pytest.approx((0.2, 0.1, 0.0))
    assert pick(model, Ray((0.9, 0.1, 0.5), (0.0, 0.0, -1.0)), SHAPES) is None
    assert pick(model, Ray((0.2, 0.1, 0.5), (0.0, 0.0, 1.0)), SHAPES) is None


def test_pieces_above_the_level_slider_cannot_be_picked() -> None:
    model = shown(gate())
    down = Ray((0.0, 0.0, 0.5), (0.0, 0.0, -1.0))

    def top(fade_above: int | None) -> str | None:
        hit = pick(replace(model, fade_above=fade_above), down, SHAPES)
        return hit.piece if hit else None

    assert [top(level) for level in (None, 3, 2, 1)] == ["n1", "n1", "b1", None]


def test_a_noble_counts_to_the_level_it_stands_on() -> None:
    levels = {v.id: v.level for v in shown(gate()).pieces}
    assert levels == {"t1": 1, "t2": 1, "b1": 2, "t3": 3, "n1": 3}


def test_skipped_pieces_are_looked_through() -> None:
    down = Ray((0.0, 0.0, 0.5), (0.0, 0.0, -1.0))
    hit = pick(shown(gate()), down, SHAPES, skip=frozenset({"n1", "t3"}))
    assert hit is not None and hit.piece == "b1" and hit.point[2] == pytest.approx(0.04)


def test_a_turned_piece_is_picked_where_it_is_drawn() -> None:
    lying = Visual("t", "tower", Pose((0.1, 0.0, 0.014), axis_quat((1.0, 0.0, 0.0), 45.0)))
    hit = pick(SceneModel((lying,)), Ray((0.1, 0.0, 0.5), (0.0, 0.0, -1.0)), SHAPES)
    assert hit is not None and hit.piece == "t"
    assert hit.point[2] == pytest.approx(0.014 + 0.0098 * math.sqrt(2), abs=4e-4)


def test_picking_among_149_pieces_is_quick() -> None:
    rng = random.Random(5)
    model = SceneModel(heap(rng))
    rays = _rays(rng, 60)
    pick(model, rays[0], SHAPES)
    times = []
    for ray in rays:
        started = time.process_time()
        pick(model, ray, SHAPES)
        times.append(time.process_time() - started)
    # Under 1 ms on an idle machine; the bar here only catches another order of growth.
    assert sorted(times)[len(times) // 2] < 0.004
