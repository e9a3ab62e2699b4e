"""The script that measures what hands reach in the drills: its persons play, and what it proposes are medals."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from babylon3d.games.babylon.practice.drills import DRILLS

SCRIPT = Path(__file__).resolve().parents[3] / "scripts" / "measure_drills.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("measure_drills", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["measure_drills"] = module
    spec.loader.exec_module(module)
    return module


def test_medals_are_what_swift_steady_and_slow_hands_reach_in_the_middle(script: ModuleType) -> None:
    ticks = {"swift": [1490, 1600, None], "steady": [2000, 2100, 2200], "slow": [None, 4000, 9000]}
    assert script.asked(ticks, DRILLS["repair"]) == (1500, 2100, 4200), "times in whole five seconds, never less"
    levels: dict[str, list[int | None]] = {"swift": [9, 12, 10], "steady": [8, 8, 1], "slow": [5, None, 6]}
    assert script.asked(levels, DRILLS["height"]) == (10, 8, 6)
    assert script.asked({**levels, "slow": [None]}, DRILLS["height"]) is None


@pytest.mark.slow
@pytest.mark.parametrize("drill", ["repair", "all_nobles"])
def test_a_scripted_person_reaches_the_goal(script: ModuleType, drill: str) -> None:
    found = script.play(drill, "swift", "guided", 3)
    assert found is not None and DRILLS[drill].medal(found) is not None
