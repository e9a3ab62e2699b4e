"""From a solid to a mesh to draw: flat facets cut into even triangles, smooth bevels, texture coordinates.

Lengths are millimetres until the mesh is written.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import Protocol

import manifold3d
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


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


class _Groups:
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
    return points + 0.0, _ordered(triangles[keep])


def _ordered(triangles: Ints) -> Ints:
    """Each triangle with its smallest index first, all sorted: the same bytes for the same shape."""
    first = np.argmin(triangles, axis=1)
    rows = np.arange(len(triangles))
    turned = np.stack([triangles[rows, (first + k) % 3] for k in range(3)], axis=1)
    return turned[np.lexsort(turned.T[::-1])]


def _cross(points: Floats, triangles: Ints) -> Floats:
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return np.cross(b - a, c - a)


def _twins(triangles: Ints) -> list[tuple[int, int, int, int]]:
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
    cross = _cross(points, triangles)
    double = np.linalg.norm(cross, axis=1)
    normals = cross / np.maximum(double, 1e-12)[:, None]
    groups = _Groups(len(triangles))
    for t, _, u, k in _twins(triangles):
        apex = points[triangles[u, (k + 2) % 3]]
        off_plane = abs(float(np.dot(normals[t], apex - points[triangles[t, 0]])))
        if min(double[t], double[u]) < 1e-7 or (normals[t] @ normals[u] > 1 - 1e-5 and off_plane < 1e-4):
            groups.join(t, u)
    return np.array([groups.find(t) for t in range(len(triangles))], dtype=np.int64)


def subdivide(points: Floats, triangles: Ints, spacing: float) -> tuple[Floats, Ints]:
    """Cut the facets into triangles of about `spacing`, closed wherever the solid was closed."""
    facet_of = facets(points, triangles)
    border: dict[int, dict[int, int]] = defaultdict(dict)
    edges: dict[int, set[tuple[int, int]]] = defaultdict(set)
    for t, triangle in enumerate(triangles.tolist()):
        for k in range(3):
            edges[int(facet_of[t])].add((triangle[k], triangle[(k + 1) % 3]))
    out_points = [tuple(p) for p in points.tolist()]
    between: dict[tuple[int, int], list[int]] = {}

    def steps(a: int, b: int) -> list[int]:
        low, high = min(a, b), max(a, b)
        if (low, high) not in between:
            length = float(np.linalg.norm(points[high] - points[low]))
            n = max(1, round(length / spacing))
            start = len(out_points)
            for i in range(1, n):
                out_points.append(tuple((points[low] + (points[high] - points[low]) * (i / n)).tolist()))
            between[(low, high)] = list(range(start, start + n - 1))
        inner = between[(low, high)]
        return inner if a < b else inner[::-1]

    result: list[Ints] = []
    cross = _cross(points, triangles)
    for facet in sorted(edges):
        border.clear()
        outline = sorted(e for e in edges[facet] if (e[1], e[0]) not in edges[facet])
        normal = cross[facet_of == facet].sum(axis=0)
        normal /= np.linalg.norm(normal)
        loops = _loops(outline)
        fine = [[v for i, a in enumerate(loop) for v in (a, *steps(a, loop[(i + 1) % len(loop)]))] for loop in loops]
        result.append(_fill(out_points, fine, normal, spacing))
    return np.array(out_points), _ordered(np.concatenate(result))


def _loops(outline: list[tuple[int, int]]) -> list[list[int]]:
    """The outline's half-edges chained into closed loops of vertices."""
    following: dict[int, list[int]] = defaultdict(list)
    for a, b in outline:
        following[a].append(b)
    loops = []
    for start in sorted(following):
        while following[start]:
            loop, at = [start], following[start].pop()
            while at != start:
                loop.append(at)
                at = following[at].pop()
            loops.append(loop)
    return loops


def _fill(out_points: list[tuple[float, ...]], loops: list[list[int]], normal: Floats, spacing: float) -> Ints:
    """Triangulate one facet inside its loops, adding inner points to `out_points`."""
    axis = np.eye(3)[int(np.argmin(np.abs(normal)))]
    u = np.cross(axis, normal)
    u /= np.linalg.norm(u)
    v = np.cross(normal, u)
    if abs(normal).max() > 0.999:  # box faces: keep the grid along the axes
        k = int(np.argmax(np.abs(normal)))
        u = np.eye(3)[(k + 1) % 3]
        v = np.cross(normal, u)
    ids = [i for loop in loops for i in loop]
    flat = np.array([out_points[i] for i in ids]) @ np.stack([u, v], axis=1)
    origin = np.array(out_points[ids[0]])
    sizes = np.cumsum([0, *(len(loop) for loop in loops)])
    rings = [flat[sizes[i] : sizes[i + 1]] for i in range(len(loops))]
    triangles = manifold3d.triangulate(rings, 1e-9, False)
    plane = _Plane(flat, [tuple(t) for t in np.asarray(triangles, dtype=np.int64).tolist()], rings)
    for point in _inner_points(rings, spacing):
        plane.insert(point)
    plane.relax()
    base = flat[0]
    for point in plane.points[len(flat) :]:
        world = origin + u * (point[0] - base[0]) + v * (point[1] - base[1])
        ids.append(len(out_points))
        out_points.append(tuple(world.tolist()))
    return np.array(ids, dtype=np.int64)[np.array(plane.triangles, dtype=np.int64)]


