"""What a round tells when it is over: the beat before its sheet, the table behind the sheet."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from babylon3d.app.screens.fast.ending import BEAT_S, Ending
from babylon3d.app.screens.fast.hold import Hold
from babylon3d.app.screens.fast.replay import FastReplayScreen
from babylon3d.app.screens.sheet_frame import UNASKED_S
from babylon3d.app.screens.turns.replay import ReplayScreen
from babylon3d.app.screens.turns.results import ResultsScreen
from babylon3d.games.babylon.fast.scoring import score_round
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.present.input import KeyDown, MouseDown, MouseMoved, MouseUp, Pressed, Wheel
from babylon3d.render.ui.elements import Slider
from tests.games.practice.runs import run
from tests.ui.fast_bench import Bench, UnseenScene
from tests.ui.games import finished, record_of
from tests.ui.judge import defects
from tests.ui.still import Stage
from tests.ui.test_fast_layout import SIZES, match

TICK_S = 1 / 60


def scored() -> FastState:
    state = match(3)
    return replace(state, phase="scored", scores=(score_round(state),), stopped_why="Cid called stop")


def seconds_until_the_sheet(ending: Ending, state: FastState, key_at_s: float = 99.0) -> float:
    hold: Hold | None = None
    for tick in range(1, 1000):
        pressed = abs(tick * TICK_S - key_at_s) < TICK_S / 2
        hold = ending.says(state, hold, TICK_S, (KeyDown("x"),) if pressed else (MouseMoved(1, 1),))
        if hold is None:
            assert ending.shows(state) and not ending.shows(state)
            return tick * TICK_S
        assert hold.title == "Cid called stop" and hold.text == f"Round {state.round} is over"
    raise AssertionError("no sheet")


def test_a_beat_before_the_sheet_says_how_the_round_ended() -> None:
    ending = Ending(0)
    assert abs(seconds_until_the_sheet(ending, scored()) - BEAT_S) < 0.1
    assert ending.says(scored(), None, TICK_S, ()) is None, "each round has one"


def test_a_key_skips_the_beat_but_not_one_that_was_meant_for_the_table() -> None:
    assert abs(seconds_until_the_sheet(Ending(0), scored(), 1.0) - 1.0) < 0.1
    assert abs(seconds_until_the_sheet(Ending(0), scored(), UNASKED_S / 2) - BEAT_S) < 0.1


def test_a_match_that_is_taken_up_shows_its_last_sheet_at_once() -> None:
    ending = Ending(1)
    assert ending.says(scored(), None, TICK_S, ()) is None and ending.shows(scored())


def test_a_pause_in_the_beat_waits_and_is_not_talked_over() -> None:
    ending, pause = Ending(0), Hold("Pause")
    assert ending.says(scored(), pause, TICK_S, ()) is pause
    said = ending.says(scored(), None, TICK_S, ())
    assert said is not None and said.title == "Cid called stop"
    for _ in range(300):
        assert ending.says(scored(), pause, TICK_S, ()) is pause


def test_the_table_is_seen_between_stop_and_sheet() -> None:
    with Bench(stop_watch_s=5) as bench:
        bench.open()
        bench.build()
        bench.until(lambda: bench.stage.shows("The time is up"), "the end of the round", 900)
        assert bench.top == "FastPlayScreen" and bench.stage.shows("Round 1 is over")
        bench.ticks(45)
        bench.do(Pressed("go on"))
        bench.ticks(2)
        assert bench.top == "RoundScreen"


# -- the table behind the sheet ----------------------------------------------------------------------


def turned(bench: Bench) -> float:
    """Drag over the table; how far the camera turned, in degrees."""
    before = bench.scene.camera.view.azimuth_deg
    bench.do(MouseMoved(600, 300), MouseDown("left", 600, 300))
    bench.do(MouseMoved(700, 300))
    bench.do(MouseUp("left", 700, 300))
    return abs(bench.scene.camera.view.azimuth_deg - before)


def test_a_sheet_folds_away_and_gives_the_camera() -> None:
    with Bench(stop_watch_s=5) as bench:
        bench.open()
        bench.until(lambda: bench.top == "RoundScreen", "the sheet", 1200)
        bench.ticks(60)
        assert turned(bench) == 0.0
        bench.key("t")
        assert bench.stage.shows("The table as it stands") and not bench.stage.shows("Smaller")
        assert turned(bench) > 5.0
        distance = bench.scene.camera.view.distance
        bench.do(Wheel(2, 600, 300))
        bench.ticks(30)
        assert bench.scene.camera.view.distance < distance
        bench.key("g")
        assert bench.top == "RoundScreen", "the sheet's own keys sleep"
        bench.key("escape")
        assert bench.top == "RoundScreen" and bench.stage.shows("Smaller")
        bench.key("g")
        assert bench.top == "FastPlayScreen"


def test_the_sheet_of_a_game_in_turns_folds_away_too_and_fills_in_first() -> None:
    stage = Stage(reduced_motion=False)
    sheet = stage.open(ResultsScreen(finished(3)))
    assert isinstance(sheet, ResultsScreen) and not sheet.complete
    stage.click("see table")
    assert sheet.complete and sheet.folded and stage.ids() == ["unfold"]
    stage.key("home")
    stage.key("escape")
    assert not sheet.folded and "again" in stage.ids()


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_bar_of_a_folded_sheet_fits(size: tuple[int, int]) -> None:
    stage = Stage(size)
    stage.open(ResultsScreen(finished(3)))
    stage.key("t")
    assert "unfold" in stage.ids() and defects(stage.ui) == []


# -- marks on the bar of time ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fallen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in which two towers are placed and knocked down."""
    path = tmp_path_factory.mktemp("runs") / "run.jsonl"
    path.write_bytes(
        run("steady_hand", [("tower", 0, 0, 1400), ("tower", 400, 0, 1400), ("sweep", 900, 0, 1500)]).log.data()
    )
    return path


