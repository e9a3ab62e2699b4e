"""Reads the palette pictures (PNG) of the assets into what a graphics card takes, twice as soon as panda3d does."""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from babylon3d.core.errors import Unavailable

SIGNATURE = b"\x89PNG\r\n\x1a\n"
BY_PALETTE, PLAIN = 3, 0


class Pixels(NamedTuple):
    """A picture's pixels: blue, green, red and opacity, a byte each, the lowest row first."""

    width: int
    height: int
    bgra: npt.NDArray[np.uint8]


def read_palette(data: bytes, name: str) -> Pixels | None:
    """The pixels of a PNG of one-byte palette entries with rows as they are; None for any other kind of PNG.

    Raises: Unavailable with `name` for a damaged one.
    """
    try:
        return _read(data)
    except (struct.error, zlib.error, ValueError, IndexError):
        raise Unavailable(f"{name} is not a picture that can be read; install babylon3d again") from None


def _read(data: bytes) -> Pixels | None:
    if not data.startswith(SIGNATURE):
        raise ValueError
    at, packed = len(SIGNATURE), []
    width = height = 0
    colours = np.full((256, 4), 255, np.uint8)
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        at += 12 + length
        if kind == b"IHDR":
            width, height, *manner = struct.unpack(">IIBBBBB", body)
            if manner != [8, BY_PALETTE, PLAIN, PLAIN, PLAIN]:
                return None
        elif kind == b"PLTE":
            palette = np.frombuffer(body, np.uint8).reshape(-1, 3)
            colours[: len(palette), :3] = palette[:, ::-1]
        elif kind == b"IDAT":
            packed.append(body)
    rows = np.frombuffer(zlib.decompress(b"".join(packed)), np.uint8).reshape(height, width + 1)
    if rows[:, 0].any():
        return None
    entries: npt.NDArray[np.uint32] = colours.view(np.uint32)[:, 0]
    return Pixels(width, height, entries[rows[::-1, 1:]].view(np.uint8).reshape(-1))
