"""Runs of drills are watched from their sheet, from Practice and from Replays, the best one beside one's own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from babylon3d.app.screens.load import LoadScreen
from babylon3d.app.screens.practice.drills import PracticeScreen
from babylon3d.app.screens.practice.play import PracticePlayScreen
from babylon3d.app.screens.practice.replay import PracticeReplayScreen
from babylon3d.app.screens.practice.result import PracticeResultScreen
from babylon3d.core.record import read_record
from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.playable.babylon.practice.run import laid_out, open_bests
from babylon3d.playable.babylon.practice.watch import APART_M, Watched, beside
from babylon3d.present.input import Pressed
from babylon3d.render.ui.elements import Button
from babylon3d.storage import user_dir
from tests.games.practice.runs import run
from tests.ui.fast_bench import Bench
from tests.ui.judge import defects
from tests.ui.test_fast_layout import SIZES

TOLD = DRILLS["steady_hand"].told


@cache
def data(pieces: int) -> bytes:
    """A run that came to so many pieces."""
    return run("steady_hand", [("tower", 400, 0, 1400 + 200 * i) for i in range(pieces)]).log.data()


@pytest.fixture
def bench(home: Path) -> Iterator[Bench]:
    with open_bests() as bests:
        bests.add(data(2), "2026-01-02 03:04:05")
        bests.add(data(1), "2026-01-03 03:04:05")
    with Bench() as opened:
        yield opened


def viewer(bench: Bench) -> PracticeReplayScreen:
    found = bench.stage.stack.top
    assert isinstance(found, PracticeReplayScreen) and not bench.stage.loop.faults, bench.stage.loop.faults
    return found


def test_replays_list_the_runs_with_drill_and_measure_and_open_them(bench: Bench) -> None:
    page = bench.stage.open(LoadScreen(watch=True))
    assert bench.stage.shows("Steady hand · guided") and bench.stage.shows(TOLD(1)) and bench.stage.shows(TOLD(2))
    assert not any(id_.startswith("delete:") for id_ in bench.stage.ids()), "bests are not deleted here"
    bench.stage.click("open:0")
    assert len(viewer(bench).watched.state(1e9).splits) == 1, "the newest is first"
    bench.stage.key("escape")
    assert bench.stage.stack.top is page
    bench.stage.open(LoadScreen())
    assert not bench.stage.shows("Steady hand"), "a run is not taken up again"


def test_a_run_that_was_damaged_says_so_and_the_list_stays(bench: Bench) -> None:
    with sqlite3.connect(user_dir("data") / "bests.sqlite") as db:
        db.execute("UPDATE runs SET record = x'00' WHERE measure = 1")
        db.execute("UPDATE runs SET at = '2026-99-99 03:04:05' WHERE measure = 2")
    db.close()
    page = bench.stage.open(LoadScreen(watch=True))
    bench.stage.click("open:0")
    assert bench.stage.stack.top is page and bench.stage.shows("is damaged")
    bench.stage.click("open:1")
    assert viewer(bench)


def test_the_best_run_is_seen_beside_ones_own_from_the_same_moment(bench: Bench) -> None:
    screen = PracticeReplayScreen(laid_out(data(1)))
    bench.stage.open(screen)
    screen.go(screen.last)
    bench.stage.do()
    assert len(bench.scene.model.cloths) == 1 and bench.stage.shows("Steady hand")
    bench.stage.key("b")
    left, right = (cloth.middle[0] for cloth in bench.scene.model.cloths)
    assert (left, right) == (-APART_M / 2, APART_M / 2)
    where = {piece.id: piece.pose.position[0] for piece in bench.scene.model.pieces}
    assert all((x > 0) == name.startswith("best ") for name, x in where.items()), where
    assert bench.stage.shows("This run") and bench.stage.shows(f"The best · {TOLD(2)}")
    assert screen.best is not None and screen.best.watched is not None
    screen.go(screen.watched.began + 30)
    assert screen._best_at == screen.best.watched.began + 30
    bench.stage.key("b")
    assert len(bench.scene.model.cloths) == 1


def test_there_is_nothing_beside_the_best_run_and_it_says_why(bench: Bench) -> None:
    bench.stage.open(PracticeReplayScreen(laid_out(data(2))))
    button = bench.stage.ui.interaction.widget("best")
    assert isinstance(button, Button) and not button.enabled and button.reason == "this is the best run"
    bench.stage.key("b")
    assert not viewer(bench).with_best


def test_the_best_is_watched_from_practice(bench: Bench) -> None:
    bench.stage.open(PracticeScreen("steady_hand"))
    bench.stage.click("watch")
    assert len(viewer(bench).watched.state(1e9).splits) == 2
    bench.stage.key("escape")
    assert isinstance(bench.stage.stack.top, PracticeScreen)
    bench.stage.do(Pressed("drill:height"))
    button = bench.stage.ui.interaction.widget("watch")
    assert isinstance(button, Button) and not button.enabled


def test_a_run_is_watched_from_its_sheet_and_the_table_is_as_it_was_after(bench: Bench) -> None:
    bench.open(PracticePlayScreen("steady_hand", "guided", at_once=True))
    bench.build()
    bench.place("1", 0, 0.04, 0.0)
    bench.do(Pressed("done"))
    bench.until(lambda: isinstance(bench.stage.stack.top, PracticeResultScreen), "sheet", 900)
    bench.stage.wait(1.0)
    shown, view = bench.scene.model, bench.scene.camera.view
    bench.stage.key("w")
    bench.stage.key("home")
    assert viewer(bench).at == 0
    assert bench.scene.model != shown
    bench.stage.key("escape")
    assert bench.scene.model == shown and bench.scene.camera.view == view


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_two_runs_and_their_names_fit(home: Path, size: tuple[int, int]) -> None:
    with open_bests() as bests:
        bests.add(data(2), "2026-01-02 03:04:05")
    with Bench(size=size) as bench:
        bench.stage.open(PracticeReplayScreen(laid_out(data(1))))
        bench.stage.key("b")
        assert bench.stage.shows("This run") and defects(bench.stage.ui) == []


def test_two_runs_lie_apart_and_keep_their_heights() -> None:
    watched = Watched(read_record(data(1)))
    scene = watched.scene(watched.story.end)
    both = beside(scene, scene)
    count = len(scene.pieces)
    for one, own, best in zip(scene.pieces, both.pieces[:count], both.pieces[count:], strict=True):
        assert own.pose.position[1:] == one.pose.position[1:] == best.pose.position[1:]
        assert best.pose.position[0] - own.pose.position[0] == pytest.approx(APART_M)
