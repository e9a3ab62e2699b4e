"""The Fast Game's arena in its own process: same outcomes, restarts, and re-simulation from the hands."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from babylon3d.core.actions import Action, Event
from babylon3d.core.codec import Codec
from babylon3d.core.errors import IllegalAction, Unavailable
from babylon3d.core.match import Match
from babylon3d.core.record import NatureInfo, read_record
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Game, Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.physics.bullet import BulletWorld
from babylon3d.physics.engines import ENGINES, Engine, installed
from babylon3d.physics.world import Exploded
from babylon3d.playable.babylon.fast import resimulate as resimulation
from babylon3d.playable.babylon.fast.nature import (
    Begin,
    FastEvent,
    LocalNature,
    ProcessNature,
    begin_of_session,
    set_up_of,
)
from babylon3d.playable.babylon.fast.resimulate import resimulate
from babylon3d.playable.registry import nature_info
from babylon3d.playable.remote import MOST_VAIN, SILENT_S
from tests.core.test_session import rechained

FAST = Game("fast", FastRules(), Codec(m.FastAction, m.FastOutcome, m.FastOptions))
SEATS = (SeatInfo("Ann", "red"), SeatInfo("Bo", "blue"), SeatInfo("Cy", "green"))


def test_every_event_of_the_game_can_be_told_to_the_process() -> None:
    kinds = [kind for kind in vars(m).values() if isinstance(kind, type) and issubclass(kind, Event)]
    assert {kind for kind in kinds if kind.__module__ == m.__name__} == set(get_args(FastEvent))


class Builder:
    """Grabs, carries and lets go by a script of its own, clumsily."""

    def __init__(self, seat: int, seed: int) -> None:
        self._seat, self._rng = seat, random.Random(seed)
        self._plan: Iterator[tuple[Action, ...]] = iter(())
        self._state: FastState | None = None

    def offer(self, view: FastState) -> None:
        self._state = view

    def poll(self, tick: int) -> tuple[Action, ...]:
        if self._state is None or self._state.phase != "building":
            return ()
        action = next(self._plan, None)
        if action is None:
            self._plan = self._carry()
            return ()
        return action

    def _carry(self) -> Iterator[tuple[Action, ...]]:
        assert self._state is not None
        kind = self._rng.choice(["tower", "tower", "bridge", "small"])
        x, y = self._rng.choice([0, 0, 200, 400]) + self._rng.randint(-9, 9), self._rng.choice([-600, -300, 0, 300])
        top = 200 * self._rng.randint(0, 2) + 10
        if self._state.seats[self._seat].hand is None:
            yield (m.Grab(kind),)  # type: ignore[arg-type]
        yield (m.MoveHand(self._seat, x, y, top + 300),)
        yield from [()] * 20
        yield (m.MoveHand(self._seat, x, y, top),)
        yield from [()] * 15
        yield (m.LetGo(),)
        yield from [()] * 45

    def refused(self, action: Action, error: IllegalAction) -> None:
        self._plan = iter(())


HERE = [engine for engine in ENGINES if installed(engine)]
FIRST_HERE = [*HERE[:1], *(pytest.param(other, marks=pytest.mark.slow) for other in HERE[1:])]


def played(
    kind: type[LocalNature] | type[ProcessNature], ticks: int, kill_at: int = 0, engine: Engine = "bullet"
) -> tuple[Session, Any]:
    session = Session.start(FAST, SEATS, m.FastOptions(assist="light"), nature=nature_info("realtime", engine))
    nature = kind(begin_of_session(session))
    try:
        match = Match(session, {seat: Builder(seat, seat) for seat in range(3)}, (nature,))
        for tick in range(1, ticks + 1):
            if tick == kill_at and isinstance(nature, ProcessNature):
                os.kill(nature._process.pid or 0, signal.SIGKILL)
                nature._process.join()
            while isinstance(nature, ProcessNature) and not nature.ready:
                time.sleep(0.001)
                if nature._pipe.poll() or not nature._process.is_alive():
                    break
            match.tick(tick)
    finally:
        nature.close()
    return session, nature


@pytest.mark.parametrize("engine", HERE)
def test_a_local_round_resimulates_equal(engine: Engine) -> None:
    session, _ = played(LocalNature, 900, engine=engine)
    assert session.header.nature.config["engine"] == engine
    record = read_record(session.log.data())
    found = resimulate(FAST, record)
    assert found.equal, found
    assert found.outcomes > 20
    assert len(session.state.standing) > 2


@pytest.mark.parametrize("engine", HERE)
def test_a_round_in_a_process_resimulates_equal(engine: Engine) -> None:
    session, nature = played(ProcessNature, 600, engine=engine)
    assert nature.restarts == 0
    found = resimulate(FAST, read_record(session.log.data()))
    assert found.equal, found
    assert found.outcomes > 10


@pytest.mark.parametrize("engine", FIRST_HERE)
def test_a_killed_process_is_begun_anew_and_the_round_goes_on(engine: Engine) -> None:
    session, nature = played(ProcessNature, 2000, kill_at=500, engine=engine)
    assert nature.restarts == 1
    record = read_record(session.log.data())
    rebuilt = [entry for entry in record.entries if b'"rebuilt"' in bytes(entry.outcome)]
    assert len(rebuilt) == 1 and rebuilt[0].tick >= 500
    later = [entry for entry in record.entries if entry.tick > 600 and b'"placed"' in bytes(entry.outcome)]
    assert later, "nothing was placed after the fault"
    assert resimulate(FAST, record).equal


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be stopped there")
def test_a_stopped_process_is_not_waited_for() -> None:
    """Ended by nobody, it would be owed answers for ever; the clock is the test's."""
    now = 0.0
    session = Session.start(FAST, SEATS, m.FastOptions(), nature=NatureInfo("physics"))
    nature = ProcessNature(Begin(3, session.state.options, "realtime", set_up_of(session.state)), clock=lambda: now)
    try:
        match = Match(session, {}, (nature,))
        tick = 0

        def pass_ticks(count: int) -> None:
            nonlocal tick
            end = tick + count
            while tick < end:
                if nature.ready:
                    tick += 1
                    match.tick(tick)
                else:
                    time.sleep(0.002)

        pass_ticks(30)
        os.kill(nature._process.pid or 0, signal.SIGSTOP)
        while nature.ready and tick < 60:
            tick += 1
            match.tick(tick)
        assert not nature.ready and nature.restarts == 0
        now += SILENT_S / 2
        assert not nature.ready, "a slow computer is waited for"
        now += SILENT_S
        pass_ticks(30)
        assert nature.restarts == 1 and nature.poses() is not None
    finally:
        nature.close()


