"""Files that people name: a folder and a file's name as they are typed, and what lies there to choose from."""

from __future__ import annotations

import os
from pathlib import Path

from babylon3d.core.errors import BadText
from babylon3d.core.prose import shown
from babylon3d.storage import newest_first

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


def file_of(folder: str, name: str, suffixes: tuple[str, ...], usual: str) -> Path:
    """The file of that name in a folder; a suffix may be left out, the first is taken then. Raises: BadText."""
    place, name = folder_of(folder), name.strip()
    if not name:
        raise BadText("none is named", "the file", f"such as {usual}")
    if name.startswith(".") or any(letter in name for letter in "/\\\0"):
        said = "one without / and \\ that does not begin with a dot would do"
        raise BadText(f'the name "{shown(name)}"', "the file", said)
    if name.lower().endswith(suffixes):
        return place / name
    found = (place / f"{name}{suffix}" for suffix in suffixes)
    return next((path for path in found if os.path.lexists(path)), place / f"{name}{suffixes[0]}")


def offered(folder: str, suffixes: tuple[str, ...]) -> tuple[Path, ...]:
    """The files in a folder that end so, the newest first; none where there is no such folder."""
    try:
        return newest_first(folder_of(folder), suffixes)[:MOST_OFFERED]
    except BadText:
        return ()
