"""Moments of the Tactical Game for the presenter's tests."""

from __future__ import annotations

import random
from functools import cache

from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.tactical.bots import easy
from babylon3d.games.babylon.tactical.model import EndTurn, Place, Settled, TacticalAction, TacticalOptions
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.state import TacticalState

RULES = TacticalRules()
NAMES = ("Ann", "Bo", "Cid")
SEATS = tuple(SeatInfo(name, colour) for name, colour in zip(NAMES, ("red", "yellow", "green"), strict=True))


def new(options: TacticalOptions = TacticalOptions()) -> TacticalState:
    return RULES.new_game(SEATS, options).state


def after(s: TacticalState, *actions: TacticalAction) -> TacticalState:
    """The state after legal actions of whoever is to move; an end of turn declines the special move too."""
    for action in actions:
        if isinstance(action, Place) and s.special:
            s = after(s, EndTurn())
        RULES.verify(s, s.to_move, action)
        s = RULES.resolve(RULES.apply(s, s.to_move, action).state, Settled()).state
    return s


def tower(x: int, y: int, level: int, turn: int = 0) -> Place:
    return Place("tower", x, y, level, turn)  # type: ignore[arg-type]


def bridge(x: int, y: int, level: int, axis: str = "x") -> Place:
    return Place("bridge", x, y, level, axis=axis)  # type: ignore[arg-type]


def noble(size: str, x: int, y: int, level: int) -> Place:
    return Place(size, x, y, level)  # type: ignore[arg-type]


def opened(options: TacticalOptions = TacticalOptions()) -> TacticalState:
    """After the first round, Ann to move: everything in the row y = 0.

    x        -4 -3 -2 -1  0  1  2  3  4
    level 3      [  bridge ]  [ bridge ]        middles at -2 and 2
    level 2   t  t     t  t  t     t  t
    level 1  [bridge ][bridge ][bridge ]        middles at -3, 0 and 3
    """
    s = after(new(options), bridge(0, 0, 1), tower(-1, 0, 2), tower(1, 0, 2), tower(0, 0, 2), EndTurn())
    s = after(s, bridge(3, 0, 1), tower(3, 0, 2), tower(4, 0, 2), bridge(2, 0, 3), EndTurn())
    return after(s, bridge(-3, 0, 1), tower(-3, 0, 2), tower(-4, 0, 2), bridge(-2, 0, 3), EndTurn())


@cache
def played(seed: int, actions: int, options: TacticalOptions = TacticalOptions()) -> TacticalState:
    """A state somewhere in a game of easy bots."""
    s = new(options)
    minds = [easy(seat, random.Random(seed * 7 + seat)) for seat in range(3)]
    for _ in range(actions):
        if s.ended is not None:
            break
        thought = minds[s.to_move](s)
        try:
            while True:
                next(thought)
        except StopIteration as finished:
            s = after(s, finished.value[0])
    return s
