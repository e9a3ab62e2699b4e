"""Random hands over games in full swing: no fault, nothing hangs, and every record replays to the same states."""

from __future__ import annotations

import random
import time
from typing import Literal

import pytest

from babylon3d.app.loop import Loop
from babylon3d.app.main import open_services
from babylon3d.app.screen import Push, Reset
from babylon3d.app.screens.turns.play import PlayScreen
from babylon3d.app.services import Services
from babylon3d.app.stack import Stack
from babylon3d.core.record import read_record
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.games.babylon.tactical import state as tactical
from babylon3d.games.babylon.tactical.model import TacticalOptions
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.playable.setup import GameSetup
from babylon3d.present.input import (
    Dragged,
    FocusLost,
    InputEvent,
    KeyDown,
    Modifiers,
    MouseDown,
    MouseLeft,
    MouseMoved,
    MouseUp,
    Pressed,
    Resized,
    ScreenEvent,
    Wheel,
)
from babylon3d.settings import Settings
from babylon3d.storage import user_dir

FRAME_EVERY = 50
TICK_LIMIT_S = 10.0
KEYS = (
    *("1", "2", "3", "4", "r", "space", "enter", "e", "x", "h", "z", "escape", "home", "[", "]", "+", "-", "tab"),
    *("arrow_left", "arrow_right", "arrow_up", "arrow_down", "page_up", "page_down", "a", "d", "w", "s"),
)
BUTTONS = (
    *("piece:tower", "piece:bridge", "piece:large", "piece:small", "end", "special", "undo", "slots", "hint"),
    *("log", "nonsense"),
)
ENDS: tuple[Literal["warn", "bot"], ...] = ("warn", "bot")
SIZES = ((640, 480), (800, 600))


@pytest.fixture(autouse=True)
def turns_may_be_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks run out in the few seconds that such a game lasts."""
    monkeypatch.setattr(tactical, "LEAST_TURN_S", 1)


def doings(rng: random.Random, ctx: Services, screen: PlayScreen) -> tuple[ScreenEvent, ...]:
    """What hands do next; often something that works, so that games go on."""
    spots = screen.status()["spots"] if rng.random() < 0.15 else None
    if spots and isinstance(spots, list):
        x, y = rng.choice(spots)
        return MouseMoved(x, y), MouseDown("left", x, y), MouseUp("left", x, y)
    width, height = ctx.window.size
    x, y = rng.gauss(width / 2, width / 7), rng.gauss(height / 2, height / 7)
    doing = ("key", "click", "move", "wheel", "drag", "supply", "window", "button")
    kind = rng.choices(doing, (30, 25, 15, 5, 5, 5, 1, 20))[0]
    match kind:
        case "key":
            key = rng.choice(KEYS)
            return (KeyDown(key, Modifiers(control=key == "z"), repeat=rng.random() < 0.1),)
        case "click":
            button = rng.choices(("left", "middle", "right"), (8, 1, 1))[0]
            down = MouseDown(button, x, y, clicks=rng.choice((1, 1, 1, 2)))
            return MouseMoved(x, y), down, MouseUp(button, x, y)
        case "move":
            moved: tuple[InputEvent, ...] = (MouseMoved(x, y), MouseLeft())
            return (rng.choice(moved),)
        case "wheel":
            return (Wheel(rng.choice((-2, -1, 1, 3)), x, y, Modifiers(control=rng.random() < 0.3)),)
        case "drag":
            return MouseDown("right", x, y), MouseMoved(x + 40, y - 30), MouseUp("right", x + 40, y - 30)
        case "supply":
            dragged: tuple[ScreenEvent, ...] = (Dragged(rng.choice(BUTTONS)), MouseMoved(x, y), MouseUp("left", x, y))
            return dragged[: rng.choice((1, 2, 3, 3, 3))]
        case "window":
            return (FocusLost(),) if rng.random() < 0.5 else (Resized(*rng.choice(SIZES)),)
        case _:
            return (Pressed(rng.choice(BUTTONS)),)


def fuzz(seed: int, events: int) -> None:
    """A game of two people and a bot under random hands; then another one, until the events are used up."""
    rng = random.Random(seed)
    ctx = open_services(Settings(quality="flat", animation_speed=20.0), kind="offscreen", size=(640, 480))
    stack = Stack(ctx)
    loop = Loop(ctx, stack)
    seats = tuple(
        SeatInfo(n, c, k)
        for n, c, k in (("Ann", "red", "human"), ("Bo", "blue", "human"), ("Cid", "green", "bot:easy"))
    )
    try:
        for number in range(events):
            if not len(stack) or not isinstance(stack.top, PlayScreen):
                options = TacticalOptions(
                    expert=rng.random() < 0.5,
                    take_back=rng.random() < 0.5,
                    open_exchange=rng.random() < 0.5,
                    hints=rng.random() < 0.5,
                    turn_s=rng.choice((0, 0, 3)),
                    total_s=rng.choice((0, 0, 10)),
                    time_up=rng.choice(ENDS),
                    large=2,
                    small=2,
                )
                stack.change(Reset(ctx.screens.menu()))
                stack.change(Push(PlayScreen(GameSetup("tactical", seats, options, rng.randrange(1000)))))
            screen = stack.top
            assert isinstance(screen, PlayScreen)
            done = doings(rng, ctx, screen)
            for event in done:
                if isinstance(event, Resized):
                    ctx.window.resize(event.width, event.height)
            before = time.monotonic()
            loop.tick(loop._global(done))
            assert time.monotonic() - before < TICK_LIMIT_S
            assert not loop.faults, f"event {number}:\n{loop.faults[0]}"
            if number % FRAME_EVERY == 0:
                loop.draw()
        stack.abandon()
    finally:
        ctx.close()
    paths = sorted(user_dir("autosave").glob("*.jsonl"))
    assert paths
    acted = 0
    for path in paths:
        record = read_record(path.read_bytes(), name=path.name)
        session = Session.resume(TACTICAL.game, record)
        assert session.log.data() == path.read_bytes()
        acted += sum(1 for entry in record.entries if entry.seat in (0, 1))
    assert acted > events / 100, "the hands hardly ever did anything"


def test_a_few_random_hands_over_a_game() -> None:
    fuzz(1, 300)


@pytest.mark.fuzz
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_five_thousand_random_hands_over_games(seed: int) -> None:
    fuzz(100 + seed, 1250)
