"""Lessons in a real window, followed by mouse and keyboard alone, each step after a wrong deed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.conftest import StartProgram
from tests.ui.driver import Program, Status

pytestmark = pytest.mark.window

KEYS = {"turn": "r", "orbit:left": "a"}
"""What has no button."""


def rests(status: Status) -> bool:
    """Whether the learner may act and nothing moves."""
    tells = status["tells"]
    return (
        status["screen"] in ("PlayScreen", "FastLessonScreen") and not tells["busy"] and not tells["lesson"]["waiting"]
    )


def do(program: Program, deed: list[object]) -> None:
    """A deed by mouse where it has a button, else by its key."""
    if deed[0] == "click":
        x, y = (round(float(str(value))) for value in deed[1:])
        program.click(x, y)
        return
    command = str(deed[1])
    if command in program.status()["widgets"]:
        program.press(command)
    else:
        program.key(KEYS[command])


def goes_wrong(program: Program, number: int) -> None:
    """Do something else than what is asked: the step stays, and something is said."""
    status = program.wait(rests, "turn")
    for deed in status["tells"]["lesson"]["slips"]:
        do(program, deed)
    status = program.wait(lambda s: bool(s["tells"]["lesson"]["said"]), f"a word on the wrong deed of step {number}")
    assert status["tells"]["lesson"]["at"] == number


def goes_right(program: Program, number: int) -> None:
    """Do what is left to do until the next step is on."""
    for _ in range(12):
        lesson = program.wait(lambda s: rests(s) or s["tells"]["lesson"]["at"] > number, "turn")["tells"]["lesson"]
        if lesson["at"] > number:
            return
        do(program, lesson["left"][0])
        left = lesson["left"]
        program.wait(lambda s, left=left: s["tells"]["lesson"]["left"] != left, f"something done of {left}", 20)
    raise AssertionError(f"step {number} is not done: {program.brief()}")


@pytest.mark.parametrize(("row", "steps"), [(0, 10), (1, 7)], ids=["tactical", "fast"])
def test_a_lesson_is_followed_to_its_end(row: int, steps: int, start_program: StartProgram, home: Path) -> None:
    program = start_program(animation_speed=20.0, quality="flat", reduced_motion=True)
    program.screen("MenuScreen")
    program.press("learn")
    program.screen("LearnScreen")
    program.press(f"lesson:{row}")
    for number in range(steps):
        if number == steps // 2:
            program.press("lesson:leave")
            program.screen("LearnScreen")
            program.press(f"lesson:{row}")
            program.wait(lambda s, number=number: s["tells"].get("lesson", {}).get("at") == number, "the step again")
        goes_wrong(program, number)
        goes_right(program, number)
    program.press("lesson:leave")
    program.screen("LearnScreen")
    program.key("Escape")
    program.screen("MenuScreen")
    assert "Traceback" not in (home / "errors.txt").read_text()
    assert not (home / "data" / "faults.log").exists()
    assert not list((home / "autosave").glob("*.jsonl")), "a lesson leaves no game behind"
