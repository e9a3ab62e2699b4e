"""The countdown before a run goes on: after a pause nobody finds the clock running already."""

from __future__ import annotations

from babylon3d.games.babylon.fast.model import TICKS_A_SECOND
from babylon3d.playable.babylon.fast.clock import COUNTDOWN_TICKS


class Recount:
    """3-2-1 in ticks of the screen; no tick of the run passes meanwhile, so that its record knows nothing of it."""

    def __init__(self) -> None:
        self._left = 0

    def begin(self) -> None:
        """Count down anew."""
        self._left = COUNTDOWN_TICKS

    @property
    def on(self) -> bool:
        """Whether the run still has to wait."""
        return self._left > 0

    @property
    def seconds(self) -> int:
        """What is said: 3, 2, 1; 0 when it is over."""
        return -(-self._left // TICKS_A_SECOND)

    def tick(self) -> bool:
        """Let a tick of the screen pass; whether another number is said now."""
        before = self.seconds
        if before and self._left == COUNTDOWN_TICKS:
            before = 0  # the first number is new, too
        self._left = max(0, self._left - 1)
        return self.seconds != before
