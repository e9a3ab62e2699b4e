"""Chance as a nature: dice and shuffles that a game asks for, seeded and logged. And seeded generators in general."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Annotated, TypeVar

import msgspec

from babylon3d.core.actions import Event, Need, Outcome
from babylon3d.core.errors import IllegalAction
from babylon3d.core.session import Session

T = TypeVar("T")

MOST_DICE = 100
MOST_CARDS = 10_000

Face = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Index = Annotated[int, msgspec.Meta(ge=0, lt=MOST_CARDS)]


class Roll(Need, frozen=True, tag="roll"):
    """Dice are asked for: `count` of them, each with the faces 1 to `sides`."""

    sides: int = 6
    count: int = 1


class Shuffle(Need, frozen=True, tag="shuffle"):
    """A random order of `count` things is asked for."""

    count: int


class Rolled(Outcome, frozen=True, tag="rolled"):
    """What the dice show, in their order. A game puts it into its union of outcomes."""

    values: Annotated[tuple[Face, ...], msgspec.Meta(max_length=MOST_DICE)]


class Shuffled(Outcome, frozen=True, tag="shuffled"):
    """The new order: the thing at place i is the one that was at `order[i]`. A game puts it into its union."""

    order: Annotated[tuple[Index, ...], msgspec.Meta(max_length=MOST_CARDS)]


def verify_chance(need: Need | None, outcome: Outcome, ruling: str) -> None:
    """Whether an outcome answers what was asked for, for a game's `resolve`: a record can be forged.

    Raises: IllegalAction with the game's ruling.
    """
    match outcome, need:
        case Rolled(values=values), Roll(sides=sides, count=count):
            if len(values) != count or not all(1 <= value <= sides for value in values):
                raise IllegalAction(ruling, f"{list(values)} is no throw of {count} dice with {sides} sides")
        case Shuffled(order=order), Shuffle(count=count):
            if sorted(order) != list(range(count)):
                raise IllegalAction(ruling, f"{list(order)[:20]} is no order of {count} things")
        case _:
            raise IllegalAction(ruling, f"nothing asked for what is {type(outcome).__name__.lower()} here")


class Chance:
    """The seeded nature. What it gives follows from the header's seed and how far the log has come, and nothing else.

    So a game that is taken up goes on as it would have. A nature of real dice that answers the same needs with the
    same outcomes can stand in its place.
    """

    name = "chance"

    def __init__(self, session: Session) -> None:
        self._seed = session.header.seed
        self._log = session.log

    def observe(self, events: tuple[Event, ...], state: object) -> None:
        """Nothing that happens changes the odds."""

    def poll(self, state: object, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        """The dice or the order that the game asks for, at once."""
        rng = derived(self._seed, "chance", len(self._log))
        match need:
            case Roll(sides=sides, count=count):
                return (Rolled(tuple(rng.randint(1, sides) for _ in range(count))),)
            case Shuffle(count=count):
                return (Shuffled(shuffled(rng, range(count))),)
            case _:
                return ()

    def close(self) -> None:
        """Nothing to give back."""


def derived(seed: int, *names: str | int) -> random.Random:
    """An independent generator for one purpose (a seat's bot, jitter ...), the same on every machine."""
    return random.Random("/".join([str(seed), *map(str, names)]))


def shuffled(rng: random.Random, items: Sequence[T]) -> tuple[T, ...]:
    """The items in a random order."""
    order = list(items)
    rng.shuffle(order)
    return tuple(order)
