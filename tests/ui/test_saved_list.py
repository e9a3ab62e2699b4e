"""The list of saved games: any number of them, grouped, with pictures that nobody waits for; files that go away."""

from __future__ import annotations

import gc
import os
import shutil
import time

import pytest

from babylon3d.app import thumbnails
from babylon3d.app.screens.load import LoadScreen
from babylon3d.app.screens.long_list import LongList
from babylon3d.app.thumbnails import Card, Thumbnails
from babylon3d.playable.saves import SavedGame, read_saved, saved_games
from babylon3d.present.input import Wheel
from babylon3d.render.ui.elements import Column, Spacer, Text
from babylon3d.storage import user_dir
from tests.ui import games
from tests.ui.still import Stage


@pytest.fixture(autouse=True)
def no_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "slow" not in request.keywords:
        monkeypatch.setattr(thumbnails, "MOST_VAIN", 0)


def leave_many(count: int) -> None:
    """So many auto-saves and named games, some of them damaged."""
    data = games.record_of(("Ann", "Bo", "Cid"), 20)
    for i in range(count):
        path = user_dir("saves" if i % 5 == 0 else "autosave") / f"game {i:04}.jsonl"
        path.write_bytes(data if i % 50 else data[:300] + b"rubbish")
        os.utime(path, (2_000_000_000 - i, 2_000_000_000 - i))


@pytest.mark.parametrize("offset", [-50.0, 0.0, 35.0, 100.0, 5_000.0, 98_765.0, 1e9])
def test_only_the_rows_that_are_seen_are_made(offset: float) -> None:
    heights = [30.0 if i % 10 == 0 else 92.0 for i in range(1_000)]
    rows = LongList(heights)
    seen = rows.seen(offset, 500.0)
    made: list[int] = []

    def row(i: int) -> Text:
        made.append(i)
        return Text(text=str(i))

    column = rows.element(row, offset, 500.0)
    assert isinstance(column, Column)
    above, *middle, below = column.children
    assert isinstance(above, Spacer) and isinstance(below, Spacer)
    assert sum(child.height or 0.0 for child in column.children) == pytest.approx(sum(heights)) == rows.height
    assert above.height == pytest.approx(sum(heights[: made[0]])) and len(middle) == len(made)
    assert set(seen) <= set(made) and len(made) < 30
    top = min(max(0.0, offset), rows.height - 500.0)
    assert sum(heights[: seen.start]) <= top < sum(heights[: seen.start + 1])
    assert sum(heights[: seen.stop]) >= top + 500.0 or seen.stop == 1_000


def test_an_empty_list_has_no_rows() -> None:
    column = LongList(()).element(lambda i: Text(text=str(i)), 10.0, 100.0)
    assert isinstance(column, Column) and all(isinstance(child, Spacer) for child in column.children)


def test_hundreds_of_games_are_grouped_and_few_of_them_made() -> None:
    leave_many(300)
    stage = Stage()
    stage.open(LoadScreen())
    assert stage.shows("Saved under a name · 60") and stage.shows("Ann") and len(stage.ids()) < 40
    stage.do(Wheel(-10_000, 640.0, 400.0))
    stage.wait(0.5)
    assert "open:299" in stage.ids() or stage.shows("Damaged")
    assert not stage.shows("Saved under a name") and len(stage.ids()) < 40
    stage.do(Wheel(10_000, 640.0, 400.0))
    assert stage.shows("Saved under a name · 60")
    stage.do(Wheel(-5_400 / 54, 640.0, 400.0))
    assert stage.shows("The Tactical Game: auto-saves · 240")
    assert not stage.loop.faults


def test_every_row_says_in_the_end_what_its_file_says() -> None:
    leave_many(60)
    stage = Stage()
    page = stage.open(LoadScreen())
    assert isinstance(page, LoadScreen)
    stage.wait(0.5)
    assert stage.shows("turn 2") and stage.shows("Damaged: game 0000.jsonl")
    assert "open:0" not in stage.ids() and "delete:0" in stage.ids() and not page.busy


@pytest.mark.parametrize("whole", [False, True])
def test_files_that_go_away_meanwhile_are_one_line(whole: bool) -> None:
    leave_many(12)
    stage = Stage()
    stage.open(LoadScreen())
    if whole:
        shutil.rmtree(user_dir("autosave"))
    else:
        (user_dir("saves") / "game 0005.jsonl").unlink()
    stage.click("open:4" if whole else "open:1")
    assert isinstance(stage.top, LoadScreen) and not stage.loop.faults
    assert stage.shows("is no longer there") and len(stage.top._games) == (3 if whole else 11)


def test_the_folder_of_pictures_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from babylon3d.core.errors import Unavailable

    leave_many(3)

    def refuse(place: str) -> None:
        raise Unavailable("no room")

    monkeypatch.setattr(thumbnails, "user_dir", refuse)
    stage = Stage()
    stage.open(LoadScreen())
    stage.wait(0.5)
    assert stage.shows("Ann") and not stage.loop.faults


def drawn(of: Thumbnails, game: SavedGame, seconds: float = 60.0) -> Card:
    """What comes of a game's picture."""
    of.want([game])
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if of.tick():
            break
        time.sleep(0.01)
    return of.of(game)


@pytest.mark.slow
def test_pictures_are_drawn_once_and_damaged_games_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thumbnails, "AFTER_TICKS", 0)
    path = games.leave_autosave()
    odd = user_dir("saves") / "odd.jsonl"
    odd.write_bytes(path.read_bytes().replace(b'"tower"', b'"bridge"', 1))
    glanced = {game.path: game for game in saved_games()}
    pictures = Thumbnails()
    try:
        card = drawn(pictures, glanced[path])
        assert card.picture and not card.problem and (user_dir("cache") / card.picture).read_bytes()[:2] == b"\xff\xd8"
        problem = drawn(pictures, glanced[odd]).problem
        assert "odd.jsonl line" in problem and "\n" not in problem
        assert pictures._process is not None
        pictures._process.kill()
        other = user_dir("saves") / "other.jsonl"
        other.write_bytes(path.read_bytes())
        copy = read_saved(other, "saves")
        assert drawn(pictures, copy) == Card(), "the process died of it"
        third = user_dir("saves") / "third.jsonl"
        third.write_bytes(path.read_bytes())
        assert drawn(pictures, read_saved(third, "saves")).picture, "it is begun anew"
    finally:
        pictures.close()
    monkeypatch.setattr(thumbnails, "MOST_VAIN", 0)
    again = Thumbnails()
    assert again.of(glanced[path]) == card and again.of(glanced[odd]).problem == problem


@pytest.mark.timing
def test_a_thousand_games_are_there_soon_and_scroll_without_a_pause() -> None:
    leave_many(1_000)
    stage = Stage()
    began = time.process_time()
    stage.open(LoadScreen())
    stage.do()
    assert time.process_time() - began < 0.5
    took = []
    gc.collect()
    gc.freeze()  # as the program does
    for _ in range(150):
        began = time.process_time()
        stage.do(Wheel(-1, 640.0, 400.0))
        took.append(time.process_time() - began)
        began = time.process_time()
        stage.do()
        took.append(time.process_time() - began)
    gc.unfreeze()
    assert max(took) < 0.05, f"{max(took) * 1000:.0f} ms"
