"""When a piece is at rest, and when it may be put to sleep. Pure arithmetic, no engine.

Slow is not enough for sleep: a column at the edge of its stability leans away at a few millimetres a second for
a second or two before it is seen to fall (Bullet's own sleeping freezes it on the way). A fall speeds up, creep
does not; so a piece may sleep when it is calm and either hardly moves, or moves no faster than it did before.
"""

from __future__ import annotations

from dataclasses import dataclass

from babylon3d.core.geometry import Vec3, distance, norm
from babylon3d.physics.world import Motion

# A piece slower than this for `CALM_S` is at rest (design: "At rest").
CALM_M_S, CALM_RAD_S, CALM_S = 0.010, 0.5, 0.5
# Its ways are compared over stretches of this length.
STRETCH_S = 0.25
# A piece that moved less than this in a stretch hardly moves: 0.4 mm/s.
STILL_M = 0.0001
# Creep that does not speed up may sleep after this, any calm after that.
CREEP_S, LONG_S = 1.5, 4.0
SPEEDING_UP = 1.1
_EPSILON_S = 1e-9


@dataclass(slots=True)
class Calm:
    """How long a piece has been calm, and how far it went in the last two stretches of that; seconds, metres."""

    seconds: float = 0.0
    mark: Vec3 = (0.0, 0.0, 0.0)
    mark_s: float = 0.0
    last_m: float = 0.0
    before_m: float = 0.0

    def note(self, position: Vec3, motion: Motion, seconds: float) -> None:
        """Take in where the piece is and how it moves, `seconds` after the last time."""
        if norm(motion.linear) >= CALM_M_S or norm(motion.angular) >= CALM_RAD_S:
            self.seconds = 0.0
            return
        if self.seconds == 0.0:
            self.mark, self.mark_s, self.last_m, self.before_m = position, 0.0, 0.0, 0.0
        self.seconds += seconds
        self.mark_s += seconds
        if self.mark_s >= STRETCH_S - _EPSILON_S:
            self.before_m, self.last_m = self.last_m, distance(self.mark, position)
            self.mark, self.mark_s = position, 0.0

    @property
    def at_rest(self) -> bool:
        """Slow for long enough."""
        return self.seconds >= CALM_S - _EPSILON_S

    @property
    def may_sleep(self) -> bool:
        """At rest, and not about to fall."""
        if not self.at_rest:
            return False
        if self.last_m <= STILL_M:
            return True
        if self.seconds >= LONG_S:
            return True
        return self.seconds >= CREEP_S and self.last_m <= SPEEDING_UP * self.before_m
