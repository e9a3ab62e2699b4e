"""The camera never enters anything, never goes below the table, glides without overshooting and comes home."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babylon3d.core.geometry import distance, norm, sub
from babylon3d.playable.babylon.look import PIECES
from babylon3d.render.camera import (
    CLEARANCE_M,
    FIELD_OF_VIEW_DEG,
    NEAR_M,
    Bounds,
    OrbitCamera,
    View,
    clamped,
    fitted,
)
from babylon3d.render.catalogue import Catalogue
from babylon3d.render.scene import world_bounds
from tests.render.builds import columns

ASPECTS = st.sampled_from([640 / 480, 16 / 9, 2560 / 1440, 0.6])
MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("orbit"), st.floats(-400, 400), st.floats(-400, 400)),
        st.tuples(st.just("pan"), st.floats(-400, 400), st.floats(-400, 400)),
        st.tuples(st.just("zoom"), st.floats(-12, 12), st.just(0.0)),
        st.tuples(st.just("look"), st.integers(0, 59), st.floats(0.05, 0.4)),
        st.tuples(st.just("lift"), st.floats(-0.3, 0.3), st.just(0.0)),
        st.tuples(st.just("home"), st.just(0.0), st.just(0.0)),
        st.tuples(st.just("wait"), st.floats(0.001, 0.5), st.just(0.0)),
    ),
    max_size=25,
)


def _obstacles(seed: int) -> list[Bounds]:
    catalogue = Catalogue(PIECES)
    return [world_bounds(v.pose, catalogue, v.mesh) for v in columns(random.Random(seed))]


@given(seed=st.integers(0, 20), moves=MOVES)
def test_the_eye_is_never_in_a_piece_nor_below_the_table(seed: int, moves: list[tuple[str, float, float]]) -> None:
    obstacles = _obstacles(seed)
    camera = OrbitCamera()
    camera.set_obstacles(obstacles)
    camera.set_home(Bounds((-0.1, -0.1, 0.0), (0.1, 0.1, 0.2)), 16 / 9)
    for what, a, b in moves:
        match what:
            case "orbit":
                camera.orbit(a, b)
            case "pan":
                camera.pan(a, b, 720)
            case "zoom":
                camera.zoom(a, obstacles[int(abs(a) * 4) % len(obstacles)].centre)
            case "look":
                camera.look_at(obstacles[int(a) % len(obstacles)].centre, b)
            case "lift":
                camera.lift(a)
            case "home":
                camera.home()
        for dt in (a, 0.016, 0.016) if what == "wait" else (0.016, 0.016):
            camera.update(dt)
            eye = camera.view.eye
            assert eye[2] > CLEARANCE_M
            assert not any(b.holds(eye, CLEARANCE_M * 0.999) for b in obstacles)
            assert all(math.isfinite(x) for x in eye)


def test_the_near_plane_stays_clear_of_what_the_eye_stays_clear_of() -> None:
    corner = math.tan(math.radians(FIELD_OF_VIEW_DEG / 2))
    widest = math.sqrt(1 + corner**2 + (corner * 21 / 9) ** 2)
    assert NEAR_M * widest < CLEARANCE_M


@given(
    aspect=ASPECTS,
    azimuth=st.floats(-180, 180),
    elevation=st.floats(3, 87),
    sides=st.tuples(st.floats(0.02, 0.6), st.floats(0.02, 0.6), st.floats(0.02, 0.5)),
)
def test_a_fitted_view_shows_all_and_wastes_little(
    aspect: float, azimuth: float, elevation: float, sides: tuple[float, float, float]
) -> None:
    bounds = Bounds((-sides[0] / 2, -sides[1] / 2, 0.0), (sides[0] / 2, sides[1] / 2, sides[2]))
    view = fitted(bounds, aspect, azimuth, elevation)
    seen = [
        view.project((x, y, z), aspect)
        for x in (bounds.low[0], bounds.high[0])
        for y in (bounds.low[1], bounds.high[1])
        for z in (bounds.low[2], bounds.high[2])
    ]
    assert all(p is not None for p in seen)
    reach = max(max(abs(p[0]), abs(p[1])) for p in seen if p is not None)
    assert reach < 0.93
    assert reach > 0.80 or view.distance == pytest.approx(0.1)


@given(x=st.floats(-1, 1), y=st.floats(-1, 1), azimuth=st.floats(-180, 180), elevation=st.floats(5, 85), aspect=ASPECTS)
def test_a_pixels_ray_passes_through_what_is_drawn_there(
    x: float, y: float, azimuth: float, elevation: float, aspect: float
) -> None:
    view = View((0.1, -0.05, 0.08), azimuth, elevation, 0.5)
    seen = view.project(view.ray(x, y, aspect).at(0.4), aspect)
    assert seen is not None
    assert seen[:2] == pytest.approx((x, y), abs=1e-6)


def test_a_glide_is_smooth_does_not_overshoot_and_ends() -> None:
    camera = OrbitCamera()
    start = camera.view.azimuth_deg
    camera.orbit(-300, 0)
    goal = camera.goal.azimuth_deg
    last, steps = start, 0
    while camera.moving:
        camera.update(1 / 60)
        assert last - 1e-9 <= camera.view.azimuth_deg <= goal + 1e-9
        assert camera.view.azimuth_deg - last < 0.2 * (goal - start)
        last, steps = camera.view.azimuth_deg, steps + 1
    assert camera.view == camera.goal
    assert 20 < steps < 120
    assert not camera.update(1 / 60)


def test_a_glide_takes_the_same_way_at_any_rate_of_frames() -> None:
    ends = []
    for rate in (20, 60, 144):
        camera = OrbitCamera()
        camera.orbit(200, 60)
        for _ in range(rate // 4):
            camera.update(1 / rate)
        ends.append((camera.view.azimuth_deg, camera.view.elevation_deg))
    assert ends[0] == pytest.approx(ends[1], abs=0.02)
    assert ends[2] == pytest.approx(ends[1], abs=0.02)


def test_reduced_motion_is_there_at_once() -> None:
    camera = OrbitCamera(reduced_motion=True)
    camera.zoom(3)
    assert camera.update(1 / 60)
    assert camera.view == camera.goal


def test_panning_keeps_the_table_under_the_cursor() -> None:
    camera = OrbitCamera()
    camera.set_view(View((0.0, 0.0, 0.02), -62.0, 88.0, 0.5))
    before = camera.view.ray(0.0, 0.0, 1.0)
    camera.pan(100, 40, 720)
    camera.finish()
    after = camera.view.ray(200 / 720, -80 / 720, 1.0)
    grabbed = before.at(-(before.origin[2] - 0.02) / before.direction[2])
    now = after.at(-(after.origin[2] - 0.02) / after.direction[2])
    assert distance(grabbed, now) < 0.002


def test_zooming_in_draws_the_point_under_the_cursor_along() -> None:
    camera = OrbitCamera()
    target = (0.1, 0.08, 0.1)
    before = camera.view.project(target, 16 / 9)
    camera.zoom(4, target)
    camera.finish()
    after = camera.view.project(target, 16 / 9)
    assert before is not None and after is not None
    assert norm(sub((*before[:2], 0.0), (*after[:2], 0.0))) < 0.1
    assert after[2] < before[2] * 0.7


def test_home_turns_back_the_shorter_way() -> None:
    camera = OrbitCamera()
    camera.set_home(Bounds((-0.1, -0.1, 0.0), (0.1, 0.1, 0.1)), 16 / 9)
    camera.home(at_once=True)
    camera.orbit(-1200, 0)
    camera.finish()
    camera.home()
    assert abs(camera.goal.azimuth_deg - camera.view.azimuth_deg) <= 180


@given(focus=st.tuples(st.floats(-9, 9), st.floats(-9, 9), st.floats(-9, 9)), elevation=st.floats(-90, 180))
def test_no_view_is_beyond_the_limits(focus: tuple[float, float, float], elevation: float) -> None:
    view = clamped(View(focus, 0.0, elevation, 0.001), 0.45)
    assert abs(view.focus[0]) <= 0.45 and abs(view.focus[1]) <= 0.45
    assert view.eye[2] > CLEARANCE_M
