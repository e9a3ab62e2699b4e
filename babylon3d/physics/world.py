"""The physics a game may ask for: add, drive, step, look. Knows a `PieceSet`, never a game or a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from babylon3d.core.build import PartSpec
from babylon3d.core.geometry import Pose, Vec3

PieceId = str
Precision = Literal["realtime", "accurate"]


@dataclass(frozen=True, slots=True)
class PhysicsConfig:
    """Every number of a physics recipe; units of the real world (metres, seconds, kilograms), before scaling."""

    precision: Precision = "realtime"
    length_scale: float = 10.0
    step_s: float = 1 / 480
    iterations: int = 50
    contact_stiffness: float = 3e4
    contact_damping: float = 62.0
    contact_breaking: float = 0.02
    sleep_threshold: float = 3.0
    sleeping: bool = True
    gravity: float = 9.81


@dataclass(frozen=True, slots=True)
class Touch:
    """Two pieces in contact during a step; `None` stands for the table or the floor. `normal_n` in newtons."""

    a: PieceId
    b: PieceId | None
    normal_n: float


@dataclass(frozen=True, slots=True)
class Motion:
    """A piece's velocities: metres a second and radians a second, world frame."""

    linear: Vec3
    angular: Vec3


class PhysicsWorld(Protocol):
    """A world of rigid pieces on a table. Poses are of the bounding box's middle, real metres, z up."""

    def add(self, piece: PieceId, spec: PartSpec, pose: Pose, motion: Motion | None = None) -> None:
        """Put a piece into the world, awake. Raises: KeyError if the id is taken."""

    def remove(self, piece: PieceId) -> None:
        """Take a piece out and wake what touched it. Raises: KeyError."""

    def drive(self, piece: PieceId, target: Pose | None) -> None:
        """Carry a piece: every step a capped force pulls it to `target`; `None` lets go."""

    def step(self, seconds: float = 1 / 60) -> None:
        """Advance by a whole number of sub-steps that covers `seconds`."""

    def touches(self) -> tuple[Touch, ...]:
        """The contacts of the last sub-step, ordered by ids."""

    def poses(self) -> Mapping[PieceId, Pose]:
        """Where every piece is."""

    def motions(self) -> Mapping[PieceId, Motion]:
        """How every piece moves."""

    def awake(self) -> frozenset[PieceId]:
        """The pieces that are not asleep."""

    def at_rest(self, pieces: frozenset[PieceId] | None = None) -> bool:
        """Whether all (or the given) pieces have been under 10 mm/s and 0.5 rad/s for 0.5 s."""

    def close(self) -> None:
        """Give everything back; the world is unusable afterwards."""
