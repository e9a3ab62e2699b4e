"""A whole game of three people in a real window, by mouse and keyboard only, from the menu to the scoring sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from babylon3d.core.record import read_record
from babylon3d.core.session import verify_record
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from tests.ui.conftest import StartProgram
from tests.ui.driver import Program, Status

pytestmark = pytest.mark.window


@pytest.fixture
def program(start_program: StartProgram) -> Program:
    return start_program(animation_speed=20.0, quality="flat")


def ready(status: Status) -> bool:
    """Whether it is a person's turn and nothing moves."""
    tells = status["tells"]
    if status["screen"] == "ResultsScreen":
        return True
    return status["screen"] == "PlayScreen" and not status["dialog"] and tells["seat"] is not None and not tells["busy"]


def place(program: Program, wanted: str, by_keyboard: bool) -> None:
    """Place a piece; where no place is in view, look from another side."""
    for _ in range(6):
        if placed(program, wanted, by_keyboard):
            return
        program.key("a", "a", "a", "a", "a", "a", "w")
    raise AssertionError(f"nothing can be placed: {program.brief()}")


def placed(program: Program, wanted: str, by_keyboard: bool) -> bool:
    """Place a piece, the wanted one if it has a place in view: by the mouse, or by the keyboard's cursor."""
    for key in wanted + "".join(k for k in "2134" if k != wanted):
        before = program.wait(ready, "turn")["tells"]["lines"]
        program.key(key)
        try:
            program.wait(lambda s: s["tells"].get("holding") and ready(s), "piece in the hand", 4.0)
        except AssertionError:
            continue  # none of that kind may be placed now
        if by_keyboard:
            program.key("Up", "Left", "space")
            if _grown(program, before, 2.0):
                return True
        for _ in range(2):  # a bridge may fit when it is turned
            for x, y in program.wait(ready, "turn")["tells"]["spots"]:
                program.click(x, y)
                if _grown(program, before, 5.0):
                    return True
            hand = program.status()["tells"]["hand"]
            program.key("r")
            program.wait(lambda s, hand=hand, key=key: key in "34" or s["tells"]["hand"] != hand, "a turned piece")
        put_back(program)
    return False


def put_back(program: Program) -> None:
    """Empty the hand."""
    if program.wait(ready, "turn")["tells"].get("holding"):
        program.key("Escape")
        program.wait(lambda s: not s["tells"]["holding"], "an empty hand")


def _grown(program: Program, lines: int, seconds: float) -> bool:
    try:
        program.wait(lambda s: s["screen"] != "PlayScreen" or s["tells"]["lines"] > lines, "a longer log", seconds)
    except AssertionError:
        return False
    return True


def turn(program: Program, keys: str, number: int) -> None:
    """A turn of these pieces; every other placement by keyboard alone."""
    for i, key in enumerate(keys):
        put_back(program)
        place(program, key, by_keyboard=(i + number) % 3 == 2)
    put_back(program)
    status = program.wait(ready, "turn")
    if status["screen"] == "PlayScreen" and not status["widgets"]["end"]["enabled"]:
        place(program, "2", by_keyboard=False)  # the fifth piece joins or extends the building
    seat = program.wait(ready, "turn")["tells"]["seat"]
    for _ in range(2):  # the second time declines the special move
        program.key("e")
        try:
            program.wait(lambda s: s["screen"] != "PlayScreen" or s["tells"]["seat"] != seat, "the next turn", 4.0)
            return
        except AssertionError:
            continue
    raise AssertionError(f"the turn did not end: {program.status()}")


def test_a_three_player_game_from_menu_to_scoring_sheet(program: Program, home: Path) -> None:
    program.screen("MenuScreen")
    program.press("new")
    program.screen("SetupScreen")
    for seat in (1, 2):  # the first of a seat's choices is a person
        program.press_left(f"controller:{seat}")
        program.wait(lambda s, seat=seat: s["widgets"][f"controller:{seat}"]["value"] == "human", "a person")
    for name, presses in (("large", 2), ("small", 5)):
        for _ in range(presses):
            program.press(f"less:{name}")
    program.press("start")
    program.screen("PlayScreen")
    for number in range(3):
        turn(program, "2111" if number == 0 else "2211", number)
    for number in range(3, 15):
        if program.wait(ready, "turn")["screen"] == "ResultsScreen":
            break
        turn(program, "3411", number)
    program.screen("ResultsScreen")
    (record,) = (home / "autosave").glob("*.jsonl")
    read = read_record(record.read_bytes())
    assert read.result is not None
    assert read.result.ruling == "T8"
    assert verify_record(TACTICAL.game, read) == (True, "same states, same result")
    program.press("menu")
    program.screen("MenuScreen")
    program.press("quit")
    assert program.process.wait(timeout=20) == 0
    assert "Traceback" not in (home / "errors.txt").read_text()
    assert not (home / "data" / "faults.log").exists()
