"""The Fast Game's play screen with real physics, without a window: rounds, pauses, hand-overs, gamepads, faults."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from babylon3d.app.screen import Pop, Push
from babylon3d.app.screens.fast.pace import MOST_A_FRAME
from babylon3d.app.screens.fast.play import FastPlayScreen
from babylon3d.app.screens.fast.replay import FastReplayScreen
from babylon3d.app.screens.fast.round import RoundScreen
from babylon3d.app.screens.fast.together import FastTogetherScreen, play, resume
from babylon3d.app.screens.pause import PauseScreen
from babylon3d.core.record import read_record
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.fast.scoring import score_round
from babylon3d.playable.babylon.fast.begin import begin
from babylon3d.playable.babylon.fast.resimulate import resimulate
from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from babylon3d.playable.babylon.fast.story import Story
from babylon3d.present.input import Changed, FocusLost, KeyDown, KeyUp, MouseDown, MouseMoved, MouseUp, Pressed
from babylon3d.present.pads import PadButton, PadState
from tests.ui.fast_bench import Bench

PEOPLE = ("human", "human", "human")


@pytest.fixture
def bench() -> Iterator[Bench]:
    """A match against slow bots, half a minute a round."""
    with Bench(stop_watch_s=30) as made:
        yield made


def build_pillar(bench: Bench) -> None:
    """Two towers, one on the other, and a noble on top, in Ann's left area."""
    bench.place("1", 0, 0.0, 0.0)
    bench.place("1", 0, 0.0, 0.0)
    bench.place("4", 0, 0.0, 0.0)


@pytest.fixture
def free() -> Iterator[Bench]:
    """The same without any help of the hand."""
    with Bench(stop_watch_s=30, assist="free") as made:
        yield made


def test_a_round_is_picked_carried_placed_knocked_down_and_scored(free: Bench) -> None:
    bench = free
    screen = bench.open()
    assert bench.stage.shows("Get ready")
    bench.build()
    build_pillar(bench)
    mine = [piece for piece in bench.state.standing if piece.seat == 0]
    assert [(p.kind, p.rest.level) for p in mine] == [("tower", 1), ("tower", 2), ("small", 2)]
    assert any("Ann put a small noble on level 2" in line for line in screen.game.lines)
    bench.key("1")
    bench.until(lambda: bench.state.seats[0].hand is not None, "piece")
    bench.point(0, -0.08, 0.0)
    bench.lower(0.024)
    bench.ticks(45)
    bench.point(0, 0.08, 0.0)  # straight through the pillar
    bench.until(lambda: bool(bench.state.seats[0].pile), "knocked down parts", 900)
    assert len(bench.state.seats[0].pile) >= 1 and not bench.state.seats[0].out
    assert any("knocked down by Ann" in line for line in screen.game.lines)
    bench.until(lambda: bench.top == "RoundScreen", "sheet", 4000)
    sheet = bench.stage.stack.top
    assert isinstance(sheet, RoundScreen)
    assert bench.state.phase == "scored" and bench.state.stopped_why == "the time is up"
    expected = score_round(bench.state).seats[0]
    assert bench.state.scores[-1].seats[0].pile == expected.pile == len(bench.state.seats[0].pile)
    assert bench.stage.shows("round 1") and bench.stage.shows("Unplaced")
    bench.stage.do(Pressed("next"))
    bench.until(lambda: bench.state.round == 2, "second round", 30)
    assert not bench.state.standing and screen.game.countdown == 3
    assert bench.top == "FastPlayScreen"


def test_time_stands_still_while_the_game_is_paused(bench: Bench) -> None:
    screen = bench.open()
    bench.build()
    bench.do(KeyDown("escape"))
    assert isinstance(bench.stage.stack.top, PauseScreen)
    before = screen.game.ticks
    bench.ticks(30)
    assert screen.game.ticks == before
    bench.stage.stack.change(Pop())
    bench.ticks(5)
    assert screen.game.ticks == before + 5


def test_a_lost_keyboard_pauses_until_somebody_is_ready(bench: Bench) -> None:
    screen = bench.open()
    bench.build()
    bench.do(FocusLost())
    before = screen.game.ticks
    bench.ticks(20)
    assert screen.game.ticks == before and bench.stage.shows("Pause")
    bench.do(MouseDown("left", 5, 5))
    bench.ticks(3)
    assert screen.game.ticks == before, "a stray click is not being ready"
    bench.do(KeyDown("space"))
    bench.ticks(3)
    assert screen.game.ticks > before


