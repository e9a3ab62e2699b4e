"""The bars of the physics: each function measures one and says whether it is met; `bench` and the tests call them.

Placement is always uneven by 0.2 mm and 0.5 degrees (perfect builds hide drift), except where a critical load or
angle with a known answer is sought, which unevenness would shift.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

from babylon3d.bench.rows import Row, row
from babylon3d.bench.samples import (
    column,
    full_box,
    hundred,
)
from babylon3d.core.build import Box, Build, PartSpec, PieceSet
from babylon3d.core.geometry import Pose, add, cross, distance, norm, quat_inverse, rotate, tilt_deg
from babylon3d.physics.bodies import Jitter, put_in, standing
from babylon3d.physics.engines import TITLES, Config, Engine, EngineWorld, recipe
from babylon3d.physics.engines import world as make
from babylon3d.physics.fall import change, fallen
from babylon3d.physics.mass import inertia
from babylon3d.physics.world import STILL, Motion, Precision

FRAME_S = 1 / 60


def by(precision: Precision, engine: Engine) -> str:
    """How a row names the recipe; PyBullet is the default and needs no name."""
    return precision if engine == "bullet" else f"{precision} by {TITLES[engine]}"


def set_down(world: EngineWorld, build: Build, pieces: PieceSet, seed: int = 1) -> dict[str, Pose]:
    """Put a build into a world with the bars' unevenness, gravity eased in; where each piece was put."""
    start = standing(build, pieces, Jitter(), random.Random(seed))
    put_in(world, build, pieces, start)
    world.ease_in()
    return start


def run(world: EngineWorld, seconds: float) -> None:
    """Let simulated time pass in frames of 1/60 s."""
    for _ in range(round(seconds / FRAME_S)):
        world.step(FRAME_S)


def bisected(low: float, high: float, over: Callable[[float], bool], steps: int = 13) -> float:
    """Where `over` turns from False (at `low`) to True (at `high`)."""
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (low, middle) if over(middle) else (middle, high)
    return (low + high) / 2


def sideways_mm(before: Pose, now: Pose) -> float:
    """How far a piece moved in the plane (columns also shrink a little under their weight), in millimetres."""
    return math.dist(before.position[:2], now.position[:2]) * 1000


# -- standing still ------------------------------------------------------------------------------


def column_drift(
    pieces: PieceSet,
    height: int,
    precision: Precision,
    seconds: float = 60.0,
    seeds: int = 3,
    *,
    engine: Engine = "bullet",
) -> Row:
    """Drift of a column: the furthest that any part moved sideways."""
    bars = {"realtime": {10: 0.1, 20: 0.3, 25: 1.5}, "accurate": {10: 0.1, 20: 0.1, 25: 0.3}}
    worst = 0.0
    for seed in range(seeds):
        with make(recipe(precision, engine)) as world:
            start = set_down(world, column(pieces, height), pieces, seed)
            run(world, seconds)
            worst = max([worst, *(sideways_mm(start[p], pose) for p, pose in world.poses().items())])
    how = f"furthest sideways after {seconds:.0f} s simulated, worst of {seeds} seeds"
    return row(f"column of {height}, {by(precision, engine)}", worst, "mm", bars[precision][height], how)


