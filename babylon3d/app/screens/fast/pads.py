"""What a gamepad does to a person's hand in the Fast Game, and which gamepad is whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from babylon3d.app.screens.fast.reach import ground_axes
from babylon3d.core.actions import Seat
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.fast.supplies import count
from babylon3d.games.babylon.pieces import PIECE_KINDS, PieceKind
from babylon3d.playable.babylon.fast.hand import HandController
from babylon3d.present.pads import PadButton, PadState
from babylon3d.render.camera import View

STEER_M_S, RISE_M_S = 0.22, 0.16
CREEP = 0.3
"""The cross moves at this share of the stick's speed, for the last millimetres."""
FINE_TURN_DEG = 5.0


class PadSteering:
    """A hand moved by a gamepad.

    Left stick moves, right stick and triggers lift; A takes and lets go, B puts back; X and Y choose the kind of piece;
    the shoulders turn by quarters. Back says that one is done, and B then agrees to skip the rest; Back held with A
    calls stop. Start pauses.
    """

    def __init__(self, hand: HandController) -> None:
        self.hand = hand
        self.chosen: PieceKind = "tower"
        self._held: frozenset[PadButton] = frozenset()

    def tick(self, state: FastState, pad: PadState, view: View, dt: float) -> bool:
        """Let `dt` seconds pass under a pad; tell whether it asks for a pause."""
        new, self._held = pad.held - self._held, pad.held
        hand = self.hand
        dx = pad.x + CREEP * (("right" in pad.held) - ("left" in pad.held))
        dy = pad.y + CREEP * (("up" in pad.held) - ("down" in pad.held))
        if dx or dy:
            across, ahead = ground_axes(view)
            step = STEER_M_S * dt
            hand.shift((across[0] * dx + ahead[0] * dy) * step, (across[1] * dx + ahead[1] * dy) * step)
        if pad.lift:
            hand.lift(pad.lift * RISE_M_S * dt)
        if "left_shoulder" in new:
            hand.turn(90.0)
        if "right_shoulder" in new:
            hand.turn(-90.0)
        for button, step_by in (("x", -1), ("y", 1)):
            if button in new:
                self.chosen = self._next(state, step_by)
        self._act(state, new)
        return "start" in new

    def _next(self, state: FastState, step: int) -> PieceKind:
        """The next kind of which some are left."""
        supply = state.seats[self.hand.seat].supply
        at = PIECE_KINDS.index(self.chosen)
        for i in range(1, len(PIECE_KINDS) + 1):
            kind = PIECE_KINDS[(at + i * step) % len(PIECE_KINDS)]
            if count(supply, kind):
                return kind
        return self.chosen

    def _act(self, state: FastState, new: frozenset[PadButton]) -> None:
        hand, player = self.hand, state.seats[self.hand.seat]
        if "a" in new and "back" in self._held:
            hand.do(m.CallStop())
        elif "a" in new and player.hand is not None:
            hand.let_go(state)
        elif "a" in new:
            hand.take(state, self.chosen)
        elif "b" in new and not hand.drop() and player.hand is not None:
            hand.do(m.PutAway())
        elif "b" in new and player.hand is None and player.done:
            hand.do(m.Skip())
        elif "back" in new and "a" not in self._held and player.hand is None:
            hand.do(m.Done(no=player.done))

    def pressed(self, pad: PadState, *buttons: PadButton) -> bool:
        """Whether one of the buttons has just gone down; for while no time runs."""
        new, self._held = pad.held - self._held, pad.held
        return not new.isdisjoint(buttons)


class PadSeats:
    """Which gamepad is whose: in order of seats, and a seat keeps its pad while it is plugged in."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = tuple(seats)
        self.of: dict[Seat, str] = {}

    def assign(self, pads: Mapping[str, PadState]) -> tuple[Seat, ...]:
        """Give free pads to seats that have none; the seats that still lack one."""
        self.of = {seat: name for seat, name in self.of.items() if name in pads}
        free = [name for name in pads if name not in self.of.values()]
        for seat in self._seats:
            if seat not in self.of and free:
                self.of[seat] = free.pop(0)
        return tuple(seat for seat in self._seats if seat not in self.of)
