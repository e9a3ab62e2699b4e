"""The files of a folder to choose from, each with when it was written."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from babylon3d.app.screens.saved_row import when_text
from babylon3d.core.prose import shown
from babylon3d.render.ui.elements import Button, Column, Element, Row, Text

FOLDER_LIMIT, NAME_LIMIT = 400, 100


def file_list(there: Sequence[Path], chosen: str, none: str) -> Element:
    """Buttons `file:0`, `file:1` ...; `none` is said where there is nothing."""
    if not there:
        return Text(text=none, style="small", colour="faint", wrap=True)
    rows = []
    for number, path in enumerate(there):
        name = Button(
            id=f"file:{number}",
            label=shown(path.name),
            style="tab",
            align="left",
            active=path.name == chosen,
            grow=1,
        )
        when = Text(text=_written(path), style="small", colour="faint", width=150)
        rows.append(Row(children=(name, when), gap=14))
    return Column(children=tuple(rows), gap=5)


def _written(path: Path) -> str:
    """When a file was written, in words; empty for one that has just gone."""
    try:
        return when_text(datetime.fromtimestamp(path.stat().st_mtime).astimezone(), datetime.now().astimezone())
    except (OSError, OverflowError, ValueError):
        return ""
