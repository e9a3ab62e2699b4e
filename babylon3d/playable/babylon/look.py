"""How Babylon's pieces look."""

from __future__ import annotations

from dataclasses import replace

from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.present.looks import PieceLook, drawn

# scripts/assets/parts.py draws the same openings.
TOWER = PieceLook(
    tint=(1.0, 0.985, 0.96),
    walls=(
        ((-0.0038, 0.0038, -0.0084, 0.0034),),
        ((-0.0009, 0.0009, -0.0052, 0.0036),),
        ((-0.0034, -0.0007, -0.0046, 0.0022), (0.0007, 0.0034, -0.0046, 0.0022)),
        ((-0.0021, 0.0021, -0.0022, 0.0042),),
    ),
    top=(-0.00095, 0.00095, -0.0074, 0.0),
)
BRIDGE = PieceLook(tint=(0.86, 0.715, 0.53))
"""Bridges are cut from a warmer bed."""

PIECES = replace(
    drawn(BABYLON),
    looks={"tower": TOWER, "bridge": BRIDGE},
    heads={
        "red": ((0.15, 0.62), (0.62, 0.8), (0.0, 1.0)),
        "yellow": ((0.4, 0.66), (0.6, 0.82), (0.36, 0.96), (0.0, 1.0)),
        "green": ((0.78, 0.66), (0.0, 1.0)),
        "blue": ((0.62, 0.72), (0.62, 1.0), (0.0, 1.0)),
        "violet": ((0.2, 0.66), (0.62, 0.78), (0.16, 0.86), (0.0, 1.0)),
    },
)