def test_a_process_that_ends_again_and_again_is_given_up() -> None:
    """Two pieces of one id: whatever is begun ends at once."""
    session = Session.start(FAST, SEATS, m.FastOptions(), nature=NatureInfo("physics"))
    piece = ("t1", "tower", 0, m.Rest((), 1, 0, (0.0, 0.0, 0.01), (0.0, 0.0, 0.0, 1.0)))
    nature = ProcessNature(Begin(3, session.state.options, "realtime", (piece, piece)))  # type: ignore[arg-type]
    try:
        with pytest.raises(Unavailable, match="again and again"):
            for tick in range(1, 5000):
                nature.poll(session.state, None, tick)
                time.sleep(0.02)
        assert nature.restarts == MOST_VAIN
    finally:
        nature.close()


def test_a_moved_hand_is_found_by_resimulation() -> None:
    session, _ = played(LocalNature, 400)
    lines = session.log.lines
    at = next(i for i, line in enumerate(lines) if b'"hand"' in line and b'"z":' in line)
    lines[at] = lines[at].replace(b'"type":"hand","area":0,"x":', b'"type":"hand","area":0,"x":1')
    found = resimulate(FAST, read_record(rechained(lines)))
    assert not found.equal and found.line is not None and "simulated" in found.said


@pytest.mark.parametrize("precision", ["wild"])
def test_an_unknown_precision_is_refused(precision: str) -> None:
    from babylon3d.core.errors import BadText

    session = Session.start(FAST, SEATS, m.FastOptions(), nature=NatureInfo("physics", {"precision": precision}))
    with pytest.raises(BadText, match="wild"):
        resimulate(FAST, read_record(session.log.data()))


@pytest.mark.slow
def test_a_world_that_lost_all_measure_is_built_anew_and_resimulates_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    step, left = BulletWorld.step, [400]

    def explode(world: BulletWorld, seconds: float = 1 / 60) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise Exploded("t1")
        step(world, seconds)

    monkeypatch.setattr(BulletWorld, "step", explode)
    session, _ = played(LocalNature, 900)
    record = read_record(session.log.data())
    rebuilt = [entry for entry in record.entries if b'"rebuilt"' in bytes(entry.outcome)]
    assert len(rebuilt) == 1 and left[0] < 0
    found = resimulate(FAST, record)
    assert found.equal and found.outcomes > 20, found


def test_a_record_of_an_engine_that_is_not_here_is_not_resimulated_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    session, _ = played(LocalNature, 100)
    monkeypatch.setattr(resimulation, "trouble", lambda engine: f"the physics engine {engine} is not installed")
    with pytest.raises(Unavailable) as refused:
        resimulate(FAST, read_record(session.log.data()))
    assert str(refused.value) == (
        "it cannot be re-simulated here, though it replays exactly: the physics engine bullet is not installed"
    )


def test_another_version_of_the_engine_is_named_where_it_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    session, _ = played(LocalNature, 300)
    lines = session.log.data().replace(b'"engine_version":"', b'"engine_version":"0.').splitlines()
    assert resimulate(FAST, read_record(rechained(lines))).equal, "it may well be the same"
    moved = [line.replace(b'"z":', b'"z":1') if b'"type":"hand"' in line else line for line in lines]
    assert moved != lines
    found = resimulate(FAST, read_record(rechained(moved)))
    assert not found.equal and "it was played with PyBullet 0." in found.said


def test_an_old_record_runs_its_own_numbers() -> None:
    """What a header does not name is as it was in the first records, not as it is today."""
    session, _ = played(LocalNature, 10)
    header = session.header
    begin = resimulation.begin_of(read_record(session.log.data()), session)
    assert begin.recipe["most_iterations"] == 200 == header.nature.config["most_iterations"]
    old = Session.start(FAST, SEATS, m.FastOptions(), nature=NatureInfo("physics", {"precision": "accurate"}))
    begin = resimulation.begin_of(read_record(old.log.data()), old)
    assert (begin.recipe["iterations"], begin.recipe["most_iterations"], begin.precision) == (100, 0, "accurate")
