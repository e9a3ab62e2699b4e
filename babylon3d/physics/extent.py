"""The upright box around a piece, and who is near whom. Pure geometry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from babylon3d.core.geometry import Pose, Vec3, rotate


class Extent(NamedTuple):
    """Lowest and highest corner of an upright box; metres."""

    low: Vec3
    high: Vec3

    def near(self, other: Extent, reach_m: float = 0.0) -> bool:
        """Whether the two boxes come within `reach_m` of each other in every direction."""
        return all(self.low[i] - reach_m <= other.high[i] and other.low[i] - reach_m <= self.high[i] for i in range(3))

    def overlap_m(self, other: Extent, axis: int) -> float:
        """How far the boxes overlap along an axis (0 x, 1 y, 2 z); negative for a gap."""
        return min(self.high[axis], other.high[axis]) - max(self.low[axis], other.low[axis])


def extent(size: Vec3, pose: Pose) -> Extent:
    """The upright box around a piece of that size at that pose."""
    half = [0.0, 0.0, 0.0]
    arms: tuple[Vec3, ...] = ((size[0] / 2, 0.0, 0.0), (0.0, size[1] / 2, 0.0), (0.0, 0.0, size[2] / 2))
    for arm in arms:
        for i, reach in enumerate(rotate(pose.quaternion, arm)):
            half[i] += abs(reach)
    x, y, z = pose.position
    return Extent((x - half[0], y - half[1], z - half[2]), (x + half[0], y + half[1], z + half[2]))


def near_pairs(extents: Mapping[str, Extent], reach_m: float) -> list[tuple[str, str]]:
    """All pairs whose boxes come within `reach_m` of each other, by sweeping along x."""
    found: list[tuple[str, str]] = []
    open_: list[str] = []
    for name in sorted(extents, key=lambda n: extents[n].low[0]):
        box = extents[name]
        open_ = [other for other in open_ if extents[other].high[0] + reach_m >= box.low[0]]
        found += [(other, name) for other in open_ if box.near(extents[other], reach_m)]
        open_.append(name)
    return found
