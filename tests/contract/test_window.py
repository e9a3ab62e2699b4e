"""A game that the program does not know, in a real window from the set-up to the sheet; and on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babylon3d.cli import main
from babylon3d.core.record import read_record
from babylon3d.core.session import verify_record
from babylon3d.playable.registry import game
from babylon3d.playable.spec import GameSpec
from tests.toys import TOYS
from tests.toys.board.spec import SPEC as LOOKOUTS
from tests.toys.hidden.spec import SPEC as QUARRY
from tests.ui.conftest import StartProgram, start_program
from tests.ui.driver import Program, Status

__all__ = ["start_program"]

toys = pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.id)


# -- on the command line ---------------------------------------------------------------------------------------------


@toys
def test_a_toy_is_simulated_checked_and_rendered(
    toy: GameSpec, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, picture = tmp_path / "toy.jsonl", tmp_path / "toy.png"
    bot = next(iter(toy.bots))
    given = ["simulate", "--game", toy.id, "--players", "2", "--seed", "5", "--bots", bot, "--turns", "2"]
    assert main([*given, "-o", str(record), "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["games"]
    read = read_record(record.read_bytes())
    assert read.result is not None and list(told["scores"].values()) == list(read.result.scores)
    assert len(read.header.seats) == 2 and read.header.game == toy.id
    assert main(["replay", str(record), "--verify"]) == 0
    assert main(["render", str(record), "-o", str(picture), "--size", "200x150", "--quality", "flat"]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert main(["games", "--json"]) == 0
    assert toy.id in capsys.readouterr().out


def test_a_toy_takes_only_its_own_number_of_players_and_its_own_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--game", LOOKOUTS.id, "--players", "3"]) == 2
    assert "2" in capsys.readouterr().err
    assert main(["simulate", "--game", LOOKOUTS.id, "--expert"]) == 2
    assert "--expert" in capsys.readouterr().err


# -- in a window -----------------------------------------------------------------------------------------------------


def last_setup(toy: GameSpec, **options: Any) -> dict[str, object]:
    """Two people who played it the last time."""
    seats = [{"name": name, "colour": toy.colours[i], "controller": "human"} for i, name in enumerate(("Ann", "Bo"))]
    return {"game": toy.id, "seats": seats, "options": options}


def ready(status: Status) -> bool:
    """Whether it is a person's turn and nothing moves, or somebody is asked to take over, or the game is over."""
    if status["screen"] == "ResultsScreen" or "take over" in status["widgets"]:
        return True
    tells = status["tells"]
    return status["screen"] == "PlayScreen" and tells.get("seat") is not None and not tells["busy"]


def grown(program: Program, lines: int, seconds: float = 4.0) -> bool:
    """Whether the log grows, or the game ends."""
    try:
        program.wait(lambda s: s["screen"] != "PlayScreen" or s["tells"]["lines"] > lines, "a longer log", seconds)
    except AssertionError:
        return False
    return True


def act(program: Program, keys: tuple[str, ...]) -> None:
    """Do something legal: press one of the keys, click where the program says that a click does something."""
    for key in keys:
        status = program.wait(ready, "turn")
        if "take over" in status["widgets"]:
            program.press("take over")
            status = program.wait(lambda s: ready(s) and "take over" not in s["widgets"], "the table")
        if status["screen"] != "PlayScreen":
            return
        lines = status["tells"]["lines"]
        if key:
            program.key(key)
        try:
            found = program.wait(lambda s: bool(s["tells"].get("spots")), "spots", 2.0)["tells"]["spots"]
        except AssertionError:
            continue  # nothing of that kind can be done now
        for x, y in found:
            program.click(x, y)
            if grown(program, lines):
                return
    raise AssertionError(f"nothing can be done: {program.brief()}")


def played_to_the_sheet(program: Program, keys: tuple[str, ...]) -> None:
    for _ in range(40):
        if program.wait(ready, "turn")["screen"] == "ResultsScreen":
            return
        act(program, keys)
    raise AssertionError("the game does not end")


@pytest.mark.window
@pytest.mark.parametrize(("toy", "keys"), [(LOOKOUTS, ("1", "4")), (QUARRY, ("", "t"))], ids=[LOOKOUTS.id, QUARRY.id])
def test_a_toy_is_played_from_the_set_up_to_the_sheet_saved_loaded_and_watched(
    toy: GameSpec, keys: tuple[str, ...], start_program: StartProgram, home: Path
) -> None:
    program = start_program(
        module="tests.toys", animation_speed=20.0, quality="flat", last_setup=last_setup(toy, turns=2)
    )
    program.screen("MenuScreen")
    program.press("new")
    program.screen("SetupScreen")
    program.press("more:turns")
    program.press("start")
    if toy.preparation is not None:
        prepared(program)
    program.screen("PlayScreen")
    act(program, keys)
    act(program, keys)
    copied(program, home)
    played_to_the_sheet(program, keys)
    (record,) = (home / "autosave").glob("*.jsonl")
    read = read_record(record.read_bytes())
    assert read.result is not None and verify_record(toy.game, read)[0]
    if toy.preparation is not None:
        assert b'"blocked":[]' not in read.lines[0], "the preparation was left out"
    watched(program)
    program.press("menu")
    loaded(program, home)
    played_to_the_sheet(program, keys)
    program.press("menu")
    program.screen("MenuScreen")
    program.press("quit")
    assert program.process.wait(timeout=20) == 0
    assert "Traceback" not in (home / "errors.txt").read_text()
    assert not (home / "data" / "faults.log").exists()
    for path in (home / "autosave").glob("*.jsonl"):
        assert verify_record(toy.game, read_record(path.read_bytes())) == (True, "same states, same result")


def prepared(program: Program) -> None:
    """Clear what is prepared by its button, spoil a place by a click, begin."""
    program.screen("PrepareScreen")
    program.press("none")
    program.wait(lambda s: s["tells"]["document"] == "()", "an empty document")
    for dx, dy in ((0, 0), (12, 12), (-12, 12)):
        program.click(640 + dx, 360 + dy)
        try:
            program.wait(lambda s: s["tells"]["document"] != "()", "a spoilt place", 3.0)
            break
        except AssertionError:
            continue
    assert program.status()["tells"]["document"] != "()", program.brief()
    program.press("begin")


def copied(program: Program, home: Path) -> None:
    """Save a copy in the pause menu, and go back."""
    program.wait(ready, "turn")
    program.press("menu")
    program.screen("PauseScreen")
    program.press("save")
    program.press("dialog-yes")
    program.wait(lambda s: bool(list((home / "saves").glob("*.jsonl"))), "a copy")
    program.key("Escape")
    program.screen("PlayScreen")


def watched(program: Program) -> None:
    """Watch the game again to its end."""
    program.press("replay")
    program.screen("ReplayScreen")
    program.key("Right", "Right")
    program.wait(lambda s: s["tells"]["at"] == 2, "the second moment")
    program.key("End")
    program.wait(lambda s: s["tells"]["at"] == s["tells"]["of"], "the end")
    program.key("Escape")
    program.screen("ResultsScreen")


def loaded(program: Program, home: Path) -> None:
    """Take the copy up from the list of saved games."""
    program.screen("MenuScreen")
    program.press("load")
    program.screen("LoadScreen")
    program.press("open:0")
    program.screen("PlayScreen")


def test_the_toys_are_known_only_while_they_are_registered() -> None:
    assert [game(toy.id) is toy for toy in TOYS] == [True] * len(TOYS)
