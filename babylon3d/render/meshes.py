"""Turns plain arrays into what panda3d draws, and makes the few shapes that are not in files."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt
from panda3d.core import (
    Geom,
    GeomEnums,
    GeomNode,
    GeomTriangles,
    GeomVertexData,
    GeomVertexFormat,
)

from babylon3d.render.glb import MeshData, read_glb
from babylon3d.storage import asset

Floats = npt.NDArray[np.float32]

_VERTEX = np.dtype([("position", "<f4", 3), ("normal", "<f4", 3), ("colour", "u1", 4), ("uv", "<f4", 2)])


@lru_cache(maxsize=64)
def load(name: str, fine: bool = True) -> MeshData:
    """The mesh of that name from the assets, or its version of few triangles. Raises: Unavailable, BadText."""
    path = asset(f"meshes/{name}{'' if fine else '_low'}.glb")
    return read_glb(path.read_bytes(), path.name)


def geom_node(mesh: MeshData, name: str = "") -> GeomNode:
    """A node that draws a mesh: position, normal, colour (occlusion) and texture coordinate per vertex."""
    vertices = np.zeros(len(mesh.positions), _VERTEX)
    vertices["position"] = mesh.positions
    vertices["normal"] = mesh.normals
    vertices["colour"] = np.rint(np.clip(mesh.colours, 0, 1) * 255)
    vertices["uv"] = mesh.uvs
    data = GeomVertexData(name or mesh.name, GeomVertexFormat.get_v3n3c4t2(), GeomEnums.UH_static)
    data.unclean_set_num_rows(len(vertices))
    handle = data.modify_array_handle(0)
    handle.copy_data_from(vertices.tobytes())
    primitive = GeomTriangles(GeomEnums.UH_static)
    primitive.set_index_type(GeomEnums.NT_uint16 if len(vertices) < 65536 else GeomEnums.NT_uint32)
    flat = mesh.triangles.reshape(-1).astype(np.uint16 if len(vertices) < 65536 else np.uint32)
    indices = primitive.modify_vertices()
    indices.unclean_set_num_rows(len(flat))
    indices.modify_handle().copy_data_from(flat.tobytes())
    geom = Geom(data)
    geom.add_primitive(primitive)
    node = GeomNode(name or mesh.name)
    node.add_geom(geom)
    return node


def welded(mesh: MeshData) -> MeshData:
    """The mesh with one vertex a place and its mean normal, so that it swells without tearing (outlines)."""
    keys = np.rint(mesh.positions * 1e6).astype(np.int64)
    _, first, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    inverse = inverse.reshape(-1)
    normals = np.zeros((len(first), 3))
    corners = mesh.positions[mesh.triangles].astype(np.float64)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    sizes = np.linalg.norm(across, axis=1, keepdims=True)
    across /= np.maximum(sizes, 1e-15)
    for corner in range(3):
        to_next = corners[:, (corner + 1) % 3] - corners[:, corner]
        to_last = corners[:, (corner + 2) % 3] - corners[:, corner]
        cosine = (to_next * to_last).sum(1) / np.maximum(
            np.linalg.norm(to_next, axis=1) * np.linalg.norm(to_last, axis=1), 1e-15
        )
        angle = np.arccos(np.clip(cosine, -1, 1))[:, None]
        np.add.at(normals, inverse[mesh.triangles[:, corner]], across * angle)
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals /= np.maximum(lengths, 1e-12)
    count = len(first)
    return MeshData(
        name=mesh.name,
        positions=mesh.positions[first],
        normals=normals.astype(np.float32),
        uvs=np.zeros((count, 2), np.float32),
        colours=np.ones((count, 4), np.float32),
        triangles=inverse[mesh.triangles].astype(np.uint32),
    )


class MeshBuilder:
    """Collects quads and polygons into one mesh; metres."""

    def __init__(self) -> None:
        self._positions: list[Floats] = []
        self._normals: list[Floats] = []
        self._uvs: list[Floats] = []
        self._colours: list[Floats] = []
        self._triangles: list[npt.NDArray[np.uint32]] = []
        self._count = 0

    def add(
        self,
        positions: npt.ArrayLike,
        normals: npt.ArrayLike,
        uvs: npt.ArrayLike,
        triangles: npt.ArrayLike,
        colour: npt.ArrayLike = (1.0, 1.0, 1.0, 1.0),
    ) -> None:
        """Add vertices (N, 3) with normals (3,) or (N, 3), uvs (N, 2), colour (4,) or (N, 4), triangles (M, 3)."""
        p = np.asarray(positions, np.float32)
        n = len(p)
        self._positions.append(p)
        self._normals.append(np.broadcast_to(np.asarray(normals, np.float32), (n, 3)))
        self._uvs.append(np.asarray(uvs, np.float32))
        self._colours.append(np.broadcast_to(np.asarray(colour, np.float32), (n, 4)))
        self._triangles.append(np.asarray(triangles, np.uint32) + np.uint32(self._count))
        self._count += n

    def mesh(self, name: str) -> MeshData:
        """Everything added, as one mesh."""
        return MeshData(
            name=name,
            positions=np.concatenate(self._positions),
            normals=np.concatenate(self._normals),
            uvs=np.concatenate(self._uvs),
            colours=np.concatenate(self._colours),
            triangles=np.concatenate(self._triangles),
        )


def _grid(width: int, height: int) -> npt.NDArray[np.uint32]:
    """The triangles of a grid of width x height vertices in rows."""
    i = np.arange((height - 1) * (width - 1))
    a = i // (width - 1) * width + i % (width - 1)
    return np.stack([a, a + 1, a + width + 1, a, a + width + 1, a + width], 1).reshape(-1, 3).astype(np.uint32)


TABLE_THICKNESS_M = 0.03
WOOD_TILE_M = (0.72, 0.36)


def table(half_m: float, shade: float = 0.0) -> MeshData:
    """A square table top at height 0 with a rounded edge; its vertices darken by up to `shade` towards the rim."""
    rounding = 0.006
    builder = MeshBuilder()
    inner = half_m - rounding
    side = np.linspace(-inner, inner, 17)
    x, y = np.meshgrid(side, side)
    positions = np.stack([x, y, np.zeros_like(x)], -1).reshape(-1, 3)
    far = np.clip(np.hypot(positions[:, 0], positions[:, 1]) / half_m, 0, 1.3) / 1.3
    light = 1 - shade * far**1.5
    colour = np.stack([light, light, light, np.ones_like(light)], 1)
    builder.add(positions, (0, 0, 1), positions[:, :2] / WOOD_TILE_M, _grid(17, 17), colour)
    steps = [
        (np.sin(a) * rounding, (np.cos(a) - 1) * rounding, np.sin(a), np.cos(a)) for a in np.linspace(0, np.pi / 2, 5)
    ]
    profile = [*steps, (rounding, -TABLE_THICKNESS_M, 1.0, 0.0)]
    rim = 1 - shade * 0.67
    for quarter in range(4):
        turn = np.linalg.matrix_power(np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]), quarter)
        rows, normals, uvs = [], [], []
        length = 0.0
        for i, (out, z, across, up) in enumerate(profile):
            if i:
                length += float(np.hypot(out - profile[i - 1][0], z - profile[i - 1][1]))
            for end in (-1, 1):
                rows.append((inner + out, end * (inner + out), z))
                normals.append((across, 0, up))
                flat = turn @ np.array([inner, end * inner, 0.0])
                grow = turn @ np.array([length, 0.0, 0.0])
                uvs.append((flat + grow)[:2] / WOOD_TILE_M)
        builder.add(
            np.array(rows) @ turn.T,
            np.array(normals) @ turn.T,
            uvs,
            _grid(2, len(profile))[:, [0, 1, 2]],
            (rim, rim, rim, 1.0),
        )
    return builder.mesh("table")
