"""Lessons in the real program without a display: closed at any step, resized, keys remapped, in the smallest window."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from babylon3d.app.loop import Loop
from babylon3d.app.main import open_services
from babylon3d.app.screen import Push, Reset
from babylon3d.app.screens.learn import LearnScreen
from babylon3d.app.screens.menu import MenuScreen
from babylon3d.app.screens.pause import PauseScreen
from babylon3d.app.services import Services
from babylon3d.app.stack import Stack
from babylon3d.playable.coach import every_lesson
from babylon3d.playable.lessons import Lesson
from babylon3d.playable.progress import Progress, keep_progress, load_progress
from babylon3d.playable.spec import GameSpec
from babylon3d.present.input import KeyDown, Pressed, Resized, ScreenEvent
from babylon3d.render.ui.elements import Button
from babylon3d.settings import Settings
from babylon3d.storage import user_dir

SMALL = (640, 480)
SLOWEST_S = 60.0
lessons = pytest.mark.parametrize(("spec", "lesson"), every_lesson(), ids=lambda value: getattr(value, "id", ""))


@pytest.fixture(scope="module")
def services() -> Iterator[Services]:
    ctx = open_services(Settings(quality="flat", ui_scale=2.0), kind="offscreen", size=SMALL)
    yield ctx
    ctx.close()


class Desk:
    """The program with the lessons on show."""

    def __init__(self, ctx: Services, **settings: object) -> None:
        ctx.settings = Settings(quality="flat", ui_scale=2.0, animation_speed=20.0, reduced_motion=True, **settings)  # type: ignore[arg-type]
        ctx.ui.fit(SMALL, 2.0)
        self.ctx, self.stack = ctx, Stack(ctx)
        self.loop = Loop(ctx, self.stack)
        self.stack.change(Reset(ctx.screens.menu()))
        self.stack.change(Push(ctx.screens.learn()))

    def do(self, *events: ScreenEvent, ticks: int = 1) -> None:
        for number in range(ticks):
            self.loop.tick(events if number == 0 else ())
            assert not self.loop.faults, self.loop.faults[0]

    def until(self, text: str) -> None:
        """Let time pass, also that of a physics that has a process of its own, until a text is on show."""
        end = time.monotonic() + SLOWEST_S
        while text not in self.texts():
            assert time.monotonic() < end, f"no {text!r} in {self.texts()}"
            self.ctx.window.poll()
            self.do()
            time.sleep(0.001)

    def texts(self) -> str:
        return " ".join(line for layer in self.ctx.ui.placed for placed in layer for line in placed.lines)

    def paused(self) -> None:
        """Esc, again where the first puts a piece back."""
        for _ in range(2):
            if not isinstance(self.stack.top, PauseScreen):
                self.do(KeyDown("escape"), ticks=2)
        assert isinstance(self.stack.top, PauseScreen)

    def outside(self) -> list[str]:
        """Buttons that the window does not show whole."""
        width, height = self.ctx.ui.size
        placed = [p for layer in self.ctx.ui.placed for p in layer if isinstance(p.element, Button) and p.clip is None]
        return [
            p.element.id
            for p in placed
            if isinstance(p.element, Button)
            and not (p.rect.x >= -1 and p.rect.y >= -1 and p.rect.right <= width + 1 and p.rect.bottom <= height + 1)
        ]


@pytest.fixture
def desk(services: Services) -> Iterator[Desk]:
    made = Desk(services)
    yield made
    made.stack.abandon()


def number_of(lesson: Lesson) -> int:
    return [each for _, each in every_lesson()].index(lesson)


@pytest.mark.parametrize(
    ("spec", "lesson"),
    [
        pytest.param(spec, lesson, id=spec.id, marks=pytest.mark.slow if spec.at_once else ())
        for spec, lesson in every_lesson()
    ],
)
def test_a_lesson_is_closed_at_any_step_and_goes_on_from_there(spec: GameSpec, lesson: Lesson, desk: Desk) -> None:
    for at in range(1, len(lesson.steps)):
        keep_progress(spec.id, lesson, at, Progress())
        desk.do(Pressed(f"lesson:{number_of(lesson)}"), ticks=2)
        desk.until(f"{at + 1} of {len(lesson.steps)}")
        assert not desk.outside(), f"step {at + 1} does not fit"
        desk.do(Resized(900, 700), ticks=2)
        desk.do(Resized(*SMALL), ticks=2)
        desk.paused()
        desk.do(Pressed("rules"), ticks=2)
        desk.do(Pressed("back"), ticks=2)
        desk.do(Pressed("back"), ticks=2)
        if at % 2:
            desk.do(Pressed("lesson:leave"), ticks=2)
            assert isinstance(desk.stack.top, LearnScreen)
        else:
            desk.paused()
            desk.do(Pressed("leave"), ticks=2)
            assert isinstance(desk.stack.top, MenuScreen)
            desk.stack.change(Push(desk.ctx.screens.learn()))
        assert load_progress()[0].of(spec.id, lesson) == at


@pytest.mark.slow
@lessons
def test_skip_does_every_step_and_again_begins_anew(spec: GameSpec, lesson: Lesson, desk: Desk) -> None:
    desk.do(Pressed(f"lesson:{number_of(lesson)}"), ticks=2)
    for at in range(len(lesson.steps)):
        end = time.monotonic() + SLOWEST_S
        while load_progress()[0].of(spec.id, lesson) <= at and time.monotonic() < end:
            desk.ctx.window.poll()
            desk.do(Pressed("lesson:skip"), ticks=2)
            time.sleep(0.001)
        assert load_progress()[0].of(spec.id, lesson) == at + 1
    desk.do(ticks=2)
    assert lesson.farewell.split()[0] in desk.texts() and not desk.outside()
    desk.do(Pressed("lesson:again"), ticks=2)
    assert f"1 of {len(lesson.steps)}" in desk.texts()
    desk.do(Pressed("lesson:leave"), ticks=2)
    assert isinstance(desk.stack.top, LearnScreen)


def test_words_name_the_keys_that_the_learner_has(services: Services) -> None:
    desk = Desk(services, keys={"piece:tower": "f6"})
    try:
        desk.do(Pressed("lesson:0"), ticks=3)
        assert "press F6." in desk.texts()
        desk.do(KeyDown("f6"), ticks=2)
        desk.do(KeyDown("2"), ticks=2)
        assert "press F6." in desk.texts() and "You hold a bridge" in desk.texts()
    finally:
        desk.stack.abandon()


def test_a_damaged_progress_is_told_once_and_lessons_start_anew(services: Services) -> None:
    (user_dir("data") / "lessons.json").write_bytes(b"{")
    desk = Desk(services)
    try:
        desk.do(ticks=2)
        assert "damaged" in desk.texts() and "start anew" in desk.texts()
        desk.do(Pressed("lesson:0"), ticks=3)
        assert "1 of " in desk.texts()
    finally:
        desk.stack.abandon()


def test_learn_is_offered_first_at_the_very_first_start_only(services: Services) -> None:
    desk = Desk(services)
    try:
        desk.stack.change(Reset(desk.ctx.screens.menu()))
        desk.do(ticks=2)
        assert desk.ctx.ui.interaction.focus == "learn" and "New here?" in desk.texts()
        keep_progress("any", every_lesson()[0][1], 0, Progress())
        desk.stack.change(Reset(desk.ctx.screens.menu()))
        desk.do(ticks=2)
        assert desk.ctx.ui.interaction.focus == "new" and "New here?" not in desk.texts()
    finally:
        desk.stack.abandon()
