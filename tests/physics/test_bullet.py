"""The world on PyBullet: what it does with its traps."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from babylon3d.bench import physics as bars
from babylon3d.bench.samples import column
from babylon3d.core.geometry import Pose, distance
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.bullet import DEFAULT_CONTACT_BREAKING, BulletWorld, engine
from babylon3d.physics.mass import inertia
from babylon3d.physics.world import OLD, REALTIME, Motion, PhysicsConfig

TOWER, BRIDGE = BABYLON.specs["tower"], BABYLON.specs["bridge"]
SMALL, LARGE = BABYLON.specs["small"], BABYLON.specs["large"]
KINDS = sorted(BABYLON.specs)


def level(n: int, x: float = 0.0, y: float = 0.0) -> Pose:
    """A tower's place on level n (1 is the table)."""
    return Pose((x, y, (n - 0.5) * BABYLON.level_m))


def test_a_bridge_weighs_more_above_than_its_box() -> None:
    a, b, c = inertia(BRIDGE)
    mass, (length, width, height) = BRIDGE.mass_kg, BRIDGE.size
    assert b > mass * (length**2 + height**2) / 12 and c > mass * (length**2 + width**2) / 12, "the ends are heavy"
    assert a == pytest.approx(mass * (width**2 + height**2) / 12, rel=0.1)
    side = TOWER.size[0]
    assert inertia(TOWER)[2] == pytest.approx(TOWER.mass_kg * side**2 / 6)


def test_a_slow_fall_is_not_frozen_by_sleep() -> None:
    """By the first recipe a column of 40 leans away at under 10 mm/s for a second or two before anyone sees it."""
    for seed in range(2):
        with BulletWorld(OLD["realtime"]) as world:
            bars.set_down(world, column(BABYLON, 40), BABYLON, seed)
            bars.run(world, 3.0)
            assert world.poses()["t40"].position[2] < 0.7


def test_removals_free_what_the_engine_leaks_without_moving_anything(bullet: BulletWorld) -> None:
    bullet.add("stays", TOWER, level(1))
    bars.run(bullet, 1.0)
    before = bullet.poses()["stays"]
    for _ in range(300):
        bullet.add("x", SMALL, Pose((0.3, 0.0, 0.008)))
        bullet.lull(["x"])
        bullet.remove("x")
    assert distance(bullet.poses()["stays"].position, before.position) < 1e-12
    assert bullet.bodies == 3 and bullet.shapes == 2


def test_worlds_with_different_contact_breaking_do_not_disturb_one_another() -> None:
    """The setting is the process's: each step sets it, closing gives the default back."""

    def fall(world: BulletWorld, other: BulletWorld | None) -> dict[str, Pose]:
        bars.set_down(world, column(BABYLON, 5), BABYLON)
        for _ in range(60):
            if other is not None:
                other.step()
            world.step()
        return dict(world.poses())

    with BulletWorld() as alone:
        expected = fall(alone, None)
    with BulletWorld() as world, BulletWorld(PhysicsConfig(contact_breaking=0.5)) as other:
        bars.set_down(other, column(BABYLON, 5), BABYLON)
        assert fall(world, other) == expected
    assert DEFAULT_CONTACT_BREAKING == 0.02
    with BulletWorld() as after:
        assert fall(after, None) == expected


def test_closing_frees_the_client_and_twice_is_fine() -> None:
    world = BulletWorld()
    client = world._client
    world.close()
    world.close()
    assert not engine().isConnected(client)


def test_the_engine_is_loaded_quietly_and_only_when_needed() -> None:
    """A bad file is answered by one line on standard error: PyBullet's own line there must not appear."""
    code = (
        "import sys; from babylon3d.physics.bullet import BulletWorld; assert 'pybullet' not in sys.modules;"
        "BulletWorld().close(); assert 'pybullet' in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "" and done.stderr == ""


def test_scaled_masses_move_alike_and_bear_their_own_weight() -> None:
    """The same motion, since forces are scaled as well; only the contacts are as much softer or harder."""
    ends = []
    for mass_scale in (1.0, 0.25):
        with BulletWorld(replace(REALTIME, mass_scale=mass_scale)) as world:
            world.add("low", TOWER, level(1))
            world.ease_in(0.1)
            bars.run(world, 0.4)
            assert world.touches()[0].normal_n == pytest.approx(TOWER.mass_kg * world.config.gravity, rel=0.02)
            world.add("p", BRIDGE, Pose((0.025, 0.0, 0.05)), Motion((0.0, 0.1, 0.0)))
            for _ in range(30):
                world.drive("p", level(4))
                world.step()
            ends.append(world.poses()["p"].position)
    assert distance(*ends) < 1e-4
