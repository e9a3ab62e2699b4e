"""Solo practice: the drills with their rules, bests, medals and progress; bests proven, exported, taken in."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

from babylon3d.app.screen import Push, Transition
from babylon3d.app.screens.page import NARROW, Page, page, section
from babylon3d.app.screens.practice.bests_file import BestsFileScreen
from babylon3d.app.screens.practice.medals import medal_rows
from babylon3d.app.screens.practice.play import PracticePlayScreen
from babylon3d.app.screens.sheet_frame import watch
from babylon3d.app.services import Services
from babylon3d.core.errors import BabylonError, Unavailable
from babylon3d.core.prose import plural
from babylon3d.games.babylon.fast.model import Assist
from babylon3d.games.babylon.practice.drills import DRILLS, Drill, DrillId
from babylon3d.playable.babylon.practice.bests import Bests, Earlier, Run, key_of_today, proven_by_its_hands
from babylon3d.playable.babylon.practice.run import laid_out_best, open_bests
from babylon3d.present.input import Changed, Pressed, ScreenEvent
from babylon3d.render.ui.elements import Button, Choice, Column, Element, Flow, Grid, Panel, Row, Spacer, Text, pad

ASSISTS: tuple[tuple[Assist, str], ...] = (("guided", "Guided"), ("light", "Light"), ("free", "Free"))
SAYS: dict[Assist, str] = {
    "guided": "What you let go of is straightened and centred within a cell.",
    "light": "What you let go of is straightened.",
    "free": "Your hand alone decides.",
}
BARS = 24
"""Runs in the chart, the last ones."""
CHART_HEIGHT = 60.0
TALL = 466.0
"""The content's height where there is room: the page keeps its size from drill to drill."""


