"""The seamless textures: sandstone and wooden planks, from filtered noise; grain and light relief in the colour."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from assets.png import palette_png_bytes, png_bytes, reduced
from assets.surface import Floats


def files(name: str) -> Iterator[tuple[str, bytes]]:
    """The textures, all or only the one called `name`."""
    for key, picture in (("stone", stone), ("wood", wood), ("cloth", cloth), ("room", room)):
        if name in ("", key):
            colours = np.clip(np.round(picture() * 255), 0, 255).astype(np.uint8)
            # What is out of focus has no grain to hide the steps of a palette.
            yield f"{key}.png", png_bytes(colours) if key == "room" else palette_png_bytes(*reduced(colours))


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
    tone = 0.36 * mottle + 0.34 * strata + 0.16 * coarse + 0.13 * grain
    colour = _mix((0.800, 0.690, 0.510), (0.915, 0.842, 0.700), _smooth(-1.2, 1.2, tone))
    rust = _smooth(0.7, 2.2, cloud(shape, size / 4, 3, rng))
    colour = _mix(colour, (0.785, 0.635, 0.460), 0.62 * rust)
    dark = _smooth(2.0, 2.6, noise(shape, (2.6, 2.6), rng))
    light = _smooth(2.0, 2.6, noise(shape, (2.4, 2.4), rng))
    colour = _mix(colour, (0.560, 0.430, 0.290), 0.45 * dark + 0.35 * pits)
    colour = _mix(colour, (0.965, 0.920, 0.810), 0.40 * light)
    return np.asarray(colour * (1 + 0.022 * np.clip(relief, -2.5, 2.5))[..., None])


PLANKS = 2
"""Rows of boards in the wood texture, whose width is twice its height."""

JOINTS = (0.0, 0.5)
"""Where each row's boards begin, as a share of the texture's width; the boards have no end in it."""

WOOD_TILE_MM = (640.0, 320.0)
"""What the wood texture covers: along the grain, across it."""

WOOD_DARK, WOOD_LIGHT = (0.212, 0.172, 0.147), (0.350, 0.292, 0.250)
"""Walnut, stained: what late and early wood look like."""


def wood(height: int = 1024) -> Floats:
    """Broad boards of dark walnut along x, their seams hardly seen; (height, 2 * height, 3) from 0 to 1."""
    rng = np.random.default_rng(7)
    width = 2 * height
    px = height / WOOD_TILE_MM[1]
    rows = np.linspace(0, height, PLANKS + 1).astype(int)
    picture = np.zeros((height, width, 3))
    for row in range(PLANKS):
        h = rows[row + 1] - rows[row]
        board = _board(h, width, px, rng)
        y = (np.arange(h)[:, None] + 0.5) / px
        edge = np.minimum(y, h / px - y) + np.zeros((h, width))
        board = board * (1 - 0.30 * (1 - _smooth(0.1, 0.7, edge)))[..., None]
        picture[rows[row] : rows[row + 1]] = board
    return picture


def _board(h: int, w: int, px: float, rng: np.random.Generator) -> Floats:
    """One board: growth rings cut lengthwise, very faint; fine streaks and pores of 20 mm pieces' scale."""
    y = (np.arange(h)[:, None] + 0.5) / px
    wander = noise((h, w), (50 * px, 320 * px), rng) * 5.0 + noise((h, w), (16 * px, 110 * px), rng) * 1.0
    ring = (y + wander) / 5.2
    late = 0.5 - 0.5 * np.cos(2 * np.pi * ring)
    streak = noise((h, w), (0.8 * px, 130 * px), rng)
    fine = noise((h, w), (0.45 * px, 26 * px), rng)
    pores = _smooth(1.6, 2.6, noise((h, w), (0.40 * px, 5 * px), rng))
    patch = noise((h, w), (60 * px, 220 * px), rng)
    tone = 0.50 - 0.16 * late + 0.070 * streak + 0.055 * fine + 0.060 * patch + rng.uniform(-0.05, 0.05)
    colour = _mix(WOOD_DARK, WOOD_LIGHT, np.clip(tone, 0, 1))
    return _mix(colour, (0.135, 0.100, 0.080), 0.45 * pores)


CLOTH_CELLS, CLOTH_CELL_MM = 4, 20.0
"""The cloth's texture covers so many cells along both sides; a line of the grid lies on its edges."""

CLOTH = (0.218, 0.266, 0.314)
"""The cloth's colour, sRGB by the square."""


