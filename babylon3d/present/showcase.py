"""A build on the table with nobody playing: for the menu, for sample builds."""

from __future__ import annotations

import zlib
from functools import lru_cache

from babylon3d.core.build import Build, Noble, Part, PieceSet
from babylon3d.core.geometry import Vec3
from babylon3d.present.model import SceneModel, Visual

TONE = 0.05
"""Parts differ in brightness by this much at most, each always alike."""


def level_of(build: Build, piece: Part | Noble) -> int:
    """The level that a piece counts to: its own, for a noble that of its tower (B7)."""
    return piece.cell.level if isinstance(piece, Part) else build.part(piece.on).cell.level


@lru_cache(maxsize=4096)
def tone_of(piece_id: str) -> float:
    """A part's own brightness, -TONE to TONE."""
    return TONE * (zlib.crc32(piece_id.encode()) % 2001 / 1000 - 1)


def mesh_of(piece: Part | Noble) -> str:
    """The name of a piece's mesh: its kind, or its size and colour."""
    return piece.kind if isinstance(piece, Part) else f"{piece.size}_{piece.colour}"


def showcase(build: Build, pieces: PieceSet) -> SceneModel:
    """The scene of a build."""
    poses = build.poses(pieces)
    visuals = []
    for piece in build.pieces():
        tone = tone_of(piece.id) if isinstance(piece, Part) else 0.0
        visuals.append(Visual(piece.id, mesh_of(piece), poses[piece.id], tone, level=level_of(build, piece)))
    return SceneModel(tuple(visuals), focus=middle_of(build, pieces))


def middle_of(build: Build, pieces: PieceSet) -> Vec3:
    """The middle of the box around a build; metres."""
    positions = [pose.position for pose in build.poses(pieces).values()] or [(0.0, 0.0, 0.0)]
    low = tuple(min(p[i] for p in positions) for i in range(3))
    high = tuple(max(p[i] for p in positions) for i in range(3))
    return ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2)
