"""The rules of the Fast Game (F1-F14): pure; what stands and what falls they learn from outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from babylon3d.core.actions import Action, Event, Need, Outcome, Result, Seat
from babylon3d.core.errors import BadText, IllegalAction
from babylon3d.core.prose import plural
from babylon3d.core.rules import SeatInfo, Step
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.scoring import score_round
from babylon3d.games.babylon.fast.state import FastState, Held, SeatState, Standing
from babylon3d.games.babylon.pieces import COLOURS, FAST_PARTS, PIECE_KINDS, PieceKind, Supply

_FIELD: dict[PieceKind, str] = {"tower": "towers", "bridge": "bridges", "large": "large", "small": "small"}
_PREFIX: dict[PieceKind, str] = {"tower": "t", "bridge": "b", "large": "n", "small": "n"}

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


def _has_nothing_left(seat: SeatState) -> bool:
    return seat.supply.total == 0 and seat.hand is None and not seat.judged


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
        """Everybody who is in the round; in alternating play only who has the mouse (F12)."""
        match s.phase:
            case "building":
                seats = range(len(s.seats)) if s.mouse is None else (s.mouse,)
                return frozenset(seat for seat in seats if not s.seats[seat].out)
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
        candidates += [m.LetGo(), m.PutAway(), m.CallStop(), m.Done(), m.Done(no=True), m.NextRound()]
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
        _verify_seat(s, seat)
        if isinstance(a, m.NextRound):
            if s.phase != "scored":
                raise IllegalAction("F11", "the next round begins when this one has been scored")
            return
        _verify_may_act(s, seat)
        player = s.seats[seat]
        match a:
            case m.Grab(piece=kind):
                _verify_hand_free(player)
                if count(player.supply, kind) == 0:
                    raise IllegalAction("F2", f"no {kind} is left in your supply")
            case m.Lift(noble=name):
                _verify_hand_free(player)
                _verify_lift(s, seat, name)
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
                _verify_stop(s, player)
            case m.Done(no=no):
                _verify_done(s, player, no)
            case _:
                raise IllegalAction("F2", f"the Fast Game has no action {type(a).__name__}")

    def apply(self, s: FastState, seat: Seat, a: Action) -> Step[FastState]:
        """The state after a legal action."""
        player = s.seats[seat]
        match a:
            case m.Grab(piece=kind):
                name = f"{_PREFIX[kind]}{s.made + 1}"
                player = replace(player, supply=changed(player.supply, kind, -1), hand=Held(name, kind), done=False)
                s = replace(_with_seat(s, seat, player), made=s.made + 1)
                return Step(s, (m.HandChanged(seat, name, kind),))
            case m.Lift(noble=name):
                player = replace(player, hand=Held(name, "small"), done=False)
                standing = tuple(piece for piece in s.standing if piece.id != name)
                s = replace(_with_seat(s, seat, player), standing=standing)
                return Step(s, (m.HandChanged(seat, name, "small", lifted=True),))
            case m.MoveHand():
                return Step(_with_seat(s, seat, replace(player, at=a)), (m.HandMoved(seat, a),))
            case m.LetGo():
                held = player.hand
                assert held is not None
                player = replace(player, hand=None, judged=(*player.judged, held), waits=True)
                return Step(_with_seat(s, seat, player), (m.WasLetGo(seat, held.id), m.HandChanged(seat)))
            case m.PutAway():
                held = player.hand
                assert held is not None
                player = replace(player, hand=None, supply=changed(player.supply, held.kind, 1))
                left = m.PieceLeft(held.id, "supply", seat)
                return _checked_end(_with_seat(s, seat, player), (m.HandChanged(seat), left))
            case m.CallStop():
                return stop(s, f"{player.name} called stop", seat)
            case m.Done(no=no):
                return _checked_end(_with_seat(s, seat, replace(player, done=not no)), (m.SaidDone(seat, no),))
            case m.NextRound():
                return _next_round(s)
            case _:
                raise AssertionError(f"an unverified action {a!r}")

    def resolve(self, s: FastState, outcome: Outcome) -> Step[FastState]:
        """The state after what nature did. Raises: IllegalAction if the state knows no such piece or moment."""
        if s.phase in ("scored", "over") and not isinstance(outcome, m.KeyFrame | m.Rebuilt):
            raise IllegalAction("F8", "the round has been scored")
        match outcome:
            case m.RoundBegan():
                _verify_phase(s, "countdown")
                return Step(replace(s, phase="building"), (m.RoundStarted(),))
            case m.Placed():
                return _placed(s, outcome)
            case m.Returned(piece=name):
                return _returned(s, name)
            case m.Wasted(piece=name):
                return _wasted(s, name)
            case m.HandFreed(seat=seat):
                _verify_seat(s, seat)
                return Step(_with_seat(s, seat, replace(s.seats[seat], waits=False)), ())
            case m.Shifted() | m.KnockedDown() if s.piece(outcome.piece) is None:
                return Step(s, ())  # taken back before the news came
            case m.Second() | m.TimeUp() | m.SliceEnded() if s.phase == "settling":
                return Step(s, ())  # stopped before the clock heard of it
            case m.Shifted(piece=name, rest=rest):
                _verify_turned(name, rest.quaternion)
                standing = tuple(replace(p, rest=rest) if p.id == name else p for p in s.standing)
                return Step(replace(s, standing=standing), (m.PieceStands(name, shifted=True),))
            case m.KnockedDown(piece=name, by=by):
                return _knocked_down(s, name, by)
            case m.Second(seat=seat):
                return _second(s, seat)
            case m.TimeUp():
                _verify_phase(s, "building")
                return stop(s, "the time is up", None)
            case m.SliceEnded():
                return _slice_ended(s)
            case m.CameToRest():
                _verify_phase(s, "settling")
                return _score(s)
            case m.KeyFrame():
                _verify_frame(s, outcome)
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
        return msgspec.to_builtins(s)


def _with_seat(s: FastState, seat: Seat, player: SeatState) -> FastState:
    return replace(s, seats=(*s.seats[:seat], player, *s.seats[seat + 1 :]))


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


def _verify_phase(s: FastState, phase: str) -> None:
    if s.phase != phase:
        raise IllegalAction("F8", f"the round is not {phase}, it is {s.phase}")


def _verify_seat(s: FastState, seat: Seat) -> None:
    if not 0 <= seat < len(s.seats):
        raise IllegalAction("G1", f"there is no seat {seat}")


def _verify_frame(s: FastState, frame: m.KeyFrame) -> None:
    """Check that a key frame shows poses that there can be."""
    for name, area, _, _, _, *turned in frame.poses:
        if not 0 <= area < s.areas:
            raise IllegalAction("F1", f"there is no area {area}")
        _verify_turned(name, turned)


def _verify_turned(name: str, quaternion: Sequence[float]) -> None:
    if sum(v * v for v in quaternion) < 1e-9:
        raise IllegalAction("F3", f'the quaternion of "{name}" is zero')


def _verify_may_act(s: FastState, seat: Seat) -> None:
    if s.phase == "countdown":
        raise IllegalAction("F1", "the round starts after the countdown")
    if s.phase != "building":
        raise IllegalAction("F8", "the round has stopped")
    if s.seats[seat].out:
        raise IllegalAction("F4", "you knocked down another player's noble and are out of this round")
    if s.mouse is not None and s.mouse != seat:
        raise IllegalAction("F12", f"{s.seats[s.mouse].name} has the mouse")


def _verify_hand_free(player: SeatState) -> None:
    if player.hand is not None:
        raise IllegalAction("F2", "a hand holds one piece at a time")
    if player.waits:
        raise IllegalAction("F2", "wait until the piece you let go of has come to rest")


def _verify_lift(s: FastState, seat: Seat, name: str) -> None:
    noble = s.piece(name)
    if noble is None or not noble.is_noble:
        raise IllegalAction("F7", f'there is no noble "{name}"')
    if noble.colour != s.seats[seat].colour:
        raise IllegalAction("F7", "only your own nobles may be taken back")
    if noble.kind != "small":
        raise IllegalAction("F7", "a large noble stays where it was placed")
    beside = [p for p in s.standing if p.kind == "large" and set(p.rest.rests_on) & set(noble.rest.rests_on)]
    if not beside:
        raise IllegalAction("F7", "a small noble may be taken back only from a tower that carries a large one")


def _verify_stop(s: FastState, player: SeatState) -> None:
    if s.options.stop_watch_s:
        raise IllegalAction("F8", "with the stop watch the round ends at the agreed time and only then")
    if not placed_all_nobles(player):
        raise IllegalAction("F8", "stop may be called once all your nobles are placed")


def _verify_done(s: FastState, player: SeatState, no: bool) -> None:
    if s.options.stop_watch_s:
        raise IllegalAction("F8", "with the stop watch the round ends at the agreed time and only then")
    if player.done != no:
        said = "have not said" if no else "have already said"
        raise IllegalAction("F8", f"you {said} that you build no further")
    if not no and player.hand is not None:
        raise IllegalAction("F8", "let go of your piece first, or put it away")


def _placed(s: FastState, outcome: m.Placed) -> Step[FastState]:
    seat, held = _judged(s, outcome.piece)
    if outcome.area not in s.areas_of(seat):
        raise IllegalAction("F1", f"area {outcome.area} is not one of seat {seat}")
    _verify_turned(held.id, outcome.rest.quaternion)
    player = _without_judged(s.seats[seat], held.id)
    piece = Standing(held.id, held.kind, player.colour, outcome.area, seat, outcome.rest)
    s = replace(_with_seat(s, seat, player), standing=(*s.standing, piece))
    return _checked_end(s, (m.PieceStands(held.id),))


def _returned(s: FastState, name: str) -> Step[FastState]:
    """Back to the hand; to the supply if it holds another piece by now, or may hold none (F3, F8, F12)."""
    seat, held = _judged(s, name)
    player = _without_judged(s.seats[seat], name)
    if player.hand is None and s.phase == "building" and not player.out and s.mouse in (None, seat):
        s = _with_seat(s, seat, replace(player, hand=held))
        return Step(s, (m.PieceLeft(name, "nowhere", seat), m.HandChanged(seat, name, held.kind)))
    player = replace(player, supply=changed(player.supply, held.kind, 1))
    return _checked_end(_with_seat(s, seat, player), (m.PieceLeft(name, "supply", seat),))


def _wasted(s: FastState, name: str) -> Step[FastState]:
    """A part on the pile of who let it go, a noble back to its supply (F3)."""
    seat, held = _judged(s, name)
    player = _without_judged(s.seats[seat], name)
    if held.kind in ("large", "small"):
        player = replace(player, supply=changed(player.supply, held.kind, 1))
        return _checked_end(_with_seat(s, seat, player), (m.PieceLeft(name, "supply", seat),))
    player = replace(player, pile=(*player.pile, held.kind))
    return _checked_end(_with_seat(s, seat, player), (m.PieceLeft(name, "pile", seat),))


def _knocked_down(s: FastState, name: str, by: Seat | None) -> Step[FastState]:
    """A part on the pile of who caused it, a noble to its owner; who fells another's noble is out (F4, F5)."""
    piece = next(p for p in s.standing if p.id == name)
    if by is not None:
        _verify_seat(s, by)
    s = replace(s, standing=tuple(p for p in s.standing if p.id != name))
    if not piece.is_noble:
        if by is None:
            return _checked_end(s, (m.PieceLeft(name, "nowhere", None),))
        player = s.seats[by]
        s = _with_seat(s, by, replace(player, pile=(*player.pile, piece.kind)))
        return _checked_end(s, (m.PieceLeft(name, "pile", by),))
    owner = s.seat_of_colour(piece.colour)
    if owner is not None:
        player = s.seats[owner]
        s = _with_seat(s, owner, replace(player, supply=changed(player.supply, piece.kind, 1), done=False))
    events: tuple[Event, ...] = (m.PieceLeft(name, "supply" if owner is not None else "nowhere", owner),)
    if by is not None and by != owner and not s.seats[by].out:
        s, gone = _put_out(s, by)
        events += gone
    return _checked_end(s, events)


