"""The seamless textures: sandstone and wooden planks, from filtered noise; grain and light relief in the colour."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from assets.png import palette_png_bytes, reduced
from assets.surface import Floats


def files(name: str) -> Iterator[tuple[str, bytes]]:
    """The textures, all or only the one called `name`."""
    for key, picture in (("stone", stone), ("wood", wood)):
        if name in ("", key):
            colours = np.clip(np.round(picture() * 255), 0, 255).astype(np.uint8)
            yield f"{key}.png", palette_png_bytes(*reduced(colours))


def noise(shape: tuple[int, int], size_px: tuple[float, float], rng: np.random.Generator) -> Floats:
    """Smooth random values that wrap round, of mean 0 and deviation 1; `size_px` is a feature's size in (y, x)."""
    spectrum = np.fft.rfft2(rng.standard_normal(shape))
    fy = np.fft.fftfreq(shape[0])[:, None] * size_px[0]
    fx = np.fft.rfftfreq(shape[1])[None, :] * size_px[1]
    field = np.fft.irfft2(spectrum * np.exp(-((fy * fy + fx * fx) * 4.0)), shape)
    field -= field.mean()
    return np.asarray(field / field.std())


def cloud(shape: tuple[int, int], size_px: float, octaves: int, rng: np.random.Generator) -> Floats:
    """Noise in several sizes, each half of the one before and weaker."""
    total = sum((noise(shape, (size_px / 2**k,) * 2, rng) * 0.62**k for k in range(octaves)), np.zeros(shape))
    return np.asarray(total / total.std())


def _smooth(low: float, high: float, x: Floats) -> Floats:
    t = np.clip((x - low) / (high - low), 0, 1)
    return np.asarray(t * t * (3 - 2 * t))


def _mix(a: tuple[float, float, float] | Floats, b: tuple[float, float, float] | Floats, t: Floats) -> Floats:
    return np.asarray(np.asarray(a) * (1 - t[..., None]) + np.asarray(b) * t[..., None])


def stone(size: int = 768) -> Floats:
    """Sandstone: mottling, faint bedding, sand grains, a few pits; (size, size, 3) from 0 to 1."""
    rng = np.random.default_rng(20)
    shape = (size, size)
    mottle = cloud(shape, size / 3.2, 4, rng)
    warp = noise(shape, (size / 3, size / 2), rng) * 0.045 + noise(shape, (size / 9, size / 7), rng) * 0.008
    y = np.arange(size)[:, None] / size + warp
    strata = np.sin(2 * np.pi * (7 * y + 0.5 * np.sin(2 * np.pi * 2 * y))) * 0.6 + np.sin(2 * np.pi * 19 * y) * 0.4
    strata *= _smooth(-0.8, 1.2, cloud(shape, size / 2.5, 2, rng))
    grain = noise(shape, (1.6, 1.6), rng)
    coarse = noise(shape, (4.5, 4.5), rng)
    pits = _smooth(2.35, 3.1, noise(shape, (7, 9), rng))
    height = 0.5 * coarse + 0.5 * grain - 2.2 * pits
    relief = np.roll(height, 1, (0, 1)) - np.roll(height, -1, (0, 1))
    tone = 0.30 * mottle + 0.20 * strata + 0.16 * coarse + 0.13 * grain
    colour = _mix((0.800, 0.690, 0.510), (0.905, 0.820, 0.655), _smooth(-1.2, 1.2, tone))
    rust = _smooth(0.7, 2.2, cloud(shape, size / 4, 3, rng))
    colour = _mix(colour, (0.800, 0.640, 0.440), 0.40 * rust)
    dark = _smooth(2.0, 2.6, noise(shape, (2.6, 2.6), rng))
    light = _smooth(2.0, 2.6, noise(shape, (2.4, 2.4), rng))
    colour = _mix(colour, (0.560, 0.430, 0.290), 0.45 * dark + 0.35 * pits)
    colour = _mix(colour, (0.965, 0.920, 0.810), 0.40 * light)
    return np.asarray(colour * (1 + 0.022 * np.clip(relief, -2.5, 2.5))[..., None])


PLANKS = 8
"""Rows of planks in the wood texture, whose width is twice its height."""

