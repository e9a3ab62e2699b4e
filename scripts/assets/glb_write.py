"""Writes one mesh as a binary glTF 2.0 file that any viewer shows upright and our own reader takes back."""

from __future__ import annotations

import json
import struct

import numpy as np

from assets.shading import Mesh

# Our frame is z up, glTF's y up. The data stay z up; the node that holds the mesh stands it up, exactly.
_STAND_UP = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1]


def glb_bytes(mesh: Mesh, name: str, note: str) -> bytes:
    """The file's bytes: metres, normals, texture coordinates, occlusion as a grey vertex colour."""
    grey = np.clip(np.round(mesh.open_ * 255), 0, 255).astype(np.uint8)
    colours = np.stack([grey, grey, grey, np.full_like(grey, 255)], axis=1)
    positions = (mesh.positions / 1000).astype("<f4")
    arrays = [
        (positions, "VEC3", 5126, 34962),
        (mesh.normals.astype("<f4"), "VEC3", 5126, 34962),
        (mesh.uvs.astype("<f4"), "VEC2", 5126, 34962),
        (colours, "VEC4", 5121, 34962),
        (mesh.triangles.astype("<u2").reshape(-1), "SCALAR", 5123, 34963),
    ]
    if len(positions) > 65535:
        raise ValueError(f"{name}: {len(positions)} vertices do not fit 16-bit indices")
    body, views, accessors = b"", [], []
    for array, kind, component, target in arrays:
        data = array.tobytes()
        views.append({"buffer": 0, "byteOffset": len(body), "byteLength": len(data), "target": target})
        accessor = {"bufferView": len(views) - 1, "componentType": component, "count": len(array), "type": kind}
        if component == 5121:
            accessor["normalized"] = True
        if array is positions:
            accessor["min"], accessor["max"] = positions.min(axis=0).tolist(), positions.max(axis=0).tolist()
        accessors.append(accessor)
        body += data + b"\0" * (-len(data) % 4)
    attributes = {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2, "COLOR_0": 3}
    document = {
        "asset": {
            "version": "2.0",
            "generator": "babylon3d scripts/build_assets.py",
            "extras": {
                "frame": "vertices: metres, z up, middle of the bounding box; the node turns z up to y up",
                "note": note,
            },
        },
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": name, "mesh": 0, "matrix": _STAND_UP}],
        "meshes": [{"name": name, "primitives": [{"attributes": attributes, "indices": 4, "mode": 4}]}],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(body)}],
    }
    text = json.dumps(document, separators=(",", ":"), sort_keys=True).encode()
    text += b" " * (-len(text) % 4)
    total = 12 + 8 + len(text) + 8 + len(body)
    return (
        struct.pack("<4sII", b"glTF", 2, total)
        + struct.pack("<I4s", len(text), b"JSON")
        + text
        + struct.pack("<I4s", len(body), b"BIN\0")
        + body
    )
