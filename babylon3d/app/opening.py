"""What comes of a file that somebody opens: a game that goes on, a replay, or what stands on a table."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from babylon3d.app.screen import Screen, Screens
from babylon3d.playable.opening import OpenedRecord, OpenedTable
from babylon3d.playable.saves import glance, taken_up
from babylon3d.storage import user_dir


def screen_of(found: OpenedRecord | OpenedTable, screens: Screens) -> Screen:
    """The screen of what was opened: unfinished games go on, in a file of their own; finished ones are watched.

    Raises: BadText, CorruptFile, Unavailable.
    """
    if isinstance(found, OpenedTable):
        return screens.table(found) if found.draft is None else screens.new_game(found.draft)
    if found.record.result is not None or found.spec.form is None:
        return screens.replay(found.path)
    own = found.path.resolve().parent == user_dir("autosave").resolve()
    game = glance(found.path, "autosave" if own else "saves")
    return screens.resume(taken_up(game, datetime.now().astimezone()))


def usual_folder() -> Path:
    """Where files to open are looked for first. Raises: Unavailable."""
    return user_dir("saves")
