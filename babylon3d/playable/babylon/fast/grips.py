"""Hands in the physics: where each wants its piece, how a piece appears in one, and how it is carried there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from babylon3d.core.actions import Seat
from babylon3d.core.build import PieceSet
from babylon3d.core.geometry import Pose, Vec3, sub, yaw_quat
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import AREA_HALF_M
from babylon3d.games.babylon.pieces import PieceKind
from babylon3d.physics.extent import extent
from babylon3d.physics.world import PhysicsWorld

FIRST_WAY, WAY = 1, 3
"""How hands travel, as a record's header says. 1 (or nothing): a piece that appears flies to where its hand was last
told to be. 2: it hangs where it appears until its hand is moved. 3: as 2, and people's hands go where they point, up,
across and down round what stands (`path`)."""

# A cursor moves a hand at most this fast (PHYSICS: the hand).
HAND_M_S = 1.0
# Where a piece appears that is grabbed before the hand was anywhere: this high above an area.
START_HEIGHT_M = 0.12
# A piece appears with this much room around it.
ROOM_M = 0.002
# From way 2 on a piece that appears is this far above what is near it.
ABOVE_M = 0.010


class Grips:
    """What hands hold in a world, and where they want it. Poses are the world's, metres."""

    def __init__(self, world: PhysicsWorld, pieces: PieceSet, middles: Sequence[Vec3], way: int = WAY) -> None:
        self.held: dict[Seat, str] = {}
        self._world, self._pieces, self._middles, self._way = world, pieces, tuple(middles), way
        self._targets: dict[Seat, m.MoveHand] = {}
        self._goals: dict[Seat, Pose] = {}
        self._hanging: set[Seat] = set()

    def told(self, seat: Seat, target: m.MoveHand) -> None:
        """A hand wants to be elsewhere."""
        self._targets[seat] = target
        self._hanging.discard(seat)

    def targets(self, targets: Mapping[Seat, m.MoveHand]) -> None:
        """Where hands were told to be, when an arena is built anew."""
        self._targets.update(targets)

    def forget(self) -> None:
        """A new round: no hand is anywhere."""
        self._targets.clear()
        self._goals.clear()
        self._hanging.clear()

    def let_go(self, seat: Seat) -> None:
        """A hand is empty."""
        self.held.pop(seat, None)
        self._hanging.discard(seat)

    def lift(self, seat: Seat, piece: str) -> None:
        """A hand takes a piece where it stands."""
        self._grip(seat, piece, self._world.poses()[piece])

    def take(self, seat: Seat, piece: str, kind: PieceKind, kinds: Mapping[str, PieceKind]) -> None:
        """A piece appears in a hand, where there is room above the hand's goal. `kinds` are of what is in the world."""
        self.appear(seat, piece, kind, self.goal(seat, kind), kinds)

    def appear(self, seat: Seat, piece: str, kind: PieceKind, at: Pose, kinds: Mapping[str, PieceKind]) -> None:
        """A piece appears in a hand, where there is room above a pose."""
        start = self.free_place(kind, at, kinds)
        self._world.add(piece, self._pieces.specs[kind], start)
        self._grip(seat, piece, start)

    def _grip(self, seat: Seat, piece: str, at: Pose) -> None:
        self.held[seat], self._goals[seat] = piece, at
        if self._way != FIRST_WAY:
            self._hanging.add(seat)
        self._world.drive(piece, at)

    def goal(self, seat: Seat, kind: PieceKind) -> Pose:
        """Where a hand wants its piece: the piece's bottom at the target's height, within reach of the area."""
        half = self._pieces.specs[kind].size[2] / 2
        target = self._targets.get(seat)
        if target is None:
            x, y, _ = self._middles[seat % len(self._middles)]
            return Pose((x, y, START_HEIGHT_M + half))
        x, y = (max(-AREA_HALF_M, min(AREA_HALF_M, v * 1e-4)) for v in (target.x, target.y))
        mx, my, _ = self._middles[target.area]
        return Pose((x + mx, y + my, target.z * 1e-4 + half), yaw_quat(target.yaw / 10))

    def free_place(self, kind: PieceKind, pose: Pose, kinds: Mapping[str, PieceKind]) -> Pose:
        """The pose, lifted until the piece meets nothing; above everything near it, unless by the first way."""
        size = self._pieces.specs[kind].size
        boxes = [extent(self._pieces.specs[kinds[n]].size, p) for n, p in self._world.poses().items()]
        over = ROOM_M if self._way == FIRST_WAY else ABOVE_M
        while True:
            box = extent(size, pose)
            met = [other for other in boxes if box.near(other, ROOM_M if self._way == FIRST_WAY else ABOVE_M / 2)]
            if not met:
                return pose
            x, y, _ = pose.position
            pose = Pose((x, y, max(other.high[2] for other in met) + size[2] / 2 + 2 * over), pose.quaternion)

    def carry(self, kinds: Mapping[str, PieceKind], seconds: float) -> None:
        """Move every hand towards its target; one whose piece has just appeared waits to be moved."""
        for seat in sorted(self.held):
            piece = self.held[seat]
            if seat not in self._hanging:
                goal = self.goal(seat, kinds[piece])
                self._goals[seat] = _towards(self._goals[seat], goal, HAND_M_S * seconds)
            self._world.drive(piece, self._goals[seat])


def _towards(now: Pose, goal: Pose, most: float) -> Pose:
    """The pose `goal`, no further than `most` metres from where the hand is now."""
    gap = sub(goal.position, now.position)
    length = (gap[0] ** 2 + gap[1] ** 2 + gap[2] ** 2) ** 0.5
    if length <= most:
        return goal
    k = most / length
    x, y, z = now.position
    return Pose((x + gap[0] * k, y + gap[1] * k, z + gap[2] * k), goal.quaternion)
