"""The bench: rows as the contract says, missing peers said and not hidden, bars that can be missed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from babylon3d import bench
from babylon3d.bench import SECTIONS, frames, measured, peer
from babylon3d.bench.babylon import play_screen
from babylon3d.bench.babylon.turns import random_turns
from babylon3d.bench.rows import Row, machine
from babylon3d.cli import main
from babylon3d.core.errors import Unavailable
from tests.conftest import lacking


def measure(monkeypatch: pytest.MonkeyPatch, **sections: tuple[Row, ...]) -> None:
    """Let these sections measure these rows."""

    def section(name: str) -> Callable[..., Iterator[Row]]:
        return lambda quick, *_: iter(sections[name])

    monkeypatch.setattr(bench, "SECTIONS", dict.fromkeys(sections, "made:up"))
    monkeypatch.setattr(bench, "section", section)


MET = Row("met", 1.23456, "s", 2.0, True, "measured")
MISSED = Row("missed", 3.0, "s", 2.0, False, "measured")
UNKNOWN = Row("unknown", None, "s", 2.0, None, "a part is missing")


def test_the_document_has_the_machine_and_the_rows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measure(monkeypatch, session=(MET, UNKNOWN))
    assert main(["bench", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document) == {"machine", "rows"}
    assert [set(row) for row in document["rows"]] == [{"name", "value", "unit", "bar", "ok", "how"}] * 2
    assert document["rows"][0]["value"] == 1.2346 and document["rows"][1]["ok"] is None
    assert document["machine"]["python"] == machine()["python"]


def test_a_missed_bar_is_the_answer_no(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    measure(monkeypatch, session=(MET, MISSED, UNKNOWN))
    assert main(["bench"]) == 1
    out = capsys.readouterr().out
    assert "ok    met: 1.2346 s (bar 2)" in out and "OVER  missed" in out and "-     unknown: not measured" in out


def test_every_section_measures_something_that_exists() -> None:
    assert all(callable(bench.section(name)) for name in SECTIONS)


def test_the_command_line_names_the_sections_and_imports_none_of_them() -> None:
    ask = (
        "import sys; from babylon3d.commands import arguments; from babylon3d.bench import SECTIONS;"
        "assert arguments.SECTIONS is SECTIONS; print(*(n for n in sys.modules if n.startswith('babylon3d.bench.')))"
    )
    found = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, timeout=60, check=True)
    assert found.stdout.strip() == ""


def test_only_the_wanted_sections_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    measure(monkeypatch, session=(MET,), physics=(MISSED,))
    assert list(measured(only=("physics",))) == [MISSED]
    assert list(measured()) == [MET, MISSED]


def test_a_missing_peer_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catanatron", None)
    (row,) = measured(quick=True, only=("session",))
    assert row.value is None and row.ok is None and "not installed" in row.how


def test_a_missing_engine_to_measure_beside_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer, "trouble", lambda engine: f"{engine} is not installed")
    (row,) = measured(quick=True, only=("peer",))
    assert (row.name, row.value, row.ok) == ("PyBullet beside MuJoCo", None, None) and "not installed" in row.how


def test_a_picture_that_cannot_be_drawn_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> Row:
        raise Unavailable("no picture can be drawn here")

    for name in ("lit_over_unlit", "frame_by_itself", "idle_table"):
        monkeypatch.setattr(frames, name, none)
    monkeypatch.setattr(play_screen, "open_services", none)
    found = list(measured(quick=True, only=("frames", "screen")))
    assert [row.name for row in found] == [
        "frame, lit over unlit",
        "frame, quality by itself",
        "idle table",
        "frame, a hand moving",
    ]
    assert all(row.value is None and row.ok is None and "no picture" in row.how for row in found)


def test_a_random_game_is_played_to_its_end_and_timed() -> None:
    seconds, placed = random_turns(3)
    assert placed > 30 and 0 < seconds < 60
    assert random_turns(3)[1] == placed


@pytest.mark.slow
def test_the_turn_search_row_is_measured_on_enough_positions() -> None:
    (row,) = measured(quick=True, only=("turns",))
    assert row.unit == "ms" and row.value is not None and "answer no" in row.how


@pytest.mark.slow
def test_the_screen_is_measured_with_the_full_box_and_a_hand_that_moves() -> None:
    frame, answer = measured(quick=True, only=("screen",))
    if frame.value is None:
        lacking("OpenGL without a display (libEGL)")
    assert frame.unit == answer.unit == "ms" and frame.value and answer.value
    pieces, moving = (int(word) for word in re.findall(r"(\d+) (?:pieces|of them)", frame.how))
    assert pieces >= 149 and 1 <= moving <= 20
