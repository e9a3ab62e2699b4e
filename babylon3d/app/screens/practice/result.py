"""The end of a run: its measure, its medal, the best it is held against, its splits; one key begins anew."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from babylon3d.app.screen import Pop, Replace, Screen, Transition
from babylon3d.app.screens.practice.medals import MEDAL_COLOURS, medal_rows
from babylon3d.app.screens.sheet_frame import UnaskedSheet, sheet_frame, watch
from babylon3d.app.services import Services
from babylon3d.core.errors import BabylonError
from babylon3d.games.babylon.practice.drills import DRILLS, clock
from babylon3d.games.babylon.practice.rules import PracticeState, measure
from babylon3d.playable.babylon.fast.begin import FastSeated
from babylon3d.playable.babylon.practice.bests import Run
from babylon3d.playable.babylon.practice.run import WHEN, laid_out, open_bests
from babylon3d.present.input import KeyDown, Pressed, ScreenEvent
from babylon3d.render.ui.elements import (
    Button,
    Column,
    Element,
    Grid,
    Icon,
    Panel,
    Row,
    Scroll,
    Text,
)

SPLITS_A_ROW = 4
SPLITS_TALL = 124.0
"""The room for the splits, of which there may be none or three dozen: the sheet keeps its size from drill to drill."""


class PracticeResultScreen(UnaskedSheet):
    """The sheet of one finished run, which is kept among the bests."""

    first_focus = "retry"

    def __init__(self, seated: FastSeated, now: datetime, best: int | None, again: Callable[[], Screen]) -> None:
        """The run on the table; `best` is the measure it had to beat, `again` opens the same drill anew."""
        super().__init__()
        self._again = again
        self._seated = seated
        state = seated.game.state
        assert isinstance(state, PracticeState)
        self.state = state
        self.drill = DRILLS[state.drill]
        self.measure = measure(state)
        self.before = best
        self.kept: Run | None = None
        self.problem = ""
        self._data = seated.game.session.log.data()
        if self.measure is not None:
            self._keep(now)

    def _keep(self, now: datetime) -> None:
        try:
            with open_bests() as bests:
                self.kept = bests.add(self._data, now.strftime(WHEN))
                self.problem = bests.message
        except BabylonError as error:
            self.problem = f"The run could not be kept: {error}"

    @property
    def is_best(self) -> bool:
        """Whether the run is better than all before it."""
        if self.measure is None:
            return False
        return self.before is None or self.drill.better(self.measure, self.before)

    def enter(self, ctx: Services) -> None:
        """Show the sheet."""
        super().enter(ctx)
        ctx.sound.play("over" if self.is_best else "end")
        if self.problem:
            ctx.toast(self.problem, "warning")

    def act(self, event: ScreenEvent) -> Transition | None:
        """Again, watch, or back to the drills."""
        match event:
            case Pressed("retry") | KeyDown(key="f5", repeat=False):
                return Replace(self._again())
            case Pressed("watch"):
                try:
                    path = laid_out(self._data)
                except BabylonError as error:
                    self.ctx.toast(str(error), "warning")
                else:
                    return watch(self.ctx, path)
            case Pressed("drills"):
                return Pop()
            case _:
                pass
        return None

    # ---- what is seen

    def body(self, width: float, height: float) -> Element:
        """The measure large, then the medals, then the splits; of one size whatever there is to say."""
        medal = None if self.measure is None else self.drill.medal(self.measure)
        said = self.drill.told(self.measure) if self.measure is not None else "No result"
        figures = Column(
            children=(
                Text(text=self.drill.title, style="smallstrong", colour="amber"),
                Text(text=said, style="title", shrink=True),
                Text(text=self._verdict(medal), colour="soft", wrap=True),
            ),
            gap=4,
            grow=1,
        )
        icon = Icon(name="trophy" if medal else "clock", size=64, colour=MEDAL_COLOURS[medal] if medal else "faint")
        head = Row(children=(icon, figures), gap=20)
        splits = Panel(
            child=Scroll(id="split times", child=self._splits()), style="well", pad=12, pad_y=10, height=SPLITS_TALL
        )
        sheet = Column(children=(medal_rows(self.drill, self.measure, self.before), splits), gap=14)
        buttons = (
            Button(id="drills", label="Drills", icon="back", key="escape"),
            Button(id="watch", label="Watch", icon="replay", key="w"),
            Button(id="retry", label="Retry", icon="replay", style="primary", key="f5"),
        )
        return sheet_frame("splits", head, sheet, buttons, width, wide=680.0, pad=26)

    def _verdict(self, medal: str | None) -> str:
        if self.measure is None:
            reason = self._seated.game.session.result().reason
            return f"{reason[:1].upper()}{reason[1:]}: this run does not count."
        won = f"{medal.capitalize()} medal. " if medal else ""
        if self.before is None:
            return won + "Your first result in this drill."
        if self.is_best:
            return won + f"A new best: it was {self.drill.told(self.before)}."
        return won + f"Your best stays {self.drill.told(self.before)}."

    def _splits(self) -> Element:
        """When each piece came to rest."""
        cells = [
            Row(
                children=(
                    Text(text=str(i), style="small", colour="faint", align="right", width=26),
                    Text(text=clock(ticks), style="small"),
                ),
                gap=8,
            )
            for i, ticks in enumerate(self.state.splits, 1)
        ]
        if not cells:
            return Text(text="No piece came to rest.", style="small", colour="faint")
        rows = [tuple(cells[i : i + SPLITS_A_ROW]) for i in range(0, len(cells), SPLITS_A_ROW)]
        filled = tuple(row + tuple(Text(text="") for _ in range(SPLITS_A_ROW - len(row))) for row in rows)
        return Grid(rows=filled, gap=10, row_gap=3, equal=False)
