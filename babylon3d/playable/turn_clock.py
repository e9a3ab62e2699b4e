"""The clock of a game in turns: it runs while a person may act, and says when the time is up (T11).

What it says are outcomes in the log, so a record replays without a clock. Whoever runs it leaves out pauses, cards,
hand-overs and bots.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

from babylon3d.core.actions import Event, Need, Outcome, Seat

HURRY_S = 10


class Timed(Protocol):
    """What a game knows of its clocks."""

    def turn(self, state: Any) -> tuple[Seat, int]:
        """Who is to move, and the number of that turn: another value for every turn."""

    def left_s(self, state: Any, ran_s: float) -> float | None:
        """What is left to whoever is to move after so much of the turn; None where no clock was agreed."""

    def late(self, state: Any) -> bool:
        """Whether the time of the running turn is up."""

    def bot_moves(self, state: Any) -> bool:
        """Whether a bot makes the rest of a turn whose time is up."""

    def up(self, seat: Seat) -> Outcome:
        """The time is up."""

    def used(self, seat: Seat, tenths: int) -> Outcome:
        """So many tenths of a second went by in the turn that has ended."""


class TurnClock:
    """A nature without pieces. It lasts as long as its sitting, also while the table is put away."""

    name = "clock"

    def __init__(self, timed: Timed) -> None:
        self.timed = timed
        self._ran_s = 0.0
        self._turn: tuple[Seat, int] | None = None
        self._due: list[Outcome] = []

    def left_s(self, state: Any) -> float | None:
        """What is left of the time, never below 0; None where no clock was agreed."""
        left = self.timed.left_s(state, self._ran_s)
        return None if left is None else 0.0 if self.timed.late(state) else max(0.0, left)

    def text(self, state: Any) -> tuple[str, bool]:
        """What is left for people, such as "1:05", empty without a clock, and whether it is nearly nothing."""
        left = self.left_s(state)
        if left is None:
            return "", False
        seconds = math.ceil(left)
        return f"{seconds // 60}:{seconds % 60:02d}", seconds <= HURRY_S

    def run(self, dt: float, state: Any, *, judged: bool) -> None:
        """Let time pass for a person who may act, seconds. What is let go of is `judged` before the time is up."""
        left = self.left_s(state)
        if left is None or self.timed.late(state) or self.timed.turn(state) != self._turn:
            return
        self._ran_s += dt
        if judged and not self._due and self.left_s(state) == 0.0:
            self._due.append(self.timed.up(self._turn[0]))

    def observe(self, events: tuple[Event, ...], state: Any) -> None:
        """Begin anew with every turn, and say how long the last one was."""
        turn = self.timed.turn(state)
        if turn == self._turn:
            return
        if self._turn is not None and self._ran_s > 0 and self.timed.left_s(state, 0.0) is not None:
            self._due = [self.timed.used(self._turn[0], round(self._ran_s * 10))]
        self._turn, self._ran_s = turn, 0.0

    def poll(self, state: Any, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        """What is to be said."""
        due, self._due = tuple(self._due), []
        return due
