"""Every mesh of the game by name, fine and coarse, as .glb bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

from manifold3d import Manifold

from assets import furniture, nobles, parts
from assets.glb_write import glb_bytes
from assets.occlusion import bake
from assets.remesh import subdivide
from assets.shading import BoxUnwrap, Mesh, Unwrap, shade
from assets.surface import solid_arrays
from babylon3d.games.babylon import pieces

MM = 1000.0
STONE_TILE_MM = 48.0
"""Side of one tile of the stone texture."""

COARSE_MM = 1e6
"""A spacing of vertices so wide that the solid's own are enough."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one mesh is made: its solid, the spacing of its vertices, its shading, how far occlusion reaches (mm)."""

    solid: Callable[[], Manifold]
    note: str
    unwrap: Unwrap
    spacing_mm: float = COARSE_MM
    crisp_faces: bool = True
    smooth_deg: float = 50.0
    reach_mm: float = 9.0
    ground_z_mm: float | None = None
    ground_mm: float = 3.0


def recipes() -> dict[str, Recipe]:
    """Every mesh by name."""
    table: dict[str, Recipe] = {}
    foot = -pieces.LEVEL_M * MM / 2
    stone, lacquer = BoxUnwrap(STONE_TILE_MM), BoxUnwrap(STONE_TILE_MM)
    for suffix, detail, spacing in (("", parts.FINE, 3.3), ("_low", parts.COARSE, COARSE_MM)):
        note = "sandstone; doorway towards -y, slit from the middle towards -y"
        solid = partial(parts.tower, detail)
        table[f"tower{suffix}"] = Recipe(solid, note, stone, spacing, reach_mm=14.0, ground_z_mm=foot)
        solid = partial(parts.bridge, detail)
        table[f"bridge{suffix}"] = Recipe(
            solid, "sandstone; along x", stone, spacing * 1.7, reach_mm=14.0, ground_z_mm=foot
        )
        for size, colour in product(("small", "large"), pieces.COLOURS):
            table[f"{size}_{colour}{suffix}"] = Recipe(
                partial(nobles.noble, colour, size, not suffix),
                f"lacquered, {colour}",
                lacquer,
                crisp_faces=False,
                smooth_deg=50.0 if suffix else 45.0,
                reach_mm=4.0,
                ground_z_mm=-nobles.build_of(size).height / 2,
                ground_mm=1.5,
            )
    table["table"] = Recipe(furniture.table, "wood; the top's plane is z = 0", furniture.TableUnwrap(), reach_mm=2.5)
    ruler = "wood; the origin is on the table, the front looks along -y, one level is 20 mm"
    board = furniture.RulerUnwrap()
    table["ruler_segment"] = Recipe(furniture.ruler_segment, f"{ruler}; one level, to stack", board, reach_mm=2.0)
    table["ruler_cap"] = Recipe(furniture.ruler_cap, f"{ruler}; goes on top", board, reach_mm=2.0)
    return table


def make(recipe: Recipe) -> Mesh:
    """The finished mesh of a recipe."""
    points, triangles = subdivide(*solid_arrays(recipe.solid()), recipe.spacing_mm)
    mesh = shade(points, triangles, recipe.unwrap, recipe.crisp_faces, recipe.smooth_deg)
    return bake(mesh, recipe.reach_mm, recipe.ground_z_mm, recipe.ground_mm)


def files(name: str) -> Iterator[tuple[str, bytes]]:
    """The .glb files, all or only the one called `name`."""
    for key, recipe in sorted(recipes().items()):
        if name in ("", key):
            yield f"{key}.glb", glb_bytes(make(recipe), key, recipe.note)
