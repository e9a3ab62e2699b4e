"""Triangles in a plane: a constrained Delaunay triangulation, and an even grid of points inside an outline."""

from __future__ import annotations

import math

import numpy as np

from assets.surface import Floats


def inner_points(rings: list[Floats], spacing: float) -> list[Floats]:
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


class Plane:
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
