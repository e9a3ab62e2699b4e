"""A bot in a process of its own: it says what it would say here, is begun anew when it is killed, and ends at once."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import time
from collections.abc import Iterator

import pytest

from babylon3d.players.apart import MOST_VAIN, ApartMind
from babylon3d.players.bot import BotController, Think, Thought

SLOW_S = 0.4


def quick(seat: int, rng: random.Random) -> Think:
    """Answers at once with what follows from its chance and the view; it gives texts for actions."""
    chance = rng.random()

    def think(view: str) -> Thought[str]:  # type: ignore[type-var]
        yield
        return (f"{seat} {chance} {view}",)

    return think


def slow(seat: int, rng: random.Random) -> Think:
    """The same after a while."""

    def think(view: str) -> Thought[str]:  # type: ignore[type-var]
        time.sleep(SLOW_S)
        return (yield from quick(seat, rng)(view))

    return think


def dying(seat: int, rng: random.Random) -> Think:
    """Ends every process that is not the one of the tests."""

    def think(view: str) -> Thought[str]:  # type: ignore[type-var]
        if multiprocessing.parent_process() is not None:
            os._exit(3)
        return (yield from quick(seat, rng)(view))

    return think


def answer(thought: Iterator[None]) -> object:
    """Wait for what a thought says."""
    while True:
        try:
            next(thought)
        except StopIteration as finished:
            return finished.value
        time.sleep(0.005)


def pid() -> int | None:
    """The process that thinks; the tests of this file have one at a time."""
    return next((p.pid for p in multiprocessing.active_children() if p.pid not in BEFORE), None)


BEFORE: set[int | None] = set()


@pytest.fixture(autouse=True)
def children() -> None:
    """Processes that other tests began are not looked at."""
    BEFORE.clear()
    BEFORE.update(p.pid for p in multiprocessing.active_children())


def here(view: str) -> object:
    return answer(quick(1, random.Random(7))(view))


def test_it_says_what_it_would_say_here_thought_after_thought() -> None:
    mind = ApartMind(quick, 1, random.Random(7))
    assert pid() is None
    assert answer(mind("a")) == here("a")
    first = pid()
    assert answer(mind("b")) == here("b") and pid() == first != os.getpid()
    mind.close()
    assert pid() is None
    assert answer(mind("c")) == here("c")
    mind.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a system without SIGKILL")
def test_killed_while_it_thinks_it_is_begun_anew_and_says_the_same() -> None:
    mind = ApartMind(slow, 1, random.Random(7))
    thought = mind("a")
    until = time.monotonic() + SLOW_S / 2
    while pid() is None or time.monotonic() < until:
        next(thought)
    killed = pid()
    os.kill(killed, signal.SIGKILL)
    assert answer(thought) == here("a") and pid() not in (None, killed)
    mind.close()


def test_where_every_process_ends_it_thinks_here() -> None:
    mind = ApartMind(dying, 1, random.Random(7))
    assert answer(mind("a")) == here("a") and pid() is None
    assert MOST_VAIN < 10


def test_a_thought_that_is_dropped_ends_the_process_at_once() -> None:
    mind = ApartMind(slow, 1, random.Random(7))
    bot = BotController(mind, slices=1)
    bot.offer("a")
    while pid() is None:
        bot.poll(0)
    bot.stop()
    assert pid() is None and not bot.busy
    bot.offer("a")
    assert bot.busy, "what is offered next is thought of anew"
    bot.stop()
