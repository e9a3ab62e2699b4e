"""Random hands over rounds, drills and lessons in real time: no fault, and every record replays and is taken up."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter
from pathlib import Path
from typing import Any, Literal

import pytest

from babylon3d.app.screen import Push, Reset
from babylon3d.app.screens.fast.lesson import FastLessonScreen
from babylon3d.app.screens.fast.play import FastPlayScreen
from babylon3d.app.screens.practice.play import PracticePlayScreen
from babylon3d.core.record import read_record
from babylon3d.core.session import Session
from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.playable.babylon.fast.begin import take_up
from babylon3d.playable.babylon.fast.resimulate import resimulate
from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from babylon3d.playable.coach import Coach, every_lesson
from babylon3d.playable.registry import recorded
from babylon3d.present.input import (
    FocusLost,
    KeyDown,
    KeyUp,
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
from babylon3d.storage import user_dir
from tests.sampling import samples
from tests.ui.fast_bench import Bench

MouseButton = Literal["left", "middle", "right"]
BUTTON: tuple[MouseButton, ...] = ("left", "middle", "right")
SIZES = ((640, 480), (1280, 720), (2560, 1440), (800, 600))
KEYS = (
    *("1", "2", "3", "4", "r", "space", "enter", "e", "x", "h", "f", "b", "escape", "home", "f5", "f1", "k"),
    *("arrow_left", "arrow_right", "arrow_up", "arrow_down", "page_up", "page_down", "a", "d", "w", "s", "backspace"),
)
BUTTONS = (
    *("piece:tower", "piece:bridge", "piece:large", "piece:small", "piece:", "done", "stop", "skip", "place"),
    *("put_away", "straighten", "turn:fine", "turn", "view:left", "view:right", "view:both", "retry", "go on"),
    *("lesson:skip", "lesson:again", "next", "nonsense"),
)
WAYS: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("human", "bot:easy", "bot:easy"), {"assist": "guided"}),
    (("human", "bot:hard", "bot:easy"), {"assist": "light", "idle_s": 8}),
    (("human", "bot:easy", "bot:easy"), {"assist": "free", "stop_watch_s": 30, "expert": True}),
    (("human", "human", "bot:easy"), {"way": "alternating", "slice_s": 3, "wins": 2}),
)


class Hands:
    """What random hands do; often something that works, so that rounds go on."""

    def __init__(self, bench: Bench, seed: int) -> None:
        self.bench, self.rng = bench, random.Random(seed)

    def spot(self) -> tuple[float, float]:
        """A pixel: of something that stands, in the middle, or anywhere, also out of the window."""
        rng, size = self.rng, self.bench.scene.size
        top = self.bench.stage.stack.top
        if isinstance(top, FastPlayScreen) and rng.random() < 0.4:
            poses = top.game.nature.poses()
            if poses:
                x, y, z = poses[rng.choice(sorted(poses))].position
                pixel = top.sight.eyes.pixel_of((x, y, z + 0.01))
                if pixel is not None:
                    return pixel
        if rng.random() < 0.6:
            return rng.gauss(size[0] / 2, size[0] / 7), rng.gauss(size[1] / 2, size[1] / 7)
        return rng.uniform(-5000, 9000), rng.uniform(-5000, 9000)

    def events(self) -> tuple[ScreenEvent, ...]:
        """What they do next."""
        rng, top = self.rng, self.bench.stage.stack.top
        if isinstance(top, FastPlayScreen) and top.hold is not None and rng.random() < 0.5:
            return (KeyDown("space"),)
        x, y = self.spot()
        doings = ("take", "key", "point", "click", "wheel", "drag", "button", "window")
        match rng.choices(doings, (12, 16, 25, 20, 6, 4, 8, 2))[0]:
            case "take":
                return (KeyDown(rng.choice("1234")),)
            case "key":
                key = rng.choice(KEYS)
                held = Modifiers(rng.random() < 0.1, rng.random() < 0.1)
                down = KeyDown(key, held, rng.random() < 0.05)
                return (down,) if rng.random() < 0.3 else (down, KeyUp(key, held))
            case "point":
                return (MouseMoved(x, y),) if rng.random() < 0.95 else (MouseLeft(),)
            case "click":
                button: MouseButton = rng.choices(BUTTON, (8, 1, 1))[0]
                return (
                    *((MouseMoved(x, y),) if rng.random() < 0.8 else ()),
                    MouseDown(button, x, y, clicks=rng.choice((1, 1, 2))),
                    MouseUp(button, x, y),
                )
            case "wheel":
                return (Wheel(rng.choice((-3, -1, 1, 3)), x, y, Modifiers(control=rng.random() < 0.2)),)
            case "drag":
                return MouseDown("right", x, y), MouseMoved(*self.spot()), MouseUp("right", *self.spot())
            case "button":
                return (Pressed(rng.choice(BUTTONS)),)
            case _:
                return (FocusLost() if rng.random() < 0.5 else Resized(*rng.choice(SIZES)),)


class Chaos:
    """Hands that do anything on the screens of one kind; its physics is killed now and then."""

    def __init__(self, bench: Bench, seed: int) -> None:
        self.bench, self.hands = bench, Hands(bench, seed)
        self.rng = self.hands.rng
        self.seen: Counter[str] = Counter()
        self.moments: Counter[str] = Counter()
        bench.stage.ctx.scene_for = lambda pieces: bench.scene  # type: ignore[method-assign]

    def run(self, count: int, begin: Any, kill: float = 0.0) -> None:
        """So many doings; `begin` makes a screen whenever the last one was left, and now and then anyway."""
        bench = self.bench
        stack = bench.stage.stack
        away = 0
        for _ in range(count):
            playing = len(stack) and isinstance(stack.top, FastPlayScreen)
            away = 0 if playing else away + 1
            if not len(stack) or away > 12 or (playing and self.rng.random() < 0.002):
                stack.change(Reset(bench.stage.ctx.screens.menu()))
                stack.change(Push(begin(self.rng)))
                away = 0
            top: Any = stack.top
            self.seen[type(top).__name__] += 1
            if isinstance(top, FastPlayScreen):
                bench.screen = top
                if top.state.phase == "countdown" and top.hold is None and self.rng.random() < 0.5:
                    for _ in range(100):
                        self.tick(())
                self.moments[self.moment(top)] += 1
                if self.rng.random() < kill:
                    os.kill(top.game.nature._process.pid or 0, signal.SIGKILL)  # type: ignore[attr-defined]
            events = self.hands.events()
            for event in events:
                if isinstance(event, Resized):
                    bench.stage.window.size = bench.scene.size = (event.width, event.height)
            self.tick(events)
            for _ in range(self.rng.choice((0, 0, 1, 3, 10))):
                self.tick(())

    def tick(self, events: tuple[ScreenEvent, ...]) -> None:
        if not len(self.bench.stage.stack):
            return
        top = self.bench.stage.stack.top
        if isinstance(top, FastPlayScreen):
            self.bench.screen = top
            self.bench.do(*self.bench.stage.loop._global(list(events)))
            return
        self.bench.stage.loop.tick(events)
        assert not self.bench.stage.loop.faults, self.bench.stage.loop.faults[-1]

    @staticmethod
    def moment(screen: FastPlayScreen) -> str:
        """What goes on."""
        if screen.hold is not None:
            return "held"
        if screen.hand is not None and screen.hand.setting:
            return "setting"
        return "carrying" if screen.hand is not None and screen.hand.kind else str(screen.state.phase)


def new_round(bench: Bench) -> Any:
    """A screen of a round in one of the ways to play."""

    def begin(rng: random.Random) -> FastPlayScreen:
        who, options = rng.choice(WAYS)
        made = Bench(who, **options)
        return made.stage.ctx.screens.play(made.setup)  # type: ignore[return-value]

    return begin


def new_drill(rng: random.Random) -> PracticePlayScreen:
    drill, assist = rng.choice(sorted(DRILLS)), rng.choice(("guided", "light", "free"))
    return PracticePlayScreen(drill, assist, at_once=rng.random() < 0.8)  # type: ignore[arg-type]


def new_lesson(rng: random.Random) -> FastLessonScreen:
    lessons = [(spec, lesson) for spec, lesson in every_lesson() if spec.id == "fast"]
    spec, lesson = rng.choice(lessons)
    return FastLessonScreen(Coach(spec, lesson, rng.randrange(len(lesson.steps) + 1)))


def check(again: int = 1000) -> int:
    """Every record left behind is read, replays to the same lines and can be taken up; how many there were."""
    paths = sorted(user_dir("autosave").glob("*.jsonl"))
    for number, path in enumerate(paths):
        record = read_record(path.read_bytes(), resume=True, name=path.name)
        spec = recorded(record.header.game)
        session = Session.resume(spec.game, record)
        if "rebuilt" not in path.read_text() and number < again:
            found = resimulate(spec.game, record)
            assert found.equal, (path.name, found)
        if spec is FAST and not session.over:
            take_up(path).close()
    return len(paths)


def chaos(seed: int, count: int, begin: Any = None, kill: float = 0.0) -> Chaos:
    with Bench() as bench:
        made = Chaos(bench, seed)
        made.run(count, begin or new_round(bench), kill)
    return made


def test_a_few_random_hands_in_a_round(home: Path) -> None:
    chaos(3, 120)
    assert check() > 0


@pytest.mark.fuzz
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_hands_in_rounds_do_no_harm(home: Path, seed: int) -> None:
    made = chaos(10 + seed, samples(2500), kill=0.004 if seed % 2 else 0.0)
    assert made.moments["setting"] > 3 and made.moments["carrying"] > 5, made.moments
    assert check() > 0


@pytest.mark.fuzz
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_random_hands_in_drills_do_no_harm(home: Path, seed: int) -> None:
    made = chaos(20 + seed, samples(2000), new_drill, kill=0.004 * seed)
    assert made.moments["building"] > 20, made.moments
    check()


@pytest.mark.fuzz
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_random_hands_in_lessons_do_no_harm(home: Path, seed: int) -> None:
    made = chaos(30 + seed, samples(2000), new_lesson, kill=0.004 * seed)
    assert made.seen["FastLessonScreen"] > 20, made.seen
