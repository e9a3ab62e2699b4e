"""The world on MuJoCo: what it does with its traps. The rest is the contract that every engine keeps."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from babylon3d.bench import physics as bars
from babylon3d.bench.samples import column, hundred
from babylon3d.core.geometry import Pose, distance
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.mujoco_world import MujocoWorld
from babylon3d.physics.world import STILL, Exploded, Motion

pytest.importorskip("mujoco", reason="MuJoCo 4 wants Python 3.11")

TOWER, SMALL = BABYLON.specs["tower"], BABYLON.specs["small"]


def level(n: int, x: float = 0.0) -> Pose:
    return Pose((x, 0.0, (n - 0.5) * BABYLON.level_m))


@pytest.fixture
def world() -> Iterator[MujocoWorld]:
    with MujocoWorld() as fresh:
        yield fresh


def test_a_pool_that_grows_moves_nothing_and_wakes_nobody(world: MujocoWorld) -> None:
    """Sleepers sleep on, what flies flies on as in a world that was large enough at once."""
    ends = []
    for room in (1, 40):
        with MujocoWorld() as each:
            for n in range(room):
                each.add(f"room{n}", TOWER, level(1, 0.1 + 0.02 * n))
            each.add("low", TOWER, level(1))
            each.add("flying", SMALL, Pose((0.3, 0.0, 0.008)))
            bars.run(each, 1.0)
            each.remove("flying")
            for n in range(room):
                each.remove(f"room{n}")
            each.lull(["low"])
            each.add("flying", SMALL, Pose((0.0, 0.2, 0.5)), Motion((0.0, 0.1, 0.0), (1.0, 2.0, 0.0)))
            bars.run(each, 0.1)
            before = each.bodies
            for n in range(20):
                each.add(f"more{n}", TOWER, level(1, -0.1 - 0.02 * n))
            each.lull([f"more{n}" for n in range(20)])
            assert (each.bodies > before) == (room == 1)
            bars.run(each, 0.1)
            assert each.awake() == {"flying"}
            ends.append(each.poses()["flying"])
    assert distance(ends[0].position, ends[1].position) < 1e-9


def test_removed_pieces_leave_their_slots_to_the_next(world: MujocoWorld) -> None:
    world.add("stays", TOWER, level(1))
    for n in range(50):
        world.add(f"x{n}", TOWER, level(2))
        bars.run(world, 1 / 60)
        world.remove(f"x{n}")
    assert world.bodies == 3, "the table's, and two slots of the kind"
    bars.run(world, 1.0)
    assert not world.awake() and world.poses()["stays"].position[2] == pytest.approx(0.01, abs=5e-5)


def test_sleepers_keep_their_touches(world: MujocoWorld) -> None:
    """MuJoCo forgets the contacts of what sleeps."""
    for n in range(1, 4):
        world.add(f"t{n}", TOWER, level(n))
    bars.run(world, 1.0)
    assert not world.awake()
    weight = TOWER.mass_kg * world.config.gravity
    borne = {(t.a, t.b): t.normal_n for t in world.touches()}
    assert borne == {
        ("t1", "t2"): pytest.approx(2 * weight, rel=0.02),
        ("t2", "t3"): pytest.approx(weight, rel=0.02),
        ("t1", None): pytest.approx(3 * weight, rel=0.02),
    }
    assert world.contacts() == {("t1", "t2"), ("t2", "t3")}
    world.remove("t3")
    assert ("t2", "t3") not in world.contacts()


@pytest.mark.slow
def test_a_whole_building_asleep_touches_as_it_did_awake(world: MujocoWorld) -> None:
    bars.set_down(world, hundred(BABYLON), BABYLON)
    bars.run(world, 0.3)
    awake = world.contacts()
    bars.run(world, 2.0)
    assert not world.awake() and awake - world.contacts() == frozenset()


def test_parked_bodies_sleep_and_cost_no_contact(world: MujocoWorld) -> None:
    for n in range(5):
        world.add(f"t{n}", TOWER, level(1, 0.05 * n))
    world.step()
    pool = world._engine_pool()
    assert len(pool.specs) == 8 and int((pool.data.tree_asleep < 0).sum()) == 5
    world.remove("t0")
    world.step()
    world.step()
    assert int((pool.data.tree_asleep < 0).sum()) == 4


def test_what_lost_all_measure_is_said_and_not_set_back_in_silence(
    world: MujocoWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    world.add("good", TOWER, level(1))
    world.add("bad", TOWER, level(5), Motion((1e7, 0.0, 0.0)))
    with pytest.raises(Exploded, match='"bad"'):
        world.step()
    for value in (math.nan, math.inf):
        world.rebuild(())
        world.add("good", TOWER, level(1))
        world.step()
        pool = world._engine_pool()
        pool.data.qvel[0] = value
        with pytest.raises(Exploded):
            world.step()
    world.rebuild(())
    world.add("good", TOWER, level(1))
    bars.run(world, 1.0)
    assert not world.awake() and world.motions()["good"] == STILL
    assert list(tmp_path.iterdir()) == [], "no log is left where the program was started"


def test_a_column_of_30_stands(world: MujocoWorld) -> None:
    start = bars.set_down(world, column(BABYLON, 30), BABYLON)
    bars.run(world, 5.0)
    now = world.poses()
    assert not world.awake() and max(bars.sideways_mm(start[p], now[p]) for p in now) < 1.5
