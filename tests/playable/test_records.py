"""What a record's header names is looked up before a game is offered, taken up or watched."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babylon3d.core.errors import BadText, Unavailable
from babylon3d.core.record import read_record
from babylon3d.physics import engines
from babylon3d.playable.babylon.fast.begin import take_up as take_up_fast
from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from babylon3d.playable.begin import take_up
from babylon3d.playable.saves import read_saved
from babylon3d.playable.tape import read_tape

OLD = Path(__file__).parent.parent / "fixtures" / "1fbbbb4"
COLOURS = ("red", "yellow", "green")


def begun(path: Path, game: str, nature: dict[str, Any], options: dict[str, Any]) -> Path:
    """A record of a game that has just begun."""
    seats = [{"name": f"P{i}", "colour": colour, "controller": "human"} for i, colour in enumerate(COLOURS)]
    header = {"format": "babylon3d.record/1", "game": game, "seats": seats, "options": options, "seed": 1}
    path.write_text(json.dumps({**header, "versions": {}, "nature": nature}) + "\n")
    return path


@pytest.mark.parametrize("game", ["tactical", "fast"])
@pytest.mark.parametrize(
    ("config", "options", "place"),
    [
        ({"engine": "frog"}, {}, "$.nature.config"),
        ({"unheard_of": 1}, {}, "$.nature.config"),
        ({"hz": 0}, {}, "$.nature.config"),
        ({"engine": "mujoco", "hz": "fast"}, {}, "$.nature.config"),
        ({}, {"large": 10**9}, "$.options.large"),
        ({}, {"unheard_of": 1}, "$.options"),
    ],
)
def test_no_list_offers_a_game_with_a_recipe_or_options_that_cannot_be(
    game: str, config: dict[str, Any], options: dict[str, Any], place: str, tmp_path: Path
) -> None:
    path = begun(tmp_path / "odd.jsonl", game, {"name": "physics", "config": config}, options)
    assert f"odd.jsonl line 1 {place}" in read_saved(path, "saves").problem
    if game == "tactical":
        for use in (take_up, read_tape):
            with pytest.raises(BadText, match="line 1"):
                use(path)


def test_a_game_on_an_engine_that_is_not_here_is_refused_before_it_is_on_the_table_and_still_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "trouble", lambda engine: f"no {engine}" if engine == "mujoco" else "")
    nature = {"name": "physics", "config": {"engine": "mujoco"}}
    path = begun(tmp_path / "other.jsonl", "tactical", nature, {})
    with pytest.raises(Unavailable, match="no mujoco"):
        take_up(path)
    with pytest.raises(Unavailable, match="no mujoco"):
        take_up_fast(begun(tmp_path / "fast.jsonl", "fast", nature, {}))
    assert len(read_tape(path).moments) == 1
    take_up(begun(tmp_path / "ideal.jsonl", "tactical", {"name": "ideal", "config": {}}, {})).sitting.open()


@pytest.mark.parametrize("cut", [b"", b'{"n": 31, "tick": 0, "se'])
@pytest.mark.parametrize("locked", [False, True])
def test_a_game_whose_lines_have_other_ends_goes_on_in_its_own_file(
    cut: bytes, locked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = (OLD / "tactical-unfinished.jsonl").read_bytes()
    path = tmp_path / "windows.jsonl"
    path.write_bytes(whole.replace(b"\n", b"\r\n") + cut)
    with monkeypatch.context() as patched:
        if locked:

            def full(path: Path, data: bytes) -> None:
                raise Unavailable("the disk is full")

            patched.setattr("babylon3d.playable.saves.save_atomic", full)
        seated = take_up(path)
    assert bool(cut) == ("dropped" in seated.warning)
    seated.sitting.open()
    for _ in range(600):
        seated.sitting.tick(0.2)
        if len(seated.sitting.session.log) > whole.count(b"\n"):
            break
    seated.sitting.close()
    assert seated.file is not None
    written = seated.file.path.read_bytes()
    assert written.startswith(whole) and len(written) > len(whole), "the same lines, and more"
    assert read_record(written).lines[0] == whole.partition(b"\n")[0]
    if not locked:
        assert list(tmp_path.iterdir()) == [path] and seated.file.notice == ""


def test_the_numbers_that_a_game_adds_to_the_recipe_are_its_own(tmp_path: Path) -> None:
    own = {"name": "physics", "config": dict(FAST.nature_numbers)}
    assert own["config"], "the Fast Game names the way of its hands"
    assert not read_saved(begun(tmp_path / "fast.jsonl", "fast", own, {}), "saves").problem
    take_up_fast(tmp_path / "fast.jsonl")
    assert "$.nature.config" in read_saved(begun(tmp_path / "t.jsonl", "tactical", own, {}), "saves").problem
