"""What a gamepad's sticks and buttons say, as plain data, and where it comes from: devices, or a test's script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

PadButton = Literal[
    "a", "b", "x", "y", "left_shoulder", "right_shoulder", "back", "start", "up", "down", "left", "right"
]
"""Named by where they are on the common pad: a at the bottom, b right, x left, y top; the last four are the cross."""
DEAD = 0.18
"""A stick within this of its middle is at rest."""


@dataclass(frozen=True, slots=True)
class PadState:
    """A gamepad now. Axes are -1 to 1: `x` to the right, `y` away, `lift` upward; `held` are the buttons."""

    x: float = 0.0
    y: float = 0.0
    lift: float = 0.0
    held: frozenset[PadButton] = frozenset()


class PadSource(Protocol):
    """Gamepads that come and go."""

    def read(self) -> dict[str, PadState]:
        """The gamepads that are plugged in, by a name that each keeps, in the order they were plugged in."""


class NoPads:
    """No gamepad."""

    def read(self) -> dict[str, PadState]:
        """None."""
        return {}


def live(value: float) -> float:
    """An axis without its dead zone, growing from 0 at the zone's edge."""
    size = abs(value)
    return 0.0 if size <= DEAD else (size - DEAD) / (1 - DEAD) * (1.0 if value > 0 else -1.0)