def test_a_stall_is_not_caught_up(bench: Bench) -> None:
    screen = bench.open()
    bench.build()
    before = screen.game.ticks
    bench.stage.window.polls += 1  # type: ignore[attr-defined]
    for _ in range(300):  # five seconds' ticks for one picture
        bench.stage.loop.tick(())
        time.sleep(0.001)
    assert screen.game.ticks - before <= MOST_A_FRAME


def test_time_slows_down_when_the_physics_lags_and_it_is_said() -> None:
    now = [0.0]
    with Bench(stop_watch_s=30) as bench:
        screen = FastPlayScreen(bench.setup, clock=lambda: now[0])
        bench.open(screen)
        bench.build()
        nature: Any = screen.game.nature
        for i in range(360):
            nature._sent += 10 * (i % 2)  # every other time it lags behind
            if i % 2:
                bench.stage.window.polls += 1  # type: ignore[attr-defined]
                bench.stage.loop.tick(())
                nature._sent -= 10
            else:
                bench.do()
            now[0] += 1 / 60
        assert screen.pace.share == pytest.approx(0.5, abs=0.03)
        assert screen.pace.complaint == "Slow: time runs at 50 %"
        assert bench.stage.shows("time runs at 50 %")


def test_a_dead_physics_process_is_begun_anew(bench: Bench) -> None:
    screen = bench.open()
    bench.build()
    bench.place("1", 0, 0.0, 0.0)
    nature: Any = screen.game.nature
    os.kill(nature._process.pid, signal.SIGKILL)
    nature._process.join()
    bench.ticks(5)
    assert nature.restarts == 1
    assert any("set up again" in line for line in screen.game.lines)
    bench.place("1", 0, 0.0, 0.0)
    mine = [p.rest.level for p in bench.state.standing if p.seat == 0]
    assert mine == [1, 2]


def test_screens_are_left_and_entered_and_the_process_ends() -> None:
    with Bench(stop_watch_s=30) as bench:
        screen = bench.open()
        nature: Any = screen.game.nature
        for _ in range(2):
            bench.stage.stack.change(Push(bench.stage.ctx.screens.help()))
            assert nature._process.is_alive(), "it lives on under other screens"
            bench.stage.stack.change(Pop())
            bench.ticks(2)
        assert nature._process.is_alive()
    assert not nature._process.is_alive()


def test_the_reasons_of_stop_and_of_an_empty_supply_are_told() -> None:
    with Bench() as bench:
        bench.open()
        bench.build()
        bench.do(KeyDown("e"))
        bench.ticks(8)
        assert bench.stage.shows("all your nobles are placed")
        bench.do(KeyDown("x"))
        bench.ticks(2)
        assert bench.state.seats[0].done
        bench.do(KeyDown("1"))
        bench.ticks(2)
        assert not bench.state.seats[0].done and bench.state.seats[0].hand is not None


def test_keys_alone_build() -> None:
    with Bench(stop_watch_s=60) as bench:
        screen = bench.open()
        bench.build()
        bench.key("1")
        bench.until(lambda: bench.state.seats[0].hand is not None, "piece")
        hand = screen.hand
        assert hand is not None
        start = hand.pose.position
        bench.do(KeyDown("arrow_right"))
        bench.ticks(20)
        bench.do(KeyUp("arrow_right"))
        there = hand.pose.position
        assert 0.03 < ((there[0] - start[0]) ** 2 + (there[1] - start[1]) ** 2) ** 0.5 < 0.07
        bench.ticks(10)
        assert hand.pose.position == there
        bench.key("r")
        assert hand.yaw == 90.0
        bench.key("space")
        bench.until(lambda: bool([p for p in bench.state.standing if p.seat == 0]), "placed tower", 400)


def test_an_own_small_noble_beside_a_large_one_is_taken_back_with_a_click(bench: Bench) -> None:
    screen = bench.open()
    bench.build()
    bench.place("1", 0, 0.0, 0.0)
    bench.place("4", 0, -0.00275, -0.0048)  # beside each other as Ann sees them
    bench.place("3", 0, 0.00275, 0.0048)
    nobles = [p for p in bench.state.standing if p.seat == 0 and p.is_noble]
    assert {p.kind for p in nobles} == {"small", "large"}, screen.game.lines
    small = next(p for p in nobles if p.kind == "small")
    pixel = bench.scene.pixel_of(screen.game.smooth.poses()[small.id].position)
    assert pixel is not None
    bench.do(MouseMoved(*pixel))
    bench.ticks(8)
    assert bench.stage.shows("takes your small noble back")
    bench.click()
    bench.until(lambda: bench.state.seats[0].hand is not None, "noble in the hand", 30)
    held = bench.state.seats[0].hand
    assert held is not None and held.id == small.id


