"""A fresh world for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from babylon3d.physics.bullet import BulletWorld


@pytest.fixture
def world() -> Iterator[BulletWorld]:
    with BulletWorld() as fresh:
        yield fresh