def cloth(size: int = 512) -> Floats:
    """Plain weave with a grid of slightly lighter thread, 20 mm apart; (size, size, 3) from 0 to 1."""
    rng = np.random.default_rng(41)
    shape = (size, size)
    threads = 96
    t = (np.arange(size) + 0.5) / size * threads
    warp, weft = np.abs(np.sin(np.pi * t))[None, :] ** 0.7, np.abs(np.sin(np.pi * t))[:, None] ** 0.7
    over = (np.floor(t)[:, None] + np.floor(t)[None, :]) % 2
    weave = np.where(over > 0, warp, weft)
    index = np.floor(t).astype(int)
    a, b = rng.normal(size=threads)[index][None, :], rng.normal(size=threads)[index][:, None]
    slub = np.where(over > 0, a, b)
    fibre = noise(shape, (1.6, 1.6), rng)
    mottle = cloud(shape, size / 2.5, 3, rng)
    tone = 1.0 + 0.20 * (weave - 0.72) + 0.014 * slub + 0.028 * fibre + 0.010 * mottle
    at = (np.arange(size) + 0.5) / size * CLOTH_CELLS
    away = np.abs(at - np.round(at)) * CLOTH_CELL_MM
    line = 1 - _smooth(0.22, 0.50, away)
    grid = np.maximum(line[:, None], line[None, :])
    tone = tone * (1 + 0.10 * grid)
    colour = np.asarray(CLOTH) * tone[..., None]
    return np.asarray(colour * (1 + 0.10 * grid[..., None] * np.array([1.0, 0.2, -0.6])))


ROOM_REACH = 1.5
"""Half the side of the room's picture in the plane of `d.xy / (1 - d.z)`: the horizon lies at 1."""


def room(size: int = 256) -> Floats:
    """The room round the table at dusk, out of focus: floor, walls, two windows, lamps; by direction."""
    q = (np.arange(size) + 0.5) / size * 2 - 1
    u, v = np.meshgrid(q * ROOM_REACH, -q * ROOM_REACH)
    r2 = u * u + v * v
    # From the plane back to the sphere: looking down is the middle.
    d = np.stack([2 * u / (1 + r2), 2 * v / (1 + r2), (r2 - 1) / (1 + r2)], -1)
    half, floor, ceiling = 2.0, -0.50, 1.9
    with np.errstate(divide="ignore"):
        to_wall = half / np.maximum(np.maximum(np.abs(d[..., 0]), np.abs(d[..., 1])), 1e-6)
        to_flat = np.where(d[..., 2] < 0, floor, ceiling) / np.where(np.abs(d[..., 2]) < 1e-6, 1e-6, d[..., 2])
    on_wall = to_wall < to_flat
    p = d * np.minimum(to_wall, to_flat)[..., None]
    out = np.hypot(p[..., 0], p[..., 1])
    # Light: a lamp over the table, a lamp in the corner towards the sun, dusk at the windows. Linear.
    pool = np.exp(-((out / 1.15) ** 2))
    warm, dusk = np.array([1.0, 0.56, 0.27]), np.array([0.30, 0.42, 0.72])
    floor_c = np.array([0.017, 0.018, 0.026]) + 0.010 * pool[..., None] * warm
    wall_c = np.array([0.024, 0.027, 0.043]) * np.ones_like(p)
    for lx, ly, lz, power in (
        (1.8, 1.2, -0.05, 0.62),
        (-1.5, 1.8, -0.12, 0.78),
        (-1.6, -1.7, -0.05, 0.60),
        (1.7, -1.6, 0.0, 0.40),
    ):
        away2 = (p[..., 0] - lx) ** 2 + (p[..., 1] - ly) ** 2 + (p[..., 2] - lz) ** 2
        glow = power / (1 + 5.0 * away2)
        wall_c = wall_c + glow[..., None] * warm * 0.62
        floor_c = floor_c + glow[..., None] * warm * 0.16
    picture = np.where(on_wall[..., None], wall_c, floor_c)
    for side, mid in ((1, -0.7), (1, 0.75), (0, 0.4)):
        along, deep = p[..., 1 - side], p[..., side]
        wanted = deep > half * 0.98 if side == 1 else deep < -half * 0.98
        a, z = np.abs(along - mid), p[..., 2]
        open_ = (a < 0.34) & (z > -0.20) & (z < 0.75 + np.sqrt(np.maximum(0.34**2 - a * a, 0)))
        sky = dusk * (0.30 + 0.25 * np.clip(0.8 - z, 0, 1))[..., None]
        picture = np.where((wanted & open_)[..., None], sky, picture)
    f = np.fft.fftfreq(size) * size
    blur = np.exp(-((f[:, None] ** 2 + f[None, :] ** 2) * (2 * np.pi**2) * ROOM_BLUR**2))
    soft = np.stack([np.fft.ifft2(np.fft.fft2(picture[..., k]) * blur).real for k in range(3)], -1)
    return np.asarray(np.sqrt(np.clip(soft, 0, 1)))


ROOM_BLUR = 0.030
"""Deviation of the blur, as a share of the picture's side."""