@pytest.mark.slow
def test_a_click_on_what_stays_says_why(bench: Bench) -> None:
    screen = bench.open()
    bench.build()
    bench.place("1", 0, 0.0, 0.0)
    bench.place("4", 0, 0.0, 0.0)
    bench.until(lambda: bench.state.seats[0].hand is None, "an empty hand", 30)
    poses = screen.game.smooth.poses()
    for name, said in (("n2", "only from a tower that carries a large one"), ("t1", "take pieces from your supply")):
        piece = next(p for p in bench.state.standing if p.seat == 0 and p.id[0] == name[0])
        x, y = bench.scene.pixel_of(poses[piece.id].position) or (0.0, 0.0)
        bench.do(MouseMoved(x, y), MouseDown("left", x, y), MouseUp("left", x, y))
        bench.ticks(8)
        assert bench.stage.shows(said), (piece, screen.game.lines)
    bench.do(MouseDown("left", x, y), MouseMoved(x + 50, y), MouseUp("left", x + 50, y))
    bench.ticks(200)
    assert not bench.stage.shows("take pieces from your supply"), "a drag turns the view and asks for nothing"


# -- taking turns at the mouse ---------------------------------------------------------------------


def test_the_mouse_passes_and_no_time_runs_until_the_next_person_is_ready() -> None:
    with Bench(PEOPLE, way="alternating", slice_s=3) as bench:
        screen = bench.open()
        assert bench.stage.shows("Ann at the mouse")
        bench.ticks(30)
        assert screen.game.ticks == 0
        bench.do(KeyDown("space"))
        bench.build()
        assert screen.seat == 0
        bench.until(lambda: bench.stage.shows("Bo at the mouse"), "hand-over", 300)
        ticks, seconds = screen.game.ticks, bench.state.seconds
        bench.ticks(60)
        assert (screen.game.ticks, bench.state.seconds) == (ticks, seconds)
        assert screen.seat == 1 and screen.hand is screen.game.hands[1]
        bench.do(Pressed("go on"))
        bench.ticks(5)
        assert screen.game.ticks > ticks


# -- together, with gamepads -----------------------------------------------------------------------


@dataclass
class ScriptedPads:
    """Gamepads that a test holds."""

    now: dict[str, PadState] = field(default_factory=dict)

    def read(self) -> dict[str, PadState]:
        return dict(self.now)

    def hold(self, *buttons: PadButton, x: float = 0.0, y: float = 0.0, lift: float = 0.0) -> None:
        self.now["pad"] = PadState(x, y, lift, frozenset(buttons))


@pytest.fixture
def together() -> Iterator[tuple[Bench, ScriptedPads]]:
    """Ann with the mouse, Bo with a gamepad, a bot."""
    with Bench(("human", "human", "bot:easy"), way="together", stop_watch_s=60) as bench:
        pads = ScriptedPads()
        bench.stage.ctx.pads = pads
        bench.open(play(bench.setup))
        yield bench, pads


def test_nobody_builds_before_everybody_has_a_gamepad(together: tuple[Bench, ScriptedPads]) -> None:
    bench, pads = together
    assert isinstance(bench.screen, FastTogetherScreen)
    assert bench.stage.shows("Bo needs a gamepad")
    bench.do(KeyDown("space"))
    bench.ticks(5)
    assert bench.screen.game.ticks == 0
    pads.hold()
    bench.ticks(2)
    assert bench.stage.shows("Bo has gamepad 1")
    bench.do(KeyDown("space"))
    bench.ticks(5)
    assert bench.screen.game.ticks > 0


def test_a_gamepad_places_a_tower_while_the_mouse_places_another(together: tuple[Bench, ScriptedPads]) -> None:
    bench, pads = together
    pads.hold()
    bench.ticks(2)
    pads.hold("a")
    bench.ticks(1)
    pads.hold()
    bench.build()
    hand = bench.screen.game.hands[1]
    pads.hold("a")
    bench.key("1")
    pads.hold()
    bench.until(lambda: all(bench.state.seats[i].hand is not None for i in (0, 1)), "two hands full", 60)
    before = hand.pose.position
    pads.hold(x=1.0)
    bench.ticks(10)
    pads.hold()
    assert hand.pose.position != before
    bench.point(0, -0.06, 0.0)
    bench.ticks(15)
    pads.hold("a")
    bench.click()
    pads.hold()
    bench.until(lambda: {p.seat for p in bench.state.standing} >= {0, 1}, "a tower of each", 400)


