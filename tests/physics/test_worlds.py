"""The contract of a physics world, the same for each engine: frames, ids, sleeping and waking, the grip of a hand."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from babylon3d.bench import physics as bars
from babylon3d.bench.samples import TOWARDS, lever
from babylon3d.core.geometry import Pose, Vec3, add, axis_quat, distance, norm, tilt_deg, yaw_quat
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.engines import EngineWorld
from babylon3d.physics.grip import turn_between
from babylon3d.physics.world import STILL, Exploded, Motion, PhysicsWorld

TOWER, BRIDGE = BABYLON.specs["tower"], BABYLON.specs["bridge"]
SMALL, LARGE = BABYLON.specs["small"], BABYLON.specs["large"]
KINDS = sorted(BABYLON.specs)


def level(n: int, x: float = 0.0, y: float = 0.0) -> Pose:
    """A tower's place on level n (1 is the table)."""
    return Pose((x, y, (n - 0.5) * BABYLON.level_m))


def test_it_is_a_physics_world(world: EngineWorld) -> None:
    as_protocol: PhysicsWorld = world
    assert as_protocol.poses() == {}
    assert as_protocol.at_rest() and not as_protocol.awake()


@pytest.mark.parametrize("kind", KINDS)
def test_poses_and_motions_are_of_the_bounding_boxs_middle(world: EngineWorld, kind: str) -> None:
    """Not of the centre of mass, where Bullet has its origin: that of a bridge lies above the middle."""
    pose = Pose((0.1, -0.2, 0.3), axis_quat((0.6, 0.0, 0.8), 50.0))
    motion = Motion((0.1, 0.2, -0.3), (1.0, -2.0, 3.0))
    world.add("p", BABYLON.specs[kind], pose, motion)
    assert distance(world.poses()["p"].position, pose.position) < 1e-9
    assert world.poses()["p"].quaternion == pytest.approx(pose.quaternion)
    assert world.motions()["p"].linear == pytest.approx(motion.linear)
    assert world.motions()["p"].angular == pytest.approx(motion.angular)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_lies_on_the_table_with_its_bottom_at_0(world: EngineWorld, kind: str) -> None:
    spec = BABYLON.specs[kind]
    world.add("p", spec, Pose((0.0, 0.0, spec.size[2] / 2 + 0.003)))
    bars.run(world, 2.0)
    now = world.poses()["p"]
    assert not world.awake()
    assert now.position[2] == pytest.approx(spec.size[2] / 2, abs=5e-5)
    assert math.hypot(*now.position[:2]) < 3e-4 and tilt_deg(now.quaternion) < 0.1


def test_ids_are_the_callers(world: EngineWorld) -> None:
    world.add("a", TOWER, level(1))
    with pytest.raises(KeyError, match="a"):
        world.add("a", TOWER, level(3))
    for missing in (world.remove, lambda p: world.move(p, level(1)), lambda p: world.drive(p, None)):
        with pytest.raises(KeyError):
            missing("nobody")
    world.remove("a")
    world.add("b", TOWER, level(1))  # the engine gives it the number that a had
    assert list(world.poses()) == ["b"]


def test_removing_a_support_wakes_what_slept_on_it(world: EngineWorld) -> None:
    for n in range(1, 5):
        world.add(f"t{n}", TOWER, level(n))
    bars.run(world, 1.0)
    assert not world.awake()
    world.remove("t1")
    bars.run(world, 1.0)
    assert world.poses()["t4"].position[2] == pytest.approx(level(3).position[2], abs=2e-4)


def test_removing_a_support_wakes_a_rebuilt_sleeper_that_has_no_contacts_yet(world: EngineWorld) -> None:
    for n in range(1, 4):
        world.add(f"t{n}", TOWER, level(n))
    bars.run(world, 1.0)
    world.rebuild(world.snapshot())
    assert not world.awake()
    world.remove("t1")
    bars.run(world, 1.0)
    assert world.poses()["t3"].position[2] == pytest.approx(level(2).position[2], abs=2e-4)


def test_moving_a_support_away_wakes_what_slept_on_it(world: EngineWorld) -> None:
    world.add("low", TOWER, level(1))
    world.add("high", TOWER, level(2))
    bars.run(world, 1.0)
    world.move("low", level(1, x=0.1))
    bars.run(world, 1.0)
    assert world.poses()["high"].position[2] == pytest.approx(level(1).position[2], abs=2e-4)


