"""Writes PNG files, always the same bytes for the same picture."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt

Bytes2 = npt.NDArray[np.uint8]


def png_bytes(pixels: Bytes2) -> bytes:
    """A PNG of (height, width, channels) values: 3 for colour, 4 with opacity."""
    height, width, channels = pixels.shape
    if channels not in (3, 4):
        raise ValueError(f"{channels} channels; a PNG of ours has 3 or 4")
    header = struct.pack(">IIBBBBB", width, height, 8, 2 if channels == 3 else 6, 0, 0, 0)
    return _file(header, [], _filtered(pixels.reshape(height, -1), channels))


def palette_png_bytes(index: Bytes2, palette: Bytes2) -> bytes:
    """A PNG of (height, width) indices into up to 256 colours (n, 3)."""
    height, width = index.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    rows = np.concatenate([np.zeros((height, 1), np.uint8), index], axis=1)
    return _file(header, [(b"PLTE", palette.astype(np.uint8).tobytes())], rows.tobytes())


def reduced(pixels: Bytes2, colours: int = 256) -> tuple[Bytes2, Bytes2]:
    """Few colours for a picture (height, width, 3), by median cut: indices and palette."""
    codes = (pixels.astype(np.uint32) @ np.array([65536, 256, 1], np.uint32)).reshape(-1)
    unique, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    rgb = np.stack([unique >> 16, (unique >> 8) & 255, unique & 255], axis=1).astype(np.float64)
    boxes = [np.arange(len(unique))]
    while len(boxes) < colours:
        spreads = [_spread(rgb[box], counts[box]) if len(box) > 1 else -1.0 for box in boxes]
        widest = int(np.argmax(spreads))
        if spreads[widest] <= 0:
            break
        box = boxes.pop(widest)
        axis = int(np.argmax(np.ptp(rgb[box], axis=0)))
        box = box[np.argsort(rgb[box, axis], kind="stable")]
        half = int(np.searchsorted(np.cumsum(counts[box]), counts[box].sum() / 2))
        half = min(max(half, 1), len(box) - 1)
        boxes += [box[:half], box[half:]]
    entry = np.zeros(len(unique), np.uint8)
    palette = np.zeros((len(boxes), 3), np.uint8)
    for i, box in enumerate(sorted(boxes, key=lambda b: float(np.average(rgb[b].sum(axis=1), weights=counts[b])))):
        palette[i] = np.round(np.average(rgb[box], axis=0, weights=counts[box]))
        entry[box] = i
    return entry[inverse.reshape(-1)].reshape(pixels.shape[:2]), palette


def _spread(rgb: npt.NDArray[np.float64], counts: npt.NDArray[np.int64]) -> float:
    return float(np.ptp(rgb, axis=0).max() ** 2 * np.sqrt(counts.sum()))


def _filtered(rows: Bytes2, step: int) -> bytes:
    """Each row as differences to its left neighbour or the row above, whichever is smaller."""
    wide = rows.astype(np.int16)
    left = wide.copy()
    left[:, step:] -= wide[:, :-step]
    up = wide.copy()
    up[1:] -= wide[:-1]
    options = [
        (np.abs(d.astype(np.uint8).view(np.int8)).astype(np.int64).sum(axis=1), d.astype(np.uint8)) for d in (left, up)
    ]
    use_up = options[1][0] < options[0][0]
    body = np.where(use_up[:, None], options[1][1], options[0][1])
    return np.concatenate([np.where(use_up, 2, 1).astype(np.uint8)[:, None], body], axis=1).tobytes()


def _file(header: bytes, extra: list[tuple[bytes, bytes]], rows: bytes) -> bytes:
    chunks = [(b"IHDR", header), *extra, (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
