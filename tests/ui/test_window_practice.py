"""A drill in a real window, by mouse and keyboard only: from the menu to the result and again by one key."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from babylon3d.playable.babylon.practice.bests import Bests
from tests.ui.conftest import StartProgram
from tests.ui.driver import Program

pytestmark = pytest.mark.window


@pytest.fixture
def program(start_program: StartProgram) -> Program:
    return start_program(animation_speed=20.0, quality="low")


@pytest.mark.parametrize("drill", ["all_nobles", "score_3", "score_5", "height", "steady_hand", "repair", "copy"])
def test_a_drill_from_the_menu_to_its_result_and_again(program: Program, home: Path, drill: str) -> None:
    program.screen("MenuScreen")
    program.press("practice")
    program.screen("PracticeScreen")
    program.press(f"drill:{drill}")
    program.press("start")
    program.screen("PracticePlayScreen")
    program.press("go on")
    program.wait(lambda s: s["widgets"].get("piece:tower", {}).get("enabled"), "the start of the run", 60)
    program.press("piece:tower")
    program.wait(lambda s: "put_away" in s["widgets"], "a tower in the hand", 30)
    program.click(640, 520)
    program.wait(lambda s: any("Piece 1 at" in text for text in s["texts"]), "the first split", 60)
    program.press("done")
    status = program.screen("PracticeResultScreen", 60)
    counts = {"score_3": "0 points", "score_5": "0 points", "copy": "1 part"}
    assert counts.get(drill, "No result") in status["texts"]
    with Bests(home / "data" / "bests.sqlite") as bests:
        assert (bests.best(drill, "guided") is not None) == (drill in counts)
    time.sleep(1.0)  # keys that were meant for the table do nothing to the sheet
    program.key("F5")
    program.screen("PracticePlayScreen")
    program.key("Escape")
    program.screen("PauseScreen")
    program.press("leave")
    program.screen("MenuScreen")
    program.press("quit")
    assert program.process.wait(timeout=20) == 0
    assert "Traceback" not in (home / "errors.txt").read_text()


def test_a_key_that_is_held_when_the_run_ends_presses_nothing_on_its_sheet(program: Program, home: Path) -> None:
    program.screen("MenuScreen")
    program.press("practice")
    program.press("drill:steady_hand")
    program.press("start")
    program.screen("PracticePlayScreen")
    program.key("space")
    program.wait(lambda s: s["widgets"].get("piece:tower", {}).get("enabled"), "the start of the run", 60)
    program.press("done")
    program.xdotool("keydown", "space")
    program.screen("PracticeResultScreen", 60)
    time.sleep(1.8)  # X repeats the key all the time, long after the sheet has begun to listen
    assert program.status()["screen"] == "PracticeResultScreen"
    program.xdotool("keyup", "space")
    program.key("space")
    program.screen("PracticePlayScreen")
    assert "Traceback" not in (home / "errors.txt").read_text()
