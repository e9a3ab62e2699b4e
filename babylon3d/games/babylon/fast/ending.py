"""How time passes in a round of the Fast Game, and how it ends (F8-F12, F15)."""

from __future__ import annotations

import msgspec

from babylon3d.core.actions import Event, Result, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.core.prose import plural
from babylon3d.core.rules import Step
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.legality import verify_phase, verify_seat
from babylon3d.games.babylon.fast.scoring import score_round
from babylon3d.games.babylon.fast.state import FastState, SeatState
from babylon3d.games.babylon.fast.supplies import changed, has_nothing_left, start_supply, with_seat

replace = msgspec.structs.replace


def second(s: FastState, seat: Seat | None) -> Step[FastState]:
    """Another second has gone by, of `seat`'s own mouse time in alternating play (F12)."""
    verify_phase(s, "building")
    waits = patience(s)
    s = replace(s, seconds=s.seconds + 1, quiet=s.quiet + 1 if waits else 0)
    if seat is not None:
        verify_seat(s, seat)
        player = s.seats[seat]
        s = with_seat(s, seat, replace(player, seconds=player.seconds + 1))
    return Step(s, (m.Ticked(s.seconds, waits),))


def patience(s: FastState) -> int:
    """The seconds without a placed piece that end the round, 0 for never (F15).

    In alternating play everybody who may still build has had a slice of the mouse by then.
    """
    if not s.options.idle_s or s.options.stop_watch_s or s.solo:
        return 0
    if s.mouse is None:
        return s.options.idle_s
    ring = sum(_may_still_build(s, seat) for seat in range(len(s.seats)))
    return max(s.options.idle_s, ring * s.options.slice_s)


def nothing_placed(s: FastState) -> Step[FastState]:
    """Nothing was placed for so long that the round ends (F15); nothing comes of it if a piece was, meanwhile."""
    waits = patience(s)
    if not waits:
        raise IllegalAction("F15", "this round does not end by itself")
    if s.quiet < waits:
        return Step(s, ())
    return stop(s, f"nothing was placed for {plural(s.quiet, 'second')}", None)


def _has_time(s: FastState, seat: Seat) -> bool:
    """Whether a player is in the round with own mouse time left: with the stop watch that alone counts (F8, F12)."""
    player = s.seats[seat]
    return not player.out and player.seconds < s.options.stop_watch_s


def _may_still_build(s: FastState, seat: Seat) -> bool:
    """Whether a player is in the round with something left to do (F8) and, on the stop watch, with time left (F12)."""
    player = s.seats[seat]
    if player.out or player.done or has_nothing_left(player):
        return False
    return not s.options.stop_watch_s or _has_time(s, seat)


def slice_ended(s: FastState) -> Step[FastState]:
    """The mouse goes to the next player who may still build; the round ends when there is none (F8, F12).

    With the stop watch it ends when all time is used up: who has time left but no piece is only passed over.
    """
    verify_phase(s, "building")
    if s.mouse is None:
        raise IllegalAction("F12", "the mouse passes in alternating play only")
    player = s.seats[s.mouse]
    events: tuple[Event, ...] = ()
    if player.hand is not None:
        events = (m.HandChanged(s.mouse), m.PieceLeft(player.hand.id, "supply", s.mouse))
        supply = changed(player.supply, player.hand.kind, 1)
        s = with_seat(s, s.mouse, replace(player, hand=None, supply=supply))
    n = len(s.seats)
    assert s.mouse is not None
    others_first = [(s.mouse + step) % n for step in range(1, n + 1)]
    for waits in (_may_still_build, _has_time):
        for seat in others_first:
            if waits(s, seat):
                return Step(replace(s, mouse=seat), (*events, m.MousePassed(seat)))
    why = "the time is up" if s.options.stop_watch_s else "nobody can build any further"
    stopped = stop(s, why, None)
    return Step(stopped.state, events + stopped.events)


def checked_end(s: FastState, events: tuple[Event, ...]) -> Step[FastState]:
    """End the round if nobody in it builds any further; with the stop watch only time ends it (F8)."""
    if s.phase != "building" or s.options.stop_watch_s:
        return Step(s, events)
    if all(p.out or p.done or has_nothing_left(p) for p in s.seats):
        stopped = stop(s, "nobody can build any further", None)
        return Step(stopped.state, events + stopped.events)
    return Step(s, events)


def stop(s: FastState, why: str, seat: Seat | None) -> Step[FastState]:
    """Stop the round: held pieces return to supplies; what was let go comes to rest (F8)."""
    events: tuple[Event, ...] = (m.RoundStopped(why, seat),)
    for number, player in enumerate(s.seats):
        if player.hand is not None:
            events += (m.HandChanged(number), m.PieceLeft(player.hand.id, "supply", number))
            supply = changed(player.supply, player.hand.kind, 1)
            s = with_seat(s, number, replace(player, hand=None, supply=supply))
    return Step(replace(s, phase="settling", stopped_why=why), events)


def scored(s: FastState) -> Step[FastState]:
    """Score the round; winners set a large noble aside; the third win ends the match (F9-F11)."""
    for number, player in enumerate(s.seats):
        supply = player.supply
        for held in player.judged:
            supply = changed(supply, held.kind, 1)
        s = with_seat(s, number, replace(player, judged=(), waits=False, supply=supply))
    score = score_round(s)
    for seat in score.winners:
        player = s.seats[seat]
        aside = min(player.set_aside + 1, s.options.large)
        s = with_seat(s, seat, replace(player, wins=player.wins + 1, set_aside=aside))
    s = replace(s, scores=(*s.scores, score), phase="scored", unsettled=(), touching=())
    events: tuple[Event, ...] = (m.RoundScored(score.winners),)
    best = max(player.wins for player in s.seats)
    if s.solo or best >= s.options.wins:
        winners = tuple(i for i, player in enumerate(s.seats) if player.wins == best)
        scores = (score.seats[0].final,) if s.solo else tuple(player.wins for player in s.seats)
        reason = "the round is over" if s.solo else f"first to win {s.options.wins} rounds"
        s = replace(s, phase="over", ended=Result(scores, winners, reason, "F14" if s.solo else "F11"))
        events += (m.MatchEnded(winners),)
    return Step(s, events)


def next_round(s: FastState) -> Step[FastState]:
    """Fresh supplies, every noble not set aside, empty areas, a countdown (F1)."""
    seats = tuple(
        SeatState(p.name, p.colour, start_supply(len(s.seats), s.options, p.set_aside), p.set_aside, p.wins)
        for p in s.seats
    )
    mouse = s.round % len(seats) if s.options.way == "alternating" else None
    number = s.round + 1
    fresh = FastState(s.options, seats, number, "countdown", mouse=mouse, scores=s.scores)
    return Step(fresh, (m.RoundPrepared(number),))
