"""What fell: where pieces are now against where they stood. Pure geometry, no engine (ruling F4's tolerances)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from babylon3d.core.build import Build, Noble, Part, PieceSet
from babylon3d.core.geometry import Pose, compose, distance, inverse, quat_inverse, quat_mul, tilt_deg, yaw_deg


@dataclass(frozen=True, slots=True)
class Change:
    """How far a piece is from where it stood: millimetres, and degrees of tilt and turn about the vertical."""

    displacement_mm: float
    tilt_deg: float
    yaw_deg: float


@dataclass(frozen=True, slots=True)
class FallLimits:
    """From when on a piece has fallen: over half a cell away, tilted over 15 degrees, or a level lower."""

    cells: float = 0.5
    tilt_deg: float = 15.0
    levels: float = 0.5


def change(before: Pose, now: Pose) -> Change:
    """What became of a piece that stood at `before`."""
    turned = quat_mul(now.quaternion, quat_inverse(before.quaternion))
    return Change(distance(before.position, now.position) * 1000, tilt_deg(turned), yaw_deg(turned))


def part_fell(pieces: PieceSet, before: Pose, now: Pose, limits: FallLimits = FallLimits()) -> bool:
    """Whether a part left its place: judge it at rest only."""
    away = math.hypot(now.position[0] - before.position[0], now.position[1] - before.position[1])
    return (
        away > limits.cells * pieces.pitch_m
        or change(before, now).tilt_deg > limits.tilt_deg
        or before.position[2] - now.position[2] > limits.levels * pieces.level_m
    )


def noble_fell(pieces: PieceSet, noble: Noble, tower: Pose, now: Pose, limits: FallLimits = FallLimits()) -> bool:
    """Whether a noble is tilted, or off the tower that stands (or lies) at `tower`: judge it at rest only."""
    if tilt_deg(now.quaternion) > limits.tilt_deg:
        return True
    x, y, z = compose(inverse(tower), now).position
    reach = max(abs(x), abs(y))
    seat = (pieces.level_m + pieces.specs[noble.size].size[2]) / 2
    return reach > pieces.pitch_m / 2 or abs(z - seat) > limits.levels * pieces.level_m


def fallen(
    build: Build,
    pieces: PieceSet,
    before: Mapping[str, Pose],
    now: Mapping[str, Pose],
    limits: FallLimits = FallLimits(),
) -> tuple[str, ...]:
    """The ids of the pieces that fell, in order of placing."""
    found = []
    for piece in build.pieces():
        if isinstance(piece, Part):
            fell = part_fell(pieces, before[piece.id], now[piece.id], limits)
        else:
            fell = noble_fell(pieces, piece, now[piece.on], now[piece.id], limits)
        if fell:
            found.append(piece.id)
    return tuple(found)
