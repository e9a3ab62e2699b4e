"""The Tactical Game's clocks: so long for a turn, so long for all of them, and what happens then (T11)."""

from __future__ import annotations

from babylon3d.core.actions import Seat
from babylon3d.games.babylon.tactical.model import TimeUp, TimeUsed
from babylon3d.games.babylon.tactical.state import TacticalState


class TacticalTimed:
    """Reads the clocks from options and state."""

    def turn(self, state: TacticalState) -> tuple[Seat, int]:
        """Who is to move, and how many turns that seat has ended."""
        return state.to_move, state.mover.turns_taken

    def left_s(self, state: TacticalState, ran_s: float) -> float | None:
        """The less of what is left of the turn and of the whole time, not below 0."""
        options = state.options
        left = [options.turn_s - ran_s] if options.turn_s else []
        if options.total_s:
            left.append(options.total_s - state.used_s(state.to_move) - ran_s)
        return max(0.0, min(left)) if left and state.ended is None else None

    def late(self, state: TacticalState) -> bool:
        """Whether the turn's time is up."""
        return state.late

    def bot_moves(self, state: TacticalState) -> bool:
        """Whether that was agreed."""
        return state.options.time_up == "bot"

    def up(self, seat: Seat) -> TimeUp:
        """The time is up."""
        return TimeUp(seat)

    def used(self, seat: Seat, tenths: int) -> TimeUsed:
        """What a turn took."""
        return TimeUsed(seat, tenths)
