"""The only writer: verify, apply, append. Also how a record becomes a game again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from babylon3d.core.actions import Action, Checkpoint, Event, Outcome, Result, Seat
from babylon3d.core.codec import Codec, digest, within
from babylon3d.core.errors import BadText, CorruptFile, IllegalAction
from babylon3d.core.record import FORMAT, Entry, Header, Log, NatureInfo, Record, Sink, encode_header, raw
from babylon3d.core.rules import Rules, SeatInfo, Step, is_controller
from babylon3d.core.wording import said

SEATS_RULING = "seats"
"""What a refusal to change seats gives as its ruling; no game's rules speak of it."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a session needs to know of a game: its id, rules and codec."""

    id: str
    rules: Rules[Any, Any, Any]
    codec: Codec


class Session:
    """One game being played. Everything that changes it goes through `act` and `happen`."""

    def __init__(self, game: Game, header: Header, log: Log) -> None:
        """Begin with the header alone; use `start` or `resume`."""
        self.game = game
        self.header = header
        self.log = log
        with within("$.options"):
            options = game.codec.read_options(bytes(header.options))
        step = game.rules.new_game(header.seats, options)
        self.state: Any = step.state
        self.over = bool(game.rules.is_over(step.state))
        """Whether the game has ended."""
        self.first_events: tuple[Event, ...] = step.events
        self.controllers: tuple[str, ...] = tuple(info.controller for info in header.seats)
        """Who decides for each seat now: `human`, `bot:medium`."""
        self.between_turns = True
        """Whether nobody has acted since a turn ended: then seats may change."""

    @classmethod
    def start(
        cls,
        game: Game,
        seats: Sequence[SeatInfo],
        options: object,
        *,
        seed: int = 0,
        versions: dict[str, str] | None = None,
        nature: NatureInfo | None = None,
        sink: Sink | None = None,
    ) -> Session:
        """A new game. Raises: BadText for seats or options the game does not have."""
        header = Header(
            FORMAT, game.id, tuple(seats), raw(options), seed, versions or {}, nature or NatureInfo("ideal")
        )
        session = cls(game, header, Log(sink=sink))
        session.log.add_line(encode_header(header))
        return session

    @classmethod
    def resume(cls, game: Game, record: Record, sink: Sink | None = None) -> Session:
        """A game taken up from its record; each logged state and the result are checked on the way.

        Raises: CorruptFile or BadText with the line where the record and the rules part.
        """
        try:
            session = cls(game, record.header, Log())
        except BadText as error:
            raise BadText(error.message, f"line 1 {error.where}", error.hint) from None
        session.log.add_line(record.lines[0])
        for _ in session.follow(record):
            pass
        session.log.lines[: len(record.lines)] = record.lines
        session.log.sink = sink
        if sink is not None:
            session.log.mark_written()
        return session

    def result(self) -> Result:
        """How the game ended; only when it is over."""
        return self.game.rules.result(self.state)

    def act(self, seat: Seat, action: Action, tick: int = 0) -> tuple[Event, ...]:
        """Verify, apply and log an action. Raises: IllegalAction, and nothing is changed; always after the end."""
        rules = self.game.rules
        rules.verify(self.state, seat, action)
        if self.over:
            raise IllegalAction(self.result().ruling, "the game is over")
        step = rules.apply(self.state, seat, action)
        self.between_turns = ends = _ends_turn(step.events)
        self._go_on(step.state)
        self.log.append(tick, seat=seat, action=action, state=self._hash() if ends else None)
        self._finish(tick)
        return step.events

    def happen(self, nature: str, outcome: Outcome, tick: int = 0) -> tuple[Event, ...]:
        """Resolve and log an outcome of nature. Raises: IllegalAction if it cannot be, and nothing is changed.

        News that comes after the end changes nothing and is not logged: its events only tell what is to be seen.
        """
        if self.over:
            return self._late(outcome).events
        step = self.game.rules.resolve(self.state, outcome)
        ends = _ends_turn(step.events)
        self.between_turns = self.between_turns or ends
        self._go_on(step.state)
        self.log.append(tick, nature=nature, outcome=outcome, state=self._hash() if ends else None)
        self._finish(tick)
        return step.events

    def _late(self, outcome: Outcome) -> Step[Any]:
        """What news after the end would come to."""
        try:
            return self.game.rules.resolve(self.state, outcome)
        except IllegalAction:
            return Step(self.state)

    def seat(self, seat: Seat, controller: str, tick: int = 0) -> None:
        """Let somebody else decide for a seat from now on, and log it; nothing if nobody new sits there.

        Raises: IllegalAction in the middle of a turn, after the end, for a seat or a form of controller that is none.
        """
        if not 0 <= seat < len(self.controllers):
            raise IllegalAction(SEATS_RULING, f"there is no seat {seat}")
        if not is_controller(controller):
            raise IllegalAction(SEATS_RULING, f"{said(controller)} is no controller")
        if self.over or not self.between_turns:
            raise IllegalAction(SEATS_RULING, "a seat changes only at the start of a turn")
        if self.controllers[seat] == controller:
            return
        self.controllers = (*self.controllers[:seat], controller, *self.controllers[seat + 1 :])
        self.log.append(tick, seat=seat, controller=controller)

    def follow(self, record: Record) -> Iterator[tuple[Entry, tuple[Event, ...]]]:
        """Play a record's entries one by one, yielding each with its events and checking its hashes.

        Raises: CorruptFile or BadText with the line.
        """
        codec = self.game.codec
        for entry in record.entries:
            where = f"line {entry.n + 1}"
            if entry.result is None and self.over:
                raise CorruptFile("the game ended before it", where, "nothing happens after the end")
            if entry.result is not None:
                if not self.over:
                    raise CorruptFile("a result stands before the game has ended", where)
                if entry.result != self.result():
                    raise CorruptFile("the result is not what the rules give", f"{where} $.result")
                if len(self.log) == entry.n:
                    self.log.append(entry.tick, result=entry.result)
                yield entry, ()
                continue
            try:
                if entry.seat is not None and entry.controller is not None:
                    events = self._seated_as_logged(entry.seat, entry.controller, entry.tick)
                elif entry.seat is not None:
                    with within("$.action"):
                        action = codec.action(bytes(entry.action))
                    events = self.act(entry.seat, action, entry.tick)
                else:
                    with within("$.outcome"):
                        outcome = codec.outcome(bytes(entry.outcome))
                    events = self.happen(entry.nature or "", outcome, entry.tick)
            except IllegalAction as error:
                raise CorruptFile(f"the rules refuse it: {error}", where) from None
            except BadText as error:
                raise BadText(error.message, f"{where} {error.where}", error.hint) from None
            if entry.state is not None and entry.state != self._hash():
                raise CorruptFile("the state is not what the rules give", f"{where} $.state")
            yield entry, events

    def _seated_as_logged(self, seat: Seat, controller: str, tick: int) -> tuple[Event, ...]:
        """A change of seats as it stands in a record. Raises: IllegalAction if none could be there."""
        lines = len(self.log)
        self.seat(seat, controller, tick)
        if len(self.log) == lines:
            raise IllegalAction(SEATS_RULING, f'the seat {seat} has the controller "{controller}" already')
        return ()

    def _go_on(self, state: Any) -> None:
        """Take the next state; whether the game is over is asked once a state, for it is looked at all the time."""
        self.state = state
        self.over = bool(self.game.rules.is_over(state))

    def _hash(self) -> str:
        """The state's hash, kept where a turn ends."""
        return digest(self.game.rules.canonical(self.state))

    def _finish(self, tick: int) -> None:
        """Append the result once the game is over."""
        if self.over:
            self.log.append(tick, result=self.result())


def _ends_turn(events: tuple[Event, ...]) -> bool:
    """Whether a turn ended: there the log keeps the state's hash, and there seats may change."""
    return any(isinstance(event, Checkpoint) for event in events)


def verify_record(game: Game, record: Record) -> tuple[bool, str]:
    """Whether a record replays to the same states and the same result, and why not.

    Raises: BadText for a line that is in no record's format.
    """
    try:
        Session.resume(game, record)
    except CorruptFile as error:
        return False, str(error)
    if record.result is None:
        return False, "the game is unfinished"
    return True, "same states, same result"
