"""Where bests are exported to and taken in from, and what came of it."""

from __future__ import annotations

from pathlib import Path

from babylon3d.core.prose import plural
from babylon3d.playable import file_choice
from babylon3d.playable.babylon.practice.bests import Run

SUFFIX = ".zip"
USUAL = f"babylon3d-bests{SUFFIX}"


def file_of(folder: str, name: str) -> Path:
    """The file of that name in a folder; `.zip` may be left out. Raises: BadText."""
    return file_choice.file_of(folder, name, (SUFFIX,), USUAL)


def offered(folder: str) -> tuple[Path, ...]:
    """The files in a folder that may hold bests, the newest first; none where there is no such folder."""
    return file_choice.offered(folder, (SUFFIX,))


def taken_in(kept: tuple[Run, ...], refused: tuple[str, ...]) -> str:
    """What came of taking in a file, in one line."""
    said = f"{plural(len(kept), 'run')} taken in"
    if refused:
        said += f"; {len(refused)} refused: {refused[0]}"
    return said
