"""The commands that write, read and draw records: simulate, replay, render."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from babylon3d.core.record import NatureInfo, read_record
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.games.babylon.pieces import COLOURS
from babylon3d.games.babylon.practice.rules import PracticeOptions
from babylon3d.playable.babylon.practice.spec import SPEC as PRACTICE
from babylon3d.storage import asset
from tests.cli.runs import Json
from tests.positions import POSITION, ROUND

# -- simulate, replay ------------------------------------------------------------------------------


def test_simulate_plays_the_same_game_again_and_replay_verifies_it(run: Any, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.jsonl", "b.jsonl")]
    for path in paths:
        found = run("simulate", "--seed", 7, "--players", 3, "--large", 1, "--small", 1, "-o", path, "--json")
        assert found.code == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()
    told = found.json["games"][0]
    assert told["seed"] == 7 and set(told["scores"]) == {"red", "yellow", "green"} and told["winners"]
    again = run("replay", paths[0], "--verify", "--json")
    assert again.code == 0 and again.json["same"] and again.json["result"]["scores"] == told["scores"]
    assert "same states, same result" in run("replay", paths[0]).out


def test_simulate_numbers_the_records_of_several_games(run: Any, tmp_path: Path) -> None:
    found = run("simulate", "--games", 2, "--seed", 4, "--small", 1, "--large", 0, "-o", tmp_path / "g.jsonl")
    assert found.code == 0 and found.out.count("\n") == 3 and "wins:" in found.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g-4.jsonl", "g-5.jsonl"]


def test_people_are_told_by_their_names(run: Any, tmp_path: Path) -> None:
    words = ("--players", 3, "--small", 1, "--large", 0, "--seed", 4)
    told = run("simulate", *words, "-o", tmp_path / "g.jsonl").out + run("simulate", *words, "--games", 2).out
    assert "Ada" in told and "Cleo" in told and "wins: Ada" in told
    assert not any(colour in told for colour in COLOURS), told
    assert "Ada" in run("replay", tmp_path / "g.jsonl").out


def test_house_rules_and_the_clock_are_options_of_the_command_line(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    rules = ("--take-back", "--open-exchange", "--hints", "--turn-time", 60, "--total-time", 600, "--time-up", "bot")
    assert run("simulate", "--players", 3, "--small", 1, "--large", 0, *rules, "-o", path).code == 0
    options = msgspec.json.decode(path.read_bytes().splitlines()[0])["options"]
    assert options == {
        "take_back": True,
        "open_exchange": True,
        "hints": True,
        "small": 1,
        "large": 0,
        "turn_s": 60,
        "total_s": 600,
        "time_up": "bot",
    }
    assert run("replay", path, "--verify").code == 0
    refused = run("simulate", "--turn-time", 5)
    assert refused.code == 2 and "--turn-time" in refused.err
    assert run("simulate", "--game", "fast", "--hints").code == 2


def test_simulate_on_the_physical_table(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    assert run("simulate", "--players", 3, "--large", 0, "--small", 1, "--nature", "realtime", "-o", path).code == 0
    record = read_record(path.read_bytes())
    assert record.header.nature.name == "physics" and record.header.nature.config["step_s"] > 0
    assert run("replay", path, "--verify").code == 0


def test_simulate_on_the_other_engine_names_it_in_the_record(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    words = ("--players", 3, "--large", 0, "--small", 1, "--nature", "realtime", "--engine", "mujoco", "-o", path)
    assert run("simulate", *words).code == 0
    header = json.loads(path.read_text().splitlines()[0])
    assert header["nature"]["config"]["engine"] == "mujoco" and header["nature"]["config"]["engine_version"]
    assert header["nature"]["config"]["table.half_m"] == 0.5
    assert run("replay", path, "--verify").code == 0


def test_simulate_reports_options_and_places_it_cannot_have(run: Any, tmp_path: Path) -> None:
    refused = run("simulate", "--large", 0, "--small", 0)
    assert refused.code == 2 and "--large, --small: no nobles at all" in refused.err
    refused = run("simulate", "-o", tmp_path / "no" / "r.jsonl")
    assert refused.code == 2 and "cannot save" in refused.err


def test_replay_refuses_a_cut_or_changed_record_with_its_line(run: Any, record: Path, tmp_path: Path) -> None:
    data = record.read_bytes()
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(data[:-20])
    refused = run("replay", bad)
    assert refused.code == 2 and "the last line is cut" in refused.err
    lines = data.split(b"\n")
    lines[5] = lines[5].replace(b'"x":', b'"x":1')
    bad.write_bytes(b"\n".join(lines))
    refused = run("replay", bad)
    assert refused.code == 2 and "bad.jsonl line 7" in refused.err and "damaged" in refused.err


def test_replay_of_an_unfinished_game(run: Any, record: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    part.write_bytes(b"\n".join(record.read_bytes().split(b"\n")[:8]) + b"\n")
    assert run("replay", part).code == 0
    assert "unfinished" in run("replay", part).out
    answer = run("replay", part, "--verify", "--json")
    assert answer.code == 1 and not answer.json["same"] and "unfinished" in answer.json["reason"]


def forged(record: Path, path: Path, change: Callable[[list[Json]], None]) -> Path:
    """A changed record, its hashes made right again."""
    lines = [json.loads(line) for line in record.read_bytes().splitlines()]
    change(lines)
    texts = [json.dumps(lines[0]).encode()]
    for line in lines[1:]:
        texts.append(json.dumps(line | {"prev": hashlib.sha256(texts[-1]).hexdigest()}).encode())
    path.write_bytes(b"\n".join(texts) + b"\n")
    return path


def test_replay_answers_no_when_the_rules_give_another_state(run: Any, record: Path, tmp_path: Path) -> None:
    def change(lines: list[Json]) -> None:
        next(line for line in lines[1:] if "state" in line)["state"] = "0" * 64

    answer = run("replay", forged(record, tmp_path / "forged.jsonl", change), "--verify")
    assert answer.code == 1 and "the state is not what the rules give" in answer.out


@pytest.mark.parametrize(
    ("line", "key", "value", "where"),
    [
        (0, "options", {"expert": 1}, "line 1 $.options.expert: 1 is given; true or false would do"),
        (0, "seats", [], "line 1 $.seats: 0 players"),
        (0, "game", "chess", 'line 1 $.game: the game "chess" is not known'),
        (0, "nature", {"name": "ideal", "config": {"a": []}}, "would do"),
        (1, "action", {"type": "jump"}, 'line 2 $.action.type: "jump" is not known'),
        (1, "action", None, "line 2 $.action: null is given; an object"),
        (1, "seat", "0", 'line 2 $.seat: "0" is given; a whole number would do'),
        (2, "outcome", {"type": "settled", "fallen": 1}, "line 3 $.outcome.fallen: 1 is given; a list would do"),
    ],
)
def test_a_record_of_another_form_is_bad_input(
    run: Any, record: Path, tmp_path: Path, line: int, key: str, value: Any, where: str
) -> None:
    bad = forged(record, tmp_path / "bad.jsonl", lambda lines: lines[line].update({key: value}))
    for command in (["replay", "--verify", "--json"], ["replay"], ["render", "-o", tmp_path / "a.png"]):
        refused = run(*command, bad)
        assert refused.code == 2 and refused.out == "" and refused.err.count("\n") == 1
        assert refused.err.startswith(f"babylon3d: {bad} line {line + 1} $.") and where in refused.err


def test_replay_of_another_document_says_so(run: Any, build: Path, tmp_path: Path) -> None:
    """Also where its only line has no end: it is no record that was cut."""
    build.write_text(json.dumps(json.loads(build.read_text())))
    assert "$.format: a build is not a record; check reads it" in run("replay", build).err


def test_replay_says_that_resimulating_needs_logged_hands(run: Any, record: Path) -> None:
    refused = run("replay", record, "--resimulate")
    assert refused.code == 2 and "The Tactical Game has none" in refused.err


# -- render ----------------------------------------------------------------------------------------


def test_render_draws_builds_and_records(run: Any, record: Path, tmp_path: Path) -> None:
    for given in (asset("presets/gate.json"), record):
        picture = tmp_path / f"{given.stem}.png"
        small = ("--size", "200x120", "--quality", "lowest")
        assert run("render", given, "-o", picture, *small).code == 0
        data = picture.read_bytes()
        assert data.startswith(b"\x89PNG") and (data[16:24].hex(), len(data) > 4000) == ("000000c800000078", True)


def test_render_draws_every_game(run: Any, tmp_path: Path) -> None:
    small = ("--size", "200x120", "--quality", "lowest")
    match = tmp_path / "match.jsonl"
    assert run("simulate", "--game", "fast", "--wins", "1", "--stop-watch", "20", "-o", match).code == 0
    begun = tmp_path / "begun.jsonl"
    begun.write_bytes(match.read_bytes().partition(b"\n")[0] + b"\n")
    for given in (match, begun):
        assert run("render", given, "-o", tmp_path / "match.png", *small).code == 0
    seats, options = [SeatInfo("Ann", "red")], PracticeOptions("height")
    drill = Session.start(PRACTICE.game, seats, options, nature=NatureInfo("realtime"))
    (tmp_path / "drill.jsonl").write_bytes(b"\n".join(drill.log.lines) + b"\n")
    assert run("render", tmp_path / "drill.jsonl", "-o", tmp_path / "drill.png", *small).code == 0


def test_render_draws_positions(run: Any, tmp_path: Path) -> None:
    small = ("--size", "200x120", "--quality", "lowest")
    for document in (POSITION, ROUND):
        given, picture = tmp_path / "position.json", tmp_path / "position.png"
        given.write_text(json.dumps(document))
        assert run("render", given, "-o", picture, *small).code == 0
        assert picture.read_bytes().startswith(b"\x89PNG")
    given.write_text(json.dumps({**POSITION, "to_move": 4}))
    refused = run("render", given, "-o", picture, *small)
    assert refused.code == 2 and "$.to_move" in refused.err


def test_play_says_what_is_wrong_with_a_file_before_a_window_is_opened(
    run: Any, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    odd = tmp_path / "odd.json"
    odd.write_text("rubbish")
    refused = run("play", odd)
    assert refused.code == 2 and "a record, a build or a position would do" in refused.err
    assert "no such file" in run("play", tmp_path / "gone.jsonl").err
    both = run("play", record, "--game", "tactical")
    assert both.code == 2 and "one of them would do" in both.err
    assert "no display" in run("play", record).err


def test_render_refuses_what_it_cannot_do(run: Any, build: Path, tmp_path: Path) -> None:
    assert run("render", build, "--quality", "best").code == 2
    assert run("render", build, "--size", "10").code == 2
    assert run("render", build, "--size", "0x9").code == 2
    assert run("render", build, "--camera", "1,2").code == 2
    assert run("render", build, "--camera", "1,2,nan").code == 2
    assert run("render", build, "-o", tmp_path / "a.txt").code == 2
    assert run("render", build, "-o", tmp_path / "no" / "a.png", "--size", "64x64", "--quality", "flat").code == 2


def test_a_record_that_cannot_be_saved_is_refused_before_the_game(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(*_: object) -> None:
        raise AssertionError("a game was played for nothing")

    monkeypatch.setattr("babylon3d.commands.games.play_out", played)
    for given in (tmp_path / "none" / "a.jsonl", tmp_path):
        for games in ("1", "2"):
            refused = run("simulate", "--games", games, "-o", given)
            assert refused.code == 2 and refused.out == ""
            assert refused.err.startswith(f"babylon3d: cannot save {given}: ") and refused.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
