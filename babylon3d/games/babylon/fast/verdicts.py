"""What nature's verdicts come to: placed, returned, wasted, withdrawn, knocked down (F3-F5)."""

from __future__ import annotations

import msgspec

from babylon3d.core.actions import Event, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.core.rules import Step
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.ending import checked_end
from babylon3d.games.babylon.fast.legality import verify_seat, verify_turned
from babylon3d.games.babylon.fast.state import FastState, Held, SeatState, Standing
from babylon3d.games.babylon.fast.supplies import changed, with_seat

replace = msgspec.structs.replace


def _judged(s: FastState, name: str) -> tuple[Seat, Held]:
    """Who let go of a piece that waits to be judged. Raises: IllegalAction."""
    for seat, player in enumerate(s.seats):
        for held in player.judged:
            if held.id == name:
                return seat, held
    raise IllegalAction("F3", f'no piece "{name}" waits to be judged')


def _without_judged(player: SeatState, name: str) -> SeatState:
    """The seat without that judged piece; its hand is free again if it was the last one."""
    last = player.judged[-1].id == name
    judged = tuple(held for held in player.judged if held.id != name)
    return replace(player, judged=judged, waits=player.waits and not last)


def placed(s: FastState, outcome: m.Placed) -> Step[FastState]:
    """The piece stands (F3). Raises: IllegalAction for one that nobody let go of, or a foreign area."""
    seat, held = _judged(s, outcome.piece)
    if outcome.area not in s.areas_of(seat):
        raise IllegalAction("F1", f"area {outcome.area} is not one of seat {seat}")
    verify_turned(held.id, outcome.rest.quaternion)
    player = _without_judged(s.seats[seat], held.id)
    piece = Standing(held.id, held.kind, player.colour, outcome.area, seat, outcome.rest)
    s = replace(with_seat(s, seat, player), standing=(*s.standing, piece), quiet=0)
    return checked_end(s, (m.PieceStands(held.id),))


def returned(s: FastState, name: str) -> Step[FastState]:
    """Back to the hand; to the supply if it holds another piece by now, or may hold none (F3, F8, F12)."""
    seat, held = _judged(s, name)
    player = _without_judged(s.seats[seat], name)
    if player.hand is None and s.phase == "building" and not player.out and s.mouse in (None, seat):
        s = with_seat(s, seat, replace(player, hand=held))
        return Step(s, (m.PieceLeft(name, "nowhere", seat), m.HandChanged(seat, name, held.kind)))
    player = replace(player, supply=changed(player.supply, held.kind, 1))
    return checked_end(with_seat(s, seat, player), (m.PieceLeft(name, "supply", seat),))


def wasted(s: FastState, name: str) -> Step[FastState]:
    """A part on the pile of who let it go, a noble back to its supply (F3)."""
    seat, held = _judged(s, name)
    player = _without_judged(s.seats[seat], name)
    if held.kind in ("large", "small"):
        player = replace(player, supply=changed(player.supply, held.kind, 1))
        return checked_end(with_seat(s, seat, player), (m.PieceLeft(name, "supply", seat),))
    player = replace(player, pile=(*player.pile, held.kind))
    return checked_end(with_seat(s, seat, player), (m.PieceLeft(name, "pile", seat),))


def withdrawn(s: FastState, name: str) -> Step[FastState]:
    """Out of the hand into the supply (F4); nothing comes of it if the hand has opened meanwhile."""
    for seat, player in enumerate(s.seats):
        if player.hand is not None and player.hand.id == name:
            player = replace(player, supply=changed(player.supply, player.hand.kind, 1), hand=None)
            left = m.PieceLeft(name, "supply", seat)
            return checked_end(with_seat(s, seat, player), (m.HandChanged(seat), left))
    return Step(s, ())


def unsettled(s: FastState, outcome: m.Unsettled) -> Step[FastState]:
    """What is not judged yet, and whose hands touch it. Raises: IllegalAction for a seat there is not."""
    for seat in outcome.hands:
        verify_seat(s, seat)
    return Step(replace(s, unsettled=outcome.pieces, touching=outcome.hands), ())


def knocked_down(s: FastState, name: str, by: Seat | None) -> Step[FastState]:
    """A part on the pile of who caused it, a noble to its owner; who fells another's noble is out (F4, F5)."""
    piece = next(p for p in s.standing if p.id == name)
    if by is not None:
        verify_seat(s, by)
    s = replace(s, standing=tuple(p for p in s.standing if p.id != name))
    if not piece.is_noble:
        if by is None:
            return checked_end(s, (m.PieceLeft(name, "nowhere", None),))
        player = s.seats[by]
        s = with_seat(s, by, replace(player, pile=(*player.pile, piece.kind)))
        return checked_end(s, (m.PieceLeft(name, "pile", by),))
    owner = s.seat_of_colour(piece.colour)
    if owner is not None:
        player = s.seats[owner]
        s = with_seat(s, owner, replace(player, supply=changed(player.supply, piece.kind, 1), done=False))
    events: tuple[Event, ...] = (m.PieceLeft(name, "supply" if owner is not None else "nowhere", owner),)
    if by is not None and by != owner and not s.seats[by].out:
        s, gone = _put_out(s, by)
        events += gone
    return checked_end(s, events)


def _put_out(s: FastState, seat: Seat) -> tuple[FastState, tuple[Event, ...]]:
    """A player out of the round; what the hand holds goes to the supply."""
    player = s.seats[seat]
    events: tuple[Event, ...] = (m.WentOut(seat),)
    if player.hand is not None:
        events += (m.HandChanged(seat), m.PieceLeft(player.hand.id, "supply", seat))
        player = replace(player, supply=changed(player.supply, player.hand.kind, 1), hand=None)
    return with_seat(s, seat, replace(player, out=True)), events
