"""The bots: legal turns only, quick, the same from the same seed, and medium beats easy."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from babylon3d.core.actions import Seat
from babylon3d.core.chance import derived
from babylon3d.core.match import Match
from babylon3d.core.record import read_record
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.games.babylon.pieces import COLOURS
from babylon3d.games.babylon.tactical.bots import BOTS
from babylon3d.games.babylon.tactical.lookahead import HARD, MEDIUM
from babylon3d.games.babylon.tactical.model import Exchange, Place, TacticalAction, TacticalOptions
from babylon3d.games.babylon.tactical.plans import REPLIES, RULES, turn_plan, unable
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.playable.babylon.tactical.natures import IdealNature
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.players.bot import BotController
from tests.games.tactical.tournament import play as play_measured

GAME = TACTICAL.game
ROOT = Path(__file__).resolve().parents[3]


def play(bots: list[str], seed: int, options: TacticalOptions = TacticalOptions(large=1, small=2)) -> Session:
    """A whole game of these bots, ideal nature."""
    seats = [SeatInfo(f"P{i}", COLOURS[i], f"bot:{bot}") for i, bot in enumerate(bots)]
    session = Session.start(GAME, seats, options, seed=seed)
    controllers = {
        seat: BotController(BOTS[bot](seat, derived(seed, "bot", seat)), slices=None) for seat, bot in enumerate(bots)
    }
    match = Match(session, controllers, (IdealNature(),))
    for _ in range(2000):
        if session.over:
            return session
        match.tick()
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("expert", [False, True])
def test_easy_plays_whole_games(players: int, expert: bool) -> None:
    session = play(["easy"] * players, 7 * players, TacticalOptions(expert=expert, large=1, small=2))
    assert session.over


@pytest.mark.parametrize("expert", [False, True])
def test_medium_plays_whole_games(expert: bool) -> None:
    session = play(["medium", "easy", "medium"], 3, TacticalOptions(expert=expert, large=1, small=2))
    assert session.over


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = (play(["medium", "easy", "easy"], 11) for _ in range(2))
    assert first.log.lines == second.log.lines


def test_another_seed_gives_another_game() -> None:
    assert play(["easy"] * 3, 1).log.lines != play(["easy"] * 3, 2).log.lines


def lead_of(seat: Seat, session: Session) -> int:
    scores = [score or 0 for score in session.result().scores]
    return scores[seat] - max(score for i, score in enumerate(scores) if i != seat)


def test_medium_beats_easy() -> None:
    """One medium among three, all nobles: a third of the games is what chance gives; measured were 99 of 100."""
    wins = 0
    for seed in range(3):
        bots = ["easy"] * 3
        bots[seed % 3] = "medium"
        session = play(bots, seed, TacticalOptions())
        wins += lead_of(seed % 3, session) > 0
    assert wins >= 2


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_a_game_begins_in_the_middle_of_the_table(bot: str) -> None:
    for seed in range(3 if bot == "easy" else 1):
        state = RULES.new_game([SeatInfo(f"P{i}", COLOURS[i]) for i in range(3)], TacticalOptions()).state
        first = thought_through(bot, seed, state)[0]
        assert isinstance(first, Place) and (first.x, first.y, first.level) == (0, 0, 1)


def thought_through(bot: str, seed: int, state: TacticalState) -> Sequence[TacticalAction]:
    """What a bot of that seed does."""
    thought = BOTS[bot](state.to_move, random.Random(seed))(state)
    try:
        while True:
            next(thought)
    except StopIteration as finished:
        return tuple(finished.value)


def middle_game(seed: int, turns: int) -> TacticalState:
    """A state after so many turns of `easy`, all nobles there."""
    state = RULES.new_game([SeatInfo(f"P{i}", COLOURS[i]) for i in range(3)], TacticalOptions()).state
    while sum(info.turns_taken for info in state.seats) < turns and state.ended is None:
        for action in thought_through("easy", seed + len(state.building.parts), state):
            state = RULES.apply(state, state.to_move, action).state.at_rest()
    assert state.ended is None and not unable(state, state.to_move)
    return state


@pytest.mark.parametrize("bot", ["medium", "hard"])
def test_what_was_thought_before_changes_nothing_of_a_choice(bot: str) -> None:
    state, other = middle_game(4, 8), middle_game(6, 6)
    think = BOTS[bot](state.to_move, random.Random(8))
    for begun in (other, state):
        next(think(begun))  # let go of in the middle
    choice = think(state)
    try:
        while True:
            next(choice)
    except StopIteration as finished:
        assert tuple(finished.value) == thought_through(bot, 8, state)


CHOICE = """
import sys
from tests.games.tactical.test_bots import middle_game, thought_through
print(thought_through("hard", 5, middle_game(4, 9)))
"""


def test_the_choice_is_the_same_whatever_the_hash_seed_and_on_one_core() -> None:
    def said(hash_seed: str, one_core: bool) -> str:
        cores = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        code = (cores if one_core and hasattr(os, "sched_setaffinity") else "") + CHOICE
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        run = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        return run.stdout

    first = said("1", one_core=False)
    assert "Place" in first and said("2", one_core=True) == first


def test_a_budget_of_turns_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    thought = 0

    def counting(*given: Any) -> Any:
        nonlocal thought
        thought += 1
        return turn_plan(*given)

    monkeypatch.setattr("babylon3d.games.babylon.tactical.plans.turn_plan", counting)
    monkeypatch.setattr("babylon3d.games.babylon.tactical.lookahead.turn_plan", counting)
    for bot, depth in (("medium", MEDIUM), ("hard", HARD)):
        thought = 0
        thought_through(bot, 1, middle_game(6, 8))
        assert depth.nodes / 3 < thought <= depth.nodes + depth.width * depth.turns * len(REPLIES)


def tournament(levels: str, games: int) -> tuple[list[Any], dict[str, int]]:
    """Games of the script that measures bots, and how many each level won."""
    played = [play_measured(n, tuple(levels.split(",")), 4000) for n in range(games)]
    return played, {level: sum(level in game.winners for game in played) for level in levels.split(",")}


@pytest.mark.slow
def test_hard_beats_the_old_medium() -> None:
    """A seeded sample of the hundred games of the script: one of three, so chance gives a third."""
    played, won = tournament("hard,old,old", 3)
    assert won["hard"] >= 2
    assert statistics.median(s for game in played for level, s in game.seconds if level == "hard") < 2


@pytest.mark.slow
def test_medium_beats_the_old_one_and_places_its_nobles() -> None:
    _, won = tournament("medium,old,old", 5)
    assert won["medium"] >= 2
    played, _ = tournament("medium,medium,medium", 2)
    assert sum(sum(game.nobles_left) for game in played) <= 1.5 * 6
    assert all(game.turns >= 18 for game in played)


def test_medium_uses_the_special_move() -> None:
    actions = actions_of(play(["medium"] * 3, 0))
    assert sum(isinstance(action, Exchange) for action in actions) >= 3


def actions_of(session: Session) -> list[object]:
    """Every action of a game."""
    record = read_record(session.log.data())
    return [GAME.codec.action(bytes(entry.action)) for entry in record.entries if entry.seat is not None]


@pytest.mark.slow
def test_turns_are_thought_through_quickly() -> None:
    """Means over whole games with the full set; generous, for machines are slow and shared."""
    spent: dict[str, list[float]] = {"easy": [], "medium": []}
    for name in ("easy", "medium"):
        session = Session.start(GAME, [SeatInfo(f"P{i}", COLOURS[i]) for i in range(3)], TacticalOptions(), seed=5)
        think = {seat: BOTS[name](seat, random.Random(seat)) for seat in range(3)}
        turn = 0.0
        while not session.over:
            seat = session.state.to_move
            begun = time.perf_counter()
            thought = think[seat](session.state)
            try:
                while True:
                    next(thought)
            except StopIteration as finished:
                actions = finished.value
            turn += time.perf_counter() - begun
            for action in actions:
                session.act(seat, action)
            if session.over or session.state.to_move != seat:
                spent[name].append(turn)
                turn = 0.0
    assert sum(spent["easy"]) / len(spent["easy"]) < 0.05
    assert sum(spent["medium"]) / len(spent["medium"]) < 0.6