class PracticeScreen(Page):
    """The list of drills and the progress in the one that is chosen."""

    first_focus = "start"

    def __init__(self, drill: DrillId = "all_nobles", assist: Assist = "guided") -> None:
        super().__init__()
        self.drill, self.assist = drill, assist
        self.best: Run | None = None
        self.history: tuple[Run, ...] = ()
        self.apart = 0
        """How many runs were played with today's hand on another engine or by another recipe; they are no rivals."""
        self.earlier: tuple[Earlier, ...] = ()
        """The tables of earlier ways of the hand."""
        self._problem = ""
        self._pool: ProcessPoolExecutor | None = None
        self._proving: Future[bool] | None = None
        self._proving_run: Run | None = None

    # -- the stack ---------------------------------------------------------------------------------

    def enter(self, ctx: Services) -> None:
        """Read the bests anew."""
        self._read()
        super().enter(ctx)
        self._tell()

    def leave(self) -> None:
        """A proof that is under way is given up."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._proving = None
        super().leave()

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether a proof is under way."""
        return self._proving is not None

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Take in a proof that is ready."""
        if self._proving is not None and self._proving.done():
            self._proved(self._proving)
            self.refresh()
        return super().tick(dt, events)

    # -- bests -------------------------------------------------------------------------------------

    def _read(self) -> None:
        self.best, self.history, self.apart, self.earlier, self._problem = None, (), 0, (), ""
        try:
            with open_bests() as bests:
                self._fill(bests)
                self._problem = bests.message
        except Unavailable as error:
            self._problem = str(error)

    def _tell(self) -> None:
        """Say what is wrong with the bests."""
        if self._problem:
            self.ctx.toast(self._problem, "warning")

    def _fill(self, bests: Bests) -> None:
        today = key_of_today()
        self.best = bests.best(self.drill, self.assist, today)
        self.history = bests.history(self.drill, self.assist, today)
        self.earlier = bests.earlier(self.drill, self.assist)
        by = [bests.played(run) for run in bests.history(self.drill, self.assist)]
        self.apart = sum(played is not None and played != today and played.hands == today.hands for played in by)

    def _watch(self, run: Run) -> Transition | None:
        try:
            return watch(self.ctx, laid_out_best(run))
        except BabylonError as error:
            self.ctx.toast(str(error), "warning")
        return None

    def _prove(self) -> None:
        """Re-simulate the best run in a process of its own."""
        if self.best is None or self._proving is not None:
            return
        try:
            with open_bests() as bests:
                data = bests.record(self.best)
        except BabylonError as error:
            self.ctx.toast(str(error), "warning")
            return
        self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        self._proving_run = self.best
        self._proving = self._pool.submit(proven_by_its_hands, data)

    def _proved(self, done: Future[bool]) -> None:
        self._proving = None
        if self._pool is not None:
            self._pool.shutdown(wait=False)
            self._pool = None
        run = self._proving_run
        try:
            equal = done.result()
            with open_bests() as bests:
                if equal and run is not None:
                    bests.mark_proven(run)
                self._fill(bests)
        except (BabylonError, OSError, RuntimeError) as error:
            self.ctx.toast(f"The proof could not be made: {error}", "warning")
            return
        self.ctx.toast("Proven: the hands alone give the same run" if equal else "The hands alone do not give this run")

    # -- what is done ------------------------------------------------------------------------------

    def act(self, event: ScreenEvent) -> Transition | None:
        """Choose, start, prove, watch, go to the file of an export."""
        match event:
            case Pressed("start"):
                return Push(PracticePlayScreen(self.drill, self.assist))
            case Pressed("prove"):
                self._prove()
            case Pressed("watch") if self.best is not None:
                return self._watch(self.best)
            case Pressed("export" | "import" as way):
                return Push(BestsFileScreen(way))
            case Pressed(id_) if id_.startswith("drill:"):
                self.drill = DRILLS[id_.removeprefix("drill:")].id
                self._read()
                self._tell()
            case Changed("assist", value):
                self.assist = next(assist for assist, _ in ASSISTS if assist == value)
                self._read()
                self._tell()
            case _:
                pass
        return None

    # -- what is seen ------------------------------------------------------------------------------

    def body(self, width: float, height: float) -> Element:
        """The drills beside the one that is chosen."""
        drill = DRILLS[self.drill]
        buttons = tuple(
            Button(id=f"drill:{d.id}", label=d.title, style="tab", active=d.id == self.drill, align="left")
            for d in DRILLS.values()
        )
        chosen = Column(children=(*self._about(drill), self._bests(drill), self._chart(drill)), gap=18, grow=1)
        if width < NARROW:
            content: Element = Column(children=(Flow(children=buttons, gap=6), chosen), gap=16)
        else:
            drills = Column(children=buttons, gap=6, width=230)
            content = Row(children=(drills, chosen, Spacer(width=0.0, height=TALL)), gap=28, across="start")
        no_best = "" if self.best is not None else "there is no best yet"
        footer = (
            Button(id="import", label="Import", icon="load", tooltip="Take in exported bests with their records"),
            Button(id="export", label="Export", icon="save", enabled=not no_best, reason=no_best),
            Button(id="start", label="Start", style="primary", icon="play", key="ctrl+enter"),
        )
        return page("Practice", content, width, height, footer=footer, wide=980.0)

    def _about(self, drill: Drill) -> tuple[Element, ...]:
        options = tuple((value, label) for value, label in ASSISTS)
        return (
            Text(text=drill.title, style="subheading"),
            Text(text=drill.line, wrap=True),
            section(
                "Help of the hand",
                Flow(
                    children=(
                        Choice(id="assist", options=options, value=self.assist, width=230),
                        Text(text=SAYS[self.assist], style="small", colour="soft", wrap=True, max_width=340),
                    ),
                    gap=14,
                ),
            ),
        )

    def _bests(self, drill: Drill) -> Element:
        """The best run with its proof, and the medals."""
        best = self.best
        told = drill.told(best.measure) if best is not None else "None yet"
        words = "Play to set the first one." if best is None else f"{best.at[:16]} · {self._proof(best)}"
        reason = "" if best is not None and self._proving is None else "nothing to prove now"
        prove = Button(
            id="prove",
            label="Prove",
            icon="check",
            enabled=not reason,
            reason=reason,
            tooltip="Drive the physics again from the hands of the record and compare",
        )
        seen = Button(
            id="watch",
            label="Watch",
            icon="replay",
            enabled=best is not None,
            reason="there is no best yet",
            tooltip="See the best run again",
        )
        if self.apart:
            words += f" {plural(self.apart, 'run')} by another physics engine or recipe kept apart."
        figures = Column(
            children=(
                Text(text=told, style="heading"),
                Text(text=words, style="small", colour="soft", wrap=True),
                Row(children=(seen, prove), gap=8),
            ),
            gap=4,
            grow=1,
        )
        medals = pad(medal_rows(drill, None if best is None else best.measure), 6, 0)
        return section("Best", Row(children=(figures, medals), gap=20, across="start"), *self._tables(drill))

    def _tables(self, drill: Drill) -> tuple[Element, ...]:
        """The bests of earlier ways of the hand, a line each: they are kept, and are no rivals."""
        rows = []
        for table in self.earlier:
            which = "With the earlier hand" if len(self.earlier) == 1 else f"With the earlier hand {table.hands}"
            told = f"{plural(table.runs, 'run')}, best of {table.best.at[:10]}"
            said = Text(text=drill.told(table.best.measure), style="smallstrong", colour="soft")
            title = Text(text=which, style="small", colour="soft")
            rows.append((title, said, Text(text=told, style="small", colour="faint", shrink=True)))
        return (Grid(rows=tuple(rows), gap=14, row_gap=3, equal=False),) if rows else ()

    def _proof(self, best: Run) -> str:
        if self._proving is not None:
            return "the proof is under way…"
        return "proven from the hands" if best.proof == "proven" else "recomputed from its log"

    def _chart(self, drill: Drill) -> Element:
        """The last runs as bars, the best one lit; the longer the better or worse, as the drill has it."""
        runs = self.history[-BARS:]
        if not runs:
            return section("Progress", Text(text="No run yet.", style="small", colour="faint"))
        most = max(1, *(abs(run.measure) for run in runs))
        bars = tuple(self._bar(run, most) for run in runs)
        fewer = "shorter is better" if drill.less_is_better else "higher is better"
        low, high = (drill.told(f(run.measure for run in runs)) for f in (min, max))
        said = f"One run so far: {low}" if len(runs) == 1 else f"Last {len(runs)} runs: {low} to {high}, {fewer}"
        chart = Panel(child=Row(children=(*bars, Spacer(grow=1)), gap=4, across="end"), style="well", pad=10, pad_y=8)
        return section(f"Progress · {said[:1].lower()}{said[1:]}", chart)

    def _bar(self, run: Run, most: int) -> Element:
        share = max(0.04, abs(run.measure) / most)
        lit = self.best is not None and run.id == self.best.id
        return Panel(child=Spacer(width=9, height=CHART_HEIGHT * share), style="chosen" if lit else "lit", pad=0)
