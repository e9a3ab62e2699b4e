"""What a loader accepts, every later layer can use: odd names, headers, files of other formats, ends of lines."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from babylon3d.core.names import trouble_with
from babylon3d.core.prose import fixed, plural, shown, singular
from babylon3d.playable.saves import last_unfinished, read_saved
from babylon3d.storage import user_dir
from tests.cli.runs import written
from tests.core.test_session import rechained

OLD = Path(__file__).parent.parent / "fixtures" / "1fbbbb4"
UNFINISHED = OLD / "tactical-unfinished.jsonl"


def altered(source: Path, change: Callable[[dict[str, Any]], None]) -> bytes:
    """A record whose header was changed, its chain of hashes whole."""
    first, *rest = source.read_bytes().splitlines()
    header = json.loads(first)
    change(header)
    return rechained([json.dumps(header, ensure_ascii=False).encode(), *rest])


def seat(field: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda header: header["seats"][1].__setitem__(field, value)


def field(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda header: header.__setitem__(name, value)


ODD_HEADERS: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "an unknown bot": (seat("controller", "bot:genius"), '$.seats[1].controller: "bot:genius" is not known'),
    "an unknown controller": (seat("controller", "robot"), '$.seats[1].controller: "robot" is not known'),
    "an unknown colour": (seat("colour", "mauve"), '$.seats[1].colour: "mauve" is not known'),
    "a colour twice": (seat("colour", "red"), '$.seats[1].colour: "red" is given twice'),
    "an empty name": (seat("name", ""), "$.seats[1].name: the name is empty"),
    "a blank name": (seat("name", "  "), "$.seats[1].name: the name is empty"),
    "a huge name": (seat("name", "n" * 300_000), "$.seats[1].name: the name has 300,000 characters"),
    "a name in spaces": (seat("name", " Bo"), "$.seats[1].name: the name begins or ends with a space"),
    "a name of two lines": (seat("name", "B\no"), "$.seats[1].name: the name has the character U+000A"),
    "a name with markup": (seat("name", "B\x01red\x01o\x02"), "$.seats[1].name: the name has the character U+0001"),
    "a name that turns": (seat("name", "B\u202eo"), "$.seats[1].name: the name has the character U+202E"),
    "a name twice": (lambda h: h["seats"][1].update(name=h["seats"][0]["name"]), "$.seats[1].name: the name is given"),
    "a seed below 0": (field("seed", -1), "$.seed: -1 is given; a whole number from 0 to 2^63-1 would do"),
    "a huge seed": (field("seed", 2**70), "$.seed: "),
    "an unknown game": (field("game", "chess"), '$.game: the game "chess" is not known'),
    "an unknown nature": (field("nature", {"name": "magic", "config": {}}), 'has no nature "magic"'),
    "an unknown precision": (
        field("nature", {"name": "physics", "config": {"precision": "wild"}}),
        'has no nature "wild"',
    ),
    "too many seats": (
        lambda h: h["seats"].extend({"name": f"x{i}", "colour": "blue", "controller": "human"} for i in range(9)),
        "$.seats: 12 players given; 3 to 5 would do",
    ),
}


@pytest.mark.parametrize("what", ODD_HEADERS)
def test_what_a_header_names_is_looked_up_at_the_border(what: str, run: Any, tmp_path: Path, home: Path) -> None:
    change, said = ODD_HEADERS[what]
    path = tmp_path / "odd.jsonl"
    path.write_bytes(altered(UNFINISHED, change))
    for command in (["replay", path], ["render", path, "-o", tmp_path / "x.png"]):
        refused = run(*command)
        assert refused.code == 2 and refused.out == "" and refused.err.count("\n") == 1
        assert "odd.jsonl line 1 " in refused.err and said in refused.err and refused.err[:-1].isprintable()
    saved = read_saved(path, "saves")
    assert said in saved.problem and saved.problem.isprintable() and saved.title.isprintable()
    shutil.copy(path, user_dir("autosave") / "2026-11-30 12.00.00.jsonl")
    assert last_unfinished() is None, "the menu does not offer what cannot be taken up"


@pytest.mark.parametrize("name", ["A", "Zoë", "李小龍", "Ann B. O'Neil", "🏰", "a" * 40, "نور"])
def test_names_of_people_may_be_in_any_script(name: str, run: Any, tmp_path: Path) -> None:
    assert trouble_with(name) == ""
    path = tmp_path / "named.jsonl"
    path.write_bytes(altered(UNFINISHED, seat("name", name)))
    told = run("replay", path)
    assert told.code == 0 and name in told.out
    assert read_saved(path, "saves").problem == ""


def test_names_on_the_command_line_keep_the_same_rule(run: Any) -> None:
    for name, said in (("B\x1bo", "U+001B"), ("a" * 41, "41 characters"), ("Ann", "is given twice")):
        refused = run("play", "--players", f"Ann:human,{name}:bot,Cy:bot")
        assert refused.code == 2 and said in refused.err and "--players" in refused.err
        assert refused.err[:-1].isprintable()


def test_ids_and_names_of_files_are_escaped_wherever_they_are_read(run: Any, tmp_path: Path) -> None:
    build = {
        "format": "babylon3d.build/1",
        "set": "babylon",
        "parts": [
            {"id": "\x1b[31mX\nx: legal", "kind": "tower", "x": 0, "y": 0, "level": 1},
            {"id": "\x07bell", "kind": "tower", "x": 3, "y": 0, "level": 2},
        ],
    }
    path = tmp_path / "odd\x1b[2J\nname.json"
    path.write_text(json.dumps(build))
    for command in (["check"], ["settle", "--seconds", "1"], ["legal", "--piece", "tower"], ["score"], ["moves"]):
        told = run(command[0], path, *command[1:])
        assert all(line.isprintable() for line in (told.out + told.err).split("\n")), (command, told.out, told.err)
        assert "\x1b" not in told.out + told.err and (told.err == "" or told.err.count("\n") == 1)


def test_a_file_whose_name_begins_with_a_dash_is_hinted_at(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["babylon3d", "check", "-dash.json"])
    refused = run("check", "-dash.json")
    assert refused.code == 2 and refused.err.count("\n") == 1
    assert "a file is named ./-dash.json" in refused.err
    monkeypatch.setattr("sys.argv", ["babylon3d", "settle", "a.json", "--seconds=-1.5"])
    assert "a file is named" not in run("settle", "a.json", "--seconds=-1.5").err, "a number is no file"


def test_a_file_of_another_format_is_named_with_its_command(run: Any, build: Path, tmp_path: Path) -> None:
    record = OLD / "tactical-ideal.jsonl"
    spread = written(tmp_path, json.dumps(json.loads(build.read_text()), indent=1))
    settings = tmp_path / "settings.json"
    settings.write_text('{"format": "babylon3d.settings/1"}')
    for command, path, said in (
        ("check", record, "a record is not a build; replay reads it"),
        ("settle", record, "a record is not a build; replay reads it"),
        ("score", record, "a record is not"),
        ("moves", record, "a record is not a position of the Tactical Game; replay reads it"),
        ("moves", spread, "a build is not a position of the Tactical Game; check reads it"),
        ("replay", spread, "a build is not a record; check reads it"),
        ("replay", settings, "a file of settings is not a record; play reads it"),
        ("check", settings, "a file of settings is not a build; play reads it"),
        ("render", settings, "a file of settings is not a build, a position or a record; play reads it"),
    ):
        refused = run(command, path)
        assert refused.code == 2 and said in refused.err and refused.err.count("\n") == 1, refused.err


def test_records_and_builds_are_read_with_either_end_of_line(run: Any, build: Path, tmp_path: Path) -> None:
    path = tmp_path / "windows.jsonl"
    path.write_bytes((OLD / "tactical-ideal.jsonl").read_bytes().replace(b"\n", b"\r\n"))
    assert run("replay", path, "--verify").code == 0
    written_there = tmp_path / "windows.json"
    written_there.write_bytes(build.read_text().replace("\n", "\r\n").encode())
    assert run("check", written_there).code == run("check", build).code
    mixed = tmp_path / "mixed.jsonl"
    mixed.write_bytes((OLD / "tactical-ideal.jsonl").read_bytes().replace(b"\n", b"\r\n", 3))
    assert run("replay", mixed).code == 2


def test_small_words(run: Any, build: Path) -> None:
    assert "no file is named" in run("check", "").err
    assert " of any small noble" in run("legal", build, "--piece", "small").out
    assert " of a tower" in run("legal", build, "--piece", "tower").out
    assert "-0.00" not in run("settle", build, "--seconds", "1").out
    assert [fixed(x) for x in (-0.001, 0.0, -0.0, -1.5, 2.346)] == ["0.00", "0.00", "0.00", "-1.50", "2.35"]
    assert (plural(1, "round"), plural(2, "round")) == ("1 round", "2 rounds")
    assert singular("first to win 1 rounds") == "first to win 1 round" and singular("11 rounds") == "11 rounds"
    assert shown("a\nb\x1b\u202e") == "a\\nb\\x1b\\u202e" and shown("Zoë 🏰") == "Zoë 🏰"


def test_verify_says_how_far_an_unfinished_record_has_come(run: Any) -> None:
    told = run("replay", UNFINISHED, "--verify")
    assert told.code == 1 and "unfinished" in told.out and "states compared" in told.out and "30 lines" in told.out
    assert "--verify wants the result" in told.out
    assert run("replay", UNFINISHED).code == 0


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"gravity": 1e300}, "gravity is 1e+300"),
        ({"step_s": 0.0}, "step_s is 0"),
        ({"unheard_of": 1}, 'the recipe has no "unheard_of"'),
    ],
)
def test_resimulation_says_what_is_wrong_with_the_recipe_of_the_header(
    config: dict[str, Any], said: str, run: Any, tmp_path: Path
) -> None:
    path = tmp_path / "recipe.jsonl"
    path.write_bytes(
        altered(OLD / "practice-steady-hand.jsonl", field("nature", {"name": "physics", "config": config}))
    )
    told = run("replay", path, "--resimulate")
    assert told.code == 2 and said in told.err and "line 1 $.nature.config" in told.err and told.err.count("\n") == 1


@pytest.mark.parametrize("gravity", [0.5, None])
def test_resimulation_takes_the_recipe_of_the_header(gravity: float | None, run: Any, tmp_path: Path) -> None:
    """Weak gravity lets pieces float where they fell; no recipe at all is the one of 1fbbbb4."""
    config = {} if gravity is None else {"gravity": gravity}
    path = tmp_path / "recipe.jsonl"
    old = OLD / "practice-steady-hand.jsonl"
    path.write_bytes(altered(old, field("nature", {"name": "physics", "config": config})))
    told = run("replay", path, "--resimulate", "--json").json
    usual = run("replay", old, "--resimulate", "--json").json
    assert (told == usual) == (gravity is None)


@pytest.mark.parametrize(
    "words",
    ["simulate --bots", "simulate --seed", "settle x --seconds", "render x --size", "render x --camera", "check a"],
)
def test_bad_usage_is_told_without_control_characters(run: Any, words: str) -> None:
    told = run(*words.split(), "e\x1b[31m\x07")
    assert told.code == 2 and told.err.endswith("\n") and told.err[:-1].isprintable()
    assert "e\\x1b[31m\\x07" in told.err
