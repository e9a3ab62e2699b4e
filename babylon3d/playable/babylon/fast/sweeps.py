"""Which pieces may have met between two looks: an impact is shorter than a tick, so fast pieces sweep their boxes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Set

import numpy as np

from babylon3d.core.geometry import Pose, Vec3
from babylon3d.physics.extent import extent

# A piece that moved further than this in a tick is fast; boxes this near each other count as met.
FAST_M, NEAR_M = 0.0005, 0.0005


class Sweeps:
    """Remembers where pieces were at the last look."""

    def __init__(self) -> None:
        self._before: Mapping[str, Pose] = {}

    def forget(self) -> None:
        """Nothing moves: the next look is the first again."""
        self._before = {}

    def met(self, sizes: Mapping[str, Vec3], poses: Mapping[str, Pose], awake: Set[str]) -> set[tuple[str, str]]:
        """The pairs (sorted ids) whose boxes met on the way from the last look to this one; one of them is fast.

        `sizes` and `poses` are by id, in metres. The swept boxes are upright, so a near miss may count as met.
        """
        before, self._before = self._before, dict(poses)
        names = list(poses)
        fast = [
            i
            for i, name in enumerate(names)
            if name in awake and name in before and math.dist(before[name].position, poses[name].position) > FAST_M
        ]
        if not fast:
            return set()
        middles = np.array([poses[name].position for name in names])
        # Half a piece's diagonal: however it is turned, it reaches no further.
        reaches = np.array([math.hypot(*sizes[name]) / 2 for name in names])
        found: set[tuple[str, str]] = set()
        for i in fast:
            old, new = (extent(sizes[names[i]], where[names[i]]) for where in (before, poses))
            low, high = np.minimum(old.low, new.low) - NEAR_M, np.maximum(old.high, new.high) + NEAR_M
            around = np.maximum(low - middles, middles - high).max(axis=1) <= reaches
            for j in np.flatnonzero(around):
                name = names[int(j)]
                box = extent(sizes[name], poses[name])
                if j != i and all(low[k] <= box.high[k] and box.low[k] <= high[k] for k in range(3)):
                    found.add((min(names[i], name), max(names[i], name)))
        return found
