"""The lessons of every game: to begin, to go on with, to go through again."""

from __future__ import annotations

from babylon3d.app.screen import Push, Transition
from babylon3d.app.screens.page import Page, page
from babylon3d.app.services import Services
from babylon3d.core.errors import BabylonError
from babylon3d.playable.coach import every_lesson
from babylon3d.playable.lessons import Lesson
from babylon3d.playable.progress import Progress, load_progress
from babylon3d.playable.spec import GameSpec
from babylon3d.present.input import Pressed, ScreenEvent
from babylon3d.render.ui.elements import Button, Column, Element, Panel, Row, Text

NARROW = 620.0


class LearnScreen(Page):
    """A row a lesson."""

    title = "Learn"

    def __init__(self) -> None:
        super().__init__()
        self._lessons = every_lesson()
        self._progress = Progress()
        self.first_focus = "lesson:0"

    def enter(self, ctx: Services) -> None:
        """Look up how far each lesson is; a damaged file is told once."""
        self._progress, complaint = load_progress()
        super().enter(ctx)
        if complaint:
            ctx.toast(complaint, "warning")

    def act(self, event: ScreenEvent) -> Transition | None:
        """Begin a lesson, or go on with it."""
        if not isinstance(event, Pressed):
            return None
        kind, _, number = event.id.partition(":")
        if kind not in ("lesson", "anew") or not number.isdecimal() or int(number) >= len(self._lessons):
            return None
        spec, lesson = self._lessons[int(number)]
        try:
            return Push(self.ctx.screens.lesson(spec.id, lesson.id, anew=kind == "anew"))
        except BabylonError as error:
            self.ctx.toast(f"The lesson cannot begin: {error}", "warning")
            return None

    def body(self, width: float, height: float) -> Element:
        """Every lesson with its game and how far it is."""
        intro = Text(
            text="Learn by doing, in the game itself: each step waits for you. Leave when you like; a lesson goes on "
            "from where you left it.",
            colour="soft",
            wrap=True,
        )
        rows = tuple(self._row(i, spec, lesson, width < NARROW) for i, (spec, lesson) in enumerate(self._lessons))
        return page(self.title, Column(children=(intro, *rows), gap=14), width, height, wide=760)

    def _row(self, number: int, spec: GameSpec, lesson: Lesson, narrow: bool) -> Element:
        done, steps = self._progress.of(spec.id, lesson), len(lesson.steps)
        under_way = 0 < done < steps
        label = "Go on" if under_way else "Again" if done else "Begin"
        state = f"{done} of {steps} steps done" if under_way else "Done" if done else f"{steps} steps"
        words = Column(
            children=(
                Text(text=spec.heading or spec.title, style="smallstrong", colour="amber"),
                Text(text=lesson.title, style="strong", wrap=True),
                Text(text=f"{lesson.detail}. {state}", style="small", colour="soft", wrap=True),
            ),
            gap=2,
            grow=1,
        )
        go = Button(id=f"lesson:{number}", label=label, icon="play", style="normal" if done == steps else "primary")
        anew = (Button(id=f"anew:{number}", label="From the beginning", style="quiet"),) if under_way else ()
        inside: Element = Row(children=(words, *anew, go), gap=12)
        if narrow:
            inside = Column(children=(words, Row(children=(go, *anew), gap=8)), gap=8)
        return Panel(child=inside, style="row", pad=14, pad_y=10)
