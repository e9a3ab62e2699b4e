"""Who is inside whom: depths with known answers, and against points sampled inside both."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babylon3d.bench.samples import full_box, hundred
from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.errors import BadText
from babylon3d.core.geometry import Pose, Vec3, add, axis_quat, norm, rotate, scale
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.bullet import BulletWorld
from babylon3d.physics.overlap import (
    FLOOR,
    TABLE,
    Overlap,
    build_overlaps,
    depth,
    overlaps,
    refuse_overlaps,
    separated,
)

TOWER, BRIDGE = BABYLON.specs["tower"], BABYLON.specs["bridge"]
SMALL, LARGE = BABYLON.specs["small"], BABYLON.specs["large"]


def at(x: float, y: float = 0.0, z: float = 0.0, axis: Vec3 = (0.0, 0.0, 1.0), degrees: float = 0.0) -> Pose:
    return Pose((x, y, z), axis_quat(axis, degrees))


@pytest.mark.parametrize(
    ("a", "pose", "b", "expected_mm"),
    [
        (TOWER, at(0.0186), TOWER, 1.0),
        (TOWER, at(0.0186, 0.0193), TOWER, 0.3),
        (TOWER, at(0.0, 0.0, 0.017), TOWER, 3.0),
        (TOWER, at(0.0197), TOWER, 0.0),
        # A corner turned by 45 degrees towards a face.
        (TOWER, at(0.0098 * (1 + math.sqrt(2)) - 0.001, degrees=45.0), TOWER, 1.0),
        (SMALL, at(0.007), SMALL, 1.0),
        (SMALL, at(0.0081), SMALL, 0.0),
        (SMALL, at(0.0, 0.0, 0.0155), SMALL, 0.5),
        (SMALL, at(0.0133), TOWER, 0.5),
        # A cylinder before a box's edge: near in both directions, but round.
        (LARGE, at(0.0098 + 0.0055, 0.0098 + 0.0055), TOWER, 0.0),
        (LARGE, at(0.0098 + 0.004, 0.0098 + 0.004), TOWER, 6.5 - 4 * math.sqrt(2)),
        # A tower under a bridge's arch stands free of it; half a cell aside it meets a foot.
        (TOWER, at(0.0, 0.0, -0.0062), BRIDGE, 0.0),
        (TOWER, at(0.003, 0.0, -0.0062), BRIDGE, 2.6),
    ],
)
def test_depths_with_known_answers(a: object, pose: Pose, b: object, expected_mm: float) -> None:
    assert depth(a, pose, b, at(0.0))[0] * 1000 == pytest.approx(expected_mm, abs=2e-3)  # type: ignore[arg-type]
    turned = at(0.3, -0.2, 0.1, (0.6, 0.0, 0.8), 77.0)
    moved = Pose(add(turned.position, rotate(turned.quaternion, pose.position)), pose.quaternion)
    if pose.quaternion == at(0.0).quaternion:
        both = Pose(moved.position, turned.quaternion)
        assert depth(a, both, b, turned)[0] * 1000 == pytest.approx(expected_mm, abs=2e-3)  # type: ignore[arg-type]


KINDS = st.sampled_from((TOWER, SMALL, LARGE))
NUMBERS = st.floats(-1.0, 1.0)


@settings(max_examples=100, deadline=None)
@given(KINDS, KINDS, st.tuples(NUMBERS, NUMBERS, NUMBERS), st.tuples(NUMBERS, NUMBERS, NUMBERS), st.floats(0, 360))
def test_moved_by_its_depth_a_convex_piece_is_free_and_by_less_it_is_not(
    a: object, b: object, off: Vec3, axis: Vec3, degrees: float
) -> None:
    """Whatever the shapes: the way out is one, and it is no longer than the search found for any other direction."""
    turn = axis if norm(axis) > 0.1 else (0.0, 0.0, 1.0)
    pose = at(*scale(off, 0.015), scale(turn, 1 / norm(turn)), degrees)
    deep, way = depth(a, pose, b, at(0.0))  # type: ignore[arg-type]
    again, _ = depth(a, Pose(add(pose.position, scale(way, deep + 1e-6)), pose.quaternion), b, at(0.0))  # type: ignore[arg-type]
    assert again < 2e-5
    if deep > 1e-4:
        half, _ = depth(a, Pose(add(pose.position, scale(way, deep / 2)), pose.quaternion), b, at(0.0))  # type: ignore[arg-type]
        assert half > 0


def test_the_engine_finds_the_same_pieces_inside_one_another() -> None:
    """A second opinion: what is apart here has no contact deeper than the allowance there, and the other way round."""
    rng, deeper, apart = random.Random(5), 0, 0
    for _ in range(60):
        kinds = [rng.choice(sorted(BABYLON.specs)) for _ in range(2)]
        axis = (rng.gauss(0, 1), rng.gauss(0, 1), rng.gauss(0, 1))
        poses = [at(*(rng.uniform(-0.02, 0.02) for _ in range(3)), scale(axis, 1 / norm(axis)), rng.uniform(0, 360)),
                 at(0.0)]  # fmt: skip
        poses = [Pose(add(pose.position, (0.0, 0.0, 0.3)), pose.quaternion) for pose in poses]
        found = depth(BABYLON.specs[kinds[0]], poses[0], BABYLON.specs[kinds[1]], poses[1])[0]
        with BulletWorld() as world:
            for name, kind, pose in zip("ab", kinds, poses, strict=True):
                world.add(name, BABYLON.specs[kind], pose)
            world.step(1 / 480)
            seen = max((touch.depth_m for touch in world.touches()), default=0.0)
        if found == 0.0:
            apart += 1
            assert seen < 5e-4
        elif found > 1e-3:
            deeper += 1
            assert seen > 0
    assert deeper > 10 and apart > 10


def test_whole_buildings_have_no_overlap() -> None:
    for build in (hundred(BABYLON), full_box(BABYLON)):
        assert build_overlaps(build, BABYLON) == []


def test_the_table_has_edges_and_the_floor_none() -> None:
    specs = {"in": TOWER, "beside": TOWER, "under": TOWER, "deep": TOWER, "far": TOWER}
    poses = {
        "in": at(0.0, 0.0, 0.005),
        "beside": at(0.7, 0.0, -0.1),
        "under": at(0.0, 0.0, -0.3),
        "deep": at(0.2, 0.0, -0.72),
        "far": at(-800.0, 900.0, -0.695),
    }
    found = {(o.piece, o.other): round(o.depth_m * 1000, 6) for o in overlaps(specs, poses)}
    assert found == {("in", TABLE): 5.0, ("deep", FLOOR): 30.0, ("far", FLOOR): 5.0}


def test_a_fifth_of_a_millimetre_is_allowed_and_the_refusal_names_both_and_the_depth() -> None:
    def build(z: float) -> Build:
        parts = (Part("a", "tower", Cell(0, 0, 1)), Part("b", "tower", Cell(0, 0, 2), pose=at(0.0, 0.0, z)))
        return Build("babylon", parts, (Noble("n", "red", "large", "b"), Noble("m", "blue", "small", "b")))

    refuse_overlaps(build(0.02981), BABYLON, "f.json", nobles=False)
    expected = r'f\.json: \$\.parts\[1\]: "b" and "a" overlap by 0\.3 mm; .*settle --separate'
    with pytest.raises(BadText, match=expected):
        refuse_overlaps(build(0.0297), BABYLON, "f.json", nobles=False)
    with pytest.raises(BadText, match=r'\$\.nobles\[1\]: "m" and "n" overlap'):
        refuse_overlaps(build(0.03), BABYLON)


def test_pushing_apart_moves_little_takes_nobles_along_and_leaves_the_rest() -> None:
    parts = (
        Part("a", "tower", Cell(0, 0, 1)),
        Part("b", "tower", Cell(1, 0, 1), pose=at(0.0186, 0.0, 0.01)),
        Part("c", "tower", Cell(0, 3, 1), pose=at(0.0, 0.06, 0.009)),
        Part("d", "tower", Cell(3, 3, 1)),
    )
    build = Build("babylon", parts, (Noble("n", "red", "large", "c"),))
    before, after = build.poses(BABYLON), separated(build, BABYLON)
    moved = {name: round(1000 * norm(add(after[name].position, scale(before[name].position, -1))), 2) for name in after}
    assert moved == {"a": 0.5, "b": 0.5, "c": 1.0, "d": 0.0, "n": 1.0}
    assert list(after) == list(before)


def test_pieces_at_one_place_come_apart() -> None:
    parts = tuple(Part(f"t{n}", "tower", Cell(0, 0, 1)) for n in range(4))
    build = Build("babylon", parts)
    after = separated(build, BABYLON)
    assert overlaps(dict.fromkeys(after, TOWER), after) == []


def test_what_is_said() -> None:
    assert Overlap("a", "b", 0.002, (1.0, 0.0, 0.0)).said == '"a" and "b" overlap by 2.0 mm'
    assert Overlap("a", TABLE, 0.03, (0.0, 0.0, 1.0)).said == '"a" is 30.0 mm deep in the table'
