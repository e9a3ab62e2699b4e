"""Poses in space: vectors, quaternions (x, y, z, w); metres, right-handed, z up."""

from __future__ import annotations

import math
from typing import NamedTuple

Vec3 = tuple[float, float, float]
Quat = tuple[float, float, float, float]

IDENTITY: Quat = (0.0, 0.0, 0.0, 1.0)


class Pose(NamedTuple):
    """Where a piece is: the frame at the middle of its bounding box.

    `position` in metres in the world frame (z up, the table's top at 0); `quaternion` is (x, y, z, w), unit length.
    """

    position: Vec3
    quaternion: Quat = IDENTITY


def add(a: Vec3, b: Vec3) -> Vec3:
    """Sum of two vectors."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a: Vec3, b: Vec3) -> Vec3:
    """Difference a - b of two vectors."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a: Vec3, k: float) -> Vec3:
    """Vector times number."""
    return (a[0] * k, a[1] * k, a[2] * k)


def dot(a: Vec3, b: Vec3) -> float:
    """Scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec3, b: Vec3) -> Vec3:
    """Vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def norm(a: Vec3) -> float:
    """Length of a vector."""
    x, y, z = a
    return math.sqrt(x * x + y * y + z * z)


def unit(a: Vec3) -> Vec3:
    """Vector of length 1 in the direction of `a`. Raises: ZeroDivisionError for the zero vector."""
    return scale(a, 1.0 / norm(a))


def distance(a: Vec3, b: Vec3) -> float:
    """Distance of two points."""
    return norm(sub(a, b))


def yaw_quat(angle_deg: float) -> Quat:
    """Rotation by `angle_deg` counter-clockwise about z, seen from above."""
    half = math.radians(angle_deg) / 2
    return (0.0, 0.0, math.sin(half), math.cos(half))


def axis_quat(axis: Vec3, angle_deg: float) -> Quat:
    """Rotation by `angle_deg` about a unit axis, right-handed."""
    half = math.radians(angle_deg) / 2
    s = math.sin(half)
    return (axis[0] * s, axis[1] * s, axis[2] * s, math.cos(half))


def quat_mul(a: Quat, b: Quat) -> Quat:
    """Hamilton product: first rotate by `b`, then by `a`."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def quat_inverse(q: Quat) -> Quat:
    """The opposite rotation of a unit quaternion."""
    return (-q[0], -q[1], -q[2], q[3])


def quat_unit(q: Quat) -> Quat:
    """`q` scaled to length 1. Raises: ZeroDivisionError for the zero quaternion."""
    n = math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    return (q[0] / n, q[1] / n, q[2] / n, q[3] / n)


def rotate(q: Quat, v: Vec3) -> Vec3:
    """`v` turned by the unit quaternion `q`: v + w t + u x t with t = 2 u x v, where u is the vector part."""
    x, y, z, w = q
    a, b, c = v
    p, s, r = 2.0 * (y * c - z * b), 2.0 * (z * a - x * c), 2.0 * (x * b - y * a)
    return (a + p * w + (y * r - z * s), b + s * w + (z * p - x * r), c + r * w + (x * s - y * p))


def compose(outer: Pose, inner: Pose) -> Pose:
    """The pose of `inner`, given in `outer`'s frame, in the frame of `outer`'s parent."""
    return Pose(
        add(outer.position, rotate(outer.quaternion, inner.position)),
        quat_mul(outer.quaternion, inner.quaternion),
    )


def inverse(pose: Pose) -> Pose:
    """The pose that composed with `pose` gives the identity."""
    back = quat_inverse(pose.quaternion)
    return Pose(rotate(back, scale(pose.position, -1.0)), back)


def slerp(a: Quat, b: Quat, t: float) -> Quat:
    """Rotation a share `t` (0-1) of the shorter way from `a` to `b`."""
    d = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
    sign = 1.0
    if d < 0:
        d, sign = -d, -1.0
    if d > 0.9995:
        ka, kb = 1.0 - t, t * sign
    else:
        theta = math.acos(min(1.0, d))
        ka = math.sin((1.0 - t) * theta) / math.sin(theta)
        kb = sign * math.sin(t * theta) / math.sin(theta)
    return quat_unit((ka * a[0] + kb * b[0], ka * a[1] + kb * b[1], ka * a[2] + kb * b[2], ka * a[3] + kb * b[3]))


def blend(a: Pose, b: Pose, t: float) -> Pose:
    """Pose a share `t` (0-1) of the way from `a` to `b`."""
    p, q = a.position, b.position
    mid = (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t)
    return Pose(mid, slerp(a.quaternion, b.quaternion, t))


def tilt_deg(q: Quat) -> float:
    """Angle in degrees between the rotated z axis and the vertical, 0-180."""
    z = 1.0 - 2.0 * (q[0] * q[0] + q[1] * q[1])
    return math.degrees(math.acos(max(-1.0, min(1.0, z))))


def yaw_deg(q: Quat) -> float:
    """Turn about the vertical in degrees, -180 to 180, counter-clockwise from above."""
    return math.degrees(math.atan2(2.0 * (q[3] * q[2] + q[0] * q[1]), 1.0 - 2.0 * (q[1] * q[1] + q[2] * q[2])))
