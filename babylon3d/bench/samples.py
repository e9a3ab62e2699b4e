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


TOWARDS = ((1, 0), (-1, 0), (0, 1), (0, -1))
ARRANGEMENTS = tuple((towards, backwards) for towards in TOWARDS for backwards in (False, True))
"""One build eight ways round: where the bridge points, and whether its parts are named backwards."""


def lever(pieces: PieceSet, over: float, towards: Spot = (1, 0), backwards: bool = False) -> Build:
    """A one-footed bridge towards a side, with a counterweight that is `over` (a share) above the least that holds it.

    `backwards`: the parts in the other order.
    """
    dx, dy = towards
    parts = (
        Part("t1", "tower", Cell(0, 0, 1)),
        Part("b1", "bridge", Cell(dx, dy, 2), axis="x" if dx else "y"),
        Part("t2", "tower", Cell(0, 0, 3), mass_kg=lever_limit_kg(pieces) * (1 + over)),
    )
    return Build(pieces.name, parts[::-1] if backwards else parts)


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

    def buildings_with(self, place: tuple[Spot, Axis]) -> int:
        """How many separate buildings there are once a bridge lies there."""
        parts = (*self.parts, self._bridge_at(*place))
        return len(Build(self.pieces.name, parts).buildings(self.pieces))

    def _bridge_at(self, middle: Spot, axis: Axis) -> Part:
        x, y = middle
        level = self.heights[(x + 1, y) if axis == "x" else (x, y + 1)] + 1
        number = 1 + sum(p.kind == "bridge" for p in self.parts)
        return Part(f"b{number}", "bridge", Cell(x, y, level), axis=axis)

    def bridge(self, middle: Spot, axis: Axis) -> None:
        """One bridge with its feet on what is there."""
        x, y = middle
        dx, dy = (1, 0) if axis == "x" else (0, 1)
        self.parts.append(self._bridge_at(middle, axis))
        for spot in ((x - dx, y - dy), middle, (x + dx, y + dy)):
            self.heights[spot] = self.parts[-1].cell.level
            self.tops.pop(spot, None)

    def raise_parts(self, towers: int, bridges: int, tall: tuple[int, ...]) -> bool:
        """All parts, tall corner columns first; False if a bridge finds no place.

        Only cells with even x and y get towers on the table: bridges join these, and not the cells between.
        """
        side = self.spots[-1][0] + 1
        corners = [self.spots[0], self.spots[-1], self.spots[side - 1], self.spots[-side]][: len(tall)]
        piers = [(x, y) for x, y in self.spots if x % 2 == y % 2 == 0 and (x, y) not in corners]
        for spot, height in zip(corners, tall, strict=True):
            for _ in range(height):
                self.tower(spot)
        towers -= sum(tall)
        while towers or bridges:
            places = [place for place in self.bridge_places() if bridges and _clear(place, corners)]
            if places and (not towers or self.rng.random() < 1.5 * bridges / (towers + bridges)):
                self.bridge(*min(self.rng.sample(places, min(8, len(places))), key=self.buildings_with))
                bridges -= 1
            elif towers:
                raised = [spot for spot in self.spots if self.heights[spot] and spot not in (*corners, *piers)]
                some = self.rng.sample(piers + raised, 3)
                self.tower(min(some, key=lambda spot: (spot in self.tops, self.heights[spot])))
                towers -= 1
            else:
                return False
        return True

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
    connected: bool = True,
) -> Build:
    """A random legal building on `side` x `side` cells, with columns of the heights `tall` at its corners.

    `connected`: all but these columns hangs together (ruling B6).
    Raises: ValueError if none is found in 200 tries.
    """
    for attempt in range(200):
        builder = _Builder(pieces, side, random.Random(f"{seed}/{attempt}"))
        if builder.raise_parts(towers, bridges, tall):
            build = Build(pieces.name, tuple(builder.parts))
            if not connected or len(build.buildings(pieces)) == 1 + len(tall):
                builder.crown(large, small, a_tower)
                if len(builder.nobles) == large + small:
                    return replace(build, nobles=tuple(builder.nobles))
    raise ValueError(f"no such building of {towers} towers and {bridges} bridges on {side} x {side} cells")


def _clear(place: tuple[Spot, Axis], kept: list[Spot]) -> bool:
    """Whether a bridge there leaves the kept spots alone."""
    (x, y), axis = place
    dx, dy = (1, 0) if axis == "x" else (0, 1)
    return not any(spot in kept for spot in ((x - dx, y - dy), (x, y), (x + dx, y + dy)))


def hundred(pieces: PieceSet, seed: int = 0) -> Build:
    """100 parts and 15 nobles: the building of the bars."""
    return building(pieces, towers=82, bridges=18, large=5, small=10, seed=seed)


def full_box(pieces: PieceSet, seed: int = 0) -> Build:
    """All 84 towers, 20 bridges and 45 nobles: buildings, a column of 20 and one of 12."""
    return building(pieces, 84, 20, 15, 30, seed, side=7, tall=(20, 12), a_tower=3, connected=False)
