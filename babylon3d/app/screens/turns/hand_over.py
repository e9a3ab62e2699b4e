"""The hand-over between two people who have secrets: the table is hidden until the next one says to be there."""

from __future__ import annotations

from babylon3d.app.screens.page import page_limit
from babylon3d.render.ui.elements import Backdrop, Button, Column, Element, MarkBox, Panel, Row, Stack, Text


def hand_over(name: str, colour: str, width: float) -> Element:
    """Who takes the mouse over. Nothing of the game stands here but whose turn it is."""
    title = Text(text=f"{name}'s turn", style="title", shrink=True)
    head = Row(children=(MarkBox(colour=colour, size=44), title), gap=18)
    asked = f"The table is hidden until {name} sits at the mouse and nobody else looks."
    ask = Text(text=asked, wrap=True, colour="soft")
    ways = Row(
        children=(
            Button(id="menu", label="Menu", icon="menu", key="escape"),
            Button(id="take over", label=f"I am {name}: show the table", icon="eye", style="primary", grow=1),
        ),
        gap=10,
    )
    box = Panel(child=Column(children=(head, ask, ways), gap=18), style="dialog", pad=28, width=min(560.0, width - 40))
    return Stack(children=(Backdrop(style="page"), page_limit(box, width)))
