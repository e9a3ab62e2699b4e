"""What `babylon3d bench` measures: one row a bar, in sections. Ratios are taken within one run, interleaved."""

from __future__ import annotations

import gc
import os
import platform
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from babylon3d import __version__
from babylon3d.core.errors import IllegalAction, Unavailable
from babylon3d.core.session import Session
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.playable.simulate import seat_infos

RATIO_BAR = 2.0
SEARCH_BAR_MS = 5.0
SEARCH_PARTS, FREE_TOPS, SEARCH_NOES = 100, 0.25, 0.1
PACKAGES = ("panda3d", "pybullet", "numpy", "msgspec", "catanatron", "mujoco")


@dataclass(frozen=True, slots=True)
class Row:
    """One bar: `value` in `unit` must keep to `bar`; `ok` is None where it was not measured, and `how` says why."""

    name: str
    value: float | None
    unit: str
    bar: float
    ok: bool | None
    how: str


Section = Callable[[bool], Iterator[Row]]


def machine() -> dict[str, Any]:
    """What the numbers were measured on."""
    found: dict[str, Any] = {
        "babylon3d": __version__,
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found


def _processor() -> str:
    """The processor's name as the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor()


# -- session ---------------------------------------------------------------------------------------


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
    from babylon3d.games.babylon.tactical.draw import attempts
    from babylon3d.games.babylon.tactical.model import Place, Settled, TacticalOptions
    from babylon3d.games.babylon.tactical.rules import TacticalRules

    rules, rng = TacticalRules(), random.Random(seed)
    session = Session.start(TACTICAL.game, seat_infos(TACTICAL, 3 + seed % 3, ("easy",)), TacticalOptions(), seed=seed)
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


# -- inability (T3) --------------------------------------------------------------------------------


def turn_rows(quick: bool) -> Iterator[Row]:
    """How long it takes at the 99th percentile to decide whether a player is unable (T3)."""
    from babylon3d.games.babylon.tactical.model import MAX_PLACED, MIN_PLACED
    from babylon3d.games.babylon.tactical.random_positions import crowded_boards, scarce_supply
    from babylon3d.games.babylon.tactical.turn_search import Goal, can_finish

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


# -- frames ----------------------------------------------------------------------------------------


def frame_rows(quick: bool) -> Iterator[Row]:
    """Frames of the full box, and what an idle table takes of a core."""
    from babylon3d.commands.render import scene_of
    from babylon3d.physics.samples import full_box
    from babylon3d.render import bars

    model = scene_of(full_box(BABYLON), BABYLON)
    rounds, seconds = (3, 2.0) if quick else (5, 5.0)
    measures: tuple[tuple[str, str, float, Callable[[], Any]], ...] = (
        ("frame, lit over unlit", "ratio", bars.LIT_BAR, lambda: bars.lit_over_unlit(model, BABYLON, rounds)),
        ("frame, quality by itself", "ms", bars.FRAME_BAR_MS, lambda: bars.frame_by_itself(model, BABYLON)),
        ("idle table", "share of a core", bars.IDLE_BAR, lambda: bars.idle_table(model, BABYLON, seconds)),
    )
    for name, unit, bar, measure in measures:
        try:
            yield Row(**measure())
        except Unavailable as error:
            yield Row(name, None, unit, bar, None, str(error))


# -- physics ---------------------------------------------------------------------------------------


def physics_rows(quick: bool) -> Iterator[Row]:
    """The bars of the physics, by `realtime` and, if there is time, by `accurate`."""
    from babylon3d.physics import bars

    precisions: tuple[Any, ...] = ("realtime",) if quick else ("realtime", "accurate")
    for precision in precisions:
        found: list[Any] = [bars.column_drift(BABYLON, 10, precision, seeds=1 if quick else 3)]
        found.append(bars.column_drift(BABYLON, 20, precision, seeds=1 if quick else 3))
        found += bars.hundred_rows(BABYLON, precision)
        found.append(bars.rebuild_row(BABYLON, precision))
        found += bars.lever_rows(BABYLON, precision)
        if not quick:
            found.append(bars.column_drift(BABYLON, 25, precision))
            found += bars.full_box_rows(BABYLON, precision)
            found += [bars.incline_error(BABYLON, precision), bars.topple_error(BABYLON, precision)]
            found += [bars.lever_error(BABYLON, precision), *bars.overhang_rows(BABYLON, precision)]
        for row in found:
            yield Row(**asdict(row))
    moving: list[Any] = [bars.sleep_cost(BABYLON, "realtime", time.perf_counter), bars.fall_error(BABYLON, "realtime")]
    if not quick:
        for speed in (0.05, 0.5):
            moving += bars.push_rows(BABYLON, "realtime", speed)
        moving += [*bars.fuzz_rows(BABYLON, "realtime"), bars.edge_row(BABYLON, "realtime")]
    moving += bars.leak_row(BABYLON, "realtime", memory_mb, 1000 if quick else 5000)
    for row in moving:
        yield Row(**asdict(row))


def peer_section(quick: bool) -> Iterator[Row]:
    """The physics beside MuJoCo, in the same run."""
    from babylon3d.bench.peer import RATIO_BAR as PEER_BAR
    from babylon3d.bench.peer import peer_rows

    for row in peer_rows(BABYLON, quick):
        if isinstance(row, str):
            yield Row("beside MuJoCo", None, "ratio", PEER_BAR, None, row)
        else:
            yield Row(**asdict(row))


def realtime_section(quick: bool) -> Iterator[Row]:
    """Whether the Fast Game's physics keeps up with real time."""
    from babylon3d.bench.fast import realtime_rows

    for row in realtime_rows(quick):
        yield Row(**asdict(row))


def screen_section(quick: bool) -> Iterator[Row]:
    """How quick the Fast Game's screen is."""
    from babylon3d.bench.screen import FRAME_BAR_MS, screen_rows

    try:
        for row in screen_rows(quick):
            yield Row(**asdict(row))
    except Unavailable as error:
        yield Row("frame, a hand moving", None, "ms", FRAME_BAR_MS, None, str(error))


def memory_mb() -> float:
    """The memory that this process has now, in megabytes; the most it has had where the system tells only that."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        pass
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1_000_000 if platform.system() == "Darwin" else 1_000)


SECTIONS: dict[str, Section] = {
    "session": session_rows,
    "turns": turn_rows,
    "frames": frame_rows,
    "physics": physics_rows,
    "peer": peer_section,
    "realtime": realtime_section,
    "screen": screen_section,
}


def measured(quick: bool = False, only: Sequence[str] = ()) -> Iterator[Row]:
    """The rows of all sections, or of those named in `only`, as they are measured."""
    for name, section in SECTIONS.items():
        if not only or name in only:
            yield from section(quick)
