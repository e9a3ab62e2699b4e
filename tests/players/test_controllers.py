"""Controllers: people queue, bots think in slices, replays play again; a match with any of them is the same game."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from typing import Any

import pytest

from babylon3d.core.errors import IllegalAction
from babylon3d.core.match import Match
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.players.bot import BotController, Think
from babylon3d.players.human import HumanController
from tests.core.counting import COUNTING, Add, Bonus, Options

SEATS = (SeatInfo("Ann", "red"), SeatInfo("Bo", "blue"))


class Giving:
    """The nature of the counting game."""

    name = "giving"

    def observe(self, events: Any, state: Any) -> None:
        pass

    def poll(self, state: Any, need: Any, tick: int) -> tuple[Bonus, ...]:
        return (Bonus(1),) if need is not None else ()


def thinker(rng: random.Random, work: int = 5) -> Think:
    """Thinks `work` pieces of work, drawing lots on the way, then adds one or two."""

    def think(view: Any) -> Generator[None, None, Sequence[Add]]:
        drawn = 0
        for _ in range(work):
            drawn += rng.randint(0, 100)
            yield
        return (Add(1 + drawn % 2),)

    return think


def play(slices: int | None, pace: int, limit: int = 1000) -> Session:
    session = Session.start(COUNTING, SEATS, Options(40))
    bots = {i: BotController(thinker(random.Random(i)), slices=slices, pace=pace) for i in range(2)}
    match = Match(session, bots, (Giving(),))
    for _ in range(limit):
        if session.over:
            break
        match.tick()
    assert session.over
    return session


def test_what_a_bot_chooses_does_not_depend_on_how_its_work_is_sliced() -> None:
    whole, sliced, slow = play(None, 0), play(1, 0), play(2, 7)
    assert whole.log.lines == sliced.log.lines == slow.log.lines


def test_a_bot_does_no_more_work_in_a_poll_than_it_may() -> None:
    bot = BotController(thinker(random.Random(1), work=10), slices=3)
    bot.offer(object())
    assert [bot.poll(0) for _ in range(3)] == [(), (), ()]
    assert bot.busy
    assert len(bot.poll(0)) == 1
    assert not bot.busy


def test_a_bot_carries_out_a_plan_of_several_actions_at_its_pace() -> None:
    def think(view: Any) -> Generator[None, None, Sequence[Add]]:
        yield
        return (Add(1), Add(2))

    bot = BotController(think, pace=2)
    bot.offer("first")
    polls = []
    for i in range(8):
        polls.append(bot.poll(0))
        bot.offer(i)  # its own action changed the state: the plan stands
        if len([p for p in polls if p]) == 2:
            break
    assert [p for p in polls if p] == [(Add(1),), (Add(2),)]
    assert polls[0] == polls[1] == ()


def test_a_refused_bot_is_a_programming_error() -> None:
    with pytest.raises(RuntimeError, match="no such number"):
        BotController(thinker(random.Random(0))).refused(Add(3), IllegalAction("T1", "no such number"))


def test_a_bot_must_act() -> None:
    def think(view: Any) -> Generator[None, None, Sequence[Add]]:
        yield
        return ()

    bot = BotController(think)
    bot.offer(None)
    with pytest.raises(RuntimeError, match="must act"):
        bot.poll(0)


def test_a_person_acts_once_a_tick_in_order() -> None:
    session = Session.start(COUNTING, SEATS, Options(40))
    ann, bo = HumanController(), HumanController()
    match = Match(session, {0: ann, 1: bo}, (Giving(),))
    match.tick()
    assert len(session.log) == 1
    ann.do(Add(1))
    bo.do(Add(2))
    match.tick()
    match.tick()
    assert session.state.total == 3
    assert ann.view is not None


def test_a_refusal_is_kept_and_drops_what_was_queued_behind_it() -> None:
    session = Session.start(COUNTING, SEATS, Options(40))
    ann = HumanController()
    match = Match(session, {0: ann}, (Giving(),))
    ann.do(Add(9), Add(1))
    match.tick()
    match.tick()
    assert ann.refusal is not None
    assert session.state.total == 0
    ann.do(Add(1))
    assert ann.refusal is None
    match.tick()
    assert session.state.total == 1
