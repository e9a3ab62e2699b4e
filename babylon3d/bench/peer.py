"""MuJoCo beside PyBullet in one run: the same builds, the same unevenness; a development extra, never the product's."""

from __future__ import annotations

import importlib
import random
import statistics
import time
from collections.abc import Iterator, Mapping
from typing import Any

from babylon3d.bench.physics import FRAME_S, sideways_mm
from babylon3d.bench.rows import Row, row
from babylon3d.bench.samples import column, hundred
from babylon3d.core.build import Box, Build, PieceSet
from babylon3d.core.geometry import Pose
from babylon3d.physics.bodies import Jitter, put_in, standing
from babylon3d.physics.bullet import BulletWorld
from babylon3d.physics.world import Precision, recipe

# MuJoCo's settings, as measured good for stacks: PHYSICS, "the peer to be measured beside".
STEP_S = 1 / 480
TIME_CONSTANT = 2.4 * STEP_S
SOLIMP = "0.99 0.999 0.0001"
FRAMES = 24
RATIO_BAR = 2.0


def peer() -> Any:
    """The module mujoco, or None where it is not installed."""
    try:
        return importlib.import_module("mujoco")
    except ImportError:
        return None


def mjcf(build: Build, pieces: PieceSet, poses: Mapping[str, Pose]) -> str:
    """A build as MuJoCo's XML; metres, kilograms, z up; quaternions there are (w, x, y, z)."""
    bodies = []
    for piece in build.pieces():
        spec, pose = pieces.spec(piece), poses[piece.id]
        x, y, z, w = pose.quaternion
        geoms = []
        volumes = [8 * s.half[0] * s.half[1] * s.half[2] if isinstance(s, Box) else 1.0 for s in spec.shapes]
        for shape, volume in zip(spec.shapes, volumes, strict=True):
            at = " ".join(f"{v:.9g}" for v in shape.centre)
            mass = spec.mass_kg * volume / sum(volumes)
            if isinstance(shape, Box):
                size = " ".join(f"{v:.9g}" for v in shape.half)
                geoms.append(f'<geom type="box" pos="{at}" size="{size}" mass="{mass:.9g}"/>')
            else:
                size = f"{shape.radius:.9g} {shape.height / 2:.9g}"
                geoms.append(f'<geom type="cylinder" pos="{at}" size="{size}" mass="{mass:.9g}"/>')
        where = " ".join(f"{v:.9g}" for v in pose.position)
        bodies.append(f'<body pos="{where}" quat="{w:.9g} {x:.9g} {y:.9g} {z:.9g}"><freejoint/>{"".join(geoms)}</body>')
    friction = pieces.specs["tower"].friction
    return (
        f'<mujoco><option timestep="{STEP_S:.9g}" integrator="implicitfast" cone="elliptic" solver="Newton" '
        f'impratio="10"/><default><geom friction="{friction} 0 0" condim="3" '
        f'solref="{TIME_CONSTANT:.9g} 1" solimp="{SOLIMP}"/></default>'
        f'<worldbody><geom type="plane" size="1 1 0.1"/>{"".join(bodies)}</worldbody></mujoco>'
    )


class PeerWorld:
    """A build in MuJoCo, all awake."""

    def __init__(self, mujoco: Any, build: Build, pieces: PieceSet, poses: Mapping[str, Pose]) -> None:
        self._mujoco = mujoco
        self._names = [piece.id for piece in build.pieces()]
        self._model = mujoco.MjModel.from_xml_string(mjcf(build, pieces, poses))
        self._data = mujoco.MjData(self._model)

    def step(self) -> None:
        """Advance by 1/60 s."""
        for _ in range(round(FRAME_S / STEP_S)):
            self._mujoco.mj_step(self._model, self._data)

    def poses(self) -> dict[str, Pose]:
        """Where every piece is."""
        found = {}
        for i, name in enumerate(self._names):
            x, y, z, w, a, b, c = (float(v) for v in self._data.qpos[7 * i : 7 * i + 7])
            found[name] = Pose((x, y, z), (a, b, c, w))
        return found


def frame_row(mujoco: Any, pieces: PieceSet, precision: Precision, rounds: int) -> Row:
    """The time of a frame of 1/60 s with 100 awake parts: PyBullet over MuJoCo, interleaved."""
    build = hundred(pieces)
    ratios, ours_ms, theirs_ms = [], [], []
    for seed in range(rounds):
        start = standing(build, pieces, Jitter(), random.Random(seed))
        theirs = PeerWorld(mujoco, build, pieces, start)
        with BulletWorld(recipe(precision)) as world:
            put_in(world, build, pieces, start)
            ours_s = theirs_s = 0.0
            for _ in range(FRAMES):
                at = time.perf_counter()
                world.step(FRAME_S)
                middle = time.perf_counter()
                theirs.step()
                ours_s += middle - at
                theirs_s += time.perf_counter() - middle
        ratios.append(ours_s / theirs_s)
        ours_ms.append(1000 * ours_s / FRAMES)
        theirs_ms.append(1000 * theirs_s / FRAMES)
    how = (
        f"{statistics.median(ours_ms):.1f} ms over MuJoCo's {statistics.median(theirs_ms):.1f} ms a frame, "
        f"{len(build.parts)} parts and {len(build.nobles)} nobles awake, median of {rounds}"
    )
    return row(f"frame beside MuJoCo, {precision}", statistics.median(ratios), "ratio", RATIO_BAR, how)


def drift_row(mujoco: Any, pieces: PieceSet, precision: Precision, seconds: float) -> Row:
    """The drift of a column of 20, and MuJoCo's beside it."""
    build = column(pieces, 20)
    start = standing(build, pieces, Jitter(), random.Random(1))
    theirs = PeerWorld(mujoco, build, pieces, start)
    with BulletWorld(recipe(precision)) as world:
        put_in(world, build, pieces, start)
        world.ease_in()
        for _ in range(round(seconds / FRAME_S)):
            world.step(FRAME_S)
            theirs.step()
        ours_mm = max(sideways_mm(start[p], pose) for p, pose in world.poses().items())
    theirs_mm = max(sideways_mm(start[p], pose) for p, pose in theirs.poses().items())
    bar = 0.3 if precision == "realtime" else 0.1
    how = f"furthest sideways after {seconds:.0f} s simulated; MuJoCo's, awake all the time: {theirs_mm:.3f} mm"
    return row(f"column of 20 beside MuJoCo, {precision}", ours_mm, "mm", bar, how)


def peer_rows(pieces: PieceSet, quick: bool) -> Iterator[Row]:
    """The rows beside MuJoCo; one not measured where it is missing."""
    mujoco = peer()
    if mujoco is None:
        yield Row("beside MuJoCo", None, "ratio", RATIO_BAR, None, "mujoco is not installed (a development extra)")
        return
    precisions: tuple[Precision, ...] = ("realtime",) if quick else ("realtime", "accurate")
    for precision in precisions:
        yield frame_row(mujoco, pieces, precision, 3 if quick else 5)
        yield drift_row(mujoco, pieces, precision, 5.0 if quick else 60.0)
