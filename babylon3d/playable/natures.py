"""Natures that can be looked at, and what the two kinds of game ask of one beside what `core.match.Nature` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from babylon3d.core.geometry import Pose
from babylon3d.core.match import Nature


class PosedNature(Nature, Protocol):
    """A nature with pieces that lie somewhere. Whoever asked for it closes it."""

    @property
    def version(self) -> int:
        """Changes whenever a pose does."""

    def poses(self) -> Mapping[str, Pose]:
        """Every piece's pose by its id; metres."""

    def close(self) -> None:
        """Give back what it holds."""


class RestingNature(PosedNature, Protocol):
    """One that comes to rest between two turns."""

    @property
    def busy(self) -> bool:
        """Whether something moves or lies in ruins."""


class PacedNature(PosedNature, Protocol):
    """One that goes on all the time, at its own pace."""

    @property
    def ready(self) -> bool:
        """Whether another tick may be asked for."""
