"""A world without an engine, for tests of callers: pieces rest where they are put unless told to fall."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from babylon3d.core.build import PartSpec
from babylon3d.core.geometry import Pose, axis_quat
from babylon3d.physics.world import STILL, Kept, Motion, PieceId, Snapshot, Touch


class FakeWorld:
    """A `PhysicsWorld` in which time passes and nothing happens but what the test arranged.

    Whatever is put in, moved or woken stays awake for `rest_s` simulated seconds and then sleeps. A piece in
    `falls` is found lying on the table at that pose (or toppled where it stands, for None) once it sleeps.
    A driven piece is at its target after each step.
    """

    def __init__(self, rest_s: float = 0.5, falls: Mapping[PieceId, Pose | None] | None = None) -> None:
        self.rest_s = rest_s
        self.falls = dict(falls or {})
        self.closed = False
        self.steps = 0
        self._specs: dict[PieceId, PartSpec] = {}
        self._poses: dict[PieceId, Pose] = {}
        self._motions: dict[PieceId, Motion] = {}
        self._awake_s: dict[PieceId, float] = {}
        self._targets: dict[PieceId, Pose] = {}

    def add(self, piece: PieceId, spec: PartSpec, pose: Pose, motion: Motion | None = None) -> None:
        """Put a piece into the world, awake. Raises: KeyError if the id is taken."""
        if piece in self._specs:
            raise KeyError(f"a piece {piece!r} is in the world already")
        self._specs[piece], self._poses[piece] = spec, pose
        self._motions[piece] = motion or STILL
        self._awake_s[piece] = 0.0

    def remove(self, piece: PieceId) -> None:
        """Take a piece out. Raises: KeyError."""
        del self._specs[piece], self._poses[piece], self._motions[piece]
        self._awake_s.pop(piece, None)
        self._targets.pop(piece, None)

    def move(self, piece: PieceId, pose: Pose, motion: Motion | None = None) -> None:
        """Put a piece elsewhere at once, awake. Raises: KeyError."""
        self._require(piece)
        self._poses[piece], self._motions[piece] = pose, motion or STILL
        self._awake_s[piece] = 0.0

    def drive(self, piece: PieceId, target: Pose | None) -> None:
        """Carry a piece to `target`; `None` lets go. Raises: KeyError."""
        self._require(piece)
        self._awake_s[piece] = 0.0
        if target is None:
            self._targets.pop(piece, None)
        else:
            self._targets[piece] = target

    def lean(self, angle_deg: float, towards_deg: float = 0.0) -> None:
        """Wakes everything; nothing slides."""
        self.wake(list(self._specs))

    def ease_in(self, seconds: float | None = None) -> None:
        """Nothing to do: there is no gravity."""

    def step(self, seconds: float = 1 / 60) -> None:
        """Let time pass; who was awake for `rest_s` falls asleep, or down."""
        self.steps += 1
        self._poses.update(self._targets)
        for piece in list(self._awake_s):
            self._awake_s[piece] += seconds
            if self._awake_s[piece] >= self.rest_s - 1e-9 and piece not in self._targets:
                del self._awake_s[piece]
                self._motions[piece] = STILL
                if piece in self.falls:
                    self._poses[piece] = self.falls[piece] or self._toppled(piece)

    def touches(self) -> tuple[Touch, ...]:
        """None: nothing is computed."""
        return ()

    def contacts(self) -> frozenset[tuple[PieceId, PieceId]]:
        """None: nothing is computed."""
        return frozenset()

    def poses(self) -> Mapping[PieceId, Pose]:
        """Where every piece is, in order of adding; metres."""
        return dict(self._poses)

    def motions(self) -> Mapping[PieceId, Motion]:
        """The motions that were handed in, until the piece sleeps."""
        return dict(self._motions)

    def awake(self) -> frozenset[PieceId]:
        """The pieces that are not asleep."""
        return frozenset(self._awake_s)

    def wake(self, pieces: Iterable[PieceId]) -> None:
        """Wake these pieces. Raises: KeyError."""
        for piece in pieces:
            self._require(piece)
            self._awake_s[piece] = 0.0

    def lull(self, pieces: Iterable[PieceId] | None = None) -> None:
        """Put all (or the given) pieces to sleep where they are. Raises: KeyError."""
        for piece in list(self._specs if pieces is None else pieces):
            self._require(piece)
            self._awake_s.pop(piece, None)
            self._motions[piece] = STILL

    def at_rest(self, pieces: frozenset[PieceId] | None = None) -> bool:
        """Whether all (or the given) pieces sleep."""
        return not (self.awake() if pieces is None else self.awake() & pieces)

    def snapshot(self) -> Snapshot:
        """What `rebuild` needs."""
        return tuple(
            Kept(piece, spec, self._poses[piece], self._motions[piece], piece not in self._awake_s)
            for piece, spec in self._specs.items()
        )

    def rebuild(self, snapshot: Snapshot) -> None:
        """Throw everything away and start from a snapshot."""
        self._specs, self._poses, self._motions = {}, {}, {}
        self._awake_s, self._targets = {}, {}
        for kept in snapshot:
            self.add(kept.piece, kept.spec, kept.pose, kept.motion)
            if kept.asleep:
                self.lull([kept.piece])

    def close(self) -> None:
        """Remember that it was closed."""
        self.closed = True

    def _require(self, piece: PieceId) -> None:
        if piece not in self._specs:
            raise KeyError(piece)

    def _toppled(self, piece: PieceId) -> Pose:
        (x, y, _), size = self._poses[piece].position, self._specs[piece].size
        return Pose((x, y, size[0] / 2), axis_quat((0.0, 1.0, 0.0), 90.0))
