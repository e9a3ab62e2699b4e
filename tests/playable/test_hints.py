"""Hints (T11): what is left of the best bot's turn is marked and said; asking changes nothing and blocks nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from babylon3d.core.actions import Action
from babylon3d.games.babylon.tactical.bots import medium
from babylon3d.games.babylon.tactical.model import EndTurn, Exchange, Place, TacticalOptions
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.playable.babylon.tactical.hints import TacticalAdviser, _named
from babylon3d.playable.begin import Seated, begin
from babylon3d.playable.hints import SLICES, Hint, Hinting
from babylon3d.playable.sitting import INSTANT
from tests.playable.babylon.tactical.positions import opened, played
from tests.playable.test_sitting import Person, setup

RULES = TacticalRules()
HINTS = TacticalOptions(hints=True, large=1, small=1)


def seated(*controllers: str, options: TacticalOptions = HINTS) -> Seated:
    game = begin(setup(*controllers, options=options), "ideal")
    game.sitting.speed = INSTANT
    game.sitting.open()
    return game


def hint_of(game: Seated) -> Hint:
    """Ask for a hint and wait for it."""
    sitting = game.sitting
    assert sitting.hinting is not None
    assert sitting.press("hint") == "pick" and not sitting.refusal
    for _ in range(5000):
        sitting.tick()
        if not sitting.hinting.busy:
            break
    found = sitting.hinting.at(sitting.view, sitting.seat)
    assert found is not None
    return found


def test_a_hint_marks_every_placement_of_a_turn_and_says_why() -> None:
    game = seated("human", "human", "human")
    assert game.sitting.hud({}).message.startswith("Take a piece")
    hint = hint_of(game)
    assert 4 <= len(hint.ghosts) <= 5 and hint.text.startswith("Hint: ") and ": " in hint.text[6:]
    assert game.sitting.hud({}).message == hint.text
    assert game.sitting.scene().ghosts[-len(hint.ghosts) :] == hint.ghosts
    game.sitting.close()


def test_what_was_done_of_it_is_marked_no_longer_and_another_piece_ends_it() -> None:
    state = opened(TacticalOptions(hints=True))
    plan = _planned(state)
    adviser = TacticalAdviser()
    places = [a for a in plan if isinstance(a, Place)]
    now = state
    for done, place in enumerate(places):
        hint = adviser.hint(state, 0, plan, now)
        assert hint is not None and len(hint.ghosts) == len(places) - done
        now = RULES.apply(now, 0, place).state
    assert adviser.hint(state, 0, plan, now) is not None, "the end of the turn is left"
    other = next(a for a in RULES.legal_actions(state, 0) if isinstance(a, Place) and a not in places and not a.turn)
    assert adviser.hint(state, 0, plan, RULES.apply(state, 0, other).state) is None


def test_a_hint_is_for_one_turn_and_gone_in_the_next_of_the_same_player() -> None:
    for seed in range(4):
        state = played(seed, 20, TacticalOptions(hints=True))
        seat, plan, adviser = state.to_move, _planned(state, seed), TacticalAdviser()
        later = state
        for turn in range(3):
            for action in _planned(later, seed + turn):
                later = RULES.apply(later, later.to_move, action).state
        assert later.to_move == seat and not later.placed, "round the table"
        assert adviser.hint(state, seat, plan, state) is not None
        assert adviser.hint(state, seat, plan, later) is None


def test_levels_are_listed_by_number() -> None:
    assert [_named(levels) for levels in ([4], [4, 6], [1, 4, 6])] == ["level 4", "levels 4 and 6", "levels 1, 4 and 6"]


def _planned(state: Any, seed: int = 3) -> tuple[Action, ...]:
    thought = medium(state.to_move, random.Random(seed))(state)
    try:
        while True:
            next(thought)
    except StopIteration as finished:
        return tuple(finished.value)


@pytest.mark.parametrize("seed", range(6))
def test_in_any_position_a_hint_is_a_legal_turn_with_a_reason(seed: int) -> None:
    state = played(seed, 20 + 12 * seed, TacticalOptions(hints=True, open_exchange=bool(seed % 2), expert=seed > 3))
    if state.ended is not None or state.open_moves:
        return
    plan, adviser, seat = _planned(state), TacticalAdviser(), state.to_move
    now = state
    for action in plan:
        hint = adviser.hint(state, seat, plan, now)
        assert hint is not None and hint.text.startswith("Hint: ")
        if isinstance(action, Exchange):
            assert hint.pieces == action.nobles
        RULES.verify(now, seat, action)
        now = RULES.apply(now, seat, action).state
    assert now.to_move != seat or now.ended is not None
    assert adviser.hint(state, seat, plan, now) is None


def test_while_a_bot_thinks_a_hint_is_refused_in_one_line() -> None:
    game = seated("bot:medium", "human", "human")
    assert game.sitting.press("hint") == "refuse"
    assert game.sitting.refusal == "A hint is for your own turn; Ann is thinking"
    game.sitting.close()


def test_by_the_book_there_are_none() -> None:
    game = seated("human", "human", "human", options=TacticalOptions())
    assert game.sitting.press("hint") == "refuse" and "(T11)" in game.sitting.refusal
    assert all(button.id != "hint" for button in game.sitting.hud({}).actions)
    assert any(button.id == "hint" for button in seated("human", "human", "human").sitting.hud({}).actions)


def test_asking_changes_nothing_of_the_game() -> None:
    logs = []
    for asks in (False, True):
        game = seated("human", "bot:easy", "bot:medium")
        person = Person(game.sitting)
        for tick in range(400):
            if asks and tick % 7 == 0:
                game.sitting.press("hint")
            person.act()
            game.sitting.tick()
        logs.append(game.sitting.session.log.lines[1:])
        game.sitting.close()
    assert logs[0] == logs[1] and len(logs[0]) > 10


def test_a_hint_is_thought_of_in_slices_and_let_go_of_when_the_turn_is_over() -> None:
    steps = 0

    def mind(seat: int) -> Any:
        def think(view: Any) -> Iterator[None]:
            nonlocal steps
            while True:
                steps += 1
                yield

        return think

    hinting = Hinting(TacticalAdviser(), mind)
    view = opened(TacticalOptions(hints=True))
    assert hinting.ask(view, 0, "") == "" and hinting.busy and steps == 0
    assert hinting.ask(view, 0, "") == "The hint is being thought of"
    for tick in range(1, 5):
        hinting.think(0)
        assert steps == tick * SLICES
    hinting.think(None)
    assert not hinting.busy and hinting.at(view, 0) is None


def test_an_end_of_turn_is_a_hint_too() -> None:
    hint = TacticalAdviser().hint(state := opened(TacticalOptions(hints=True)), 0, (EndTurn(),), state)
    assert hint is not None and hint.text == "Hint: end your turn" and not hint.ghosts
