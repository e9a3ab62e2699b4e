"""The three medals of a drill with what earns each, and how much is still missing."""

from __future__ import annotations

from babylon3d.games.babylon.practice.drills import MEDALS, Drill
from babylon3d.render.ui.elements import Element, Grid, Icon, Text

MEDAL_COLOURS = {"gold": "amber", "silver": "soft", "bronze": "sand"}


def medal_rows(drill: Drill, now: int | None, before: int | None = None) -> Element:
    """A row a medal: its name, what earns it, and what `now`, else `before`, lacks; None for no measure.

    Those that neither reaches are faint, and named all the same.
    """
    rows = []
    for medal, least in zip(MEDALS, drill.medals, strict=True):
        fresh = now is not None and not drill.lacking(now, least)
        kept = before is not None and not drill.lacking(before, least)
        ink, grey = ("text", "soft") if fresh or kept else ("soft", "faint")
        said = "earned" if fresh else "earned before" if kept else ""
        measure = now if now is not None else before
        if not said and measure is not None:
            said = drill.lacking(measure, least)
        rows.append(
            (
                Icon(name="trophy", size=20, colour=MEDAL_COLOURS[medal] if fresh or kept else "faint"),
                Text(text=medal.capitalize(), style="smallstrong", colour=ink),
                Text(text=drill.asked(least), style="small", colour=grey),
                Text(text=said or "not earned yet", style="small", colour="amber" if fresh else grey),
            )
        )
    return Grid(rows=tuple(rows), gap=14, row_gap=4)
