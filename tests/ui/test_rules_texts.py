"""The rules to read: every ruling of the Fast Game is told, what is assumed is marked, each game can be chosen."""

from __future__ import annotations

from typing import Any

from babylon3d.app.screens.rules_page import RulesScreen, games_told
from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.playable.babylon.fast.text import CHAPTERS
from babylon3d.present.input import Changed
from tests.ui.still import Stage


def test_every_ruling_of_the_fast_game_is_told() -> None:
    told = {rule.ruling for chapter in CHAPTERS for rule in chapter.rules}
    assert {f"F{n}" for n in range(1, 14)} <= told
    assumed = [rule for chapter in CHAPTERS for rule in chapter.rules if rule.assumed]
    assert {rule.ruling for rule in assumed} >= {"B9", "F3"}


def test_each_game_can_be_chosen() -> None:
    stage = Stage()
    screen: Any = stage.open(RulesScreen())
    for spec in games_told():
        of, chapters = spec.id, spec.text
        stage.do(Changed("rules of", of))
        texts = {getattr(placed.element, "text", "") for placed in stage.ui.placed[0]}
        assert screen.of == of and chapters[0].title in texts
    stage.do(Changed("rules of", "chess"))
    assert screen.of == "practice"
    texts = " ".join(str(getattr(placed.element, "text", "")) for placed in stage.ui.placed[0])
    assert all(drill.line in texts for drill in DRILLS.values())
