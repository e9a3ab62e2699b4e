"""Pictures the UI makes for itself: rounded rectangles, rims, shadows, players' marks; all from distance fields."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from panda3d.core import SamplerState, Texture

from babylon3d.present.palette import MARKS

Field = npt.NDArray[np.float64]


def _texture(name: str, alpha: Field) -> Texture:
    """A white texture with this alpha, row 0 at the bottom."""
    height, width = alpha.shape
    data = np.full((height, width, 4), 255, dtype=np.uint8)
    data[..., 3] = np.clip(alpha * 255 + 0.5, 0, 255).astype(np.uint8)
    texture = Texture(name)
    texture.setup_2d_texture(width, height, Texture.T_unsigned_byte, Texture.F_rgba)
    texture.set_ram_image_as(data.tobytes(), "RGBA")
    texture.set_wrap_u(SamplerState.WM_clamp)
    texture.set_wrap_v(SamplerState.WM_clamp)
    texture.set_minfilter(SamplerState.FT_linear)
    texture.set_magfilter(SamplerState.FT_linear)
    return texture


def _round_distance(size: int, half: float, radius: float) -> Field:
    """Signed distance from a rounded square of half side `half` in the middle of a picture; negative inside."""
    axis = np.abs(np.arange(size) + 0.5 - size / 2) - (half - radius)
    x, y = np.meshgrid(axis, axis)
    outside = np.hypot(np.maximum(x, 0), np.maximum(y, 0))
    distance: Field = outside + np.minimum(np.maximum(x, y), 0) - radius
    return distance


def rounded(radius: float) -> tuple[Texture, int]:
    """A filled rounded square for nine-patching, and its margin, pixels."""
    margin = max(1, math.ceil(radius)) + 1
    distance = _round_distance(2 * margin + 2, margin, max(radius, 0.01))
    return _texture(f"rounded {radius}", np.clip(0.5 - distance, 0, 1)), margin


def rim(radius: float, width: float) -> tuple[Texture, int]:
    """The line along the inner side of a rounded square's edge, and its margin, pixels."""
    margin = max(1, math.ceil(radius)) + 1 + math.ceil(width)
    distance = _round_distance(2 * margin + 2, margin, max(radius, 0.01))
    inside = np.clip(0.5 - distance, 0, 1)
    return _texture(f"rim {radius} {width}", inside * np.clip(distance + width + 0.5, 0, 1)), margin


def shadow(radius: float, blur: float) -> tuple[Texture, int, int]:
    """A soft shadow of a rounded square; its margin, and by how much it reaches beyond the square, pixels."""
    reach = max(1, math.ceil(blur))
    margin = max(1, math.ceil(radius)) + 2 * reach
    size = 2 * margin + 2
    distance = _round_distance(size, size / 2 - reach, radius + 1)
    fall = np.clip(0.5 - distance / (2 * reach), 0, 1)
    return _texture(f"shadow {radius} {blur}", fall * fall * (3 - 2 * fall)), margin, reach


def _polygon_distance(points: list[tuple[float, float]], x: Field, y: Field) -> Field:
    """Signed distance from a polygon; negative inside."""
    best = np.full(x.shape, np.inf)
    inside = np.zeros(x.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        ex, ey = bx - ax, by - ay
        share = np.clip(((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey), 0, 1)
        best = np.minimum(best, np.hypot(x - ax - share * ex, y - ay - share * ey))
        crosses = (ay > y) != (by > y)
        if by != ay:
            inside ^= crosses & (x < ax + (y - ay) * ex / ey)
    return np.where(inside, -best, best)


def _ring(count: int, radius: float, inner: float | None = None) -> list[tuple[float, float]]:
    """A regular polygon with a corner on top, or a star with `inner` as the radius of its notches."""
    steps = count if inner is None else 2 * count
    points = []
    for i in range(steps):
        angle = math.pi / 2 + 2 * math.pi * i / steps
        reach = radius if inner is None or i % 2 == 0 else inner
        points.append((reach * math.cos(angle), reach * math.sin(angle)))
    return points


def mark(colour: str, pixels: int) -> Texture:
    """The mark of a player's colour, filling the picture."""
    axis = (np.arange(pixels) + 0.5) / pixels * 2 - 1
    x, y = np.meshgrid(axis, axis)
    match MARKS[colour]:
        case "circle":
            distance = np.hypot(x, y) - 0.82
        case "diamond":
            distance = _polygon_distance([(0, 0.98), (-0.74, 0), (0, -0.98), (0.74, 0)], x, y)
        case "triangle":
            distance = _polygon_distance([(0, 0.86), (-0.92, -0.70), (0.92, -0.70)], x, y)
        case "square":
            distance = _polygon_distance([(-0.74, 0.74), (-0.74, -0.74), (0.74, -0.74), (0.74, 0.74)], x, y)
        case "star":
            distance = _polygon_distance(_ring(5, 1.0, 0.45), x, y + 0.06)
        case "hexagon":
            distance = _polygon_distance(_ring(6, 0.94), x, y)
        case "pentagon":
            distance = _polygon_distance(_ring(5, 0.96), x, y + 0.04)
        case "cross":
            distance = np.minimum(
                _polygon_distance([(-0.94, 0.3), (-0.94, -0.3), (0.94, -0.3), (0.94, 0.3)], x, y),
                _polygon_distance([(-0.3, 0.94), (-0.3, -0.94), (0.3, -0.94), (0.3, 0.94)], x, y),
            )
    return _texture(f"mark {colour}", np.clip(0.5 - distance * pixels / 2, 0, 1))
