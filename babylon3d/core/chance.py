"""The seeded nature: dice, shuffles, who begins. Randomness is always a `random.Random` handed in."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def derived(seed: int, *names: str | int) -> random.Random:
    """An independent generator for one purpose (a seat's bot, jitter ...), the same on every machine."""
    return random.Random("/".join([str(seed), *map(str, names)]))


def shuffled(rng: random.Random, items: Sequence[T]) -> tuple[T, ...]:
    """The items in a random order."""
    order = list(items)
    rng.shuffle(order)
    return tuple(order)


def roll(rng: random.Random, sides: int = 6) -> int:
    """A die: 1 to `sides`."""
    return rng.randint(1, sides)
