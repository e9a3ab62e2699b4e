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
        boxes = np.array([[*box.low, *box.high] for box in (extent(sizes[n], poses[n]) for n in names)])
        swept = boxes[fast]
        for row, i in enumerate(fast):
            old = extent(sizes[names[i]], before[names[i]])
            swept[row, :3] = np.minimum(swept[row, :3], old.low)
            swept[row, 3:] = np.maximum(swept[row, 3:], old.high)
        meets = np.all(
            (swept[:, None, :3] <= boxes[None, :, 3:] + NEAR_M) & (boxes[None, :, :3] <= swept[:, None, 3:] + NEAR_M),
            axis=2,
        )
        pairs = ((names[fast[row]], names[int(j)]) for row in range(len(fast)) for j in np.flatnonzero(meets[row]))
        return {(min(a, b), max(a, b)) for a, b in pairs if a != b}
