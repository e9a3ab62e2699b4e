"""Bests that are damaged or edited, on the screen of the drills: said in one line, whatever is shown."""

from __future__ import annotations

import sqlite3
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
    for event in (Pressed("drill:height"), Changed("assist", "free"), Pressed("export"), Pressed("import")):
        stage.do(event)
    assert page.best is None and len(said) >= 3 and all("locked" in text for text in said[:3])
    other.close()
