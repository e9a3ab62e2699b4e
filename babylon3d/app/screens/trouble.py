"""What is shown after a fault of the program: nothing is lost, and where the whole report stands."""

from __future__ import annotations

from babylon3d.app.screen import Quit, Reset, Transition
from babylon3d.app.screens.page import Page, breakable
from babylon3d.present.input import Pressed, ScreenEvent
from babylon3d.render.ui.elements import Backdrop, Button, Column, Element, Panel, Place, Row, Spacer, Stack, Text


class TroubleScreen(Page):
    """An apology with two ways on: the menu, or out."""

    first_focus = "menu"

    def __init__(self, what: str, where: str) -> None:
        super().__init__()
        self._what, self._where = what, where

    def act(self, event: ScreenEvent) -> Transition | None:
        """To the menu, or end."""
        match event:
            case Pressed("menu"):
                return self.back()
            case Pressed("quit"):
                return Quit()
            case _:
                return None

    def back(self) -> Transition | None:
        """To the menu."""
        return Reset(self.ctx.screens.menu())

    def body(self, width: float, height: float) -> Element:
        """What happened, that the game is safe, where the report is."""
        what = self._what if len(self._what) <= 300 else self._what[:300] + " …"
        report = f"The whole report is in {self._where}" if self._where else "The report could not be written down."
        text = Column(
            children=(
                Text(text="Something went wrong", style="heading"),
                Text(
                    text="This is a fault of the program, not yours. Your game was saved after its last action: "
                    'choose "Continue" in the menu to go on with it.',
                    wrap=True,
                ),
                Panel(child=Text(text=breakable(what), style="small", colour="soft", wrap=True), style="well", pad=12),
                Text(text=breakable(report), style="small", colour="faint", wrap=True),
            ),
            gap=14,
        )
        buttons = Row(
            children=(
                Spacer(grow=1),
                Button(id="quit", label="Quit"),
                Button(id="menu", label="To the menu", style="primary"),
            ),
            gap=10,
        )
        column = Column(children=(text, buttons), gap=20, width=min(560.0, width - 80))
        box = Panel(child=column, style="dialog", pad=28)
        return Stack(children=(Backdrop(style="page"), Place(child=box)))
