"""What players hold in the Fast Game: supplies by kind, and who has nothing left to place."""

from __future__ import annotations

import msgspec

from babylon3d.core.actions import Seat
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import FastState, SeatState
from babylon3d.games.babylon.pieces import FAST_PARTS, PieceKind, Supply

_FIELD: dict[PieceKind, str] = {"tower": "towers", "bridge": "bridges", "large": "large", "small": "small"}

replace = msgspec.structs.replace


def count(supply: Supply, kind: PieceKind) -> int:
    """How many pieces of a kind a supply holds."""
    return int(getattr(supply, _FIELD[kind]))


def changed(supply: Supply, kind: PieceKind, by: int) -> Supply:
    """A supply with `by` more pieces of a kind."""
    return supply._replace(**{_FIELD[kind]: count(supply, kind) + by})


def start_supply(players: int, options: m.FastOptions, set_aside: int = 0) -> Supply:
    """What a player holds when a round starts (rulebook B: Preparation; F1, F11); alone as one of three (F14)."""
    towers, bridges = FAST_PARTS[max(players, 3)]
    return Supply(towers, bridges, options.large - set_aside, options.small)


def placed_all_nobles(seat: SeatState) -> bool:
    """Whether a player has placed all nobles that are not set aside (F8)."""
    waiting = [held for held in (seat.hand, *seat.judged) if held is not None and held.kind in ("large", "small")]
    return seat.supply.large == seat.supply.small == 0 and not waiting


def has_nothing_left(seat: SeatState) -> bool:
    """Whether a player holds, and waits for, no piece at all (F8)."""
    return seat.supply.total == 0 and seat.hand is None and not seat.judged


def with_seat(s: FastState, seat: Seat, player: SeatState) -> FastState:
    """The state with another state of one seat."""
    return replace(s, seats=(*s.seats[:seat], player, *s.seats[seat + 1 :]))
