"""From a build to pieces in a world: where each stands, with a little unevenness if wanted."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from babylon3d.core.build import Build, PieceSet
from babylon3d.core.geometry import Pose, add, quat_mul, yaw_quat
from babylon3d.physics.world import PhysicsWorld


@dataclass(frozen=True, slots=True)
class Jitter:
    """How unevenly pieces are set down: up to `mm` along x and along y, up to `deg` about the vertical."""

    mm: float = 0.2
    deg: float = 0.5

    def apply(self, pose: Pose, rng: random.Random) -> Pose:
        """`pose`, moved and turned at random within the limits."""
        shift = (rng.uniform(-1, 1) * self.mm / 1000, rng.uniform(-1, 1) * self.mm / 1000, 0.0)
        turn = yaw_quat(rng.uniform(-1, 1) * self.deg)
        return Pose(add(pose.position, shift), quat_mul(turn, pose.quaternion))


EXACT = Jitter(0.0, 0.0)
"""No unevenness. Perfect columns hide drift: measure with `Jitter()`."""


def standing(
    build: Build, pieces: PieceSet, jitter: Jitter = EXACT, rng: random.Random | None = None
) -> dict[str, Pose]:
    """Every piece's pose by its id in order of placing; metres. `rng` is needed for a jitter."""
    poses = build.poses(pieces)
    if jitter == EXACT or rng is None:
        return poses
    return {piece: jitter.apply(pose, rng) for piece, pose in poses.items()}


def put_in(
    world: PhysicsWorld,
    build: Build,
    pieces: PieceSet,
    poses: Mapping[str, Pose] | None = None,
    only: Iterable[str] | None = None,
) -> dict[str, Pose]:
    """Add a build's pieces (or `only` some) to the world in order of placing, awake; where each was put, metres."""
    where = build.poses(pieces) if poses is None else poses
    wanted = None if only is None else frozenset(only)
    put = {}
    for piece in build.pieces():
        if wanted is None or piece.id in wanted:
            world.add(piece.id, pieces.spec(piece), where[piece.id])
            put[piece.id] = where[piece.id]
    return put
