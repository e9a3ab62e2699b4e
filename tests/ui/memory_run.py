"""A program for test_memory: resizes the real window and remakes its scene, and tells its memory after each picture."""

from __future__ import annotations

import json
import time
from pathlib import Path

from babylon3d.app.loop import Loop
from babylon3d.app.main import open_services
from babylon3d.app.screen import Pop, Push, Reset
from babylon3d.app.stack import Stack
from babylon3d.settings import Settings

SMALL, LARGE = (640, 480), (2560, 1440)
RESIZES, REMADE = 40, 12
WAIT_S = 30.0


def held_mb() -> float:
    """The memory of this process that is in the machine's own, megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


class Run:
    """The program on its menu, with anti-aliased pictures of the window's size."""

    def __init__(self) -> None:
        self.ctx = open_services(Settings(quality="high", reduced_motion=True), size=SMALL)
        self.stack = Stack(self.ctx)
        self.loop = Loop(self.ctx, self.stack)
        self.stack.change(Reset(self.ctx.screens.menu()))
        self.draw()

    def draw(self) -> None:
        """Draw a picture, and everything that came of it."""
        for _ in range(2):
            self.ctx.redraw()
            self.loop.step(time.monotonic())
        assert not self.loop.faults, self.loop.faults[0]

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size and wait until it has it."""
        self.ctx.window.resize(*size)
        end = time.monotonic() + WAIT_S
        while self.ctx.window.size != size:
            assert time.monotonic() < end, f"the window stays {self.ctx.window.size}"
            self.ctx.window.poll()
            time.sleep(0.005)
        self.draw()

    def remake(self, colour_blind: bool) -> None:
        """Let the scene be made anew, in other colours, as the settings do."""
        self.stack.change(Push(self.ctx.screens.settings()))
        self.ctx.change(colour_blind=colour_blind)
        self.stack.change(Pop())
        self.draw()


def main() -> None:
    run = Run()
    frames = run.ctx.window.frames
    resized = []
    for number in range(RESIZES):
        run.resize(LARGE if number % 2 else SMALL)
        resized.append(held_mb())
    drawn = run.ctx.window.frames - frames
    run.resize(SMALL)
    remade, scenes = [], set()
    for number in range(REMADE):
        run.remake(bool(number % 2))
        assert run.ctx.scene is not None
        scenes.add(run.ctx.scene.catalogue.colour_blind)
        remade.append(held_mb())
    print(json.dumps({"resized": resized, "drawn": drawn, "remade": remade, "colours": len(scenes)}))
    run.ctx.close()


if __name__ == "__main__":
    main()