def _put_out(s: FastState, seat: Seat) -> tuple[FastState, tuple[Event, ...]]:
    """A player out of the round; what the hand holds goes to the supply."""
    player = s.seats[seat]
    events: tuple[Event, ...] = (m.WentOut(seat),)
    if player.hand is not None:
        events += (m.HandChanged(seat), m.PieceLeft(player.hand.id, "supply", seat))
        player = replace(player, supply=changed(player.supply, player.hand.kind, 1), hand=None)
    return _with_seat(s, seat, replace(player, out=True)), events


def _second(s: FastState, seat: Seat | None) -> Step[FastState]:
    _verify_phase(s, "building")
    s = replace(s, seconds=s.seconds + 1)
    if seat is not None:
        _verify_seat(s, seat)
        player = s.seats[seat]
        s = _with_seat(s, seat, replace(player, seconds=player.seconds + 1))
    return Step(s, (m.Ticked(s.seconds),))


def _has_time(s: FastState, seat: Seat) -> bool:
    """Whether a player is in the round with own mouse time left: with the stop watch that alone counts (F8, F12)."""
    player = s.seats[seat]
    return not player.out and player.seconds < s.options.stop_watch_s


def _may_still_build(s: FastState, seat: Seat) -> bool:
    """Whether a player is in the round with something left to do (F8) and, on the stop watch, with time left (F12)."""
    player = s.seats[seat]
    if player.out or player.done or _has_nothing_left(player):
        return False
    return not s.options.stop_watch_s or _has_time(s, seat)


