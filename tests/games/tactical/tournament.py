"""Games of the Tactical Game between bots, today's and the old medium: what the script and the tests play.

`scripts/tournament_tactical.py` plays a hundred at a time.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from dataclasses import dataclass

from babylon3d.core.chance import derived
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.pieces import COLOURS
from babylon3d.games.babylon.tactical.bots import BOTS
from babylon3d.games.babylon.tactical.model import TacticalOptions
from babylon3d.games.babylon.tactical.rules import TacticalRules
from tests.games.tactical.old_medium import medium as old_medium

RULES = TacticalRules()
ALL = TacticalOptions()
LEVELS = {**BOTS, "old": old_medium}


@dataclass(frozen=True, slots=True)
class Game:
    """One game by seat: levels, points, nobles left; who won, why it ended, and each turn's seconds of thought."""

    seed: int
    levels: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[str, ...]
    nobles_left: tuple[int, ...]
    bridges_left: tuple[int, ...]
    ruling: str
    turns: int
    seconds: tuple[tuple[str, float], ...]
    """Per turn the level and how long it thought, in process time."""


def play(number: int, levels: tuple[str, ...], seed: int, options: TacticalOptions = ALL) -> Game:
    """One game. The seats turn by one from game to game, so that no level keeps a place."""
    turned = tuple(levels[(i - number) % len(levels)] for i in range(len(levels)))
    seats = [SeatInfo(f"P{i}", COLOURS[i], f"bot:{level}") for i, level in enumerate(turned)]
    minds = [LEVELS[level](i, derived(seed + number, "bot", i)) for i, level in enumerate(turned)]
    state = RULES.new_game(seats, options).state
    seconds: list[tuple[str, float]] = []
    while state.ended is None:
        seat = state.to_move
        begun = time.process_time()
        thought = minds[seat](state)
        try:
            while True:
                next(thought)
        except StopIteration as finished:
            actions = finished.value
        spent = time.process_time() - begun
        if state.placed or state.special:
            seconds[-1] = (turned[seat], seconds[-1][1] + spent)
        else:
            seconds.append((turned[seat], spent))
        for action in actions:
            RULES.verify(state, seat, action)
            state = RULES.apply(state, seat, action).state.at_rest()
    result = state.ended
    supplies = [seat.supply for seat in state.seats]
    return Game(
        seed + number,
        turned,
        tuple(score or 0 for score in result.scores),
        tuple(turned[seat] for seat in result.winners),
        tuple(supply.large + supply.small for supply in supplies),
        tuple(supply.bridges for supply in supplies),
        result.ruling,
        len(seconds),
        tuple(seconds),
    )


def table(games: list[Game]) -> list[str]:
    """What came of the games, a line for each level."""
    lines = []
    for level in sorted({level for game in games for level in game.levels}):
        won = sum(level in game.winners for game in games)
        shared = sum(level in game.winners and len(game.winners) > 1 for game in games)
        mine = [(game, i) for game in games for i, name in enumerate(game.levels) if name == level]
        points = statistics.fmean(game.scores[i] for game, i in mine)
        nobles = statistics.fmean(game.nobles_left[i] for game, i in mine)
        bridges = statistics.fmean(game.bridges_left[i] for game, i in mine)
        spent = sorted(s for game in games for name, s in game.seconds if name == level)
        lines.append(
            f"{level}: won {won} of {len(games)} ({shared} shared), {points:.1f} points a seat, "
            f"{nobles:.2f} nobles and {bridges:.2f} bridges left; "
            f"a turn takes {statistics.median(spent):.2f} s as median, {spent[int(len(spent) * 0.95)]:.2f} s at most "
            f"in 19 of 20, {spent[-1]:.2f} s at most"
        )
    ends = Counter(game.ruling for game in games)
    turns = statistics.fmean(game.turns for game in games)
    lines.append(f"ended by {', '.join(f'{r} {n}' for r, n in sorted(ends.items()))}; {turns:.1f} turns a game")
    return lines
