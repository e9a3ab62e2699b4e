"""`babylon3d settle`: set a build down, let time pass, say what stands and what fell."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from babylon3d.core.build import Build, PieceSet
from babylon3d.core.geometry import Pose
from babylon3d.physics.bodies import Jitter, put_in, standing
from babylon3d.physics.bullet import BulletWorld
from babylon3d.physics.fall import Change, change, fallen
from babylon3d.physics.world import PhysicsConfig, Precision, recipe

FRAME_S = 1 / 60
# The recommended jitter is 0.2 mm with 0.5 degrees; other sizes keep that proportion.
JITTER_DEG_PER_MM = 2.5


@dataclass(frozen=True, slots=True)
class Settled:
    """What `settle` found. `rest_time_s` is when the last piece had come to rest, None if one never did.

    `parts` (nobles too) tells each piece's way from where it was set down. `poses` are the last ones, in metres.
    """

    stands: bool
    rest_time_s: float | None
    fallen: tuple[str, ...]
    parts: Mapping[str, Change]
    poses: Mapping[str, Pose]


def settle(
    build: Build,
    pieces: PieceSet,
    seconds: float = 10.0,
    jitter_mm: float = 0.2,
    seed: int = 0,
    precision: Precision = "realtime",
    config: PhysicsConfig | None = None,
) -> Settled:
    """Run the physics on a build for `seconds` of simulated time; a build asleep earlier is not run on.

    `stands`: nothing fell, and all came to rest. `config` overrides the recipe that `precision` names.
    """
    jitter = Jitter(jitter_mm, jitter_mm * JITTER_DEG_PER_MM)
    start = standing(build, pieces, jitter, random.Random(seed))
    rest_time: float | None = None
    with BulletWorld(config if config is not None else recipe(precision)) as world:
        put_in(world, build, pieces, start)
        world.ease_in()
        for frame in range(1, max(1, round(seconds / FRAME_S)) + 1):
            world.step(FRAME_S)
            if not world.at_rest():
                rest_time = None
            elif rest_time is None:
                rest_time = frame * FRAME_S
            if not world.awake():
                break
        poses = dict(world.poses())
    fell = fallen(build, pieces, start, poses)
    parts = {piece: change(start[piece], pose) for piece, pose in poses.items()}
    return Settled(not fell and rest_time is not None, rest_time, fell, parts, poses)
