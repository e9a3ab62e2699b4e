"""A match of the Fast Game on screens without a window: real physics in its process, real cameras and picking."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from babylon3d.app.main import AllScreens
from babylon3d.app.screen import Screen
from babylon3d.app.screens.fast.play import FastPlayScreen
from babylon3d.core.geometry import Vec3
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.fast.model import FastOptions
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.extent import extent
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.setup import GameSetup
from babylon3d.present.input import KeyDown, KeyUp, Modifiers, MouseDown, MouseMoved, MouseUp, ScreenEvent, Wheel
from babylon3d.present.model import Hit, SceneModel
from babylon3d.render.camera import Bounds, OrbitCamera
from babylon3d.render.catalogue import Catalogue
from babylon3d.render.picking import Ray, pick
from tests.ui.still import Stage

NAMES = ("Ann", "Bo", "Cid", "Dora", "Eve")
COLOURS = ("red", "yellow", "green", "blue", "violet")
SLOWEST_S = 60.0


class UnseenScene:
    """A scene whose camera and picking are real, and that draws nothing."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.camera = OrbitCamera(1.0, reduced_motion=True)
        self.model = SceneModel()
        self.stage = SimpleNamespace(look=lambda view: None, drawn=0)
        self.window = SimpleNamespace(size=size)
        self.busy = False
        self.panes: Any = ()
        self.bounds = Bounds((-0.1, -0.1, 0.0), (0.1, 0.1, 0.1))
        self.catalogue = Catalogue(PIECES)

    def boxes(self, azimuth_deg: float) -> tuple[list[Bounds], list[Bounds]]:
        return [], []

    def sync(self, model: SceneModel) -> bool:
        changed, self.model = model != self.model, model
        return changed

    def update(self, dt: float) -> bool:
        return self.camera.update(dt)

    def ray(self, x: float, y: float) -> Ray:
        width, height = self.size
        return self.camera.view.ray(2 * x / width - 1, 1 - 2 * y / height, width / height)

    def pick(self, x: float, y: float, skip: frozenset[str] = frozenset()) -> Hit | None:
        return pick(self.model, self.ray(x, y), self.catalogue.shapes, skip)

    def pixel_of(self, point: Vec3) -> tuple[float, float] | None:
        seen = self.camera.view.project(point, self.size[0] / self.size[1])
        return None if seen is None else ((seen[0] + 1) / 2 * self.size[0], (1 - seen[1]) / 2 * self.size[1])

    def split(self, panes: Any) -> None:
        self.panes = panes

    def describe_quality(self) -> str:
        return "nothing is drawn"

    def set_quality(self, name: str) -> None: ...

    def finish(self) -> None: ...

    def resized(self) -> None: ...

    def close(self) -> None: ...


