"""Stack and loop: transitions, faults, program keys, pictures only when something changed, saved games."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path

import pytest

from babylon3d.app.loop import IDLE_S, MOST_TICKS, TICK_S, Loop
from babylon3d.app.screen import Pop, Push, Quit, Replace, Reset, Screen, Transition
from babylon3d.app.screens.menu import MenuScreen
from babylon3d.app.screens.rules_page import RulesScreen
from babylon3d.app.screens.settings_page import SettingsScreen
from babylon3d.app.screens.trouble import TroubleScreen
from babylon3d.app.services import Services
from babylon3d.app.start import Wish, setup_of
from babylon3d.core.errors import BadText
from babylon3d.playable import saves
from babylon3d.present.input import KeyDown, KeyUp, MouseMoved, Resized, ScreenEvent
from babylon3d.render.ui.elements import Text
from babylon3d.storage import user_dir
from tests.ui import games
from tests.ui.still import Stage


@dataclass
class Noted(Screen):
    """Writes down what happens to it; fails where it is told to."""

    name: str
    notes: list[str] = field(default_factory=list)
    answer: Transition | None = None
    fails_in: str = ""
    busy: bool = False
    seen: list[ScreenEvent] = field(default_factory=list)

    def _note(self, what: str) -> None:
        self.notes.append(f"{what} {self.name}")
        if self.fails_in == what:
            raise ValueError(f"{what} failed")

    def enter(self, ctx: Services) -> None:
        ctx.ui.show(Text(text=self.name))
        self._note("enter")

    def leave(self) -> None:
        self._note("leave")

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        self.seen += events
        if self.fails_in == "tick":
            raise ValueError("tick failed")
        answer, self.answer = self.answer, None
        return answer


def test_push_pop_replace_reset_quit() -> None:
    stage, notes = Stage(), []
    a, b, c, d = (Noted(name, notes) for name in "abcd")
    for transition in (Reset(a), Push(b), Replace(c), Pop(), Push(d), Reset(b), Quit()):
        stage.stack.change(transition)
    assert notes == [
        *("enter a", "leave a", "enter b", "leave b", "enter c", "leave c", "enter a"),
        *("leave a", "enter d", "leave d", "enter b", "leave b"),
    ]
    assert len(stage.stack) == 0


def test_popping_several_leaves_only_the_one_on_show() -> None:
    stage, notes = Stage(), []
    a, b, c = (Noted(name, notes) for name in "abc")
    for transition in (Reset(a), Push(b), Push(c), Pop(2)):
        stage.stack.change(transition)
    assert notes[-2:] == ["leave c", "enter a"] and stage.top is a
    stage.stack.change(Pop(9))
    assert len(stage.stack) == 0


@pytest.mark.parametrize("where", ["tick", "enter", "leave"])
def test_a_fault_of_a_screen_is_reported_and_leads_back(where: str) -> None:
    stage = Stage()
    stage.open(MenuScreen())
    broken = Noted("broken", fails_in=where)
    stage.top.act = lambda event: Push(broken)
    stage.do(KeyDown("n"))
    if where == "leave":
        broken.answer = Pop()
    stage.do(KeyDown("x"))
    assert isinstance(stage.top, TroubleScreen)
    assert stage.shows(f"ValueError: {where} failed")
    report = user_dir("data") / "faults.log"
    assert f"{where} failed" in report.read_text() and "Traceback" in report.read_text()
    stage.key("enter")
    assert isinstance(stage.top, MenuScreen)
    stage.key("s")
    assert isinstance(stage.top, SettingsScreen)


def test_a_fault_is_told_even_where_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    monkeypatch.setenv("BABYLON3D_HOME", str(blocked))
    stage = Stage()
    stage.open(Noted("broken", fails_in="tick"))
    stage.do()
    assert isinstance(stage.top, TroubleScreen) and stage.shows("could not be written")


def test_a_screen_gets_reports_and_free_input_in_order() -> None:
    stage = Stage()
    screen = Noted("a")
    stage.open(screen)
    stage.do(MouseMoved(1, 2), KeyDown("k"))
    assert screen.seen == [MouseMoved(1, 2), KeyDown("k")]


def test_an_idle_screen_is_not_drawn() -> None:
    stage = Stage()
    stage.open(Noted("a"))
    stage.loop.draw()
    frames = stage.window.frames
    stage.wait(5)
    assert stage.window.frames == frames
    stage.ctx.redraw()
    stage.loop.draw()
    assert stage.window.frames == frames + 1


def test_sixty_ticks_a_second_whatever_a_picture_takes() -> None:
    stage = Stage()
    stage.open(Noted("a"))
    stage.loop._then = now = 0.0  # far from it a clock's numbers are too coarse for what follows
    for elapsed in (0.05, 0.001, 0.049, 0.1 - 1e-9, 0.8 * TICK_S):
        now += elapsed
        stage.loop.step(now)
    assert stage.loop.ticks == int((0.2 + 0.8 * TICK_S) / TICK_S)
    before = stage.loop.ticks
    stage.loop.step(now + 30.0)
    assert stage.loop.ticks - before <= MOST_TICKS, "a pause of the computer is not made up for"


def test_a_screen_is_told_which_ticks_no_picture_follows() -> None:
    stage = Stage()
    told: list[bool] = []

    class Seen(Noted):
        def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
            told.append(stage.ctx.catching_up)
            return super().tick(dt, events)

    stage.open(Seen("a"))
    now = stage.loop._then
    for elapsed in (3.5 * TICK_S, TICK_S):
        now += elapsed
        stage.loop.step(now)
    assert told == [True, True, False, False]


def test_keys_that_come_together_each_meet_the_screen_the_last_one_opened() -> None:
    stage = Stage()
    stage.open(MenuScreen())
    stage.inputs.queue += [KeyDown("s"), KeyUp("s"), KeyDown("escape"), KeyUp("escape"), KeyDown("r"), KeyUp("r")]
    now = stage.loop._then
    stage.loop.step(now + TICK_S)
    assert isinstance(stage.top, SettingsScreen)
    stage.loop.step(now + 2 * TICK_S)
    assert isinstance(stage.top, MenuScreen)
    stage.loop.step(now + 3 * TICK_S)
    assert isinstance(stage.top, RulesScreen)


def test_sleep_is_long_when_nothing_moves_and_short_when_something_does() -> None:
    stage = Stage()
    screen = Noted("a")
    stage.open(screen)
    stage.loop._last_input = time.monotonic() - 10

    def slept() -> float:
        started = time.monotonic()
        stage.loop.rest(started)
        return time.monotonic() - started

    assert slept() >= IDLE_S * 0.9
    screen.busy = True
    assert slept() < IDLE_S * 0.9


def test_a_resized_window_is_followed() -> None:
    stage = Stage()
    stage.open(MenuScreen())
    stage.window.size = (640, 480)
    stage.inputs.queue.append(Resized(640, 480))
    stage.loop.step(time.monotonic())
    assert stage.ui.size == pytest.approx((640 / stage.ui.scale, 480 / stage.ui.scale))


def test_full_screen_by_key() -> None:
    stage = Stage()
    stage.open(MenuScreen())
    stage.key("f11")
    assert stage.window.full and stage.ctx.settings.full_screen
    stage.key("f11")
    assert not stage.window.full


def test_a_picture_that_cannot_be_saved_is_told() -> None:
    stage = Stage()
    stage.open(MenuScreen())
    folder = user_dir("pictures")
    folder.rmdir()
    folder.write_text("not a folder")
    stage.key("f12")
    assert stage.shows("No picture was saved") and isinstance(stage.top, MenuScreen)


def test_loop_goes_on_until_no_screen_is_left() -> None:
    stage = Stage()
    screen = Noted("a", answer=Quit())
    stage.open(screen)
    Loop(stage.ctx, stage.stack).run()
    assert screen.notes == ["enter a", "leave a"]


# ---- saved games


def test_autosaves_never_share_a_name() -> None:
    now = datetime(2030, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
    first = saves.autosave_path(now)
    first.write_bytes(b"")
    second = saves.autosave_path(now)
    assert first != second and second.parent == first.parent


def test_what_stands_in_a_record_is_read() -> None:
    game = saves.read_saved(games.leave_autosave(), "autosave")
    assert [s.name for s in game.seats] == ["Ann", "Bo", "Cid"]
    assert game.turn >= 2 and not game.finished and not game.problem and not game.cut


def test_a_cut_last_line_is_no_fault() -> None:
    path = games.leave_autosave()
    path.write_bytes(path.read_bytes()[:-7])
    game = saves.read_saved(path, "autosave")
    assert game.cut and not game.problem
    assert saves.last_unfinished() == game


@pytest.mark.parametrize("data", [b"", b"\x00\xff\xfe", b"{}", b"[" * 5000, b'{"format": "babylon3d.record/99"}\n'])
def test_rubbish_is_listed_with_its_fault(data: bytes) -> None:
    path = user_dir("saves") / "x.jsonl"
    path.write_bytes(data)
    (glanced,) = saves.saved_games()
    game = saves.read_saved(path, "saves")
    assert game.problem and game.title == glanced.title == "x" and not glanced.game
    assert saves.last_unfinished() is None


def test_old_autosaves_are_pruned_finished_ones_first() -> None:
    folder = user_dir("autosave")
    whole = games.record_of(("Ann", "Bo", "Cid"), 10_000)
    part = games.record_of(("Ann", "Bo", "Cid"), 5)
    for i in range(saves.KEPT + 3):
        (folder / f"{i:03}.jsonl").write_bytes(whole if i >= saves.KEPT else part)
    saves.prune()
    left = sorted(path.name for path in folder.iterdir())
    assert len(left) == saves.KEPT and left == [f"{i:03}.jsonl" for i in range(saves.KEPT)]


def test_autosaves_are_tidied_game_by_game_and_nothing_with_a_name() -> None:
    whole = games.record_of(("Ann", "Bo", "Cid"), 10_000)
    for place, name in (("autosave", "tactical"), ("saves", "mine")):
        for i in range(5):
            path = user_dir(place) / f"{name} {i}.jsonl"
            path.write_bytes(whole)
            os.utime(path, (1_000 + i, 1_000 + i))
    other = user_dir("autosave") / "odd.jsonl"
    other.write_bytes(b"rubbish")
    saves.prune(None)
    assert len(saves.saved_games()) == 11
    saves.prune(2)
    left = {game.path.name for game in saves.saved_games()}
    assert left == {"tactical 4.jsonl", "tactical 3.jsonl", "odd.jsonl", *(f"mine {i}.jsonl" for i in range(5))}


def test_a_glance_knows_whose_game_it_is_and_whether_it_has_ended() -> None:
    for lines in (1, 2, 20, 10_000):
        path = user_dir("saves") / f"{lines}.jsonl"
        path.write_bytes(games.record_of(("Ann", "Bo", "Cid"), lines))
        glanced, read = saves.glance(path, "saves"), saves.read_saved(path, "saves")
        assert replace(read, turn=0) == glanced
    path.write_bytes(path.read_bytes()[:-9])
    assert not saves.glance(path, "saves").finished


# ---- from the command line


def test_a_wish_becomes_a_game() -> None:
    players = (("Ann", "human"), ("Bo", "bot:medium"), ("Cy", "bot:easy"))
    setup = setup_of(Wish("tactical", players, seed=7, options={"expert": True}))
    assert setup is not None and setup.seed == 7 and setup.options.expert
    assert [(s.name, s.colour, s.controller) for s in setup.seats] == [
        ("Ann", "red", "human"),
        ("Bo", "yellow", "bot:medium"),
        ("Cy", "green", "bot:easy"),
    ]
    assert setup_of(Wish()) is None


@pytest.mark.parametrize(
    "wish", [Wish("chess"), Wish("tactical", (("A", "human"),)), Wish(players=(("A", "bot:x"),) * 3)]
)
def test_a_wish_that_cannot_be_is_refused(wish: Wish) -> None:
    with pytest.raises(BadText):
        setup_of(wish)
