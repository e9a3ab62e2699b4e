"""Every registered game in the real program, drawn without a window: begun, saved, taken up, scored, watched again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from babylon3d.app.loop import Loop
from babylon3d.app.main import open_services
from babylon3d.app.screen import Pop, Push, Reset, Screen
from babylon3d.app.screens.turns.play import PlayScreen
from babylon3d.app.screens.turns.prepare import PrepareScreen
from babylon3d.app.screens.turns.replay import ReplayScreen
from babylon3d.app.screens.turns.results import ResultsScreen
from babylon3d.app.services import Services
from babylon3d.app.stack import Stack
from babylon3d.core.record import Record, read_record
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import verify_record
from babylon3d.playable.saves import last_unfinished, saved_games
from babylon3d.playable.setup import GameSetup
from babylon3d.playable.spec import GameSpec
from babylon3d.present.input import Changed, KeyDown, Pressed, ScreenEvent
from babylon3d.render.pictures import encoded
from babylon3d.settings import Settings
from babylon3d.storage import user_dir
from tests.contract.play import games, options_of, played, some_legal
from tests.contract.secrets import pairs
from tests.contract.table import reseated

IN_TURNS = [spec for spec in games() if not spec.at_once]
SET_UP = [spec for spec in games() if spec.form is not None]
set_up = pytest.mark.parametrize("spec", SET_UP, ids=lambda spec: spec.id)

DEAR = frozenset({"tactical"})
"""Games that take long to play with real physics."""

LIMIT = 4000


@pytest.fixture(scope="module")
def services() -> Iterator[Services]:
    ctx = open_services(Settings(quality="flat"), kind="offscreen", size=(640, 480))
    yield ctx
    ctx.close()


class Desk:
    """The program with the menu on show, and somebody who plays at random."""

    def __init__(self, ctx: Services) -> None:
        ctx.settings = Settings(quality="flat", animation_speed=20.0)
        self.ctx, self.stack = ctx, Stack(ctx)
        self.loop = Loop(ctx, self.stack)
        self.stack.change(Reset(ctx.screens.menu()))
        self.rng = Random(1)

    @property
    def top(self) -> Screen:
        return self.stack.top

    def do(self, *events: ScreenEvent, ticks: int = 1) -> None:
        for number in range(ticks):
            self.loop.tick(events if number == 0 else ())
            assert not self.loop.faults, self.loop.faults[0]

    def open(self, screen: Screen) -> Screen:
        self.stack.change(Push(screen))
        self.do(ticks=2)
        return self.top

    def play(self, spec: GameSpec, lines: int = 10**9) -> None:
        """Play at random until the log is so long, or the sheet is shown."""
        for _ in range(LIMIT):
            screen = self.top
            if not isinstance(screen, PlayScreen) or len(screen.sitting.session.log) >= lines:
                return
            sitting = screen.sitting
            if sitting.waiting_for is not None:
                assert not sitting.scene().pieces, "the table is hidden at the hand-over"
                self.do(Pressed("take over"))
            elif sitting.seat is not None and not sitting.people_wait:
                sitting.people[sitting.seat].do(self.rng.choice(some_legal(spec, sitting.view, sitting.seat, self.rng)))
            self.do()
        raise AssertionError("the game does not go on")


@pytest.fixture
def desk(services: Services) -> Iterator[Desk]:
    made = Desk(services)
    yield made
    made.stack.abandon()


def set_up_for(spec: GameSpec, *controllers: str) -> GameSetup:
    """As few players as the game allows, the first of them as given, the others bots."""
    who = [*controllers, *[f"bot:{next(iter(spec.bots))}"] * 9][: spec.seats[0]]
    seats = tuple(SeatInfo(f"Player {i}", spec.colours[i], each) for i, each in enumerate(who))
    return GameSetup(spec.id, seats, options_of(spec, Random(3)), 11)


def begun(desk: Desk, setup: GameSetup) -> Screen:
    """The game's play screen, past its preparation if it has one."""
    screen = desk.open(desk.ctx.screens.begin(setup))
    if isinstance(screen, PrepareScreen):
        desk.do(Pressed("begin"), ticks=2)
    return desk.top


@set_up
def test_the_set_up_offers_the_game_and_begins_it(spec: GameSpec, desk: Desk) -> None:
    desk.open(desk.ctx.screens.new_game())
    desk.do(Changed("game", spec.id), ticks=2)
    desk.do(Pressed("start"), ticks=2)
    if isinstance(desk.top, PrepareScreen):
        assert desk.top.preparation.refusal(desk.top.document) == ""
        desk.do(Pressed("begin"), ticks=2)
    if spec.at_once:
        desk.do(KeyDown("space"), ticks=30)
    desk.stack.change(Reset(desk.ctx.screens.menu()))
    (saved,) = saved_games()
    assert saved.game == spec.id and not saved.problem and not saved.finished


