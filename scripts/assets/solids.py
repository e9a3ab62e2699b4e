"""Building blocks of the pieces' shapes: bevelled boxes, arched openings, turned bodies. Lengths in millimetres."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import manifold3d
import numpy as np
from manifold3d import CrossSection, Manifold

from assets.surface import Floats

Profile = list[tuple[float, float]]


def bevelled_box(size: Sequence[float], radius: float, steps: int) -> Manifold:
    """A box around the origin, each edge rounded by `radius` in `steps` flat strips."""
    half = np.array(size) / 2 - radius
    arc = [math.radians(90 * i / steps) for i in range(steps + 1)]
    turns = {(round(math.cos(t), 9), round(math.sin(t), 9), 0.0) for t in arc}
    directions = {(d[i], d[j], d[k]) for d in turns for i, j, k in itertools.permutations(range(3))}
    if steps > 2:
        directions.add((3**-0.5, 3**-0.5, 3**-0.5))
    points = [
        [s * (half[k] + radius * d[k]) for k, s in enumerate(signs)]
        for signs in itertools.product((-1, 1), repeat=3)
        for d in sorted(directions)
    ]
    return Manifold.hull_points(np.array(points))


def arch_profile(width: float, foot: float, apex: float, steps: int) -> Profile:
    """An opening with straight sides under a half circle, counter-clockwise from its lower left corner."""
    r = width / 2
    spring = apex - r
    return [(-r, foot), (r, foot)] + [
        (r * math.cos(math.pi * i / steps), spring + r * math.sin(math.pi * i / steps)) for i in range(steps + 1)
    ]


def round_profile(x: float, z: float, radius: float, steps: int) -> Profile:
    """A circle, counter-clockwise."""
    return [
        (x + radius * math.cos(2 * math.pi * i / steps), z + radius * math.sin(2 * math.pi * i / steps))
        for i in range(steps)
    ]


def shifted(profile: Profile, dx: float, dz: float) -> Profile:
    """The profile moved sideways and up."""
    return [(x + dx, z + dz) for x, z in profile]


def sunk(profile: Profile, face: float, depth: float, flare: float) -> Manifold:
    """What to cut away for a convex opening into the side facing -y, whose plane is y = -face.

    Its rim is bevelled by `flare`.
    """
    area = CrossSection([np.array(profile)])
    body = _towards_y(area, -face - 0.01, -face + depth)
    if flare <= 0:
        return body
    wide = area.offset(flare + 0.01, manifold3d.JoinType.Miter, 4.0)
    rim = _ring(wide, -face - 0.01) + _ring(area, -face + flare)
    return body + Manifold.hull_points(np.array(rim))


def _ring(area: CrossSection, y: float) -> list[list[float]]:
    return [[float(x), y, float(z)] for polygon in area.to_polygons() for x, z in polygon]


def _towards_y(area: CrossSection, start: float, end: float) -> Manifold:
    """The area, drawn in x and z, stretched from y = start to y = end."""
    return Manifold.extrude(area, end - start).rotate([90, 0, 0]).translate([0, end, 0])


def through_y(profile: Profile, half: float) -> Manifold:
    """The profile, drawn in x and z, stretched over y from -half to half."""
    return _towards_y(CrossSection([np.array(profile)]), -half, half)


def turned(solid: Manifold, quarter_turns: int) -> Manifold:
    """The solid turned counter-clockwise about z; exact."""
    c, s = [(1, 0), (0, 1), (-1, 0), (0, -1)][quarter_turns % 4]
    return solid.transform(np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0]], dtype=float))


def lathe(profile: Profile, segments: int) -> Manifold:
    """The closed profile of (radius, height) turned about z, one vertex exactly on +x."""
    return Manifold.revolve(CrossSection([np.array(profile)]), segments)


def curve(points: Profile, per_span: int) -> Profile:
    """A smooth line through the points (Catmull-Rom), `per_span` steps between neighbours."""
    p = np.array(points)
    ends = np.concatenate([2 * p[:1] - p[1:2], p, 2 * p[-1:] - p[-2:-1]])
    line: list[Floats] = []
    for i in range(len(p) - 1):
        a, b, c, d = ends[i : i + 4]
        for k in range(per_span):
            t = k / per_span
            line.append(
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
            )
    line.append(p[-1])
    return [(float(max(r, 0.0)), float(z)) for r, z in line]
