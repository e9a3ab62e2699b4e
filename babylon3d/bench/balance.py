"""Bars near balance: levers and overhangs with known limits, on the engine itself, each as it is given."""

from __future__ import annotations

from babylon3d.bench.physics import bisected, by
from babylon3d.bench.rows import Row, row
from babylon3d.bench.samples import ARRANGEMENTS, lever, lever_limit_kg, one_footed, overhang
from babylon3d.core.build import Build, PieceSet
from babylon3d.physics.engines import Engine
from babylon3d.physics.settle import settle
from babylon3d.physics.world import Precision

# How near to its limit, in per cent of the counterweight, the verdict on a lever must be right.
LEVER_BARS: dict[Precision, float] = {"realtime": 3.0, "accurate": 1.5}


def stands_as_given(
    build: Build,
    pieces: PieceSet,
    precision: Precision,
    engine: Engine,
    seconds: float = 4.0,
    jitter_mm: float = 0.0,
    seed: int = 0,
) -> bool:
    """Whether a build stands on the engine in the very direction and order that it is given in."""
    return settle(build, pieces, seconds, jitter_mm, seed, precision, engine=engine, canonical=False).stands


def lever_error(pieces: PieceSet, precision: Precision, *, engine: Engine = "bullet") -> Row:
    """The counterweight from which a one-footed bridge stands, against mb (1 - a) / a."""
    right = lever_limit_kg(pieces)

    def stands(mass_kg: float) -> bool:
        return stands_as_given(one_footed(pieces, mass_kg), pieces, precision, engine, 3.0)

    found = bisected(right * 0.85, right * 1.15, stands, 9)
    bar = LEVER_BARS[precision]
    how = "bisected counterweight, no jitter"
    return row(f"lever, {by(precision, engine)}: error", abs(found / right - 1) * 100, "%", bar, how)


def arrangements_row(
    pieces: PieceSet, precision: Precision, jitter_mm: float = 0.0, seeds: int = 1, *, engine: Engine = "bullet"
) -> Row:
    """A lever as far from its limit as the bar says, on either side, eight ways round: how many verdicts are wrong."""
    off = LEVER_BARS[precision]
    wrong = sum(
        stands_as_given(
            lever(pieces, over / 100, *arrangement), pieces, precision, engine, jitter_mm=jitter_mm, seed=seed
        )
        != (over > 0)
        for arrangement in ARRANGEMENTS
        for over in (off, -off)
        for seed in range(seeds)
    )
    how = f"{off:g} % over and under its limit in 8 arrangements, {seeds} times with {jitter_mm:g} mm of jitter"
    return row(
        f"lever eight ways round, {by(precision, engine)}, jitter {jitter_mm:g} mm: wrong", wrong, "times", 0, how
    )


def overhang_rows(pieces: PieceSet, precision: Precision, *, engine: Engine = "bullet") -> tuple[Row, ...]:
    """Harmonic overhangs of 2 to 6 parts: at 98 % they stand, at 102 % they fall."""
    rows = []
    for parts in range(2, 7):
        fell = not stands_as_given(overhang(pieces, parts, 0.98), pieces, precision, engine)
        rows.append(
            row(f"overhang of {parts} at 98 %, {by(precision, engine)}: falls", fell, "times", 0, "4 s, no jitter")
        )
        stood = stands_as_given(overhang(pieces, parts, 1.02), pieces, precision, engine)
        rows.append(
            row(f"overhang of {parts} at 102 %, {by(precision, engine)}: stands", stood, "times", 0, "4 s, no jitter")
        )
    return tuple(rows)


def lever_rows(pieces: PieceSet, precision: Precision, *, engine: Engine = "bullet") -> tuple[Row, ...]:
    """A one-footed bridge falls, and stands with twice the counterweight it needs."""
    alone, held = (
        settle(build, pieces, seed=1, precision=precision, engine=engine)
        for build in (one_footed(pieces), one_footed(pieces, 2 * lever_limit_kg(pieces)))
    )
    name = f"one-footed bridge, {by(precision, engine)}"
    return (
        row(f"{name}: stands", alone.stands, "times", 0, "settle, 10 s"),
        row(f"{name}, twice the weight it needs: falls", not held.stands, "times", 0, "settle, 10 s"),
    )
