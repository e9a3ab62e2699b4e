"""Babylon's box of pieces: what it costs to draw, how true its physics is, and how it fares beside MuJoCo."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from babylon3d.bench import frames, peer, physics
from babylon3d.bench.rows import Row, memory_mb
from babylon3d.bench.samples import full_box
from babylon3d.commands.render import scene_of
from babylon3d.core.errors import Unavailable
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.world import Precision


def frame_rows(quick: bool) -> Iterator[Row]:
    """Frames of the full box, and what an idle table takes of a core."""
    model = scene_of(full_box(BABYLON), BABYLON)
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


def physics_rows(quick: bool) -> Iterator[Row]:
    """The bars of the physics, by `realtime` and, if there is time, by `accurate`."""
    precisions: tuple[Precision, ...] = ("realtime",) if quick else ("realtime", "accurate")
    for precision in precisions:
        found: list[Row] = [physics.column_drift(BABYLON, 10, precision, seeds=1 if quick else 3)]
        found.append(physics.column_drift(BABYLON, 20, precision, seeds=1 if quick else 3))
        found += physics.hundred_rows(BABYLON, precision)
        found.append(physics.rebuild_row(BABYLON, precision))
        found += physics.lever_rows(BABYLON, precision)
        if not quick:
            found.append(physics.column_drift(BABYLON, 25, precision))
            found += physics.full_box_rows(BABYLON, precision)
            found += [physics.incline_error(BABYLON, precision), physics.topple_error(BABYLON, precision)]
            found += [physics.lever_error(BABYLON, precision), physics.arrangements_row(BABYLON, precision)]
            found += physics.overhang_rows(BABYLON, precision)
        yield from found
    moving: list[Row] = [
        physics.sleep_cost(BABYLON, "realtime", time.perf_counter),
        physics.fall_error(BABYLON, "realtime"),
    ]
    if not quick:
        for speed in (0.05, 0.5):
            moving += physics.push_rows(BABYLON, "realtime", speed)
        moving += [*physics.fuzz_rows(BABYLON, "realtime"), physics.edge_row(BABYLON, "realtime")]
    moving += physics.leak_row(BABYLON, "realtime", memory_mb, 1000 if quick else 5000)
    yield from moving


def peer_rows(quick: bool) -> Iterator[Row]:
    """The physics beside MuJoCo, in the same run."""
    return peer.peer_rows(BABYLON, quick)
