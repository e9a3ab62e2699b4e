"""Bests with any contents: what a file of them gives can be shown, watched and held against, and all else is told."""

from __future__ import annotations

import random
import shutil
import sqlite3
import zlib
from pathlib import Path
from typing import Any

import pytest

from babylon3d.app.screens.practice.drills import PracticeScreen
from babylon3d.core.errors import BabylonError
from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.playable.babylon.practice.bests import Bests
from babylon3d.playable.babylon.practice.run import BESTS_FILE, BestGhost, GhostRun
from babylon3d.present.input import Pressed
from babylon3d.storage import user_dir
from tests.fuzz.mutate import ODD, spoilt_bytes, spoilt_record
from tests.sampling import samples
from tests.ui.still import Stage

OLD = Path(__file__).parent.parent / "fixtures" / "1fbbbb4"
COLUMNS = ("drill", "assist", "measure", "at", "proof", "sha", "record")
FITTING: tuple[Any, ...] = (*(v for v in ODD if isinstance(v, str | float | type(None))), 0, -1, 2, 2**40, b"\x00\xff")
"""Odd values that a database takes."""


def spoil(path: Path, rng: random.Random) -> None:
    """A file of bests with odd values in its rows, spoilt records, or other bytes."""
    shutil.copy(OLD / "bests.sqlite", path)
    match rng.randrange(5):
        case 0:
            path.write_bytes(spoilt_bytes(path.read_bytes(), rng))
            return
        case 1:
            change: Any = zlib.compress(spoilt_record(_record(path), rng))
            column = "record"
        case _:
            column, change = rng.choice(COLUMNS), rng.choice(FITTING)
    db = sqlite3.connect(path)
    try:
        db.execute(f"UPDATE OR REPLACE runs SET {column} = ? WHERE id = ?", (change, rng.choice((1, 2))))
        db.commit()
    except sqlite3.Error:  # the table itself does not take it
        db.rollback()
    finally:
        db.close()


def _record(path: Path) -> bytes:
    db = sqlite3.connect(path)
    try:
        (data,) = db.execute("SELECT record FROM runs WHERE id = 1").fetchone()
        return zlib.decompress(data)
    finally:
        db.close()


def check_any_bests(count: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    folder = user_dir("data")
    path = folder / BESTS_FILE
    shown = 0
    for number in range(count):
        monkeypatch.setattr("babylon3d.playable.babylon.practice.bests._recomputed", set())
        spoil(path, rng)
        where = f"bests {number} of seed {seed}"
        try:
            with Bests(path) as bests:
                for drill in DRILLS:
                    best = bests.best(drill, "guided")
                    for run in bests.history(drill, "guided"):
                        assert (run.drill + run.assist + run.at + run.proof).isprintable(), where
                    if best is not None:
                        assert DRILLS[drill].told(best.measure).isprintable(), where
                        assert GhostRun(bests.record(best)).kinds is not None, where
                        shown += 1
                assert bests.message.isprintable(), where
        except BabylonError as error:
            assert str(error).isprintable(), where
        for drill in DRILLS:
            BestGhost.load(drill, "guided").at(60)
        if number % 10 == 0:
            stage = Stage()
            said: list[str] = []
            monkeypatch.setattr(stage.ctx, "toast", lambda text, icon="", said=said: said.append(text), raising=False)
            stage.open(PracticeScreen())
            stage.do(Pressed("drill:steady_hand"))
            stage.do(Pressed("export"))
            stage.do(Pressed("go"))
            assert stage.ui.placed and all(text.isprintable() for text in said), where
        for left in folder.iterdir():
            left.unlink()
    assert shown > count / 4


def test_any_bests_can_be_shown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_any_bests(24, 1, monkeypatch)


@pytest.mark.fuzz
def test_many_more_bests_can_be_shown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_any_bests(samples(2000), 2, monkeypatch)
