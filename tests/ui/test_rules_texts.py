"""The rules to read: every ruling of the Fast Game is told, what is assumed is marked, each game can be chosen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from babylon3d.app.screens.rules_page import RulesScreen, games_told
from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.playable.babylon.fast.text import CHAPTERS
from babylon3d.playable.registry import every_game
from babylon3d.playable.rules_text import Drawing
from babylon3d.present.input import Changed
from babylon3d.render.ui.elements import Icon
from babylon3d.storage import asset
from tests.ui.still import Stage

ROOT = Path(__file__).resolve().parent.parent.parent
DRAWINGS: list[tuple[str, Drawing]] = [
    (spec.id, rule.drawing)
    for spec in every_game()
    for chapter in spec.text
    for rule in chapter.rules
    if rule.drawing is not None
]


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


def test_every_picture_is_there_small_and_used_once() -> None:
    names = [f"{game}/{drawing.name}.jpg" for game, drawing in DRAWINGS]
    assert len(set(names)) == len(names) >= 16
    folder = asset("rules")
    assert sorted(names) == sorted(str(path.relative_to(folder)) for path in folder.rglob("*.*"))
    for name in names:
        data = (folder / name).read_bytes()
        assert data[:3] == b"\xff\xd8\xff" and len(data) < 45_000, name


def test_every_picture_has_something_in_it_and_says_what() -> None:
    for game, drawing in DRAWINGS:
        scene = drawing.scene()
        assert scene.pieces and drawing.caption.endswith("."), (game, drawing.name)
        ids = [visual.id for visual in scene.pieces]
        assert len(set(ids)) == len(ids)


def texts(stage: Stage) -> str:
    return " ".join(str(getattr(placed.element, "text", "")) for placed in stage.ui.placed[0])


def test_the_search_shows_what_speaks_of_all_words_and_of_rulings() -> None:
    stage = Stage()
    screen: Any = stage.open(RulesScreen("tactical"))
    whole = texts(stage)
    stage.do(Changed("rules search", "ARCH  nothing"))
    assert "Nothing may stand under the arch" in texts(stage) and "Turns go clockwise" not in texts(stage)
    assert [p.element.name for p in stage.ui.placed[0] if isinstance(p.element, Icon) and "rules/" in p.element.name]
    stage.do(Changed("rules search", "t4"))
    assert "On everybody's first turn" in texts(stage) and "Nothing may stand" not in texts(stage)
    stage.do(Changed("rules search", "the special move"))
    assert "you may switch two nobles" in texts(stage), "a chapter's title brings all of it"
    stage.do(Changed("rules search", "xylophone"))
    assert 'No rule of this game speaks of "xylophone".' in texts(stage)
    stage.do(Changed("rules search", " "))
    assert texts(stage) == whole and screen.of == "tactical"


@pytest.mark.slow
def test_the_script_draws_every_picture(tmp_path: Path) -> None:
    command = [sys.executable, "scripts/picture_rules.py", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    drawn = {str(path.relative_to(tmp_path)): path.stat().st_size for path in tmp_path.rglob("*.jpg")}
    assert sorted(drawn) == sorted(f"{game}/{drawing.name}.jpg" for game, drawing in DRAWINGS)
    kept = {name: (asset("rules") / name).stat().st_size for name in drawn}
    assert all(0.7 < drawn[name] / kept[name] < 1.4 for name in drawn), "a picture shows something else by now"
