"""The look in numbers: colours of dusk and sandstone, text styles, radii. One place to change the mood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from babylon3d.present.palette import MARKS, colour_of, ink_on

Rgba = tuple[float, float, float, float]


class Face(NamedTuple):
    """A text style: a font's role, its size and its line's height, logical pixels."""

    font: str
    size: float
    line: float


FACES: dict[str, Face] = {
    "title": Face("title", 58, 66),
    "heading": Face("title", 28, 36),
    "subheading": Face("bold", 17, 24),
    "body": Face("body", 15, 22),
    "strong": Face("bold", 15, 22),
    "small": Face("body", 13, 18),
    "smallstrong": Face("bold", 13, 18),
    "tiny": Face("bold", 11.5, 15),
    "figure": Face("bold", 20, 26),
}

# sRGB with alpha. Night is the dusk sky's deep blue warmed up; sand and clay are the stones; amber is the low sun.
COLOURS: dict[str, Rgba] = {
    "text": (0.965, 0.925, 0.855, 1.0),
    "soft": (0.80, 0.745, 0.675, 1.0),
    "faint": (0.64, 0.585, 0.535, 1.0),
    "ink": (0.17, 0.115, 0.085, 1.0),
    "ink_soft": (0.36, 0.27, 0.20, 1.0),
    "amber": (0.965, 0.725, 0.385, 1.0),
    "sand": (0.915, 0.82, 0.66, 1.0),
    "clay": (0.80, 0.46, 0.28, 1.0),
    "good": (0.60, 0.80, 0.52, 1.0),
    "bad": (0.98, 0.55, 0.43, 1.0),
    "night": (0.085, 0.075, 0.115, 1.0),
    "white": (1.0, 1.0, 1.0, 1.0),
    "clear": (0.0, 0.0, 0.0, 0.0),
}


def faded(colour: Rgba, alpha: float) -> Rgba:
    """The same colour with its alpha multiplied."""
    return (colour[0], colour[1], colour[2], colour[3] * alpha)


def mixed(a: Rgba, b: Rgba, share: float) -> Rgba:
    """Between two colours: `a` at 0, `b` at 1."""
    return (
        a[0] + (b[0] - a[0]) * share,
        a[1] + (b[1] - a[1]) * share,
        a[2] + (b[2] - a[2]) * share,
        a[3] + (b[3] - a[3]) * share,
    )


def rgba(name: str, colour_blind: bool = False) -> Rgba:
    """A colour of the theme, or a player's; `ink:red` is what reads on red. Raises: KeyError."""
    if name in MARKS:
        return (*colour_of(name, colour_blind), 1.0)
    if name.startswith("ink:"):
        return (*ink_on(colour_of(name[4:], colour_blind)), 1.0)
    return COLOURS[name]


@dataclass(frozen=True, slots=True)
class Surface:
    """A rounded rectangle's look: fill from top to bottom, rim, the blur of its shadow; logical pixels."""

    top: Rgba
    bottom: Rgba
    rim: Rgba = (0.0, 0.0, 0.0, 0.0)
    radius: float = 10.0
    shadow: float = 0.0
    rim_width: float = 1.25


_GLASS_TOP: Rgba = (0.165, 0.135, 0.165, 0.90)
_GLASS_BOTTOM: Rgba = (0.105, 0.088, 0.122, 0.92)
_RIM: Rgba = (0.98, 0.86, 0.68, 0.16)

SURFACES: dict[str, Surface] = {
    "panel": Surface(_GLASS_TOP, _GLASS_BOTTOM, _RIM, 14, 18),
    "hud": Surface(_GLASS_TOP, _GLASS_BOTTOM, _RIM, 12, 12),
    "dialog": Surface((0.20, 0.160, 0.185, 0.985), (0.14, 0.113, 0.150, 0.985), (0.98, 0.86, 0.68, 0.26), 16, 34),
    "tooltip": Surface((0.96, 0.915, 0.835, 0.985), (0.925, 0.86, 0.76, 0.985), (0.4, 0.25, 0.12, 0.35), 8, 10),
    "toast": Surface((0.96, 0.915, 0.835, 0.985), (0.925, 0.86, 0.76, 0.985), (0.4, 0.25, 0.12, 0.35), 10, 14),
    "well": Surface((0.0, 0.0, 0.02, 0.26), (0.0, 0.0, 0.02, 0.20), (1.0, 0.9, 0.75, 0.07), 10),
    "row": Surface((1.0, 0.92, 0.80, 0.055), (1.0, 0.92, 0.80, 0.045), (1.0, 0.9, 0.75, 0.06), 10),
    "lit": Surface((0.965, 0.725, 0.385, 0.22), (0.965, 0.725, 0.385, 0.15), (0.965, 0.725, 0.385, 0.45), 10),
    "warning": Surface((0.78, 0.30, 0.17, 0.92), (0.65, 0.22, 0.13, 0.94), (1.0, 0.7, 0.55, 0.5), 9, 10),
    "key": Surface((1.0, 0.95, 0.88, 0.10), (1.0, 0.95, 0.88, 0.05), (1.0, 0.95, 0.88, 0.28), 4),
    "key_dark": Surface((0.2, 0.1, 0.05, 0.10), (0.2, 0.1, 0.05, 0.06), (0.2, 0.1, 0.05, 0.38), 4),
    "line": Surface((0.05, 0.04, 0.06, 0.9), (0.05, 0.04, 0.06, 0.9), radius=0),
    "badge": Surface((0.93, 0.84, 0.69, 1.0), (0.87, 0.75, 0.57, 1.0), (0.2, 0.1, 0.05, 0.5), 9),
    "stripe": Surface((1.0, 0.92, 0.80, 0.045), (1.0, 0.92, 0.80, 0.045), radius=6),
}

