"""What the sheets at the end of a game, a round and a run share: frame, verdict, ways to watch and to play again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from babylon3d.app.screen import Push, Reset, Transition
from babylon3d.app.screens.over_table import OverTable, see_table
from babylon3d.app.screens.page import NARROW, page_limit
from babylon3d.app.services import Services
from babylon3d.core.actions import Seat
from babylon3d.core.errors import BabylonError
from babylon3d.playable.begin import again
from babylon3d.playable.setup import GameSetup
from babylon3d.render.ui.elements import (
    Backdrop,
    Button,
    Column,
    Element,
    Flow,
    Icon,
    MarkBox,
    Panel,
    Place,
    Row,
    Scroll,
    Stack,
    Text,
)

UNASKED_S = 0.7
"""For so long a sheet that time brought up takes no keys: they were meant for the table."""


BESIDE = 28.0
"""The room around a sheet that stands beside the table."""


class UnaskedSheet(OverTable):
    """A sheet that time brings up; whoever was still building finds it there."""

    _seen = False

    def enter(self, ctx: Services) -> None:
        """Show the sheet; the first time it is deaf to keys for a moment."""
        super().enter(ctx)
        if not self._seen:
            ctx.ui.hush(UNASKED_S)
        self._seen = True


def sheet_frame(
    id_: str,
    head: Element,
    sheet: Element,
    buttons: Sequence[Button],
    width: float,
    *,
    wide: float,
    pad: float,
    note: Element | None = None,
    beside: bool = False,
) -> Element:
    """A sheet that scrolls in a panel in the middle, under its heading and the way to see the table,
    over a note and the buttons that lead on.

    `wide` is the panel's width where the window, `width` logical pixels, has room for it. `beside` leaves the table in
    view, at the left of the panel.
    """
    parts = (
        Row(children=(Column(children=(head,), grow=1), see_table(width < NARROW)), gap=14, across="start"),
        Scroll(id=id_, child=sheet, grow=1),
        *(() if note is None else (note,)),
        Flow(children=tuple(buttons), gap=10, along="end"),
    )
    box = Panel(
        child=Column(children=parts, gap=14),
        style="panel",
        pad=pad,
        pad_y=pad - 6,
        width=min(wide, width - (24 if width < NARROW else 56)),
    )
    if beside:
        return Panel(child=Place(child=box, x=1.0), style="clear", pad=BESIDE)
    return Stack(children=(Backdrop(style="page"), page_limit(box, width)))


def verdict(said: str, detail: str, colours: Sequence[str]) -> Element:
    """Who won, with the winners' marks, and by what."""
    marks = tuple(MarkBox(colour=colour, size=34) for colour in colours)
    words = Column(
        children=(
            Text(text=said, style="heading", shrink=True),
            Text(text=detail, colour="soft", wrap=True),
        ),
        gap=2,
        grow=1,
    )
    return Row(children=(Icon(name="trophy", size=40, colour="amber"), *marks, words), gap=14)


def no_record(record: Path | None) -> str:
    """Why a game cannot be watched again, empty if it can."""
    return "" if record is not None else "this game was not recorded"


def play_again(ctx: Services, setup: GameSetup, began: Seat | None = None) -> Transition:
    """The same people once more, in the place of every screen."""
    return Reset(ctx.screens.begin(again(setup, began, random.SystemRandom().randrange(2**31))))


def watch(ctx: Services, record: Path) -> Transition | None:
    """The replay of a record; if it cannot be read, a toast says why."""
    try:
        return Push(ctx.screens.replay(record))
    except BabylonError as error:
        ctx.toast(str(error), "warning")
    return None


def taken_up(ctx: Services, record: Path) -> Transition | None:
    """A game from its record in the place of every screen; if it cannot be read, a toast says why."""
    try:
        return Reset(ctx.screens.resume(record))
    except BabylonError as error:
        ctx.toast(str(error), "warning")
    return None
