"""Every mesh of the game by name, fine and coarse, as .glb bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from manifold3d import Manifold

from assets import nobles, parts
from assets.glb_write import glb_bytes
from assets.occlusion import bake
from assets.remesh import Mesh, shade, solid_arrays, subdivide
from babylon3d.games.babylon import pieces

MM = 1000.0
STONE_TILE_MM = 48.0
"""Side of one tile of the stone texture."""


class Recipe(NamedTuple):
    """How one mesh is made: its solid, the spacing of its vertices, and how far occlusion reaches (mm)."""

    solid: Callable[[], Manifold]
    spacing_mm: float
    crisp_faces: bool
    reach_mm: float
    ground_z_mm: float | None
    ground_mm: float
    tile_mm: float
    note: str


def _recipes() -> dict[str, Recipe]:
    foot = -pieces.LEVEL_M * MM / 2
    table: dict[str, Recipe] = {}
    for suffix, detail, spacing in (("", parts.FINE, 3.3), ("_low", parts.COARSE, 99.0)):
        stone = (True, 9.0, foot, 3.0, STONE_TILE_MM, "sandstone; doorway towards -y, slit from the middle towards -y")
        table[f"tower{suffix}"] = Recipe(lambda d=detail: parts.tower(d), spacing, *stone)
        stone = (True, 9.0, foot, 3.0, STONE_TILE_MM, "sandstone; along x")
        table[f"bridge{suffix}"] = Recipe(lambda d=detail: parts.bridge(d), spacing * 1.2, *stone)
        for size in ("small", "large"):
            height = nobles.build_of(size).height
            for colour in pieces.COLOURS:
                table[f"{size}_{colour}{suffix}"] = Recipe(
                    lambda c=colour, s=size, f=not suffix: nobles.noble(c, s, f),
                    99.0, False, 4.0, -height / 2, 1.5, STONE_TILE_MM, f"lacquered; {colour}",
                )
    return table


def make(recipe: Recipe) -> Mesh:
    """The finished mesh of a recipe."""
    points, triangles = subdivide(*solid_arrays(recipe.solid()), recipe.spacing_mm)
    mesh = shade(points, triangles, recipe.tile_mm, recipe.crisp_faces)
    return bake(mesh, recipe.reach_mm, recipe.ground_z_mm, recipe.ground_mm)


def files(name: str) -> Iterator[tuple[str, bytes]]:
    """The .glb files, all or only the one called `name`."""
    for key, recipe in sorted(_recipes().items()):
        if name in ("", key):
            yield f"{key}.glb", glb_bytes(make(recipe), key, recipe.note)