def standing_rows(
    pieces: PieceSet,
    build: Build,
    name: str,
    precision: Precision,
    seconds: float = 60.0,
    seed: int = 1,
    *,
    engine: Engine = "bullet",
) -> tuple[Row, ...]:
    """Drift, tilt, time until all sleeps, and movement after that, of a whole building."""
    with make(recipe(precision, engine)) as world:
        start = set_down(world, build, pieces, seed)
        asleep, before, moved = math.inf, dict(start), 0.0
        for frame in range(1, round(seconds / FRAME_S) + 1):
            world.step(FRAME_S)
            if world.awake():
                asleep = math.inf
            elif asleep == math.inf:
                asleep, before = frame * FRAME_S, dict(world.poses())
        now = world.poses()
        if asleep < math.inf:
            moved = max(distance(before[p].position, pose.position) * 1000 for p, pose in now.items())
        found = [change(start[p], pose) for p, pose in now.items()]
        fell = fallen(build, pieces, start, now)
    how = f"{len(build.parts)} parts, {len(build.nobles)} nobles, {seconds:.0f} s simulated"
    return (
        row(
            f"{name}, {by(precision, engine)}: drift",
            max(sideways_mm(start[p], pose) for p, pose in now.items()),
            "mm",
            1.0,
            how,
        ),
        row(f"{name}, {by(precision, engine)}: tilt", max(c.tilt_deg for c in found), "degrees", 0.3, how),
        row(f"{name}, {by(precision, engine)}: asleep after", asleep, "s", 3.0, how),
        row(f"{name}, {by(precision, engine)}: movement when asleep", moved, "mm", 0.0, how),
        row(f"{name}, {by(precision, engine)}: fallen", len(fell), "pieces", 0, how),
    )


def hundred_rows(
    pieces: PieceSet, precision: Precision, seconds: float = 60.0, seed: int = 0, *, engine: Engine = "bullet"
) -> tuple[Row, ...]:
    """The building of 100 parts and 15 nobles."""
    return standing_rows(pieces, hundred(pieces, seed), "100 parts + 15 nobles", precision, seconds, engine=engine)


def full_box_rows(
    pieces: PieceSet, precision: Precision, seconds: float = 60.0, *, engine: Engine = "bullet"
) -> tuple[Row, ...]:
    """All 104 parts and 45 nobles, with a column of 20."""
    return standing_rows(pieces, full_box(pieces), "full box", precision, seconds, engine=engine)


# -- known answers -------------------------------------------------------------------------------


def _leaning(spec: PartSpec, config: Config, angle_deg: float, seconds: float) -> tuple[Pose, Pose]:
    """Where a piece on the table is when gravity begins to lean, and some time after."""
    with make(replace(config, sleeping=False)) as world:
        world.add("a", spec, Pose((0.0, 0.0, spec.size[2] / 2)))
        run(world, 0.1)
        before = world.poses()["a"]
        world.lean(angle_deg)
        run(world, seconds)
        return before, world.poses()["a"]


def incline_error(pieces: PieceSet, precision: Precision, *, engine: Engine = "bullet") -> Row:
    """At which tilt of the table a tower begins to slide, against atan mu."""
    spec, config = pieces.specs["tower"], recipe(precision, engine)

    def slides(angle_deg: float) -> bool:
        before, after = _leaning(spec, config, angle_deg, 1.0)
        return after.position[0] - before.position[0] > 0.001

    right = math.degrees(math.atan(math.sqrt(spec.friction * config.table_friction)))
    found = bisected(right * 0.9, right * 1.1, slides)
    how = "bisected; slides: over 1 mm within 1 s"
    return row(f"incline, {by(precision, engine)}: error", abs(found / right - 1) * 100, "%", 0.5, how)


def topple_error(pieces: PieceSet, precision: Precision, *, engine: Engine = "bullet") -> Row:
    """At which tilt of the table a slim block topples, against atan of width over height."""
    width, height = 0.010, 0.030
    box = Box((width / 2, width / 2, height / 2))
    block = PartSpec("block", (width, width, height), (box,), pieces.specs["tower"].mass_kg, 0.5)

    def topples(angle_deg: float) -> bool:
        return tilt_deg(_leaning(block, recipe(precision, engine), angle_deg, 1.5)[1].quaternion) > 15

    right = math.degrees(math.atan(width / height))
    found = bisected(right * 0.9, right * 1.1, topples)
    bar = 1.0 if precision == "realtime" else 0.5
    return row(
        f"topple, {by(precision, engine)}: error", abs(found / right - 1) * 100, "%", bar, "bisected; 10 x 10 x 30 mm"
    )


