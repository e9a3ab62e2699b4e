"""Opens the screens of any turn-based game."""

from __future__ import annotations

from pathlib import Path

from babylon3d.app.screen import Screen
from babylon3d.playable.coach import Coach
from babylon3d.playable.setup import Finished, GameSetup


def play(setup: GameSetup) -> Screen:
    """The play screen of a new game."""
    from babylon3d.app.screens.turns.play import PlayScreen

    return PlayScreen(setup)


def resume(record: Path) -> Screen:
    """The play screen of a record. Raises: BadText, CorruptFile, Unavailable."""
    from babylon3d.app.screens.turns.play import PlayScreen

    return PlayScreen.resume(record)


def lesson(coach: Coach) -> Screen:
    """The play screen with a coach. Raises: Unavailable."""
    from babylon3d.app.screens.turns.play import PlayScreen

    return PlayScreen.taught(coach)


def replay(record: Path) -> Screen:
    """The replay viewer. Raises: BadText, CorruptFile, Unavailable."""
    from babylon3d.app.screens.turns.replay import ReplayScreen

    return ReplayScreen(record)


def results(finished: Finished) -> Screen:
    """The scoring sheet of a finished game."""
    from babylon3d.app.screens.turns.results import ResultsScreen

    return ResultsScreen(finished)
