"""The Fast lesson with real physics: each step after its wrong deed, taken up again, and ended by an early stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.playable.babylon.fast.lesson import FAST_LESSON
from babylon3d.playable.babylon.fast.lesson_table import FastLesson
from babylon3d.playable.babylon.fast.spec import SPEC
from babylon3d.playable.coach import Coach

SLOWEST_S = 60.0
WORDS_A_MINUTE, CLICK_S = 250, 1.2
STEPS = len(FAST_LESSON.steps)
Sit = Callable[[int], FastLesson]


@pytest.fixture
def sit() -> Iterator[Sit]:
    """Call it to sit down at the lesson; what was begun is closed after the test."""
    begun: list[FastLesson] = []

    def make(wanted: int) -> FastLesson:
        begun.append(FastLesson(Coach(SPEC, FAST_LESSON, wanted)))
        return begun[-1]

    yield make
    for lesson in begun:
        lesson.seated.close()


def until(lesson: FastLesson, test: Callable[[], bool], what: str, most: int = 2_000) -> None:
    """Let time pass as fast as the physics comes along."""
    end = time.monotonic() + SLOWEST_S
    ticks = 0
    while not test():
        if not lesson.game.ready:
            assert time.monotonic() < end, what
            time.sleep(0.0003)
            continue
        ticks += 1
        assert ticks < most, f"{what}: at step {lesson.coach.at + 1}, {lesson.coach.said!r}"
        lesson.attend(lesson.game.tick())


def test_every_step_waits_for_its_deed_and_knows_what_to_say_of_another(sit: Sit) -> None:
    lesson = sit(0)
    coach = lesson.coach
    until(lesson, lambda: lesson.game.state.phase == "building", "the round begins")
    for number, step in enumerate(FAST_LESSON.steps):
        until(lesson, lambda: not coach.waiting, "what happens by itself")
        ticks = lesson.game.ticks
        until(lesson, lambda ticks=ticks: lesson.game.ticks > ticks + 10, "some ticks")
        assert coach.at == number, f"step {number + 1} does not wait"
        for deed in step.slips:
            lesson.do(deed)
        until(lesson, lambda: bool(coach.said), f"a word on the wrong deed of step {number + 1}")
        assert coach.at == number
        coach.help()
        until(lesson, lambda number=number: coach.at > number, f"step {number + 1} done after a wrong deed")
    state = lesson.game.state
    assert coach.step is None and state.phase == "settling"
    assert state.seats[1].pile == ("tower",), "Ada has swept one part over"
    nobles = sorted(piece.colour for piece in state.standing if piece.is_noble)
    assert nobles == ["red", "yellow"], "and no noble"
    read = sum(len(f"{step.words} {step.otherwise}".split()) for step in FAST_LESSON.steps)
    clicks = sum(2 + len(step.slips) for step in FAST_LESSON.steps)
    seconds = 60 * read / WORDS_A_MINUTE + CLICK_S * clicks + lesson.game.ticks / m.TICKS_A_SECOND
    assert seconds < 240, "four minutes, also with a wrong deed at every step"


@pytest.mark.slow
def test_a_tower_in_the_other_area_is_told_of(sit: Sit) -> None:
    lesson = sit(1)
    until(lesson, lambda: lesson.coach.at == 1, "the second step")
    lesson.coach.helping = False
    until(lesson, lambda: lesson.hand.kind == "tower" and not lesson.coach.helping, "a tower in the hand")
    lesson.hand.go(*area_middle(3, 2)[:2])
    lesson.hand.let_go(lesson.game.state)
    until(lesson, lambda: lesson.coach.said.startswith("It stands, but not there"), "a word on it")
    assert lesson.coach.at == 1


@pytest.mark.slow
def test_it_is_taken_up_at_every_step(sit: Sit) -> None:
    for wanted in range(1, STEPS):
        lesson = sit(wanted)
        until(lesson, lambda lesson=lesson, wanted=wanted: lesson.coach.at == wanted, f"step {wanted + 1}")
        until(lesson, lambda lesson=lesson: not lesson.coach.waiting, "what happens by itself")
        assert lesson.left() and not lesson.coach.helping


@pytest.mark.slow
def test_an_early_stop_ends_it(sit: Sit) -> None:
    lesson = sit(4)
    until(lesson, lambda: lesson.coach.at == 4, "the noble")
    lesson.hand.do(m.CallStop())
    until(lesson, lambda: lesson.coach.step is None, "the end")
    assert not lesson.coach.waiting
