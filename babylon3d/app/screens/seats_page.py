"""The page of the seats: who decides for each player, a person or a bot, while the game is being played."""

from __future__ import annotations

from babylon3d.app.screen import Pop, Transition
from babylon3d.app.screens.page import Page, page
from babylon3d.core.rules import HUMAN
from babylon3d.playable.seats import Seating, Sitter
from babylon3d.present.input import Changed, Pressed, ScreenEvent
from babylon3d.render.ui.elements import Button, Choice, Column, Element, Icon, MarkBox, Row, Text


class SeatsPage(Page):
    """Nothing changes before "Done"; Esc leaves everything as it was."""

    first_focus = "done"

    def __init__(self, seating: Seating) -> None:
        super().__init__()
        self._seating = seating
        self.chosen = [sitter.next for sitter in seating.sitters]

    def act(self, event: ScreenEvent) -> Transition | None:
        """Choose for a seat, or let it be so."""
        match event:
            case Changed(id_, str(value)) if id_.startswith("seat:"):
                self.chosen[int(id_[5:])] = value
            case Pressed("done") if not self._seating.refuses_seats(self.chosen):
                self._seating.plan_seats(self.chosen)
                return Pop()
            case _:
                pass
        return None

    def body(self, width: float, height: float) -> Element:
        """A row a seat."""
        rows = tuple(self._row(i, sitter, width < 620) for i, sitter in enumerate(self._seating.sitters))
        note = Text(text=self._seating.seats_change, style="small", colour="soft", wrap=True)
        refusal = self._seating.refuses_seats(self.chosen)
        done = Button(id="done", label="Done", icon="check", style="primary", enabled=not refusal, reason=refusal)
        footer: tuple[Element, ...] = (done,)
        if refusal:
            warning = Text(text=refusal, colour="bad", shrink=True)
            footer = (Icon(name="warning", colour="bad", size=18), warning, done)
        return page("Seats", Column(children=(note, *rows), gap=12), width, height, footer=footer, wide=700)

    def _row(self, i: int, sitter: Sitter, narrow: bool) -> Element:
        bots = tuple((f"bot:{level}", f"{level.capitalize()} bot") for level in self._seating.levels)
        name = Text(text=sitter.name, style="strong", shrink=True, grow=1)
        who = Row(children=(MarkBox(colour=sitter.colour, size=24), name), gap=10, grow=1)
        choice = Choice(
            id=f"seat:{i}",
            options=((HUMAN, "Person"), *bots),
            value=self.chosen[i],
            tooltip=f"Who decides for {sitter.name}",
        )
        return Column(children=(who, choice), gap=6) if narrow else Row(children=(who, choice), gap=14)
