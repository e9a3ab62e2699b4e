"""From the README's first command to the menu on the screen, in a real window."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PLAY = ROOT / "scripts" / "play.py"
DRAWN_COLOURS = 1_000


def is_set_up() -> bool:
    """Whether `.venv` holds what the product's lock lists, so that a start only starts."""
    spec = importlib.util.spec_from_file_location("_setup_of_the_checkout", PLAY.with_name("_setup.py"))
    assert spec is not None and spec.loader is not None
    setup = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(setup)
    return bool(setup._is_ready("product"))


def colours(screen: Path) -> int:
    """How many different pixels the screen's memory shows (it is a file, 4 bytes a pixel after a header)."""
    data = screen.read_bytes()[-1280 * 720 * 4 :]
    return len(set(memoryview(data).cast("I")[::7]))


@pytest.mark.window
@pytest.mark.timing
def test_the_menu_is_there_in_under_4_seconds(need_tool: Callable[[str], str], tmp_path: Path) -> None:
    if not is_set_up():
        assert not os.environ.get("CI"), "CI starts the tests with scripts/test.py, which sets up"
        pytest.skip("this checkout was not set up by scripts/play.py or scripts/test.py")
    reading, writing = os.pipe()
    options = ["-displayfd", str(writing), "-screen", "0", "1280x720x24", "-fbdir", str(tmp_path), "-nolisten", "tcp"]
    server = subprocess.Popen([need_tool("Xvfb"), *options], pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as file:
            name = f":{file.readline().strip()}"
        screen = tmp_path / "Xvfb_screen0"
        assert colours(screen) < DRAWN_COLOURS
        times = [start_to_menu(name, screen, tmp_path / f"home{i}") for i in range(3)]
        assert sorted(times)[1] < 4.0, f"the menu came after {times} s"
    finally:
        server.terminate()
        server.wait(timeout=10)


def start_to_menu(display: str, screen: Path, home: Path) -> float:
    """Seconds from the command to a drawn menu; then the game is ended."""
    environment = {**os.environ, "DISPLAY": display, "BABYLON3D_HOME": str(home)}
    started = time.monotonic()
    with subprocess.Popen([sys.executable, str(PLAY)], env=environment, stdin=subprocess.DEVNULL) as game:
        try:
            while colours(screen) < DRAWN_COLOURS:
                assert game.poll() is None, f"the game ended with {game.returncode}"
                assert time.monotonic() - started < 60, "no menu within a minute"
                time.sleep(0.05)
            return time.monotonic() - started
        finally:
            game.terminate()
            game.wait(timeout=20)
            while colours(screen) >= DRAWN_COLOURS:
                time.sleep(0.05)
