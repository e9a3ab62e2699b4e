"""Move counts to depth 3 of the positions in tactical.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babylon3d.games.babylon.tactical.state import state_from_position
from babylon3d.playable.babylon.tactical.document import read_position
from tests.oracle import tactical
from tests.perft.perft import per_move, perft

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("tactical.json").read_bytes())
POSITIONS: list[dict[str, Any]] = DATA["positions"]


@pytest.mark.parametrize("entry", POSITIONS, ids=[entry["name"] for entry in POSITIONS])
def test_move_counts_to_depth_3(entry: dict[str, Any]) -> None:
    s = state_from_position(read_position(json.dumps(entry["position"]).encode(), entry["name"]))
    assert len(entry["counts"]) == 3
    for depth, expected in enumerate(entry["counts"], 1):
        found = perft(s, depth)
        assert found == expected, f"depth {depth}: {found}, not {expected}; under every move:\n{per_move(s, depth)}"


SECOND = [entry for entry in POSITIONS if entry["checked"].endswith("by the second generator")]


@pytest.mark.parametrize("entry", SECOND, ids=[entry["name"] for entry in SECOND])
def test_first_moves_equal_the_second_generator(entry: dict[str, Any]) -> None:
    assert len(tactical.moves(entry["position"])) == entry["counts"][0]


def test_there_are_six_positions_of_at_most_60_placements_and_two_were_counted_by_hand() -> None:
    assert len(POSITIONS) >= 6 and DATA["source"]
    for entry in POSITIONS:
        build = entry["position"]["build"]
        assert len(build["parts"]) + len(build["nobles"]) <= 60 and entry["counts"][0] <= 60
    assert sum("by hand" in entry["checked"] for entry in POSITIONS) >= 2