JOINTS = (0.11, 0.57, 0.30, 0.83, 0.42, 0.95, 0.68, 0.22)
"""Where each row's boards meet, as a share of the texture's width."""

WOOD_TILE_MM = (640.0, 320.0)
"""What the wood texture covers: along the grain, across it."""


def wood(height: int = 1024) -> Floats:
    """Planks of warm brown wood along x; (height, 2 * height, 3) from 0 to 1."""
    rng = np.random.default_rng(7)
    width = 2 * height
    px = height / WOOD_TILE_MM[1]
    rows = np.linspace(0, height, PLANKS + 1).astype(int)
    picture = np.zeros((height, width, 3))

    for row in range(PLANKS):
        h = rows[row + 1] - rows[row]
        plank = _plank(h, width, px, rng)
        y = (np.arange(h)[:, None] + 0.5) / px
        x = (np.arange(width)[None, :] + 0.5) / px
        edge = np.minimum(np.minimum(y, h / px - y), np.minimum(x, width / px - x))
        edge = edge + 0.12 * noise((h, width), (5 * px, 30 * px), rng)
        plank = plank * (0.80 + 0.20 * _smooth(0.4, 2.6, edge))[..., None]
        plank = _mix(plank, (0.075, 0.045, 0.028), 1 - _smooth(0.15, 0.75, edge))
        picture[rows[row] : rows[row + 1]] = np.roll(plank, round(JOINTS[row] * width), axis=1)
    return picture


def _plank(h: int, w: int, px: float, rng: np.random.Generator) -> Floats:
    """One board, its ends at the picture's sides: growth rings cut lengthwise, streaks, pores, a knot or two."""
    y = (np.arange(h)[:, None] + 0.5) / px
    x = (np.arange(w)[None, :] + 0.5) / px
    tall, long_ = h / px, w / px
    wander = noise((h, w), (40 * px, 220 * px), rng) * 1.7 + noise((h, w), (14 * px, 90 * px), rng) * 0.6
    centre = tall * rng.uniform(0.2, 0.8) + 4 * np.sin(2 * np.pi * (x / long_ * 0.5 + rng.random()))
    depth = rng.uniform(3, 9) + rng.uniform(8, 22) * np.sin(np.pi * x / long_ + rng.uniform(-0.5, 0.5)) ** 2
    dark_knot = np.zeros((h, w))
    bend = np.zeros((h, w))
    for _ in range(int(rng.choice([0, 0, 1, 1]))):
        kx, ky, kr = rng.uniform(60, long_ - 60), rng.uniform(0.25, 0.75) * tall, rng.uniform(1.4, 2.9)
        away = np.sqrt(((x - kx) / 1.5) ** 2 + (y - ky) ** 2) + 0.35 * wander
        dark_knot = np.maximum(dark_knot, 1 - _smooth(0.55 * kr, 1.5 * kr, away))
        bend += 3.6 * kr * np.exp(-((away / (2.6 * kr)) ** 2))
    ring = np.sqrt((y - centre + wander) ** 2 + depth**2) + bend + 0.5 * wander
    phase = ring / rng.uniform(1.7, 3.0) + 0.16 * noise((h, w), (3 * px, 80 * px), rng)
    late = (phase - np.floor(phase)) ** 2.2
    late *= 1 - _smooth(0.90, 1.0, phase - np.floor(phase))
    streak = noise((h, w), (1.1 * px, 90 * px), rng)
    fine = noise((h, w), (0.7 * px, 22 * px), rng)
    pores = _smooth(1.5, 2.4, noise((h, w), (0.55 * px, 9 * px), rng))
    patch = noise((h, w), (40 * px, 140 * px), rng)
    warm, red = rng.uniform(-0.11, 0.11), rng.uniform(-0.010, 0.014)
    tone = 0.50 - 0.30 * late + 0.085 * streak + 0.055 * fine + 0.05 * patch + warm
    colour = _mix((0.265, 0.165, 0.105), (0.585, 0.405, 0.270), np.clip(tone, 0, 1))
    colour = _mix(colour, (0.20, 0.11, 0.06), 0.50 * pores)
    colour = _mix(colour, (0.17, 0.085, 0.045), 0.82 * dark_knot)
    return np.asarray(colour + np.array([red, 0.0, -red]))
