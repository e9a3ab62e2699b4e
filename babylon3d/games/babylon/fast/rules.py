"""The rules of the Fast Game (F1-F15): pure; what stands and what falls they learn from outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from babylon3d.core.actions import Action, Event, Need, Outcome, Result, Seat
from babylon3d.core.errors import BadText, IllegalAction
from babylon3d.core.prose import plural
from babylon3d.core.rules import SeatInfo, Step
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.ending import (
    checked_end,
    next_round,
    nothing_placed,
    scored,
    second,
    slice_ended,
    stop,
)
from babylon3d.games.babylon.fast.legality import (
    verify_done,
    verify_frame,
    verify_hand_free,
    verify_lift,
    verify_may_act,
    verify_phase,
    verify_seat,
    verify_skip,
    verify_stop,
    verify_turned,
)
from babylon3d.games.babylon.fast.state import FastState, Held, SeatState, canonical
from babylon3d.games.babylon.fast.supplies import changed, count, start_supply, with_seat
from babylon3d.games.babylon.fast.verdicts import knocked_down, placed, returned, unsettled, wasted, withdrawn
from babylon3d.games.babylon.pieces import COLOURS, FAST_PARTS, PIECE_KINDS, PieceKind

_PREFIX: dict[PieceKind, str] = {"tower": "t", "bridge": "b", "large": "n", "small": "n"}

replace = msgspec.structs.replace


class FastRules:
    """Stateless rules of a match of the Fast Game."""

    def new_game(self, seats: Sequence[SeatInfo], options: m.FastOptions) -> Step[FastState]:
        """The first round's countdown. Raises: BadText for seats or options the game does not have."""
        if len(seats) not in (1, *FAST_PARTS):
            raise BadText(plural(len(seats), "player"), "$.seats", "the Fast Game takes 3 to 5, or 1 who practises")
        colours = [seat.colour for seat in seats]
        if len(set(colours)) != len(colours) or not set(colours) <= set(COLOURS):
            raise BadText("colours are unknown or taken twice", "$.seats", f"each its own of {', '.join(COLOURS)}")
        if options.small < 1 and options.large < 3:
            raise BadText("too few nobles", "$.options", "at least one small or three large (B9)")
        states = tuple(SeatState(seat.name, seat.colour, start_supply(len(seats), options)) for seat in seats)
        mouse = 0 if options.way == "alternating" else None
        return Step(FastState(options, states, 1, "countdown", mouse=mouse), (m.RoundPrepared(1),))

    def to_act(self, s: FastState) -> frozenset[Seat]:
        """Everybody who is in the round; in alternating play who has the mouse (F12), or may agree to skip (F15)."""
        match s.phase:
            case "building":
                return frozenset(seat for seat in range(len(s.seats)) if _may_act(s, seat))
            case "scored":
                return frozenset(range(len(s.seats)))
            case _:
                return frozenset()

    def need(self, s: FastState) -> Need | None:
        """Nothing is asked for: nature volunteers what it saw."""
        return None

    def legal_actions(self, s: FastState, seat: Seat) -> Iterator[Action]:
        """Every legal action but hand motion, of which a single example stands for all."""
        here = s.areas_of(seat)[0] if seat < len(s.seats) else 0
        lifts = [m.Lift(piece.id) for piece in s.standing if piece.kind == "small"]
        candidates: list[Action] = [*(m.Grab(kind) for kind in PIECE_KINDS), *lifts, m.MoveHand(here, 0, 0, 1000)]
        candidates += [m.LetGo(), m.PutAway(), m.CallStop(), m.Done(), m.Done(no=True), m.Skip(), m.NextRound()]
        for action in candidates:
            if self.why_not(s, seat, action) is None:
                yield action

    def why_not(self, s: FastState, seat: Seat, a: Action) -> IllegalAction | None:
        """The refusal of an action, or None if it is legal."""
        try:
            self.verify(s, seat, a)
        except IllegalAction as error:
            return error
        return None

    def verify(self, s: FastState, seat: Seat, a: Action) -> None:
        """Whether the action is legal. Raises: IllegalAction."""
        verify_seat(s, seat)
        if isinstance(a, m.NextRound):
            if s.phase != "scored":
                raise IllegalAction("F11", "the next round begins when this one has been scored")
            return
        verify_may_act(s, seat, at_the_mouse=not isinstance(a, m.Skip))
        player = s.seats[seat]
        match a:
            case m.Grab(piece=kind):
                verify_hand_free(player)
                if count(player.supply, kind) == 0:
                    raise IllegalAction("F2", f"no {kind} is left in your supply")
            case m.Lift(noble=name):
                verify_hand_free(player)
                verify_lift(s, seat, name)
            case m.MoveHand(area=area):
                if area not in s.areas_of(seat):
                    raise IllegalAction("F1", "you build only in the areas to your left and right")
            case m.LetGo():
                if player.hand is None:
                    raise IllegalAction("F2", "your hand is empty")
                if player.at is None:
                    raise IllegalAction("F2", "the hand is over no construction area yet")
            case m.PutAway():
                if player.hand is None:
                    raise IllegalAction("F2", "your hand is empty")
            case m.CallStop():
                verify_stop(s, player)
            case m.Done(no=no):
                verify_done(s, player, no)
            case m.Skip():
                verify_skip(s, player)
            case _:
                raise IllegalAction("F2", f"the Fast Game has no action {type(a).__name__}")

    def apply(self, s: FastState, seat: Seat, a: Action) -> Step[FastState]:
        """The state after a legal action."""
        player = s.seats[seat]
        match a:
            case m.Grab(piece=kind):
                name = f"{_PREFIX[kind]}{s.made + 1}"
                player = replace(player, supply=changed(player.supply, kind, -1), hand=Held(name, kind), done=False)
                s = replace(with_seat(s, seat, player), made=s.made + 1)
                return Step(s, (m.HandChanged(seat, name, kind),))
            case m.Lift(noble=name):
                player = replace(player, hand=Held(name, "small"), done=False)
                standing = tuple(piece for piece in s.standing if piece.id != name)
                s = replace(with_seat(s, seat, player), standing=standing)
                return Step(s, (m.HandChanged(seat, name, "small", lifted=True),))
            case m.MoveHand():
                return Step(with_seat(s, seat, replace(player, at=a)), (m.HandMoved(seat, a),))
            case m.LetGo():
                held = player.hand
                assert held is not None
                player = replace(player, hand=None, judged=(*player.judged, held), waits=True)
                return Step(with_seat(s, seat, player), (m.WasLetGo(seat, held.id), m.HandChanged(seat)))
            case m.PutAway():
                held = player.hand
                assert held is not None
                player = replace(player, hand=None, supply=changed(player.supply, held.kind, 1))
                left = m.PieceLeft(held.id, "supply", seat)
                return checked_end(with_seat(s, seat, player), (m.HandChanged(seat), left))
            case m.CallStop():
                return stop(s, f"{player.name} called stop", seat)
            case m.Done(no=no):
                return checked_end(with_seat(s, seat, replace(player, done=not no)), (m.SaidDone(seat, no),))
            case m.Skip():
                return Step(with_seat(s, seat, replace(player, skips=True)), (m.AgreedToSkip(seat),))
            case m.NextRound():
                return next_round(s)
            case _:
                raise AssertionError(f"an unverified action {a!r}")

    def resolve(self, s: FastState, outcome: Outcome) -> Step[FastState]:
        """The state after what nature did. Raises: IllegalAction if the state knows no such piece or moment."""
        if s.phase in ("scored", "over") and not isinstance(outcome, m.KeyFrame | m.Rebuilt):
            raise IllegalAction("F8", "the round has been scored")
        match outcome:
            case m.RoundBegan():
                verify_phase(s, "countdown")
                return Step(replace(s, phase="building"), (m.RoundStarted(),))
            case m.Placed():
                return placed(s, outcome)
            case m.Returned(piece=name):
                return returned(s, name)
            case m.Wasted(piece=name):
                return wasted(s, name)
            case m.HandFreed(seat=seat):
                verify_seat(s, seat)
                return Step(with_seat(s, seat, replace(s.seats[seat], waits=False)), ())
            case m.Shifted() | m.KnockedDown() if s.piece(outcome.piece) is None:
                return Step(s, ())  # taken back before the news came
            case m.Second() | m.TimeUp() | m.SliceEnded() | m.NothingPlaced() if s.phase == "settling":
                return Step(s, ())  # stopped before the clock heard of it
            case m.Shifted(piece=name, rest=rest):
                verify_turned(name, rest.quaternion)
                standing = tuple(replace(p, rest=rest) if p.id == name else p for p in s.standing)
                return Step(replace(s, standing=standing), (m.PieceStands(name, shifted=True),))
            case m.KnockedDown(piece=name, by=by):
                return knocked_down(s, name, by)
            case m.Second(seat=seat):
                return second(s, seat)
            case m.TimeUp():
                verify_phase(s, "building")
                return stop(s, "the time is up", None)
            case m.NothingPlaced():
                verify_phase(s, "building")
                return nothing_placed(s)
            case m.Withdrawn(piece=name):
                return withdrawn(s, name)
            case m.Unsettled():
                return unsettled(s, outcome)
            case m.SliceEnded():
                return slice_ended(s)
            case m.CameToRest():
                verify_phase(s, "settling")
                return scored(s)
            case m.KeyFrame():
                verify_frame(s, outcome)
                return Step(s, ())
            case m.Rebuilt():
                return Step(s, ())
            case _:
                raise IllegalAction("F4", f"the Fast Game has no outcome {type(outcome).__name__}")

    def is_over(self, s: FastState) -> bool:
        """Whether the match has ended (F11); alone after one round (F14)."""
        return s.phase == "over"

    def result(self, s: FastState) -> Result:
        """The match's result: rounds won per seat; alone the round's score."""
        if s.ended is None:
            raise AssertionError("the match has not ended")
        return s.ended

    def view(self, s: FastState, seat: Seat | None) -> FastState:
        """Everything lies open."""
        return s

    def seen(self, event: Event, seat: Seat | None) -> Event | None:
        """Everybody is told everything."""
        return event

    def canonical(self, s: FastState) -> Any:
        """The state as plain JSON values."""
        return canonical(s)


def _may_act(s: FastState, seat: Seat) -> bool:
    """Whether a seat may do anything while the round is built."""
    player = s.seats[seat]
    if player.out or player.skips:
        return False
    if s.mouse in (None, seat):
        return True
    try:
        verify_skip(s, player)
    except IllegalAction:
        return False
    return True
