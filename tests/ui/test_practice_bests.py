"""Bests that are damaged or edited, on the screen of the drills: said in one line, whatever is shown."""

from __future__ import annotations

import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from babylon3d.app.screens.practice.drills import PracticeScreen
from babylon3d.playable.babylon.practice.run import BESTS_FILE, BestGhost, open_bests
from babylon3d.present.input import Changed, Pressed
from babylon3d.storage import user_dir
from tests.games.practice.runs import run
from tests.ui.still import Stage


def test_an_edited_best_is_told_and_the_one_before_counts(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_bests() as bests:
        for count in (1, 2):
            spots = [("tower", 400, 0, 1400 + 200 * i) for i in range(count)]
            bests.add(run("steady_hand", spots).log.data(), f"2026-01-0{count} 03:04:05")
    db = sqlite3.connect(user_dir("data") / BESTS_FILE)
    db.execute("UPDATE runs SET measure = 99 WHERE measure = 1")
    db.commit()
    db.close()
    monkeypatch.setattr("babylon3d.playable.babylon.practice.bests._recomputed", set())
    stage = Stage()
    said: list[str] = []
    monkeypatch.setattr(stage.ctx, "toast", lambda text, icon="": said.append(text), raising=False)
    page: Any = stage.open(PracticeScreen())
    assert said == []
    stage.do(Pressed("drill:steady_hand"))
    assert page.best.measure == 2 and BestGhost.load("steady_hand", "guided").measure == 2
    assert len(said) == 1 and "does not count" in said[0] and "\n" not in said[0]


def test_bests_that_another_program_holds_are_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("babylon3d.playable.babylon.practice.bests.WAIT_S", 0.05)
    open_bests().close()
    stage = Stage()
    page: Any = stage.open(PracticeScreen())
    other = sqlite3.connect(user_dir("data") / BESTS_FILE, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    said: list[str] = []
    monkeypatch.setattr(stage.ctx.ui, "toast", lambda text, icon="": said.append(text))
    for event in (Pressed("drill:height"), Changed("assist", "free")):
        stage.do(event)
    assert page.best is None and len(said) >= 2 and all("locked" in text for text in said[:2])
    stage.do(Pressed("export"))
    stage.do(Pressed("start"))
    assert "locked" in stage.top.problem
    other.close()


@pytest.fixture
def kept(home: Path) -> Path:
    """A home with one best; the folder of saves."""
    with open_bests() as bests:
        bests.add(run("steady_hand", [("tower", 400, 0, 1400)]).log.data(), "2026-01-02 03:04:05")
    return user_dir("saves")


def opened(way: str) -> tuple[Stage, Any, list[str]]:
    """The page of the file over the page of the drills, and what is said in passing."""
    stage = Stage()
    said: list[str] = []
    stage.ctx.toast = lambda text, icon="": said.append(text)  # type: ignore[assignment, method-assign]
    stage.open(PracticeScreen("steady_hand"))
    stage.do(Pressed(way))
    return stage, stage.top, said


def test_a_folder_and_a_file_are_chosen_for_bests_and_they_come_back_from_there(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    stage, page, said = opened("export")
    assert page.folder == str(kept) and page.file.endswith(".zip")
    stage.do(Changed("folder", str(folder)), Changed("file", "of mine"))
    stage.do(Pressed("start"))
    assert isinstance(stage.top, PracticeScreen) and said == [f"1 best run kept in {folder / 'of mine.zip'}"]
    (user_dir("data") / BESTS_FILE).unlink()
    stage, page, said = opened("import")
    assert page.file == "", "nothing lies in the usual folder"
    assert not stage.ui.interaction.widget("start").enabled  # type: ignore[union-attr]
    stage.do(Changed("folder", str(folder)))
    stage.click("file:0")
    assert page.file == "of mine.zip"
    stage.do(Pressed("start"))
    assert said == ["1 run taken in"] and stage.top.best.measure == 1


def test_a_file_that_is_there_is_replaced_only_when_asked(kept: Path) -> None:
    there = kept / "mine.zip"
    there.write_bytes(b"something else")
    stage, page, said = opened("export")
    stage.do(Changed("file", "mine"))
    stage.do(Pressed("start"))
    stage.do(Pressed("dialog-no"))
    assert there.read_bytes() == b"something else" and stage.top is page and said == []
    stage.do(Pressed("start"))
    stage.key("escape")
    assert stage.top is page and page.dialog() is None
    stage.do(Pressed("start"))
    stage.do(Pressed("dialog-yes"))
    assert there.read_bytes()[:2] == b"PK" and len(said) == 1


@pytest.mark.parametrize("way", ["export", "import"])
@pytest.mark.parametrize(
    ("folder", "file", "said"),
    [
        ("", "a", "the folder: none is named"),
        ("  ", "a", "the folder: none is named"),
        ("/no/such/place", "a", "is not there"),
        ("~nobody-of-that-name/x", "a", "is not there"),
        ("x" * 390, "a", "is not there"),
        ("{saves}/file.zip", "a", "is a file"),
        ("{saves}", "../a", "without /"),
        ("{saves}", "..", "without /"),
        ("{saves}", "a\\b", "without /"),
        ("{saves}", "y" * 300, ""),
        ("{saves}", "folder", ""),
    ],
)
def test_a_place_that_cannot_be_is_told_in_one_line_and_can_be_mended(
    kept: Path, way: str, folder: str, file: str, said: str
) -> None:
    (kept / "file.zip").write_bytes(b"")
    (kept / "folder.zip").mkdir()
    stage, page, toasts = opened(way)
    stage.do(Changed("folder", folder.format(saves=kept)), Changed("file", file))
    stage.do(Pressed("start"))
    stage.do(Pressed("dialog-yes"))
    assert stage.top is page and toasts == []
    assert page.problem and said in page.problem and page.problem.isprintable()
    stage.do(Changed("folder", str(kept)), Changed("file", "good"))
    assert page.problem == ""
    if way == "export":
        stage.do(Pressed("start"))
        assert isinstance(stage.top, PracticeScreen)


def test_a_file_without_bests_is_told_and_refused_records_are_counted(kept: Path) -> None:
    (kept / "no.zip").write_bytes(b"no zip")
    stage, page, said = opened("import")
    stage.do(Changed("file", "no.zip"))
    stage.do(Pressed("start"))
    assert stage.top is page and "no file of best times" in page.problem
    stage.do(Changed("file", "missing"))
    stage.do(Pressed("start"))
    assert "cannot read" in page.problem and said == []
    with zipfile.ZipFile(kept / "bad.zip", "w") as bad:
        bad.writestr("a.jsonl", b"{}")
        bad.writestr("b.jsonl", b"{}")
    stage.do(Changed("file", "bad"))
    stage.do(Pressed("start"))
    assert said[0].startswith("0 runs taken in; 2 refused: a.jsonl: ") and said[0].isprintable()
