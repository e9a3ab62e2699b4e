"""Cuts the flat facets of a solid into even triangles, so that shading can vary over them; lengths in millimetres."""

from __future__ import annotations

from collections import defaultdict

import manifold3d
import numpy as np

from assets.plane import Plane, inner_points
from assets.surface import Floats, Ints, cross_products, facets, ordered


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
    cross = cross_products(points, triangles)
    for facet in sorted(edges):
        border.clear()
        outline = sorted(e for e in edges[facet] if (e[1], e[0]) not in edges[facet])
        normal = cross[facet_of == facet].sum(axis=0)
        normal /= np.linalg.norm(normal)
        loops = _loops(outline)
        fine = [[v for i, a in enumerate(loop) for v in (a, *steps(a, loop[(i + 1) % len(loop)]))] for loop in loops]
        result.append(_fill(out_points, fine, normal, spacing))
    return np.array(out_points), ordered(np.concatenate(result))


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
    plane = Plane(flat, [tuple(t) for t in np.asarray(triangles, dtype=np.int64).tolist()], rings)
    for point in inner_points(rings, spacing):
        plane.insert(point)
    plane.relax()
    base = flat[0]
    for point in plane.points[len(flat) :]:
        world = origin + u * (point[0] - base[0]) + v * (point[1] - base[1])
        ids.append(len(out_points))
        out_points.append(tuple(world.tolist()))
    return np.array(ids, dtype=np.int64)[np.array(plane.triangles, dtype=np.int64)]
