"""What is waited for, in words: what has not come to rest yet, whose hands touch it, who has not agreed to skip."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.core.actions import Seat
from babylon3d.core.prose import listed
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.playable.babylon.fast.words import NAMES, capital


def area_title(state: FastState, seat: Seat | None, area: int) -> str:
    """What an area is called by a player: left, right, or whose it is."""
    if seat is not None:
        if state.solo:
            return "Area"
        if area in state.areas_of(seat):
            return "Left" if state.areas_of(seat)[0] == area else "Right"
    a, b = _neighbours(state, area)
    return f"{a[:1]} · {b[:1]}"


def awaited(state: FastState, seat: Seat | None) -> str:
    """The line that says what is waited for, as a seat sees it; empty if nothing is."""
    area = _area(state, seat)
    if area is None:
        return ""
    if seat is None or area not in state.areas_of(seat):
        where = f"the building between {listed(_neighbours(state, area))}"
    else:
        where = "the building" if state.solo else f"the {area_title(state, seat, area).lower()} building"
    who = [_piece(state, seat, other) for other in state.touching]
    touches = f" ({listed(who)} {'touches' if len(who) == 1 else 'touch'} it)" if who else ""
    return f"Waits for {where} to come to rest{touches}"


def touched(state: FastState, seat: Seat) -> str:
    """What a player is told whose held piece touches what has not come to rest; empty if it does not."""
    hand = state.seats[seat].hand
    if seat not in state.touching or hand is None:
        return ""
    return f"Your {NAMES[hand.kind]} touches what has not come to rest: move it away (F4)"


def _neighbours(state: FastState, area: int) -> tuple[str, str]:
    return state.seats[area].name, state.seats[(area + 1) % state.areas].name


def _piece(state: FastState, seat: Seat | None, other: Seat) -> str:
    hand = state.seats[other].hand
    what = "piece" if hand is None else NAMES[hand.kind]
    return f"your {what}" if other == seat else f"{state.seats[other].name}'s {what}"


def _area(state: FastState, seat: Seat | None) -> int | None:
    """The area of what has not come to rest: one's own first."""
    found = {piece.area for piece in state.standing if piece.id in state.unsettled}
    for number, player in enumerate(state.seats):
        if any(held.id in state.unsettled for held in player.judged):
            found.add(player.at.area if player.at is not None else number)
    own = () if seat is None else state.areas_of(seat)
    return min(found, key=lambda area: (area not in own, area), default=None)


def unagreed(names: Sequence[str]) -> str:
    """What a player is told who has agreed to skip the rest; `names` are of those who have not."""
    if not names:
        return "The rest of the round is skipped"
    return capital(f"waits for {listed(names)} to agree to skip the rest")
