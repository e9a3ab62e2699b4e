"""Pieces that are seen moving although the game moved them at once: lifted, carried over, set down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from babylon3d.core.geometry import Pose, blend

GLIDE_S = 0.7


@dataclass(slots=True)
class _Glide:
    start: Pose
    lift_m: float
    gone_s: float = 0.0


def eased(t: float) -> float:
    """0 to 1 with no speed at either end."""
    return t * t * (3 - 2 * t)


def on_the_way(start: Pose, end: Pose, share: float, lift_m: float) -> Pose:
    """A share of the way from one pose to another, on an arc `lift_m` high at its middle."""
    t = eased(share)
    x, y, z = blend(start, end, t).position
    return Pose((x, y, z + 4 * lift_m * t * (1 - t)), blend(start, end, t).quaternion)


class Glides:
    """The pieces that are on their way, over poses that are already the final ones."""

    def __init__(self) -> None:
        self._on_way: dict[str, _Glide] = {}
        self.clock = 0.0
        """Changes whenever what is seen does."""

    @property
    def active(self) -> bool:
        """Whether a piece is on its way."""
        return bool(self._on_way)

    def start(self, before: Mapping[str, Pose], lifts: Mapping[str, float]) -> None:
        """Send pieces from where they were seen; `lifts` gives the height of each one's arc in metres."""
        for piece, lift in lifts.items():
            if piece in before:
                self._on_way[piece] = _Glide(before[piece], lift)

    def advance(self, seconds: float) -> None:
        """Let time pass; who has arrived is let go."""
        if not self._on_way:
            return
        self.clock += seconds
        for glide in self._on_way.values():
            glide.gone_s += seconds
        self._on_way = {piece: glide for piece, glide in self._on_way.items() if glide.gone_s < GLIDE_S}

    def poses(self, final: Mapping[str, Pose]) -> Mapping[str, Pose]:
        """Where everything is seen."""
        if not self._on_way:
            return final
        seen = dict(final)
        for piece, glide in self._on_way.items():
            end = final.get(piece)
            if end is not None and glide.start != end:
                seen[piece] = on_the_way(glide.start, end, glide.gone_s / GLIDE_S, glide.lift_m)
        return seen
