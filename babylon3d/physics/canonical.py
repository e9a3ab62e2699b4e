"""One way round for all that are alike: a build turned, mirrored or written in another order is the same to simulate.

An engine takes its contacts one after another and its axes are not alike, so that near balance its verdict hangs on
the direction of a build and the order of its pieces. A question "does it stand?" is asked about the build alone: it
is simulated in one of its eight directions, its pieces in one order and under names of ours, and the answer is told
in its own frame. The world's table and its gravity are the same in all eight.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from babylon3d.core.build import Box, PartSpec, Shape
from babylon3d.core.geometry import Pose, Quat, Vec3, axis_quat, quat_inverse, quat_mul, quat_unit, rotate, yaw_quat

# Places and directions are taken to this grain, about a nanometre: copies differ by their last digits alone. It is a
# power of two, so that no decimal that people write lies half-way between two grains, and mirroring is exact.
GRAIN = 2.0**-30
IDENTITY: Quat = (0.0, 0.0, 0.0, 1.0)
QUARTERS: tuple[Quat, ...] = tuple(yaw_quat(90.0 * quarter) for quarter in range(4))
TIPPED: tuple[Quat, ...] = (
    IDENTITY,
    *(axis_quat((1.0, 0.0, 0.0), angle) for angle in (90.0, 180.0, 270.0)),
    *(axis_quat((0.0, 1.0, 0.0), angle) for angle in (90.0, 270.0)),
)
Numbers = tuple[float, ...]
Key = tuple[Numbers, str, tuple[Numbers, ...]]
"""What a piece is compared by: where it is and what it weighs, what it is called, and its shapes."""


def _grained(values: Numbers) -> Numbers:
    """Values to the grain; no zero is negative."""
    return tuple(round(value / GRAIN) * GRAIN + 0.0 for value in values)


@dataclass(frozen=True, slots=True)
class Way:
    """One of the eight ways round: y mirrored or not, then turned by quarters about the vertical."""

    quarter: int
    mirrored: bool

    def there(self, pose: Pose) -> Pose:
        """A pose of the file's frame in the frame of this way."""
        (x, y, z), turned = _mirrored(pose) if self.mirrored else pose
        x, y = ((x, y), (-y, x), (-x, -y), (y, -x))[self.quarter]
        return Pose((x, y, z), quat_mul(QUARTERS[self.quarter], turned))

    def back(self, pose: Pose) -> Pose:
        """A pose of this way's frame in the file's."""
        undone = Way(-self.quarter % 4, False).there(pose)
        return _mirrored(undone) if self.mirrored else undone


WAYS = tuple(Way(quarter, mirrored) for mirrored in (False, True) for quarter in range(4))


def _mirrored(pose: Pose) -> Pose:
    """The pose in a mirror along y, of a piece that is its own image there."""
    (x, y, z), (a, b, c, w) = pose
    return Pose((x, -y, z), (-a, b, -c, w))


def _shape(shape: Shape, turn: Quat, mirrored: bool) -> Numbers | None:
    """A shape as numbers after y was mirrored and then turned; None for a cylinder that does not stand upright."""
    x, y, z = shape.centre
    centre = rotate(turn, (x, -y if mirrored else y, z))
    if isinstance(shape, Box):
        return _grained((*(abs(v) for v in rotate(turn, shape.half)), *centre))
    upright = abs(rotate(turn, (0.0, 0.0, 1.0))[2]) > 0.5
    return _grained((shape.radius, shape.height, *centre)) if upright else None


def _form(spec: PartSpec, turn: Quat = IDENTITY, mirrored: bool = False) -> tuple[Numbers, ...] | None:
    """What a piece fills and where its weight is, as numbers in one order, after mirroring and turning."""
    shapes = [_shape(shape, turn, mirrored) for shape in spec.shapes]
    x, y, z = spec.com
    weight = _grained(rotate(turn, (x, -y if mirrored else y, z)))
    found = [shape for shape in shapes if shape is not None]
    return (weight, *sorted(found)) if len(found) == len(shapes) else None


