"""A display or a window that goes away in the middle of a game: one line, an exit code, a game that goes on later."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from babylon3d.playable.saves import last_unfinished
from tests.conftest import x_server
from tests.ui.driver import Program

pytestmark = pytest.mark.window


@pytest.fixture
def server(need_tool: Callable[[str], str]) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """An X server of the test's own, and its display."""
    with x_server(need_tool("Xvfb"), "800x600x24") as running:
        yield running


@pytest.mark.parametrize("game", ["tactical", "fast"])
def test_a_display_that_goes_away_ends_the_program_in_order(
    server: tuple[subprocess.Popen[bytes], str], home: Path, game: str
) -> None:
    running, display = server
    program = Program(display, home, "--game", game, "--players", "Ann:human,Bo:bot:easy,Cy:bot:easy")
    try:
        program.screen("FastPlayScreen" if game == "fast" else "PlayScreen")
        running.kill()
        running.wait()
        assert program.process.wait(20) == 2
    finally:
        program.close()
    said = (home / "errors.txt").read_text().splitlines()
    assert [line for line in said if line.startswith("babylon3d: the display has gone away")] == said[-1:]
    assert "Traceback" not in " ".join(said)
    saved = last_unfinished()
    assert saved is not None and saved.game == game


@pytest.mark.parametrize("game", ["tactical", "fast"])
def test_a_window_that_another_program_destroys_ends_the_program_in_order(
    server: tuple[subprocess.Popen[bytes], str], home: Path, game: str, need_tool: Callable[[str], str]
) -> None:
    need_tool("xdotool")
    program = Program(server[1], home, "--game", game, "--players", "Ann:human,Bo:bot:easy,Cy:bot:easy")
    try:
        program.screen("FastPlayScreen" if game == "fast" else "PlayScreen")
        window = program.xdotool("search", "--name", "Babylon").split()[-1]
        program.xdotool("windowclose", window)
        assert program.process.wait(20) == 2
    finally:
        program.close()
    said = (home / "errors.txt").read_text().splitlines()
    assert [line for line in said if "another program destroyed the window" in line] == said[-1:]
    assert "Traceback" not in " ".join(said)
    saved = last_unfinished()
    assert saved is not None and saved.game == game
