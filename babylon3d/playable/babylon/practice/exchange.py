"""Where bests are exported to and taken in from: a folder and a file's name as people type them."""

from __future__ import annotations

import os
from pathlib import Path

from babylon3d.core.errors import BadText
from babylon3d.core.prose import plural, shown
from babylon3d.playable.babylon.practice.bests import Run
from babylon3d.storage import newest_first

SUFFIX = ".zip"
USUAL = f"babylon3d-bests{SUFFIX}"
MOST_OFFERED = 40
"""Files of a folder that are listed, the newest."""


def folder_of(text: str) -> Path:
    """A folder as it was typed: `~` is the home, and what does not begin at the root begins there, too.

    Raises: BadText for one that is not there.
    """
    text = text.strip()
    if not text:
        raise BadText("none is named", "the folder", "such as ~ for your own")
    try:
        folder = Path.home() / Path(text).expanduser()
    except RuntimeError:  # the home of somebody whom the system does not know
        folder = Path(text)
    if not os.path.isdir(folder):
        what = "is a file" if os.path.exists(folder) else "is not there"
        raise BadText(f'"{shown(text)}" {what}', "the folder", "make it, or name another one")
    return folder


def file_of(folder: str, name: str) -> Path:
    """The file of that name in a folder; `.zip` may be left out. Raises: BadText."""
    place, name = folder_of(folder), name.strip()
    if not name:
        raise BadText("none is named", "the file", f"such as {USUAL}")
    if name.startswith(".") or any(letter in name for letter in "/\\\0"):
        said = "one without / and \\ that does not begin with a dot would do"
        raise BadText(f'the name "{shown(name)}"', "the file", said)
    return place / (name if name.lower().endswith(SUFFIX) else f"{name}{SUFFIX}")


def offered(folder: str) -> tuple[Path, ...]:
    """The files in a folder that may hold bests, the newest first; none where there is no such folder."""
    try:
        return newest_first(folder_of(folder), SUFFIX)[:MOST_OFFERED]
    except BadText:
        return ()


def taken_in(kept: tuple[Run, ...], refused: tuple[str, ...]) -> str:
    """What came of taking in a file, in one line."""
    said = f"{plural(len(kept), 'run')} taken in"
    if refused:
        said += f"; {len(refused)} refused: {refused[0]}"
    return said