@lru_cache(maxsize=1024)
def _alike(spec: PartSpec) -> tuple[Quat, ...]:
    """The turns about its own axes that leave a piece as it was: of a tower eight."""
    form = _form(spec)
    turns = (quat_mul(tip, quarter) for tip, quarter in itertools.product(TIPPED, QUARTERS))
    return tuple(turn for turn in turns if _form(spec, turn) == form)


@lru_cache(maxsize=1024)
def _own_image(spec: PartSpec) -> bool:
    """Whether a piece is its own image in a mirror along its y."""
    return _form(spec, mirrored=True) == _form(spec)


@lru_cache(maxsize=1024)
def _named(spec: PartSpec) -> tuple[str, Numbers, tuple[Numbers, ...]]:
    """What tells pieces of two sorts apart."""
    return spec.kind, (spec.mass_kg, spec.friction), _form(spec) or ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece as it is simulated: `turn`, of its own `_alike` ones, was done to it first."""

    piece: str
    spec: PartSpec
    pose: Pose
    turn: Quat

    @property
    def key(self) -> Key:
        """Equal for two that are the same at the same place; the lower of two comes first."""
        (x, y, z), turned = self.pose
        kind, weight, form = _named(self.spec)
        return (z, x, y, *turned, *weight), kind, form


@dataclass(frozen=True, slots=True)
class Arranged:
    """A build the one way round that it is simulated in: its pieces in order, the lowest first."""

    way: Way
    placed: tuple[Placed, ...]

    def back(self, placed: Placed, pose: Pose) -> Pose:
        """Where a piece is in the file's frame that is at `pose` in the frame it is simulated in."""
        return self.way.back(Pose(pose.position, quat_mul(pose.quaternion, quat_inverse(placed.turn))))


def as_given(specs: Mapping[str, PartSpec], poses: Mapping[str, Pose]) -> Arranged:
    """The pieces where, as and in the order that they are given."""
    return Arranged(WAYS[0], tuple(Placed(piece, specs[piece], pose, IDENTITY) for piece, pose in poses.items()))


def arranged(specs: Mapping[str, PartSpec], poses: Mapping[str, Pose]) -> Arranged:
    """The way round that is the same for every turned, mirrored or reordered copy of these pieces.

    Of two ways that a build itself is alike in, either. With a piece that is not its own mirror image, builds are
    turned only.
    """
    ways = WAYS if all(_own_image(specs[piece]) for piece in poses) else WAYS[:4]
    return min((_seen(way, specs, poses) for way in ways), key=lambda each: [placed.key for placed in each.placed])


def _seen(way: Way, specs: Mapping[str, PartSpec], poses: Mapping[str, Pose]) -> Arranged:
    """The pieces one way round, in order."""
    placed = (_least_turned(piece, specs[piece], way.there(pose)) for piece, pose in poses.items())
    return Arranged(way, tuple(sorted(placed, key=lambda each: each.key)))


def _least_turned(piece: str, spec: PartSpec, pose: Pose) -> Placed:
    """The piece to the grain, turned the least of all ways in which it is alike."""
    x, y, z = _grained(pose.position)
    position: Vec3 = (x, y, z)
    found = [(_signed(quat_mul(pose.quaternion, turn)), turn) for turn in _alike(spec)]
    turned, turn = min(found, key=lambda each: (-each[0][3], *each[0]))
    return Placed(piece, spec, Pose(position, quat_unit(turned)), turn)


def _signed(turned: Quat) -> Quat:
    """Of the two quaternions of a rotation the one whose last number that is not 0 is positive, to the grain."""
    x, y, z, w = _grained(turned)
    sign = 1.0 if (w, z, y, x) > (0.0, 0.0, 0.0, 0.0) else -1.0
    return (sign * x + 0.0, sign * y + 0.0, sign * z + 0.0, sign * w + 0.0)
