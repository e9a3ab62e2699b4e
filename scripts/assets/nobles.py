"""The shapes of the nobles: turned bodies whose head tells the colour. Lengths in millimetres."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from manifold3d import CrossSection, Manifold

from assets.solids import Profile, curve, lathe
from babylon3d.games.babylon import pieces

MM = 1000.0


class Build(NamedTuple):
    """A noble's measures: base radius, height, where neck and head begin, the head's largest radius."""

    radius: float
    height: float
    neck: float
    head: float


def build_of(size: str) -> Build:
    """The measures of a size, from `pieces`."""
    width, _, height = pieces.BABYLON.specs[size].size
    radius, tall = width * MM / 2, height * MM
    return Build(radius, tall, *((tall * 0.60, 2.35) if size == "small" else (tall * 0.58, 3.5)))


def noble(colour: str, size: str, fine: bool) -> Manifold:
    """A noble standing on z = -height / 2, its head by `colour`."""
    b = build_of(size)
    segments = 24 if fine else 8
    head = _HEADS[colour](b, fine)
    if isinstance(head, list):  # a turned head: one profile from foot to crown
        return lathe(_body(b, size, fine) + head, segments).translate([0, 0, -b.height / 2])
    below, ornaments, cuts = head
    solid = lathe(_body(b, size, fine) + below, segments)
    for part in ornaments:
        solid += part
    for part in cuts:
        solid -= part
    return solid.translate([0, 0, -b.height / 2])


def _body(b: Build, size: str, fine: bool) -> Profile:
    """Foot, flared skirt and collar, up to the neck; heights from the foot."""
    r, n = b.radius, b.neck
    slim, collar = (1.15, 2.1) if size == "small" else (1.75, 3.2)
    if not fine:
        return [(0, 0), (r, 0), (r, 0.09 * n), (0.55 * r, 0.36 * n), (slim, 0.86 * n), (collar, 0.93 * n), (slim, n)]
    foot = [(0.0, 0.0), (r - 0.35, 0.0), (r - 0.1, 0.1), (r, 0.35), (r, 0.95), (r - 0.12, 1.22), (r - 0.4, 1.36)]
    ring = [(0.80 * r, 1.5), (0.80 * r, 1.72)]
    skirt = curve([(0.74 * r, 1.95), (0.56 * r, 0.36 * n), (0.37 * r, 0.60 * n), (slim, 0.86 * n)], 3)
    lip = curve([(slim + 0.15, 0.875 * n), (collar - 0.08, 0.91 * n), (collar - 0.08, 0.95 * n), (slim, 0.985 * n)], 2)
    return foot + ring + skirt + lip


Parts = tuple[Profile, list[Manifold], list[Manifold]]


def _ball(b: Build, fine: bool) -> Profile:
    """Red: a ball."""
    radius = (b.height - b.neck) / 2 * 1.04
    centre = b.height - radius
    steps = 9 if fine else 4
    start = math.asin(min(1.0, 0.42))
    angles = [math.pi - start - (math.pi - start) * i / steps for i in range(steps + 1)]
    return [(radius * math.sin(a), centre + radius * math.cos(a)) for a in angles[:-1]] + [(0.0, b.height)]


def _mitre(b: Build, fine: bool) -> Parts:
    """Yellow: a pointed mitre with a slanting cleft and a small ball on its tip."""
    z, tall, r = b.neck, b.height - b.neck, b.head * 0.92
    tip = 0.16 * r + 0.12
    line = [(0.5 * r, z), (0.93 * r, z + 0.16 * tall), (r, z + 0.30 * tall), (0.72 * r, z + 0.56 * tall), (tip, z + 0.84 * tall)]
    if not fine:
        return [(r, z + 0.28 * tall), (0.7 * r, z + 0.56 * tall), (0.0, b.height)], [], []
    knob = 0.26 * r
    top = [(knob * math.sin(a), b.height - knob + knob * math.cos(a)) for a in (2.3, 1.57, 0.8)]
    cleft = Manifold.cube([3 * r, 3 * r, 0.30 * r], True).translate([1.62 * r, 0, 0]).rotate([0, -52, 0])
    cleft = cleft.translate([0.0, 0, z + 0.36 * tall])
    return [*curve(line, 2), *top, (0.0, b.height)], [], [cleft]


def _disc(b: Build, fine: bool) -> Profile:
    """Green: a wide flat disc on a flaring stem."""
    z, tall, r = b.neck, b.height - b.neck, b.head * 1.3
    rim, edge = z + 0.62 * tall, z + 0.86 * tall
    stem = 0.36 * b.head
    if not fine:
        return [(stem, z + 0.3 * tall), (r, rim), (r, edge), (0.0, b.height)]
    flare = curve([(stem * 1.2, z + 0.05 * tall), (stem, z + 0.2 * tall), (1.5 * stem, z + 0.44 * tall), (0.86 * r, 0.97 * rim)], 2)
    dome = curve([(0.86 * r, edge + 0.04 * tall), (0.5 * r, edge + 0.105 * tall), (0.0, b.height)], 2)
    return [*flare, (r - 0.12, rim), (r, rim + 0.15), (r, edge - 0.2), (r - 0.12, edge - 0.04), *dome]


def _battlement(b: Build, fine: bool) -> Parts:
    """Blue: a castle's battlement."""
    z, tall, r = b.neck, b.height - b.neck, b.head * 1.02
    stem = 0.62 * b.head
    floor = b.height - 0.30 * tall
    if not fine:
        return [(stem, z + 0.1 * tall), (r, z + 0.5 * tall), (r, b.height), (0.62 * r, b.height), (0.62 * r, floor), (0, floor)], [], []
    line = curve([(stem, z), (stem * 0.96, z + 0.16 * tall), (0.8 * r, z + 0.36 * tall), (r - 0.1, z + 0.46 * tall)], 2)
    cup = [(r, z + 0.5 * tall), (r, b.height - 0.1), (r - 0.1, b.height), (0.68 * r, b.height), (0.66 * r, b.height - 0.06)]
    notch = Manifold.cube([3 * r, 0.52 * r, tall], True).translate([0, 0, floor + tall / 2 + 0.02])
    cuts = [notch.rotate([0, 0, a + 22.5]) for a in (0.0, 60.0, 120.0)]
    return [*line, *cup, (0.66 * r, floor), (0.0, floor)], [], cuts


