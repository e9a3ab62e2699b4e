"""Screens without a window: real UI, layout and fonts below a loose node, and stand-ins for window and scene."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from panda3d.core import NodePath

from babylon3d.app.loop import Loop
from babylon3d.app.main import AllScreens
from babylon3d.app.screen import Reset, Screen
from babylon3d.app.services import Services
from babylon3d.app.stack import Stack
from babylon3d.present.input import (
    InputEvent,
    KeyDown,
    Modifiers,
    MouseDown,
    MouseMoved,
    MouseUp,
    ScreenEvent,
    Typed,
    Wheel,
)
from babylon3d.present.model import SceneModel
from babylon3d.render.scene import EMPTY_BOUNDS
from babylon3d.render.sound import Sound
from babylon3d.render.ui.ui import Ui
from babylon3d.settings import Settings


@dataclass
class StillWindow:
    """A window that only has a size and counts the pictures asked for."""

    size: tuple[int, int] = (1280, 720)
    is_software: bool = True
    needs_frame: bool = False
    frames: int = 0
    full: bool = False

    lost = False

    def request_frame(self) -> None:
        self.needs_frame = True

    def render_frame(self) -> None:
        self.needs_frame = False
        self.frames += 1

    def poll(self) -> None:
        pass

    def set_fullscreen(self, full: bool, size: tuple[int, int] = (1280, 720)) -> None:
        self.full = full

    def close(self) -> None:
        pass


@dataclass
class StillInputs:
    """Input put in by hand."""

    queue: list[InputEvent] = field(default_factory=list)
    swap_mouse: bool = False

    def collect(self) -> list[InputEvent]:
        queue, self.queue = self.queue, []
        return queue

    def close(self) -> None:
        pass


class StillScene:
    """A scene nobody sees."""

    def __init__(self) -> None:
        goal = SimpleNamespace(azimuth_deg=0.0)
        self.camera = SimpleNamespace(view=None, goal=goal, set_view=lambda view, at_once=False: None)
        self.window = SimpleNamespace(size=(1280, 720))
        self.bounds, self.busy = EMPTY_BOUNDS, False
        self.model = SceneModel()
        self.stage = SimpleNamespace(look=lambda view: None, drawn=0)
        self.quality = ""

    def boxes(self, azimuth_deg: float) -> tuple[list[object], list[object]]:
        return [], []

    def sync(self, model: object) -> bool:
        return True

    def update(self, dt: float) -> bool:
        return False

    def describe_quality(self) -> str:
        return "llvmpipe (LLVM 19.1.7, 256 bits), medium: 75 % resolution, 4x anti-aliasing, shadows 2048 px, 8 taps"

    def set_quality(self, name: str) -> None:
        self.quality = name

    def resized(self) -> None:
        pass

    def finish(self) -> None:
        pass

    def close(self) -> None:
        pass


class StillServices(Services):
    """Services with a scene that needs no window."""

    def scene_for(self, pieces: Any) -> Any:
        if self.scene is None:
            self.scene = StillScene()  # type: ignore[assignment]
        return self.scene


@dataclass
class Played(Screen):
    """Stands for the play screen and the replay viewer."""

    what: object
    busy: bool = False

    def enter(self, ctx: Services) -> None:
        pass

    def leave(self) -> None:
        pass

    def tick(self, dt: float, events: object) -> None:
        return None


class StillScreens(AllScreens):
    """Every screen, with stand-ins for those that need physics."""

    def practice(self) -> Screen:
        return self.entered("practice")

    def play(self, setup: Any) -> Screen:
        return Played(setup)

    def resume(self, record: Path) -> Screen:
        return Played(record)

    def replay(self, record: Path) -> Screen:
        return Played(record)


class Stage:
    """A program without a window: a stack, a loop, and hands to use them."""

    def __init__(self, size: tuple[int, int] = (1280, 720), ui_scale: float = 1.0, **settings: Any) -> None:
        settings.setdefault("reduced_motion", True)
        self.root = NodePath("root")
        self.window = StillWindow(size)
        self.ui = Ui(self.root, size, ui_scale)
        self.inputs = StillInputs()
        self.ctx = StillServices(
            self.window,  # type: ignore[arg-type]
            self.ui,
            self.inputs,  # type: ignore[arg-type]
            Sound(on=False),
            Settings(ui_scale=ui_scale, **settings),
            StillScreens(),
        )
        self.stack = Stack(self.ctx)
        self.loop = Loop(self.ctx, self.stack)

    def open(self, screen: Screen) -> Screen:
        self.stack.change(Reset(screen))
        return screen

    @property
    def top(self) -> Any:
        return self.stack.top

    def do(self, *events: ScreenEvent) -> None:
        """One tick with these events, then a picture."""
        self.loop.tick(events)
        self.loop.draw()

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 60)):
            self.loop.tick(())
        self.loop.draw()

    def key(self, text: str) -> None:
        *held, key = text.split("+") if len(text) > 1 else [text]
        self.do(KeyDown(key, Modifiers("shift" in held, "ctrl" in held, "alt" in held)))

    def type(self, text: str) -> None:
        for character in text:
            self.do(KeyDown(character), Typed(character))

    def move(self, id_: str) -> tuple[float, float]:
        self.scroll_to(id_)
        found = self.ui.centre_of(id_)
        assert found is not None, f"{id_} is not on show: {self.ids()}"
        self.do(MouseMoved(*found))
        return found

    def scroll_to(self, id_: str) -> None:
        """Turn the wheel until a widget shows."""
        for _ in range(100):
            found = self.ui.interaction.find(id_)
            if found is None or found.clip is None or found.rect.cut(found.clip).height >= found.rect.height - 1:
                return
            steps = -1 if found.rect.bottom > found.clip.bottom else 1
            x, y = found.clip.x + found.clip.width / 2, found.clip.y + found.clip.height / 2
            self.do(Wheel(steps, x * self.ui.scale, y * self.ui.scale))

    def click(self, id_: str, share: float | None = None) -> None:
        """Click the middle of a widget, or at a share of its width."""
        x, y = self.move(id_)
        if share is not None:
            placed = self.ui.interaction.find(id_)
            assert placed is not None
            x = (placed.rect.x + placed.rect.width * share) * self.ui.scale
        self.do(MouseMoved(x, y), MouseDown("left", x, y))
        self.do(MouseUp("left", x, y))

    def ids(self) -> list[str]:
        return [p.element.id for p in self.ui.interaction.placed if hasattr(p.element, "id")]

    def texts(self) -> list[str]:
        """Every line of text on show."""
        return [line for layer in self.ui.placed for p in layer for line in p.lines if line]

    def shows(self, text: str) -> bool:
        return any(text in line for line in (*self.texts(), " ".join(self.texts())))


NOW = datetime(2030, 5, 17, 20, 30, tzinfo=timezone.utc)
