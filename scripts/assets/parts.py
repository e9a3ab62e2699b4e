"""The shapes of tower and bridge, with every size from `babylon3d.games.babylon.pieces`. Lengths in millimetres."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from manifold3d import Manifold

from assets.solids import (
    Profile,
    arch_profile,
    bevelled_box,
    round_profile,
    shifted,
    sunk,
    through_y,
    turned,
)
from babylon3d.games.babylon import pieces

MM = 1000.0
BEVEL = 0.045 * pieces.PITCH_M * MM
"""Radius of the outer edges: 0.045 of a cell."""


@dataclass(frozen=True, slots=True)
class Detail:
    """How finely a shape is made: strips per bevel, steps per half circle, whether small ornaments are cut."""

    bevel_steps: int
    arch_steps: int
    ornaments: bool


FINE = Detail(bevel_steps=3, arch_steps=12, ornaments=True)
COARSE = Detail(bevel_steps=1, arch_steps=4, ornaments=False)


def tower(detail: Detail) -> Manifold:
    """A tower: a large doorway on -y, a slit under steps on +x, twin windows on +y, one window on -x, a slit on top."""
    side, height = pieces.WIDTH_M * MM, pieces.LEVEL_M * MM
    face = side / 2
    n = detail.arch_steps
    block = bevelled_box((side, side, height), BEVEL, detail.bevel_steps)
    cuts = [_doorway(face, detail)]
    for quarter, openings in ((1, _arrow_slit(face, detail)), (2, _twins(face, detail)), (3, _window(face, detail))):
        cuts += [turned(opening, quarter) for opening in openings]
    cuts.append(_top_slit(height / 2, n, detail))
    for cut in cuts:
        block -= cut
    return block


def _doorway(face: float, detail: Detail) -> Manifold:
    n = detail.arch_steps
    door = sunk(arch_profile(7.6, -8.4, 4.2, n), face, 8.4, 0.0 if detail.ornaments else 0.3)
    if not detail.ornaments:
        return door
    return door + sunk(arch_profile(10.0, -8.4, 5.4, n), face, 0.9, 0.3)


def _twins(face: float, detail: Detail) -> list[Manifold]:
    """Two lancets side by side under a small round light, in a shallow arched field."""
    n = max(3, detail.arch_steps - 4)
    lancet = arch_profile(2.7, -4.6, 2.6, n)
    cuts = [sunk(shifted(lancet, dx, 0.0), face, 5.5, 0.0) for dx in (-2.05, 2.05)]
    if detail.ornaments:
        cuts.append(sunk(round_profile(0.0, 3.9, 1.05, 12), face, 4.0, 0.0))
        cuts.append(sunk(arch_profile(8.4, -4.6, 6.2, detail.arch_steps), face, 0.7, 0.3))
    return cuts


def _arrow_slit(face: float, detail: Detail) -> list[Manifold]:
    """A narrow slit in a field with a stepped head, as on a ziggurat's wall."""
    cuts = [sunk(_upright(0.85, -5.2, 3.6), face, 5.0, 0.0)]
    if detail.ornaments:
        steps = ((3.4, 0.6), (2.3, 2.9), (1.25, 5.2))
        cuts += [sunk(_upright(half, -5.8, top), face, 0.8, 0.25) for half, top in steps]
    return cuts


def _upright(half: float, foot: float, top: float) -> Profile:
    return [(-half, foot), (half, foot), (half, top), (-half, top)]


def _window(face: float, detail: Detail) -> list[Manifold]:
    """One round-headed window, high in the wall."""
    n = detail.arch_steps
    cuts = [sunk(arch_profile(4.2, -2.2, 4.6, n), face, 5.0, 0.0 if detail.ornaments else 0.3)]
    if detail.ornaments:
        cuts.append(sunk(arch_profile(5.8, -2.9, 5.4, n), face, 0.7, 0.3))
    return cuts


def _top_slit(top: float, steps: int, detail: Detail) -> Manifold:
    """The slit on top: from the middle towards -y, with round ends."""
    half, start, end = 0.95, 0.0, -7.4
    k = max(2, steps // 2)
    outline: Profile = [
        (half * math.cos(math.pi * i / k), start - half + half * math.sin(math.pi * i / k)) for i in range(k + 1)
    ] + [(-half * math.cos(math.pi * i / k), end + half - half * math.sin(math.pi * i / k)) for i in range(k + 1)]
    # `sunk` cuts into the side facing -y; laid on its back that side is the top, and its z is our y.
    cut = sunk(outline, top, 3.2, 0.25 if detail.ornaments else 0.0)
    return cut.transform(np.array([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0]], dtype=float))


def bridge(detail: Detail) -> Manifold:
    """A bridge along x: three cells with the arch of `pieces` through the middle one; its masonry as fine grooves."""
    length = (2 * pieces.PITCH_M + pieces.WIDTH_M) * MM
    side, height = pieces.WIDTH_M * MM, pieces.LEVEL_M * MM
    width, rise = pieces.ARCH_WIDTH_M * MM, pieces.ARCH_HEIGHT_M * MM
    n = 2 * detail.arch_steps if detail.ornaments else 8
    block = bevelled_box((length, side, height), BEVEL, detail.bevel_steps)
    foot = -height / 2
    opening = arch_profile(width, foot - 1.0, foot + rise, n)
    cuts = [through_y(opening, side)]
    flare = 0.5
    cuts += [turned(sunk(opening, side / 2, 1.0, flare), q) for q in (0, 2)]
    if detail.ornaments:
        band = arch_profile(width + 2 * BAND, foot - 1.0, foot + rise + BAND, detail.arch_steps + 6)
        carved = [sunk(band, side / 2, 0.4, 0.2), *_voussoirs(side / 2, width / 2, foot + rise)]
        cuts += [turned(cut, q) for q in (0, 2) for cut in carved]
    for cut in cuts:
        block -= cut
    return block


BAND = 2.9
"""Width of the sunk band of wedge stones round the arch."""


def _voussoirs(face: float, radius: float, apex: float) -> list[Manifold]:
    """The grooves between the arch's wedge stones."""
    depth, width = 0.65, 0.40
    grooves = []
    for i in range(7):
        angle = math.radians(22.5 * i + 22.5)
        bar = [
            (radius + 0.3, -width / 2),
            (radius + BAND, -width / 2),
            (radius + BAND, width / 2),
            (radius + 0.3, width / 2),
        ]
        c, s = math.cos(angle), math.sin(angle)
        placed = [(x * c - z * s, apex - radius + x * s + z * c) for x, z in bar]
        grooves.append(sunk(placed, face, depth, 0.0))
    return grooves
