"""For tests in a real window: the program, started with settings of the test's own and ended after it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from tests.ui.driver import Program


class StartProgram(Protocol):
    """Starts the program in a window."""

    def __call__(self, *arguments: str, module: str = "babylon3d", **settings: object) -> Program:
        """With arguments of the command line, and these settings in its file; `module` is what Python runs."""


@pytest.fixture
def start_program(display: str, home: Path, need_tool: object) -> Iterator[StartProgram]:
    """Call it to start the program; every one that was started is ended after the test."""
    assert callable(need_tool)
    need_tool("xdotool")
    started: list[Program] = []

    def start(*arguments: str, module: str = "babylon3d", **settings: object) -> Program:
        path = home / "config" / "settings.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"format": "babylon3d.settings/1", **settings}))
        started.append(Program(display, home, *arguments, module=module))
        return started[-1]

    yield start
    for program in started:
        program.close()