def _cross(b: Build, fine: bool) -> Parts:
    """Violet: a cross with flaring arms, the same from all four sides."""
    z, tall, r = b.neck, b.height - b.neck, b.head
    stem = 0.42 * r
    knob = curve([(stem, z), (0.62 * r, z + 0.12 * tall), (0.5 * r, z + 0.24 * tall)], 2) if fine else [(0.5 * r, z)]
    middle = z + 0.60 * tall
    narrow, wide, bevel = 0.20 * r, 0.36 * r, 0.06 * r
    reach_up, reach_side = b.height - middle, min(1.1 * r, b.height - middle + 0.12 * r)
    arms = [_arm(narrow, wide, bevel, reach_up, fine)]
    arms += [_arm(narrow, wide, bevel, reach_side, fine).rotate([0, 90, 0]).rotate([0, 0, 90 * k]) for k in range(4)]
    arms.append(_arm(narrow, narrow, bevel, middle - z, fine).rotate([180, 0, 0]))
    return [*knob, (0.0, z + 0.3 * tall)], [arm.translate([0, 0, middle]) for arm in arms], []


def _arm(narrow: float, wide: float, bevel: float, reach: float, fine: bool) -> Manifold:
    """One arm from the origin up to z = reach, flaring from half width `narrow` to `wide`."""
    levels = [(-narrow, narrow), (0.35 * reach, narrow), (reach - bevel, wide)] if fine else [(0, narrow), (reach, wide)]
    points = [p for z, h in levels for p in _square(h, bevel if fine else 0.0, z)]
    if fine:
        points += _square(wide - bevel, bevel * 0.4, reach)
    return Manifold.hull_points(np.array(points))


def _square(half: float, bevel: float, z: float) -> list[tuple[float, float, float]]:
    h, k = half, half - bevel
    corners = [(h, k), (k, h), (-k, h), (-h, k), (-h, -k), (-k, -h), (k, -h), (h, -k)]
    return [(x, y, z) for x, y in corners]


_HEADS = {"red": _ball, "yellow": _mitre, "green": _disc, "blue": _battlement, "violet": _cross}
