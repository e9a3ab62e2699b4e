"""Bots of the Tactical Game: `easy` plays any legal turn, `medium` looks one round ahead, `hard` several turns.

A bot is a generator: it yields after each small piece of work and returns the actions of the rest of its turn.
Everything it returns has been verified on the way, so none of it is ever refused. What `medium` and `hard` choose
follows from their seat's chance and the position alone, not from what they thought before nor from time: so one that
is stopped and asked again says the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Sequence

from babylon3d.core.actions import Seat
from babylon3d.core.chance import derived, shuffled
from babylon3d.games.babylon.tactical.lookahead import HARD, MEDIUM, Depth, look_ahead
from babylon3d.games.babylon.tactical.model import (
    MAX_PLACED,
    MIN_PLACED,
    EndTurn,
    Place,
    TacticalAction,
    TakeBack,
    Unable,
)
from babylon3d.games.babylon.tactical.plans import RULES, allowed, held, places_beside, unable
from babylon3d.games.babylon.tactical.state import TacticalState

Thought = Generator[None, None, Sequence[TacticalAction]]
Think = Callable[[TacticalState], Thought]
Bot = Callable[[Seat, random.Random], Think]

GROUND = 0.1
"""How often `easy` considers the table for a part as readily as the building."""


def any_allowed(s: TacticalState, seat: Seat, rng: random.Random) -> Generator[None, None, TacticalAction]:
    """Any legal placement, a yield for each that is asked; the end of the turn if there is none."""
    for action in _random_order(s, seat, rng):
        if allowed(s, seat, action):
            return action
        yield
    return EndTurn()


# -- easy ------------------------------------------------------------------------------------------


def _random_order(s: TacticalState, seat: Seat, rng: random.Random) -> Iterator[Place]:
    """All kept candidates in a random order, a random piece of the supply first; mostly what stands on something first.

    A part on the table beside the building must still be joined to it, and most such turns are dead ends.
    """
    pieces = [kind for kind, count in held(s, seat).items() for _ in range(count)]
    later: list[Place] = []
    empty = not s.building.parts
    for kind in dict.fromkeys(shuffled(rng, pieces)):
        places = shuffled(rng, places_beside(s, kind) if empty else RULES.placements(s, kind))
        ground_too = rng.random() < GROUND
        for place in places:
            if place.level > 1 or ground_too or kind in ("large", "small"):
                yield place
            else:
                later.append(place)
    yield from later


def easy(seat: Seat, rng: random.Random) -> Think:
    """A bot that plays any legal turn, quickly: it ends some turns after four pieces and seldom exchanges."""

    def think(s: TacticalState) -> Thought:
        if unable(s, seat):
            return (Unable(),)
        if s.special:
            special = yield from _any_special(s, seat, rng)
            return (special,)
        enough = len(s.placed) == MAX_PLACED or (len(s.placed) >= MIN_PLACED and rng.random() < 0.5)
        if enough and allowed(s, seat, EndTurn()):
            return (EndTurn(),)
        action = yield from any_allowed(s, seat, rng)
        return (action,)

    return think


def _any_special(s: TacticalState, seat: Seat, rng: random.Random) -> Generator[None, None, TacticalAction]:
    """Half of the time nothing, otherwise whatever comes first in a random order."""
    if rng.random() < 0.5:
        yield
        return EndTurn()
    return rng.choice([action for action in RULES.legal_actions(s, seat) if not isinstance(action, TakeBack)])


# -- those that think ------------------------------------------------------------------------------


def _thinker(seat: Seat, rng: random.Random, depth: Depth) -> Think:
    chance = rng.getrandbits(64)

    def think(s: TacticalState) -> Thought:
        if unable(s, seat):
            return (Unable(),)
        now = derived(chance, *(n for info in s.seats for n in (info.turns_taken, *info.supply)), s.special)
        plan = yield from look_ahead(s, seat, now, depth)
        if plan is not None:
            return plan.actions
        action = yield from any_allowed(s, seat, now)
        return (action,)

    return think


def medium(seat: Seat, rng: random.Random) -> Think:
    """A bot that weighs its best turns by what the others, and then it, would best do next."""
    return _thinker(seat, rng, MEDIUM)


def hard(seat: Seat, rng: random.Random) -> Think:
    """A bot that looks several turns ahead, with everybody's best replies. It is slow: let it think apart."""
    return _thinker(seat, rng, HARD)


BOTS: dict[str, Bot] = {"easy": easy, "medium": medium, "hard": hard}
