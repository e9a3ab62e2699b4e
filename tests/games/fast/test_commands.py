"""The Fast Game on the command line: score a round, simulate, replay and re-simulate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babylon3d.cli import main
from tests.games.fast.test_round import ROUND, fresh


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(list(args))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_score_tells_areas_finals_and_winners(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = fresh()
    document["players"][1]["out"] = True
    path = tmp_path / "round.json"
    path.write_text(json.dumps(document))
    code, out, _ = run(capsys, "score", str(path), "--game", "fast", "--json")
    assert code == 0 and json.loads(out) == {
        "players": {
            "red": {"left": 2, "right": 2, "final": 2},
            "blue": {"out": True},
            "green": {"left": 2, "right": 2, "final": 2},
        },
        "winners": ["red", "green"],
    }
    assert "red and green share the win" in run(capsys, "score", str(path), "--game", "fast")[1]


def test_a_bad_round_exits_2_with_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND | {"areas": []}))
    code, out, err = run(capsys, "score", str(path), "--game", "fast", "--json")
    assert code == 2 and out == "" and err.count("\n") == 1 and "$.areas: 0 areas for 3 players" in err


def test_a_simulated_round_verifies_and_resimulates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "round.jsonl"
    args = ("--game", "fast", "--bots", "hard", "--stop-watch", "12", "--wins", "1", "--players", "3", "-o", str(path))
    code, out, _ = run(capsys, "simulate", *args, "--json")
    told = json.loads(out)
    assert code == 0 and told["nature"] == "realtime" and told["games"][0]["winners"]
    code, out, _ = run(capsys, "replay", str(path), "--verify", "--resimulate", "--json")
    again = json.loads(out)
    assert code == 0 and again["same"] and again["resimulated"]["equal"] and again["resimulated"]["outcomes"] > 5


@pytest.mark.slow
def test_two_rounds_of_three_bots_verify_and_one_resimulates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.jsonl"
    args = ("--game", "fast", "--bots", "hard,medium,easy", "--stop-watch", "45", "--wins", "1", "--games", "2")
    code, out, _ = run(capsys, "simulate", *args, "--players", "3", "-o", str(path), "--json")
    assert code == 0
    records = [game["record"] for game in json.loads(out)["games"]]
    for record in records:
        assert run(capsys, "replay", record, "--verify")[0] == 0
    code, out, _ = run(capsys, "replay", records[0], "--resimulate", "--json")
    assert code == 0 and json.loads(out)["resimulated"]["outcomes"] > 30


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--game", "tactical", "--stop-watch", "60"), "--stop-watch: The Tactical Game has no such option"),
        (("--game", "tactical", "--idle", "60"), "--idle: The Tactical Game has no such option"),
        (("--game", "fast", "--nature", "ideal"), '--nature: The Fast Game has no nature "ideal"'),
        (("--game", "fast", "--large", "2", "--small", "0"), "--large, --small: too few nobles"),
    ],
)
def test_options_of_the_other_game_are_refused(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], said: str
) -> None:
    code, _, err = run(capsys, "simulate", *args)
    assert code == 2 and said in err and err.count("\n") == 1
