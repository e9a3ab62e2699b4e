"""The grip of a hand on the piece that it carries: a velocity servo with a capped force. Pure arithmetic, no engine."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from babylon3d.core.build import PartSpec
from babylon3d.core.geometry import Pose, Quat, Vec3, add, blend, norm, quat_inverse, quat_mul, rotate, scale, sub
from babylon3d.physics.world import GripConfig, Motion

# The servo reaches the velocity it wants in about this time: two sub-steps of 1/480 s.
RESPONSE_S = 1 / 240


class Pull(NamedTuple):
    """What a hand does to a piece: force in newtons and torque in newton metres, world frame."""

    force: Vec3
    torque: Vec3


@dataclass(slots=True)
class Hold:
    """A hand on a piece: where it was at the end of the last step, and where it goes in the next."""

    last: Pose
    target: Pose

    def act(
        self,
        config: GripConfig,
        spec: PartSpec,
        inertia: Vec3,
        gravity: float,
        now: Pose,
        motion: Motion,
        share: float,
        seconds: float,
    ) -> Pull:
        """What it does in a sub-step, having gone a `share` of its way of a step of so many `seconds`."""
        lead = Motion(
            scale(sub(self.target.position, self.last.position), 1 / seconds),
            scale(turn_between(self.last.quaternion, self.target.quaternion), 1 / seconds),
        )
        return pull(config, spec, inertia, gravity, now, motion, blend(self.last, self.target, share), lead)


def clamped(v: Vec3, most: float) -> Vec3:
    """`v`, shortened to the length `most` if it is longer."""
    length = norm(v)
    return v if length <= most else scale(v, most / length)


def turn_between(a: Quat, b: Quat) -> Vec3:
    """The rotation vector (radians, world frame) that turns `a` into `b` the shorter way."""
    x, y, z, w = quat_mul(b, quat_inverse(a))
    if w < 0:
        x, y, z, w = -x, -y, -z, -w
    sine = math.sqrt(x * x + y * y + z * z)
    if sine < 1e-12:
        return (0.0, 0.0, 0.0)
    return scale((x, y, z), 2 * math.atan2(sine, w) / sine)


def pull(
    config: GripConfig,
    spec: PartSpec,
    inertia: Vec3,
    gravity: float,
    now: Pose,
    motion: Motion,
    goal: Pose,
    lead: Motion,
) -> Pull:
    """The force and torque on a carried piece.

    `goal` is where the hand is now and `lead` how it moves. The piece's weight is carried beside the cap. The torque
    goes by the moment of inertia about each of the piece's axes (`inertia`, kg m^2): with one for all, the servo
    overshoots ever more about the long axis of a bridge.
    """
    gap = scale(sub(goal.position, now.position), 1 / config.time_s)
    want = clamped(add(gap, lead.linear), config.speed_m_s)
    most = config.weights * spec.mass_kg * gravity
    force = clamped(scale(sub(want, motion.linear), spec.mass_kg / RESPONSE_S), most)

    turn = scale(turn_between(now.quaternion, goal.quaternion), 1 / config.time_s)
    want_turn = clamped(add(turn, lead.angular), config.turn_rad_s)
    change = rotate(quat_inverse(now.quaternion), sub(want_turn, motion.angular))
    about = (change[0] * inertia[0], change[1] * inertia[1], change[2] * inertia[2])
    torque = clamped(scale(rotate(now.quaternion, about), 1 / RESPONSE_S), most * max(spec.size) / 2)
    return Pull(add(force, (0.0, 0.0, spec.mass_kg * gravity)), torque)
