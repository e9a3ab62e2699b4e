"""How fast the time of a game runs beside the clock on the wall, and how much of it a picture may make up for."""

from __future__ import annotations

from collections import deque

TICKS_A_SECOND = 60
WINDOW_S = 2.0
SLOW = 0.94
"""Below this share it is said."""
MOST_A_FRAME = 3
"""Ticks a picture: its own, and at most two made up for. After a stall the rest is dropped and time goes slower."""


class Pace:
    """Counts ticks that passed against seconds. Pauses are left out by `forget`."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()
        self._said_s = 0.0
        self._polls, self._in_frame = -1, 0
        self.complaint = ""
        """What is said on the screen when time runs slowly, else empty; it changes once a second at most."""

    def due(self, polls: int) -> bool:
        """Whether a tick may pass: a picture, told by how often the window was polled, has had its share else."""
        self._in_frame = self._in_frame + 1 if polls == self._polls else 1
        self._polls = polls
        return self._in_frame <= MOST_A_FRAME

    def forget(self) -> None:
        """Time stood still: begin anew."""
        self._seen.clear()
        self.complaint = ""

    def seen(self, now_s: float, ticks: int) -> None:
        """So many ticks had passed at this moment."""
        self._seen.append((now_s, ticks))
        while len(self._seen) > 2 and now_s - self._seen[1][0] >= WINDOW_S:
            self._seen.popleft()
        if now_s - self._said_s >= 1.0:
            self._said_s = now_s
            self.complaint = self._complaint()

    @property
    def share(self) -> float | None:
        """The game's time over real time in the last two seconds; None before it can be said."""
        if len(self._seen) < 2 or self._seen[-1][0] - self._seen[0][0] < WINDOW_S * 0.75:
            return None
        (first, a), (last, b) = self._seen[0], self._seen[-1]
        return (b - a) / (TICKS_A_SECOND * (last - first))

    def _complaint(self) -> str:
        share = self.share
        if share is None or share >= SLOW:
            return ""
        return f"Slow: time runs at {max(5, round(20 * share) * 5)} %"
