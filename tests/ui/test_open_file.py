"""Opening files: records go on or are watched, builds and positions are looked at, the rest is refused in a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babylon3d.app.screens.load import LoadScreen
from babylon3d.app.screens.open_file import OpenFileScreen
from babylon3d.app.screens.setup import SetupScreen
from babylon3d.app.screens.table_view import TableScreen
from babylon3d.playable.begin import begin
from babylon3d.playable.opening import OpenedTable, opened
from babylon3d.playable.setup import GameSetup
from babylon3d.present.input import Changed
from babylon3d.storage import user_dir
from tests.positions import BUILD, POSITION, ROUND
from tests.ui import games
from tests.ui.still import Played, Stage


def opening(stage: Stage, path: Path) -> OpenFileScreen:
    """The page with a file typed and opened."""
    page = stage.open(OpenFileScreen())
    assert isinstance(page, OpenFileScreen)
    stage.do(Changed("folder", str(path.parent)), Changed("file", path.name))
    stage.click("start")
    assert not stage.loop.faults
    return page


def test_the_saved_games_lead_to_it_and_back() -> None:
    stage = Stage()
    stage.open(LoadScreen())
    stage.key("o")
    assert isinstance(stage.top, OpenFileScreen)


def test_an_unfinished_record_goes_on_in_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "ours.jsonl"
    path.write_bytes(games.record_of(("Ann", "Bo", "Cid"), 20))
    stage = Stage()
    opening(stage, path)
    assert isinstance(stage.top, Played)
    own = Path(str(stage.top.what))
    assert own.parent == user_dir("autosave") and own.read_bytes() == path.read_bytes()


def test_a_finished_record_is_watched_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "ours.jsonl"
    path.write_bytes(games.record_of(("Ann", "Bo", "Cid"), 10_000))
    stage = Stage()
    opening(stage, path)
    assert isinstance(stage.top, Played) and stage.top.what == path


@pytest.mark.parametrize("document", [BUILD, POSITION, ROUND])
def test_builds_and_rounds_are_seen(tmp_path: Path, document: dict[str, object]) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(document))
    found = opened(path)
    parts = len(BUILD["parts"])
    assert isinstance(found, OpenedTable) and len(found.model.pieces) == parts * (3 if document is ROUND else 1)
    assert len({piece.pose.position for piece in found.model.pieces}) == len(found.model.pieces)
    stage = Stage()
    if document is POSITION:
        return
    screens = stage.ctx.screens
    seen: list[OpenedTable] = []
    screens.table = lambda table: seen.append(table) or Played(table)  # type: ignore[method-assign, assignment, func-returns-value]
    opening(stage, path)
    assert [table.title for table in seen] == [found.title] and isinstance(stage.top, Played)
    assert TableScreen(found).busy is False


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"rubbish", "a record, a build or a position would do"),
        (b'{"format": "babylon3d.settings/1"}', "a record, a build or a position would do"),
        (games.record_of(("Ann", "Bo", "Cid"), 20).replace(b'"seat":0', b'"seat":1', 1), "line 3"),
        (b'{"format": "babylon3d.build/1", "set": "babylon", "parts": [{}]}', "$.parts[0]"),
    ],
)
def test_what_cannot_be_opened_is_told_in_a_line(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "odd.json"
    path.write_bytes(data)
    stage = Stage()
    page = opening(stage, path)
    assert stage.top is page and said in page.problem and "\n" not in page.problem
    assert page.file == "odd.json", "what was typed is still there"


def test_a_file_or_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    stage = Stage()
    page = opening(stage, tmp_path / "gone.jsonl")
    assert "no such file" in page.problem
    page = opening(stage, tmp_path / "no" / "gone.jsonl")
    assert "is not there" in page.problem


def test_files_are_listed_and_a_click_chooses(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.json", "c.txt"):
        (tmp_path / name).write_bytes(b"")
    stage = Stage()
    page = stage.open(OpenFileScreen())
    stage.do(Changed("folder", str(tmp_path)))
    assert {"file:0", "file:1"} <= set(stage.ids()) and "file:2" not in stage.ids()
    stage.click("file:1")
    assert isinstance(page, OpenFileScreen) and page.file in ("a.jsonl", "b.json")


def test_a_position_leads_to_a_set_up_that_begins_with_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(POSITION))
    stage = Stage()
    opening(stage, path)
    assert isinstance(stage.top, SetupScreen) and stage.shows("A game from this position")
    before = stage.ctx.settings.last_setup
    stage.do(Changed("count", "4"))
    assert stage.shows("red, yellow, green, would do")
    stage.do(Changed("count", "3"))
    stage.click("start")
    assert isinstance(stage.top, Played) and stage.ctx.settings.last_setup == before
    setup = stage.top.what
    assert isinstance(setup, GameSetup) and [seat.colour for seat in setup.seats] == ["red", "yellow", "green"]
    seated = begin(setup, "ideal")
    assert len(seated.sitting.view.build.parts) == len(BUILD["parts"])


def test_a_position_that_no_game_goes_on_from_is_shown_and_says_why(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    hangs = [{"id": "t1", "kind": "tower", "x": 0, "y": 0, "level": 3}]
    path.write_text(json.dumps({**POSITION, "build": {**BUILD, "parts": hangs}}))
    found = opened(path)
    assert isinstance(found, OpenedTable) and found.draft is None and "cannot be played on from" in found.note