@pytest.mark.parametrize(
    ("spec", "people"),
    [
        pytest.param(spec, people, marks=pytest.mark.slow if spec.id in DEAR else (), id=f"{spec.id}-{people}")
        for spec in IN_TURNS
        for people in ((1,) if spec.id in DEAR else (1, 2))
    ],
)
def test_a_game_is_begun_saved_taken_up_scored_and_watched_again(spec: GameSpec, people: int, desk: Desk) -> None:
    begun(desk, set_up_for(spec, *["human"] * people))
    desk.play(spec, lines=6)
    assert isinstance(desk.top, PlayScreen)
    record = desk.top._record
    assert record is not None
    desk.do(Pressed("menu"), ticks=2)
    if isinstance(desk.top, PlayScreen):  # the hand was put down first
        desk.do(Pressed("menu"), ticks=2)
    desk.do(Pressed("save"), ticks=2)
    desk.do(Changed("save name", "a copy"), Pressed("dialog-yes"), ticks=2)
    assert (user_dir("saves") / "a copy.jsonl").read_bytes() == record.read_bytes()
    watched = desk.open(desk.ctx.screens.replay(user_dir("saves") / "a copy.jsonl"))
    assert isinstance(watched, ReplayScreen) and watched.tape.result is None
    desk.do(KeyDown("end"), ticks=2)
    desk.stack.change(Reset(desk.ctx.screens.menu()))
    desk.do(ticks=2)
    found = last_unfinished()
    assert found is not None and found.path == record
    taken_up = desk.open(desk.ctx.screens.resume(record))
    assert isinstance(taken_up, PlayScreen)
    desk.play(spec)
    assert isinstance(desk.top, ResultsScreen)
    desk.do(ticks=2)
    read = read_record(record.read_bytes())
    assert verify_record(spec.game, read) == (True, "same states, same result")
    desk.do(Pressed("replay"), ticks=2)
    viewer = desk.top
    assert isinstance(viewer, ReplayScreen) and viewer.tape.result == read.result
    for _ in range(4):
        desk.do(KeyDown("arrow_right"), ticks=2)
    desk.do(KeyDown("end"), ticks=2)
    assert viewer.at == viewer.last
    desk.do(KeyDown("home"), KeyDown("page_down"), ticks=2)
    assert 0 < viewer.at <= viewer.last


def kept(game: bytes, name: str) -> Path:
    """A record in the user's folder."""
    path = user_dir("saves") / f"{name}.jsonl"
    path.write_bytes(game)
    return path


def test_any_record_can_be_watched_to_its_end(spec: GameSpec, desk: Desk) -> None:
    path = kept(played(spec.id, 0).session.log.data(), "whole")
    desk.open(desk.ctx.screens.replay(path))
    desk.do(KeyDown("space"), ticks=20)
    desk.do(KeyDown("end"), ticks=3)
    status = desk.top.status()  # type: ignore[attr-defined]
    assert status["at"] == status["of"]
    desk.do(KeyDown("escape"), ticks=2)


@pytest.mark.parametrize("spec", [s for s in games() if s.entry is not None], ids=lambda spec: spec.id)
def test_the_games_own_entry_in_the_menu_opens(spec: GameSpec, desk: Desk) -> None:
    desk.open(desk.ctx.screens.entered(spec.id))
    assert len(desk.stack) == 2


@pytest.mark.parametrize("spec", [s for s in SET_UP if s.at_once], ids=lambda spec: spec.id)
def test_a_game_without_turns_is_begun_left_and_taken_up(spec: GameSpec, desk: Desk) -> None:
    begun(desk, set_up_for(spec, "human"))
    desk.do(KeyDown("space"), ticks=120)
    desk.stack.change(Reset(desk.ctx.screens.menu()))
    found = last_unfinished()
    assert found is not None and found.game == spec.id
    desk.open(desk.ctx.screens.resume(found.path))
    desk.do(ticks=60)
    desk.stack.change(Reset(desk.ctx.screens.menu()))
    assert not read_record(found.path.read_bytes(), resume=True).dropped


def test_the_rules_and_the_keys_of_every_game_are_shown(spec: GameSpec, desk: Desk) -> None:
    desk.open(desk.ctx.screens.rules(spec.id))
    desk.do(KeyDown("escape"), ticks=2)
    desk.open(desk.ctx.screens.help())
    desk.do(KeyDown("escape"), ticks=2)
    assert len(desk.stack) == 1


@pytest.mark.parametrize("spec", [s for s in games() if s.secrets], ids=lambda spec: spec.id)
def test_nobody_learns_anything_from_the_picture_at_the_hand_over(spec: GameSpec, desk: Desk) -> None:
    compared, told_apart = 0, 0
    for seed in range(3):
        for seat, *twins in pairs(played(spec.id, seed), Random(seed), 3):
            if seat is None:
                (hidden, shown), (also_hidden, also_shown) = (handed_over(desk, spec, each) for each in twins)
                assert hidden == also_hidden, f"seed {seed}"
                compared += bool(hidden)
                told_apart += shown != also_shown
    assert compared and told_apart, "the pictures could not show a difference"


def handed_over(desk: Desk, spec: GameSpec, record: Record) -> tuple[bytes, bytes]:
    """The picture while the next player is waited for, and once the mouse was taken over; nothing if nobody is."""
    record = reseated(spec, record, ["human"] * len(record.header.seats))
    screen = desk.open(desk.ctx.screens.resume(kept(record.data, "handed over")))
    assert isinstance(screen, PlayScreen)
    pictures = (b"", b"")
    if screen.sitting.waiting_for is not None:
        hidden = drawn(desk)
        desk.do(Pressed("take over"), ticks=3)
        pictures = (hidden, drawn(desk))
    desk.stack.change(Pop())
    return pictures


def drawn(desk: Desk) -> bytes:
    """What the window shows."""
    desk.loop.draw()
    return encoded(desk.ctx.window.screenshot())
