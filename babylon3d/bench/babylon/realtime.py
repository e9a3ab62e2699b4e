"""Whether the Fast Game's table keeps up with real time: the full box in play, a hand that moves, many pieces awake."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from babylon3d.bench.physics import by, collapse_rows
from babylon3d.bench.rows import Row, row
from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.pieces import BABYLON, BOX_BRIDGES, COLOURS
from babylon3d.games.babylon.practice.drills import standing_of
from babylon3d.physics.engines import Engine, available, recipe
from babylon3d.physics.recipes import to_numbers
from babylon3d.playable.babylon.fast.arena import TICK_S, Arena
from babylon3d.playable.babylon.fast.clock import COUNTDOWN_TICKS
from babylon3d.playable.babylon.fast.nature import Begin, make_arena

# Wall over simulated time while everything stands: with 60 pieces awake, and with all.
SIXTY_BAR = 0.5
ALL_BARS: dict[Engine, float] = {"bullet": 1.2, "mujoco": 1.0}

COLUMNS, HEIGHT, SINGLES = 6, 10, 24
# The hand goes 8 cm one way and back again, each in so many ticks: at 16 cm a second.
SWAY_TICKS = 30


def spread_box() -> Build:
    """The full box with 60 towers in columns of their own, so that they can move while all else sleeps."""
    parts = [
        Part(f"c{x}.{level}", "tower", Cell(2 * x - COLUMNS + 1, 0, level))
        for x in range(COLUMNS)
        for level in range(1, HEIGHT + 1)
    ]
    parts += [Part(f"s{i}", "tower", Cell(2 * (i % 8) - 7, 3 + 2 * (i // 8), 1)) for i in range(SINGLES)]
    parts += [Part(f"b{i}", "bridge", Cell(4 * (i % 4) - 6, -3 - i // 4, 1), axis="x") for i in range(BOX_BRIDGES)]
    nobles = [Noble(f"n{i}", COLOURS[i % 2], "small", f"s{i // 2}") for i in range(45)]
    return Build("babylon", tuple(parts), tuple(nobles))


def full_arena(engine: Engine) -> Arena:
    """The full box standing on area 0 of three, the round begun, a tower in the first player's hand."""
    standing = standing_of(spread_box())
    set_up = tuple((piece.id, piece.kind, piece.area, piece.rest) for piece in standing)
    numbers = to_numbers(recipe("realtime", engine))
    arena = make_arena(Begin(3, m.FastOptions(assist="free"), "realtime", set_up, numbers))
    arena.observe((m.RoundPrepared(1),))
    for _ in range(COUNTDOWN_TICKS):
        arena.tick()
    arena.observe((m.RoundStarted(), m.HandMoved(0, m.MoveHand(1, 0, 0, 3000)), m.HandChanged(0, "hand", "tower")))
    return arena


def pace(count: int, ticks: int, rounds: int, engine: Engine) -> tuple[float, float]:
    """Wall time over simulated time, the median of some rounds, and how many pieces were awake."""
    found, awake = [], []
    arena = full_arena(engine)
    try:
        names = [name for name in arena.world.poses() if name != "hand"][:count]
        for turn in range(rounds):
            began = time.perf_counter()
            for tick in range(ticks):
                away = (tick + turn * ticks) % (2 * SWAY_TICKS)
                x = round(800 * abs(away / SWAY_TICKS - 1)) - 400
                arena.observe((m.HandMoved(0, m.MoveHand(1, x, 0, 3000)),))
                asleep = set(names) - arena.world.awake()
                if asleep:
                    arena.world.wake(sorted(asleep))
                arena.tick()
                awake.append(len(arena.world.awake()))
            found.append((time.perf_counter() - began) / (ticks * TICK_S))
    finally:
        arena.close()
    return statistics.median(found), statistics.median(awake)


def realtime_rows(quick: bool, engine: Engine | None = None) -> Iterator[Row]:
    """Wall time over simulated time with 60 and with all pieces of the box awake, and in a collapse, headless."""
    ticks, rounds = (60, 3) if quick else (180, 5)
    for each in available() if engine is None else (engine,):
        for count, bar in ((COLUMNS * HEIGHT, SIXTY_BAR), (149, ALL_BARS[each])):
            value, awake = pace(count, ticks, rounds, each)
            how = f"the full box and a hand that moves, {awake:.0f} awake, median of {rounds} times {ticks} ticks"
            yield row(f"wall over simulated time, {count} awake, {by('realtime', each)}", value, "ratio", bar, how)
        yield from collapse_rows(BABYLON, time.perf_counter, engine=each)
