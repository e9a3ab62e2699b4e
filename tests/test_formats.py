"""Builds and positions as files: what is read, what is refused and in which words, and that writing loses nothing."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.errors import BadText
from babylon3d.core.geometry import Pose, yaw_quat
from babylon3d.core.lattice import Cell
from babylon3d.formats import build_json, overlap, read_build, refuse_overlap
from babylon3d.games.babylon.pieces import BABYLON, Supply
from babylon3d.games.babylon.tactical.model import TacticalOptions
from babylon3d.playable.babylon.tactical.document import read_position
from tests.oracle.random_builds import encoded, random_build

ROOT = Path(__file__).resolve().parent.parent
Json = dict[str, Any]

BUILD = """{"format": "babylon3d.build/1", "set": "babylon",
 "parts": [{"id": "t1", "kind": "tower", "x": 0, "y": 0, "level": 1, "turn": 0},
           {"id": "t2", "kind": "tower", "x": 2, "y": 0, "level": 1, "turn": 90},
           {"id": "b1", "kind": "bridge", "x": 1, "y": 0, "level": 2, "axis": "x"},
           {"id": "t3", "kind": "tower", "x": 0, "y": 0, "level": 3}],
 "nobles": [{"id": "n1", "colour": "red", "size": "large", "on": "t3"}]}"""

BLOCKS = """{"format": "babylon3d.build/1", "set": "baubylon", "parts": [
 {"id": "k1", "kind": "block", "x": 0, "y": 0, "level": 1, "axis": "x", "shade": "light"},
 {"id": "k2", "kind": "block", "x": 0, "y": 0, "level": 2, "axis": "z", "shade": "dark"}]}"""


def position() -> Json:
    supply = {"towers": 10, "bridges": 2, "large": 2, "small": 6}
    players = [{"colour": c, "supply": dict(supply), "turns_taken": 2} for c in ("red", "blue", "green")]
    return {
        "format": "babylon3d.tactical/1",
        "build": json.loads(BUILD),
        "players": players,
        "to_move": 1,
        "placed_this_turn": ["t3", "n1"],
        "base_before": [[0, 0], [1, 0], [2, 0]],
        "special_pending": False,
        "expert": True,
        "options": {"large": 3},
    }


# -- what is read ----------------------------------------------------------------------------------


def test_a_build_is_read_as_it_stands() -> None:
    assert read_build(BUILD.encode()) == Build(
        "babylon",
        (
            Part("t1", "tower", Cell(0, 0, 1)),
            Part("t2", "tower", Cell(2, 0, 1), turn=90),
            Part("b1", "bridge", Cell(1, 0, 2), axis="x"),
            Part("t3", "tower", Cell(0, 0, 3)),
        ),
        (Noble("n1", "red", "large", "t3"),),
    )


def test_blocks_of_another_set_are_read_too() -> None:
    build = read_build(BLOCKS.encode())
    assert build.set == "baubylon"
    assert [(p.kind, p.axis, p.shade) for p in build.parts] == [("block", "x", "light"), ("block", "z", "dark")]
    assert read_build(build_json(build)) == build


def test_the_order_of_fields_does_not_matter() -> None:
    document = json.loads(BUILD)
    assert read_build(json.dumps(dict(reversed(document.items()))).encode()) == read_build(BUILD.encode())


def test_nobles_and_turn_have_defaults() -> None:
    text = '{"format": "babylon3d.build/1", "set": "babylon", "parts": []}'
    assert read_build(text.encode()) == Build("babylon")


def test_the_limits_themselves_are_allowed() -> None:
    document = json.loads(BUILD)
    document["parts"][0] |= {"x": -1000, "y": 1000, "level": 1000, "id": "é" * 40}
    assert read_build(encoded(document)).parts[0].cell == Cell(-1000, 1000, 1000)


def test_a_laboratory_build_has_poses_and_masses_where_they_are_allowed() -> None:
    document = json.loads(BUILD)
    document["parts"][0] |= {"pose": {"position": [0, 0.5, 0.01], "quaternion": [0, 0, 0, 1]}, "mass": 0.5}
    part = read_build(encoded(document), laboratory=True).parts[0]
    assert part.pose == Pose((0.0, 0.5, 0.01)) and part.mass_kg == 0.5
    with pytest.raises(BadText, match=r"f\.json: \$\.parts\[0\]\.pose: .* use settle or render"):
        read_build(encoded(document), "f.json")


def test_a_quaternion_is_scaled_to_length_1_and_must_nearly_have_it() -> None:
    document = json.loads(BUILD)
    document["parts"][0]["pose"] = {"position": [0, 0, 0], "quaternion": [0, 0, 0, 1.001]}
    assert read_build(encoded(document), laboratory=True).parts[0].pose == Pose((0, 0, 0))
    document["parts"][0]["pose"]["quaternion"] = [0, 0, 0, 0]
    with pytest.raises(BadText, match=r"\$\.parts\[0\]\.pose\.quaternion: its length is 0; .* of length 1 would do"):
        read_build(encoded(document), laboratory=True)


def test_a_noble_on_a_bridge_is_for_the_rules_to_judge() -> None:
    document = json.loads(BUILD)
    document["nobles"][0]["on"] = "b1"
    assert read_build(encoded(document)).nobles[0].on == "b1"


# -- what is refused -------------------------------------------------------------------------------

CHANGES = [
    ('"level": 1, "turn": 0', '"level": 0', "$.parts[0].level", "0 is given; a whole number of at least 1"),
    ('"level": 1, "turn": 0', '"level": 1001', "$.parts[0].level", "1001 is given; a whole number of at most 1000"),
    ('"level": 1, "turn": 0', '"level": 1.5', "$.parts[0].level", "1.5 is given; a whole number"),
    ('"level": 1, "turn": 0', '"level": 1.0', "$.parts[0].level", "1.0 is given; a whole number"),
    ('"level": 1, "turn": 0', '"level": "1"', "$.parts[0].level", '"1" is given; a whole number'),
    ('"level": 1, "turn": 0', '"level": true', "$.parts[0].level", "true is given; a whole number"),
    ('"level": 1, "turn": 0', '"level": null', "$.parts[0].level", "null is given; a whole number"),
    ('"level": 1, "turn": 0', '"level": 1e999', "$.parts[0].level", "inf is given; a finite number"),
    ('"level": 1, "turn": 0', '"level": NaN', "$.parts[0].level", "nan is given; a finite number"),
    ('"level": 1, "turn": 0', '"level": -Infinity', "$.parts[0].level", "-inf is given; a finite number"),
    ('"level": 1, "turn": 0', '"level": 123456789012345678901234567890', "$.parts[0].level", "at most 1000"),
    ('"level": 1, "turn": 0', f'"level": {"9" * 5000}', "$.parts[0].level", "a number of thousands of digits is given"),
    ('"level": 1, "turn": 0', '"level": [1]', "$.parts[0].level", "[1] is given; a whole number"),
    ('"level": 1, "turn": 0', '"turn": 0', "$.parts[0]", 'the field "level" is missing'),
    ('"x": 2', '"x": 1001', "$.parts[1].x", "1001 is given; a whole number of at most 1000"),
    ('"x": 2', '"x": -1001', "$.parts[1].x", "-1001 is given; a whole number of at least -1000"),
    ('"x": 2', '"x": 2, "x": 2', "$.parts[1]", 'the key "x" stands twice'),
    ('"turn": 90', '"turn": 45', "$.parts[1].turn", "45 is not known; 0, 90, 180 or 270"),
    ('"turn": 90', '"turn": 360', "$.parts[1].turn", "360 is not known"),
    ('"turn": 90', '"trun": 90', "$.parts[1]", 'the field "trun" is unknown'),
    ('"turn": 90', '"axis": "x"', "$.parts[1]", 'the field "axis" is unknown'),
    ('"turn": 90', '"shade": "light"', "$.parts[1]", 'the field "shade" is unknown'),
    ('"turn": 90', '"mass": 1', "$.parts[1].mass", "laboratory"),
    ('"axis": "x"', '"axis": "z"', "$.parts[2].axis", '"z" is not known; "x" or "y"'),
    ('"axis": "x"', '"turn": 0', "$.parts[2]", 'the field "turn" is unknown'),
    ('"bridge"', '"arch"', "$.parts[2].kind", '"arch" is not known; "tower" or "bridge"'),
    ('"bridge"', '["bridge"]', "$.parts[2].kind", '["bridge"] is given; a text'),
    ('"kind": "bridge", ', "", "$.parts[2]", 'the field "kind" is missing'),
    ('"id": "b1"', '"id": "t1"', "$.parts[2].id", 'the id "t1" is taken by $.parts[0]'),
    ('"id": "n1"', '"id": "t1"', "$.nobles[0].id", 'the id "t1" is taken by $.parts[0]'),
    ('"id": "b1"', '"id": ""', "$.parts[2].id", "it is empty; at least 1 character would do"),
    ('"id": "b1"', f'"id": "{"b" * 41}"', "$.parts[2].id", "at most 40 characters would do"),
    ('"id": "b1"', '"id": 7', "$.parts[2].id", "7 is given; a text would do"),
    ('"id": "b1"', '"id": "\\ud800"', "$", "JSON is malformed"),
    ('"on": "t3"', '"on": "t9"', "$.nobles[0].on", 'no part is called "t9"; the id of a tower would do'),
    ('"on": "t3"', '"on": "n1"', "$.nobles[0].on", 'no part is called "n1"'),
    ('"red"', '"pink"', "$.nobles[0].colour", '"pink" is not known; "red", "yellow"'),
    ('"large"', '"huge"', "$.nobles[0].size", '"huge" is not known; "large" or "small"'),
    ("build/1", "build/2", "$.format", 'version "2" of babylon3d.build is not known; version 1 would do'),
    ("build/1", "round/1", "$.format", 'the format is "babylon3d.round/1"; "babylon3d.build/1" would do'),
    ('"babylon3d.build/1"', "1", "$.format", "1 is given; a text would do"),
    ('"format": "babylon3d.build/1", ', "", "$.format", "the format is missing"),
    ('"set": "babylon"', '"set": "lego"', "$.set", '"lego" is not known; "babylon" would do'),
    ('"set": "babylon"', '"set": "baubylon"', "$.parts[0].kind", "the set baubylon has no tower; block would do"),
    ('"set": "babylon",', "", "$", 'the field "set" is missing'),
    ('"nobles": [', '"nobels": [', "$", 'the field "nobels" is unknown'),
    ('"nobles": [{', '"nobles": {"a": {', "$", "JSON"),
    ('"parts": [', '"parts": [3, ', "$.parts[0]", "3 is given; an object"),
]


@pytest.mark.parametrize(("old", "new", "where", "says"), CHANGES, ids=[f"{i}-{c[2]}" for i, c in enumerate(CHANGES)])
def test_a_bad_build_is_refused_with_its_place_and_reason(old: str, new: str, where: str, says: str) -> None:
    assert BUILD.count(old) == 1
    with pytest.raises(BadText) as refused:
        read_build(BUILD.replace(old, new).encode(), "f.json")
    assert str(refused.value).startswith(f"f.json: {where}: ")
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"null",
        b"[]",
        b"7",
        b"not json",
        BUILD.encode()[:-1],
        BUILD.encode()[:200],
        BUILD.encode() + b"{}",
        BUILD.encode("utf-16"),
        BUILD.encode("utf-8-sig"),
        BUILD.replace("red", "r\xe9d").encode("latin-1"),
        b"\x89PNG\r\n\x1a\n",
        b"[" * 100_000,
        b'{"format":' * 100_000,
        b'{"format": "babylon3d.build/1", "set": "babylon", "parts": ' + b"[" * 5_000 + b"]" * 5_000 + b"}",
    ],
    ids=range(16),
)
def test_what_is_no_build_at_all_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(BadText) as refused:
        read_build(data, "f.json")
    assert str(refused.value).startswith("f.json: $") and "\n" not in str(refused.value)


def test_more_than_2000_parts_or_5_mb_are_refused() -> None:
    parts = [{"id": f"t{i}", "kind": "tower", "x": i % 1000, "y": i // 1000, "level": 1} for i in range(2001)]
    document = {"format": "babylon3d.build/1", "set": "babylon", "parts": parts[:2000]}
    assert len(read_build(encoded(document)).parts) == 2000
    with pytest.raises(BadText, match=r"\$\.parts: 2,001 parts are given; at most 2,000 would do"):
        read_build(encoded({**document, "parts": parts}))
    with pytest.raises(BadText, match="over 5 MB"):
        read_build(BUILD.encode() + b" " * 5_000_000)


def test_blocks_and_nobles_do_not_mix() -> None:
    document = json.loads(BLOCKS)
    document["nobles"] = [{"id": "n1", "colour": "red", "size": "large", "on": "k1"}]
    with pytest.raises(BadText, match=r"\$\.nobles: the set baubylon has no nobles"):
        read_build(encoded(document))
    with pytest.raises(BadText, match=r"\$\.parts\[0\]\.kind: the set babylon has no block"):
        read_build(BLOCKS.replace("baubylon", "babylon").encode())


def test_overlapping_parts_are_found_and_named() -> None:
    document = json.loads(BUILD)
    document["parts"].append({"id": "t4", "kind": "tower", "x": 1, "y": 0, "level": 2})
    build = read_build(encoded(document))
    assert overlap(build, BABYLON) == ("b1", "t4", Cell(1, 0, 2))
    with pytest.raises(BadText, match=r'f\.json: \$\.parts\[4\]: "t4" and "b1" share the cell \(1, 0\) of level 2'):
        refuse_overlap(build, BABYLON, "f.json")
    assert overlap(read_build(BUILD.encode()), BABYLON) is None


def test_a_part_with_a_pose_of_its_own_overlaps_nothing_on_the_lattice() -> None:
    document = json.loads(BUILD)
    loose = {"position": [0.3, 0, 0.01], "quaternion": [0, 0, 0, 1]}
    document["parts"].append({"id": "t4", "kind": "tower", "x": 0, "y": 0, "level": 1, "pose": loose})
    assert overlap(read_build(encoded(document), laboratory=True), BABYLON) is None


# -- what is written -------------------------------------------------------------------------------


def test_200_random_builds_come_back_as_they_were() -> None:
    rng = random.Random(5)
    for _ in range(200):
        parts = []
        for i in range(rng.randint(0, 12)):
            cell = Cell(rng.randint(-1000, 1000), rng.randint(-1000, 1000), rng.randint(1, 1000))
            pose = None
            if rng.random() < 0.3:
                spot = (rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0, 1))
                pose = Pose(spot, yaw_quat(rng.uniform(0, 360)))
            mass = rng.choice([None, rng.uniform(0.001, 1)])
            if rng.random() < 0.5:
                parts.append(Part(f'"{i}" ö\n', "tower", cell, rng.choice((0, 90, 180, 270)), pose=pose, mass_kg=mass))
            else:
                parts.append(Part(f"b{i}", "bridge", cell, axis=rng.choice(("x", "y")), pose=pose, mass_kg=mass))
        nobles = [Noble(f"n{i}", "green", "small", rng.choice(parts).id) for i in range(3) if parts]
        build = Build("babylon", tuple(parts), tuple(nobles))
        data = build_json(build)
        again = read_build(data, laboratory=True)
        assert again.nobles == build.nobles and len(again.parts) == len(build.parts)
        for was, now in zip(build.parts, again.parts, strict=True):
            assert (was.id, was.kind, was.cell, was.turn, was.axis, was.mass_kg) == (
                (now.id, now.kind, now.cell, now.turn, now.axis, now.mass_kg)
            )
            assert (was.pose is None) == (now.pose is None)
            if was.pose is not None and now.pose is not None:
                assert now.pose.position == was.pose.position
                assert now.pose.quaternion == pytest.approx(was.pose.quaternion, abs=1e-12)
        assert data.startswith(b'{"format": "babylon3d.build/1", "set": "babylon"')


def test_builds_of_the_second_reading_are_read() -> None:
    rng = random.Random(7)
    for _ in range(10):
        document = random_build(rng, 15)
        build = read_build(encoded(document))
        assert [p.id for p in build.pieces()] == [p["id"] for p in document["parts"] + document["nobles"]]
        assert overlap(build, BABYLON) is None


# -- positions -------------------------------------------------------------------------------------


def test_a_position_is_read() -> None:
    found = read_position(encoded(position()))
    assert found.to_move == 1 and found.placed == ("t3", "n1") and not found.special
    assert found.players[2].colour == "green" and found.players[2].supply == Supply(10, 2, 2, 6)
    assert found.base_before == ((0, 0), (1, 0), (2, 0))
    assert found.options == TacticalOptions(expert=True, large=3)


def test_a_position_has_defaults_for_what_a_turns_start_does_not_need() -> None:
    document = position()
    for key in ("placed_this_turn", "base_before", "special_pending", "expert", "options"):
        del document[key]
    found = read_position(encoded(document))
    assert (found.placed, found.base_before, found.special) == ((), None, False)
    assert found.options == TacticalOptions()


def changed(path: str, value: Any) -> Json:
    """A position with one value changed; the path as in `players.0.colour`."""
    document: Any = position()
    *way, last = path.split(".")
    node = document
    for step in way:
        node = node[int(step)] if isinstance(node, list) else node[step]
    node[int(last) if isinstance(node, list) else last] = value
    assert isinstance(document, dict)
    return document


POSITION_CHANGES: list[tuple[str, Any, str, str]] = [
    ("to_move", 3, "$.to_move", "there is no seat 3; 0 to 2 would do"),
    ("to_move", -1, "$.to_move", "at least 0"),
    ("to_move", "1", "$.to_move", "a whole number"),
    ("options", {"first": 4}, "$.options.first", "there is no seat 4"),
    ("options", {"expert": True}, "$.options", 'the field "expert" is unknown'),
    ("options", {"large": 10}, "$.options.large", "at most 9"),
    ("players.1.colour", "red", "$.players[1].colour", "red is taken by $.players[0]"),
    ("players.0.colour", "violet", "$.build.nobles[0].colour", "no player is red"),
    ("players.1.supply.towers", -1, "$.players[1].supply.towers", "at least 0"),
    ("players.1.supply.towers", 10**6, "$.players[1].supply.towers", "at most 1000"),
    ("players.1.supply", {}, "$.players[1].supply", 'the field "towers" is missing'),
    ("players.1.turns_taken", 1.5, "$.players[1].turns_taken", "a whole number"),
    ("players", [], "$.players", "at least 3 entries"),
    ("placed_this_turn", ["t9"], "$.placed_this_turn[0]", 'no piece is called "t9"'),
    ("placed_this_turn", ["t3", "t3"], "$.placed_this_turn[1]", '"t3" stands twice'),
    ("placed_this_turn", ["t1"] * 6, "$.placed_this_turn", "at most 5 entries"),
    ("base_before", [[0]], "$.base_before[0]", "1 entry is given; exactly 2 entries would do"),
    ("base_before", [[0, 1001]], "$.base_before[0][1]", "at most 1000"),
    ("special_pending", 1, "$.special_pending", "true or false"),
    ("expert", None, "$.expert", "true or false"),
    ("build.set", "baubylon", "$.build.set", '"babylon" would do'),
    ("build.format", "babylon3d.build/2", "$.build.format", "babylon3d.build/2"),
    ("build.parts.0.level", 0, "$.build.parts[0].level", "at least 1"),
    ("build.parts.0.level", 2, "$.build", ""),
    ("build.nobles.0.on", "t9", "$.build.nobles[0].on", 'no part is called "t9"'),
    ("build.parts.1.id", "t1", "$.build.parts[1].id", "taken by $.build.parts[0]"),
    ("format", "babylon3d.tactical/9", "$.format", 'version "9"'),
]


@pytest.mark.parametrize(("path", "value", "where", "says"), POSITION_CHANGES)
def test_a_bad_position_is_refused_with_its_place_and_reason(path: str, value: Any, where: str, says: str) -> None:
    if path == "build.parts.0.level" and value == 2:
        document = changed("build.parts.0", {"id": "t1", "kind": "tower", "x": 1, "y": 0, "level": 2})
    else:
        document = changed(path, value)
    with pytest.raises(BadText) as refused:
        read_position(encoded(document), "p.json")
    assert str(refused.value).startswith(f"p.json: {where}")
    assert says in str(refused.value)
