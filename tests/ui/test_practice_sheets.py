"""The sheets of practice: every medal named with what would earn it, one size from drill to drill."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from babylon3d.app.screens.practice.drills import PracticeScreen
from babylon3d.app.screens.practice.result import PracticeResultScreen
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.games.babylon.practice.rules import PracticeOptions
from babylon3d.playable.babylon.practice.run import open_bests
from babylon3d.playable.babylon.practice.spec import SPEC
from babylon3d.present.input import Pressed
from babylon3d.render.ui.boxes import Rect
from babylon3d.render.ui.elements import Panel
from tests.games.practice.runs import run
from tests.ui.still import Stage

NOW = datetime(2030, 5, 17, 20, 30, tzinfo=timezone.utc)


def panel(stage: Stage) -> Rect:
    """The panel that the sheet lies on."""
    (found,) = (p.rect for p in stage.ui.placed[0] if isinstance(p.element, Panel) and p.element.style == "panel")
    return found


def result(drill: str, splits: int, measure: int | None, before: int | None) -> Stage:
    """The sheet of a run with so many splits, that is said to have that measure."""
    session = Session.start(SPEC.game, (SeatInfo("Ann", "red"),), PracticeOptions(drill))  # type: ignore[arg-type]
    state = msgspec.structs.replace(session.state, splits=tuple(60 * (i + 1) for i in range(splits)))
    data = SimpleNamespace(log=session.log, result=lambda: SimpleNamespace(reason="the goal was not reached"))
    seated: Any = SimpleNamespace(game=SimpleNamespace(state=state, session=data))
    sheet = PracticeResultScreen(seated, NOW, before, lambda: sheet)
    sheet.measure = measure
    stage = Stage()
    stage.open(sheet)
    return stage


@pytest.mark.parametrize("splits", [0, 9, 42])
def test_the_result_keeps_its_size_from_drill_to_drill(home: Path, splits: int) -> None:
    usual = panel(result("height", 3, 7, 5))
    for drill in DRILLS.values():
        for measure, before in ((None, None), (drill.medals[0], None), (drill.medals[2], drill.medals[1])):
            assert panel(result(drill.id, splits, measure, before)) == usual


def test_the_result_names_every_medal_and_what_is_missing(home: Path) -> None:
    stage = result("height", 3, DRILLS["height"].medals[2], None)
    gold, silver, bronze = DRILLS["height"].medals
    for text in ("Gold", "Silver", "Bronze", f"{gold} levels or more", f"{gold - bronze} levels short", "earned"):
        assert stage.shows(text)
    assert stage.shows(f"{silver - bronze} levels short")
    stage = result("height", 3, bronze, silver)
    assert "earned before" in stage.texts() and "earned" in stage.texts()
    stage = result("height", 0, None, None)
    assert stage.texts().count("not earned yet") == 3


def test_the_page_keeps_its_size_and_names_every_medal(home: Path) -> None:
    with open_bests() as bests:
        bests.add(run("steady_hand", [("tower", 400, 0, 1400)]).log.data(), "2026-01-02 03:04:05")
    stage = Stage()
    stage.open(PracticeScreen())
    usual = panel(stage)
    for drill in DRILLS.values():
        stage.do(Pressed(f"drill:{drill.id}"))
        assert panel(stage) == usual, drill.id
        for least in drill.medals:
            assert drill.asked(least) in stage.texts()
    stage.do(Pressed("drill:steady_hand"))
    assert DRILLS["steady_hand"].lacking(1, DRILLS["steady_hand"].medals[0]) in stage.texts()
