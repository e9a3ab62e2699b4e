"""The colours that games give to people and sides, two palettes of them, each with a mark: colour is no only sign."""

from __future__ import annotations

from typing import Literal

Rgb = tuple[float, float, float]
Mark = Literal["diamond", "circle", "triangle", "square", "star", "hexagon", "cross", "pentagon"]

MARKS: dict[str, Mark] = {
    "red": "diamond",
    "yellow": "circle",
    "green": "triangle",
    "blue": "square",
    "violet": "star",
    "orange": "hexagon",
    "sky": "cross",
    "black": "pentagon",
}

# sRGB, 0 to 1.
NORMAL: dict[str, Rgb] = {
    "red": (0.80, 0.20, 0.16),
    "yellow": (0.95, 0.74, 0.16),
    "green": (0.20, 0.60, 0.31),
    "blue": (0.20, 0.43, 0.80),
    "violet": (0.58, 0.33, 0.74),
    "orange": (0.93, 0.49, 0.13),
    "sky": (0.42, 0.74, 0.90),
    "black": (0.16, 0.16, 0.18),
}

# Okabe and Ito, "Color Universal Design" (2008): their eight, each by the nearest name.
COLOUR_BLIND: dict[str, Rgb] = {
    "red": (0.84, 0.37, 0.00),
    "yellow": (0.94, 0.89, 0.26),
    "green": (0.00, 0.62, 0.45),
    "blue": (0.00, 0.45, 0.70),
    "violet": (0.80, 0.47, 0.65),
    "orange": (0.90, 0.62, 0.00),
    "sky": (0.34, 0.71, 0.91),
    "black": (0.08, 0.08, 0.08),
}


WORDS_COLOUR_BLIND = {"red": "orange", "orange": "amber", "violet": "pink"}
"""What people see and say instead of the name, where a colour of the second palette is another one."""


def colour_word(name: str, colour_blind: bool = False) -> str:
    """What a player colour is called on the screen: as it looks in the palette that is shown."""
    return WORDS_COLOUR_BLIND.get(name, name) if colour_blind else name


def colour_of(name: str, colour_blind: bool = False) -> Rgb:
    """A player colour's sRGB. Raises: KeyError for a name that is none."""
    return (COLOUR_BLIND if colour_blind else NORMAL)[name]


def ink_on(rgb: Rgb) -> Rgb:
    """Dark or light, whichever reads better on a colour (WCAG relative luminance)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return (0.13, 0.10, 0.09) if luminance > 0.22 else (1.0, 0.98, 0.94)
