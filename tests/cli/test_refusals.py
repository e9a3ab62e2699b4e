"""Bad input in general: every refusal is one line that says where, why and what would do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from babylon3d.cli import main
from babylon3d.core.prose import shown
from tests.cli.runs import written
from tests.test_formats import BLOCKS, BUILD

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


def test_sets_that_no_game_is_played_with_are_refused_by_name(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, BLOCKS)
    for command in (["check", path], ["settle", path], ["render", path]):
        refused = run(*command)
        assert refused.code == 2 and 'built of "baubylon"' in refused.err


def test_a_file_nested_too_deep_is_refused_in_plain_words(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, "[" * 50_000 + "]" * 50_000 + "\n")
    for command in COMMANDS:
        refused = run(*command, path)
        assert refused.code == 2 and "nested too deep; a document of a few levels would do" in refused.err, command


def test_texts_of_files_cannot_break_the_line(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, BUILD.replace('"red"', '"a\\nb\\u001b[31m"'))
    refused = run("check", path)
    assert refused.code == 2 and refused.err.count("\n") == 1 and "\x1b" not in refused.err
    assert shown("a\nb\x1b") == "a\\nb\\x1b"


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"], ["check"], ["check", "a", "b"], ["check", "a", "--players", "2"], ["check", "a", "--game", "go"],
        ["legal", "a"], ["legal", "a", "--piece", "arch"], ["settle", "a", "--seconds", "inf"],
        ["settle", "a", "--jitter", "-1"], ["settle", "a", "--seed", "1.5"], ["simulate", "--players", "6"],
        ["simulate", "--games", "0"], ["simulate", "--bots", "best"], ["simulate", "--seed", "9" * 5000],
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
    for command in (
        "play",
        "check",
        "legal",
        "score",
        "moves",
        "settle",
        "games",
        "simulate",
        "replay",
        "render",
        "bench",
    ):
        assert command in shown.out
        assert run(command, "--help").code == 0


def test_a_fault_of_the_program_is_one_line_too(run: Any, build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("babylon3d.playable.babylon.judge.violations", broken)
    monkeypatch.delenv("BABYLON3D_DEBUG", raising=False)
    found = run("check", build)
    assert found.code == 70 and "ZeroDivisionError: oh" in found.err and found.err.count("\n") == 1
    monkeypatch.setenv("BABYLON3D_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["check", str(build)])


def test_an_engine_is_refused_where_there_is_no_physics(run: Any) -> None:
    refused = run("simulate", "--engine", "mujoco", "--nature", "ideal")
    assert refused.code == 2 and refused.out == ""
    assert "--engine" in refused.err and "--nature realtime" in refused.err
