"""Builds to draw."""

from __future__ import annotations

import random
from dataclasses import replace

from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.geometry import Pose
from babylon3d.core.lattice import TURNS, Cell
from babylon3d.games.babylon.pieces import BABYLON, COLOURS
from babylon3d.present.model import SceneModel, Visual
from babylon3d.present.showcase import showcase


def gate() -> Build:
    """Two towers, a bridge on them, a tower with a noble on it."""
    parts = (
        Part("t1", "tower", Cell(-1, 0, 1)),
        Part("t2", "tower", Cell(1, 0, 1), 90),
        Part("b1", "bridge", Cell(0, 0, 2), axis="x"),
        Part("t3", "tower", Cell(0, 0, 3), 180),
    )
    return Build("babylon", parts, (Noble("n1", "blue", "large", "t3"),))


def heap(rng: random.Random, count: int = 149) -> tuple[Visual, ...]:
    """Pieces of all kinds anyhow: anywhere over the table, turned anyhow."""
    meshes = ["tower", "bridge", *(f"{size}_{colour}" for size in ("small", "large") for colour in COLOURS)]
    pieces = []
    for i in range(count):
        quaternion = [rng.gauss(0, 1) for _ in range(4)]
        length = sum(q * q for q in quaternion) ** 0.5
        x, y, z, w = (q / length for q in quaternion)
        position = (rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), rng.uniform(0.03, 0.25))
        pieces.append(Visual(f"p{i}", rng.choice(meshes), Pose(position, (x, y, z, w))))
    return tuple(pieces)


def columns(rng: random.Random, count: int = 60) -> tuple[Visual, ...]:
    """Towers in columns on a small square, to get lost in."""
    heights: dict[tuple[int, int], int] = {}
    pieces = []
    for i in range(count):
        at = (rng.randrange(-3, 4), rng.randrange(-3, 4))
        heights[at] = heights.get(at, 0) + 1
        part = Part(f"t{i}", "tower", Cell(*at, heights[at]), rng.choice(TURNS))
        pieces.append(Visual(part.id, "tower", BABYLON.pose(part)))
    return tuple(pieces)


def shown(build: Build) -> SceneModel:
    """The scene of a build, every part in the same tone."""
    model = showcase(build, BABYLON)
    return SceneModel(tuple(replace(piece, tone=0.0) for piece in model.pieces))
