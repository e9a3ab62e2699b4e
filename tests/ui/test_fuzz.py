"""Ten thousand random doings of hands, in the real program without a screen: no fault, no hang, the log stays valid."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from babylon3d.app.keys import every_command
from babylon3d.app.loop import Loop
from babylon3d.app.main import open_services
from babylon3d.app.screen import Reset
from babylon3d.app.services import Services
from babylon3d.app.stack import Stack
from babylon3d.core.errors import BabylonError
from babylon3d.core.record import read_record
from babylon3d.core.session import Session
from babylon3d.playable.draft import fresh
from babylon3d.playable.registry import game
from babylon3d.present.input import (
    FocusLost,
    InputEvent,
    KeyDown,
    KeyUp,
    Modifiers,
    MouseDown,
    MouseLeft,
    MouseMoved,
    MouseUp,
    Resized,
    Typed,
    Wheel,
)
from babylon3d.render.ui import focus as focusing
from babylon3d.settings import Settings
from babylon3d.storage import user_dir
from tests.sampling import samples

EVENTS, FRAME_EVERY = samples(2500, least=750), 50
TICK_LIMIT_S = 10.0
"""A tick that takes longer hangs, even on a machine that others keep busy."""
KEYS = tuple(
    {c.key.split("+")[-1] for c in every_command()} - {"f12"}
    | {"tab", "enter", "space", "backspace", "delete", "page_up", "page_down", "n", "c", "l", "p", "q", "x", "é", "f3"}
)
SIZES = ((640, 480), (800, 600), (1024, 600))


class Chaos:
    """Random input, rather where widgets are than where they are not."""

    def __init__(self, ctx: Services, seed: int) -> None:
        self.ctx = ctx
        self.random = Random(seed)
        self.keys = sorted(KEYS)

    def events(self) -> tuple[InputEvent, ...]:
        """What hands do next."""
        random = self.random
        held = Modifiers(random.random() < 0.1, random.random() < 0.1, random.random() < 0.03)
        match random.choices(("key", "move", "click", "drag", "wheel", "type", "window"), (40, 20, 25, 5, 6, 3, 1))[0]:
            case "key":
                key = random.choice(self.keys)
                return KeyDown(key, held, random.random() < 0.05), KeyUp(key, held)
            case "move":
                return (MouseMoved(*self.spot()),)
            case "click":
                x, y = self.spot()
                button = random.choices(("left", "right", "middle"), (8, 1, 1))[0]
                clicks = 2 if random.random() < 0.1 else 1
                return MouseMoved(x, y), MouseDown(button, x, y, held, clicks), MouseUp(button, x, y, held)
            case "drag":
                x, y = self.spot()
                button = random.choice(("left", "right", "middle"))
                return MouseDown(button, x, y, held), MouseMoved(*self.spot()), MouseUp(button, *self.spot(), held)
            case "wheel":
                return (Wheel(random.choice((-3, -1, 1, 2)), *self.spot(), held),)
            case "type":
                return tuple(Typed(random.choice("aZ9 éŁ\u202e\x08漢")) for _ in range(random.randint(1, 20)))
            case _:
                return (random.choice((MouseLeft(), FocusLost(), Resized(*random.choice(SIZES)))),)

    def spot(self) -> tuple[float, float]:
        """A place in the window: a widget's middle, the middle of the table, or anywhere."""
        width, height = self.ctx.window.size
        widgets = focusing.widgets(self.ctx.ui.interaction.placed)
        share = self.random.random()
        if widgets and share < 0.45:
            found = self.ctx.ui.centre_of(focusing.identity(self.random.choice(widgets)))
            if found is not None:
                return found
        if share < 0.8:
            return self.random.gauss(width / 2, width / 8), self.random.gauss(height / 2, height / 8)
        return self.random.uniform(-9, width + 9), self.random.uniform(-9, height + 9)


@pytest.mark.fuzz
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_hands_do_no_harm(seed: int) -> None:
    settings = Settings(quality="flat", animation_speed=20.0, reduced_motion=bool(seed % 2))
    ctx = open_services(settings, kind="offscreen", size=(800, 600))
    stack = Stack(ctx)
    loop = Loop(ctx, stack)
    chaos = Chaos(ctx, seed)
    seen: Counter[str] = Counter()
    try:
        for number in range(EVENTS):
            if number % 250 == 120:
                stack.change(Reset(ctx.screens.play(fresh().with_controller(1, "human").setup(number))))
            if not len(stack):
                stack.change(Reset(ctx.screens.menu()))
            seen[type(stack.top).__name__] += 1
            events = chaos.events()
            for event in events:
                if isinstance(event, Resized):
                    ctx.window.resize(event.width, event.height)
            ctx.inputs.add(*events)
            started = time.monotonic()
            loop.tick(loop._global(ctx.inputs.collect()))
            if number % FRAME_EVERY == 0:
                loop.draw()
            assert time.monotonic() - started < TICK_LIMIT_S, events
            assert not loop.faults, f"event {number}, {events}:\n{loop.faults[0]}"
    finally:
        ctx.close()
    assert seen["PlayScreen"] > EVENTS / 8 and len(seen) >= 5, seen
    for path in sorted(user_dir("autosave").glob("*.jsonl")):
        _check(path)


def _check(path: Path) -> None:
    """A record that a game left behind can be taken up again."""
    try:
        record = read_record(path.read_bytes(), resume=True, name=path.name)
        Session.resume(game(record.header.game).game, record)
    except BabylonError as error:
        pytest.fail(f"{path.name}: {error}")
