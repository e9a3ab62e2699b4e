"""From triangles to a mesh to draw: smooth bevels on flat faces, texture coordinates; lengths in millimetres."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from assets.surface import Floats, Groups, Ints, cross_products, facets, twins


class Unwrap(Protocol):
    """Where a mesh's faces lie in the texture."""

    def patch(self, centre: Floats, axis: int, side: int) -> int:
        """A number per face, by its centre and the axis it looks along; texture breaks between numbers."""

    def uv(self, point: Floats, patch: int) -> tuple[float, float]:
        """The texture coordinates of a point of a patch."""


@dataclass(frozen=True, slots=True)
class BoxUnwrap:
    """Each face seen along its main axis, the texture repeating every `tile_mm`; opposite faces shifted apart."""

    tile_mm: float

    def patch(self, centre: Floats, axis: int, side: int) -> int:
        return 2 * axis + (side > 0)

    def uv(self, point: Floats, patch: int) -> tuple[float, float]:
        axis, side = divmod(patch, 2)
        a, b = ((1, 2), (0, 2), (0, 1))[axis]
        shift = 0.37 * axis + 0.5 * (1 - side)
        return float(point[a]) / self.tile_mm + shift, float(point[b]) / self.tile_mm + 0.61 * shift


@dataclass(frozen=True, slots=True)
class Mesh:
    """Vertices with what a renderer needs: positions (mm), normals, uvs, occlusion (0 dark to 1 open), triangles."""

    positions: Floats
    normals: Floats
    uvs: Floats
    triangles: Ints
    open_: Floats

    def with_open(self, open_: Floats) -> Mesh:
        """The same mesh with other occlusion."""
        return Mesh(self.positions, self.normals, self.uvs, self.triangles, open_)


def shade(points: Floats, triangles: Ints, unwrap: Unwrap, crisp_faces: bool, smooth_deg: float) -> Mesh:
    """Split vertices where shading or texture breaks; edges flatter than `smooth_deg` are shaded smooth.

    With `crisp_faces` a corner's normal follows its largest flat facet, so that faces stay flat and a bevel
    carries the whole turn; without, it is the mean over the facets by their angle (turned pieces).
    """
    cross = cross_products(points, triangles)
    area = np.linalg.norm(cross, axis=1) / 2
    normals = cross / np.maximum(2 * area, 1e-12)[:, None]
    facet_of = facets(points, triangles)
    facet_area = np.bincount(facet_of, weights=area, minlength=len(triangles))
    corners = Groups(3 * len(triangles))
    limit = math.cos(math.radians(smooth_deg))
    for t, k, u, m in twins(triangles):
        if normals[t] @ normals[u] > limit:
            corners.join(3 * t + k, 3 * u + (m + 1) % 3)
            corners.join(3 * t + (k + 1) % 3, 3 * u + m)
    sums: dict[int, Floats] = defaultdict(lambda: np.zeros(3))
    counted: set[tuple[int, int]] = set()
    for t in range(len(triangles)):
        for k in range(3):
            group, facet = corners.find(3 * t + k), int(facet_of[t])
            if crisp_faces:
                if (group, facet) in counted:
                    continue
                counted.add((group, facet))
                sums[group] = sums[group] + normals[t] * facet_area[facet] ** 2
            else:
                sums[group] = sums[group] + normals[t] * _angle(points, triangles[t], k)
    axis = np.argmax(np.abs(normals) + np.array([1e-6, 0, 2e-6]), axis=1)
    index: dict[tuple[int, int], int] = {}
    rows: list[tuple[Floats, Floats, tuple[float, float]]] = []
    out = np.zeros_like(triangles)
    for t in range(len(triangles)):
        side = 1 if normals[t][axis[t]] > 0 else -1
        patch = unwrap.patch(points[triangles[t]].mean(axis=0), int(axis[t]), side)
        for k in range(3):
            key = (corners.find(3 * t + k), patch)
            if key not in index:
                index[key] = len(rows)
                p = points[triangles[t, k]]
                rows.append((p, sums[key[0]] / np.linalg.norm(sums[key[0]]), unwrap.uv(p, patch)))
            out[t, k] = index[key]
    position, normal, uv = (np.array([row[i] for row in rows]) for i in range(3))
    return Mesh(position, normal, uv, out, np.ones(len(rows)))


def _angle(points: Floats, triangle: Ints, k: int) -> float:
    p, a, b = points[triangle[k]], points[triangle[(k + 1) % 3]], points[triangle[(k + 2) % 3]]
    u, v = a - p, b - p
    cosine = float(u @ v / max(float(np.linalg.norm(u) * np.linalg.norm(v)), 1e-12))
    return math.acos(max(-1.0, min(1.0, cosine)))
