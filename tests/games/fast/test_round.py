"""The format `babylon3d.round/1`: areas, rests_on, and every refusal with its path."""

from __future__ import annotations

import json
from typing import Any

import pytest

from babylon3d.core.errors import BadText
from babylon3d.games.babylon.fast.scoring import score_round
from babylon3d.playable.babylon.fast.document import read_round

NOTHING = {"towers": 0, "bridges": 0, "large": 0, "small": 0}


def build(parts: list[dict[str, Any]] | None = None, nobles: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {"format": "babylon3d.build/1", "set": "babylon", "parts": parts or [], "nobles": nobles or []}


def tower(name: str, x: int, level: int, **more: Any) -> dict[str, Any]:
    return {"id": name, "kind": "tower", "x": x, "y": 0, "level": level, **more}


def noble(name: str, colour: str, on: str, size: str = "small") -> dict[str, Any]:
    return {"id": name, "colour": colour, "size": size, "on": on}


COLUMN = [tower("t1", 0, 1), tower("t2", 0, 2)]
ROUND: dict[str, Any] = {
    "format": "babylon3d.round/1",
    "players": [
        {"colour": c, "unplaced": NOTHING, "set_aside": 0, "pile": 0, "out": False} for c in ("red", "blue", "green")
    ],
    "areas": [
        build(COLUMN, [noble("n1", "red", "t2"), noble("n2", "blue", "t1")]),
        build(COLUMN, [noble("n1", "blue", "t2"), noble("n2", "green", "t2")]),
        build(COLUMN, [noble("n1", "green", "t2"), noble("n2", "red", "t2")]),
    ],
}


def fresh() -> dict[str, Any]:
    """A copy in which no two places share a value."""
    document: dict[str, Any] = json.loads(json.dumps(ROUND))
    return document


def scores(document: dict[str, Any]) -> list[tuple[int, int, int | None]]:
    state = read_round(json.dumps(document).encode()).state
    return [(s.left, s.right, s.final) for s in score_round(state).seats]


def test_area_i_is_the_left_one_of_player_i_and_the_right_one_of_the_next() -> None:
    assert scores(ROUND) == [(2, 2, 2), (2, 1, 1), (2, 2, 2)]


def test_the_pile_and_out_players() -> None:
    document = fresh()
    document["players"][0] |= {"pile": 3}
    document["players"][1] |= {"out": True}
    assert scores(document) == [(2, 2, -1), (2, 1, None), (2, 2, 2)]


def test_rests_on_says_what_cells_cannot() -> None:
    document = fresh()
    parts = [tower("t1", 0, 1), tower("t2", 1, 2), tower("t3", 5, 1)]
    document["areas"][0] = build(parts, [noble("n1", "red", "t2"), noble("n2", "blue", "t1")])
    assert scores(document)[0][0] == 0, "by cells the two are not connected"
    document["areas"][0]["parts"][1]["rests_on"] = ["t1"]
    assert scores(document)[0][0] == 2


def test_expert_doubles() -> None:
    assert scores(ROUND | {"expert": True}) == [(4, 4, 4), (4, 2, 2), (4, 4, 4)]


ON_NOTHING = tower("t2", 0, 2, rests_on=["t7"])
ON_ITSELF = tower("t2", 0, 2, rests_on=["t2"])


def change(path: list[Any], value: Any) -> dict[str, Any]:
    document = fresh()
    at = document
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return document


@pytest.mark.parametrize(
    ("document", "where", "message"),
    [
        (change(["format"], "babylon3d.round/2"), "$.format", "version 1 would do"),
        (change(["players", 1, "colour"], "red"), "$.players[1].colour", "taken by $.players[0]"),
        (change(["areas"], []), "$.areas", "0 areas for 3 players"),
        (change(["areas", 0, "nobles", 0, "colour"], "violet"), "$.areas[0].nobles[0].colour", "no player is violet"),
        (change(["areas", 1, "nobles", 0, "on"], "t9"), "$.areas[1].nobles[0].on", 'no part is called "t9"'),
        (change(["areas", 1, "parts", 1, "level"], 1), "$.areas[1].parts", '"t2" and "t1" share a cell'),
        (change(["areas", 2, "parts", 1], ON_NOTHING), "$.areas[2].parts[1].rests_on[0]", "t7"),
        (change(["areas", 2, "parts", 1], ON_ITSELF), "$.areas[2].parts[1].rests_on[0]", "other"),
        (change(["players", 0, "pile"], -1), "$.players[0].pile", "at least 0"),
        (change(["players", 0, "out"], 1), "$.players[0].out", "true or false"),
        (change(["players"], ROUND["players"][:2]), "$.players", "at least 3"),
        (change(["areas", 0, "set"], "baubylon"), "$.areas[0].set", "babylon"),
    ],
)  # fmt: skip
def test_a_bad_round_is_refused_with_its_path(document: dict[str, Any], where: str, message: str) -> None:
    with pytest.raises(BadText) as refused:
        read_round(json.dumps(document).encode(), "end.json")
    assert refused.value.where == f"end.json: {where}" and message in str(refused.value)
