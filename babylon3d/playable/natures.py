"""Natures that can be looked at, and what the two kinds of game ask of one beside what `core.match.Nature` says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

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


@runtime_checkable
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

    @property
    def behind(self) -> int:
        """How many ticks have been asked for and not been answered."""


class AllNatures:
    """The natures of a game in turns, looked at as one; those without pieces, such as dice from a seed, lie still."""

    def __init__(self, natures: Sequence[Nature]) -> None:
        """Own them from now on."""
        self.each = tuple(natures)
        self._resting = [nature for nature in self.each if isinstance(nature, RestingNature)]

    @property
    def posed(self) -> bool:
        """Whether one of them knows where pieces lie."""
        return bool(self._resting)

    @property
    def busy(self) -> bool:
        """Whether something moves or lies in ruins."""
        return any(nature.busy for nature in self._resting)

    @property
    def version(self) -> int:
        """Changes whenever a pose does."""
        return sum(nature.version for nature in self._resting)

    def poses(self) -> Mapping[str, Pose]:
        """Every piece's pose by its id; metres."""
        if len(self._resting) == 1:
            return self._resting[0].poses()
        return {piece: pose for nature in self._resting for piece, pose in nature.poses().items()}

    def close(self) -> None:
        """Give back what they hold."""
        for nature in self.each:
            close = getattr(nature, "close", None)
            if close is not None:
                close()
