"""The parts of physics without an engine: falls, extents, rest, the servo, mass, the fake world."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babylon3d.bench.samples import column, full_box, hundred, overhang
from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.geometry import Pose, axis_quat, norm, yaw_quat
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.bodies import EXACT, Jitter, standing
from babylon3d.physics.extent import extent, near_pairs
from babylon3d.physics.fall import change, fallen, noble_fell, part_fell
from babylon3d.physics.grip import pull, turn_between
from babylon3d.physics.rest import Calm
from babylon3d.physics.world import GripConfig, Motion, PhysicsWorld
from tests.physics.fake_world import FakeWorld

HOME = Pose((0.0, 0.0, 0.03))
X, Z = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
angles = st.floats(-180, 180)
small = st.floats(-0.5, 0.5)


# -- what fell -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "fell"),
    [
        (HOME, False),
        (Pose((0.0099, 0.0, 0.03)), False),
        (Pose((0.0101, 0.0, 0.03)), True),
        (Pose((-0.008, 0.008, 0.03)), True),
        (Pose((0.0, 0.0, 0.03), axis_quat(X, 14.9)), False),
        (Pose((0.0, 0.0, 0.03), axis_quat(X, 15.1)), True),
        (Pose((0.0, 0.0, 0.03), yaw_quat(80)), False),
        (Pose((0.0, 0.0, 0.021)), False),
        (Pose((0.0, 0.0, 0.01)), True),
    ],
)
def test_a_part_fell_when_half_a_cell_away_or_tilted_or_a_level_lower(now: Pose, fell: bool) -> None:
    assert part_fell(BABYLON, HOME, now) is fell


def test_a_part_that_stood_on_its_end_fell_when_it_tilted_from_there() -> None:
    on_end = Pose(HOME.position, axis_quat((0.0, 1.0, 0.0), -90.0))
    assert not part_fell(BABYLON, on_end, on_end)
    assert part_fell(BABYLON, on_end, HOME)


def test_a_noble_that_rides_on_a_shifted_tower_has_not_fallen() -> None:
    noble = Noble("n", "red", "large", "t")
    tower = Pose((0.5, 0.0, 0.01))
    seat = BABYLON.noble_pose(noble, tower, 0)
    assert not noble_fell(BABYLON, noble, tower, seat)
    assert noble_fell(BABYLON, noble, HOME, seat), "off the tower"
    assert noble_fell(BABYLON, noble, tower, Pose(seat.position, axis_quat(X, 16)))


def test_fallen_come_in_order_of_placing() -> None:
    build = Build("babylon", column(BABYLON, 3).parts, (Noble("n", "red", "large", "t3"),))
    before = build.poses(BABYLON)
    now = {p: Pose((q.position[0] + 0.05, *q.position[1:]), q.quaternion) for p, q in before.items()}
    assert fallen(build, BABYLON, before, now) == ("t1", "t2", "t3")
    del_noble = dict(now, n=before["n"])
    assert fallen(build, BABYLON, before, del_noble) == ("t1", "t2", "t3", "n")


@given(angles, st.floats(0, 179))
def test_a_change_tells_turn_and_tilt_apart(yaw: float, tilt: float) -> None:
    turned = change(HOME, Pose(HOME.position, yaw_quat(yaw)))
    assert turned.tilt_deg == pytest.approx(0, abs=1e-5)
    assert math.cos(math.radians(turned.yaw_deg - yaw)) == pytest.approx(1, abs=1e-9)
    assert change(HOME, Pose(HOME.position, axis_quat(X, tilt))).tilt_deg == pytest.approx(tilt, abs=1e-5)


# -- extents ---------------------------------------------------------------------------------------


def test_an_extent_is_the_upright_box_around_a_turned_piece() -> None:
    size = (0.06, 0.02, 0.02)
    straight = extent(size, Pose((1.0, 0.0, 0.0)))
    assert straight.low == pytest.approx((0.97, -0.01, -0.01)) and straight.high == pytest.approx((1.03, 0.01, 0.01))
    turned = extent(size, Pose((0.0, 0.0, 0.0), yaw_quat(90)))
    assert turned.high == pytest.approx((0.01, 0.03, 0.01))
    slant = extent(size, Pose((0.0, 0.0, 0.0), yaw_quat(45)))
    assert slant.high[0] == pytest.approx(0.04 / math.sqrt(2))


@given(st.lists(st.tuples(small, small, small, angles), min_size=1, max_size=12), st.floats(0, 0.2))
def test_sweeping_finds_the_pairs_that_comparing_all_finds(places: list[tuple[float, ...]], reach: float) -> None:
    extents = {
        f"p{n}": extent((0.06, 0.02, 0.02), Pose((x, y, z), axis_quat((0.6, 0.0, 0.8), angle)))
        for n, (x, y, z, angle) in enumerate(places)
    }
    names = list(extents)
    every = {frozenset((a, b)) for i, a in enumerate(names) for b in names[:i] if extents[a].near(extents[b], reach)}
    assert {frozenset(pair) for pair in near_pairs(extents, reach)} == every


# -- rest ------------------------------------------------------------------------------------------


def calm_after(speeds_m_s: list[float]) -> Calm:
    """A piece that moves along x at these speeds, one a frame."""
    calm, x = Calm(), 0.0
    for speed in speeds_m_s:
        x += speed / 60
        calm.note((x, 0.0, 0.0), Motion((speed, 0.0, 0.0)), 1 / 60)
    return calm


def test_rest_is_half_a_second_under_10_mm_and_half_a_radian_a_second() -> None:
    assert not calm_after([0.0] * 29).at_rest
    assert calm_after([0.0] * 30).at_rest
    assert calm_after([0.0099] * 30).at_rest and not calm_after([0.0101] * 30).at_rest
    assert not calm_after([0.0] * 29 + [0.011]).at_rest
    spinning = Calm()
    for _ in range(60):
        spinning.note((0.0, 0.0, 0.0), Motion((0.0, 0.0, 0.0), (0.0, 0.51, 0.0)), 1 / 60)
    assert not spinning.at_rest


def test_what_stands_still_may_sleep_at_once_and_steady_creep_a_little_later() -> None:
    assert calm_after([0.0001] * 31).may_sleep
    creeping = [0.002] * 60
    assert calm_after(creeping).at_rest and not calm_after(creeping).may_sleep
    assert calm_after([0.002] * 95).may_sleep


def test_a_slow_fall_is_no_creep() -> None:
    """It speeds up by e every half second: nothing that is still slow after 2 s may sleep."""
    falling = [0.0006 * math.exp(frame / 40) for frame in range(100)]
    assert falling[-1] < 0.01
    assert calm_after(falling).at_rest and not calm_after(falling).may_sleep


# -- the servo -------------------------------------------------------------------------------------

TOWER = BABYLON.specs["tower"]
MOMENTS = (5e-7, 5e-7, 5e-7)


def test_a_hand_that_is_where_it_should_be_carries_the_weight_only() -> None:
    act = pull(GripConfig(), TOWER, MOMENTS, 9.81, HOME, Motion(), HOME, Motion())
    assert act.force == pytest.approx((0, 0, TOWER.mass_kg * 9.81)) and norm(act.torque) < 1e-12


@given(small, small, small, angles)
def test_a_hand_never_exceeds_its_caps(x: float, y: float, z: float, angle: float) -> None:
    config = GripConfig()
    goal = Pose((x, y, z), axis_quat((0.0, 0.6, 0.8), angle))
    act = pull(config, TOWER, MOMENTS, 9.81, HOME, Motion((1.0, 2.0, 3.0), (9.0, 0.0, 0.0)), goal, Motion())
    weight = TOWER.mass_kg * 9.81
    fx, fy, fz = act.force
    assert norm((fx, fy, fz - weight)) <= config.weights * weight * (1 + 1e-9)
    assert norm(act.torque) <= config.weights * weight * max(TOWER.size) / 2 * (1 + 1e-9)


@given(angles, angles)
def test_the_turn_between_two_rotations_is_the_shorter_way(a: float, b: float) -> None:
    turn = turn_between(yaw_quat(a), yaw_quat(b))
    assert norm(turn) <= math.pi + 1e-9
    assert math.cos(turn[2] - math.radians(b - a)) == pytest.approx(1, abs=1e-9)


# -- builds ----------------------------------------------------------------------------------------


def test_jitter_stays_within_its_limits_and_needs_a_generator() -> None:
    build = column(BABYLON, 30)
    exact = build.poses(BABYLON)
    uneven = standing(build, BABYLON, Jitter(0.2, 0.5), random.Random(1))
    offs = [change(exact[p], pose) for p, pose in uneven.items()]
    assert 0.1 < max(o.displacement_mm for o in offs) <= 0.2 * math.sqrt(2) + 1e-9
    assert 0.3 < max(abs(o.yaw_deg) for o in offs) <= 0.5 + 1e-9 and all(o.tilt_deg < 1e-5 for o in offs)
    assert standing(build, BABYLON, EXACT, random.Random(1)) == exact == standing(build, BABYLON, Jitter(), None)


@pytest.mark.parametrize("seed", range(4))
def test_sample_buildings_have_all_pieces_and_are_supported(seed: int) -> None:
    for build, parts, nobles in ((hundred(BABYLON, seed), 100, 15), (full_box(BABYLON, seed), 104, 45)):
        assert (len(build.parts), len(build.nobles)) == (parts, nobles)
        cells = [cell for part in build.parts for cell in BABYLON.cells(part)]
        assert len(cells) == len(set(cells))
        filled = set(cells)
        for part in build.parts:
            assert all(foot.level == 1 or foot.below in filled for foot in BABYLON.feet(part))
            assert filled.isdisjoint(BABYLON.bridged(part))
    assert len(hundred(BABYLON, seed).buildings(BABYLON)) == 1
    assert max(part.cell.level for part in full_box(BABYLON, seed).parts) == 20


def test_a_harmonic_overhang_reaches_half_a_width_and_so_on() -> None:
    width = TOWER.size[0]
    build = overhang(BABYLON, 3, 1.0)
    reach = build.parts[-1].pose
    assert reach is not None and reach.position[0] == pytest.approx(width * (1 / 2 + 1 / 4 + 1 / 6))


# -- the fake --------------------------------------------------------------------------------------


def test_the_fake_world_does_what_the_test_arranged() -> None:
    fake = FakeWorld(rest_s=0.1, falls={"a": None})
    world: PhysicsWorld = fake
    world.add("a", TOWER, HOME)
    world.add("b", TOWER, Pose((0.1, 0.0, 0.01)))
    with pytest.raises(KeyError):
        world.add("a", TOWER, HOME)
    assert world.awake() == {"a", "b"} and not world.at_rest()
    for _ in range(6):
        world.step()
    assert world.at_rest()
    assert part_fell(BABYLON, HOME, world.poses()["a"])
    kept = world.snapshot()
    world.move("b", HOME)
    world.drive("b", Pose((0.2, 0.0, 0.1)))
    world.step()
    assert world.poses()["b"].position == (0.2, 0.0, 0.1) and "b" in world.awake()
    world.rebuild(kept)
    assert world.poses()["b"].position == (0.1, 0.0, 0.01) and world.at_rest()
    assert Part("t", "tower", Cell(0, 0, 1)).id == "t" and not fake.closed
