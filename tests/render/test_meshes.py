"""What is read from files reaches panda3d whole: places, normals, colours, texture coordinates, triangles."""

from __future__ import annotations

import numpy as np
import pytest
from panda3d.core import GeomVertexReader

from babylon3d.core.errors import Unavailable
from babylon3d.games.babylon.pieces import BABYLON, COLOURS
from babylon3d.playable.babylon.look import PIECES
from babylon3d.render import meshes
from babylon3d.render.catalogue import Catalogue
from babylon3d.render.glb import MeshData
from babylon3d.render.rough import rough

NAMES = ["tower", "bridge", *(f"{size}_{colour}" for size in ("small", "large") for colour in COLOURS)]


@pytest.mark.parametrize("fine", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_every_piece_has_a_mesh_of_its_size(name: str, fine: bool) -> None:
    mesh = meshes.load(name, fine)
    size = mesh.positions.max(0) - mesh.positions.min(0)
    assert size == pytest.approx(Catalogue(PIECES).size(name), abs=0.0008)
    assert len(mesh.triangles) < (2000 if fine else 300)


def test_vertex_colours_reach_the_geom() -> None:
    mesh = meshes.load("tower")
    geom = meshes.geom_node(mesh).get_geom(0)
    data = geom.get_vertex_data()
    assert data.get_num_rows() == len(mesh.positions)
    readers = {name: GeomVertexReader(data, name) for name in ("vertex", "normal", "color", "texcoord")}
    for row in range(0, len(mesh.positions), 97):
        for reader in readers.values():
            reader.set_row(row)
        assert tuple(readers["vertex"].get_data3()) == pytest.approx(mesh.positions[row], abs=1e-7)
        assert tuple(readers["normal"].get_data3()) == pytest.approx(mesh.normals[row], abs=1e-6)
        assert tuple(readers["color"].get_data4()) == pytest.approx(mesh.colours[row], abs=1 / 254)
        assert tuple(readers["texcoord"].get_data2()) == pytest.approx(mesh.uvs[row], abs=1e-6)
    assert mesh.colours[:, 0].min() < 0.3 < 0.9 < mesh.colours[:, 0].max()
    assert geom.get_primitive(0).get_num_primitives() == len(mesh.triangles)


def test_a_welded_mesh_has_one_vertex_a_place_and_swells_outward() -> None:
    welded = meshes.load_welded("tower", False)
    places = {tuple(p) for p in np.rint(welded.positions * 1e6).astype(int).tolist()}
    assert len(places) == len(welded.positions)
    outer = np.abs(welded.positions).max(1) > 0.0097
    assert ((welded.positions * welded.normals).sum(1)[outer] > 0).all()
    assert np.linalg.norm(welded.normals, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_a_box_is_closed_and_looks_outward() -> None:
    box = meshes.box((0.04, 0.02, 0.01))
    corners = box.positions[box.triangles]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (np.einsum("ij,ij->i", across, corners.mean(1)) > 0).all()
    assert (np.einsum("ij,ij->i", across, box.normals[box.triangles[:, 0]]) > 0).all()
    assert np.einsum("ij,ij->i", corners[:, 0], across).sum() / 6 == pytest.approx(0.04 * 0.02 * 0.01)


def test_a_mesh_that_is_not_there_is_named() -> None:
    with pytest.raises(Unavailable, match="pyramid"):
        meshes.load("pyramid")


def _volume(mesh: MeshData) -> float:
    a, b, c = (mesh.positions[mesh.triangles[:, i]].astype(float) for i in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def roughly(name: str) -> MeshData:
    catalogue = Catalogue(PIECES)
    return rough(name, catalogue.shapes(name), catalogue.look(name), catalogue.outline(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_rough_mesh_fills_its_piece_in_few_triangles(name: str) -> None:
    spec, mesh = BABYLON.specs[name.partition("_")[0]], roughly(name)
    fine, low = meshes.load(name), meshes.load(name, fine=False)
    assert mesh.positions.max(0) == pytest.approx(np.array(spec.size) / 2, rel=0.2, abs=1e-4)
    assert mesh.positions[:, 2].max() == pytest.approx(spec.size[2] / 2, abs=1e-4)
    assert mesh.positions[:, 2].min() == pytest.approx(-spec.size[2] / 2, abs=1e-4)
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert len(mesh.positions) < 75 and len(mesh.triangles) < 85
    assert len(mesh.triangles) < 0.6 * len(low.triangles)
    # Closed, turned outwards, and about as much of it as there is of the real one.
    assert 0.6 < _volume(mesh) / _volume(fine) < 1.35


def test_a_rough_tower_has_its_doorway_where_the_fine_one_has() -> None:
    mesh = roughly("tower")
    dark = mesh.colours[:, 0] < 0.5
    half = np.array(BABYLON.specs["tower"].size) / 2
    for axis, side, count in ((1, -1, 5), (0, 1, 5), (1, 1, 10), (0, -1, 5), (2, 1, 4)):
        assert (dark & (mesh.positions[:, axis] * side > half[axis])).sum() == count
    assert dark.sum() == 29
