"""Babylon's box of pieces: what it costs to draw, how true its physics is, and how it fares beside MuJoCo."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from babylon3d.bench import arrangements, balance, frames, peer, physics
from babylon3d.bench.rows import Row, memory_mb
from babylon3d.bench.samples import full_box
from babylon3d.core.errors import Unavailable
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.engines import Engine, available, chosen
from babylon3d.physics.world import Precision
from babylon3d.present.showcase import showcase


def frame_rows(quick: bool) -> Iterator[Row]:
    """Frames of the full box, and what an idle table takes of a core."""
    model = showcase(full_box(BABYLON), BABYLON)
    rounds, seconds = (3, 2.0) if quick else (5, 5.0)
    measures: tuple[tuple[str, str, float, Callable[[], Row]], ...] = (
        ("frame, lit over unlit", "ratio", frames.LIT_BAR, lambda: frames.lit_over_unlit(model, BABYLON, rounds)),
        ("frame, quality by itself", "ms", frames.FRAME_BAR_MS, lambda: frames.frame_by_itself(model, BABYLON)),
        ("idle table", "share of a core", frames.IDLE_BAR, lambda: frames.idle_table(model, BABYLON, seconds)),
    )
    for name, unit, bar, measure in measures:
        try:
            yield measure()
        except Unavailable as error:
            yield Row(name, None, unit, bar, None, str(error))


def physics_rows(quick: bool, engine: Engine | None = None) -> Iterator[Row]:
    """The bars of the physics: bar by bar, on each engine in turn; by `accurate` too if there is time."""
    engines = (engine or chosen(),) if quick or engine is not None else available()
    precisions: tuple[Precision, ...] = ("realtime",) if quick else ("realtime", "accurate")
    for precision in precisions:
        for measure in _true(precision, quick):
            for each in engines:
                yield from measure(each)
    for measure in _moving(quick):
        for each in engines:
            yield from measure(each)


Measure = Callable[[Engine], tuple[Row, ...]]


def _true(precision: Precision, quick: bool) -> Iterator[Measure]:
    """What stands still, and what has a known answer."""
    seeds = 1 if quick else 3
    for height in (10, 20) if quick else (10, 20, 25):
        yield lambda e, height=height: (physics.column_drift(BABYLON, height, precision, seeds=seeds, engine=e),)  # type: ignore[misc]
    yield lambda e: physics.hundred_rows(BABYLON, precision, engine=e)
    yield lambda e: (physics.rebuild_row(BABYLON, precision, engine=e),)
    yield lambda e: balance.lever_rows(BABYLON, precision, engine=e)
    yield lambda e: (balance.arrangements_row(BABYLON, precision, engine=e),)
    if quick:
        return
    yield lambda e: physics.full_box_rows(BABYLON, precision, engine=e)
    yield lambda e: (physics.incline_error(BABYLON, precision, engine=e),)
    yield lambda e: (physics.topple_error(BABYLON, precision, engine=e),)
    yield lambda e: (balance.lever_error(BABYLON, precision, engine=e),)
    yield lambda e: (balance.arrangements_row(BABYLON, precision, 0.02, 20, engine=e),)
    yield lambda e: balance.overhang_rows(BABYLON, precision, engine=e)


def _moving(quick: bool) -> Iterator[Measure]:
    """What moves, and what the world costs."""
    yield lambda e: (physics.sleep_cost(BABYLON, "realtime", time.perf_counter, engine=e),)
    yield lambda e: (physics.fall_error(BABYLON, "realtime", engine=e),)
    if not quick:
        for speed in (0.05, 0.5):
            yield lambda e, speed=speed: physics.push_rows(BABYLON, "realtime", speed, engine=e)  # type: ignore[misc]
        yield lambda e: physics.fuzz_rows(BABYLON, "realtime", engine=e)
        yield lambda e: (physics.edge_row(BABYLON, "realtime", engine=e),)
    yield lambda e: physics.leak_row(BABYLON, "realtime", memory_mb, 1000 if quick else 5000, engine=e)


def arrangement_rows(quick: bool, engine: Engine | None = None) -> Iterator[Row]:
    """Random builds all ways round; a tenth of them, in one order, if it has to be quick."""
    builds, orders = (arrangements.BUILDS // 10, 1) if quick else (arrangements.BUILDS, arrangements.ORDERS)
    return arrangements.arrangement_rows(BABYLON, builds=builds, engine=engine, orders=orders)


def peer_rows(quick: bool) -> Iterator[Row]:
    """The physics beside MuJoCo, in the same run."""
    return peer.peer_rows(BABYLON, quick)
