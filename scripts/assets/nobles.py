"""The shapes of the nobles: turned bodies whose head tells the colour. Lengths in millimetres.

Each head has the shape of its colour's mark in `babylon3d.present.palette`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from manifold3d import Manifold

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
    below, ornaments, cuts = _HEADS[colour](b, fine)
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
    foot = [(0.0, 0.0), (r - 0.35, 0.0), (r - 0.16, 0.05), (r - 0.04, 0.18)]
    foot += [(r, 0.36), (r, 0.95), (r - 0.06, 1.12), (r - 0.2, 1.27), (r - 0.42, 1.35)]
    ring = [(0.80 * r, 1.5), (0.80 * r, 1.72)]
    skirt = curve([(0.74 * r, 1.95), (0.56 * r, 0.36 * n), (0.37 * r, 0.60 * n), (slim, 0.86 * n)], 3)
    lip = curve([(slim + 0.15, 0.875 * n), (collar - 0.08, 0.91 * n), (collar - 0.08, 0.95 * n), (slim, 0.985 * n)], 2)
    return foot + ring + skirt + lip


Parts = tuple[Profile, list[Manifold], list[Manifold]]
"""The rest of the turned profile, solids to add, solids to cut away."""


def _gem(b: Build, fine: bool) -> Parts:
    """Red, diamond: a cut stone, six-sided, pointed above and below."""
    z, tall, r = b.neck, b.height - b.neck, b.head * 1.06
    stem = 0.46 * b.head
    cup = [(stem * 1.25, z + 0.06 * tall), (stem * 1.1, z + 0.13 * tall)] if fine else []
    girdle = 0.05 * tall if fine else 0.0
    middle = z + 0.47 * tall
    outline = [(0.0, z), (0.14 * r, z), (r, middle - girdle / 2), (r, middle + girdle / 2), (0.0, b.height)]
    if not fine:
        outline = [(0.0, z), (0.14 * r, z), (r, middle), (0.0, b.height)]
    return [*cup, (0.0, z + 0.16 * tall)], [lathe(outline, 6)], []


def _ball(b: Build, fine: bool) -> Parts:
    """Yellow, circle: a ball."""
    radius = (b.height - b.neck) * 0.43
    centre = b.height - radius
    steps, start = (9, math.asin(0.44)) if fine else (4, math.asin(0.44))
    angles = [math.pi - start - (math.pi - start) * i / steps for i in range(steps)]
    return [(radius * math.sin(a), centre + radius * math.cos(a)) for a in angles] + [(0.0, b.height)], [], []


def _cone(b: Build, fine: bool) -> Parts:
    """Green, triangle: a wide cone, like a hat."""
    z, tall, r = b.neck, b.height - b.neck, b.head * 1.30
    stem = 0.42 * b.head
    brim = z + 0.17 * tall
    if not fine:
        return [(stem, brim - 0.08 * tall), (r, brim), (r * 0.98, brim + 0.08 * tall), (0.0, b.height)], [], []
    under = curve([(stem, z + 0.03 * tall), (1.25 * stem, z + 0.10 * tall), (r - 0.35, brim - 0.03 * tall)], 2)
    edge = [(r - 0.1, brim), (r, brim + 0.14), (r - 0.02, brim + 0.32), (r - 0.17, brim + 0.50)]
    nib = 0.17 * r
    low, high = r - 0.17, b.height - 0.62 * nib
    flank = [(low + (nib * 0.86 - low) * t, edge[-1][1] + (high - edge[-1][1]) * t) for t in (0.33, 0.67, 1.0)]
    return [*under, *edge, *flank, (nib * 0.48, b.height - 0.18 * nib), (0.0, b.height)], [], []


def _battlement(b: Build, fine: bool) -> Parts:
    """Blue, square: a castle's battlement."""
    z, tall, r = b.neck, b.height - b.neck, b.head * 1.04
    stem = 0.66 * b.head
    floor, well = b.height - 0.34 * tall, 0.60 * r
    if not fine:
        line = [(stem, z + 0.08 * tall), (r, z + 0.36 * tall), (r, b.height), (well, b.height), (well, floor)]
        return [*line, (0.0, floor)], [], _notches(r, floor, tall, (0.0, 90.0))
    line = curve(
        [(stem, z), (stem * 0.98, z + 0.10 * tall), (0.84 * r, z + 0.24 * tall), (r - 0.1, z + 0.31 * tall)], 1
    )
    rim = [(r, z + 0.35 * tall), (r, b.height - 0.12), (r - 0.12, b.height), (well + 0.08, b.height)]
    cuts = _notches(r, floor, tall, (0.0, 60.0, 120.0))
    return [*line, *rim, (well, b.height - 0.08), (well, floor), (0.0, floor)], [], cuts


def _notches(radius: float, floor: float, tall: float, angles: tuple[float, ...]) -> list[Manifold]:
    """The gaps between merlons, each cut right across."""
    notch = Manifold.cube([3 * radius, 0.40 * radius, tall], True).translate([0, 0, floor + tall / 2 + 0.02])
    return [notch.rotate([0, 0, angle]) for angle in angles]


def _star(b: Build, fine: bool) -> Parts:
    """Violet, star: rays from a small core, up, to the four sides, and between."""
    z, tall, r = b.neck, b.height - b.neck, b.head * 1.08
    stem = 0.44 * b.head
    middle = z + 0.53 * tall
    cup = curve([(stem, z), (stem * 1.3, z + 0.07 * tall), (stem * 0.7, z + 0.2 * tall)], 2) if fine else [(stem, z)]
    up, side = b.height - middle, max(r, b.height - middle)
    rays = [_ray(up, 0.50 * r)]
    rays += [_ray(side, 0.50 * r).rotate([0, 90, 0]).rotate([0, 0, 90 * k]) for k in range(4)]
    tilts = (48.0, 125.0) if fine else (48.0,)
    rays += [_ray(0.88 * r, 0.42 * r).rotate([0, t, 0]).rotate([0, 0, 45 + 90 * k]) for t in tilts for k in range(4)]
    return [*cup, (0.0, middle)], [ray.translate([0, 0, middle]) for ray in rays], []


def _ray(reach: float, half: float) -> Manifold:
    """One ray: a slim double pyramid from the core's middle to z = reach."""
    waist = 0.22 * reach
    points = [(half, 0, waist), (-half, 0, waist), (0, half, waist), (0, -half, waist), (0, 0, -0.2 * half)]
    return Manifold.hull_points(np.array([*points, (0.0, 0.0, reach)]))


_HEADS: dict[str, Callable[[Build, bool], Parts]] = {
    "red": _gem,
    "yellow": _ball,
    "green": _cone,
    "blue": _battlement,
    "violet": _star,
}
