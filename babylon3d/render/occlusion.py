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
    filled = np.zeros((count[2], count[1], count[0]), np.float32)
    for box in solids:
        _fill(filled, (np.array(box.low) - low) / voxel, (np.array(box.high) - low) / voxel)
    near = _blurred(filled, 0.007 / voxel)
    far = _blurred(filled, 0.016 / voxel)
    hidden = 0.55 * near + 0.75 * far
    open_ = np.clip(1.0 - hidden, DARKEST, 1.0)
    values = np.rint(open_ * 255).astype(np.uint8)
    size = count * voxel
    return Field(
        values, (float(low[0]), float(low[1]), float(low[2])), (float(size[0]), float(size[1]), float(size[2]))
    )


def _fill(filled: npt.NDArray[np.float32], low: npt.NDArray[np.float64], high: npt.NDArray[np.float64]) -> None:
    """Add a box, its faces smoothed over the voxels they cut."""
    start = np.maximum(np.floor(low).astype(int), 0)
    shares = []
    for axis in range(3):
        stop = min(int(np.ceil(high[axis])), filled.shape[2 - axis])
        edge = np.arange(start[axis], max(stop, start[axis]))
        shares.append(np.clip(np.minimum(edge + 1, high[axis]) - np.maximum(edge, low[axis]), 0, 1))
    x, y, z = shares
    part = filled[start[2] : start[2] + len(z), start[1] : start[1] + len(y), start[0] : start[0] + len(x)]
    part += (z[:, None, None] * y[None, :, None] * x[None, None, :]).astype(np.float32)
    np.minimum(part, 1.0, out=part)


def _blurred(values: npt.NDArray[np.float32], radius: float) -> npt.NDArray[np.float32]:
    """The mean over a soft ball: two running means along each axis."""
    for axis in range(3):
        for _ in range(2):
            values = _running_mean(values, max(1, round(radius)), axis)
    return values


def _running_mean(values: npt.NDArray[np.float32], reach: int, axis: int) -> npt.NDArray[np.float32]:
    padding = [(0, 0)] * 3
    padding[axis] = (reach + 1, reach)
    total = np.cumsum(np.pad(values, padding), axis=axis, dtype=np.float32)
    length = values.shape[axis]
    upper = np.take(total, range(2 * reach + 1, 2 * reach + 1 + length), axis=axis)
    lower = np.take(total, range(length), axis=axis)
    return np.asarray((upper - lower) / (2 * reach + 1), np.float32)


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
