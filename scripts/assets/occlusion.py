"""How much of the sky each vertex sees: rays against the piece itself and, softly, against what it stands on."""

from __future__ import annotations

import math

import numpy as np

from assets.shading import Mesh
from assets.surface import Floats

RAYS = 160
DEPTH = 2.0
"""Openings are drawn darker than the rays say, so that they read from afar."""

DARKEST = 0.05
"""No crack is quite black."""

GROUND_STRENGTH = 0.42


def _directions() -> Floats:
    """Directions about +z, denser where light counts more (by the cosine); the same for every vertex."""
    i = np.arange(RAYS)
    radius = np.sqrt((i + 0.5) / RAYS)
    angle = i * math.pi * (3 - math.sqrt(5))
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.sqrt(1 - radius**2)], axis=1)


def _frame(normal: Floats) -> Floats:
    """Rows: two directions across the normal, and the normal."""
    side = np.cross(np.eye(3)[int(np.argmin(np.abs(normal)))], normal)
    side /= np.linalg.norm(side)
    return np.stack([side, np.cross(normal, side), normal])


def bake(mesh: Mesh, reach_mm: float, ground_z: float | None, ground_mm: float) -> Mesh:
    """Fill `open_`: 1 in the open, less where the piece's own walls (within `reach_mm`) or its foot shade it.

    The ground at `ground_z` shades only what is within about `ground_mm` of it.
    """
    corners = mesh.positions[mesh.triangles]
    fan = _directions()
    open_ = np.ones(len(mesh.positions))
    for i, (position, normal) in enumerate(zip(mesh.positions, mesh.normals, strict=True)):
        eye = position + normal * 0.03
        rays = fan @ _frame(normal)
        distance = _first_hits(corners - eye, rays)
        shade = np.where(np.isfinite(distance), np.exp(-((distance / reach_mm) ** 2)), 0.0)
        if ground_z is not None:
            down = np.maximum(-rays[:, 2], 1e-9)
            fall = np.where(rays[:, 2] < 0, np.maximum(eye[2] - ground_z, 0) / down, np.inf)
            ground = np.where(fall < distance, GROUND_STRENGTH * np.exp(-fall / ground_mm), 0.0)
            shade = np.maximum(shade, ground)
        open_[i] = DARKEST + (1 - DARKEST) * (1 - shade.mean()) ** DEPTH
    return mesh.with_open(open_)


def _first_hits(corners: Floats, rays: Floats) -> Floats:
    """Distances along rays from the origin to the nearest triangle facing it; infinite where nothing is hit."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    normal = np.cross(b - a, c - a)
    facing = np.einsum("ij,ij->i", normal, a) < 0
    a, b, c, normal = a[facing], b[facing], c[facing], normal[facing]
    inside = np.ones((len(rays), len(a)), dtype=bool)
    for p, q in ((a, b), (b, c), (c, a)):
        inside &= rays @ np.cross(p, q).T <= 1e-12
    slope = rays @ normal.T
    inside &= slope < -1e-12
    plane = np.einsum("ij,ij->i", normal, a)
    distance = np.where(inside, plane / np.where(inside, slope, -1.0), np.inf)
    return np.asarray(distance.min(axis=1, initial=np.inf))
