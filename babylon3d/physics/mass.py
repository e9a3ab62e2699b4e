"""Mass properties of a piece: moments of inertia from its shapes. Pure arithmetic."""

from __future__ import annotations

import math

from babylon3d.core.build import Box, PartSpec, Shape
from babylon3d.core.geometry import Vec3, sub


def _volume(shape: Shape) -> float:
    if isinstance(shape, Box):
        return 8 * shape.half[0] * shape.half[1] * shape.half[2]
    return math.pi * shape.radius**2 * shape.height


def _own_inertia(shape: Shape) -> Vec3:
    """About the shape's own middle, for 1 kg."""
    if isinstance(shape, Box):
        a, b, c = (h * h / 3 for h in shape.half)
        return (b + c, a + c, a + b)
    side = shape.radius**2 / 4 + shape.height**2 / 12
    return (side, side, shape.radius**2 / 2)


def inertia(spec: PartSpec) -> Vec3:
    """Moments of inertia about the centre of mass along the piece's axes, in kg m^2.

    The shapes are taken as solid, of one density (Bullet itself would take the box around all of them).
    """
    volumes = [_volume(s) for s in spec.shapes]
    total = [0.0, 0.0, 0.0]
    for shape, volume in zip(spec.shapes, volumes, strict=True):
        mass = spec.mass_kg * volume / sum(volumes)
        x, y, z = sub(shape.centre, spec.com)
        own = _own_inertia(shape)
        for i, offset in enumerate((y * y + z * z, x * x + z * z, x * x + y * y)):
            total[i] += mass * (own[i] + offset)
    return (total[0], total[1], total[2])
