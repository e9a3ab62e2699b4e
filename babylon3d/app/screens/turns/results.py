"""The results: the scoring sheet is filled in from the highest level down, then the winner is named."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.app.screen import Pop, Push, Reset, Transition
from babylon3d.app.screens.over_table import SEE, OverTable
from babylon3d.app.screens.sheet_frame import BESIDE, no_record, play_again, sheet_frame, verdict, watch
from babylon3d.app.services import Services
from babylon3d.playable.registry import recorded
from babylon3d.playable.setup import Finished
from babylon3d.present.input import KeyDown, MouseDown, Pressed, ScreenEvent
from babylon3d.present.sheet import Cell, SheetRow
from babylon3d.render.ui.boxes import Rect
from babylon3d.render.ui.elements import (
    Button,
    Column,
    Element,
    Grid,
    MarkBox,
    Panel,
    Row,
    Spacer,
    Text,
)

ROW_S = 0.55
"""How long each row is looked at before the next is filled in, at the usual speed."""
AT_ONCE = 20.0
BESIDE_FROM, TABLE = 1100.0, 390.0
"""From this width of the window on the sheet stands beside the table, which has so much of it at least; logical."""


class ResultsScreen(OverTable):
    """The sheet of a finished game."""

    first_focus = "again"

    def __init__(self, finished: Finished) -> None:
        super().__init__()
        self._finished = finished
        names = [seat.name for seat in finished.setup.seats]
        sheet_of = recorded(finished.setup.game).sheet
        assert sheet_of is not None, f"{finished.setup.game} has no sheet of this kind"
        self.sheet = sheet_of(finished.state, finished.result, names)
        self.shown = 0
        self._since_s = 0.0

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether the sheet is still being filled in, or the camera on its way."""
        return not self.complete or super().busy

    @property
    def complete(self) -> bool:
        """Whether every row stands."""
        return self.shown >= len(self.sheet.rows)

    def enter(self, ctx: Services) -> None:
        """Begin to fill in, or show all where nothing is to move."""
        if ctx.settings.reduced_motion or ctx.settings.animation_speed >= AT_ONCE:
            self.shown = len(self.sheet.rows)
        super().enter(ctx)

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Fill in the next row when its time has come; any key or click fills in all."""
        if not self.complete:
            if any(isinstance(e, (KeyDown, MouseDown, Pressed)) for e in events):
                self.shown = len(self.sheet.rows)
                self._sounded()
                self.refresh()
                return super().tick(dt, events) if Pressed(SEE) in events else None
            self._since_s += dt * self.ctx.settings.animation_speed
            if self._since_s >= ROW_S:
                self._since_s = 0.0
                self.shown += 1
                self.ctx.sound.play("place" if not self.complete else "end")
                self.refresh()
        return super().tick(dt, events)

    def _sounded(self) -> None:
        self.ctx.sound.play("end")

    def act(self, event: ScreenEvent) -> Transition | None:
        """Watch, play again, or go."""
        screens = self.ctx.screens
        match event:
            case Pressed("replay") if self._finished.watched:
                return self.back()
            case Pressed("replay") if self._finished.record is not None:
                return watch(self.ctx, self._finished.record)
            case Pressed("again"):
                return play_again(self.ctx, self._finished.setup, self._finished.began)
            case Pressed("new"):
                return Push(screens.new_game())
            case Pressed("menu"):
                return Reset(screens.menu())
            case _:
                pass
        return None

    def back(self) -> Transition | None:
        """To the menu: the game is over; or to the replay that led here."""
        return Pop() if self._finished.watched else Reset(self.ctx.screens.menu())

    # ---- what is seen

    def body(self, width: float, height: float) -> Element:
        """Who won, the sheet, and the ways on."""
        players = len(self.sheet.names)
        beside = self.room(width, height) is not None
        wide = self._wide(width) if beside else max(680.0, 150.0 * players + 200.0)
        narrow = (wide if beside else width) < 330 + 110 * players
        sheet = Panel(child=self._grid(narrow), style="well", pad=8 if narrow else 14, pad_y=10)
        reason, watched = no_record(self._finished.record), self._finished.watched
        label, key, menu = ("The replay", "escape", "m") if watched else ("Watch again", "w", "escape")
        buttons = (
            Button(id="replay", label=label, icon="replay", enabled=not reason, reason=reason, key=key),
            Button(id="menu", label="Menu", icon="home", key=menu, show_key=not narrow),
            Button(id="new", label="New game", icon="plus", key="n", tooltip="Choose game, players and options"),
            Button(id="again", label="Again", icon="play", style="primary", key="a", tooltip=self._again()),
        )
        ended = Text(text=self.sheet.ended, style="small", colour="faint", wrap=True)
        pad = 16.0 if narrow and not beside else 28.0
        return sheet_frame("sheet", self._head(), sheet, buttons, width, wide=wide, pad=pad, note=ended, beside=beside)

    def room(self, width: float, height: float) -> Rect | None:
        """What a wide window leaves to the table at the left of the sheet."""
        if width < BESIDE_FROM:
            return None
        return Rect(BESIDE, 0.0, width - self._wide(width) - 3 * BESIDE, height)

    def _wide(self, width: float) -> float:
        """How wide the sheet is beside the table."""
        return min(max(680.0, 150.0 * len(self.sheet.names) + 210.0), width - 3 * BESIDE - TABLE)

    def _again(self) -> str:
        """What playing again means."""
        began, seats = self._finished.began, self._finished.setup.seats
        if began is None:
            return "The same players once more"
        return f"The same players once more; {seats[(began + 1) % len(seats)].name} begins"

    def _head(self) -> Element:
        if not self.complete:
            return Column(
                children=(
                    Text(text="The scoring sheet", style="heading"),
                    Text(text="Any key fills in the rest", colour="soft"),
                ),
                gap=2,
            )
        return verdict(self.sheet.verdict, self.sheet.reason, [self.sheet.colours[i] for i in self.sheet.winners])

    def _grid(self, narrow: bool) -> Element:
        players = tuple(
            Row(
                children=(
                    MarkBox(colour=colour, size=20),
                    Text(text=name, style="smallstrong" if narrow else "strong", shrink=True),
                ),
                gap=7,
                along="centre",
            )
            for colour, name in zip(self.sheet.colours, self.sheet.names, strict=True)
        )
        rows: list[tuple[Element, ...]] = [(Spacer(), *players)]
        rows += (self._row(row, narrow, blank=number >= self.shown) for number, row in enumerate(self.sheet.rows))
        return Grid(rows=tuple(rows), gap=6 if narrow else 14, row_gap=3, pad=6, equal=True, stripes=True)

    def _row(self, row: SheetRow, narrow: bool, *, blank: bool) -> tuple[Element, ...]:
        total = row.kind == "total"
        heading = Text(text=row.heading, style="strong" if total else "small" if narrow else "body", colour="soft")
        return (heading, *(_cell(cell, total, narrow, blank) for cell in row.cells))


def _cell(cell: Cell, total: bool, narrow: bool, blank: bool) -> Element:
    """One field; blank before its time has come, so that nothing moves when it does."""
    if total:
        colour = "amber" if cell.lit else "text"
        return Text(text="" if blank else cell.text, style="figure", colour=colour, align="centre")
    points = Text(
        text="" if blank else cell.text,
        style="strong" if cell.lit else "body",
        colour="bad" if cell.lit and cell.text.startswith("\N{MINUS SIGN}") else "amber" if cell.lit else "faint",
        align="centre",
    )
    if narrow:
        return points
    detail = Text(text="" if blank else cell.detail, style="small", colour="soft", align="right", grow=1)
    return Row(children=(detail, Row(children=(points,), along="start", grow=1)), gap=8, equal=True)
