"""One way round for all copies of a build: by arithmetic alone, and in what `settle` says."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babylon3d.bench.samples import building, lever, overhang
from babylon3d.core.build import Box, Build, Cylinder, PartSpec
from babylon3d.core.geometry import Pose, Quat, Vec3, compose, distance, quat_mul, quat_unit, rotate, yaw_quat
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.canonical import GRAIN, Arranged, arranged, as_given
from babylon3d.physics.engines import Engine, available
from babylon3d.physics.settle import Settled, settle

TOWER, BRIDGE, SMALL = (BABYLON.specs[kind] for kind in ("tower", "bridge", "small"))
# A piece with its weight off the middle and a shape on one side, which no mirror along y leaves as it is.
LEFT = PartSpec(
    "left", (0.04, 0.04, 0.02), (Box((0.02, 0.02, 0.01)), Box((0.004, 0.004, 0.01), (0.01, 0.015, 0.02))), 0.1, 0.5
)
Specs = dict[str, PartSpec]
Poses = dict[str, Pose]

lengths = st.floats(-0.2, 0.2, allow_nan=False).map(lambda value: round(value, 12))
places: st.SearchStrategy[Vec3] = st.tuples(lengths, lengths, lengths)
any_turn: st.SearchStrategy[Quat] = (
    st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: sum(v * v for v in q) > 0.01).map(quat_unit)
)
quarter_turn = st.integers(0, 3).map(lambda k: yaw_quat(90.0 * k))
pieces_of = st.lists(
    st.tuples(st.sampled_from([TOWER, BRIDGE, SMALL, replace(TOWER, mass_kg=0.02)]), places, quarter_turn | any_turn),
    min_size=1,
    max_size=6,
)


def in_mirror(pose: Pose) -> Pose:
    """The pose behind a mirror along y, by the axes' images alone."""
    x, y, z = (rotate(pose.quaternion, axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    a, b, c, w = pose.quaternion
    found = (-a, b, -c, w)
    for axis, sign, image in (((1.0, 0.0, 0.0), 1, x), ((0.0, 1.0, 0.0), -1, y), ((0.0, 0.0, 1.0), 1, z)):
        there = rotate(found, axis)
        assert distance(there, (sign * image[0], -sign * image[1], sign * image[2])) < 1e-12
    return Pose((pose.position[0], -pose.position[1], pose.position[2]), found)


def copies(specs: Specs, poses: Poses, rng: random.Random, mirrors: bool = True) -> Iterator[tuple[Specs, Poses]]:
    """The pieces in four directions and mirrored, each time in another order and under other names."""
    for quarter in range(4):
        for mirrored in (False, True)[: 1 + mirrors]:
            turn, order = yaw_quat(90.0 * quarter), rng.sample(list(poses), len(poses))
            there: Poses = {}
            for number, piece in enumerate(order):
                pose = in_mirror(poses[piece]) if mirrored else poses[piece]
                there[f"{number}"] = Pose(rotate(turn, pose.position), quat_mul(turn, pose.quaternion))
            yield {f"{number}": specs[piece] for number, piece in enumerate(order)}, there


def simulated(found: Arranged) -> list[tuple[PartSpec, Pose]]:
    """What an engine is given, to the last bit."""
    return [(placed.spec, placed.pose) for placed in found.placed]


@given(pieces_of, st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_every_copy_is_simulated_as_the_very_same_numbers(found: list[tuple[PartSpec, Vec3, Quat]], seed: int) -> None:
    specs = {f"p{n}": spec for n, (spec, _, _) in enumerate(found)}
    poses = {f"p{n}": Pose(place, turn) for n, (_, place, turn) in enumerate(found)}
    once = simulated(arranged(specs, poses))
    for other_specs, other_poses in copies(specs, poses, random.Random(seed)):
        assert simulated(arranged(other_specs, other_poses)) == once


@given(pieces_of)
@settings(max_examples=60, deadline=None)
def test_what_is_told_is_in_the_frame_of_the_file(found: list[tuple[PartSpec, Vec3, Quat]]) -> None:
    specs = {f"p{n}": spec for n, (spec, _, _) in enumerate(found)}
    poses = {f"p{n}": Pose(place, turn) for n, (_, place, turn) in enumerate(found)}
    for here in (arranged(specs, poses), as_given(specs, poses)):
        assert sorted(placed.piece for placed in here.placed) == sorted(poses)
        for placed in here.placed:
            assert alike(here.back(placed, placed.pose), poses[placed.piece]) < 5 * GRAIN


def alike(one: Pose, other: Pose) -> float:
    """The most that two poses differ by, of a quaternion and its negative either."""
    far = distance(one.position, other.position)
    return max(
        far,
        min(max(abs(a - sign * b) for a, b in zip(one.quaternion, other.quaternion, strict=True)) for sign in (1, -1)),
    )


def corners(spec: PartSpec, pose: Pose) -> list[Vec3]:
    """The corners of a piece's bounding box."""
    ends = itertools.product(*((-length / 2, length / 2) for length in spec.size))
    return [compose(pose, Pose((x, y, z))).position for x, y, z in ends]


@given(any_turn, places)
@settings(max_examples=30, deadline=None)
def test_a_piece_that_has_moved_fills_the_same_space_in_the_frame_of_the_file(turn: Quat, place: Vec3) -> None:
    poses = {"a": Pose((0.01, 0.02, 0.01)), "b": Pose((0.07, -0.03, 0.01), yaw_quat(90.0))}
    for specs, copy in copies({"a": TOWER, "b": BRIDGE}, poses, random.Random(3)):
        here = arranged(specs, copy)
        for placed in here.placed:
            now = Pose(place, turn)
            told = corners(placed.spec, here.back(placed, now))
            for corner in (here.way.back(Pose(corner)).position for corner in corners(placed.spec, now)):
                assert min(distance(corner, other) for other in told) < 1e-9


def test_a_piece_that_is_not_its_own_mirror_image_is_turned_only() -> None:
    specs, rng = {"a": LEFT, "b": TOWER}, random.Random(1)
    poses = {"a": Pose((0.0, 0.0, 0.01)), "b": Pose((0.05, 0.03, 0.01))}
    once = arranged(specs, poses)
    assert not once.way.mirrored
    for other_specs, other_poses in copies(specs, poses, rng, mirrors=False):
        assert simulated(arranged(other_specs, other_poses)) == simulated(once)
    lying = PartSpec("lying", (0.02, 0.02, 0.01), (Cylinder(0.01, 0.01, (0.0, 0.005, 0.0)),), 0.01, 0.5)
    assert not arranged({"a": lying, "b": TOWER}, poses).way.mirrored


# -- in what settle says ---------------------------------------------------------------------------


def as_copies(build: Build) -> Iterator[Build]:
    """A build of parts alone all ways round, under its own names."""
    rng = random.Random(5)
    poses = build.poses(BABYLON)
    for quarter in range(4):
        for mirrored in (False, True):
            turn = yaw_quat(90.0 * quarter)
            parts = []
            for part in rng.sample(build.parts, len(build.parts)):
                pose = in_mirror(poses[part.id]) if mirrored else poses[part.id]
                parts.append(replace(part, pose=Pose(rotate(turn, pose.position), quat_mul(turn, pose.quaternion))))
            yield replace(build, parts=tuple(parts))


def said(found: Settled) -> tuple[bool, float | None, frozenset[str], dict[str, tuple[float, float]]]:
    """An answer without directions."""
    moved = {p: (round(c.displacement_mm, 3), round(c.tilt_deg, 3)) for p, c in sorted(found.parts.items())}
    return found.stands, found.rest_time_s, frozenset(found.fallen), moved


@pytest.mark.parametrize("engine", available())
@pytest.mark.parametrize("jitter_mm", [0.0, 0.2])
def test_at_the_very_edge_of_balance_all_copies_have_one_answer(engine: Engine, jitter_mm: float) -> None:
    build = overhang(BABYLON, 3, 1.0) if jitter_mm else lever(BABYLON, 0.0)
    answers = [settle(copy, BABYLON, 1.5, jitter_mm, engine=engine) for copy in as_copies(build)]
    assert [said(answer) for answer in answers] == [said(answers[0])] * 8


def test_the_answer_names_pieces_in_order_of_placing_and_where_they_ended() -> None:
    build = building(BABYLON, 12, 2, 1, 3, connected=False)
    found = settle(build, BABYLON, 1.0)
    assert list(found.poses) == list(found.parts) == [piece.id for piece in build.pieces()] and found.stands
    for piece, pose in build.poses(BABYLON).items():
        assert distance(found.poses[piece].position, pose.position) < 0.0006, piece
