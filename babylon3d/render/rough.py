"""Pieces in a few dozen triangles: for pictures so small that nobody sees the difference, and for moving shadows.

A software renderer spends half of such a picture on vertices.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from babylon3d.core.build import Box, Cylinder, Shape
from babylon3d.present.looks import Outline, PieceLook
from babylon3d.render.glb import MeshData
from babylon3d.render.meshes import MeshBuilder, box

Floats = npt.NDArray[np.float64]

STONE_TILE_M = 0.048
FOOT_OPEN = 0.55
"""How much sky is open at a piece's foot; all of it at its top."""
OPENING = 0.45
"""And within an opening; its patch faces down, where no sun comes from."""
RAISE_M = 0.00008
SIDES = 6
"""Of a turned piece."""


def rough(mesh: str, shapes: Sequence[Shape], look: PieceLook, outline: Outline) -> MeshData:
    """The mesh of that name in as few triangles as will do, in the piece's frame; metres.

    Boxes show the openings of `look`, cylinders are turned to `outline`.
    """
    builder = MeshBuilder()
    for shape in shapes:
        if isinstance(shape, Box):
            _block(builder, shape, 2 * max(s.centre[2] + s.half[2] for s in shapes if isinstance(s, Box)))
        else:
            _turned(builder, shape, outline)
    if shapes and isinstance(shapes[0], Box):
        _openings(builder, np.array(shapes[0].half), look)
    return builder.mesh(mesh)


def _block(builder: MeshBuilder, shape: Box, tall: float) -> None:
    """A box of stone of a piece so tall, open to the sky above."""
    x, y, z = shape.half
    mesh = box((2 * x, 2 * y, 2 * z))
    at = mesh.positions + np.array(shape.centre)
    rows, axes = np.arange(len(at)), np.abs(mesh.normals).argmax(1)
    shifts = 0.37 * axes + 0.5 * mesh.normals[rows, axes]
    uvs = np.stack([at[rows, (axes + 1) % 3], at[rows, (axes + 2) % 3]], 1) / STONE_TILE_M + shifts[:, None]
    colours = _grey(FOOT_OPEN + (1 - FOOT_OPEN) * (at[:, 2] / tall + 0.5))
    builder.add(at, mesh.normals, uvs, mesh.triangles, colours)


def _openings(builder: MeshBuilder, half: Floats, look: PieceLook) -> None:
    """Doorways, windows and slits, as dark patches on the walls and the upper face."""
    for quarter, openings in enumerate(look.walls):
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
        for left, right, foot, top in openings:
            wall = np.array([[x, -half[1] - RAISE_M, z] for x, z in _arch(left, right, foot, top)])
            corners = np.stack([c * wall[:, 0] - s * wall[:, 1], s * wall[:, 0] + c * wall[:, 1], wall[:, 2]], 1)
            _patch(builder, corners)
    if look.top is None:
        return
    left, right, back, front = look.top
    level = half[2] + RAISE_M
    _patch(
        builder,
        np.array([(left, back, level), (right, back, level), (right, front, level), (left, front, level)]),
    )


def _arch(left: float, right: float, foot: float, top: float) -> list[tuple[float, float]]:
    """A pointed outline, counter-clockwise seen from outside."""
    shoulder = top - (right - left) * 0.35
    return [(left, foot), (right, foot), (right, shoulder), ((left + right) / 2, top), (left, shoulder)]


def _patch(builder: MeshBuilder, corners: Floats) -> None:
    fan = [(0, i, i + 1) for i in range(1, len(corners) - 1)]
    builder.add(corners, (0.0, 0.0, -1.0), corners[:, :2] / STONE_TILE_M, fan, (OPENING, OPENING, OPENING, 1.0))


def _turned(builder: MeshBuilder, shape: Cylinder, outline: Sequence[tuple[float, float]]) -> None:
    """An outline turned about z, smooth all over, and a lid below."""
    points = np.array(outline) * (shape.radius, shape.height)
    points[:, 1] -= shape.height / 2
    angles = np.arange(SIDES) * 2 * math.pi / SIDES
    across = np.stack([np.cos(angles), np.sin(angles)], 1)
    along = np.gradient(points, axis=0)
    slopes = np.stack([along[:, 1], -along[:, 0]], 1)
    slopes /= np.maximum(np.linalg.norm(slopes, axis=1, keepdims=True), 1e-9)
    positions = np.concatenate([np.column_stack([across * r, np.full(SIDES, z)]) for r, z in points])
    normals = np.concatenate([np.column_stack([across * out, np.full(SIDES, up)]) for out, up in slopes])
    heights = np.repeat((points[:, 1] / shape.height) + 0.5, SIDES)
    triangles = []
    for row in range(len(points) - 1):
        for i in range(SIDES):
            a, b = row * SIDES + i, row * SIDES + (i + 1) % SIDES
            if points[row, 0] > 0:
                triangles.append((a, b, b + SIDES))
            if points[row + 1, 0] > 0:
                triangles.append((a, b + SIDES, a + SIDES))
    triangles += [(0, i + 1, i) for i in range(1, SIDES - 1)]
    colours = _grey(FOOT_OPEN + (1 - FOOT_OPEN) * np.minimum(1.0, 2 * heights))
    builder.add(positions + np.array(shape.centre), normals, positions[:, :2] / STONE_TILE_M, triangles, colours)


def _grey(values: Floats) -> Floats:
    return np.column_stack([values, values, values, np.ones(len(values))])
