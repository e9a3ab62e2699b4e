"""Both engines in one run, interleaved: the same builds, the same unevenness; what a frame costs on each."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

from babylon3d.bench.physics import FRAME_S, run, sideways_mm
from babylon3d.bench.rows import Row, row
from babylon3d.bench.samples import column, hundred
from babylon3d.core.build import PieceSet
from babylon3d.physics.bodies import Jitter, put_in, standing
from babylon3d.physics.engines import ENGINES, recipe, trouble, world
from babylon3d.physics.world import Precision

# Loads are found by then, and nothing sleeps for 0.5 s.
STANDING_S, FRAMES = 0.2, 15
RATIO_BAR = 2.0


def frame_row(pieces: PieceSet, precision: Precision, rounds: int) -> Row:
    """The time of a frame of 1/60 s with 115 awake pieces: PyBullet over MuJoCo."""
    build = hundred(pieces)
    ratios: list[float] = []
    spent_ms: tuple[list[float], list[float]] = [], []
    for seed in range(rounds):
        start = standing(build, pieces, Jitter(), random.Random(seed))
        with world(recipe(precision, "bullet")) as bullet, world(recipe(precision, "mujoco")) as mujoco:
            seconds = [0.0, 0.0]
            for each in (bullet, mujoco):
                put_in(each, build, pieces, start)
                each.ease_in(0.1)
                run(each, STANDING_S)
            for _ in range(FRAMES):
                for i, each in enumerate((bullet, mujoco)):
                    began = time.perf_counter()
                    each.step(FRAME_S)
                    seconds[i] += time.perf_counter() - began
        ratios.append(seconds[0] / seconds[1])
        for found, each_s in zip(spent_ms, seconds, strict=True):
            found.append(1000 * each_s / FRAMES)
    ours_ms, theirs_ms = map(statistics.median, spent_ms)
    how = (
        f"{ours_ms:.1f} ms over MuJoCo's {theirs_ms:.1f} ms a frame, "
        f"{len(build.parts)} parts and {len(build.nobles)} nobles awake, median of {rounds}"
    )
    return row(f"frame of PyBullet beside MuJoCo, {precision}", statistics.median(ratios), "ratio", RATIO_BAR, how)


def drift_row(pieces: PieceSet, precision: Precision, seconds: float) -> Row:
    """The drift of a column of 20 on PyBullet, and on MuJoCo beside it."""
    build = column(pieces, 20)
    start = standing(build, pieces, Jitter(), random.Random(1))
    drifts = []
    for engine in ENGINES:
        with world(recipe(precision, engine)) as each:
            put_in(each, build, pieces, start)
            each.ease_in()
            for _ in range(round(seconds / FRAME_S)):
                each.step(FRAME_S)
            drifts.append(max(sideways_mm(start[p], pose) for p, pose in each.poses().items()))
    bar = 0.3 if precision == "realtime" else 0.1
    how = f"furthest sideways after {seconds:.0f} s simulated; MuJoCo's: {drifts[1]:.3f} mm"
    return row(f"column of 20 on PyBullet beside MuJoCo, {precision}", drifts[0], "mm", bar, how)


def peer_rows(pieces: PieceSet, quick: bool) -> Iterator[Row]:
    """The rows of both engines side by side; one not measured where one is missing."""
    missing = [said for engine in ENGINES if (said := trouble(engine))]
    if missing:
        yield Row("PyBullet beside MuJoCo", None, "ratio", RATIO_BAR, None, missing[0])
        return
    precisions: tuple[Precision, ...] = ("realtime",) if quick else ("realtime", "accurate")
    for precision in precisions:
        yield frame_row(pieces, precision, 3 if quick else 5)
        yield drift_row(pieces, precision, 5.0 if quick else 60.0)
