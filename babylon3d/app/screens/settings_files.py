"""The part of the settings that is about files: how many auto-saves are kept, where exports go."""

from __future__ import annotations

from babylon3d.app.exports import folder_problem
from babylon3d.app.screens.page import breakable, section
from babylon3d.render.ui.elements import Choice, Element, Panel, Row, Text, TextInput
from babylon3d.settings import Settings

FOLDER_LIMIT = 400
KEPT = (("10", "10"), ("30", "30"), ("100", "100"), ("all", "All"))


def files_section(settings: Settings, typed: str) -> Element:
    """Its rows; `typed` is the folder as it stands in the field."""
    kept = Choice(
        id="auto_saves",
        options=KEPT,
        value=settings.auto_saves,
        tooltip="Older ones go at the next start; what you saved under a name always stays",
    )
    folder = TextInput(
        id="export_folder",
        value=typed,
        limit=FOLDER_LIMIT,
        placeholder="the usual ones",
        tooltip="Pictures, photos and exported bests go here",
    )
    rows: list[Element] = [
        _labelled("Auto-saves kept of each game", kept),
        Panel(child=Text(text="Folder for exports"), style="clear", pad=8, pad_y=0),
        folder,
    ]
    problem = folder_problem(typed)
    if problem:
        rows.append(Text(text=breakable(problem), style="small", colour="bad", wrap=True))
    return section("Files", *rows)


def _labelled(label: str, widget: Element) -> Element:
    name = Text(text=label, wrap=True, grow=1)
    return Panel(child=Row(children=(name, widget), gap=14), style="clear", pad=8, pad_y=0)
