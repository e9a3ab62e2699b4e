"""What is said over the table while no time runs: a pause, a hand-over, a gamepad that is missing."""

from __future__ import annotations

from dataclasses import dataclass

from babylon3d.render.ui import elements


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


def hold_box(hold: Hold) -> elements.Element:
    """The box over the table while no time runs."""
    head: list[elements.Element] = []
    if hold.colour:
        head.append(elements.MarkBox(colour=hold.colour, size=44))
    head.append(elements.Text(text=hold.title, style="heading", wrap=True, grow=1))
    parts: list[elements.Element] = [elements.Row(children=tuple(head), gap=16)]
    if hold.text:
        parts.append(elements.Text(text=hold.text, colour="soft", wrap=True))
    go = elements.Button(
        id="go on",
        label=hold.button,
        style="primary",
        key="space",
        icon="play",
        enabled=not hold.blocked,
        reason=hold.blocked,
    )
    parts.append(elements.Row(children=(elements.Spacer(grow=1), go)))
    return elements.Panel(child=elements.Column(children=tuple(parts), gap=16), style="dialog", pad=28, width=440)
