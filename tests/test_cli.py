"""The command line: answers, exit codes, one-line refusals; and that nothing is imported that is not needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from babylon3d.cli import main, one_line
from babylon3d.core.record import NatureInfo, read_record
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.formats import read_build
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.practice.rules import PracticeOptions
from babylon3d.registry import PRACTICE
from babylon3d.storage import asset
from tests.test_formats import BLOCKS, BUILD, position

ROOT = Path(__file__).resolve().parent.parent
Json = dict[str, Any]

# A one-footed bridge: the foot at (0, 0) stands, the other end hangs free.
ONE_FOOTED = """{"format": "babylon3d.build/1", "set": "babylon", "parts": [
 {"id": "t1", "kind": "tower", "x": 0, "y": 0, "level": 1},
 {"id": "b1", "kind": "bridge", "x": 1, "y": 0, "level": 2, "axis": "x"}]}"""


@pytest.fixture
def build(tmp_path: Path) -> Path:
    path = tmp_path / "build.json"
    path.write_text(BUILD)
    return path


def written(tmp_path: Path, document: Json | str) -> Path:
    path = tmp_path / "given.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path


class Run:
    """What one command did."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        """Its one JSON document: nothing else may stand on standard output."""
        assert self.err == "" and self.out.count("\n") == 1
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def command(*words: object) -> Run:
        capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Run(code, said.out, said.err)

    return command


# -- check -----------------------------------------------------------------------------------------


def test_check_says_legal_and_connected(run: Any, build: Path) -> None:
    found = run("check", build, "--json")
    assert found.code == 0
    assert found.json == {"legal": True, "connected": True, "height": 3, "base_area": 3, "violations": []}
    text = run("check", build)
    assert text.code == 0 and "legal, connected" in text.out


def test_check_names_what_breaks_a_ruling_and_answers_no(run: Any, tmp_path: Path) -> None:
    found = run("check", written(tmp_path, ONE_FOOTED), "--json")
    assert found.code == 1
    assert [(v["ruling"], v["part"]) for v in found.json["violations"]] == [("B2", "b1")]
    assert found.json["violations"][0]["message"]
    text = run("check", tmp_path / "given.json")
    assert text.code == 1 and "not legal" in text.out and "B2  b1" in text.out


def test_check_answers_no_for_two_buildings(run: Any, tmp_path: Path) -> None:
    document = json.loads(BUILD)
    document["parts"].append({"id": "t9", "kind": "tower", "x": 9, "y": 9, "level": 1})
    found = run("check", written(tmp_path, document), "--json")
    assert found.code == 1 and found.json["legal"] and not found.json["connected"]


def test_check_takes_overlapping_parts_and_no_other_command_does(run: Any, tmp_path: Path) -> None:
    document = json.loads(BUILD)
    document["parts"].append({"id": "t9", "kind": "tower", "x": 0, "y": 0, "level": 1})
    path = written(tmp_path, document)
    found = run("check", path, "--json")
    assert found.code == 1 and ("B5", "t9") in [(v["ruling"], v["part"]) for v in found.json["violations"]]
    for command in (["legal", path, "--piece", "tower"], ["score", path], ["settle", path], ["render", path]):
        refused = run(*command)
        assert refused.code == 2 and "$.parts[4]" in refused.err and "share the cell" in refused.err


def test_check_asks_t5_by_the_game_and_the_number_of_players(run: Any, tmp_path: Path) -> None:
    document = json.loads(BUILD)
    document["nobles"] = [
        {"id": f"n{i}", "colour": colour, "size": "small", "on": "t3"}
        for i, colour in enumerate(("red", "blue", "green"))
    ]
    path = written(tmp_path, document)
    assert run("check", path).code == 1
    assert [v["ruling"] for v in run("check", path, "--json").json["violations"]] == ["T5"]
    assert run("check", path, "--players", "5").code == 0
    assert run("check", path, "--game", "fast").code == 0


def test_an_empty_build_is_legal_and_connected(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, '{"format": "babylon3d.build/1", "set": "babylon", "parts": []}')
    assert run("check", path, "--json").json == {
        "legal": True, "connected": True, "height": 0, "base_area": 0, "violations": [],
    }  # fmt: skip
    assert run("legal", path, "--piece", "tower").code == 2


# -- legal -----------------------------------------------------------------------------------------


def test_legal_lists_towers_bridges_and_nobles(run: Any, build: Path) -> None:
    towers = run("legal", build, "--piece", "tower", "--json").json["placements"]
    # On the bridge's middle and its other end; (0, 0, 4) is the noble's; near it on the table.
    assert {"x": 1, "y": 0, "level": 3} in towers and {"x": 2, "y": 0, "level": 3} in towers
    assert {"x": 0, "y": 0, "level": 4} not in towers and {"x": 1, "y": 0, "level": 1} not in towers
    assert {"x": 4, "y": 2, "level": 1} in towers and {"x": 5, "y": 0, "level": 1} not in towers
    assert len(towers) == 2 + 7 * 5 - 3
    bridges = run("legal", build, "--piece", "bridge", "--json").json["placements"]
    assert all(set(place) == {"x", "y", "level", "axis"} for place in bridges)
    assert run("legal", build, "--piece", "small", "--colour", "red", "--json").json == {"placements": []}


def test_legal_for_nobles_names_the_tower(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, json.loads(BUILD) | {"nobles": []})
    expected = {"placements": [{"x": 0, "y": 0, "level": 3, "on": "t3"}]}
    assert run("legal", path, "--piece", "large", "--json").json == expected
    assert run("legal", path, "--piece", "small", "--colour", "blue", "--json").json == expected
    assert "level 3" in run("legal", path, "--piece", "small").out


def test_legal_wants_a_legal_build(run: Any, tmp_path: Path) -> None:
    refused = run("legal", written(tmp_path, ONE_FOOTED), "--piece", "tower")
    assert refused.code == 2
    assert "$.parts[1]: nothing is below" in refused.err and "(B2); legal wants a legal build" in refused.err


# -- score -----------------------------------------------------------------------------------------


def test_score_tells_levels_bridges_totals_and_winners(run: Any, build: Path) -> None:
    found = run("score", build, "--game", "tactical", "--bridges-left", "red=1,blue=0", "--json")
    assert found.code == 0
    assert found.json == {
        "players": {
            "red": {"levels": {"3": 3}, "bridges": -1, "total": 2},
            "blue": {"levels": {}, "bridges": 0, "total": 0},
        },
        "winners": ["red"],
    }
    sheet = run("score", build).out
    assert "red wins" in sheet and "+3" in sheet and "total" in sheet


@pytest.mark.parametrize("text", ["red", "red=x", "pink=1", "red=1,red=2", "red=-1", "red=1001", "red=²"])
def test_score_refuses_other_bridges_left(run: Any, build: Path, text: str) -> None:
    refused = run("score", build, "--bridges-left", text)
    assert refused.code == 2 and "--bridges-left" in refused.err and refused.err.count("\n") == 1


# -- moves -----------------------------------------------------------------------------------------


def test_moves_lists_what_may_be_done(run: Any, tmp_path: Path) -> None:
    found = run("moves", written(tmp_path, position()), "--json")
    assert found.code == 0
    moves = found.json["moves"]
    assert {move["kind"] for move in moves} == {"place"}
    assert {"kind": "place", "piece": "tower", "x": 1, "y": 0, "level": 3} in moves
    assert len({json.dumps(move, sort_keys=True) for move in moves}) == len(moves)
    assert "blue has" in run("moves", tmp_path / "given.json").out


def test_moves_of_a_player_who_is_unable(run: Any, tmp_path: Path) -> None:
    document = position() | {"placed_this_turn": []}
    document["players"][1]["supply"] = {"towers": 1, "bridges": 1, "large": 0, "small": 1}
    assert run("moves", written(tmp_path, document), "--json").json == {"moves": [{"kind": "unable"}]}


def test_moves_refuses_a_position_that_no_game_can_be_in(run: Any, tmp_path: Path) -> None:
    document = position() | {"special_pending": True}
    refused = run("moves", written(tmp_path, document))
    assert refused.code == 2 and "given.json: $.special_pending: " in refused.err


@pytest.mark.parametrize("form", ["babylon3d.climb/1", "babylon3d.babel/1"])
def test_moves_of_games_to_come_are_refused_by_name(run: Any, tmp_path: Path, form: str) -> None:
    refused = run("moves", written(tmp_path, {"format": form}))
    assert refused.code == 2 and "not in this version" in refused.err


# -- settle ----------------------------------------------------------------------------------------


def test_settle_says_what_stands_and_what_falls(run: Any, build: Path, tmp_path: Path) -> None:
    found = run("settle", build, "--seconds", "2", "--json")
    assert found.code == 0 and found.json["stands"] and found.json["fallen"] == []
    assert set(found.json["parts"]) == {"t1", "t2", "b1", "t3", "n1"}
    assert set(found.json["parts"]["b1"]) == {"displacement_mm", "tilt_deg", "yaw_deg"}
    fell = run("settle", written(tmp_path, ONE_FOOTED), "--json")
    assert fell.code == 1 and not fell.json["stands"] and fell.json["fallen"] == ["b1"]
    assert "does not stand" in run("settle", tmp_path / "given.json").out


def test_settle_takes_poses_and_masses(run: Any, tmp_path: Path) -> None:
    """A counterweight of twice what is needed holds a one-footed bridge; a light one does not."""
    document = json.loads(ONE_FOOTED)
    weight = {"id": "w", "kind": "tower", "x": 0, "y": 0, "level": 3, "mass": 0.2}
    document["parts"].append(weight)
    assert run("settle", written(tmp_path, document), "--seconds", "3").code == 0
    weight["mass"] = 0.001
    assert run("settle", written(tmp_path, document), "--seconds", "3").code == 1
    assert run("check", tmp_path / "given.json").code == 2


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


def test_simulate_on_the_physical_table(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    assert run("simulate", "--players", 3, "--large", 0, "--small", 1, "--nature", "realtime", "-o", path).code == 0
    record = read_record(path.read_bytes())
    assert record.header.nature.name == "physics" and record.header.nature.config["step_s"] > 0
    assert run("replay", path, "--verify").code == 0


def test_simulate_reports_options_and_places_it_cannot_have(run: Any, tmp_path: Path) -> None:
    assert run("simulate", "--large", 0, "--small", 0).code == 2
    refused = run("simulate", "-o", tmp_path / "no" / "r.jsonl")
    assert refused.code == 2 and "cannot save" in refused.err


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("record") / "r.jsonl"
    assert main(["simulate", "--players", "3", "--large", "0", "--small", "1", "--seed", "2", "-o", str(path)]) == 0
    return path


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


def test_replay_answers_no_when_the_rules_give_another_state(run: Any, record: Path, tmp_path: Path) -> None:
    """A forged record, its hashes made right again."""
    import hashlib

    lines = [json.loads(line) for line in record.read_bytes().splitlines()]
    for line in lines[1:]:
        if "state" in line:
            line["state"] = "0" * 64
            break
    texts = [json.dumps(lines[0]).encode()]
    for line in lines[1:]:
        texts.append(json.dumps(line | {"prev": hashlib.sha256(texts[-1]).hexdigest()}).encode())
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(b"\n".join(texts) + b"\n")
    answer = run("replay", forged, "--verify")
    assert answer.code == 1 and "the state is not what the rules give" in answer.out


def test_replay_says_that_resimulating_is_for_the_fast_game(run: Any, record: Path) -> None:
    refused = run("replay", record, "--resimulate")
    assert refused.code == 2 and "Fast Game" in refused.err


def test_a_closed_output_is_no_fault(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["check", str(build)]) == 0
    sys.stdout.close()


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


def test_render_refuses_what_it_cannot_do(run: Any, build: Path, tmp_path: Path) -> None:
    assert run("render", build, "--quality", "best").code == 2
    assert run("render", build, "--size", "10").code == 2
    assert run("render", build, "--size", "0x9").code == 2
    assert run("render", build, "--camera", "1,2").code == 2
    assert run("render", build, "--camera", "1,2,nan").code == 2
    assert run("render", build, "-o", tmp_path / "a.txt").code == 2
    assert run("render", build, "-o", tmp_path / "no" / "a.png", "--size", "64x64", "--quality", "flat").code == 2


# -- bad input in general --------------------------------------------------------------------------

COMMANDS = (
    ["check"], ["legal", "--piece", "tower"], ["score"], ["moves"], ["settle"], ["replay"], ["render"],
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c[0])
def test_files_that_cannot_be_read_are_refused_in_one_line(run: Any, command: list[str], tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    for given in (tmp_path / "nowhere.json", tmp_path, empty):
        refused = run(*command, given)
        assert refused.code == 2 and refused.out == ""
        assert refused.err.startswith(f"babylon3d: {given}") and refused.err.count("\n") == 1


def test_a_file_without_the_right_to_read_it(run: Any, build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    refused = run("check", build)
    assert refused.code == 2 and refused.err.startswith(f"babylon3d: {build}: may not be read")


def test_the_refusal_has_file_path_reason_and_hint(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, BUILD.replace('"level": 3', '"level": 3000'))
    expected = f"babylon3d: {path}: $.parts[3].level: 3000 is given; a whole number of at most 1000 would do\n"
    assert run("check", path).err == expected


def test_blocks_come_with_baubylon(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, BLOCKS)
    for command in (["check", path], ["settle", path], ["render", path]):
        refused = run(*command)
        assert refused.code == 2 and "Baubylon" in refused.err


def test_texts_of_files_cannot_break_the_line(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, BUILD.replace('"red"', '"a\\nb\\u001b[31m"'))
    refused = run("check", path)
    assert refused.code == 2 and refused.err.count("\n") == 1 and "\x1b" not in refused.err
    assert one_line("a\nb\x1b") == "a\\nb\\x1b"


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"], ["check"], ["check", "a", "b"], ["check", "a", "--players", "2"], ["check", "a", "--game", "go"],
        ["legal", "a"], ["legal", "a", "--piece", "arch"], ["settle", "a", "--seconds", "inf"],
        ["settle", "a", "--jitter", "-1"], ["settle", "a", "--seed", "1.5"], ["simulate", "--players", "6"],
        ["simulate", "--games", "0"], ["simulate", "--bots", "hard"], ["simulate", "--seed", "9" * 5000],
    ],
)  # fmt: skip
def test_bad_usage_is_one_line_and_2(run: Any, words: list[str]) -> None:
    refused = run(*words)
    assert refused.code == 2 and refused.out == ""
    assert refused.err.startswith("babylon3d: ") and refused.err.count("\n") == 1 and len(refused.err) < 400


def test_version_and_help(run: Any) -> None:
    assert run("--version").out.startswith("babylon3d ")
    shown = run("--help")
    assert shown.code == 0
    for command in ("play", "check", "legal", "score", "moves", "settle", "simulate", "replay", "render", "bench"):
        assert command in shown.out
        assert run(command, "--help").code == 0


def test_a_fault_of_the_program_is_one_line_too(run: Any, build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("babylon3d.commands.rules.violations", broken)
    monkeypatch.delenv("BABYLON3D_DEBUG", raising=False)
    found = run("check", build)
    assert found.code == 70 and "ZeroDivisionError: oh" in found.err and found.err.count("\n") == 1
    monkeypatch.setenv("BABYLON3D_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["check", str(build)])


# -- in a process of its own -----------------------------------------------------------------------


def in_process(*words: object, display: str = "", **more: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DISPLAY": display}
    command = [sys.executable, "-m", "babylon3d", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, **more)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have a display or say so differently")
def test_play_without_a_display_names_the_commands_that_need_none() -> None:
    for words, display in (([], ""), (["play"], ""), (["--quality", "low"], ""), ([], ":64999")):
        done = in_process(*words, display=display)
        assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
        assert "no display" in done.stderr and "check, legal, score" in done.stderr


def test_the_process_exits_with_the_commands_code(build: Path, tmp_path: Path) -> None:
    assert in_process("check", build).returncode == 0
    assert in_process("check", written(tmp_path, ONE_FOOTED)).returncode == 1
    assert in_process("check", tmp_path).returncode == 2


def test_asking_the_rules_loads_neither_panda3d_nor_pybullet_nor_numpy(build: Path) -> None:
    code = (
        "import sys; from babylon3d.cli import main; main(['check', sys.argv[1]]);"
        "print(sorted(m for m in ('panda3d', 'direct', 'pybullet', 'numpy') if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code, build], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_a_reader_that_goes_away_is_no_fault(build: Path) -> None:
    """As in `babylon3d legal ... | head -1`."""
    command = f'"{sys.executable}" -m babylon3d legal "{build}" --piece tower | head -1'
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT)
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_output_that_the_terminal_cannot_show_is_escaped(tmp_path: Path) -> None:
    path = written(tmp_path, ONE_FOOTED.replace("b1", "bö1"))
    done = subprocess.run(
        [sys.executable, "-m", "babylon3d", "check", path],
        capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert done.returncode == 1 and "b\\xf61" in done.stdout


def test_legal_agrees_with_the_rules_for_the_city(run: Any) -> None:
    path = asset("presets/city.json")
    found = run("legal", path, "--piece", "bridge", "--json").json["placements"]
    built = Building.of(read_build(path.read_bytes()))
    high = [place for place in found if place["level"] > 1]
    assert len(high) == sum(cell.level > 1 for cell, _ in built.bridge_slots())