def fall_error(pieces: PieceSet, precision: Precision, *, engine: Engine = "bullet") -> Row:
    """How long a tower falls 0.3 m, against sqrt(2 h / g)."""
    spec, config, height = pieces.specs["tower"], recipe(precision, engine), 0.3
    with make(config) as world:
        world.add("a", spec, Pose((0.0, 0.0, height + spec.size[2] / 2)))
        seconds = 0.0
        while not world.touches():
            world.step(config.step_s)
            seconds += config.step_s
    right = math.sqrt(2 * height / config.gravity)
    return row(
        f"fall of 0.3 m, {by(precision, engine)}: error",
        abs(seconds / right - 1) * 100,
        "%",
        3.0,
        "time until it touches",
    )


# -- moving --------------------------------------------------------------------------------------


def push_rows(
    pieces: PieceSet, precision: Precision, speed_m_s: float, seed: int = 1, *, engine: Engine = "bullet"
) -> tuple[Row, ...]:
    """A column of 10 pushed over by a carried tower that travels at this speed through its fourth level."""
    spec, name = pieces.specs["tower"], f"column pushed at {speed_m_s * 100:.0f} cm/s, {by(precision, engine)}"
    level, reach = 3.5 * pieces.level_m, 0.045
    fastest = deepest = 0.0
    with make(recipe(precision, engine)) as world:
        build = column(pieces, 10)
        start = set_down(world, build, pieces, seed)
        run(world, 1.0)
        hand = Pose((-reach, 0.0, level))
        world.add("hand", spec, hand)
        for frame in range(round(2 * reach / speed_m_s / FRAME_S)):
            world.drive("hand", Pose((-reach + speed_m_s * FRAME_S * (frame + 1), 0.0, level)))
            world.step(FRAME_S)
            fastest = max([fastest, *(norm(m.linear) for m in world.motions().values())])
            deepest = max([deepest, *(t.depth_m for t in world.touches())])
        for _ in range(120):
            world.step(FRAME_S)
            fastest = max([fastest, *(norm(m.linear) for m in world.motions().values())])
            deepest = max([deepest, *(t.depth_m for t in world.touches())])
        now = world.poses()
        fell = fallen(build, pieces, start, {p: now[p] for p in start})
        tunnelled = sum(now[p].position[0] < start[p].position[0] - 0.005 for p in ("t3", "t4", "t5") if p not in fell)
    return (
        row(f"{name}: stands", "t10" not in fell, "times", 0, "the tower on top has fallen"),
        row(f"{name}: fastest piece", fastest, "m/s", 3.0, "every frame"),
        row(f"{name}: deepest overlap", deepest * 1000, "mm", 1.5, "every frame"),
        row(f"{name}: tunnelled", tunnelled, "pieces", 0, "pushed towers left standing behind the hand"),
    )


def energy_j(world: EngineWorld, specs: dict[str, PartSpec]) -> float:
    """Energy of the pieces in joules: of motion, of spin, and of height above the floor."""
    config, total = world.config, 0.0
    motions = world.motions()
    for piece, pose in world.poses().items():
        spec, motion = specs[piece], motions[piece]
        arm = rotate(pose.quaternion, spec.com)
        speed = norm(add(motion.linear, cross(motion.angular, arm)))
        spin = rotate(quat_inverse(pose.quaternion), motion.angular)
        height = pose.position[2] + arm[2] + config.table.floor_m
        total += spec.mass_kg * (speed * speed / 2 + config.gravity * height)
        total += sum(moment * w * w for moment, w in zip(inertia(spec), spin, strict=True)) / 2
    return total


