"""What is said over the table while no time runs: a pause, a hand-over, a gamepad that is missing."""

from __future__ import annotations

from dataclasses import dataclass

from babylon3d.render.ui import elements
from babylon3d.render.ui.hud import MARGIN

WIDE, NARROW = 860.0, 520.0
"""The most and the least room for the bar."""


@dataclass(frozen=True, slots=True)
class Hold:
    """What is said while no time runs, until somebody is ready."""

    title: str
    text: str = ""
    colour: str = ""
    button: str = "Go on"
    blocked: str = ""
    """Why nobody can be ready yet."""


def at_the_mouse(name: str, colour: str, slice_s: int) -> Hold:
    """What is shown to the person to whom the mouse passes (F12)."""
    text = f"The mouse is yours for {slice_s} seconds. The clock starts when you are ready."
    return Hold(f"{name} at the mouse", text, colour, "I am ready")


def hold_box(hold: Hold) -> elements.Dialog:
    """The bar while no time runs: in the place of the HUD's lowest one, so that the table is seen above it."""
    words: list[elements.Element] = [elements.Text(text=hold.title, style="heading", wrap=True)]
    if hold.text:
        words.append(elements.Text(text=hold.text, colour="soft", wrap=True))
    go = elements.Button(
        id="go on",
        label=hold.button,
        style="primary",
        key="space",
        icon="play",
        enabled=not hold.blocked,
        reason=hold.blocked,
    )
    mark = (elements.MarkBox(colour=hold.colour, size=44),) if hold.colour else ()
    row = elements.Row(children=(*mark, elements.Column(children=tuple(words), gap=2, grow=1), go), gap=18)
    bar = elements.Panel(child=row, style="dialog", pad=24, pad_y=14, max_width=WIDE, min_width=NARROW)
    return elements.Dialog(child=bar, style="clear", pad=MARGIN, default="go on", at_foot=True)
