"""The program in a real window: started, used with mouse and keyboard, resized, quit."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from panda3d.core import Filename, PNMImage

from babylon3d.app.screens.menu import MenuScreen
from babylon3d.playable.saves import read_saved
from tests.ui.still import Stage

pytestmark = pytest.mark.window

MENU_S = 4.0
IDLE_SHARE = 0.05
SAME = 0.2
"""Toasts come and go, and a still scene is drawn finer: the same screen may differ by this share."""


class Program:
    """babylon3d in a window of a virtual display, and hands on it."""

    def __init__(self, display: str, home: Path, *arguments: str) -> None:
        self.home = home
        self.environment = {**os.environ, "DISPLAY": display, "BABYLON3D_HOME": str(home), "BABYLON3D_SILENT": "1"}
        self.started = time.monotonic()
        self.process = subprocess.Popen([sys.executable, "-m", "babylon3d", *arguments], env=self.environment)
        self.window = self._await(self._find_window, 30)

    def _await(self, what: Callable[[], str], seconds: float) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.process.poll() is None, "the program has ended"
            found = what()
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"{what.__name__} gave nothing in {seconds} s")

    def _find_window(self) -> str:
        return self.xdotool("search", "--onlyvisible", "--name", "^Babylon 3D$", check=False).split("\n")[0]

    def xdotool(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0 or not check, done.stderr
        return done.stdout.strip()

    def key(self, *keys: str) -> None:
        for key in keys:
            self.xdotool("key", "--window", self.window, key)
            time.sleep(0.15)

    def click(self, x: int, y: int) -> None:
        self.xdotool("mousemove", "--window", self.window, str(x), str(y))
        time.sleep(0.2)
        self.xdotool("click", "1")
        time.sleep(0.2)

    def picture(self) -> PNMImage:
        """What is on show, saved by the program's own key."""
        folder = self.home / "pictures"
        before = set(folder.glob("*.png"))
        self.key("F12")

        def saved() -> str:
            new = sorted(set(folder.glob("*.png")) - before)
            return str(new[0]) if new else ""

        path = self._await(saved, 20)
        time.sleep(0.2)
        image = PNMImage()
        assert image.read(Filename.from_os_specific(path))
        return image

    def cpu_s(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=10)


@pytest.fixture
def open_program(display: str, home: Path, need_tool: Callable[[str], str]) -> Iterator[Callable[..., Program]]:
    need_tool("xdotool")
    running: list[Program] = []

    def start(*arguments: str) -> Program:
        home.mkdir(parents=True, exist_ok=True)
        running.append(Program(display, home, *arguments))
        return running[-1]

    yield start
    for program in running:
        program.close()


def differing(a: PNMImage, b: PNMImage) -> float:
    """The share of pixels, on a grid, that differ clearly."""
    assert a.size == b.size
    points = [(x, y) for x in range(0, a.get_x_size(), 16) for y in range(0, a.get_y_size(), 16)]
    far = [p for p in points if (a.get_xel(*p) - b.get_xel(*p)).length() > 0.08]
    return len(far) / len(points)


def brightest(image: PNMImage) -> float:
    return max(image.get_bright(x, y) for x in range(0, image.get_x_size(), 5) for y in range(0, image.get_y_size(), 5))


def test_the_menu_is_there_in_time(open_program: Callable[..., Program]) -> None:
    """By the clock; on a machine that others keep busy, by the processor time the program has used."""
    taken = []
    for _ in range(3):
        program = open_program()
        image = program.picture()
        busy = os.getloadavg()[0] > 1.2 * (os.cpu_count() or 1)
        taken.append(program.cpu_s() if busy else time.monotonic() - program.started)
        program.close()
        assert brightest(image) > 0.7, "the menu shows nothing"
        if taken[-1] < MENU_S:
            break
    assert min(taken) < MENU_S, f"the menu took {taken} s"


def test_to_the_set_up_and_back_by_keys_and_mouse(open_program: Callable[..., Program]) -> None:
    program = open_program()
    menu = program.picture()
    program.key("n")
    setup = program.picture()
    assert differing(menu, setup) > 0.3
    program.key("Escape")
    assert differing(menu, program.picture()) < SAME
    stage = Stage()
    stage.open(MenuScreen())
    x, y = stage.ui.centre_of("new") or (0.0, 0.0)
    program.click(round(x), round(y))
    assert differing(setup, program.picture()) < SAME, "the mouse opens the same set-up"
    program.key("Escape", "Down", "Up", "F1")
    assert differing(menu, program.picture()) > 0.3
    program.key("F1", "q")
    assert program.process.wait(timeout=10) == 0


def test_a_game_is_set_up_and_saves_itself(open_program: Callable[..., Program]) -> None:
    program = open_program()
    program.picture()
    program.key("n")
    program.picture()
    program.key("ctrl+Return")
    folder = program.home / "autosave"
    path = Path(program._await(lambda: str(next(iter(folder.glob("*.jsonl")), "")), 20))
    time.sleep(0.5)
    game = read_saved(path, "autosave")
    assert not game.problem and [s.name for s in game.seats] == ["Ann", "Bo", "Cid"]
    program.process.kill()
    program.process.wait(timeout=10)
    again = open_program()
    again.picture()
    again.key("c")
    again.picture()
    again.key("Escape")
    again.picture()
    again.key("m")
    again.picture()
    again.key("q")
    assert again.process.wait(timeout=10) == 0


@pytest.mark.parametrize("size", [(640, 480), (2560, 1440)])
def test_a_resized_window_shows_everything(open_program: Callable[..., Program], size: tuple[int, int]) -> None:
    program = open_program()
    program.picture()
    program.xdotool("windowmove", program.window, "0", "0")
    program.xdotool("windowsize", program.window, str(size[0]), str(size[1]))
    time.sleep(1.0)
    image = program.picture()
    assert (image.get_x_size(), image.get_y_size()) == size
    assert brightest(image) > 0.7
    program.key("q")
    assert program.process.wait(timeout=10) == 0


def test_an_idle_menu_costs_next_to_nothing(open_program: Callable[..., Program]) -> None:
    program = open_program()
    program.picture()
    program.xdotool("mousemove", "--window", program.window, "5", "5")
    time.sleep(7.0)
    before, then = program.cpu_s(), time.monotonic()
    time.sleep(5.0)
    share = (program.cpu_s() - before) / (time.monotonic() - then)
    assert share < IDLE_SHARE, f"{share:.1%} of a core"
