"""How a match of the Fast Game gets onto the table: a new one, or one that is taken up from its record."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from pathlib import Path

from babylon3d.core.actions import Event, Outcome, Seat
from babylon3d.core.chance import derived
from babylon3d.core.errors import Unavailable
from babylon3d.core.match import Controller
from babylon3d.core.record import FileSink, Log, Record, Sink
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.physics.world import Precision
from babylon3d.playable.babylon.fast import words as fast_words
from babylon3d.playable.babylon.fast.clock import after_silence
from babylon3d.playable.babylon.fast.game import FastGame
from babylon3d.playable.babylon.fast.nature import ProcessNature, Recall, begin_of_session
from babylon3d.playable.babylon.fast.resimulate import begin_of
from babylon3d.playable.begin import setup_of, started, with_controllers
from babylon3d.playable.records import load_usable, verify_engine
from babylon3d.playable.registry import game
from babylon3d.playable.saves import SavesItself, going_on, new_autosave
from babylon3d.playable.setup import GameSetup
from babylon3d.playable.spec import GameSpec
from babylon3d.playable.told import detail, new_decider

WRITE_S = 0.5
"""Hands move 30 times a second and more: lines are gathered and written this often."""


class SlowSink:
    """A sink that writes in a thread of its own, so that a slow disk never stops the hands.

    At most `WRITE_S` of play is lost by a crash. A fault of the disk is told with the next lines, which are kept.
    """

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._left = b""
        self._writing = threading.Lock()
        self._fault: Unavailable | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="auto-save", daemon=True)
        self._thread.start()

    def append(self, lines: bytes) -> None:
        """Hand lines over."""
        self._lines.put(lines)

    @property
    def fault(self) -> str:
        """What keeps the lines from being written; empty if nothing does."""
        return str(self._fault) if self._fault is not None else ""

    def settle(self) -> None:
        """Write everything now: somebody wants to read the file."""
        with self._writing:
            self._write()

    def _run(self) -> None:
        while not self._ended.wait(WRITE_S):
            with self._writing:
                self._write()
        with self._writing:
            self._write()

    def _write(self) -> None:
        while not self._lines.empty():
            self._left += self._lines.get()
        if not self._left:
            return
        try:
            self._sink.append(self._left)
        except Unavailable as error:
            self._fault = error
        else:
            self._left, self._fault = b"", None

    def close(self) -> None:
        """Write what is left and end the thread."""
        self._ended.set()
        self._thread.join(5.0)


@dataclass(slots=True)
class FastSeated(SavesItself):
    """A match on the table: everything its screens need."""

    game: FastGame
    setup: GameSetup
    file: FileSink | None
    sink: SlowSink | None = None
    complaint: str = ""

    def close(self) -> None:
        """End the physics, then write what the log still lacks."""
        self.game.close()
        if self.sink is not None:
            self.sink.close()


def begin(setup: GameSetup, precision: Precision = "realtime") -> FastSeated:
    """A new match that saves itself; without a place to save it is played all the same."""
    path, warning = new_autosave()
    file = None if path is None else FileSink(path)
    sink = None if file is None else SlowSink(file)
    session = started(setup, precision, sink)
    nature = ProcessNature(begin_of_session(session))
    play = FastGame(session, nature, bots_of(game(setup.game), setup), details=details(setup.seats))
    return FastSeated(play, setup, file, sink, warning)


def take_up(path: Path) -> FastSeated:
    """A match that goes on from its record, by its own recipe: what stood stands, what was held is in its hand.

    Raises: BadText, CorruptFile, Unavailable.
    """
    spec, record = load_usable(path)
    verify_engine(spec, record.header)
    setup = setup_of(spec, record)
    session = Session(spec.game, record.header, Log())
    session.log.add_line(record.lines[0])
    nature = ProcessNature(begin_of(record, session))
    try:
        tick, lines = follow(session, record, nature.recall)
        session.log.lines[: len(record.lines)] = record.lines
        file = going_on(path, record)
        sink = SlowSink(file)
        session.log.sink = sink
        session.log.mark_written()
        if session.state.phase not in ("scored", "over"):
            tick += 1
            nature.resume(session.state, tick)
            session.happen(nature.name, m.Rebuilt(), tick)
        else:
            nature.show(session.state)
        session.first_events = ()
    except BaseException:
        nature.close()
        raise
    warning = "The last moments had not been saved whole and were dropped" if record.dropped else ""
    setup = with_controllers(setup, session.controllers)
    play = FastGame(session, nature, bots_of(spec, setup), tick=tick, lines=lines, details=details(setup.seats))
    return FastSeated(play, setup, file, sink, warning)


def follow(session: Session, record: Record, recall: Recall) -> tuple[int, tuple[str, ...]]:
    """Play a record's entries into a session and a recall, tick by tick as they were; the last tick, the log's lines.

    Raises: BadText, CorruptFile.
    """
    waiting: list[Event] = list(session.first_events)
    lines: tuple[str, ...] = ()
    tick = 0

    def pass_to(goal: int, line: int) -> None:
        nonlocal tick
        tick = after_silence(tick, goal, before.phase in ("scored", "over"), line)
        while tick < goal:
            recall.sent(waiting)
            waiting.clear()
            tick += 1

    before = session.state
    for entry, events in session.follow(record):
        if entry.result is not None:
            continue
        outcomes: tuple[Outcome, ...] = ()
        if entry.seat is not None:
            pass_to(entry.tick - 1, entry.n + 1)
        else:
            pass_to(entry.tick, entry.n + 1)
            outcome: Outcome = session.game.codec.outcome(bytes(entry.outcome))
            recall.got(outcome)
            outcomes = (outcome,)
        if entry.seat is not None and entry.controller is not None:
            lines += (new_decider(record.header.seats[entry.seat].name, entry.controller),)
        waiting += events
        lines += fast_words.lines(outcomes, events, before, session.state)
        before = session.state
    recall.sent(waiting)
    return tick, lines


def bots_of(spec: GameSpec, setup: GameSetup) -> dict[Seat, Controller]:
    """A controller for every seat that a bot has, with a chance of its own."""
    found: dict[Seat, Controller] = {}
    for seat, info in enumerate(setup.seats):
        kind, _, level = info.controller.partition(":")
        if kind == "bot":
            found[seat] = spec.bot(level, seat, derived(setup.seed, "bot", seat))
    return found


def details(seats: tuple[SeatInfo, ...]) -> tuple[str, ...]:
    """What stands under each player's name."""
    return tuple(detail(seat.controller) for seat in seats)
