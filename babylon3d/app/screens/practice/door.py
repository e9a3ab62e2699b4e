"""Opens the screens of solo practice."""

from __future__ import annotations

from pathlib import Path

from babylon3d.app.screen import Screen
from babylon3d.core.errors import Unavailable


def enter() -> Screen:
    """The drills."""
    from babylon3d.app.screens.practice.drills import PracticeScreen

    return PracticeScreen()


def resume(record: Path) -> Screen:
    """A run is not taken up again. Raises: Unavailable."""
    raise Unavailable("a run of a drill is not taken up again; Practice begins a new one")


def replay(record: Path) -> Screen:
    """The replay viewer. Raises: BadText, CorruptFile, Unavailable."""
    from babylon3d.app.screens.practice.replay import PracticeReplayScreen

    return PracticeReplayScreen(record)
