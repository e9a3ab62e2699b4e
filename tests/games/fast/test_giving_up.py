"""A bot says that it is done when a place has failed three times and it sees no other (F8)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.bots import BOTS, MOST_FAILURES
from babylon3d.games.babylon.fast.state import FastState
from tests.games.fast.positions import RULES, act, happen, new

MOST_TICKS = 60 * 240


@pytest.mark.parametrize("level", sorted(BOTS))
def test_a_bot_whose_pieces_all_come_back_gives_up(level: str) -> None:
    bot = BOTS[level](0, random.Random(5))
    tried: Counter[tuple[str, int, int, int]] = Counter()
    s: FastState = new()
    for tick in range(MOST_TICKS):
        bot.offer(s)
        for action in bot.poll(tick):
            if isinstance(action, m.LetGo):
                at, held = s.seats[0].at, s.seats[0].hand
                assert at is not None and held is not None
                tried[held.kind, at.area, round(at.x / 100), round(at.y / 100)] += 1
            s = act(s, 0, action)
        if s.seats[0].judged:
            s = happen(s, m.Returned(s.seats[0].judged[0].id, "it does not stand upright"))
        if s.seats[0].done:
            break
    assert s.seats[0].done and s.seats[0].hand is None
    assert tried and max(tried.values()) <= MOST_FAILURES


def test_a_bot_tries_again_in_the_next_round() -> None:
    bot = BOTS["hard"](0, random.Random(5))
    s = new()
    for part in range(2):
        letting_go = 0
        for tick in range(MOST_TICKS):
            bot.offer(s)
            for action in bot.poll(tick):
                letting_go += isinstance(action, m.LetGo)
                s = act(s, 0, action)
            if s.seats[0].judged:
                s = happen(s, m.Returned(s.seats[0].judged[0].id, "it does not stand upright"))
            if s.seats[0].done:
                break
        assert letting_go >= MOST_FAILURES, f"round {part + 1}"
        s = act(act(s, 1, m.Done()), 2, m.Done())
        s = happen(s, m.CameToRest())
        s = happen(RULES.apply(s, 0, m.NextRound()).state, m.RoundBegan())
