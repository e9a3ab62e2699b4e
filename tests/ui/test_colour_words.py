"""Colours in words: only the palette that is shown has a say, and where a person's name belongs no colour stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from babylon3d.app.screens.practice.drills import PracticeScreen
from babylon3d.app.screens.rules_page import RulesScreen, games_told
from babylon3d.app.screens.setup import SetupScreen
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.playable.babylon.fast.words import lines as fast_lines
from babylon3d.playable.registry import every_game
from babylon3d.present.input import Changed
from babylon3d.present.palette import COLOUR_BLIND, NORMAL, colour_word
from babylon3d.render.ui.elements import Choice
from tests.contract.pictures import texts
from tests.ui.still import Stage
from tests.ui.test_fast_layout import SCREENS as FAST_SCREENS
from tests.ui.test_fast_layout import match
from tests.ui.test_layout import SCREENS as FLAT_SCREENS
from tests.ui.test_practice_sheets import result

SCREENS = {**{f"fast_{name}": shown for name, shown in FAST_SCREENS.items()}, **FLAT_SCREENS}
BOTH = (False, True)
WORDS = {blind: {colour_word(name, blind) for name in NORMAL} for blind in BOTH}
ANY = re.compile(rf"\b({'|'.join(sorted(WORDS[False] | WORDS[True]))})\b", re.IGNORECASE)


def said(stage: Stage) -> Iterator[str]:
    """All that the screen tells: what is on show, and what is told when it is pointed at."""
    yield from stage.texts()
    for layer in stage.ui.placed:
        for placed in layer:
            for name in ("label", "tooltip", "reason", "placeholder"):
                yield str(getattr(placed.element, name, ""))
            if isinstance(placed.element, Choice):
                yield from (label for _, label in placed.element.options)


def seen_with(blind: bool) -> Stage:
    stage = Stage()
    stage.ctx.settings = replace(stage.ctx.settings, colour_blind=blind)
    return stage


def test_a_colours_word_is_how_it_looks() -> None:
    """Different words for different colours, and the second palette has its own only where it looks different."""
    for blind in BOTH:
        assert len(WORDS[blind]) == len(NORMAL)
    for name in NORMAL:
        away = sum((a - b) ** 2 for a, b in zip(NORMAL[name], COLOUR_BLIND[name], strict=True)) ** 0.5
        assert colour_word(name, True) == name or away > 0.12, name
    for one, other in combinations(NORMAL, 2):
        assert colour_word(one, True) != colour_word(other, True)
    assert colour_word("red", True) == colour_word("orange")


@pytest.mark.parametrize("screen", SCREENS)
def test_no_screen_says_a_colour_but_the_set_up_that_gives_them(screen: str) -> None:
    """With the second palette, where names differ from what is seen; the set-up is tested with both below."""
    stage = seen_with(blind=True)
    SCREENS[screen](stage)
    told = [text for text in said(stage) if ANY.search(text)]
    assert screen == "setup" or not told
    for text in told:
        assert {word.lower() for word in ANY.findall(text)} <= WORDS[True], text


@pytest.mark.parametrize("drill", DRILLS)
def test_practice_says_no_colour(drill: str, home: Path) -> None:
    stage = result(drill, 3, None, None)
    assert not [text for text in said(stage) if ANY.search(text)]
    stage.open(PracticeScreen())
    assert not [text for text in said(stage) if ANY.search(text)]


def test_what_happens_in_the_fast_game_is_told_by_names() -> None:
    """Every outcome and event to every seat, every refusal of hands, with people of every colour."""
    told = 0
    for players in (3, 5):
        state = match(players)
        pieces = [piece.id for piece in state.standing]
        outcomes: list[Any] = [m.KnockedDown(piece, by) for piece in pieces for by in (None, *range(players))]
        outcomes += [m.Returned(piece, reason) for piece in pieces for reason in ("it leans", "it is not placed")]
        outcomes += [make(piece) for piece in pieces for make in (m.Wasted, m.Withdrawn)]
        events: list[Any] = [m.RoundStarted(), m.RoundStopped("Ann called stop"), m.RoundScored((0, 1))]
        events += [make(seat) for seat in range(players) for make in (m.WentOut, m.AgreedToSkip, m.MousePassed)]
        lines = list(fast_lines(outcomes, events, state, state))
        rules = FastRules()
        for seat in range(players):
            actions = (m.LetGo(), m.Done(), m.CallStop(), m.Skip(), *(m.Lift(piece) for piece in pieces))
            lines += [str(rules.why_not(state, seat, action) or "") for action in actions]
        for line in lines:
            assert not ANY.search(line), line
            told += bool(line)
    assert told > 60


@pytest.mark.parametrize("blind", BOTH)
def test_the_set_up_calls_each_colour_as_it_is_shown(blind: bool) -> None:
    stage = seen_with(blind)
    stage.open(SetupScreen())
    found = [p.element for layer in stage.ui.placed for p in layer if isinstance(p.element, Choice) and p.element.marks]
    assert found
    for choice in found:
        assert all(label == colour_word(value, blind) for value, label in choice.options)
        assert colour_word(choice.value, blind) in choice.tooltip


def test_no_rule_lesson_option_or_drill_says_a_colour() -> None:
    told = 0
    for spec in every_game():
        form = spec.form
        choices = () if form is None else (form.switches, form.numbers, form.picks, form.presets)
        steps = [(step.words, step.otherwise) for lesson in spec.lessons for step in lesson.steps]
        chapters = [
            (c.title, [(rule.text, "" if rule.drawing is None else rule.drawing.caption) for rule in c.rules])
            for c in spec.text
        ]
        for text in texts((*chapters, *steps, *choices, *spec.keys)):
            assert not ANY.search(text), text
            told += bool(text)
    for drill in DRILLS.values():
        assert not ANY.search(drill.line), drill.line
    assert told > 200


@pytest.mark.parametrize("spec", games_told(), ids=lambda spec: spec.id)
def test_the_rules_of_every_game_say_no_colour(spec: object) -> None:
    stage = Stage()
    stage.open(RulesScreen())
    stage.do(Changed("rules of", spec.id))  # type: ignore[attr-defined]
    assert not [text for text in said(stage) if ANY.search(text)]
