"""Solo practice on its screens, with real physics: every drill played, kept, retried, held against the best."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from babylon3d.app.screens.practice.bests_file import BestsFileScreen
from babylon3d.app.screens.practice.drills import PracticeScreen
from babylon3d.app.screens.practice.play import TURN_DEG_A_PX, PracticePlayScreen
from babylon3d.app.screens.practice.result import PracticeResultScreen
from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.games.babylon.practice.models import model
from babylon3d.games.babylon.practice.rules import LOOK_S, looking
from babylon3d.playable.babylon.fast.clock import COUNTDOWN_TICKS
from babylon3d.playable.babylon.practice.bests import proven_by_its_hands
from babylon3d.playable.babylon.practice.pictures import MODEL, told
from babylon3d.playable.babylon.practice.run import GhostRun, open_bests
from babylon3d.present.input import FocusLost, KeyDown, MouseDown, MouseMoved, MouseUp, Pressed
from babylon3d.present.model import HudModel
from babylon3d.render.ui.elements import Button
from tests.games.practice.runs import run
from tests.ui.fast_bench import Bench
from tests.ui.still import Stage


@pytest.fixture
def bench(home: Path) -> Iterator[Bench]:
    with Bench() as opened:
        yield opened


def model_of(bench: Bench) -> dict[str, Any]:
    """Where the parts of the model on show are."""
    return {piece.id: piece.pose for piece in bench.scene.model.pieces if piece.id.startswith(MODEL)}


def start(bench: Bench, drill: str) -> PracticePlayScreen:
    screen = bench.open(PracticePlayScreen(drill, "guided", at_once=True))  # type: ignore[arg-type]
    bench.build()
    assert isinstance(screen, PracticePlayScreen)
    bench.until(lambda: looking(screen.run) is None, "free hands", 700)
    return screen


def test_nothing_is_counted_down_before_the_run_is_started(bench: Bench) -> None:
    screen: Any = bench.open(PracticePlayScreen("height", "guided"))
    bench.ticks(30)
    assert screen.hold is not None and screen.state.phase == "countdown"
    assert screen.shown.message == screen.shown.banner == ""
    bench.key("space")
    bench.ticks(30)
    assert screen.hold is None and screen.shown.message.startswith("Get ready") and screen.shown.banner


def finish(bench: Bench) -> PracticeResultScreen:
    top: Any = bench.stage.stack.top
    if bench.state.phase == "building":
        bench.do(Pressed("done"))
    bench.until(lambda: bench.stage.stack.top is not top, "result", 700)
    result = bench.stage.stack.top
    assert isinstance(result, PracticeResultScreen)
    return result


@pytest.mark.parametrize("drill", sorted(DRILLS))
def test_every_drill_is_played_by_hand(bench: Bench, drill: str) -> None:
    screen = start(bench, drill)
    bench.place("1", 0, 0.0, -0.08)
    assert len(screen.run.splits) == 1
    if DRILLS[drill].supply.small:
        bench.place("4", 0, 0.0, -0.08)
        assert len(screen.run.splits) == 2
    result = finish(bench)
    expected = {"score_3": 1, "score_5": 1, "height": 1, "copy": 1}
    assert result.measure == expected.get(drill)
    with open_bests() as bests:
        kept = bests.best(drill, "guided")
    assert (None if kept is None else kept.measure) == expected.get(drill)
    bench.stage.do(KeyDown("f5"))  # nobody has seen the result yet
    assert bench.stage.stack.top is result
    bench.stage.wait(1.0)
    bench.stage.do(KeyDown("f5"))
    again = bench.stage.stack.top
    assert isinstance(again, PracticePlayScreen) and again.run.splits == ()
    again.close()


def test_time_begins_when_the_player_is_ready_and_retry_takes_one_key(bench: Bench) -> None:
    screen = bench.open(PracticePlayScreen("height", "free"))
    bench.ticks(60)
    assert screen.game.ticks == 0
    bench.key("space")
    bench.ticks(30)
    assert screen.game.ticks > 20
    bench.key("f5")
    again: Any = bench.stage.stack.top
    assert again is not screen and again.game.ticks < 10


def test_the_best_run_is_shown_as_a_ghost_and_beaten(bench: Bench) -> None:
    data = run("steady_hand", [("tower", 400, 0, 1400)]).log.data()
    with open_bests() as bests:
        bests.add(data, "2026-01-02 03:04:05")
    screen = start(bench, "steady_hand")
    bench.ticks(50)
    ghosts = [piece for piece in bench.scene.model.pieces if piece.id.startswith("best ")]
    assert ghosts and all(piece.alpha < 0.5 for piece in ghosts)
    assert screen._ghost.measure == 1
    bench.place("1", 0, 0.04, 0.0)
    bench.place("1", 0, 0.0, 0.0)
    result = finish(bench)
    assert result.measure == 2 and result.before == 1 and result.is_best


@pytest.mark.parametrize(("drill", "floors"), [("steady_hand", 0), ("height", 10)])
def test_a_hand_over_a_high_building_stays_in_view(bench: Bench, drill: str, floors: int) -> None:
    screen = start(bench, drill)
    for _ in range(floors):
        bench.place("1", 0, 0.0, 0.0)
    bench.key("1")
    bench.until(lambda: bench.state.seats[0].hand is not None, "a tower in the hand", 60)
    bench.ticks(60)
    assert screen.hand is not None
    top = bench.stage.ui.middle()[1]
    x, y, z = screen.hand.pose.position
    for behind in (0.0, 0.02):
        pixel = bench.scene.pixel_of((x, y + behind, z + 0.01))
        assert pixel is not None and pixel[1] > top, "it is behind the bar at the top"


def test_a_drill_counts_the_nobles_that_stand_and_not_the_one_in_the_hand(bench: Bench) -> None:
    start(bench, "all_nobles")
    bench.place("1", 0, 0.0, -0.08)
    bench.key("4")
    bench.until(lambda: bench.state.seats[0].hand is not None, "a noble in the hand", 60)
    assert told(HudModel(), bench.state, 0, None).progress[0] == 0  # type: ignore[arg-type]
    bench.key("q")
    bench.place("4", 0, 0.0, -0.08)
    assert told(HudModel(), bench.state, 0, None).progress[0] == 1  # type: ignore[arg-type]


def test_giving_up_is_never_offered_as_the_thing_to_do_and_has_the_key_for_stop(bench: Bench) -> None:
    screen = start(bench, "all_nobles")
    given_up = bench.stage.ui.interaction.widget("done")
    assert isinstance(given_up, Button) and given_up.enabled and given_up.style == "normal"
    assert given_up.key == "e"
    bench.key("e")
    bench.until(lambda: bench.stage.stack.top is not screen, "result", 700)
    assert isinstance(bench.stage.stack.top, PracticeResultScreen)


def test_a_ghost_follows_the_key_frames_and_leaves_with_its_piece() -> None:
    ghost = GhostRun(run("steady_hand", [("tower", 400, 0, 1400)]).log.data())
    assert ghost.kinds == {"t1": "tower"} and ghost.at(-1000) == {}
    late = ghost.at(10_000)["t1"].position
    assert late == pytest.approx((0.04, 0.0, 0.15), abs=1e-3)


def test_the_model_to_rebuild_stands_beside_the_area(bench: Bench) -> None:
    start(bench, "repair")
    assert len(model_of(bench)) == len(DRILLS["repair"].target.parts)


def test_the_model_turns_with_the_mouse_that_drags_it_and_the_view_stays(bench: Bench) -> None:
    screen = start(bench, "repair")
    before, view = model_of(bench), bench.scene.camera.view
    at = bench.scene.pixel_of(before[f"{MODEL}g-102"].position)
    assert at is not None
    for button in ("left", "right"):
        turned, split = screen._turned_deg, model_of(bench)
        bench.do(MouseDown(button, *at))  # type: ignore[arg-type]
        bench.do(MouseMoved(at[0] + 50, at[1]))
        bench.do(MouseUp(button, at[0] + 50, at[1]))  # type: ignore[arg-type]
        bench.do(MouseMoved(at[0] + 90, at[1]))
        assert screen._turned_deg == pytest.approx((turned + 50 * TURN_DEG_A_PX) % 360.0)
        assert model_of(bench) != split and bench.scene.camera.view == view
        screen._turned_deg = 0.0
        bench.do()
    bench.do(MouseDown("right", 640, 600), MouseMoved(700, 600), MouseUp("right", 700, 600))
    assert screen._turned_deg == 0.0 and bench.scene.camera.view != view, "beside the model the view turns"


def test_repair_says_how_many_parts_match_as_they_come_to_rest(bench: Bench) -> None:
    start(bench, "repair")
    assert bench.stage.shows("0 of 13 match")
    bench.place("1", 0, 0.0, -0.06)
    bench.ticks(8)
    assert bench.stage.shows("1 of 13 match")


def test_a_run_that_stood_still_counts_down_before_it_goes_on(bench: Bench) -> None:
    screen = start(bench, "steady_hand")
    bench.ticks(30)
    for pause in ("focus", "menu"):
        if pause == "focus":
            bench.do(FocusLost())
            bench.key("space")
        else:
            bench.key("escape")
            assert bench.top == "PauseScreen"
            bench.stage.key("escape")
        at = screen.game.ticks
        assert bench.top == "PracticePlayScreen" and screen._recount.on
        bench.key("1")
        bench.ticks(COUNTDOWN_TICKS - 30)
        assert screen.game.ticks == at, "the clock stands still meanwhile"
        assert bench.state.seats[0].hand is None and screen._recount.seconds == 1
        bench.ticks(40)
        assert screen.game.ticks > at, "the run goes on"
        assert not bench.stage.shows("Get ready")
    before = screen._recount.on
    bench.do(FocusLost())
    bench.key("space")
    assert (before, screen._recount.on) == (False, True) and bench.stage.shows("3")
    bench.key("f5")
    again: Any = bench.stage.stack.top
    assert again is not screen and not again._recount.on
    again.close()


def test_the_record_of_a_run_that_was_paused_is_whole_and_proven(bench: Bench) -> None:
    start(bench, "steady_hand")
    bench.place("1", 0, 0.04, 0.0)
    bench.do(FocusLost())
    bench.key("space")
    bench.ticks(COUNTDOWN_TICKS + 10)
    bench.place("1", 0, 0.0, 0.0)
    result = finish(bench)
    assert result.measure == 2 and result.kept is not None
    with open_bests() as bests:
        assert proven_by_its_hands(bests.record(result.kept))


def test_a_building_to_copy_is_seen_for_ten_seconds_of_running_time_and_never_while_time_stands_still(
    bench: Bench,
) -> None:
    screen: Any = bench.open(PracticePlayScreen("copy", "guided", at_once=True))
    assert not model_of(bench)
    bench.build()
    bench.do()
    seen = 0
    parts = len(model(screen.run.copy.seed, 0).parts)
    for tick in range(1, 640):
        shown = len(model_of(bench))
        assert shown in (0, parts)
        seen += bool(shown)
        if tick in (100, 300):
            bench.do(FocusLost()) if tick == 100 else bench.key("escape")
            bench.do()
            assert not model_of(bench), "no time runs"
            bench.key("space") if tick == 100 else bench.stage.key("escape")
            assert not model_of(bench)
            bench.until(lambda: not screen._recount.on, "the run goes on", 200)
        bench.do()
    assert abs(seen - 60 * LOOK_S) <= 3 and not model_of(bench)
    widget = bench.stage.ui.interaction.widget("piece:tower")
    assert isinstance(widget, Button) and widget.enabled


def test_hands_are_bound_while_a_building_is_looked_at_and_the_reason_is_told(bench: Bench) -> None:
    bench.open(PracticePlayScreen("copy", "guided", at_once=True))
    bench.build()
    bench.ticks(8)
    widget = bench.stage.ui.interaction.widget("piece:tower")
    assert isinstance(widget, Button) and not widget.enabled and "Look first" in widget.reason
    bench.key("1")
    bench.ticks(8)
    assert bench.state.seats[0].hand is None and bench.stage.shows("Look first")


def test_a_part_that_does_not_count_says_so_at_once(bench: Bench) -> None:
    start(bench, "steady_hand")
    bench.place("1", 0, 0.0, -0.08)
    bench.ticks(8)
    assert bench.stage.shows("That tower does not count: it stands apart from the wobbly building")
    bench.key("1")
    bench.ticks(30)
    assert not bench.stage.shows("does not count")


def test_the_drills_page_tells_bests_medals_and_progress(home: Path) -> None:
    with open_bests() as bests:
        for count in (1, 2):
            spots = [("tower", 400, 0, 1400 + 200 * i) for i in range(count)]
            bests.add(run("steady_hand", spots).log.data(), f"2026-01-0{count} 03:04:05")  # type: ignore[arg-type]
    stage = Stage()
    page: Any = stage.open(PracticeScreen())
    assert page.best is None
    stage.do(Pressed("drill:steady_hand"))
    assert page.best.measure == 2 and len(page.history) == 2
    stage.do(Pressed("prove"))
    for _ in range(4000):
        stage.wait(0.05)
        if not page.busy:
            break
        time.sleep(0.02)
    assert page.best.proof == "proven"
    for way in ("export", "import"):
        stage.do(Pressed(way))
        assert isinstance(stage.top, BestsFileScreen)
        stage.do(Pressed("start"))
    assert stage.top is page and len(page.history) == 2, "what is there already is not kept twice"


def test_a_run_that_cannot_be_kept_says_so(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    from babylon3d.app.screens.practice import result as practice_result
    from babylon3d.core.errors import Unavailable

    def full() -> object:
        raise Unavailable("cannot keep best times: no space left")

    start(bench, "steady_hand")
    bench.place("1", 0, 0.04, 0.0)
    monkeypatch.setattr(practice_result, "open_bests", full)
    result = finish(bench)
    assert result.measure == 1 and "no space left" in result.problem
