"""The hand's helps when a piece is let go: straightening, and centring within a cell (UX: guided, light, free)."""

from __future__ import annotations

import math
from collections.abc import Mapping

from babylon3d.core.build import PieceSet
from babylon3d.core.geometry import Pose, compose, inverse, yaw_deg, yaw_quat
from babylon3d.games.babylon.fast.judge import Seen
from babylon3d.games.babylon.fast.model import Assist
from babylon3d.games.babylon.pieces import BABYLON

# A foot is helped towards a support this far below it at most; further down it falls as it is.
REACH_M = 0.03


def straightened(pose: Pose, base_yaw_deg: float = 0.0) -> Pose:
    """The pose upright, and turned to the quarter turn from `base_yaw_deg` that is nearest."""
    off = (yaw_deg(pose.quaternion) - base_yaw_deg + 45.0) % 90.0 - 45.0
    return Pose(pose.position, yaw_quat(yaw_deg(pose.quaternion) - off))


def support_below(x: float, y: float, bottom: float, others: Mapping[str, Seen], pieces: PieceSet) -> Seen | None:
    """The highest part whose top lies under the point (x, y, bottom), within reach; metres."""
    best: tuple[float, str] | None = None
    for name in sorted(others):
        other = others[name]
        if other.is_noble:
            continue
        size = pieces.specs[other.kind].size
        dx, dy, _ = compose(inverse(other.pose), Pose((x, y, other.pose.position[2]))).position
        top = other.pose.position[2] + size[2] / 2
        inside = abs(dx) <= size[0] / 2 and abs(dy) <= size[1] / 2
        if inside and -0.002 <= bottom - top <= REACH_M and (best is None or top > best[0]):
            best = (top, name)
    return others[best[1]] if best else None


def nearest_cell(x: float, y: float, support: Seen, pieces: PieceSet) -> tuple[float, float]:
    """The middle, in the world, of the support's cell that is nearest to a point."""
    cells = pieces.specs[support.kind].footprint
    middles = [
        compose(support.pose, Pose((dx * pieces.pitch_m, dy * pieces.pitch_m, 0.0))).position for dx, dy, _ in cells
    ]
    return min(((cx, cy) for cx, cy, _ in middles), key=lambda c: math.dist(c, (x, y)))


def assisted(
    kind: str,
    pose: Pose,
    others: Mapping[str, Seen],
    assist: Assist,
    origin: tuple[float, float] = (0.0, 0.0),
    pieces: PieceSet = BABYLON,
) -> Pose:
    """Where a hand brings a piece before it lets go: the pose itself for `free`.

    `origin` is the middle of the area, whose lattice the table has.
    """
    if assist == "free":
        return pose
    spec = pieces.specs[kind]
    x, y, z = pose.position
    bottom = z - spec.size[2] / 2
    offsets = [(dx * pieces.pitch_m, dy * pieces.pitch_m, 0.0) for dx, dy, _ in spec.feet] or [(0.0, 0.0, 0.0)]
    feet = [compose(pose, Pose(offset)).position for offset in offsets]
    under = [support_below(fx, fy, bottom, others, pieces) for fx, fy, _ in feet]
    first = next((support for support in under if support is not None), None)
    straight = straightened(pose, yaw_deg(first.pose.quaternion) if first is not None else 0.0)
    if assist == "light" or kind in ("large", "small"):
        return straight
    shifts = []
    for offset, support in zip(offsets, under, strict=True):
        fx, fy, _ = compose(straight, Pose(offset)).position
        if support is not None:
            cx, cy = nearest_cell(fx, fy, support, pieces)
            shifts.append((cx - fx, cy - fy))
    if not shifts:
        p = pieces.pitch_m
        cx, cy = origin[0] + round((x - origin[0]) / p) * p, origin[1] + round((y - origin[1]) / p) * p
        shifts = [(cx - x, cy - y)]
    dx = sum(shift[0] for shift in shifts) / len(shifts)
    dy = sum(shift[1] for shift in shifts) / len(shifts)
    return Pose((x + dx, y + dy, z), straight.quaternion)
