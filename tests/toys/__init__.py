"""Games of the tests' own: never shipped, registered by one call, held to every promise that shipped games keep."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from babylon3d.playable.registry import register, unregister
from babylon3d.playable.spec import GameSpec
from tests.toys.board.spec import SPEC as LOOKOUTS
from tests.toys.hidden.spec import SPEC as QUARRY

TOYS: tuple[GameSpec, ...] = (LOOKOUTS, QUARRY)


@contextmanager
def registered() -> Iterator[tuple[GameSpec, ...]]:
    """While it lasts, the program knows the toys as it knows its own games."""
    for spec in TOYS:
        register(spec)
    try:
        yield TOYS
    finally:
        for spec in TOYS:
            unregister(spec.id)
