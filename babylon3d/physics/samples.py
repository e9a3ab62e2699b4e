"""Builds whose physics is known or measured: columns, overhangs, levers, whole buildings. For bars and tests.

They are made from a `PieceSet` with the kinds `tower` (one cell) and `bridge` (three cells, two feet) and the
noble sizes `small` and `large`; no game is imported.
"""

from __future__ import annotations

import random
from dataclasses import replace

from babylon3d.core.build import Build, Noble, Part, PieceSet
from babylon3d.core.geometry import Pose
from babylon3d.core.lattice import TURNS, Axis, Cell

COLOURS = ("red", "yellow", "green", "blue", "violet")
Spot = tuple[int, int]


def column(pieces: PieceSet, height: int, x: int = 0, y: int = 0) -> Build:
    """Towers t1, t2 ... on one another."""
    parts = tuple(Part(f"t{level}", "tower", Cell(x, y, level)) for level in range(1, height + 1))
    return Build(pieces.name, parts)


def overhang(pieces: PieceSet, parts: int, share: float) -> Build:
    """A stack shifted along x by `share` of the harmonic overhang, sum of w / 2k, above one fixed by friction.

    The lowest tower t0 stands square; of the `parts` above it, the k-th from the top reaches w / 2k too far at 1.
    """
    width = pieces.specs["tower"].size[0]
    built = [Part("t0", "tower", Cell(0, 0, 1), pose=Pose((0.0, 0.0, pieces.level_m / 2)))]
    x = 0.0
    for n in range(1, parts + 1):
        x += share * width / (2 * (parts - n + 1))
        pose = Pose((x, 0.0, (n + 0.5) * pieces.level_m))
        built.append(Part(f"t{n}", "tower", Cell(0, 0, n + 1), pose=pose))
    return Build(pieces.name, tuple(built))


def lever_limit_kg(pieces: PieceSet) -> float:
    """The least counterweight over the foot of a one-footed bridge: mb (1 - a) / a, a half a contact in cells."""
    a = pieces.specs["tower"].size[0] / 2 / pieces.pitch_m
    return pieces.specs["bridge"].mass_kg * (1 - a) / a


def one_footed(pieces: PieceSet, counterweight_kg: float | None = None) -> Build:
    """A bridge b1 with one foot on the tower t1 and the other in the air; the tower t2 of that mass over the foot."""
    parts = [Part("t1", "tower", Cell(0, 0, 1)), Part("b1", "bridge", Cell(1, 0, 2), axis="x")]
    if counterweight_kg is not None:
        parts.append(Part("t2", "tower", Cell(0, 0, 3), mass_kg=counterweight_kg))
    return Build(pieces.name, tuple(parts))


