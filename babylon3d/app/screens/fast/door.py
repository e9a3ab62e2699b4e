"""Opens the screens of the Fast Game."""

from __future__ import annotations

from pathlib import Path

from babylon3d.app.screen import Screen
from babylon3d.playable.coach import Coach
from babylon3d.playable.setup import GameSetup


def play(setup: GameSetup) -> Screen:
    """The play screen of a new match."""
    from babylon3d.app.screens.fast import together

    return together.play(setup)


def resume(record: Path) -> Screen:
    """The play screen of a record. Raises: BadText, CorruptFile, Unavailable."""
    from babylon3d.app.screens.fast import together

    return together.resume(record)


def lesson(coach: Coach) -> Screen:
    """The play screen with a coach. Raises: Unavailable."""
    from babylon3d.app.screens.fast.lesson import FastLessonScreen

    return FastLessonScreen(coach)


def replay(record: Path) -> Screen:
    """The replay viewer. Raises: BadText, CorruptFile, Unavailable."""
    from babylon3d.app.screens.fast.replay import FastReplayScreen

    return FastReplayScreen(record)
