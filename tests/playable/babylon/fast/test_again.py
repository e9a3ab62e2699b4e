"""Records of rounds and runs as hands play them now re-simulate equal: hands that point, ends by the clock, falls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from babylon3d.core.actions import Action
from babylon3d.core.errors import IllegalAction
from babylon3d.core.match import Match
from babylon3d.core.record import read_record
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.playable.babylon.fast.aim import Aim
from babylon3d.playable.babylon.fast.hand import HandController
from babylon3d.playable.babylon.fast.nature import LocalNature, begin_of_session
from babylon3d.playable.babylon.fast.resimulate import resimulate
from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from babylon3d.playable.babylon.practice.spec import SPEC as PRACTICE
from babylon3d.playable.registry import nature_info
from babylon3d.playable.simulate import seat_infos
from tests.games.practice.runs import run

Script = Callable[["Scripted"], Iterator[tuple[Action, ...]]]


class Scripted:
    """A seat that does what a script says, each tick something."""

    def __init__(self, script: Script) -> None:
        self.state: FastState | None = None
        self._work = script(self)

    def offer(self, view: FastState) -> None:
        self.state = view

    def poll(self, tick: int) -> tuple[Action, ...]:
        if self.state is None or self.state.phase != "building":
            return ()
        return next(self._work, ())

    def refused(self, action: Action, error: IllegalAction) -> None:
        raise AssertionError(f"{action}: {error}")


def played(scripts: dict[int, Script], pointing: bool, ticks: int, **options: Any) -> Session:
    """A match in which these seats follow scripts; seat 0 has a person's hand where there is pointing."""
    session = Session.start(
        FAST.game, seat_infos(FAST, 3, ("easy",)), m.FastOptions(**options), nature=nature_info("realtime", spec=FAST)
    )
    nature = LocalNature(begin_of_session(session))
    seats: dict[int, Any] = {seat: Scripted(script) for seat, script in scripts.items()}
    person = HandController(0, 3, nature.poses)
    if pointing:
        seats[0] = person
    match = Match(session, seats, (nature,))
    middle = area_middle(3, 0)
    try:
        for tick in range(1, ticks + 1):
            match.tick(tick)
            state = session.state
            if state.phase == "scored":
                break
            if pointing and state.phase == "building":
                point_on(person, state, tick, middle)
    finally:
        nature.close()
    return session


def point_on(hand: HandController, state: FastState, tick: int, middle: tuple[float, float, float]) -> None:
    """Take a tower, point at what stands, now and then elsewhere, and let go; then nothing any more."""
    if len(state.standing) >= 4:
        return
    player = state.seats[0]
    if player.hand is None and not player.waits and tick % 20 == 0:
        hand.take(state, "tower")
    elif player.hand is not None and not hand.setting:
        if tick % 40 == 20:
            hand.go(middle[0] + 0.05, middle[1] - 0.03)
            hand.turn(15.0)
            hand.straighten()
        elif tick % 40 == 35:
            top = max(state.standing, key=lambda piece: piece.rest.level, default=None)
            point = middle if top is None else (middle[0], middle[1], 0.02 * top.rest.level)
            hand.point(Aim(point, None if top is None else top.id))
        elif tick % 40 == 39:
            hand.let_go(state)
        elif state.options.assist == "free":
            bottom = hand.pose.position[2] - 0.01
            hand.lift(0.02 * len(state.standing) + 0.002 - bottom)


def resimulated(session: Session) -> int:
    """Drive its hands again; how many outcomes were the same."""
    found = resimulate(session.game, read_record(session.log.data()))
    assert found.equal, found
    return found.outcomes


@pytest.mark.parametrize("assist", ["guided", pytest.param("free", marks=pytest.mark.slow)])
def test_a_round_of_a_pointing_hand_that_ends_for_idleness_resimulates_equal(assist: str) -> None:
    session = played({}, True, 3000, assist=assist, idle_s=4)
    assert session.state.phase == "scored" and "nothing was placed" in session.state.stopped_why
    assert len(session.state.standing) >= (2 if assist == "guided" else 1)
    assert resimulated(session) > 20


def wedge(me: Scripted) -> Iterator[tuple[Action, ...]]:
    """A held tower on the table below, and it stays there."""
    yield (m.MoveHand(0, 0, 0, 300), m.Grab("tower"))
    for z in range(300, 5, -5):
        yield (m.MoveHand(0, 0, 0, z),)


def drop_on_it(me: Scripted) -> Iterator[tuple[Action, ...]]:
    """A bridge let go over it."""
    yield from [()] * 75
    yield (m.MoveHand(0, 0, 0, 220), m.Grab("bridge"))
    yield from [()] * 15
    yield (m.LetGo(),)


def agree(me: Scripted) -> Iterator[tuple[Action, ...]]:
    """Nothing more, and the rest may be skipped."""
    yield from [()] * 10
    yield (m.Done(),)
    yield from [()] * 5
    yield (m.Skip(),)


@pytest.mark.slow
def test_a_round_with_a_withdrawn_piece_and_agreed_skips_resimulates_equal() -> None:
    session = played({0: drop_on_it, 1: wedge, 2: agree}, False, 1400, assist="free", idle_s=20)
    words = session.log.data()
    assert b'"withdrawn"' in words and b'"unsettled"' in words and b'"skip"' in words
    assert resimulated(session) > 20


@pytest.mark.slow
@pytest.mark.parametrize("drill", sorted(DRILLS))
def test_a_run_of_every_drill_resimulates_equal(drill: str) -> None:
    session = run(drill, [("tower", 0, -800, 0), ("tower", 0, -800, 200)])
    assert session.game is PRACTICE.game
    assert resimulated(session) > 5