class Bench:
    """A program without a window in which a match is played. Close it."""

    def __init__(
        self,
        controllers: tuple[str, ...] = ("human", "bot:easy", "bot:easy"),
        size: tuple[int, int] = (1280, 720),
        **options: Any,
    ) -> None:
        self.stage = Stage(size)
        self.stage.window.polls = 0  # type: ignore[attr-defined]
        self.stage.ctx.screens = AllScreens()
        self.scene = UnseenScene(size)
        self.stage.ctx.scene = self.scene  # type: ignore[assignment]
        seats = tuple(SeatInfo(NAMES[i], COLOURS[i], who) for i, who in enumerate(controllers))
        self.setup = GameSetup("fast", seats, FastOptions(**options), 7)

    def open(self, screen: Screen | None = None) -> FastPlayScreen:
        """Sit down; no time has passed."""
        self.screen: FastPlayScreen = screen or FastPlayScreen(self.setup)  # type: ignore[assignment]
        self.stage.open(self.screen)
        return self.screen

    def close(self) -> None:
        """Leave every screen for good."""
        self.stage.stack.abandon()

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # -- time ------------------------------------------------------------------------------------

    @property
    def state(self) -> FastState:
        return self.screen.state

    @property
    def top(self) -> str:
        return type(self.stage.stack.top).__name__

    def do(self, *events: ScreenEvent) -> None:
        """One picture with these events; waits for the physics first, so that no time is lost."""
        end = time.monotonic() + SLOWEST_S
        while not self.screen.game.ready and time.monotonic() < end:
            time.sleep(0.0005)
        self.stage.window.polls += 1  # type: ignore[attr-defined]
        self.stage.loop.tick(events)
        self.stage.ui.paint()
        assert not self.stage.loop.faults, self.stage.loop.faults[-1]

    def ticks(self, count: int) -> None:
        for _ in range(count):
            self.do()

    def until(self, test: Callable[[], bool], what: str, most: int = 3000) -> None:
        """Let time pass until something holds."""
        for _ in range(most):
            if test():
                return
            self.do()
        raise AssertionError(f"no {what} within {most} ticks; {self.state.phase}, {self.screen.game.lines[-6:]}")

    def build(self) -> None:
        """Wait for the countdown to be over."""
        self.until(lambda: self.state.phase == "building", "start of the round")

    # -- hands -----------------------------------------------------------------------------------

    def key(self, key: str) -> None:
        self.do(KeyDown(key))
        self.do(KeyUp(key))

    def point(self, area: int, x: float, y: float) -> None:
        """Move the mouse to where the top over a point of an area is seen."""
        hand = self.screen.hand
        assert hand is not None
        mx, my, _ = area_middle(self.state.areas, area)
        pixel = self.screen.sight.eyes.pixel_of((mx + x, my + y, self.top_m(area, x, y)))
        assert pixel is not None
        self.do(MouseMoved(*pixel))
        assert hand.place.area == area and math.dist(hand.place.point, (mx + x, my + y)) < 0.011, hand.place

    def top_m(self, area: int, x: float, y: float) -> float:
        """The height of what stands over a point of an area."""
        mx, my, _ = area_middle(self.state.areas, area)
        poses = self.screen.game.nature.poses()
        boxes = [
            extent(BABYLON.specs[piece.kind].size, poses[piece.id])
            for piece in self.state.standing
            if piece.area == area and piece.id in poses
        ]
        over = [b for b in boxes if b.low[0] <= mx + x <= b.high[0] and b.low[1] <= my + y <= b.high[1]]
        return max((box.high[2] for box in over), default=0.0)

    def click(self) -> None:
        mouse = self.screen._reach.mouse
        assert mouse is not None
        self.do(MouseDown("left", *mouse))
        self.do(MouseUp("left", *mouse))

    def wheel(self, steps: int) -> None:
        mouse = self.screen._reach.mouse or (0.0, 0.0)
        self.do(Wheel(steps, *mouse))

    def lower(self, gap_m: float) -> None:
        """Turn the wheel till the held piece is so far above where it would land."""
        hand = self.screen.hand
        assert hand is not None
        for _ in range(300):
            self.do()
            found = hand.landing(self.state)
            assert found is not None
            gap = hand.pose.position[2] - found.pose.position[2]
            if gap <= gap_m + 0.001:
                return
            mouse = self.screen._reach.mouse or (0.0, 0.0)
            self.do(Wheel(-1, *mouse, modifiers=Modifiers(shift=gap < 0.015)))
        raise AssertionError("it comes no lower")

    def place(self, key: str, area: int, x: float, y: float) -> None:
        """Take a piece, carry it, let go, wait for the judgement."""
        seat = self.screen.seat
        assert seat is not None
        self.key(key)
        self.until(lambda: self.state.seats[seat].hand is not None, "piece in the hand", 60)
        self.point(area, x, y)
        self.ticks(20)
        if self.state.options.assist == "free":
            self.lower(0.002)
            self.ticks(40)
        self.click()
        self.until(lambda: self.state.seats[seat].hand is None, "open hand", 200)
        self.until(lambda: not self.state.seats[seat].judged, "judgement", 700)