class _Builder:
    """Builds upwards only, so that what it makes is legal by B2 to B5."""

    def __init__(self, pieces: PieceSet, side: int, rng: random.Random) -> None:
        self.pieces, self.rng = pieces, rng
        self.spots: list[Spot] = [(x, y) for x in range(side) for y in range(side)]
        self.heights: dict[Spot, int] = dict.fromkeys(self.spots, 0)
        self.tops: dict[Spot, str] = {}
        self.parts: list[Part] = []
        self.nobles: list[Noble] = []

    def tower(self, spot: Spot) -> None:
        """One tower on top of what is there."""
        self.heights[spot] += 1
        number = 1 + sum(p.kind == "tower" for p in self.parts)
        turn = self.rng.choice(TURNS)
        self.parts.append(Part(f"t{number}", "tower", Cell(*spot, self.heights[spot]), turn=turn))
        self.tops[spot] = f"t{number}"

    def bridge_places(self) -> list[tuple[Spot, Axis]]:
        """Middles and axes where both feet find the same height and the arch stays free."""
        found: list[tuple[Spot, Axis]] = []
        axes: tuple[tuple[Axis, int, int], ...] = (("x", 1, 0), ("y", 0, 1))
        for x, y in self.spots:
            for axis, dx, dy in axes:
                ends = [self.heights.get((x - dx, y - dy)), self.heights.get((x + dx, y + dy))]
                level = ends[0]
                if level is not None and level > 0 and ends[0] == ends[1] and self.heights[x, y] < level:
                    found.append(((x, y), axis))
        return found

    def bridge(self, middle: Spot, axis: Axis) -> None:
        """One bridge with its feet on what is there."""
        x, y = middle
        dx, dy = (1, 0) if axis == "x" else (0, 1)
        level = self.heights[x + dx, y + dy] + 1
        number = 1 + sum(p.kind == "bridge" for p in self.parts)
        self.parts.append(Part(f"b{number}", "bridge", Cell(x, y, level), axis=axis))
        for spot in ((x - dx, y - dy), middle, (x + dx, y + dy)):
            self.heights[spot] = level
            self.tops.pop(spot, None)

    def crown(self, large: int, small: int, a_tower: int) -> None:
        """Nobles on free tower tops: large ones alone, small ones up to `a_tower` together."""
        tops = [self.tops[spot] for spot in self.spots if spot in self.tops]
        self.rng.shuffle(tops)
        places = [(tower, "large", 0) for tower in tops[:large]]
        places += [(tower, "small", n) for tower in tops[large:] for n in range(a_tower)][:small]
        for number, (tower, size, place) in enumerate(places, start=1):
            colour = COLOURS[(number + place) % len(COLOURS)]
            self.nobles.append(Noble(f"n{number}", colour, size, tower))


def building(
    pieces: PieceSet,
    towers: int,
    bridges: int,
    large: int,
    small: int,
    seed: int = 0,
    side: int = 5,
    tall: tuple[int, ...] = (),
    a_tower: int = 2,
) -> Build:
    """A random legal building on `side` x `side` cells, with columns of the heights `tall` at its corners."""
    builder = _Builder(pieces, side, random.Random(seed))
    rng, spots = builder.rng, builder.spots
    corners = [spots[0], spots[-1], spots[side - 1], spots[-side]]
    free = [spot for spot in spots if spot not in corners[: len(tall)]]
    for spot, height in zip(corners, tall, strict=False):
        for _ in range(height):
            builder.tower(spot)
    left = [towers - sum(tall), bridges]
    while any(left):
        kept = [p for p in builder.bridge_places() if left[1] and _clear(p, corners[: len(tall)])]
        if kept and (not left[0] or rng.random() < left[1] / sum(left) * 1.5):
            builder.bridge(*rng.choice(kept))
            left[1] -= 1
        elif left[0]:
            builder.tower(min(rng.sample(free, 3), key=lambda spot: builder.heights[spot]))
            left[0] -= 1
        else:
            raise ValueError(f"no room for {left[1]} more bridges")
    builder.crown(large, small, a_tower)
    return Build(pieces.name, tuple(builder.parts), tuple(builder.nobles))


def _clear(place: tuple[Spot, Axis], kept: list[Spot]) -> bool:
    """Whether a bridge there leaves the kept spots alone."""
    (x, y), axis = place
    dx, dy = (1, 0) if axis == "x" else (0, 1)
    return not any(spot in kept for spot in ((x - dx, y - dy), (x, y), (x + dx, y + dy)))


def hundred(pieces: PieceSet, seed: int = 0) -> Build:
    """100 parts and 15 nobles: the building of the bars."""
    return building(pieces, towers=82, bridges=18, large=5, small=10, seed=seed)


def full_box(pieces: PieceSet, seed: int = 0) -> Build:
    """All 84 towers, 20 bridges and 45 nobles, with a column of 20 and one of 12."""
    return building(pieces, 84, 20, large=15, small=30, seed=seed, side=6, tall=(20, 12), a_tower=3)


def heavier(build: Build, part_id: str, mass_kg: float) -> Build:
    """The build with that part's mass."""
    return replace(build, parts=tuple(replace(p, mass_kg=mass_kg) if p.id == part_id else p for p in build.parts))