def _slice_ended(s: FastState) -> Step[FastState]:
    """The mouse goes to the next player who may still build; the round ends when there is none (F8, F12).

    With the stop watch it ends when all time is used up: who has time left but no piece is only passed over.
    """
    _verify_phase(s, "building")
    if s.mouse is None:
        raise IllegalAction("F12", "the mouse passes in alternating play only")
    player = s.seats[s.mouse]
    events: tuple[Event, ...] = ()
    if player.hand is not None:
        events = (m.HandChanged(s.mouse), m.PieceLeft(player.hand.id, "supply", s.mouse))
        supply = changed(player.supply, player.hand.kind, 1)
        s = _with_seat(s, s.mouse, replace(player, hand=None, supply=supply))
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


def _checked_end(s: FastState, events: tuple[Event, ...]) -> Step[FastState]:
    """End the round if nobody in it builds any further; with the stop watch only time ends it (F8)."""
    if s.phase != "building" or s.options.stop_watch_s:
        return Step(s, events)
    if all(p.out or p.done or _has_nothing_left(p) for p in s.seats):
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
            s = _with_seat(s, number, replace(player, hand=None, supply=supply))
    return Step(replace(s, phase="settling", stopped_why=why), events)


def _score(s: FastState) -> Step[FastState]:
    """Score the round; winners set a large noble aside; the third win ends the match (F9-F11)."""
    for number, player in enumerate(s.seats):
        supply = player.supply
        for held in player.judged:
            supply = changed(supply, held.kind, 1)
        s = _with_seat(s, number, replace(player, judged=(), waits=False, supply=supply))
    score = score_round(s)
    for seat in score.winners:
        player = s.seats[seat]
        aside = min(player.set_aside + 1, s.options.large)
        s = _with_seat(s, seat, replace(player, wins=player.wins + 1, set_aside=aside))
    s = replace(s, scores=(*s.scores, score), phase="scored")
    events: tuple[Event, ...] = (m.RoundScored(score.winners),)
    best = max(player.wins for player in s.seats)
    if s.solo or best >= s.options.wins:
        winners = tuple(i for i, player in enumerate(s.seats) if player.wins == best)
        scores = (score.seats[0].final,) if s.solo else tuple(player.wins for player in s.seats)
        reason = "the round is over" if s.solo else f"first to win {s.options.wins} rounds"
        s = replace(s, phase="over", ended=Result(scores, winners, reason, "F14" if s.solo else "F11"))
        events += (m.MatchEnded(winners),)
    return Step(s, events)


def _next_round(s: FastState) -> Step[FastState]:
    """Fresh supplies, every noble not set aside, empty areas, a countdown (F1)."""
    seats = tuple(
        SeatState(p.name, p.colour, start_supply(len(s.seats), s.options, p.set_aside), p.set_aside, p.wins)
        for p in s.seats
    )
    mouse = s.round % len(seats) if s.options.way == "alternating" else None
    number = s.round + 1
    fresh = FastState(s.options, seats, number, "countdown", mouse=mouse, scores=s.scores)
    return Step(fresh, (m.RoundPrepared(number),))
