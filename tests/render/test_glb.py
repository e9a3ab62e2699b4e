"""The .glb reader: what it gives back, and what it refuses."""

from __future__ import annotations

import json
import random
import struct
from typing import Any

import numpy as np
import pytest

from babylon3d.core.errors import BadText, CorruptFile
from babylon3d.render.glb import read_glb
from babylon3d.storage import asset

# One triangle in glTF's own frame (y up): its corners, one normal, and a colour of its own per corner.
POSITIONS = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0]], "<f4")
NORMALS = np.array([[0, 0, 1]] * 3, "<f4")
UVS = np.array([[0, 0], [1, 0], [0.25, 0.75]], "<f4")
COLOURS = np.array([[0, 0, 0, 255], [51, 102, 153, 255], [255, 255, 255, 0]], "u1")
INDICES = np.array([0, 1, 2], "<u2")


def document() -> dict[str, Any]:
    sizes = [36, 36, 24, 12, 6]
    starts = [0, 36, 72, 96, 108]
    kinds = [("VEC3", 5126), ("VEC3", 5126), ("VEC2", 5126), ("VEC4", 5121), ("SCALAR", 5123)]
    accessors = [
        {"bufferView": i, "componentType": component, "count": 3, "type": kind}
        for i, (kind, component) in enumerate(kinds)
    ]
    accessors[3]["normalized"] = True
    attributes = {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2, "COLOR_0": 3}
    return {
        "asset": {"version": "2.0"},
        "nodes": [{"mesh": 0}],
        "meshes": [{"name": "one", "primitives": [{"attributes": attributes, "indices": 4}]}],
        "accessors": accessors,
        "bufferViews": [{"buffer": 0, "byteOffset": a, "byteLength": n} for a, n in zip(starts, sizes, strict=True)],
        "buffers": [{"byteLength": 116}],
    }


def packed(doc: dict[str, Any] | bytes, body: bytes | None = None) -> bytes:
    if body is None:
        body = b"".join(a.tobytes() for a in (POSITIONS, NORMALS, UVS, COLOURS, INDICES)) + b"\0\0"
    text = doc if isinstance(doc, bytes) else json.dumps(doc).encode()
    text += b" " * (-len(text) % 4)
    head = struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(body))
    return head + struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(body), b"BIN\0") + body


def test_a_mesh_comes_back_z_up_with_its_colours() -> None:
    mesh = read_glb(packed(document()))
    assert mesh.name == "one"
    # glTF's up, y, is our z; its z, towards the viewer, is our -y.
    assert mesh.positions.tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 2]]
    assert mesh.normals.tolist() == [[0, -1, 0]] * 3
    assert mesh.uvs.tolist() == [[0, 1], [1, 1], [0.25, 0.25]]
    assert np.array_equal(np.rint(mesh.colours * 255), COLOURS)
    assert mesh.triangles.tolist() == [[0, 1, 2]]


def test_the_nodes_matrix_moves_the_mesh() -> None:
    doc = document()
    doc["nodes"][0]["matrix"] = [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]
    assert read_glb(packed(doc)).positions.tolist() == [[5, -7, 6], [7, -7, 6], [5, -7, 8]]


def test_float_colours_without_alpha_are_read() -> None:
    doc = document()
    doc["accessors"][3] = {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}
    mesh = read_glb(packed(doc))
    assert mesh.colours.tolist() == [[0, 0, 0, 1], [1, 0, 0, 1], [0, 2, 0, 1]]


def test_every_byte_cut_off_is_noticed() -> None:
    whole = packed(document())
    for length in range(len(whole)):
        with pytest.raises(BadText):
            read_glb(whole[:length])
    with pytest.raises(CorruptFile, match="header says"):
        read_glb(whole + b"\0")


def _changed(change: str) -> bytes:
    doc: dict[str, Any] = document()
    match change:
        case "version":
            doc["asset"]["version"] = "1.0"
        case "index":
            return packed(doc, packed(doc)[-116:-8] + struct.pack("<HHHH", 0, 1, 3, 0))
        case "nan":
            return packed(doc, struct.pack("<f", float("nan")) + packed(doc)[-112:])
        case "no colour":
            del doc["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"]
        case "not normalised":
            del doc["accessors"][3]["normalized"]
        case "lengths":
            doc["accessors"][1]["count"] = 2
        case "past the end":
            doc["accessors"][0]["count"] = 10**18
        case "two meshes":
            doc["nodes"].append({"mesh": 0})
        case "rotation":
            doc["nodes"][0]["rotation"] = [0, 0, 0, 1]
        case "flat matrix":
            doc["nodes"][0]["matrix"] = [0] * 16
        case "huge matrix":
            doc["nodes"][0]["matrix"] = [10**400] * 16
        case "lines":
            doc["meshes"][0]["primitives"][0]["mode"] = 1
        case "json":
            return packed(b'{"asset": ')
        case "list":
            return packed(b"[]")
        case _:
            raise ValueError(change)
    return packed(doc)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("version", "glTF version '1.0'"),
        ("index", "do not make triangles of 3 vertices"),
        ("nan", "not finite"),
        ("no colour", r"\$\.accessors\[missing\]"),
        ("not normalised", "normalised"),
        ("lengths", "differ in length"),
        ("past the end", "more than there are"),
        ("two meshes", "exactly one node, it has 2"),
        ("rotation", "`matrix` only"),
        ("flat matrix", "cannot be inverted"),
        ("huge matrix", "16 numbers"),
        ("lines", "triangles"),
        ("json", "JSON cannot be read"),
        ("list", "not an object"),
    ],
)
def test_what_is_wrong_is_said(change: str, says: str) -> None:
    with pytest.raises(BadText, match=says) as caught:
        read_glb(_changed(change), "tower.glb")
    assert "tower.glb" in str(caught.value)


def test_a_file_of_another_kind_is_refused() -> None:
    with pytest.raises(BadText, match="glTF"):
        read_glb(b"\x89PNG\r\n\x1a\n" + bytes(100))


def test_mutated_files_raise_nothing_but_bad_text() -> None:
    whole = asset("meshes/ruler_cap.glb").read_bytes()
    rng = random.Random(4)
    refused = 0
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 6)):
            data[rng.randrange(min(len(data), 1600))] = rng.randrange(256)
        try:
            mesh = read_glb(bytes(data))
        except BadText:
            refused += 1
        else:
            assert np.isfinite(mesh.positions).all()
            assert mesh.triangles.max() < len(mesh.positions)
    assert refused > 150