def test_a_touch_wakes_a_sleeper_and_sleep_comes_back(world: EngineWorld) -> None:
    world.add("low", TOWER, level(1))
    bars.run(world, 1.0)
    assert not world.awake()
    world.add("high", TOWER, Pose((0.0, 0.0, 0.05)))
    bars.run(world, 0.2)
    assert world.awake() == {"low", "high"}
    bars.run(world, 1.0)
    assert not world.awake() and world.motions()["low"] == STILL


def test_a_pile_falls_asleep_while_another_moves(world: EngineWorld) -> None:
    world.add("still", TOWER, level(1))
    world.add("hand", TOWER, level(5, x=0.3))
    for frame in range(90):
        world.drive("hand", level(5, x=0.3 + 0.01 * math.sin(frame / 10)))
        world.step()
    assert world.awake() == {"hand"}


def test_nothing_is_computed_while_all_sleep(world: EngineWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    world.add("a", TOWER, level(1))
    bars.run(world, 1.0)
    before = world.poses()
    monkeypatch.setattr(world, "_note", lambda *_: pytest.fail("stepped"))
    bars.run(world, 1.0)
    assert world.poses() == before


def test_a_noble_that_rolls_stops(world: EngineWorld) -> None:
    lying = Pose((0.0, 0.0, SMALL.size[0] / 2), axis_quat((0.0, 1.0, 0.0), 90.0))
    world.add("n", SMALL, lying, Motion((0.0, 0.2, 0.0), (-0.2 / (SMALL.size[0] / 2), 0.0, 0.0)))
    bars.run(world, 4.0)
    assert not world.awake()
    assert 0.01 < world.poses()["n"].position[1] < 0.3


@pytest.mark.parametrize("kind", KINDS)
def test_a_dropped_piece_is_at_rest_within_a_second_and_stays(world: EngineWorld, kind: str) -> None:
    rng = random.Random(kind)
    spec = BABYLON.specs[kind]
    for n in range(12):
        x, y = 0.1 * (n % 4), 0.1 * (n // 4)
        turn = yaw_quat(rng.uniform(0, 360))
        world.add(f"p{n}", spec, Pose((x, y, spec.size[2] / 2 + rng.uniform(0.001, 0.005)), turn))
    bars.run(world, 1.0)
    assert world.at_rest()
    before = world.poses()
    bars.run(world, 10.0)
    for piece, pose in world.poses().items():
        assert distance(pose.position, before[piece].position) < 0.0005


def test_touches_say_who_bears_what(world: EngineWorld) -> None:
    world.add("low", TOWER, level(1))
    world.add("high", BRIDGE, level(2))
    world.ease_in(0.1)
    bars.run(world, 0.4)
    touches = {(t.a, t.b): t for t in world.touches()}
    assert list(touches) == [("high", "low"), ("low", None)]
    gravity = world.config.gravity
    assert touches["high", "low"].normal_n == pytest.approx(BRIDGE.mass_kg * gravity, rel=0.02)
    assert touches["low", None].normal_n == pytest.approx((BRIDGE.mass_kg + TOWER.mass_kg) * gravity, rel=0.02)
    assert all(0 <= t.depth_m < 1e-4 for t in touches.values())


def test_the_table_leans_and_stays_leant_over_a_rebuild(world: EngineWorld) -> None:
    world.add("a", TOWER, level(1))
    bars.run(world, 1.0)
    world.lean(35.0, 90.0)
    world.rebuild(world.snapshot())
    world.wake(["a"])
    bars.run(world, 0.5)
    x, y, _ = world.poses()["a"].position
    assert y > 0.05 and abs(x) < y / 20
    world.lean(0.0)
    bars.run(world, 2.0)
    assert not world.awake()


def test_a_snapshot_keeps_kinds_order_motion_and_sleep(world: EngineWorld) -> None:
    world.add("b", BRIDGE, level(1))
    bars.run(world, 1.0)
    world.add("a", LARGE, Pose((0.2, 0.0, 0.3)), Motion((0.1, 0.0, 0.0), (0.0, 3.0, 0.0)))
    world.step()
    kept = world.snapshot()
    assert [(k.piece, k.spec.kind, k.asleep) for k in kept] == [("b", "bridge", True), ("a", "large", False)]
    world.rebuild(kept)
    assert world.awake() == {"a"}
    for before, after in zip(kept, world.snapshot(), strict=True):
        assert after.pose.position == pytest.approx(before.pose.position, abs=1e-12)
        assert after.motion.linear == pytest.approx(before.motion.linear, abs=1e-12)


# -- the hand --------------------------------------------------------------------------------------


def test_a_hand_carries_a_piece_to_its_target_and_holds_it_still(world: EngineWorld) -> None:
    world.add("p", BRIDGE, level(1))
    target = Pose((0.1, 0.05, 0.15), yaw_quat(90.0))
    seen = []
    for frame in range(120):
        world.drive("p", target)
        world.step()
        if frame >= 60:
            seen.append(world.poses()["p"])
    assert distance(seen[-1].position, target.position) < 0.0005
    assert tilt_deg(seen[-1].quaternion) < 0.2
    assert max(distance(a.position, b.position) for a, b in pairwise(seen)) < 1e-5
    assert "p" in world.awake()


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)])
@pytest.mark.parametrize("kind", KINDS)
def test_a_hand_straightens_what_was_knocked_askew(world: EngineWorld, kind: str, axis: Vec3) -> None:
    """About every axis alike: about its long one a bridge is five times as easy to turn."""
    target = Pose((0.0, 0.0, 0.2))
    world.add("p", BABYLON.specs[kind], Pose(target.position, axis_quat(axis, 3.0)))
    world.drive("p", target)
    offs = []
    for _ in range(30):
        world.step()
        offs.append(norm(turn_between(world.poses()["p"].quaternion, target.quaternion)))
    assert max(offs) < math.radians(3.0) and offs[-1] < math.radians(0.01)


