"""Driving the physics from the hands of a record again, and saying where it parts from what was logged."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from babylon3d.core.actions import Outcome
from babylon3d.core.errors import CorruptFile, IllegalAction, Unavailable
from babylon3d.core.record import Entry, Record
from babylon3d.core.session import Game, Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.physics.engines import PACKAGES, TITLES, engine_of, trouble, version
from babylon3d.physics.recipes import VERSION, from_numbers, to_numbers
from babylon3d.playable.babylon.fast.clock import after_silence
from babylon3d.playable.babylon.fast.nature import Begin, LocalNature, begin_by
from babylon3d.playable.babylon.fast.ways import numbers_of


@dataclass(frozen=True, slots=True)
class Resimulation:
    """Whether the hands alone gave the same outcomes; if not, the first line that differs and how."""

    equal: bool
    outcomes: int
    line: int | None = None
    said: str = ""


def resimulate(game: Game, record: Record) -> Resimulation:
    """Replay the actions of a record of the Fast Game through a fresh physics world.

    Equal on the same machine with the same versions. Raises: BadText, CorruptFile for a record that does not replay;
    Unavailable, in a line, where its engine is not here.
    """
    config = from_numbers(numbers_of(record.header), "line 1 $.nature.config")
    engine = engine_of(config)
    if said := trouble(engine):
        raise Unavailable(f"it cannot be re-simulated here, though it replays exactly: {said}")
    found = _resimulated(game, record)
    written = record.header.nature.config.get(VERSION) or record.header.versions.get(PACKAGES[engine])
    if not found.equal and written not in (None, version(engine)):
        there = f"it was played with {TITLES[engine]} {written}, here is {version(engine)}"
        return replace(found, said=f"{found.said}; {there}")
    return found


def _resimulated(game: Game, record: Record) -> Resimulation:
    """The same with the record's engine, whatever its version."""
    session = Session.start(game, record.header.seats, game.codec.read_options(bytes(record.header.options)))
    nature = LocalNature(begin_of(record, session))
    nature.observe(session.first_events, session.state)
    entries = deque(entry for entry in record.entries if entry.result is None)
    expected: deque[Outcome] = deque()
    checked, tick = 0, 0
    now: list[Entry] = []
    try:
        while entries:
            still = session.state.phase in ("scored", "over")
            tick = after_silence(tick, entries[0].tick, still, entries[0].n + 1) + 1
            now.clear()
            while entries and entries[0].tick <= tick:
                now.append(entries.popleft())
            for entry in now:
                if entry.seat is not None:
                    _do(session, nature, entry)
            natural = [entry for entry in now if entry.seat is None]
            if any(_outcome(session, entry) == m.Rebuilt() for entry in natural):
                expected.clear()
                nature.skip(session.state, tick)
            else:
                expected.extend(nature.poll(session.state, None, tick))
            for entry in natural:
                logged = _outcome(session, entry)
                if logged != m.Rebuilt():
                    found = expected.popleft() if expected else None
                    if found != logged:
                        return Resimulation(False, checked, entry.n + 1, f"logged {logged}, simulated {found}")
                    checked += 1
                events = session.happen(entry.nature or "", logged, entry.tick)
                nature.observe(events, session.state)
    except IllegalAction as error:
        return Resimulation(False, checked, now[0].n + 1, f"the rules refuse it here: {error}")
    finally:
        nature.close()
    return Resimulation(True, checked)


def begin_of(record: Record, session: Session) -> Begin:
    """What the arena of a record is begun with, its own recipe's numbers. Raises: BadText for some that cannot be."""
    config = from_numbers(numbers_of(record.header), "line 1 $.nature.config")
    return begin_by(record.header, session.state, config.precision, to_numbers(config))


def _do(session: Session, nature: LocalNature, entry: Entry) -> None:
    if entry.seat is None:
        raise CorruptFile("an action without a seat", f"line {entry.n + 1}")
    if entry.controller is not None:
        session.seat(entry.seat, entry.controller, entry.tick)
        return
    events = session.act(entry.seat, session.game.codec.action(bytes(entry.action)), entry.tick)
    nature.observe(events, session.state)


def _outcome(session: Session, entry: Entry) -> Outcome:
    outcome: Outcome = session.game.codec.outcome(bytes(entry.outcome))
    return outcome
