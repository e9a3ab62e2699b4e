"""What is built: parts and nobles on the lattice, and what a set's pieces are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from babylon3d.core.geometry import Pose, Vec3, compose, yaw_quat
from babylon3d.core.lattice import Axis, Cell, Turn, components, rests_on

Vec3Int = tuple[int, int, int]

AXIS_TURN: dict[Axis, int] = {"x": 0, "y": 90, "z": 0}


@dataclass(frozen=True, slots=True)
class Box:
    """A box of half extents `half`, centred at `centre` in the piece's frame; metres."""

    half: Vec3
    centre: Vec3 = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Cylinder:
    """An upright cylinder centred at `centre` in the piece's frame; metres."""

    radius: float
    height: float
    centre: Vec3 = (0.0, 0.0, 0.0)


Shape = Box | Cylinder


@dataclass(frozen=True, slots=True)
class PartSpec:
    """One kind of piece. Frame: middle of the bounding box, x along the long side, z up; metres, kilograms.

    `footprint` are the cells it fills and `feet` those of them that need support, both relative to its
    reference cell at turn 0; nobles have neither (they stand on a tower).
    `com` is the centre of mass in the piece's frame, `friction` the coefficient between two such pieces.
    `bridged` are the cells directly under an arch, which must stay empty (ruling B3).
    """

    kind: str
    size: Vec3
    shapes: tuple[Shape, ...]
    mass_kg: float
    friction: float
    com: Vec3 = (0.0, 0.0, 0.0)
    footprint: tuple[Vec3Int, ...] = ()
    feet: tuple[Vec3Int, ...] = ()
    bridged: tuple[Vec3Int, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A building part. `cell` is its reference cell: a tower's only one, a bridge's middle, a block's lowest corner.

    `turn` (towers) is counter-clockwise seen from above; `axis` (bridges, blocks) is the long one.
    `pose` and `mass_kg`, if given, override the lattice for physics and picture (laboratory builds).
    """

    id: str
    kind: str
    cell: Cell
    turn: Turn = 0
    axis: Axis | None = None
    shade: str | None = None
    pose: Pose | None = None
    mass_kg: float | None = None


@dataclass(frozen=True, slots=True)
class Noble:
    """A noble standing on the tower with the id `on`; `size` is its kind in the set: small or large."""

    id: str
    colour: str
    size: str
    on: str


@dataclass(frozen=True, slots=True)
class PieceSet:
    """Everything about a set of pieces that geometry, physics and analysis need."""

    name: str
    pitch_m: float
    level_m: float
    specs: Mapping[str, PartSpec]
    noble_places: Mapping[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    """Per noble size, the fixed places on a tower's top in order of placing: (x, y) from its middle, metres."""
    noble_crowds: Mapping[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    """Per noble size, the places when more stand on one tower than `noble_places` has."""

    def spec(self, part: Part | Noble) -> PartSpec:
        """The spec of a part's kind or of a noble's size, with the part's own mass if it has one."""
        if isinstance(part, Noble):
            return self.specs[part.size]
        spec = self.specs[part.kind]
        return spec if part.mass_kg is None else replace(spec, mass_kg=part.mass_kg)

    def _placed(self, part: Part, offsets: tuple[Vec3Int, ...]) -> tuple[Cell, ...]:
        x, y, level = part.cell
        match part.axis:
            case None | "x":
                return tuple(Cell(x + dx, y + dy, level + dz) for dx, dy, dz in offsets)
            case "y":
                return tuple(Cell(x - dy, y + dx, level + dz) for dx, dy, dz in offsets)
            case "z":
                return tuple(Cell(x + dz, y + dy, level + dx) for dx, dy, dz in offsets)

    def cells(self, part: Part) -> tuple[Cell, ...]:
        """The cells a part fills."""
        return self._placed(part, self.specs[part.kind].footprint)

    def feet(self, part: Part) -> tuple[Cell, ...]:
        """The cells of a part that need support from below."""
        if part.axis == "z":
            return (part.cell,)
        return self._placed(part, self.specs[part.kind].feet)

    def bridged(self, part: Part) -> tuple[Cell, ...]:
        """The cells that must stay empty below the part's arch (B3)."""
        return self._placed(part, self.specs[part.kind].bridged)

    def lattice_pose(self, part: Part) -> Pose:
        """The pose of a part by its cell alone: middle of its cells, turned about z; metres."""
        cells = self.cells(part)
        n = len(cells)
        x = sum(c.x for c in cells) / n * self.pitch_m
        y = sum(c.y for c in cells) / n * self.pitch_m
        z = (sum(c.level for c in cells) / n - 0.5) * self.level_m
        if part.axis == "z":
            return Pose((x, y, z), (0.0, -(0.5**0.5), 0.0, 0.5**0.5))
        turn = part.turn if part.axis is None else AXIS_TURN[part.axis]
        return Pose((x, y, z), yaw_quat(turn))

    def pose(self, part: Part) -> Pose:
        """The pose of a part: its own if it has one, else by its cell."""
        return part.pose if part.pose is not None else self.lattice_pose(part)

    def noble_pose(self, noble: Noble, tower: Pose, place: int, of: int = 0) -> Pose:
        """The pose of a noble at the place number `place` (0 first) on a tower standing at `tower`.

        `of` so many nobles there; up to as many as have fixed places it makes no difference.
        """
        places = self.noble_places[noble.size]
        if of > len(places):
            places = self.noble_crowds.get(noble.size, places)
        dx, dy = places[place % len(places)]
        size = self.specs[noble.size].size
        dz = self.level_m / 2 + size[2] / 2
        seat = compose(tower, Pose((0.0, 0.0, dz)))
        return Pose((seat.position[0] + dx, seat.position[1] + dy, seat.position[2]), seat.quaternion)


@dataclass(frozen=True, slots=True)
class Build:
    """A build in order of placing: all parts, then all nobles. It may be illegal; rules decide that elsewhere."""

    set: str
    parts: tuple[Part, ...] = ()
    nobles: tuple[Noble, ...] = ()

    def part(self, part_id: str) -> Part:
        """The part with that id. Raises: KeyError."""
        for p in self.parts:
            if p.id == part_id:
                return p
        raise KeyError(part_id)

    def pieces(self) -> Iterator[Part | Noble]:
        """Parts, then nobles, in order of placing."""
        yield from self.parts
        yield from self.nobles

    def nobles_on(self) -> dict[str, tuple[Noble, ...]]:
        """Per tower id the nobles on it, in order of placing."""
        found: dict[str, tuple[Noble, ...]] = {}
        for n in self.nobles:
            found[n.on] = (*found.get(n.on, ()), n)
        return found

    def poses(self, pieces: PieceSet) -> dict[str, Pose]:
        """Every piece's pose by its id, in order of placing; metres."""
        poses = {p.id: pieces.pose(p) for p in self.parts}
        for on, nobles in self.nobles_on().items():
            for place, noble in enumerate(nobles):
                poses[noble.id] = pieces.noble_pose(noble, poses[on], place, len(nobles))
        return {piece.id: poses[piece.id] for piece in self.pieces()}

    def supports(self, pieces: PieceSet) -> dict[str, tuple[str, ...]]:
        """For each part the parts it rests on, by cells (ruling B6); the table is not one."""
        return rests_on({p.id: pieces.cells(p) for p in self.parts}, {p.id: pieces.feet(p) for p in self.parts})

    def buildings(self, pieces: PieceSet) -> tuple[tuple[str, ...], ...]:
        """The connected buildings: components of the rests-on graph (ruling B6)."""
        below = self.supports(pieces)
        edges = [(upper, lower) for upper, lowers in below.items() for lower in lowers]
        return components([p.id for p in self.parts], edges)