def fuzz_rows(
    pieces: PieceSet,
    precision: Precision,
    throws: int = 40,
    seconds: float = 3.0,
    seed: int = 0,
    *,
    engine: Engine = "bullet",
) -> tuple[Row, ...]:
    """Pieces of all kinds thrown at a standing building: energy, speed, numbers, and where everything ends."""
    rng = random.Random(seed)
    config = recipe(precision, engine)
    with make(config) as world:
        build = column(pieces, 8)
        set_down(world, build, pieces, seed)
        specs = {part.id: pieces.spec(part) for part in build.parts}
        run(world, 0.5)
        grown = fastest = 0.0
        broken = below = 0
        allowed = math.sqrt(2 * config.gravity * (config.table.floor_m + 0.5) + 2.0**2)
        for throw in range(throws):
            name, kind = f"x{throw}", rng.choice(sorted(pieces.specs))
            specs[name] = pieces.specs[kind]
            at = Pose((rng.uniform(-0.1, 0.1), rng.uniform(-0.1, 0.1), rng.uniform(0.25, 0.4)))
            velocity = (rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 0))
            world.add(name, specs[name], at, Motion(velocity, (rng.uniform(-9, 9), rng.uniform(-9, 9), 0.0)))
            last = energy_j(world, specs)
            for _ in range(round(seconds / throws / FRAME_S) or 1):
                world.step(FRAME_S)
                now = energy_j(world, specs)
                grown, last = max(grown, now - last), now
                fastest = max([fastest, *(norm(m.linear) for m in world.motions().values())])
        run(world, 3.0)
        for pose in world.poses().values():
            broken += not all(map(math.isfinite, (*pose.position, *pose.quaternion)))
            below += pose.position[2] < -config.table.floor_m
    return (
        row(
            f"fuzz, {by(precision, engine)}: energy gained in a frame",
            grown * 1000,
            "mJ",
            1.0,
            "motion, spin and height",
        ),
        row(
            f"fuzz, {by(precision, engine)}: fastest piece",
            fastest,
            "m/s",
            allowed,
            "bar: a fall from the highest throw",
        ),
        row(f"fuzz, {by(precision, engine)}: not a number", broken, "pieces", 0, f"{throws} throws"),
        row(f"fuzz, {by(precision, engine)}: below the floor", below, "pieces", 0, f"{throws} throws"),
    )


def edge_row(pieces: PieceSet, precision: Precision, *, engine: Engine = "bullet") -> Row:
    """Pieces pushed over the edge of the table come to rest on the floor."""
    config = recipe(precision, engine)
    table = config.table
    with make(config) as world:
        for n, kind in enumerate(sorted(pieces.specs)):
            spec = pieces.specs[kind]
            at = (table.half_m - 0.01, 0.1 * n, spec.size[2] / 2)
            world.add(kind, spec, Pose(at), Motion((0.4, 0.0, 0.0)))
        run(world, 8.0)
        off = sum(
            not (-table.floor_m < pose.position[2] < -table.floor_m + 0.05) or world.motions()[piece] != STILL
            for piece, pose in world.poses().items()
        )
    return row(f"over the edge, {by(precision, engine)}: not asleep on the floor", off, "pieces", 0, "8 s simulated")


# -- the world itself ----------------------------------------------------------------------------


def rebuild_row(pieces: PieceSet, precision: Precision, seconds: float = 2.0, *, engine: Engine = "bullet") -> Row:
    """Two rebuilds from one snapshot of falling pieces, in one world and in a new one, go on bitwise equal."""
    build = column(pieces, 12)
    ends = []
    with make(recipe(precision, engine)) as world, make(recipe(precision, engine)) as other:
        set_down(world, build, pieces)
        world.add("large", pieces.specs["large"], Pose((0.0, 0.0, 0.28)), Motion((0.3, 0.1, -1.0), (1.0, 2.0, 3.0)))
        world.add("b", pieces.specs["bridge"], Pose((0.06, 0.0, 0.1)), Motion((-1.5, 0.0, 0.0)))
        run(world, 0.3)
        snapshot = world.snapshot()
        for each in (world, world, other):
            each.rebuild(snapshot)
            run(each, seconds)
            ends.append((dict(each.poses()), dict(each.motions())))
    different = sum(end != ends[0] for end in ends[1:])
    return row(
        f"rebuilds, {by(precision, engine)}: not bitwise equal", different, "of 2", 0, f"{seconds:.0f} s simulated"
    )


