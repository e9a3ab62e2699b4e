"""Who is inside whom before time begins: how deep pieces reach into each other, the table or the floor; no engine.

Depth is the shortest way that frees the two. Between boxes it is exact (separating axes); where a cylinder takes part
the shortest way is searched from the best of the same axes on, to about a micrometre.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from babylon3d.core.build import Box, Build, Cylinder, PartSpec, PieceSet
from babylon3d.core.errors import BadText
from babylon3d.core.geometry import Pose, Vec3, add, cross, dot, norm, rotate, scale, sub, unit
from babylon3d.physics.extent import Extent, extent, near_pairs
from babylon3d.physics.world import Table

ALLOWED_M = 0.0002
"""Pieces may overlap by so much."""
TABLE, FLOOR = "the table", "the floor"
PLACES = Table()
ROUNDS = 200
# Pushed apart by so much more than needed, so that rounding does not leave them touching.
SPARE_M = 1e-6
AXES: tuple[Vec3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
UP: Vec3 = (0.0, 0.0, 1.0)
PARALLEL = 1e-9
# The search for the shortest way out of a cylinder begins at so many of the best axes.
STARTS = 6


@dataclass(frozen=True, slots=True)
class Overlap:
    """`piece` reaches `depth_m` into `other` (an id, `TABLE` or `FLOOR`); moved that far along `way` it is free."""

    piece: str
    other: str
    depth_m: float
    way: Vec3

    @property
    def said(self) -> str:
        """One line."""
        depth = f"{self.depth_m * 1000:.1f} mm"
        if self.other in (TABLE, FLOOR):
            return f'"{self.piece}" is {depth} deep in {self.other}'
        return f'"{self.piece}" and "{self.other}" overlap by {depth}'


class _Solid:
    """One convex shape of a piece, in the world."""

    def __init__(self, shape: Box | Cylinder, pose: Pose) -> None:
        self.shape = shape
        self.centre = add(pose.position, rotate(pose.quaternion, shape.centre))
        self.axes = [rotate(pose.quaternion, axis) for axis in AXES]
        self.round = isinstance(shape, Cylinder)

    def reach(self, way: Vec3) -> float:
        """How far it reaches from its middle along a unit vector."""
        x, y, z = (abs(dot(way, axis)) for axis in self.axes)
        if isinstance(self.shape, Box):
            a, b, c = self.shape.half
            return a * x + b * y + c * z
        return self.shape.radius * math.sqrt(max(0.0, 1.0 - z * z)) + self.shape.height / 2 * z

    def flat(self) -> list[Vec3]:
        """Its faces' normals; of a cylinder the two ends' one."""
        return self.axes[2:] if self.round else self.axes

    def corners(self) -> Iterator[Vec3]:
        """A box's corners, or the ends of a cylinder's axis."""
        if isinstance(self.shape, Cylinder):
            ends = ((0.0, 0.0, s * self.shape.height / 2) for s in (-1, 1))
        else:
            a, b, c = self.shape.half
            ends = ((i * a, j * b, k * c) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1))
        for end in ends:
            moved = self.centre
            for axis, length in zip(self.axes, end, strict=True):
                moved = add(moved, scale(axis, length))
            yield moved


def _ways(a: _Solid, b: _Solid) -> Iterator[Vec3]:
    """Unit vectors along which two shapes may come apart soonest."""
    found = [*a.flat(), *b.flat(), sub(a.centre, b.centre)]
    found += [cross(one, other) for one in a.flat() for other in b.flat()]
    for one, other in ((a, b), (b, a)):
        if one.round:
            axis = one.axes[2]
            for point in (other.centre, *other.corners()):
                off = sub(point, one.centre)
                found.append(sub(off, scale(axis, dot(off, axis))))
    return (unit(way) for way in found if norm(way) > PARALLEL)


def _downhill(along: Callable[[Vec3], float], depth: float, way: Vec3) -> tuple[float, Vec3]:
    """The shortest way near a way, by ever smaller steps aside."""
    step = 0.2
    while step > 1e-4:
        side = unit(cross(way, AXES[min(range(3), key=lambda i: abs(way[i]))]))
        other, moved = cross(way, side), False
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            candidate = unit(add(way, scale(add(scale(side, x), scale(other, y)), step)))
            found = along(candidate)
            if found < depth - 1e-12:
                depth, way, moved = found, candidate, True
        step = step if moved else step / 2
    return depth, way


def _apart(a: _Solid, b: _Solid) -> tuple[float, Vec3]:
    """How deep two shapes overlap (at most 0: not at all), and the unit vector along which `a` goes free."""
    between = sub(a.centre, b.centre)

    def along(way: Vec3) -> float:
        return a.reach(way) + b.reach(way) - abs(dot(between, way))

    found = sorted(((along(way), way) for way in _ways(a, b)), key=lambda each: each[0])
    depth, way = found[0]
    if a.round or b.round:
        for start in found[:STARTS]:
            if depth <= 0:
                break
            depth, way = min((depth, way), _downhill(along, *start), key=lambda each: each[0])
    return depth, way if dot(between, way) >= 0 else scale(way, -1)


def _solids(spec: PartSpec, pose: Pose) -> list[_Solid]:
    return [_Solid(shape, pose) for shape in spec.shapes]


def depth(a: PartSpec, at: Pose, b: PartSpec, where: Pose) -> tuple[float, Vec3]:
    """How deep two pieces overlap in metres (0: not at all), and the unit vector along which the first goes free."""
    found = [_apart(one, other) for one in _solids(a, at) for other in _solids(b, where)]
    deepest = max(found, key=lambda each: each[0])
    return (0.0, UP) if deepest[0] <= 0 else deepest


def overlaps(
    specs: Mapping[str, PartSpec], poses: Mapping[str, Pose], table: Table = PLACES, allowed_m: float = ALLOWED_M
) -> list[Overlap]:
    """All overlaps of more than `allowed_m`; of two pieces the later one in order is named first."""
    order = {piece: n for n, piece in enumerate(poses)}
    extents = {piece: extent(specs[piece].size, pose) for piece, pose in poses.items()}
    found = [
        overlap
        for piece, pose in poses.items()
        for overlap in _in_the_ground(piece, specs[piece], pose, extents[piece], table)
        if overlap.depth_m > allowed_m
    ]
    for pair in near_pairs(extents, 0.0):
        later, earlier = sorted(pair, key=order.__getitem__, reverse=True)
        if all(extents[later].overlap_m(extents[earlier], axis) > allowed_m for axis in range(3)):
            deep, way = depth(specs[later], poses[later], specs[earlier], poses[earlier])
            if deep > allowed_m:
                found.append(Overlap(later, earlier, deep, way))
    return sorted(found, key=lambda each: (order[each.piece], order.get(each.other, -1)))


def _in_the_ground(piece: str, spec: PartSpec, pose: Pose, box: Extent, table: Table) -> Iterator[Overlap]:
    """Where a piece reaches into the table or the floor."""
    if box.low[2] < 0:
        half = table.half_m, table.half_m, table.thickness_m / 2
        top = PartSpec("", scale(half, 2), (Box(half),), 1.0, 1.0)
        deep, way = depth(spec, pose, top, Pose((0.0, 0.0, -table.thickness_m / 2)))
        yield Overlap(piece, TABLE, deep, way)
    yield Overlap(piece, FLOOR, max(0.0, -table.floor_m - box.low[2]), UP)


def build_overlaps(build: Build, pieces: PieceSet, nobles: bool = True) -> list[Overlap]:
    """The overlaps in a build, in order of placing; `nobles` or its parts alone."""
    wanted = {piece.id: piece for piece in (build.pieces() if nobles else build.parts)}
    poses = build.poses(pieces)
    specs = {name: pieces.spec(piece) for name, piece in wanted.items()}
    return overlaps(specs, {name: poses[name] for name in wanted})


def refuse_overlaps(build: Build, pieces: PieceSet, name: str = "build", nobles: bool = True) -> None:
    """Check that nothing begins inside something else.

    Raises: BadText with `name`, the JSON path of the later piece, both ids and the depth.
    """
    for found in build_overlaps(build, pieces, nobles):
        ids = [part.id for part in build.parts]
        key, at = ("parts", ids) if found.piece in ids else ("nobles", [noble.id for noble in build.nobles])
        where = f"{name}: $.{key}[{at.index(found.piece)}]"
        raise BadText(found.said, where, "only check takes that; settle --separate pushes them apart first")


def separated(build: Build, pieces: PieceSet) -> dict[str, Pose]:
    """The build's poses with overlapping pieces pushed apart the shortest way; nobles go with their towers.

    Of two pieces the upper one goes up; side by side both go half the way. Raises: BadText if it leads nowhere.
    """
    poses = build.poses(pieces)
    specs = {piece.id: pieces.spec(piece) for piece in build.pieces()}
    riders = {on: [noble.id for noble in nobles] for on, nobles in build.nobles_on().items()}

    def push(piece: str, way: Vec3, length: float) -> None:
        for name in (piece, *riders.get(piece, ())):
            poses[name] = Pose(add(poses[name].position, scale(way, length)), poses[name].quaternion)

    for _ in range(ROUNDS):
        found = overlaps(specs, poses, allowed_m=ALLOWED_M / 2)
        if not found:
            return poses
        for each in found:
            far = each.depth_m + SPARE_M
            if each.other in (TABLE, FLOOR):
                push(each.piece, each.way, far)
            elif abs(each.way[2]) > 0.5:
                upper = each.piece if each.way[2] > 0 else each.other
                push(upper, _upwards(each.way), far)
            else:
                push(each.piece, each.way, far / 2)
                push(each.other, each.way, -far / 2)
    worst = max(found, key=lambda each: each.depth_m)
    raise BadText(worst.said, "$", "they do not come apart by pushing; other places would do")


def _upwards(way: Vec3) -> Vec3:
    return way if way[2] > 0 else scale(way, -1)
