"""The Fast Game's clock, in ticks: countdown, seconds, stop watch, patience, slices of the mouse, the end's 5 s."""

from __future__ import annotations

from typing import Literal

import msgspec

from babylon3d.core.actions import Event, Outcome, Seat
from babylon3d.core.errors import CorruptFile
from babylon3d.games.babylon.fast import model as m

COUNTDOWN_TICKS = 3 * m.TICKS_A_SECOND
# What was let go before the end may take this long to come to rest (F8).
SETTLE_TICKS = 5 * m.TICKS_A_SECOND
# A slice of the mouse waits this long for a let-go piece to be judged.
SLICE_WAIT_TICKS = 2 * m.TICKS_A_SECOND
# While time runs the log has a line at least every second, or after the end's 5 s.
MOST_SILENT_TICKS = 2 * SETTLE_TICKS


Phase = Literal["still", "countdown", "building", "settling"]


def after_silence(tick: int, goal: int, still: bool, line: int) -> int:
    """The tick to go on from towards a record's next line, at `goal`: a silence may be long while the clock is `still`.

    Raises: CorruptFile where time ran without a line: no game is like that, and to wait for it could take for ever.
    """
    if goal - tick <= MOST_SILENT_TICKS:
        return tick
    if not still:
        raise CorruptFile(f"{goal - tick:,} ticks pass without a line", f"line {line}", "a record has one each second")
    return goal - 1


class ClockState(msgspec.Struct, frozen=True):
    """Where a clock stands: enough to go on from."""

    phase: Phase
    ticks: int
    slice_ticks: int
    own: tuple[int, ...]
    mouse: Seat | None
    quiet: int = 0
    patience: int = 0


class Clock:
    """Counts ticks of one match and says what they bring. It stands still whenever it is not asked."""

    def __init__(self, options: m.FastOptions, players: int) -> None:
        self._options = options
        self._phase: Phase = "still"
        self._ticks = 0
        self._slice = 0
        self._passing = False
        self._quiet = self._patience = 0
        self._own = [0] * players
        self.mouse: Seat | None = None

    @property
    def _slice_ticks(self) -> int:
        """How long the mouse stays with a player (F12)."""
        return self._options.slice_s * m.TICKS_A_SECOND

    @property
    def phase(self) -> Phase:
        """What the match is doing."""
        return self._phase

    @property
    def ticks(self) -> int:
        """Ticks since the phase began."""
        return self._ticks

    def state(self) -> ClockState:
        """Where the clock stands."""
        return ClockState(
            self._phase, self._ticks, self._slice, tuple(self._own), self.mouse, self._quiet, self._patience
        )

    def restore(self, state: ClockState) -> None:
        """Go on from there."""
        self._phase, self._ticks, self._slice = state.phase, state.ticks, state.slice_ticks
        self._own, self.mouse, self._passing = list(state.own), state.mouse, False
        self._quiet, self._patience = state.quiet, state.patience

    def placed(self) -> None:
        """A piece was placed: the round's patience begins anew (F15)."""
        self._quiet = 0

    def hear(self, event: Event) -> None:
        """Take in what a step of the rules changed."""
        match event:
            case m.RoundPrepared(number=number):
                self._begin("countdown")
                self._own = [0] * len(self._own)
                self.mouse = (number - 1) % len(self._own) if self._options.way == "alternating" else None
            case m.RoundStarted():
                self._begin("building")
                self._slice, self._passing = 0, False
                self._quiet = self._patience = 0
            case m.Ticked(patience=patience):
                self._patience = patience * m.TICKS_A_SECOND
            case m.MousePassed(seat=seat):
                self.mouse, self._slice, self._passing = seat, 0, False
            case m.WentOut(seat=seat) | m.SaidDone(seat=seat, no=False) if seat == self.mouse:
                self._slice = max(self._slice, self._slice_ticks)  # there is nothing to wait for
            case m.RoundStopped():
                self._begin("settling")
            case m.RoundScored():
                self._begin("still")

    def tick(self, waiting: bool, quiet: bool) -> tuple[Outcome, ...]:
        """Let a tick pass. `waiting`: a let-go piece is not judged yet; `quiet`: nothing moves."""
        if self._phase == "still":
            return ()
        self._ticks += 1
        match self._phase:
            case "countdown":
                return (m.RoundBegan(),) if self._ticks == COUNTDOWN_TICKS else ()
            case "building":
                return self._build(waiting)
            case _:
                if self._ticks < SETTLE_TICKS and (waiting or not quiet):
                    return ()
                self._begin("still")
                return (m.CameToRest(),)

    def _build(self, waiting: bool) -> tuple[Outcome, ...]:
        outcomes: tuple[Outcome, ...] = ()
        if self._ticks % m.TICKS_A_SECOND == 0:
            outcomes = (m.Second(self.mouse),)
        self._quiet += 1
        if self._patience and self._quiet >= self._patience and self._quiet % m.TICKS_A_SECOND == 0:
            outcomes = (*outcomes, m.NothingPlaced())
        limit = self._options.stop_watch_s * m.TICKS_A_SECOND
        if self.mouse is None:
            return (*outcomes, m.TimeUp()) if limit and self._ticks == limit else outcomes
        self._slice += 1
        self._own[self.mouse] += 1
        ended = self._slice >= self._slice_ticks or bool(limit and self._own[self.mouse] >= limit)
        patient = self._slice >= self._slice_ticks + SLICE_WAIT_TICKS
        if self._passing or not ended or (waiting and not patient):
            return outcomes
        self._passing = True
        return (*outcomes, m.SliceEnded())

    def _begin(self, phase: Phase) -> None:
        self._phase, self._ticks = phase, 0