def test_an_unplugged_gamepad_stops_time_with_a_message(together: tuple[Bench, ScriptedPads]) -> None:
    bench, pads = together
    pads.hold()
    bench.ticks(1)
    bench.do(KeyDown("space"))
    bench.build()
    pads.now.clear()
    bench.ticks(2)
    ticks = bench.screen.game.ticks
    assert bench.stage.shows("A gamepad is unplugged") and bench.stage.shows("Bo had it")
    bench.do(KeyDown("space"))
    bench.ticks(10)
    assert bench.screen.game.ticks == ticks
    pads.now["another"] = PadState()
    bench.ticks(2)
    bench.do(KeyDown("space"))
    bench.ticks(5)
    assert bench.screen.game.ticks > ticks


def test_each_person_has_a_part_of_the_window_on_the_own_areas(together: tuple[Bench, ScriptedPads]) -> None:
    bench, _ = together
    assert len(bench.scene.panes) == 2
    for seat, pane in enumerate(bench.scene.panes):
        for area in bench.state.areas_of(seat):
            seen = pane.view.project(area_middle(3, area), pane.aspect(1280 / 720))
            assert seen is not None and abs(seen[0]) < 1 and abs(seen[1]) < 1
    bench.stage.stack.change(Push(bench.stage.ctx.screens.help()))
    assert bench.scene.panes == ()


# -- between rounds --------------------------------------------------------------------------------


def scored(bench: Bench) -> FastPlayScreen:
    """A match whose first round was stopped by its watch."""
    screen = bench.open()
    bench.until(lambda: bench.top == "RoundScreen", "sheet", 4000)
    return screen


@pytest.mark.parametrize("way", ["sheet", "pause"])
def test_seats_change_between_rounds_and_the_match_goes_on_with_them(way: str) -> None:
    with Bench(("human", "bot:easy", "human"), stop_watch_s=5, way="alternating") as bench:
        screen = bench.open()
        while bench.top != "RoundScreen":
            bench.do(KeyDown("space"))
        record = screen.seated.record
        assert record is not None
        if way == "pause":
            bench.stage.wait(1)
            bench.stage.key("escape")
            assert isinstance(bench.stage.stack.top, PauseScreen)
        bench.stage.do(Pressed("seats"))
        bench.stage.do(Changed("seat:0", "bot:medium"), Changed("seat:1", "human"), Changed("seat:2", "bot:easy"))
        bench.stage.do(Pressed("done"))
        if way == "pause":
            bench.stage.key("escape")
        bench.stage.do()
        taken = bench.stage.stack.top
        assert isinstance(taken, FastPlayScreen) and taken is not screen
        bench.screen = taken
        assert set(taken.game.hands) == {1} and taken.game.details == ("medium bot", "", "easy bot")
        assert "Ann is now played by the medium bot" in taken.game.lines
        assert "Bo is now played by a person" in taken.game.lines
        if way == "pause":
            return
        bench.do(KeyDown("space"))
        bench.until(lambda: bench.top == "RoundScreen", "the sheet again", 30)
        bench.stage.do(Pressed("next"))
        bench.until(lambda: bench.state.round == 2, "second round", 30)
        for _ in range(3000):
            if bench.state.phase != "countdown" and bench.state.seconds >= 2:
                break
            bench.do(KeyDown("space"))
        sink = taken.seated.sink
        assert sink is not None
        sink.settle()
        read = read_record(record.read_bytes())
    assert [(e.seat, e.controller) for e in read.entries if e.controller] == [
        (0, "bot:medium"),
        (1, "human"),
        (2, "bot:easy"),
    ]
    assert Session.resume(FAST.game, read).controllers == ("bot:medium", "human", "bot:easy")
    found = resimulate(FAST.game, read)
    assert found.equal, found
    story = Story(read)
    assert story.controllers(0) == ("human", "bot:easy", "human")
    assert story.controllers(story.end) == ("bot:medium", "human", "bot:easy")
    assert "Bo is now played by a person" in story.lines(story.end)


