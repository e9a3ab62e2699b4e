"""Flat shapes as signed distances on a square of -1..1, x right, y up: unite, cut, and turn into white pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from assets.surface import Floats

SIZE = 96
_FINE = 4
_AXIS = (np.arange(SIZE * _FINE) + 0.5) / (SIZE * _FINE) * 2 - 1
X, Y = np.meshgrid(_AXIS, -_AXIS)

Point = tuple[float, float]
Shape = Floats
"""Distance to the shape's edge at each point of the picture, negative inside."""


def picture(shape: Shape) -> Floats:
    """How much of each pixel the shape covers, (SIZE, SIZE)."""
    cover = np.clip(0.5 - shape * (SIZE * _FINE / 2), 0, 1)
    return np.asarray(cover.reshape(SIZE, _FINE, SIZE, _FINE).mean(axis=(1, 3)))


def unite(*shapes: Shape) -> Shape:
    """All of them."""
    return np.asarray(np.minimum.reduce(shapes))


def cut(shape: Shape, *holes: Shape) -> Shape:
    """The shape without the holes."""
    return np.asarray(np.maximum.reduce([shape, *(-hole for hole in holes)]))


def common(*shapes: Shape) -> Shape:
    """What all of them share."""
    return np.asarray(np.maximum.reduce(shapes))


def grown(shape: Shape, by: float) -> Shape:
    """The shape grown by a width (or shrunk, if negative), with round corners."""
    return np.asarray(shape - by)


def outline(shape: Shape, width: float) -> Shape:
    """A line along the shape's edge, half of it inside."""
    return np.asarray(np.abs(shape) - width / 2)


def mirrored(shape: Shape) -> Shape:
    """Left and right swapped."""
    return np.asarray(shape[:, ::-1])


def circle(centre: Point, radius: float) -> Shape:
    return np.asarray(np.hypot(X - centre[0], Y - centre[1]) - radius)


def box(centre: Point, half: Point, rounding: float = 0.0) -> Shape:
    dx = np.abs(X - centre[0]) - half[0] + rounding
    dy = np.abs(Y - centre[1]) - half[1] + rounding
    return np.asarray(np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0) - rounding)


def line(points: Sequence[Point], width: float, closed: bool = False) -> Shape:
    """A line through the points with round ends."""
    ends = [*points, points[0]] if closed else points
    return unite(*(_segment(a, b) - width / 2 for a, b in pairwise(ends)))


def _segment(a: Point, b: Point) -> Shape:
    px, py, dx, dy = X - a[0], Y - a[1], b[0] - a[0], b[1] - a[1]
    t = np.clip((px * dx + py * dy) / (dx * dx + dy * dy), 0, 1)
    return np.asarray(np.hypot(px - t * dx, py - t * dy))


def polygon(points: Sequence[Point], rounding: float = 0.0) -> Shape:
    """A filled polygon, its corners rounded outwards by `rounding`."""
    edge = unite(*(_segment(a, b) for a, b in zip(points, [*points[1:], points[0]], strict=True)))
    inside = np.zeros(X.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        if ay != by:
            inside ^= ((ay > Y) != (by > Y)) & (ax + (Y - ay) / (by - ay) * (bx - ax) > X)
    return np.asarray(np.where(inside, -edge, edge) - rounding)


def arc(centre: Point, radius: float, start_deg: float, end_deg: float, width: float) -> Shape:
    """A line along a circle, counter-clockwise from start to end, with round ends."""
    steps = max(8, round(abs(end_deg - start_deg) / 6))
    return line(
        [on_circle(centre, radius, start_deg + (end_deg - start_deg) * i / steps) for i in range(steps + 1)], width
    )


def on_circle(centre: Point, radius: float, angle_deg: float) -> Point:
    angle = math.radians(angle_deg)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def arrow_head(tip: Point, angle_deg: float, size: float) -> Shape:
    """A filled triangle pointing along the angle."""
    back = on_circle(tip, size, angle_deg + 180)
    half = 0.62 * size
    return polygon([tip, on_circle(back, half, angle_deg + 90), on_circle(back, half, angle_deg - 90)], 0.05)
