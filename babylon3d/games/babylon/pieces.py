"""The pieces of Babylon Tower Builders: sizes, masses, friction, counts. The only place that says them."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from babylon3d.core.build import Box, Cylinder, PartSpec, PieceSet

PartKind = Literal["tower", "bridge"]
NobleSize = Literal["large", "small"]
PieceKind = Literal["tower", "bridge", "large", "small"]

PIECE_KINDS: tuple[PieceKind, ...] = ("tower", "bridge", "large", "small")

# Lengths in metres. A part is a little narrower than its cell, so that side faces never touch.
PITCH_M = 0.020
LEVEL_M = 0.020
WIDTH_M = 0.0196

# The arch: straight sides, then a half circle, through the whole width of the bridge's middle cell.
ARCH_WIDTH_M = 2 * PITCH_M - WIDTH_M
ARCH_HEIGHT_M = 0.014

TOWER_KG = 0.008
BRIDGE_KG = 0.020

SMALL_WIDTH_M, SMALL_HEIGHT_M, SMALL_KG = 0.008, 0.016, 0.0006
LARGE_WIDTH_M, LARGE_HEIGHT_M, LARGE_KG = 0.013, 0.019, 0.0018

FRICTION = 0.5

# Ruling B1 (assumed): the table is 41 x 41 cells.
TABLE_REACH = 20

# Rulings B9, B10 (assumed).
LARGE_NOBLES, SMALL_NOBLES = 3, 6
COLOURS: tuple[str, ...] = ("red", "yellow", "green", "blue", "violet")
MIN_PLAYERS, MAX_PLAYERS = 3, 5


class Supply(NamedTuple):
    """How many pieces of each kind a player holds."""

    towers: int
    bridges: int
    large: int
    small: int

    @property
    def total(self) -> int:
        """All pieces together."""
        return self.towers + self.bridges + self.large + self.small


# Building parts per player, by the number of players (rulebook, A: Preparation and B: Preparation).
TACTICAL_PARTS: dict[int, tuple[int, int]] = {3: (27, 6), 4: (21, 5), 5: (16, 4)}
FAST_PARTS: dict[int, tuple[int, int]] = {3: (27, 6), 4: (21, 5), 5: (15, 4)}

BOX_TOWERS, BOX_BRIDGES = 84, 20


def bridge_com_height_m() -> float:
    """Height of a bridge's centre of mass above its foot, in metres: the box less the arch, exactly."""
    radius = ARCH_WIDTH_M / 2
    side = ARCH_HEIGHT_M - radius
    length = 2 * PITCH_M + WIDTH_M
    whole = length * LEVEL_M
    straight = ARCH_WIDTH_M * side
    round_ = math.pi * radius * radius / 2
    moment = whole * LEVEL_M / 2 - straight * side / 2 - round_ * (side + 4 * radius / (3 * math.pi))
    return moment / (whole - straight - round_)


def _small_places() -> tuple[tuple[float, float], ...]:
    """Three places in a triangle that keeps small nobles apart and inside the tower's edge."""
    reach = 0.0049
    return tuple((reach * math.cos(math.radians(a)), reach * math.sin(math.radians(a))) for a in (210.0, 330.0, 90.0))


def _crowded_places() -> tuple[tuple[float, float], ...]:
    """Five places for small nobles: the corners and the middle, a hair apart and inside the tower's edge."""
    reach = 0.00575
    return ((-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach), (0.0, 0.0))


def _specs() -> dict[str, PartSpec]:
    half = WIDTH_M / 2
    length = 2 * PITCH_M + WIDTH_M
    crown = LEVEL_M - ARCH_HEIGHT_M
    tower = PartSpec(
        kind="tower",
        size=(WIDTH_M, WIDTH_M, LEVEL_M),
        shapes=(Box((half, half, LEVEL_M / 2)),),
        mass_kg=TOWER_KG,
        friction=FRICTION,
        footprint=((0, 0, 0),),
        feet=((0, 0, 0),),
    )
    bridge = PartSpec(
        kind="bridge",
        size=(length, WIDTH_M, LEVEL_M),
        shapes=(
            Box((half, half, LEVEL_M / 2), (-PITCH_M, 0.0, 0.0)),
            Box((half, half, LEVEL_M / 2), (PITCH_M, 0.0, 0.0)),
            Box((ARCH_WIDTH_M / 2, half, crown / 2), (0.0, 0.0, LEVEL_M / 2 - crown / 2)),
        ),
        mass_kg=BRIDGE_KG,
        friction=FRICTION,
        com=(0.0, 0.0, bridge_com_height_m() - LEVEL_M / 2),
        footprint=((-1, 0, 0), (0, 0, 0), (1, 0, 0)),
        feet=((-1, 0, 0), (1, 0, 0)),
        bridged=((0, 0, -1),),
    )
    small = PartSpec(
        kind="small",
        size=(SMALL_WIDTH_M, SMALL_WIDTH_M, SMALL_HEIGHT_M),
        shapes=(Cylinder(SMALL_WIDTH_M / 2, SMALL_HEIGHT_M),),
        mass_kg=SMALL_KG,
        friction=FRICTION,
    )
    large = PartSpec(
        kind="large",
        size=(LARGE_WIDTH_M, LARGE_WIDTH_M, LARGE_HEIGHT_M),
        shapes=(Cylinder(LARGE_WIDTH_M / 2, LARGE_HEIGHT_M),),
        mass_kg=LARGE_KG,
        friction=FRICTION,
    )
    return {spec.kind: spec for spec in (tower, bridge, small, large)}


BABYLON = PieceSet(
    name="babylon",
    pitch_m=PITCH_M,
    level_m=LEVEL_M,
    specs=_specs(),
    noble_places={"small": _small_places(), "large": ((0.0, 0.0),)},
    noble_crowds={"small": _crowded_places()},
)
