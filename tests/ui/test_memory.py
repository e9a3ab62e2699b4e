"""The memory of the program in a real window: resizing it and remaking its scene may go on for ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.driver import ROOT
from tests.ui.memory_run import REMADE, RESIZES

pytestmark = pytest.mark.window

BUFFERS_MB = 100.0
"""The least that the pictures of the large window take more than those of the small one (measured: 176)."""
SLACK_MB = 15.0
"""What the same size may differ by: less than any one picture of the large window (measured: 1)."""


def test_resizing_and_remaking_the_scene_leave_no_memory_behind(display: str, home: Path) -> None:
    environment = {
        **os.environ,
        "DISPLAY": display,
        "BABYLON3D_HOME": str(home),
        "BABYLON3D_SILENT": "1",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        # What is freed goes back to the machine at once, so that it is seen to be free.
        "MALLOC_MMAP_THRESHOLD_": "131072",
    }
    command = [sys.executable, "-m", "tests.ui.memory_run"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    small, large, remade = found["resized"][0::2], found["resized"][1::2], found["remade"]
    assert found["drawn"] >= RESIZES and found["colours"] == 2 and len(remade) == REMADE
    assert min(large) - max(small) > BUFFERS_MB, "the measure sees pictures come and go"
    for held in (small, large):
        assert max(held[-5:]) - max(held[1:6]) < SLACK_MB, held
    assert max(remade[-4:]) - max(remade[2:6]) < 3 * SLACK_MB, remade
