"""Where the construction areas lie: a ring on one table, each with its own frame; metres (F1)."""

from __future__ import annotations

import math

from babylon3d.core.geometry import Pose, Vec3

# A hand reaches this far from an area's middle, along x and along y.
AREA_HALF_M = 0.15
# The middles of neighbouring areas are this far apart.
AREA_PITCH_M = 0.36


def area_middle(areas: int, area: int) -> Vec3:
    """The middle of an area on the table, in the world; axes are parallel to the world's in every area.

    Areas go round clockwise seen from above, as seats do (G1), so that the left area lies to its player's left.
    """
    if areas == 1:
        return (0.0, 0.0, 0.0)
    radius = AREA_PITCH_M / (2 * math.sin(math.pi / areas))
    angle = -2 * math.pi * area / areas - math.pi / 2
    return (round(radius * math.cos(angle), 4), round(radius * math.sin(angle), 4), 0.0)


def seat_side_deg(areas: int, seat: int) -> float:
    """Where a seat is round the table: an angle counter-clockwise from +x; degrees."""
    return -90.0 if areas == 1 else (-360.0 * (seat - 0.5) / areas - 90.0) % 360.0


def table_half_m(areas: int) -> float:
    """Half the side of a square table that carries all areas with a margin."""
    if areas == 1:
        return 0.5
    return AREA_PITCH_M / (2 * math.sin(math.pi / areas)) + AREA_HALF_M + 0.1


def to_area(pose: Pose, middle: Vec3) -> Pose:
    """A world pose in the frame of the area with that middle."""
    x, y, z = pose.position
    return Pose((x - middle[0], y - middle[1], z - middle[2]), pose.quaternion)


def to_world(pose: Pose, middle: Vec3) -> Pose:
    """A pose of an area's frame in the world."""
    x, y, z = pose.position
    return Pose((x + middle[0], y + middle[1], z + middle[2]), pose.quaternion)
