"""A solid's surface as plain arrays: points, triangles, who is whose neighbour, which lie in one flat facet."""

from __future__ import annotations

import manifold3d
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Groups:
    """Union-find over 0..n-1; the smallest member stands for its group."""

    def __init__(self, n: int) -> None:
        self.parent = list(range(n))

    def find(self, a: int) -> int:
        while self.parent[a] != a:
            self.parent[a] = self.parent[self.parent[a]]
            a = self.parent[a]
        return a

    def join(self, a: int, b: int) -> None:
        a, b = self.find(a), self.find(b)
        if a != b:
            self.parent[max(a, b)] = min(a, b)


def solid_arrays(solid: manifold3d.Manifold) -> tuple[Floats, Ints]:
    """Positions and triangles of a solid, welded and in an order that depends on the shape alone."""
    mesh = solid.to_mesh64()
    raw = np.asarray(mesh.vert_properties, dtype=np.float64)[:, :3]
    points, index = np.unique(np.round(raw, 6), axis=0, return_inverse=True)
    triangles = index.reshape(-1)[np.asarray(mesh.tri_verts, dtype=np.int64)]
    keep = (triangles[:, 0] != triangles[:, 1]) & (triangles[:, 1] != triangles[:, 2])
    keep &= triangles[:, 0] != triangles[:, 2]
    return points + 0.0, ordered(triangles[keep])


def ordered(triangles: Ints) -> Ints:
    """Each triangle with its smallest index first, all sorted: the same bytes for the same shape."""
    first = np.argmin(triangles, axis=1)
    rows = np.arange(len(triangles))
    turned = np.stack([triangles[rows, (first + k) % 3] for k in range(3)], axis=1)
    return turned[np.lexsort(turned.T[::-1])]


def cross_products(points: Floats, triangles: Ints) -> Floats:
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return np.cross(b - a, c - a)


def twins(triangles: Ints) -> list[tuple[int, int, int, int]]:
    """Pairs of triangles that share an edge: (triangle, its edge's number, other triangle, its edge's number)."""
    seen: dict[tuple[int, int], tuple[int, int]] = {}
    pairs = []
    for t, triangle in enumerate(triangles.tolist()):
        for k in range(3):
            a, b = triangle[k], triangle[(k + 1) % 3]
            other = seen.get((b, a))
            if other is not None:
                pairs.append((other[0], other[1], t, k))
            seen[(a, b)] = (t, k)
    return pairs


def facets(points: Floats, triangles: Ints) -> Ints:
    """Number each triangle with its flat facet: neighbours in one plane belong together."""
    cross = cross_products(points, triangles)
    double = np.linalg.norm(cross, axis=1)
    normals = cross / np.maximum(double, 1e-12)[:, None]
    groups = Groups(len(triangles))
    for t, _, u, k in twins(triangles):
        apex = points[triangles[u, (k + 2) % 3]]
        off_plane = abs(float(np.dot(normals[t], apex - points[triangles[t, 0]])))
        if min(double[t], double[u]) < 1e-7 or (normals[t] @ normals[u] > 1 - 1e-5 and off_plane < 1e-4):
            groups.join(t, u)
    return np.array([groups.find(t) for t in range(len(triangles))], dtype=np.int64)
