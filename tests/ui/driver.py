"""Hands for tests: a program in a real window, used by mouse and keyboard through xdotool, seen by its status file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent

Status = dict[str, Any]


class Program:
    """babylon3d in a window on a display."""

    def __init__(self, display: str, home: Path, *arguments: str, module: str = "babylon3d") -> None:
        self._window = ""
        self.status_path = home / "status.json"
        home.mkdir(parents=True, exist_ok=True)
        self.environment = {
            **os.environ,
            "DISPLAY": display,
            "BABYLON3D_HOME": str(home),
            "BABYLON3D_STATUS": str(self.status_path),
            "BABYLON3D_SILENT": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        self.errors = (home / "errors.txt").open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, "play", *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=self.errors,
        )

    def close(self) -> None:
        """End it, if it has not ended by itself."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=20)
        self.errors.close()

    # -- seeing ----------------------------------------------------------------------------------

    def status(self) -> Status:
        """What the program says it shows."""
        try:
            return dict(json.loads(self.status_path.read_text()))
        except (OSError, ValueError):
            return {"screen": "", "widgets": {}, "texts": [], "tells": {}, "dialog": False}

    def brief(self) -> str:
        """What is on show, in short."""
        status = self.status()
        return f"{status['screen']} {json.dumps(status['tells'])} {' | '.join(status['texts'])[:600]}"

    def wait(self, test: Callable[[Status], bool], what: str, seconds: float = 60.0) -> Status:
        """Wait until a test of the status holds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            status = self.status()
            if test(status):
                return status
            if self.process.poll() is not None:
                raise AssertionError(f"the program ended with {self.process.returncode} while waiting for {what}")
            time.sleep(0.05)
        raise AssertionError(f"no {what} within {seconds} s; on show: {self.brief()}")

    def screen(self, name: str, seconds: float = 60.0) -> Status:
        """Wait for a screen."""
        return self.wait(lambda s: s["screen"] == name, f"screen {name}", seconds)

    # -- doing -----------------------------------------------------------------------------------

    def xdotool(self, *words: str | int) -> str:
        """Run xdotool on the program's display; what it prints."""
        command = ["xdotool", *map(str, words)]
        done = subprocess.run(command, env=self.environment, check=True, timeout=20, capture_output=True, text=True)
        return done.stdout

    def move(self, x: int, y: int) -> None:
        """Move the mouse to a pixel of the window."""
        if not self._window:
            self._window = self.xdotool("search", "--onlyvisible", "--name", "Babylon").split()[0]
        self.xdotool("mousemove", "--window", self._window, x, y)

    def key(self, *keys: str) -> None:
        """Press keys, by their X names."""
        self.xdotool("key", "--delay", "40", *keys)
        time.sleep(0.06)

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Move the mouse there as a hand does, in two steps, and click."""
        self.move(x - 3, y - 2)
        time.sleep(0.03)
        self.move(x, y)
        time.sleep(0.08)
        self.xdotool("click", button)
        time.sleep(0.06)

    def press(self, widget: str, seconds: float = 30.0) -> None:
        """Click a button of the UI."""
        status = self.wait(lambda s: widget in s["widgets"] and s["widgets"][widget]["enabled"], widget, seconds)
        found = status["widgets"][widget]
        self.click(found["x"], found["y"])

    def press_left(self, widget: str) -> None:
        """Click the left end of a widget, such as the first of several choices."""
        found = self.wait(lambda s: widget in s["widgets"], widget)["widgets"][widget]
        self.click(found["x"] - found["width"] // 2 + 14, found["y"])