def test_placings_and_falls_are_marked_with_who_and_how_many(fallen: Path) -> None:
    story = FastReplayScreen(fallen).story
    kinds = [mark.kind for mark in story.marks]
    assert kinds == ["round", "part", "part", "fall", "end"]
    assert [mark.said(("Ann",)) for mark in story.marks[1:4:2]] == [
        "Ann placed one part",
        "Twelve pieces knocked down by Ann",
    ]


def test_the_bar_shows_the_marks_and_keys_go_from_one_to_the_next(fallen: Path) -> None:
    with Bench() as bench:
        viewer = FastReplayScreen(fallen)
        bench.stage.open(viewer)
        slider = bench.stage.ui.interaction.widget("scrub")
        assert isinstance(slider, Slider)
        assert [mark.value for mark in slider.marks] == [mark.tick for mark in viewer.story.marks]
        placed, fall = viewer.story.marks[1], viewer.story.marks[3]
        viewer.go(0)
        seen = []
        for _ in range(2):
            bench.stage.key(".")
            seen.append(viewer.at)
        assert placed.start in seen
        viewer.go(placed.start + 2)
        bench.stage.key("page_down")
        assert viewer.at == fall.start, "building parts are passed over"
        bench.stage.key(",")
        assert viewer.at == viewer.story.marks[2].start
        share = (10 + (slider_width(bench) - 20) * fall.tick / viewer.last) / slider_width(bench)
        bench.stage.click("scrub", share)
        assert viewer.at == fall.start


def slider_width(bench: Bench) -> float:
    found = bench.stage.ui.interaction.find("scrub")
    assert found is not None
    return found.rect.width


def test_the_bar_of_a_game_in_turns_marks_where_they_begin(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(record_of(("Ann", "Bo", "Cid"), 40))
    stage = Stage()
    viewer = ReplayScreen(path)
    stage.ctx.scene = UnseenScene((1280, 720))  # type: ignore[assignment]
    stage.open(viewer)
    slider = stage.ui.interaction.widget("scrub")
    assert isinstance(slider, Slider) and len(viewer.tape.turns) > 2
    assert [mark.to for mark in slider.marks if mark.above] == list(viewer.tape.turns)
    third = viewer.tape.turns[2]
    found = stage.ui.interaction.find("scrub")
    assert found is not None
    stage.click("scrub", (10 + (found.rect.width - 20) * third / viewer.last) / found.rect.width)
    assert viewer.at == third
