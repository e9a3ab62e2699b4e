"""The games that are held to the contract: all that are registered, and two of the tests' own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from babylon3d.playable.spec import GameSpec
from tests.contract.play import games, played
from tests.toys import registered


@pytest.fixture(scope="package", autouse=True)
def toys() -> Iterator[None]:
    """The tests' own games are known like any other."""
    played.cache_clear()  # a process that was forked in the middle of a run has games of another program
    with registered():
        yield


@pytest.fixture(params=games(), ids=lambda spec: spec.id)
def spec(request: pytest.FixtureRequest) -> GameSpec:
    """Each of the games."""
    found: GameSpec = request.param
    return found
