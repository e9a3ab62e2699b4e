"""Parts as the boxes they collide with: what throws shadows while things move, in a tenth of the triangles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from babylon3d.core.build import Box, Shape
from babylon3d.render.glb import MeshData
from babylon3d.render.meshes import MeshBuilder, box


def hull(name: str, shapes: Sequence[Shape]) -> MeshData | None:
    """The boxes of a piece as one mesh, in the piece's frame; metres.

    None where a shape is no box: a noble would lie in the shadow of the cylinder around it.
    """
    builder = MeshBuilder()
    for shape in shapes:
        if not isinstance(shape, Box):
            return None
        x, y, z = shape.half
        mesh = box((2 * x, 2 * y, 2 * z))
        builder.add(mesh.positions + np.asarray(shape.centre, np.float32), mesh.normals, mesh.uvs, mesh.triangles)
    return builder.mesh(name)
