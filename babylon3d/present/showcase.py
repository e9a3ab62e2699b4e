"""A build on the table with nobody playing: for the menu, for sample builds."""

from __future__ import annotations

import zlib

from babylon3d.core.build import Build, Part, PieceSet
from babylon3d.core.geometry import Vec3
from babylon3d.present.model import SceneModel, Visual

TONE = 0.05
"""Parts differ in brightness by this much at most, each always alike."""


def showcase(build: Build, pieces: PieceSet) -> SceneModel:
    """The scene of a build."""
    poses = build.poses(pieces)
    visuals = []
    for piece in build.pieces():
        is_part = isinstance(piece, Part)
        mesh = piece.kind if isinstance(piece, Part) else f"{piece.size}_{piece.colour}"
        tone = TONE * (zlib.crc32(piece.id.encode()) % 2001 / 1000 - 1) if is_part else 0.0
        visuals.append(Visual(piece.id, mesh, poses[piece.id], tone))
    return SceneModel(tuple(visuals), focus=middle_of(build, pieces))


def middle_of(build: Build, pieces: PieceSet) -> Vec3:
    """The middle of the box around a build; metres."""
    positions = [pose.position for pose in build.poses(pieces).values()] or [(0.0, 0.0, 0.0)]
    low = tuple(min(p[i] for p in positions) for i in range(3))
    high = tuple(max(p[i] for p in positions) for i in range(3))
    return ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2)
