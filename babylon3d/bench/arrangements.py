"""One build many ways round: the verdict must be the same, on each engine, and between the engines."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from babylon3d.bench.rows import Row, row
from babylon3d.bench.statics import contacts, margin
from babylon3d.core.build import Build, Part, PieceSet
from babylon3d.core.geometry import Pose, distance, quat_mul, rotate, yaw_quat
from babylon3d.core.lattice import Cell
from babylon3d.physics.bodies import put_in
from babylon3d.physics.engines import Engine, available, recipe, world
from babylon3d.physics.overlap import build_overlaps
from babylon3d.physics.settle import for_masses
from babylon3d.physics.world import PhysicsConfig, Precision

BUILDS, ORDERS = 260, 3
FRAME_S, LIMIT_S = 1 / 60, 6.0
# What has moved by so much falls: nothing that stands moves by a tenth of it.
FALLS_M = 0.003
# Contacts narrower than this are no question for a bench.
NARROW_M = 0.001
MASSES_KG = (0.004, 0.06)


def random_build(pieces: PieceSet, rng: random.Random) -> Build:
    """4 to 12 towers and bridges on one another, shifted and of other masses at random: about half of them stand."""
    while True:
        parts: list[Part] = []
        wanted = rng.randint(4, 12)
        for _ in range(40 * wanted):
            part = _next(pieces, rng, parts)
            build = Build(pieces.name, (*parts, part))
            specs = {p.id: pieces.spec(p) for p in build.parts}
            mine = [c for c in contacts(specs, build.poses(pieces)) if part.id in (c.upper, c.lower)]
            rests = any(c.upper == part.id for c in mine) and all(c.least_m > NARROW_M for c in mine)
            if rests and not build_overlaps(build, pieces):
                parts.append(part)
            if len(parts) == wanted:
                return Build(pieces.name, tuple(parts))


def _next(pieces: PieceSet, rng: random.Random, parts: list[Part]) -> Part:
    """A part on the table, or somewhere over one that is there."""
    kind = rng.choice(("tower", "tower", "bridge"))
    turn = yaw_quat(rng.choice((0.0, 90.0)))
    below = rng.choice(parts) if parts and rng.random() < 0.8 else None
    mass = None if rng.random() < 0.5 else rng.uniform(*MASSES_KG)
    if below is None or below.pose is None:
        x, y, level = (rng.randint(-2, 2) * pieces.pitch_m, rng.randint(-2, 2) * pieces.pitch_m, 1)
    else:
        shift = rng.choice((-1.0, 1.0)) * pieces.pitch_m if kind == "bridge" else 0.0
        x, y, _ = rotate(turn, (shift, 0.0, 0.0))
        x += below.pose.position[0] + rng.uniform(-0.5, 0.5) * pieces.pitch_m * rng.choice((0.0, 1.0))
        y += below.pose.position[1] + rng.uniform(-0.5, 0.5) * pieces.pitch_m * rng.choice((0.0, 1.0))
        level = below.cell.level + 1
    pose = Pose((x, y, (level - 0.5) * pieces.level_m), turn)
    axis = None if kind == "tower" else "x"
    return Part(f"p{len(parts)}", kind, Cell(0, 0, level), axis=axis, pose=pose, mass_kg=mass)  # type: ignore[arg-type]


def arranged(build: Build, rng: random.Random) -> Iterator[Build]:
    """The build in four directions, each mirrored too, its parts in three orders."""
    orders = [list(build.parts), list(build.parts)[::-1], rng.sample(build.parts, len(build.parts))]
    for order in orders:
        for quarter in range(4):
            for mirrored in (False, True):
                yield Build(build.set, tuple(_turned(part, quarter, mirrored) for part in order))


def _turned(part: Part, quarter: int, mirrored: bool) -> Part:
    """A part of a build that is turned about the vertical, after y was mirrored."""
    assert part.pose is not None
    (x, y, z), turned = part.pose.position, part.pose.quaternion
    turn = yaw_quat(90.0 * quarter)
    where = rotate(turn, (x, -y if mirrored else y, z))
    return replace(part, pose=Pose(where, quat_mul(turn, turned)))


def stands(build: Build, pieces: PieceSet, precision: Precision, engine: Engine) -> bool:
    """Whether it stands, exactly as it is; what falls is not waited for."""
    config = recipe(precision, engine)
    if isinstance(config, PhysicsConfig):
        config = for_masses(config, build, pieces)
    with world(config) as made:
        start = put_in(made, build, pieces)
        made.ease_in()
        for _ in range(round(LIMIT_S / FRAME_S)):
            made.step(FRAME_S)
            if not made.awake():
                return True
            now = made.poses()
            if any(distance(start[piece].position, now[piece].position) > FALLS_M for piece in start):
                return False
    return False


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What the engines say of one build: how often it stood, of how many arrangements; and what statics say."""

    seed: int
    margin: int
    stood: dict[Engine, int]
    of: int

    @property
    def said(self) -> str:
        """In words."""
        close = {1: "stands by over 1 degree", -1: "falls by over 1 degree", 0: "too close to call"}[self.margin]
        return f"build {self.seed} ({close}): " + ", ".join(f"{e} {n} of {self.of}" for e, n in self.stood.items())

    def sure(self, engine: Engine) -> bool:
        """Whether the engine gave one verdict all ways round."""
        return self.stood[engine] in (0, self.of)


def verdicts(
    pieces: PieceSet, precision: Precision, builds: int, engines: tuple[Engine, ...], orders: int = ORDERS
) -> Iterator[Verdicts]:
    """Random builds, each in all arrangements on each engine."""
    for seed in range(builds):
        rng = random.Random(f"arrangements/{seed}")
        build = random_build(pieces, rng)
        ways = list(arranged(build, rng))[: 8 * orders]
        specs = {part.id: pieces.spec(part) for part in build.parts}
        stood = {engine: sum(stands(way, pieces, precision, engine) for way in ways) for engine in engines}
        yield Verdicts(seed, margin(specs, build.poses(pieces)), stood, len(ways))


def arrangement_rows(
    pieces: PieceSet, precision: Precision = "realtime", builds: int = BUILDS, engine: Engine | None = None
) -> Iterator[Row]:
    """How many random builds have two verdicts on an engine, or another than statics or the other engine have."""
    engines = available() if engine is None else (engine,)
    found = list(verdicts(pieces, precision, builds, engines))
    clear = [each for each in found if each.margin]
    how = f"{builds} builds of 4 to 12 parts, {8 * ORDERS} arrangements; {len(clear)} with a margin over 1 degree"
    for each in engines:
        unsure = [v for v in found if not v.sure(each)]
        wrong = [v for v in clear if v.stood[each] != (v.of if v.margin > 0 else 0)]
        name = f"random builds all ways round, {precision}, {each}"
        yield row(f"{name}: two verdicts", len(unsure), "builds", 0, _listed(how, unsure))
        yield row(f"{name}: not as statics have it", len(wrong), "builds", 0, _listed(how, wrong))
    if len(engines) > 1:
        apart = [v for v in clear if len(set(v.stood.values())) > 1]
        name = f"random builds all ways round, {precision}: engines differ"
        yield row(name, len(apart), "builds", 0, _listed(how, apart))


def _listed(how: str, found: list[Verdicts]) -> str:
    """What was measured, and which builds missed it."""
    return "; ".join([how, *(each.said for each in found)])
