"""What the Tactical Game's rules cost: a random action through the session, and deciding whether a player is unable."""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator

from babylon3d.bench.rows import Row
from babylon3d.core.errors import IllegalAction
from babylon3d.core.session import Session
from babylon3d.games.babylon.tactical.draw import attempts
from babylon3d.games.babylon.tactical.model import MAX_PLACED, MIN_PLACED, Place, Settled, TacticalOptions
from babylon3d.games.babylon.tactical.random_positions import crowded_boards, scarce_supply
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.turn_search import Goal, can_finish
from babylon3d.playable.babylon.tactical.spec import SPEC
from babylon3d.playable.simulate import seat_infos

RATIO_BAR = 2.0
SEARCH_BAR_MS = 5.0
SEARCH_PARTS, FREE_TOPS, SEARCH_NOES = 100, 0.25, 0.1


def session_rows(quick: bool) -> Iterator[Row]:
    """A random placement through the session over a random action of catanatron."""
    name, unit = "random placement over a random action of catanatron", "ratio"
    peer = _catanatron()
    if peer is None:
        how = "catanatron is not installed (a development extra)"
        yield Row(name, None, unit, RATIO_BAR, None, how)
        return
    rounds, games = (3, 2) if quick else (5, 6)
    random_turns(0)
    peer(0)
    ours: list[float] = []
    theirs: list[float] = []
    for turn in range(rounds):
        spent = {random_turns: (0.0, 0), peer: (0.0, 0)}
        for game in range(games):
            for play, (seconds, actions) in spent.items():
                more_seconds, more = play(1 + turn * games + game)
                spent[play] = seconds + more_seconds, actions + more
        for times, (seconds, actions) in zip((ours, theirs), spent.values(), strict=True):
            times.append(seconds / actions)
    value = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    how = (
        f"{statistics.median(ours) * 1e6:.0f} over {statistics.median(theirs) * 1e6:.0f} microseconds, interleaved "
        f"game by game, median of {rounds} rounds of {games} games, processor time; refused tries are counted in, "
        "about 7 parts a game go on the table beside the building"
    )
    yield Row(name, value, unit, RATIO_BAR, value <= RATIO_BAR, how)


def random_turns(seed: int) -> tuple[float, int]:
    """A whole game at random through the session; seconds for all tries at placing, and how many pieces were placed."""
    rules, rng = TacticalRules(), random.Random(seed)
    session = Session.start(SPEC.game, seat_infos(SPEC, 3 + seed % 3, ("easy",)), TacticalOptions(), seed=seed)
    seconds, placed = 0.0, 0
    gc.collect()
    while not session.over:
        began = time.process_time()
        for action in attempts(session.state, rng):
            try:
                session.act(session.state.to_move, action)
                done = True
            except IllegalAction:
                done = False
            if done and rules.need(session.state) is not None:
                session.happen("ideal", Settled())
            if isinstance(action, Place):
                seconds += time.process_time() - began
                placed += done
            if done:
                break
            began = time.process_time()
    return seconds, placed


def _catanatron() -> Callable[[int], tuple[float, int]] | None:
    """Plays one game of catanatron between random players: seconds and actions; None if it is not installed."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None

    def play(seed: int) -> tuple[float, int]:
        colours = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)[: 3 + seed % 2]
        gc.collect()
        began = time.process_time()
        game, actions = Game([RandomPlayer(colour) for colour in colours], seed=1 + seed), 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            actions += 1
        return time.process_time() - began, actions

    return play


def turn_rows(quick: bool) -> Iterator[Row]:
    """How long it takes at the 99th percentile to decide whether a player is unable (T3)."""
    count = 200 if quick else 1000
    rng = random.Random(1)
    goal = Goal(MIN_PLACED, MAX_PLACED)
    times, noes = [], 0
    for _ in range(count):
        boards, supply = crowded_boards(rng, SEARCH_PARTS, FREE_TOPS), scarce_supply(rng)
        began = time.process_time()
        possible = can_finish(boards, supply, goal)
        times.append(1000 * (time.process_time() - began))
        noes += not possible
    times.sort()
    value = times[min(count - 1, count * 99 // 100)]
    how = (
        f"{count} positions of {SEARCH_PARTS} parts, a quarter of the tops free, 0-4 towers and bridges, 0-3 nobles of "
        f"each size; {noes} with the answer no; median {statistics.median(times):.2f}, slowest {times[-1]:.1f} ms"
    )
    enough = noes >= SEARCH_NOES * count
    yield Row("inability (T3), 99th percentile", value, "ms", SEARCH_BAR_MS, value < SEARCH_BAR_MS and enough, how)
