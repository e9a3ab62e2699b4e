"""How much sky is hidden by whole pieces: a coarse field over the building, looked up once a pixel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
from panda3d.core import SamplerState, Texture

from babylon3d.core.geometry import Vec3
from babylon3d.render.camera import Bounds

VOXEL_M = 0.005
MARGIN_M = 0.04
LARGEST = (160, 160, 120)
"""Most voxels along x, y, z; a larger building gets larger voxels."""
DARKEST = 0.30


class Field:
    """A box of voxels in the world: 0 hidden from the sky, 1 open. `values` is (nz, ny, nx), `low` the corner."""

    def __init__(self, values: npt.NDArray[np.uint8], low: Vec3, size: Vec3) -> None:
        self.values, self.low, self.size = values, low, size

    @classmethod
    def open(cls) -> Field:
        """The field of an empty table."""
        return cls(np.full((2, 2, 2), 255, np.uint8), (0.0, 0.0, 0.0), (1.0, 1.0, 1.0))


def field(solids: Sequence[Bounds]) -> Field:
    """The field around some solid boxes, the table below them."""
    if not solids:
        return Field.open()
    low = np.min([b.low for b in solids], axis=0) - MARGIN_M
    high = np.max([b.high for b in solids], axis=0) + MARGIN_M
    low[2] = -VOXEL_M
    voxel = max(VOXEL_M, *((high - low) / np.array(LARGEST)))
    count = np.maximum(np.ceil((high - low) / voxel).astype(int), 2)
    near = _filled(solids, low, voxel, count)
    for axis in (0, 1, 2):
        near = _softened(_softened(near, 1, axis), 1, axis)
    far = near
    for axis in (0, 1, 2):
        far = _softened(_softened(far, 2, axis), 3, axis)
    open_ = np.clip(1.0 - (0.55 * near + 0.75 * far), DARKEST, 1.0)
    size = count * voxel
    return Field(
        np.rint(open_ * 255).astype(np.uint8),
        (float(low[0]), float(low[1]), float(low[2])),
        (float(size[0]), float(size[1]), float(size[2])),
    )


def _filled(
    solids: Sequence[Bounds], low: npt.NDArray[np.float64], voxel: float, count: npt.NDArray[np.int64]
) -> npt.NDArray[np.float32]:
    """How much of each voxel is in a box, (nz, ny, nx); faces are smoothed over the voxels they cut."""
    lows = (np.array([b.low for b in solids]) - low) / voxel
    highs = (np.array([b.high for b in solids]) - low) / voxel
    starts = np.maximum(np.floor(lows).astype(int), 0)
    longest = int(np.ceil(highs - starts).max())
    edges = starts[:, :, None] + np.arange(longest)
    shares = np.minimum(edges + 1, highs[:, :, None]) - np.maximum(edges, lows[:, :, None])
    shares = np.clip(shares, 0, 1).astype(np.float32)
    filled = np.zeros(count[::-1] + longest, np.float32)
    for (x, y, z), (along_x, along_y, along_z) in zip(starts.tolist(), shares, strict=True):
        part = filled[z : z + longest, y : y + longest, x : x + longest]
        part += along_z[:, None, None] * (along_y[:, None] * along_x)
    return np.minimum(filled[: count[2], : count[1], : count[0]], 1.0)


def _softened(values: npt.NDArray[np.float32], step: int, axis: int) -> npt.NDArray[np.float32]:
    """Half of each value, and a quarter of those a step away on both sides."""
    along = np.moveaxis(values, axis, 0)
    soft = np.float32(0.5) * along
    quarter = np.float32(0.25) * along
    soft[step:] += quarter[:-step]
    soft[:-step] += quarter[step:]
    return np.moveaxis(soft, 0, axis)


def to_texture(made: Field, texture: Texture) -> None:
    """Put a field into a 3D texture that is open outside."""
    depth, height, width = made.values.shape
    texture.setup_3d_texture(width, height, depth, Texture.T_unsigned_byte, Texture.F_red)
    texture.set_ram_image(made.values.tobytes())
    for wrap in (texture.set_wrap_u, texture.set_wrap_v, texture.set_wrap_w):
        wrap(SamplerState.WM_clamp)
    texture.set_minfilter(SamplerState.FT_linear)
    texture.set_magfilter(SamplerState.FT_linear)


def bounds_of(parts: Iterable[Bounds]) -> Bounds | None:
    """The box around some boxes; None around nothing."""
    boxes = list(parts)
    if not boxes:
        return None
    low = tuple(min(b.low[i] for b in boxes) for i in range(3))
    high = tuple(max(b.high[i] for b in boxes) for i in range(3))
    return Bounds((low[0], low[1], low[2]), (high[0], high[1], high[2]))