def _inner_points(rings: list[Floats], spacing: float) -> list[Floats]:
    """An even grid inside the rings, kept off their edges; nudged, so that no point lies on an edge."""
    low = np.min([r.min(axis=0) for r in rings], axis=0)
    high = np.max([r.max(axis=0) for r in rings], axis=0)
    counts = np.maximum(np.round((high - low) / spacing).astype(int), 1)
    starts = np.concatenate(rings)
    ends = np.concatenate([np.roll(r, -1, axis=0) for r in rings])
    inner = []
    for i in range(1, counts[0]):
        for j in range(1, counts[1]):
            nudge = 1e-3 * spacing * np.array([math.sin(3.7 * i + 1.3 * j), math.cos(2.1 * i - 4.7 * j)])
            p = low + (high - low) * np.array([i, j]) / counts + nudge
            if _distance(p, starts, ends) > 0.42 * spacing and _inside(p, starts, ends):
                inner.append(p)
    return inner


def _distance(p: Floats, starts: Floats, ends: Floats) -> float:
    along = ends - starts
    t = np.clip(((p - starts) * along).sum(axis=1) / np.maximum((along * along).sum(axis=1), 1e-18), 0, 1)
    return float(np.linalg.norm(starts + along * t[:, None] - p, axis=1).min())


def _inside(p: Floats, starts: Floats, ends: Floats) -> bool:
    crosses = (starts[:, 1] > p[1]) != (ends[:, 1] > p[1])
    a, b = starts[crosses], ends[crosses]
    at = a[:, 0] + (p[1] - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
    return bool(np.count_nonzero(at > p[0]) % 2)


class _Plane:
    """A constrained Delaunay triangulation in the plane, by splitting and flipping; the rings' edges stay."""

    def __init__(self, points: Floats, triangles: list[tuple[int, int, int]], rings: list[Floats]) -> None:
        self.points: list[Floats] = list(points)
        self.triangles = triangles
        self.fixed: set[tuple[int, int]] = set()
        start = 0
        for ring in rings:
            n = len(ring)
            for i in range(n):
                a, b = start + i, start + (i + 1) % n
                self.fixed.add((min(a, b), max(a, b)))
            start += n

    def _turn(self, a: int, b: int, c: int) -> float:
        pa, pb, pc = self.points[a], self.points[b], self.points[c]
        return float((pb[0] - pa[0]) * (pc[1] - pa[1]) - (pb[1] - pa[1]) * (pc[0] - pa[0]))

    def insert(self, point: Floats) -> None:
        """Put a point into the triangle that holds it; `relax` then flips the edges around it."""
        n = len(self.points)
        self.points.append(point)
        best = max(
            range(len(self.triangles)),
            key=lambda t: min(self._turn(*self._edge(t, k), n) for k in range(3)),
        )
        a, b, c = self.triangles[best]
        self.triangles[best] = (a, b, n)
        self.triangles += [(b, c, n), (c, a, n)]
        self.relax()

    def _edge(self, t: int, k: int) -> tuple[int, int]:
        triangle = self.triangles[t]
        return triangle[k], triangle[(k + 1) % 3]

    def relax(self) -> None:
        """Flip edges until each is locally Delaunay."""
        owner = {self._edge(t, k): (t, k) for t in range(len(self.triangles)) for k in range(3)}
        todo = sorted(e for e in owner if e[0] < e[1])
        for _ in range(200 * len(todo) + 200):
            if not todo:
                return
            a, b = todo.pop()
            if (min(a, b), max(a, b)) in self.fixed or (a, b) not in owner or (b, a) not in owner:
                continue
            t, k = owner[(a, b)]
            u, m = owner[(b, a)]
            c, d = self.triangles[t][(k + 2) % 3], self.triangles[u][(m + 2) % 3]
            if min(self._turn(a, d, c), self._turn(d, b, c)) < 1e-9 or not self._in_circle(a, b, c, d):
                continue
            self.triangles[t], self.triangles[u] = (a, d, c), (d, b, c)
            del owner[(a, b)], owner[(b, a)]
            for s in (t, u):
                for i in range(3):
                    owner[self._edge(s, i)] = (s, i)
            todo += [(a, d), (d, b), (b, c), (c, a)]
        raise RuntimeError("edge flips do not end; a facet is degenerate")

    def _in_circle(self, a: int, b: int, c: int, d: int) -> bool:
        """Whether d lies clearly inside the circle through a, b, c (counter-clockwise)."""
        pd = self.points[d]
        rows = []
        for i in (a, b, c):
            x, y = self.points[i] - pd
            rows.append((x, y, x * x + y * y))
        (ax, ay, aw), (bx, by, bw), (cx, cy, cw) = rows
        det = ax * (by * cw - bw * cy) - ay * (bx * cw - bw * cx) + aw * (bx * cy - by * cx)
        scale = max(aw, bw, cw) ** 2
        return bool(det > 1e-9 * scale)


def shade(points: Floats, triangles: Ints, unwrap: Unwrap, crisp_faces: bool, smooth_deg: float) -> Mesh:
    """Split vertices where shading or texture breaks; edges flatter than `smooth_deg` are shaded smooth.

    With `crisp_faces` a corner's normal follows its largest flat facet, so that faces stay flat and a bevel
    carries the whole turn; without, it is the mean over the facets by their angle (turned pieces).
    """
    cross = _cross(points, triangles)
    area = np.linalg.norm(cross, axis=1) / 2
    normals = cross / np.maximum(2 * area, 1e-12)[:, None]
    facet_of = facets(points, triangles)
    facet_area = np.bincount(facet_of, weights=area, minlength=len(triangles))
    corners = _Groups(3 * len(triangles))
    limit = math.cos(math.radians(smooth_deg))
    for t, k, u, m in _twins(triangles):
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