# Per button style: at rest, hovered, pressed, disabled, active.
_SAND = Surface((0.965, 0.885, 0.745, 1.0), (0.875, 0.755, 0.575, 1.0), (1.0, 0.96, 0.87, 0.75), 10, 8)
_BROWN = Surface((1.0, 0.93, 0.82, 0.125), (1.0, 0.90, 0.76, 0.075), (1.0, 0.9, 0.76, 0.20), 10)
_LIT = Surface((0.965, 0.725, 0.385, 0.34), (0.93, 0.62, 0.30, 0.26), (0.99, 0.80, 0.50, 0.85), 10)
_NONE = Surface((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), 10)

BUTTONS: dict[str, tuple[Surface, Surface, Surface, Surface, Surface]] = {
    "primary": (
        _SAND,
        Surface((1.0, 0.945, 0.835, 1.0), (0.945, 0.83, 0.65, 1.0), (1.0, 0.98, 0.92, 1.0), 10, 12),
        Surface((0.83, 0.71, 0.53, 1.0), (0.90, 0.79, 0.62, 1.0), (1.0, 0.96, 0.87, 0.6), 10, 4),
        Surface((0.60, 0.53, 0.46, 0.42), (0.52, 0.45, 0.39, 0.42), (1.0, 0.96, 0.87, 0.10), 10),
        _SAND,
    ),
    "normal": (
        _BROWN,
        Surface((1.0, 0.93, 0.82, 0.22), (1.0, 0.90, 0.76, 0.155), (1.0, 0.9, 0.76, 0.42), 10),
        Surface((1.0, 0.93, 0.82, 0.06), (1.0, 0.90, 0.76, 0.11), (1.0, 0.9, 0.76, 0.30), 10),
        Surface((1.0, 0.93, 0.82, 0.04), (1.0, 0.90, 0.76, 0.03), (1.0, 0.9, 0.76, 0.07), 10),
        _LIT,
    ),
    "quiet": (
        _NONE,
        Surface((1.0, 0.93, 0.82, 0.13), (1.0, 0.90, 0.76, 0.09), (1.0, 0.9, 0.76, 0.16), 10),
        Surface((1.0, 0.93, 0.82, 0.05), (1.0, 0.90, 0.76, 0.08), (1.0, 0.9, 0.76, 0.20), 10),
        _NONE,
        _LIT,
    ),
    "danger": (
        Surface((0.80, 0.34, 0.22, 0.95), (0.66, 0.24, 0.15, 0.95), (1.0, 0.75, 0.62, 0.45), 10, 8),
        Surface((0.89, 0.41, 0.28, 1.0), (0.75, 0.30, 0.19, 1.0), (1.0, 0.82, 0.70, 0.7), 10, 12),
        Surface((0.60, 0.22, 0.14, 1.0), (0.69, 0.28, 0.18, 1.0), (1.0, 0.75, 0.62, 0.4), 10, 4),
        Surface((0.45, 0.30, 0.26, 0.4), (0.40, 0.26, 0.22, 0.4), (1.0, 0.75, 0.62, 0.10), 10),
        _LIT,
    ),
}
BUTTONS["tile"] = BUTTONS["normal"]
BUTTONS["tab"] = BUTTONS["normal"]

WANTED = Surface((0.965, 0.725, 0.385, 0.26), (0.965, 0.725, 0.385, 0.16), (1.0, 0.80, 0.42, 1.0), 10, 16, 3.0)
FOCUS = Surface((0, 0, 0, 0), (0, 0, 0, 0), (0.99, 0.79, 0.45, 1.0), 12, rim_width=2.5)
