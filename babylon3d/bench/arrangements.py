"""One build many ways round: the verdict must be the same, on each engine, and between the engines.

Each way round is written to a file and asked about as people ask, with `settle`; and it is put straight into the
engine too, as it is, which is how a live world does it.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from babylon3d.bench.rows import Row, row
from babylon3d.bench.statics import contacts, margin, tilt_margin_deg
from babylon3d.commands.arguments import parser
from babylon3d.commands.settle import settle as command
from babylon3d.core.build import Build, Part, PieceSet
from babylon3d.core.geometry import Pose, distance, quat_mul, rotate, yaw_quat
from babylon3d.core.lattice import Cell
from babylon3d.formats.build import build_json
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
    """4 to 12 towers and bridges on one another, shifted and of other masses at random: one in five stands."""
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


def stands_live(build: Build, pieces: PieceSet, precision: Precision, engine: Engine) -> bool:
    """Whether it stands in an engine's world exactly as it is given; what falls is not waited for."""
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


def stands_told(path: Path, precision: Precision, engine: Engine, jitter_mm: float = 0.0) -> bool:
    """What `babylon3d settle` says of a file. Raises: BadText, as it does."""
    words = ["settle", str(path), "--jitter", str(jitter_mm), "--precision", precision, "--engine", engine, "--json"]
    with redirect_stdout(io.StringIO()):
        return command(parser().parse_args(words)) == 0


Asked = tuple[Engine, bool]
"""An engine, and whether `settle` was asked about files (else: its live world)."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What is said of one build: how often it stood, of how many arrangements; and what statics say.

    `margin` is 1 or -1 where it stands or falls by over 1 degree, and 0 between; `margin_deg` is measured where it is
    0 or where somebody says otherwise, else the same.
    """

    seed: int
    margin: int
    margin_deg: float
    stood: Mapping[Asked, int]
    of: int

    def sure(self, asked: Asked) -> bool:
        """Whether there was one verdict all ways round."""
        return self.stood[asked] in (0, self.of)

    def right(self, asked: Asked) -> bool:
        """Whether all verdicts are what statics say."""
        return self.stood[asked] == (self.of if self.margin_deg >= 0 else 0)

    @property
    def said(self) -> str:
        """In words."""
        close = "" if self.margin else ", too close to call"
        found = (f"{engine}{'' if told else ' live'} {n} of {self.of}" for (engine, told), n in self.stood.items())
        return f"build {self.seed} (tilt margin {self.margin_deg:+.2f} degrees{close}): {', '.join(found)}"


def verdicts(
    pieces: PieceSet, precision: Precision, seeds: Iterable[int], engines: tuple[Engine, ...], orders: int = ORDERS
) -> Iterator[Verdicts]:
    """Random builds, each in all arrangements, as files and in live worlds of each engine."""
    for seed in seeds:
        rng = random.Random(f"arrangements/{seed}")
        build = random_build(pieces, rng)
        ways = list(arranged(build, rng))[: 8 * orders]
        specs, poses = {part.id: pieces.spec(part) for part in build.parts}, build.poses(pieces)
        stood: dict[Asked, int] = {}
        with TemporaryDirectory(prefix="babylon3d-") as folder:
            files = [Path(folder) / f"{number}.json" for number in range(len(ways))]
            for path, way in zip(files, ways, strict=True):
                path.write_bytes(build_json(way))
            for engine in engines:
                stood[engine, True] = sum(stands_told(path, precision, engine) for path in files)
                stood[engine, False] = sum(stands_live(way, pieces, precision, engine) for way in ways)
        called = margin(specs, poses)
        usual = set(stood.values()) == {len(ways) if called > 0 else 0}
        degrees = float(called) if called and usual else tilt_margin_deg(specs, poses)
        yield Verdicts(seed, called, degrees, stood, len(ways))


def arrangement_rows(
    pieces: PieceSet,
    precision: Precision = "realtime",
    builds: int = BUILDS,
    engine: Engine | None = None,
    orders: int = ORDERS,
) -> Iterator[Row]:
    """How many random builds have two verdicts on an engine, or another than statics or the other engine have."""
    engines = available() if engine is None else (engine,)
    yield from rows_of(list(verdicts(pieces, precision, range(builds), engines, orders)), precision, engines)


def rows_of(found: list[Verdicts], precision: Precision, engines: tuple[Engine, ...]) -> Iterator[Row]:
    """The rows of what was found. Where the margin is under 1 degree a live world may differ: that is listed only."""
    clear = [each for each in found if each.margin]
    close = [each for each in found if not each.margin]
    how = f"{len(found)} builds of 4 to 12 parts, {found[0].of} arrangements; {len(clear)} with a margin over 1 degree"
    for told, asked in ((True, "settle"), (False, "live world")):
        name = f"random builds all ways round, {precision}, {asked}"
        for engine in engines:
            key = (engine, told)
            bad = [v for v in (found if told else clear) if not v.sure(key)]
            near = [] if told else [v for v in close if not v.sure(key)]
            yield row(f"{name}, {engine}: two verdicts", len(bad), "builds", 0, _listed(how, bad, near))
            bad, near = ([v for v in some if not v.right(key)] for some in (clear, close))
            yield row(f"{name}, {engine}: not as statics have it", len(bad), "builds", 0, _listed(how, bad, near))
        if len(engines) > 1:
            bad, near = ([v for v in some if len({v.stood[e, told] for e in engines}) > 1] for some in (clear, close))
            yield row(f"{name}: engines differ", len(bad), "builds", 0, _listed(how, bad, near))


def _listed(how: str, bad: list[Verdicts], near: list[Verdicts]) -> str:
    """What was measured, which builds missed it, and which others are too close to call."""
    beside = [f"beside these, {len(near)} too close to call"] if near else []
    return "; ".join([how, *(each.said for each in bad), *beside, *(each.said for each in near)])
