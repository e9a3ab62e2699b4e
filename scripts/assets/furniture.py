"""The shapes of table and ruler, and how the wood's grain runs on them. Lengths in millimetres."""

from __future__ import annotations

import math

import numpy as np
from manifold3d import CrossSection, JoinType, Manifold

from assets.solids import arch_profile, bevelled_box, round_profile, shifted, sunk, through_y, turned
from assets.surface import Floats
from assets.textures import JOINTS, PLANKS, WOOD_TILE_MM
from babylon3d.games.babylon import pieces

MM = 1000.0
CELL = pieces.PITCH_M * MM
LEVEL = pieces.LEVEL_M * MM

FIELD = (2 * pieces.TABLE_REACH + 1) * CELL
"""Side of the square of cells."""

PLANKED = FIELD + 20.0
FRAME = 36.0
THICK = 30.0
PLANK = WOOD_TILE_MM[1] / PLANKS
ROWS = round(PLANKED / PLANK)
"""Whole planks across the table, so that seams meet its frame."""


def table() -> Manifold:
    """The table's slab: planks in a mitred frame with a groove between; the top is z = 0."""
    side = PLANKED + 2 * FRAME
    slab = bevelled_box((side, side, THICK), 7.0, 4).translate([0, 0, -THICK / 2])
    half = PLANKED / 2
    slab -= _frustum(half + 0.9, half, 1.6) - _frustum(half - 0.9, half, 1.6)
    reach = side / 2 + 1
    for k in range(4):
        bar = Manifold.hull_points(
            np.array([(x, s * w, z) for x in (half * 2**0.5, reach * 2**0.5) for s, w, z in _V_GROOVE])
        )
        slab -= bar.rotate([0, 0, 45 + 90 * k])
    return slab


_V_GROOVE = ((1, 0.45, 0.01), (-1, 0.45, 0.01), (0, 0.0, -0.8))


def _frustum(top: float, bottom: float, depth: float) -> Manifold:
    """A square block sunk into z = 0: half sides at the top and at `depth`."""
    levels = ((top, 0.01), (top, 0.0), (bottom, -depth))
    return Manifold.hull_points(np.array([(x * h, y * h, z) for h, z in levels for x in (-1, 1) for y in (-1, 1)]))


class TableUnwrap:
    """Planks along x inside; each side of the frame is one board along itself."""

    def patch(self, centre: Floats, axis: int, side: int) -> int:
        x, y, z = (float(c) for c in centre)
        if max(abs(x), abs(y)) < PLANKED / 2 and z > -2.0:
            return 0
        under = 4 if axis == 2 and side < 0 else 0
        quarter = round(math.degrees(math.atan2(y, x)) / 90 % 4) % 4
        return 1 + quarter + under

    def uv(self, point: Floats, patch: int) -> tuple[float, float]:
        x, y, z = (float(c) for c in point)
        if patch == 0:
            return x / WOOD_TILE_MM[0], (y / PLANKED + 0.5) * ROWS / PLANKS
        quarter = (patch - 1) % 4
        along, out = ((y, x), (-x, y), (-y, -x), (x, -y))[quarter]
        # One board without a joint, its visible width inside one row of planks; the edge goes on round the side.
        across = (out - PLANKED / 2 - min(z, 0.0) * 0.06) / PLANK
        row = (0, 1, 0, 1)[quarter]
        joint = JOINTS[row]
        return joint + quarter * 0.23 + along / WOOD_TILE_MM[0], (
            row + 0.08 + 0.5 * (quarter > 1) + 0.9 * across
        ) / PLANKS


BOARD = (27.0, 3.6)
"""The ruler's width and thickness."""


def ruler_segment() -> Manifold:
    """One level of the ruler from z = 0: half a groove at both ends, short ticks between; the same on both sides."""
    width, thick = BOARD
    body = bevelled_box((width, thick, LEVEL + 4), 0.7, 2).translate([0, 0, LEVEL / 2])
    body = body.trim_by_plane([0, 0, 1], 0.0).trim_by_plane([0, 0, -1], -LEVEL)
    cuts = [_notch(z, width + 1, 0.0) for z in (0.0, LEVEL)]
    for i in (1, 2, 3):
        long_ = 6.0 if i == 2 else 3.4
        cuts.append(_notch(LEVEL * i / 4, long_, -width / 2 + long_ / 2))
    for cut in cuts:
        body -= cut + turned(cut, 2)
    return body


def _notch(z: float, length: float, middle: float) -> Manifold:
    """A V-shaped groove across the ruler's front."""
    face, half, depth = BOARD[1] / 2, 0.42, 0.6
    profile = [(-face - 0.01, z - half), (-face - 0.01, z + half), (-face + depth, z)]
    return Manifold.hull_points(
        np.array([(x, y, h) for x in (middle - length / 2, middle + length / 2) for y, h in profile])
    )


def ruler_cap() -> Manifold:
    """The ruler's rounded head with a hole, from z = 0 up."""
    width, thick = BOARD
    outline = CrossSection([np.array(arch_profile(width, -6.0, width * 0.62, 18))])
    slices = []
    for y, inset in ((-thick / 2, 0.7), (-thick / 2 + 0.2, 0.2), (-thick / 2 + 0.7, 0.0)):
        ring = outline.offset(-inset, JoinType.Miter, 4.0)
        slices += [(float(x), s * y, float(z)) for polygon in ring.to_polygons() for x, z in polygon for s in (1, -1)]
    body = Manifold.hull_points(np.array(slices))
    hole = shifted(round_profile(0, 0, 2.6, 16), 0.0, width * 0.24)
    body -= through_y(hole, thick)
    for cut in (sunk(hole, thick / 2, 1.0, 0.5), _notch(0.0, width + 1, 0.0)):
        body -= cut + turned(cut, 2)
    return body.trim_by_plane([0, 0, 1], 0.0)


class RulerUnwrap:
    """Grain along z, the board inside one row of planks, between two joints."""

    def patch(self, centre: Floats, axis: int, side: int) -> int:
        return 2 * axis + (side > 0)

    def uv(self, point: Floats, patch: int) -> tuple[float, float]:
        x, y, z = (float(c) for c in point)
        across = x + 0.6 * y
        row = 0
        return JOINTS[row] + 0.05 + z / WOOD_TILE_MM[0], (row + 0.5 + across / PLANK) / PLANKS