def test_a_hand_follows_a_moving_target_closely(world: EngineWorld) -> None:
    world.add("p", TOWER, level(5))
    worst = 0.0
    for frame in range(120):
        target = level(5, x=0.05 * math.sin(frame / 15), y=0.05 * math.cos(frame / 15) - 0.05)
        world.drive("p", target)
        world.step()
        if frame > 20:
            worst = max(worst, distance(world.poses()["p"].position, target.position))
    assert worst < 0.002


def test_a_hand_is_not_faster_than_a_metre_a_second(world: EngineWorld) -> None:
    world.add("p", TOWER, level(5))
    fastest = 0.0
    for _ in range(30):
        world.drive("p", level(5, x=0.4))
        world.step()
        fastest = max(fastest, norm(world.motions()["p"].linear))
    assert 0.9 < fastest < 1.1


def test_a_hand_is_not_stronger_than_its_cap(world: EngineWorld) -> None:
    """15 weights of a noble do not lift a column of 10 towers, however far the target is."""
    for n in range(1, 11):
        world.add(f"t{n}", TOWER, level(n))
    world.add("hand", SMALL, Pose((0.03, 0.0, SMALL.size[2] / 2)))
    bars.run(world, 1.0)
    for _ in range(60):
        world.drive("hand", Pose((-0.2, 0.0, SMALL.size[2] / 2)))
        world.step()
    assert world.poses()["hand"].position[0] > 0.0
    assert distance(world.poses()["t10"].position, level(10).position) < 0.002


def test_a_piece_let_go_falls_and_rests(world: EngineWorld) -> None:
    world.add("p", TOWER, level(3))
    for _ in range(30):
        world.drive("p", level(3))
        world.step()
    assert world.poses()["p"].position[2] == pytest.approx(level(3).position[2], abs=1e-4)
    world.drive("p", None)
    bars.run(world, 1.5)
    assert not world.awake()
    assert world.poses()["p"].position[2] == pytest.approx(level(1).position[2], abs=1e-4)