def leak_row(
    pieces: PieceSet,
    precision: Precision,
    memory_mb: Callable[[], float],
    placements: int = 5000,
    *,
    engine: Engine = "bullet",
) -> tuple[Row, ...]:
    """Placing and taking out again: memory, and what the engine still holds."""
    kinds = sorted(pieces.specs)

    def place(count: int) -> None:
        for n in range(count):
            spec = pieces.specs[kinds[n % len(kinds)]]
            world.add("x", spec, Pose((0.001 * (n % 50), 0.0, spec.size[2] / 2)))
            world.step(config.step_s)
            world.remove("x")

    config = recipe(precision, engine)
    with make(config) as world:
        place(500)
        bodies, shapes, before = world.bodies, world.shapes, memory_mb()
        place(placements)
        grown, more = memory_mb() - before, world.bodies - bodies + world.shapes - shapes
    how = f"{placements} placements after 500"
    return (
        row(f"leak, {by(precision, engine)}: memory", grown, "MB", 2.0, how),
        row(f"leak, {by(precision, engine)}: bodies and shapes", more, "left", 0, how),
    )


def sleep_cost(pieces: PieceSet, precision: Precision, clock: Callable[[], float], *, engine: Engine = "bullet") -> Row:
    """What a step of a building costs asleep, over what it costs awake; one piece far away stays awake."""
    with make(recipe(precision, engine)) as world:
        set_down(world, hundred(pieces), pieces)
        awake = []
        for _ in range(20):
            began = clock()
            world.step(FRAME_S)
            awake.append(clock() - began)
        run(world, 2.0)
        world.add("far", pieces.specs["tower"], Pose((0.4, 0.4, 0.01)))
        world.drive("far", Pose((0.4, 0.4, 0.05)))
        asleep = []
        for _ in range(20):
            began = clock()
            world.step(FRAME_S)
            asleep.append(clock() - began)
        if len(world.awake()) != 1:
            raise AssertionError("the building does not sleep")
    ratio = sorted(asleep)[10] / sorted(awake)[10]
    how = "medians of 20; one far piece moves"
    return row(f"asleep building, {by(precision, engine)}: cost of a step", ratio, "of awake", 0.1, how)


def collapse_rows(
    pieces: PieceSet, clock: Callable[[], float], seconds: float = 3.0, *, engine: Engine = "bullet"
) -> tuple[Row, ...]:
    """The full box thrown down by a table that leans for half a second: wall over simulated time, and overlaps."""
    said = by("realtime", engine)
    with make(recipe("realtime", engine)) as world:
        set_down(world, full_box(pieces), pieces)
        run(world, 0.7)
        spent, deepest = [], 0.0
        for frame in range(round(seconds / FRAME_S)):
            if frame in (0, 30):
                world.lean(25.0 if frame == 0 else 0.0, 30.0)
            began = clock()
            world.step(FRAME_S)
            spent.append(clock() - began)
            deepest = max([deepest, *(t.depth_m for t in world.touches())])
    slow = sorted(spent)
    how = f"149 pieces, {seconds:.0f} s; 90 % of frames within {1000 * slow[int(0.9 * len(slow))]:.0f} ms, the slowest "
    how += f"{1000 * slow[-1]:.0f} ms; the game's clock slows evenly"
    return (
        row(f"collapse of the full box, {said}: wall over simulated time", sum(spent) / seconds, "ratio", 2.0, how),
        row(f"collapse of the full box, {said}: deepest overlap", deepest * 1000, "mm", 3.0, "every frame"),
    )
