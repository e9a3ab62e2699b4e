"""The beat between the end of a round and its sheet: the table is still seen, and a line says how the round ended."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.app.screens.fast.hold import Hold
from babylon3d.app.screens.sheet_frame import UNASKED_S
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.playable.babylon.fast.words import capital
from babylon3d.present.input import KeyDown, MouseDown, ScreenEvent

BEAT_S = 2.2
"""How long it is looked at, if nobody goes on sooner."""


def ended(state: FastState) -> Hold:
    """How a round ended."""
    text = "" if state.solo else f"Round {state.round} is over"
    return Hold(capital(state.stopped_why or "the end"), text, button="The sheet")


class Ending:
    """Which rounds were told and shown. What hands did for the table in its first moment does not end the beat."""

    def __init__(self, scored: int) -> None:
        """`scored` rounds had ended when the table was sat down at; the sheet of the last one comes at once."""
        self._told = scored
        self._shown = 0
        self._said: Hold | None = None
        self._since_s = 0.0

    def says(self, state: FastState, hold: Hold | None, dt: float, events: Sequence[ScreenEvent]) -> Hold | None:
        """What is said over the table now, if `hold` is what was said: how the round ended, for a moment."""
        if hold is None and self._said is None and self._told < len(state.scores):
            self._told, self._said, self._since_s = len(state.scores), ended(state), 0.0
            return self._said
        if self._said is None or hold not in (None, self._said):
            return hold
        self._since_s += dt
        asked = hold is None or any(isinstance(event, (KeyDown, MouseDown)) for event in events)
        if self._since_s < (UNASKED_S if asked else BEAT_S):
            return self._said
        self._said = None
        return None

    def shows(self, state: FastState) -> bool:
        """Whether the sheet of a round has to be shown now; it is told once."""
        due = state.phase in ("scored", "over") and self._shown < len(state.scores)
        self._shown = len(state.scores) if due else self._shown
        return due
