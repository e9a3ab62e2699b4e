"""The upkeep of a build in a physics world: pieces are let go, come to rest, what fell is said, and can be put back.

Knows builds and poses, no game. How a caller uses it, at 60 ticks a second::

    upkeep = Upkeep(pieces, BulletWorld(), derived(seed, "table"))
    upkeep.reset(build)            # everything stands where it belongs, asleep
    upkeep.sync(build_after)       # new pieces are let go just above their places, moved ones moved, others taken out
    rested = upkeep.tick()         # None, or once when all is at rest: Rested(fallen=("t7", "n2"), seconds=1.4)
    upkeep.poses()                 # for the picture, every tick; `upkeep.version` changes when they do
    upkeep.put_back()              # after a fall (ruling T10): everything exactly to its home

While nothing moves (`upkeep.busy` is False) a tick costs nothing. Poses are of bounding boxes' middles, metres.
A piece's home is its place in the build plus its own small unevenness, drawn once. Pieces stay where the physics
left them: over the 115 placements of a large building the drift adds up to 0.2 mm. What fell is judged against homes.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType

from babylon3d.core.build import Build, PieceSet
from babylon3d.core.geometry import Pose, Vec3, add
from babylon3d.physics.bodies import EXACT, Jitter
from babylon3d.physics.extent import extent
from babylon3d.physics.fall import fallen
from babylon3d.physics.world import Exploded, Kept, PhysicsWorld

log = logging.getLogger(__name__)

TICK_S = 1 / 60
# Pieces are let go this far above their places.
DROP_M = 0.003
# A fall is judged after this much simulated time even if something still moves.
LIMIT_S = 8.0
# The unevenness of a careful hand; smaller than the gap between neighbours (0.4 mm).
HAND_JITTER = Jitter(0.1, 0.25)
# Boxes that overlap less than this in plan do not stand in each other's way.
CLEAR_M = 0.001


@dataclass(frozen=True, slots=True)
class Rested:
    """All is at rest. `fallen` in order of placing; `seconds` of simulated time since the last change."""

    fallen: tuple[str, ...]
    seconds: float
    timed_out: bool = False


def drop_height_m(piece: str, homes: Mapping[str, Pose], sizes: Mapping[str, Vec3]) -> float:
    """How far a piece can be lifted above its home before it meets what is above it; at most `DROP_M`.

    A part may be put under an overhang (ruling B5): then there is no room at all.
    """
    box = extent(sizes[piece], homes[piece])
    room = DROP_M
    for other, pose in homes.items():
        above = extent(sizes[other], pose)
        gap = above.low[2] - box.high[2]
        if other != piece and gap > -CLEAR_M and all(box.overlap_m(above, axis) > CLEAR_M for axis in (0, 1)):
            room = min(room, max(0.0, gap))
    return room


class Upkeep:
    """Pieces of one build on a table, in a world that it owns and closes."""

    def __init__(
        self,
        pieces: PieceSet,
        world: PhysicsWorld,
        rng: random.Random | None = None,
        jitter: Jitter = HAND_JITTER,
    ) -> None:
        self.pieces = pieces
        self.world = world
        self.version = 0
        """Changes whenever `poses` does."""
        self._rng, self._jitter = rng, jitter
        self._build = Build(pieces.name)
        self._places: dict[str, Pose] = {}
        self._homes: dict[str, Pose] = {}
        self._fallen: tuple[str, ...] = ()
        self._moving, self._seconds = False, 0.0
        self._poses: Mapping[str, Pose] | None = None
        self.reset(Build(pieces.name))

    def __enter__(self) -> Upkeep:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the world."""
        self.world.close()

    # -- what a game tells ------------------------------------------------------------------------

    def reset(self, build: Build, awake: bool = False) -> None:
        """Start anew with everything at home: asleep, or `awake` to let it settle (a build from a file)."""
        self._build, self._places, self._homes = build, {}, {}
        self._find_homes(build)
        self._rebuild(awake)

    def sync(self, build: Build) -> None:
        """Take over a changed build. Moves as little as can be; a fall that still lies there is put back first.

        New pieces are let go up to 3 mm above their homes, pieces with another place are moved to it at once (an
        exchange of nobles, a turned tower), others are taken out; sleepers beside them wake.
        """
        if self._fallen:
            self.put_back()
        before = dict(self._places)
        known = {piece.id: self.pieces.spec(piece) for piece in self._build.pieces()}
        specs = {piece.id: self.pieces.spec(piece) for piece in build.pieces()}
        gone = [name for name, spec in known.items() if specs.get(name) != spec]
        for name in gone:
            self.world.remove(name)
            del self._homes[name], before[name]
        self._build = build
        self._find_homes(build)
        sizes = {name: spec.size for name, spec in specs.items()}
        changed = [name for name in specs if before.get(name) != self._places[name]]
        for name in changed:
            home = self._homes[name]
            if name in before:
                self.world.move(name, home)
            else:
                lift = (0.0, 0.0, drop_height_m(name, self._homes, sizes))
                self.world.add(name, specs[name], Pose(add(home.position, lift), home.quaternion))
        if changed or gone:
            self._start_moving()

    def put_back(self) -> None:
        """Everything exactly to its home, the piece placed last included, asleep (ruling T10)."""
        self._rebuild(awake=False)

    # -- what a game asks -------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether something moves: ticks cost time."""
        return self._moving

    @property
    def fallen(self) -> tuple[str, ...]:
        """What the last rest found fallen and nobody has put back yet, in order of placing."""
        return self._fallen

    def poses(self) -> Mapping[str, Pose]:
        """Where every piece is, in order of placing; metres."""
        if self._poses is None:
            found = self.world.poses()
            self._poses = {piece.id: found[piece.id] for piece in self._build.pieces()}
        return self._poses

    def homes(self) -> Mapping[str, Pose]:
        """Where every piece belongs, with its own unevenness; metres."""
        return dict(self._homes)

    def tick(self) -> Rested | None:
        """Let 1/60 s pass. Answers once when all has come to rest, or after `LIMIT_S` of simulated time.

        A world that lost all measure is built anew with everything at home, as if nothing had moved.
        """
        if not self._moving:
            return None
        try:
            self.world.step(TICK_S)
        except Exploded as error:
            log.warning("%s", error)
            self.put_back()
            return Rested((), self._seconds)
        self._seconds += TICK_S
        self._show(None)
        quiet = not self.world.awake()
        if not quiet and self._seconds < LIMIT_S:
            return None
        self._fallen = fallen(self._build, self.pieces, self._homes, self.poses())
        self._moving = False
        self.world.lull()
        return Rested(self._fallen, self._seconds, timed_out=not quiet)

    # -- inside -----------------------------------------------------------------------------------

    def _find_homes(self, build: Build) -> None:
        """Homes in order of placing; a piece that keeps its place keeps its home."""
        places = build.poses(self.pieces)
        homes = {}
        for piece, place in places.items():
            if piece in self._homes and self._places[piece] == place:
                homes[piece] = self._homes[piece]
            elif self._rng is None or self._jitter == EXACT:
                homes[piece] = place
            else:
                homes[piece] = self._jitter.apply(place, self._rng)
        self._places, self._homes = places, homes

    def _rebuild(self, awake: bool) -> None:
        """The world from nothing, everything at home."""
        self.world.rebuild(
            tuple(
                Kept(piece.id, self.pieces.spec(piece), self._homes[piece.id], asleep=not awake)
                for piece in self._build.pieces()
            )
        )
        self._fallen = ()
        self._moving, self._seconds = False, 0.0
        self._show(dict(self._homes))
        if awake and self._homes:
            self.world.ease_in()
            self._start_moving()

    def _start_moving(self) -> None:
        self._moving, self._seconds = True, 0.0
        self._show(None)

    def _show(self, poses: dict[str, Pose] | None) -> None:
        self._poses = poses
        self.version += 1
