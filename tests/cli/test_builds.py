"""The commands about one build or position: check, legal, score, moves, settle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babylon3d.formats import read_build
from babylon3d.games.babylon.building import Building
from babylon3d.physics.engines import available
from babylon3d.physics.fall import Change
from babylon3d.physics.settle import Settled
from babylon3d.storage import asset
from tests.cli.runs import ONE_FOOTED, written
from tests.test_formats import BUILD, position

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
        assert refused.code == 2 and "$.parts[4]" in refused.err
        assert '"t9" and "t1" overlap by 19.6 mm' in refused.err


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
    assert "$.parts[1]: nothing is below" in refused.err and "(B2); a legal build would do" in refused.err


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


def test_score_says_which_option_reads_the_file(run: Any, build: Path, tmp_path: Path) -> None:
    refused = run("score", build, "--game", "fast")
    assert refused.code == 2 and "$.format: a build is not a round" in refused.err and "--game tactical" in refused.err
    refused = run("score", written(tmp_path, {"format": "babylon3d.round/1"}))
    assert refused.code == 2 and "$.format: a round" in refused.err and "--game fast" in refused.err


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
    document["build"]["parts"][0]["level"] = 9
    refused = run("moves", written(tmp_path, document))
    assert refused.code == 2 and "given.json: $.build.parts[0]: nothing is below" in refused.err


@pytest.mark.parametrize("form", ["babylon3d.climb/1", "babylon3d.babel/1"])
def test_moves_of_formats_that_are_not_known_are_refused_by_name(run: Any, tmp_path: Path, form: str) -> None:
    refused = run("moves", written(tmp_path, {"format": form}))
    assert refused.code == 2 and form in refused.err and "babylon3d.tactical/1" in refused.err


STAYED = Change(0.0, 0.0, 0.0)

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


def boxed(*poses: tuple[float, float, float], mass: float | None = None) -> dict[str, Any]:
    """A laboratory build of towers at these places."""
    parts = [
        {"id": f"p{n}", "kind": "tower", "x": n, "y": 0, "level": 1,
         "pose": {"position": list(pose), "quaternion": [0, 0, 0, 1]}, **({} if mass is None else {"mass": mass})}
        for n, pose in enumerate(poses)
    ]  # fmt: skip
    return {"format": "babylon3d.build/1", "set": "babylon", "parts": parts}


def test_what_begins_inside_something_else_is_refused_by_name_and_pushed_apart_if_wanted(
    run: Any, tmp_path: Path
) -> None:
    for poses, said in (
        (((0, 0, 0.01), (0.0176, 0, 0.01)), '$.parts[1]: "p1" and "p0" overlap by 2.0 mm'),
        (((0, 0, -0.02),), '$.parts[0]: "p0" is 30.0 mm deep in the table'),
        (((900, 0, -5),), '$.parts[0]: "p0" is 4310.0 mm deep in the floor'),
    ):
        path = written(tmp_path, boxed(*poses))
        for command in ("settle", "render"):
            refused = run(command, path)
            assert refused.code == 2 and refused.out == "" and said in refused.err
        apart = run("settle", path, "--separate", "--jitter", "0", "--json")
        assert apart.code == 0 and apart.json["stands"]
        assert all(way["displacement_mm"] < 1 for way in apart.json["parts"].values())


def test_pieces_that_do_not_come_apart_are_refused(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("babylon3d.physics.overlap.ROUNDS", 1)
    path = written(tmp_path, boxed((0, 0, 0.01), (0.01, 0, 0.01), (0.005, 0, 0.01)))
    refused = run("settle", path, "--separate")
    assert refused.code == 2 and "do not come apart" in refused.err and str(path) in refused.err


def test_settle_on_either_engine_and_on_both(run: Any, build: Path, tmp_path: Path) -> None:
    for engine in available():
        assert run("settle", build, "--engine", engine, "--json").json["stands"]
    both = run("settle", build, "--engine", "both", "--json")
    assert both.code == 0 and both.json["stands"] and both.json["differ"] == []
    assert list(both.json["engines"]) == ["bullet", "mujoco"]
    assert set(both.json["engines"]["mujoco"]) == {"stands", "rest_time_s", "fallen", "parts"}
    fell = run("settle", written(tmp_path, ONE_FOOTED), "--engine", "both")
    assert fell.code == 1 and fell.out.count("does not stand") == 2 and "both engines say the same" in fell.out


def test_where_engines_differ_is_said(run: Any, build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def settled(*_: object, engine: str, **__: object) -> Settled:
        return Settled(engine == "bullet", 0.5, () if engine == "bullet" else ("t1",), {"t1": STAYED, "b": STAYED}, {})

    monkeypatch.setattr("babylon3d.physics.settle.settle", settled)
    told = run("settle", build, "--engine", "both")
    assert told.code == 1 and 'the engines differ: "t1"' in told.out
    assert run("settle", build, "--engine", "both", "--json").json["differ"] == ["t1"]


def test_an_engine_that_is_not_here_is_refused_in_a_line(
    run: Any, build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "the physics engine MuJoCo is not installed; pip install mujoco-core would do"
    monkeypatch.setattr("babylon3d.physics.engines.trouble", lambda engine: said if engine == "mujoco" else "")
    for command in (
        ["settle", build, "--engine", "mujoco"],
        ["settle", build, "--engine", "both"],
        ["simulate", "--nature", "realtime", "--engine", "mujoco"],
        ["bench", "--engine", "mujoco"],
    ):
        refused = run(*command)
        assert refused.code == 2 and refused.out == ""
        assert refused.err == f"babylon3d: {said}; --engine bullet is there\n"
    assert run("settle", build, "--seconds", "1").code == 0


def test_a_fourth_and_a_fifth_small_noble_stand_on_a_tower_and_a_sixth_is_refused(run: Any, tmp_path: Path) -> None:
    document = json.loads(ONE_FOOTED)
    document["parts"].pop()
    colours = ("red", "yellow", "green", "blue", "violet", "red")
    nobles = [{"id": f"n{n}", "colour": colour, "size": "small", "on": "t1"} for n, colour in enumerate(colours)]
    for count in (3, 4, 5):
        found = run("settle", written(tmp_path, {**document, "nobles": nobles[:count]}), "--json").json
        assert found["stands"] and all(way["displacement_mm"] < 1 for way in found["parts"].values())
    refused = run("settle", written(tmp_path, {**document, "nobles": nobles}))
    assert refused.code == 2 and '$.nobles[5]: "n5" and "n0" overlap' in refused.err


def test_masses_are_limited_by_name_and_by_ratio(run: Any, tmp_path: Path) -> None:
    for mass in (0.00009, 10.1):
        refused = run("settle", written(tmp_path, boxed((0, 0, 0.01), mass=mass)))
        assert refused.code == 2 and "$.parts[0].mass" in refused.err and "would do" in refused.err
    document = boxed((0, 0, 0.01), (0, 0, 0.03), mass=0.01)
    document["parts"][1]["mass"] = 1.01
    refused = run("settle", written(tmp_path, document))
    assert refused.code == 2 and '"p1" has 101 times the mass of "p0"; up to 100 times' in refused.err
    document["parts"][1]["mass"] = 1.0
    assert run("settle", written(tmp_path, document)).code == 0


def test_legal_agrees_with_the_rules_for_the_city(run: Any) -> None:
    path = asset("presets/city.json")
    found = run("legal", path, "--piece", "bridge", "--json").json["placements"]
    built = Building.of(read_build(path.read_bytes()))
    high = [place for place in found if place["level"] > 1]
    assert len(high) == sum(cell.level > 1 for cell, _ in built.bridge_slots())