def test_a_grabbed_piece_in_a_dense_stack_does_not_shake(world: EngineWorld) -> None:
    """Held amid 3 x 3 columns, with a target it cannot reach: it presses, and moves by under 0.2 mm a frame."""
    for x in range(3):
        for y in range(3):
            for n in range(1, 4):
                world.add(f"{x}{y}{n}", TOWER, level(n, x * BABYLON.pitch_m, y * BABYLON.pitch_m))
    bars.run(world, 1.0)
    here = world.poses()["112"]
    goal = Pose(add(here.position, (0.004, 0.003, 0.0)), yaw_quat(5.0))
    path = []
    for _ in range(120):
        world.drive("112", goal)
        world.step()
        path.append(world.poses()["112"].position)
    steps = [distance(a, b) for a, b in pairwise(path[30:])]
    assert max(steps) < 0.0002
    assert all(norm(m.linear) < 0.3 for m in world.motions().values())


def test_a_hand_that_sinks_into_the_table_is_held_up(world: EngineWorld) -> None:
    world.add("p", TOWER, level(1))
    for _ in range(60):
        world.drive("p", Pose((0.0, 0.0, -0.05)))
        world.step()
    assert world.poses()["p"].position[2] > level(1).position[2] - 0.0005


def test_hands_do_not_survive_a_rebuild(world: EngineWorld) -> None:
    world.add("p", TOWER, level(3))
    world.drive("p", level(3))
    world.step()
    world.rebuild(world.snapshot())
    bars.run(world, 1.0)
    assert world.poses()["p"].position[2] == pytest.approx(level(1).position[2], abs=1e-4)


@pytest.mark.parametrize("far_m", [15.0, 900.0])
def test_what_falls_far_beside_the_table_lands_on_the_floor(world: EngineWorld, far_m: float) -> None:
    world.add("p", BRIDGE, Pose((far_m, -far_m, 0.3)))
    bars.run(world, 3.0)
    assert not world.awake()
    x, y, z = world.poses()["p"].position
    assert z == pytest.approx(BRIDGE.size[2] / 2 - world.config.table.floor_m, abs=2e-4)
    assert abs(x - far_m) < 0.01 and abs(y + far_m) < 0.01


def test_a_piece_that_lost_all_measure_is_named(world: EngineWorld) -> None:
    world.add("good", TOWER, level(1))
    world.add("bad", TOWER, level(5), Motion((1e5, 0.0, 0.0)))
    with pytest.raises(Exploded, match='"bad"'):
        world.step()


def test_a_newly_placed_weight_is_judged_alike_from_four_sides(world: EngineWorld) -> None:
    """A bridge is held over its foot, a weight is put on it, and the hand lets go: no growing gravity helps."""
    for over, stands in ((0.06, True), (-0.06, False)):
        for towards in TOWARDS:
            build = lever(BABYLON, over, towards)
            specs = {part.id: BABYLON.spec(part) for part in build.parts}
            poses = build.poses(BABYLON)
            world.rebuild(())
            for part in ("t1", "b1", "t2"):
                world.add(part, specs[part], poses[part])
                for _ in range(40):
                    world.drive("b1", poses["b1"]) if part != "t1" else None
                    world.step()
            world.drive("b1", None)
            bars.run(world, 3.0)
            assert (tilt_deg(world.poses()["b1"].quaternion) < 1) == stands, (over, towards)


def test_what_was_put_to_sleep_where_it_was_just_put_is_met_there(world: EngineWorld) -> None:
    """Also where the piece before it in the engine's slot slept elsewhere."""
    world.add("first", TOWER, level(1, x=0.2))
    bars.run(world, 1.0)
    world.remove("first")
    world.add("low", TOWER, level(1))
    world.lull()
    world.add("high", TOWER, level(3))
    bars.run(world, 1.5)
    assert not world.awake()
    assert world.poses()["high"].position[2] == pytest.approx(level(2).position[2], abs=2e-4)
    world.move("low", level(1, x=0.1))
    world.lull(["low"])
    world.add("other", TOWER, level(3, x=0.1))
    bars.run(world, 1.5)
    assert world.poses()["other"].position[2] == pytest.approx(level(2).position[2], abs=2e-4)
    assert world.poses()["high"].position[2] == pytest.approx(level(1).position[2], abs=2e-4)


def test_a_table_that_leans_topples_what_slept(world: EngineWorld) -> None:
    """Bullet gives a new gravity to those alone that are awake."""
    for n in range(1, 6):
        world.add(f"t{n}", TOWER, level(n))
    bars.run(world, 1.0)
    assert not world.awake()
    world.lean(15.0)
    bars.run(world, 2.0)
    assert world.poses()["t5"].position[2] < level(4).position[2]
