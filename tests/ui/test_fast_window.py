"""A round of the Fast Game in a real window, by a real mouse: pick, carry, place, knock down, the end, the scores."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from babylon3d.core.record import read_record
from babylon3d.core.session import Session
from babylon3d.playable.babylon.fast.resimulate import resimulate
from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from tests.ui.conftest import StartProgram
from tests.ui.driver import Program, Status

pytestmark = pytest.mark.window

SLOW_S = 180.0
"""Beside other work the game's time may run at a tenth."""


@pytest.fixture
def program(start_program: StartProgram) -> Program:
    seats = [
        {"name": n, "colour": c, "controller": w}
        for n, c, w in (("Ann", "red", "human"), ("Bo", "yellow", "bot:easy"), ("Cid", "green", "bot:easy"))
    ]
    options = {"stop_watch_s": 30, "wins": 1, "assist": "free"}
    return start_program(
        "--size",
        "800x600",
        quality="lower",
        reduced_motion=True,
        last_setup={"game": "fast", "seats": seats, "options": options},
    )


def wait(program: Program, test: Callable[[Status], bool], what: str) -> Status:
    """Wait for something to happen in the game; without a window manager the keyboard may be lost, which pauses it."""
    end = time.monotonic() + SLOW_S
    while time.monotonic() < end:
        try:
            return program.wait(test, what, 2.0)
        except AssertionError:
            if program.process.poll() is not None:
                raise
            if program.status()["tells"].get("on_hold"):
                program.press("go on")
    raise AssertionError(f"no {what} within {SLOW_S} s; on show: {program.brief()}")


def carry(program: Program, aside: int) -> None:
    """Move the hand over the left area, so many pixels aside of its middle, and wait until it is there."""
    for _ in range(2):
        x, y = program.status()["tells"]["areas"][0]
        program.move(round(x) + aside, round(y))
        time.sleep(0.4)


def place(program: Program, key: str, kind: str, aside: int = 0, *, free: bool = True) -> None:
    """Take a piece, carry it, let go with a click, wait until it stands; a free hand is lowered first."""
    before = program.status()["tells"]["mine"].count(kind)
    program.key(key)
    wait(program, lambda s: s["tells"].get("holds") == kind, f"{kind} in the hand")
    carry(program, aside)
    if free:
        lower(program, "drop_mm", 4)
    program.xdotool("click", 1)
    wait(program, lambda s: s["tells"].get("mine", []).count(kind) > before, f"placed {kind}")


def lower(program: Program, what: str, low_mm: int) -> None:
    """Turn the wheel till the hand is low enough."""
    while (program.status()["tells"][what] or 0) > low_mm:
        program.xdotool("click", 5)
        time.sleep(0.3)


def over(status: Status) -> bool:
    return bool(status["screen"] == "RoundScreen")


def test_a_round_by_mouse_from_the_menu_to_the_scores(program: Program, home: Path) -> None:
    program.screen("MenuScreen", 90)
    program.key("n")
    program.screen("SetupScreen")
    program.press("start")
    program.screen("FastPlayScreen", 90)
    wait(program, lambda s: s["tells"].get("phase") == "building", "start of the round")
    place(program, "1", "tower")
    place(program, "1", "tower")
    place(program, "4", "small")
    # Now a tower straight through the pillar, at the height of its upper tower.
    program.key("1")
    wait(program, lambda s: s["tells"].get("holds") == "tower", "another tower")
    carry(program, -120)
    lower(program, "height_mm", 38)
    time.sleep(1.0)
    carry(program, 120)
    wait(program, lambda s: s["tells"].get("pile", 0) > 0 or over(s), "knocked down parts")
    assert not over(program.status()), "nothing was knocked down before the time was up"
    status = wait(program, over, "sheet of the round")
    assert "Left" in status["texts"] and "Pile" in status["texts"]
    assert any("wins the match" in text or "win the match" in text for text in status["texts"]), status["texts"]
    time.sleep(1.0)  # keys that were meant for the table do nothing to the sheet
    program.key("m")
    program.screen("MenuScreen")
    records = sorted((home / "autosave").glob("*.jsonl")) or sorted(home.rglob("*.jsonl"))
    record = read_record(records[-1].read_bytes())
    session = Session.resume(FAST.game, record)
    assert session.over and len(session.state.seats[0].pile) >= 1
    assert session.state.scores[-1].seats[0].pile == len(session.state.seats[0].pile)
    found = resimulate(FAST.game, record)
    assert found.equal, found


def test_two_build_together_one_by_mouse_one_by_a_gamepad(start_program: StartProgram, home: Path) -> None:
    seats = [
        {"name": n, "colour": c, "controller": w}
        for n, c, w in (("Ann", "red", "human"), ("Bo", "yellow", "human"), ("Cid", "green", "bot:easy"))
    ]
    options = {"stop_watch_s": 60, "wins": 1, "way": "together"}
    program = start_program(
        "--size",
        "800x600",
        module="tests.ui.with_pads",
        quality="lowest",
        reduced_motion=True,
        last_setup={"game": "fast", "seats": seats, "options": options},
    )

    def pad(*held: str, **axes: float) -> None:
        """What the gamepad does from now on; written whole at once."""
        (home / "pads.new").write_text(json.dumps({"pad": {"held": held, **axes}}))
        (home / "pads.new").replace(home / "pads.json")
        time.sleep(0.5)

    program.screen("MenuScreen", 90)
    program.key("n")
    program.screen("SetupScreen")
    program.press("start")
    status = program.screen("FastTogetherScreen", 90)
    assert any("Bo needs a gamepad" in text for text in status["texts"]), status["texts"]
    pad()
    wait(program, lambda s: any("Bo has gamepad 1" in text for text in s["texts"]), "gamepad")
    program.press("go on")
    wait(program, lambda s: s["tells"].get("phase") == "building", "start of the round")
    pad("a")  # Bo takes a tower
    pad()
    place(program, "1", "tower", free=False)
    wait(program, lambda s: s["tells"]["hold_by"].get("1") == "tower", "tower in Bo's hand")
    pad(x=0.6)
    pad()
    pad("a")
    pad()
    wait(program, lambda s: s["tells"]["placed_by"].get("1", 0) >= 1, "Bo's tower placed")
    assert program.status()["tells"]["placed_by"]["0"] == 1
    (home / "pads.json").unlink()
    wait(program, lambda s: any("A gamepad is unplugged" in text for text in s["texts"]), "pause without the pad")