def test_who_cannot_play_this_way_is_refused_a_seat(bench: Bench) -> None:
    scored(bench)
    bench.stage.do(Pressed("seats"))
    bench.stage.do(Changed("seat:1", "human"))
    assert bench.stage.shows("Against bots one person plays")
    bench.stage.do(Pressed("done"))
    assert bench.top == "SeatsPage"
    bench.stage.do(Changed("seat:1", "bot:easy"), Changed("seat:0", "bot:easy"))
    bench.stage.do(Pressed("done"))
    assert bench.top == "RoundScreen"


# -- records ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_match_is_taken_up_from_its_record_and_resimulates_equal(bench: Bench) -> None:
    screen = bench.open()
    bench.build()
    build_pillar(bench)
    bench.key("2")
    bench.until(lambda: bench.state.seats[0].hand is not None, "bridge")
    bench.ticks(3)
    record = screen.seated.record
    assert record is not None
    before = bench.state
    bench.close()
    with Bench(stop_watch_s=30) as again:
        taken = resume(record)
        again.open(taken)
        assert again.state.standing == before.standing and again.state.seats[0].hand == before.seats[0].hand
        assert again.stage.shows("The game goes on")
        again.do()
        drawn = {piece.id for piece in again.scene.model.pieces}
        assert drawn >= {piece.id for piece in before.standing}, "the table is seen before time runs"
        again.do(KeyDown("space"))
        again.point(0, 0.04, 0.0)
        again.ticks(30)
        poses = taken.game.smooth.poses()
        for piece in before.standing:
            there = poses[piece.id].position
            middle = area_middle(3, piece.area)
            gaps = [abs(there[i] - middle[i] - piece.rest.position[i]) for i in range(3)]
            assert max(gaps) < 0.002, piece
        again.until(lambda: again.top == "RoundScreen", "end of the round", 4000)
        sink = taken.seated.sink
        assert sink is not None
        sink.settle()
        data = record.read_bytes()
    found = resimulate(FAST.game, read_record(data))
    assert found.equal, found
    assert found.outcomes > 30
    session = Session.resume(FAST.game, read_record(data))
    assert session.state == again.state


def test_a_replay_shows_what_happened_between_key_frames(bench: Bench) -> None:
    screen = bench.open()
    bench.build()
    build_pillar(bench)
    final = {p.id: p for p in bench.state.standing if p.seat == 0}
    record = screen.seated.record
    seated = screen.seated
    bench.ticks(40)
    assert record is not None and seated.sink is not None
    seated.sink.settle()
    viewer = FastReplayScreen(record)
    story: Story = viewer.story
    poses = story.poses(story.end)
    for piece in final.values():
        middle = area_middle(3, piece.area)
        for i in range(3):
            assert poses[piece.id].position[i] == pytest.approx(middle[i] + piece.rest.position[i], abs=5e-4)
    first = min(final, key=lambda name: int(name[1:]))
    heights = [story.poses(tick)[first].position[2] for tick in range(round(story.end))]
    assert len({round(h, 5) for h in heights}) > 8, "it comes down in steps, not in one"
    assert any(mark.kind == "noble" for mark in story.marks)
    bench.stage.stack.change(Push(viewer))
    viewer.go(200)
    bench.stage.do(KeyDown("space"))
    viewer.speed = 0.25
    at = viewer.at
    bench.stage.wait(1.0)
    assert viewer.at == pytest.approx(at + 15, abs=1.5)
    bench.stage.do(KeyDown("page_down"))
    bench.stage.do(KeyDown("escape"))
    assert bench.top == "FastPlayScreen"


def test_a_slow_or_full_disk_never_stops_the_hands(bench: Bench) -> None:
    from babylon3d.core.errors import Unavailable
    from babylon3d.playable.babylon.fast.begin import SlowSink

    class Full:
        def __init__(self) -> None:
            self.full, self.kept = True, b""

        def append(self, lines: bytes) -> None:
            if self.full:
                raise Unavailable("the disk is full")
            self.kept += lines

    disk = Full()
    sink = SlowSink(disk)
    sink.append(b"one\n")
    sink.settle()
    assert "disk is full" in sink.fault
    disk.full = False
    sink.append(b"two\n")
    sink.close()
    assert disk.kept == b"one\ntwo\n" and sink.fault == ""


def test_a_new_match_is_saved_from_its_first_line() -> None:
    with Bench() as bench:
        seated = begin(bench.setup)
        try:
            assert seated.record is not None and seated.sink is not None
            seated.sink.settle()
            assert seated.record.read_bytes().startswith(b'{"format":"babylon3d.record/1","game":"fast"')
        finally:
            seated.close()
