"""A record as a row of moments, to be stepped through in both directions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babylon3d.core.actions import Checkpoint, Event, Result, Seat
from babylon3d.core.build import PieceSet
from babylon3d.core.record import Log
from babylon3d.core.session import Session
from babylon3d.playable.begin import presenter_of, setup_of, who_began
from babylon3d.playable.records import load_usable
from babylon3d.playable.setup import GameSetup
from babylon3d.playable.told import new_decider, seen_by
from babylon3d.present.presenter import Chronicle, Presenter


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after one thing that could be seen: what happened, the state, the log's lines, who decides for whom."""

    events: tuple[Event, ...]
    state: Any
    lines: tuple[str, ...]
    controllers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tape:
    """A record, ready to be watched. `turns` are the moments at which turns begin; an unfinished one has no result.

    A finished game is shown whole, an unfinished one as a spectator may see it: it may be played on.
    """

    setup: GameSetup
    presenter: Presenter[Any]
    pieces: PieceSet
    moments: tuple[Moment, ...]
    turns: tuple[int, ...]
    result: Result | None
    dropped: int
    began: Seat | None = None
    """Who acted first."""

    def turn_at(self, at: int) -> int:
        """The number of the turn that a moment belongs to, from 1 up."""
        return sum(1 for begin in self.turns if begin <= at)

    def next_turn(self, at: int) -> int:
        """The moment at which the next turn begins, or the last one."""
        return min((begin for begin in self.turns if begin > at), default=len(self.moments) - 1)

    def turn_before(self, at: int) -> int:
        """The moment at which the turn began, or the one before if it begins just here."""
        return max((begin for begin in self.turns if begin < at), default=0)


def read_tape(path: Path) -> Tape:
    """A record from a file, every line of it checked against the rules.

    Raises: BadText, CorruptFile with the line and what is wrong with it.
    """
    spec, record = load_usable(path)
    rules = spec.game.rules
    presenter = presenter_of(spec)
    session = Session(spec.game, record.header, Log())
    session.log.add_line(record.lines[0])
    names = tuple(seat.name for seat in record.header.seats)
    chronicle = Chronicle(names)
    moments: list[Moment] = []

    def see(events: tuple[Event, ...], line: str = "") -> None:
        """Add a moment, as whoever watches may see it."""
        nonlocal chronicle
        state = session.state
        if record.result is None:
            events, state = seen_by(rules, events, None), rules.view(state, None)
        chronicle = chronicle.after(presenter, events, state)
        if line:
            chronicle = chronicle.saying(line)
        moments.append(Moment(events, state, chronicle.lines, session.controllers))

    see(session.first_events)
    turns = [0]
    for entry, events in session.follow(record):
        if entry.seat is not None and entry.controller is not None:
            see((), new_decider(names[entry.seat], entry.controller))
        elif events:
            see(events)
            if any(isinstance(event, Checkpoint) for event in events) and not session.over:
                turns.append(len(moments) - 1)
    return Tape(
        setup_of(spec, record),
        presenter,
        spec.pieces,
        tuple(moments),
        tuple(turns),
        record.result,
        record.dropped,
        who_began(session.log),
    )
