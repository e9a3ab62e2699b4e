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


@lru_cache(maxsize=64)
def load_welded(name: str, fine: bool = True) -> MeshData:
    """`welded` of the mesh of that name."""
    return welded(load(name, fine))


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


WOOD_TILE_M = (0.72, 0.36)


def box(size: tuple[float, float, float]) -> MeshData:
    """A box about the origin, wood's grain along its sides; metres."""
    builder = MeshBuilder()
    half = np.array(size) / 2
    for axis in range(3):
        for side in (-1.0, 1.0):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            corners = np.zeros((4, 3))
            corners[:, axis] = side * half[axis]
            corners[:, u] = np.array([-1, 1, 1, -1]) * half[u] * side
            corners[:, v] = np.array([-1, -1, 1, 1]) * half[v]
            normal = np.zeros(3)
            normal[axis] = side
            uvs = corners[:, [0 if axis != 0 else 1, 2 if axis != 2 else 1]] / WOOD_TILE_M
            builder.add(corners, normal, uvs, [(0, 1, 2), (0, 2, 3)])
    return builder.mesh("box")


def widened(mesh: MeshData, share: float) -> MeshData:
    """A mesh stretched along x and y, its texture with it in size."""
    if share == 1.0:
        return mesh
    stretch = np.array([share, share, 1.0], np.float32)
    return MeshData(mesh.name, mesh.positions * stretch, mesh.normals, mesh.uvs * share, mesh.colours, mesh.triangles)


def parted(mesh: MeshData, half_m: float) -> dict[str, MeshData]:
    """A table's field (`cloth`: what lies at z = 0 within so much of the middle) and the rest (`wood`)."""
    corners = mesh.positions[mesh.triangles]
    inside = (np.abs(corners[..., :2]).max((1, 2)) < half_m) & (np.abs(corners[..., 2]).max(1) < 1e-4)
    return {
        name: MeshData(name, mesh.positions, mesh.normals, mesh.uvs, mesh.colours, mesh.triangles[chosen])
        for name, chosen in (("cloth", inside), ("wood", ~inside))
    }


def planned(mesh: MeshData, tile_m: float, shift_m: float) -> MeshData:
    """A mesh textured by its plan."""
    uvs = (mesh.positions[:, :2] + np.float32(shift_m)) / np.float32(tile_m)
    return MeshData(mesh.name, mesh.positions, mesh.normals, uvs, mesh.colours, mesh.triangles)


def patch(half_x: float, half_y: float) -> MeshData:
    """A flat rectangle about the origin, seen from above; metres."""
    builder = MeshBuilder()
    corners = [(-half_x, -half_y, 0.0), (half_x, -half_y, 0.0), (half_x, half_y, 0.0), (-half_x, half_y, 0.0)]
    builder.add(corners, (0, 0, 1), np.zeros((4, 2)), [(0, 1, 2), (0, 2, 3)])
    return builder.mesh("patch")
