"""The way of a hand that goes round what stands: up, across, down. Pure geometry; all in the world, metres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from babylon3d.core.geometry import Pose, Vec3, yaw_quat
from babylon3d.games.babylon.pieces import BABYLON, PieceKind
from babylon3d.physics.extent import Extent, extent

CLEAR_M = 0.015
"""A carried piece passes this far above what stands, and hovers so over its place."""
SIDE_M = 0.005
"""What is this near sideways counts as under it."""
STOP_M = 0.008
"""So far before what comes into its way a hand stops."""
ACROSS_M_S, UP_M_S, DOWN_M_S = 0.95, 0.6, 0.5
LOWER_M_S, SLOW_BELOW_M = 0.2, 0.012
"""A piece is set down so slowly, for the last millimetres."""
HIGHEST_M = 0.6
THERE_M = 0.0002


class At(NamedTuple):
    """Where a hand is or wants to be: the middle in plan and the bottom of what it carries, its turn in degrees."""

    x: float
    y: float
    z: float
    yaw: float


class Boxes:
    """The boxes of pieces, kept while their poses stay."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Pose, Extent]] = {}

    def of(self, names: Iterable[tuple[str, PieceKind]], poses: Mapping[str, Pose]) -> list[Extent]:
        """The boxes of these pieces, as far as they are somewhere."""
        found = []
        for name, kind in names:
            pose = poses.get(name)
            if pose is None:
                continue
            kept = self._kept.get(name)
            if kept is None or kept[0] != pose:
                kept = self._kept[name] = (pose, extent(BABYLON.specs[kind].size, pose))
            found.append(kept[1])
        return found


def carried(kind: PieceKind, at: At) -> Extent:
    """The box of a carried piece."""
    size = BABYLON.specs[kind].size
    return extent(size, Pose((at.x, at.y, at.z + size[2] / 2), yaw_quat(at.yaw)))


def clear_height(kind: PieceKind, ways: Iterable[At], standing: Iterable[Extent]) -> float:
    """The height from which a piece clears everything under and near the box around some places, and the table."""
    boxes = [carried(kind, at) for at in ways]
    low = [min(box.low[i] for box in boxes) - SIDE_M for i in (0, 1)]
    high = [max(box.high[i] for box in boxes) + SIDE_M for i in (0, 1)]
    tops = (box.high[2] for box in standing if all(box.low[i] < high[i] and low[i] < box.high[i] for i in (0, 1)))
    return max(tops, default=0.0) + CLEAR_M


def step(kind: PieceKind, at: At, goal: At, standing: list[Extent], moving: list[Extent], dt: float) -> At:
    """Where the hand is `dt` seconds later on its way to `goal`: first up as far as is needed, across, then down.

    It never comes nearer than `STOP_M` to what moves, such as other hands' pieces, and waits there instead.
    """
    there = math.dist(at[:2], goal[:2]) <= THERE_M
    turned = at._replace(yaw=goal.yaw)
    need = goal.z if there else clear_height(kind, (at, turned, goal), standing)
    need = min(HIGHEST_M, max(need, goal.z))
    if at.z < need - THERE_M:
        risen = at._replace(z=min(need, at.z + UP_M_S * dt))  # it turns once it is clear of everything
        if not there and _roofed(kind, at, risen, standing):
            return _checked(kind, at, _across(at, goal, dt), [*standing, *moving])
        return _checked(kind, at, risen, moving)
    if there:
        return _checked(kind, at, turned._replace(x=goal.x, y=goal.y, z=max(goal.z, at.z - DOWN_M_S * dt)), moving)
    return _checked(kind, at, _across(turned, goal, dt)._replace(z=max(need, at.z - DOWN_M_S * dt)), moving)


def lower(kind: PieceKind, at: At, low: float, moving: list[Extent], dt: float) -> At:
    """Straight down towards a bottom, slowly at the end; never nearer to what moves."""
    near = at.z - low < SLOW_BELOW_M
    then = at._replace(z=max(low, at.z - (LOWER_M_S if near else DOWN_M_S) * dt))
    return _checked(kind, at, then, moving)


def _across(at: At, goal: At, dt: float) -> At:
    length = math.dist(at[:2], goal[:2])
    share = min(1.0, ACROSS_M_S * dt / max(length, 1e-9))
    return at._replace(x=at.x + (goal.x - at.x) * share, y=at.y + (goal.y - at.y) * share)


def _roofed(kind: PieceKind, at: At, risen: At, standing: Iterable[Extent]) -> bool:
    """Whether something hangs over a piece that wants to rise."""
    now, then = carried(kind, at), carried(kind, risen)
    return any(
        box.low[2] > now.high[2] - THERE_M
        and box.low[2] < then.high[2] + SIDE_M
        and box.overlap_m(then, 0) > 0.001
        and box.overlap_m(then, 1) > 0.001
        for box in standing
    )


def _checked(kind: PieceKind, at: At, then: At, moving: Iterable[Extent]) -> At:
    """The next place, or the one before where the next would come near something that the last does not."""
    now, new = carried(kind, at), carried(kind, then)
    for box in moving:
        if new.near(box, STOP_M) and _gap(new, box) < _gap(now, box):
            return at
    return then


def _gap(a: Extent, b: Extent) -> float:
    """How far two boxes are apart; negative where they overlap."""
    return max(-a.overlap_m(b, i) for i in range(3))


def middle(kind: PieceKind, at: At) -> Vec3:
    """The middle of a carried piece."""
    return (at.x, at.y, at.z + BABYLON.specs[kind].size[2] / 2)
