"""A build's cells, poses, supports and connected buildings, by the frames of the file format."""

from __future__ import annotations

import pytest

from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.geometry import rotate, yaw_deg
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon import pieces
from babylon3d.games.babylon.pieces import BABYLON


def tower(name: str, x: int, y: int, level: int = 1, turn: int = 0) -> Part:
    return Part(name, "tower", Cell(x, y, level), turn)  # type: ignore[arg-type]


def bridge(name: str, x: int, y: int, level: int, axis: str) -> Part:
    return Part(name, "bridge", Cell(x, y, level), axis=axis)  # type: ignore[arg-type]


PORTAL = Build(
    "babylon",
    (tower("t1", 0, 0), tower("t2", 2, 0, turn=90), bridge("b1", 1, 0, 2, "x"), tower("t3", 5, 5)),
    (Noble("n1", "red", "small", "t3"), Noble("n2", "blue", "small", "t3")),
)


def test_a_bridge_fills_three_cells_and_stands_on_two() -> None:
    b = bridge("b", 1, 0, 2, "y")
    assert BABYLON.cells(b) == (Cell(1, -1, 2), Cell(1, 0, 2), Cell(1, 1, 2))
    assert BABYLON.feet(b) == (Cell(1, -1, 2), Cell(1, 1, 2))
    assert BABYLON.bridged(b) == (Cell(1, 0, 1),)


def test_poses_are_the_middles_of_cells_in_metres() -> None:
    poses = PORTAL.poses(BABYLON)
    assert list(poses) == ["t1", "t2", "b1", "t3", "n1", "n2"]
    assert poses["t1"].position == pytest.approx((0, 0, 0.01))
    assert poses["b1"].position == pytest.approx((0.02, 0, 0.03))
    assert yaw_deg(poses["t2"].quaternion) == pytest.approx(90)
    assert rotate(poses["t2"].quaternion, (0, -1, 0)) == pytest.approx((1, 0, 0))


def test_nobles_take_fixed_places_apart_and_inside_the_edge() -> None:
    poses = PORTAL.poses(BABYLON)
    a, b = poses["n1"].position, poses["n2"].position
    assert a[2] == b[2] == pytest.approx(0.02 + pieces.SMALL_HEIGHT_M / 2)
    places = BABYLON.noble_places["small"]
    for i, p in enumerate(places):
        assert max(abs(p[0]), abs(p[1])) + pieces.SMALL_WIDTH_M / 2 <= pieces.WIDTH_M / 2
        for q in places[:i]:
            assert ((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) ** 0.5 > pieces.SMALL_WIDTH_M


def test_the_bridge_joins_what_it_rests_on_and_the_table_joins_nothing() -> None:
    assert PORTAL.supports(BABYLON)["b1"] == ("t1", "t2")
    assert PORTAL.buildings(BABYLON) == (("t1", "t2", "b1"), ("t3",))


def test_a_standing_block_fills_two_levels_and_has_one_foot() -> None:
    from babylon3d.core.build import Box, PartSpec, PieceSet

    block = PartSpec(
        "block",
        (0.04, 0.02, 0.02),
        (Box((0.02, 0.01, 0.01)),),
        0.01,
        0.5,
        footprint=((0, 0, 0), (1, 0, 0)),
        feet=((0, 0, 0), (1, 0, 0)),
    )
    blocks = PieceSet("baubylon", 0.02, 0.02, {"block": block})
    standing = Part("s", "block", Cell(3, 4, 2), axis="z")
    assert blocks.cells(standing) == (Cell(3, 4, 2), Cell(3, 4, 3))
    assert blocks.feet(standing) == (Cell(3, 4, 2),)
    pose = blocks.lattice_pose(standing)
    assert pose.position == pytest.approx((0.06, 0.08, 0.04))
    assert rotate(pose.quaternion, (1, 0, 0)) == pytest.approx((0, 0, 1))
    lying = Part("l", "block", Cell(0, 0, 1), axis="y")
    assert blocks.cells(lying) == (Cell(0, 0, 1), Cell(0, 1, 1))


def test_the_bridge_weighs_low_crown_high_centre() -> None:
    assert 0.0105 < pieces.bridge_com_height_m() < 0.0115
