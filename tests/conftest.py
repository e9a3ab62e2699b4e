"""For all tests: a home of their own, tools that may be missing at home but not in CI, a display without a screen."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest

from babylon3d.physics.engines import prefer

ROOT = Path(__file__).resolve().parent.parent

# Examples take the time they take on a busy machine; in CI they are the same in every run.
hypothesis.settings.register_profile("babylon3d", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("babylon3d")


def lacking(what: str) -> None:
    """Skips the test on a developer's machine, fails it in CI, where everything must be there."""
    message = f"{what} is missing"
    if os.environ.get("CI"):
        pytest.fail(f"{message}; CI must have it", pytrace=False)
    pytest.skip(message)


@pytest.fixture(scope="session")
def need_tool() -> Callable[[str], str]:
    """Call it with a program's name: its path, or a skip (in CI a failure) without it."""

    def need(name: str) -> str:
        path = shutil.which(name)
        if path is None:
            lacking(name)
        return str(path)

    return need


@contextlib.contextmanager
def x_server(xvfb: str, screen: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A running Xvfb with a screen of that size, and its display, such as `:7`."""
    reading, writing = os.pipe()
    command = [xvfb, "-displayfd", str(writing), "-screen", "0", screen, "-nolisten", "tcp", "-noreset"]
    process = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as file:
            number = file.readline().strip()  # Xvfb writes it once it listens, or closes the pipe when it cannot
        assert number, "Xvfb did not start"
        yield process, f":{number}"
    finally:
        process.terminate()
        process.wait(timeout=10)


@pytest.fixture(scope="session")
def display(need_tool: Callable[[str], str]) -> Iterator[str]:
    """The name of a virtual display with OpenGL, such as `:7`, 2560x1440; hand it to a process as DISPLAY."""
    xvfb = need_tool("Xvfb")
    try:
        ctypes.CDLL("libGL.so.1")
    except OSError:
        lacking("OpenGL (libGL.so.1)")
    with x_server(xvfb, "2560x1440x24") as (_, name):
        yield name


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own for settings and saved games, so that nobody's own are touched."""
    folder = tmp_path_factory.getbasetemp() / "homes" / os.urandom(6).hex()
    monkeypatch.setenv("BABYLON3D_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def no_engine_is_preferred() -> Iterator[None]:
    """What a program's settings prefer ends with its test."""
    yield
    prefer(None)
