"""A fresh world for each test, on each engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from babylon3d.physics.bullet import BulletWorld
from babylon3d.physics.engines import ENGINES, EngineWorld, installed, recipe
from babylon3d.physics.engines import world as make

# Python 3.10 has no MuJoCo that can be used.
HERE = [engine for engine in ENGINES if installed(engine)]


@pytest.fixture(params=HERE)
def world(request: pytest.FixtureRequest) -> Iterator[EngineWorld]:
    with make(recipe("realtime", request.param)) as fresh:
        yield fresh


@pytest.fixture
def bullet() -> Iterator[BulletWorld]:
    with BulletWorld() as fresh:
        yield fresh
