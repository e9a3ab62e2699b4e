"""`babylon3d settle`: set a build down, let time pass, say what stands and what fell."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Mapping
from dataclasses import dataclass, replace

from babylon3d.core.build import Build, PieceSet
from babylon3d.core.errors import BadText
from babylon3d.core.geometry import Pose
from babylon3d.physics.bodies import Jitter
from babylon3d.physics.canonical import arranged, as_given
from babylon3d.physics.engines import Config, Engine, recipe
from babylon3d.physics.engines import world as make
from babylon3d.physics.fall import Change, change, fallen
from babylon3d.physics.world import PhysicsConfig, Precision

FRAME_S = 1 / 60
# The recommended jitter is 0.2 mm with 0.5 degrees; other sizes keep that proportion.
JITTER_DEG_PER_MM = 2.5
# The set's own pieces differ by 33 times (a bridge, a small noble). Beyond that the heaviest is brought to this mass,
# and many iterations are done, since a heavy piece on a light one is what the solver finds slowest.
USUAL_RATIO, UNLIKE_KG, UNLIKE_ITERATIONS = 34.0, 0.03, 1_000
MOST_RATIO = 100.0
"""The most that the masses of one build may differ. Measured: 200 times, some stacks of six do not stand."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What `settle` found. `rest_time_s` is when the last piece had come to rest, None if one never did.

    `parts` (nobles too) tells each piece's way from where it was set down. `poses` are the last ones, in metres.
    """

    stands: bool
    rest_time_s: float | None
    fallen: tuple[str, ...]
    parts: Mapping[str, Change]
    poses: Mapping[str, Pose]


def masses(build: Build, pieces: PieceSet) -> tuple[float, float]:
    """The lightest and the heaviest piece of a build in kilograms; an empty one has both alike."""
    found = [pieces.spec(piece).mass_kg for piece in build.pieces()] or [1.0]
    return min(found), max(found)


def for_masses(config: PhysicsConfig, build: Build, pieces: PieceSet) -> PhysicsConfig:
    """The recipe for a build's masses: scaled to what its contacts are made for, and with time for large ratios.

    Contacts are made for the set's own masses: so the middle one of all parts' masses is brought to what it is there.
    """
    light, heavy = masses(build, pieces)
    if heavy > USUAL_RATIO * light:
        return replace(config, mass_scale=UNLIKE_KG / heavy, most_iterations=UNLIKE_ITERATIONS, work=math.inf)
    shares = [pieces.specs[part.kind].mass_kg / pieces.spec(part).mass_kg for part in build.parts]
    return replace(config, mass_scale=statistics.median_low(shares)) if shares else config


def refuse_masses(build: Build, pieces: PieceSet, name: str = "build") -> None:
    """Check that the masses of a build are within the ratio that is simulated right. Raises: BadText with `name`."""
    light, heavy = masses(build, pieces)
    if heavy > MOST_RATIO * light * (1 + 1e-9):
        ids = {piece.id: pieces.spec(piece).mass_kg for piece in build.pieces()}
        low, high = min(ids, key=ids.__getitem__), max(ids, key=ids.__getitem__)
        raise BadText(
            f'"{high}" has {heavy / light:.0f} times the mass of "{low}"',
            f"{name}: $",
            f"up to {MOST_RATIO:.0f} times in one build is simulated right",
        )


def settle(
    build: Build,
    pieces: PieceSet,
    seconds: float = 10.0,
    jitter_mm: float = 0.2,
    seed: int = 0,
    precision: Precision = "realtime",
    config: Config | None = None,
    engine: Engine | None = None,
    start: Mapping[str, Pose] | None = None,
    canonical: bool = True,
) -> Settled:
    """Run the physics on a build for `seconds` of simulated time; a build asleep earlier is not run on.

    `stands`: nothing fell, and all came to rest. `config` overrides the recipe that `precision` and `engine` name,
    `start` the places of the build (before the jitter). A build is simulated one way round, so that its copies, turned
    or mirrored or with their pieces in another order, have one answer, jitter and all; `canonical=False` simulates it
    as it is given, as live worlds do: for measuring the engine itself.
    """
    jitter, rng = Jitter(jitter_mm, jitter_mm * JITTER_DEG_PER_MM), random.Random(seed)
    specs = {piece.id: pieces.spec(piece) for piece in build.pieces()}
    here = (arranged if canonical else as_given)(specs, build.poses(pieces) if start is None else start)
    names = {f"{number:06}": placed for number, placed in enumerate(here.placed)}
    put = {name: jitter.apply(p.pose, rng) if jitter_mm else p.pose for name, p in names.items()}
    if config is None:
        config = recipe(precision, engine)
        if isinstance(config, PhysicsConfig):
            config = for_masses(config, build, pieces)
    rest_time: float | None = None
    with make(config) as world:
        for name, placed in names.items():
            world.add(name, placed.spec, put[name])
        world.ease_in()
        for frame in range(1, max(1, round(seconds / FRAME_S)) + 1):
            world.step(FRAME_S)
            if not world.at_rest():
                rest_time = None
            elif rest_time is None:
                rest_time = frame * FRAME_S
            if not world.awake():
                break
        now = world.poses()
        start = {placed.piece: here.back(placed, put[name]) for name, placed in names.items()}
        ended = {placed.piece: here.back(placed, now[name]) for name, placed in names.items()}
    poses = {piece: ended[piece] for piece in specs}
    fell = fallen(build, pieces, start, poses)
    parts = {piece: change(start[piece], pose) for piece, pose in poses.items()}
    return Settled(not fell and rest_time is not None, rest_time, fell, parts, poses)
