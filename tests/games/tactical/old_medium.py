"""The `medium` of the first public commit, 1fbbbb4, word for word: what today's bots are measured against.

A bot is a generator: it yields after each small piece of work and returns the actions of the rest of its turn.
Everything it returns has been verified on the way, so none of it is ever refused.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from babylon3d.core.actions import Seat
from babylon3d.core.build import Noble
from babylon3d.core.chance import shuffled
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.pieces import BABYLON, PIECE_KINDS, PieceKind
from babylon3d.games.babylon.tactical.model import (
    MAX_PLACED,
    MIN_PLACED,
    EndTurn,
    Exchange,
    Place,
    TacticalAction,
    Unable,
)
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.state import TacticalState


@dataclass(frozen=True, slots=True)
class Taste:
    """What `medium` weighs, in points; measured by games against itself."""

    rival: float = 0.5
    """The share of the best opponent among the opponents' points; the rest is their mean."""
    threat: float = 0.6
    """What the next players can win with one noble on a tower that is free now."""
    reserve: float = 0.45
    """A noble in the supply, as a share of the building's height."""
    tie: float = 0.15
    """A level for which the seat is tied, as a share of its points."""


TASTE = Taste()


def leader(row: list[int]) -> Seat | None:
    """Who has strictly the most nobles of a level (T9)."""
    most = max(row)
    return row.index(most) if most and row.count(most) == 1 else None


@dataclass(frozen=True, slots=True)
class Standing:
    """Per level the nobles of every seat on it, per seat the bridges in its supply."""

    rows: dict[int, list[int]]
    bridges: tuple[int, ...]

    @classmethod
    def of(cls, s: TacticalState) -> Standing:
        """The standing of a state (B7)."""
        level = {part.id: part.cell.level for part in s.build.parts}
        seat = {info.colour: i for i, info in enumerate(s.seats)}
        rows: dict[int, list[int]] = {}
        for noble in s.build.nobles:
            rows.setdefault(level[noble.on], [0] * len(s.seats))[seat[noble.colour]] += 1
        return cls(rows, tuple(info.supply.bridges for info in s.seats))

    def row(self, level: int) -> list[int]:
        """A copy of a level's row."""
        return list(self.rows.get(level, [0] * len(self.bridges)))

    def points(self) -> list[float]:
        """Every seat's points as if the game ended here (T9)."""
        total = [-float(left) for left in self.bridges]
        for level, row in self.rows.items():
            first = leader(row)
            if first is not None:
                total[first] += level
        return total

    def lead(self, seat: Seat, taste: Taste) -> float:
        """A seat's points over its opponents', levels it is tied for counted in part."""
        total = self.points()
        others = [p for i, p in enumerate(total) if i != seat]
        ahead = total[seat] - taste.rival * max(others) - (1 - taste.rival) * sum(others) / len(others)
        tied = sum(
            level for level, row in self.rows.items() if leader(row) is None and row[seat] and row[seat] == max(row)
        )
        return ahead + taste.tie * tied

    def gain(self, level: int, seat: Seat, taste: Taste) -> float:
        """What one more noble of the seat on the level is worth to it."""
        row = self.row(level)
        before = _share(row, seat, taste)
        row[seat] += 1
        return level * (_share(row, seat, taste) - before)


def _share(row: list[int], seat: Seat, taste: Taste) -> float:
    """Whose level it is, seen from the seat: 1 its own, a part below 0 another's, a little for a tie."""
    first = leader(row)
    if first == seat:
        return 1.0
    if first is not None:
        return -(taste.rival / 2 + (1 - taste.rival) / (len(row) - 1))
    return taste.tie if row[seat] and row[seat] == max(row) else 0.0


def free_tops(s: TacticalState) -> list[int]:
    """The levels of all towers with nothing on them, highest first."""
    covered: set[Cell] = set()
    for part in s.build.parts:
        covered.update(BABYLON.cells(part))
    taken = {noble.on for noble in s.build.nobles}
    free = (p.cell for p in s.build.parts if p.kind == "tower" and p.id not in taken)
    return sorted((cell.level for cell in free if cell.above not in covered), reverse=True)


def height(s: TacticalState) -> int:
    """The highest level that a part stands on; 0 for the empty table."""
    return max((p.cell.level for p in s.build.parts), default=0)


def reserve(s: TacticalState, seat: Seat, taste: Taste) -> float:
    """What the nobles in the supply are worth; those that will find no turn are worth nothing."""
    supply = s.seats[seat].supply
    turns = min(info.supply.total // MIN_PLACED for info in s.seats)
    placeable = min(supply.large + supply.small, MAX_PLACED * turns)
    return placeable * taste.reserve * height(s)


def threat(standing: Standing, s: TacticalState, seat: Seat, taste: Taste) -> float:
    """The most that each opponent wins by one noble on a free tower, halved for every seat that comes later."""
    tops = free_tops(s)
    total, weight, n = 0.0, 1.0, len(s.seats)
    for i in range(1, n):
        other = (seat + i) % n
        supply = s.seats[other].supply
        if supply.large + supply.small:
            total += weight * max((standing.gain(level, other, taste) for level in tops), default=0.0)
        weight /= 2
    return total


def appraise(s: TacticalState, seat: Seat, taste: Taste = TASTE) -> float:
    """How well a seat stands after its turn, in points; only differences mean anything."""
    standing = Standing.of(s)
    value = standing.lead(seat, taste)
    if s.ended is None:
        value += reserve(s, seat, taste) - taste.threat * threat(standing, s, seat, taste)
    return value


Thought = Generator[None, None, Sequence[TacticalAction]]
Think = Callable[[TacticalState], Thought]
Bot = Callable[[Seat, random.Random], Think]

RULES = TacticalRules()

TRIES = 8
"""Placements of one wish that `medium` asks the rules for, best first, before it takes any that is legal."""

GROUND = 0.1
"""How often `easy` considers the table for a part as readily as the building."""

NEAR = 2
"""Cells between the building and what `medium` puts on the table beside it, at most."""


def allowed(s: TacticalState, seat: Seat, action: TacticalAction) -> bool:
    """Whether the action is legal, dead ends counted (T2)."""
    return RULES.why_not(s, seat, action) is None


def held(s: TacticalState, seat: Seat) -> dict[PieceKind, int]:
    """The seat's supply by kind of piece, in the set's order."""
    supply = s.seats[seat].supply
    return dict(zip(PIECE_KINDS, (supply.towers, supply.bridges, supply.large, supply.small), strict=True))


def unable(s: TacticalState, seat: Seat) -> bool:
    """Whether the seat can only say that it has no turn (T3)."""
    return not s.placed and not s.special and allowed(s, seat, Unable())


def first_allowed(s: TacticalState, seat: Seat, actions: Iterable[Place]) -> Generator[None, None, Place | None]:
    """The first legal one, a yield for each that is asked."""
    for action in actions:
        if allowed(s, seat, action):
            return action
        yield
    return None


def _random_order(s: TacticalState, seat: Seat, rng: random.Random) -> Iterator[Place]:
    """All kept candidates in a random order, a random piece of the supply first; mostly what stands on something first.

    A part on the table beside the building must still be joined to it, and most such turns are dead ends.
    """
    pieces = [kind for kind, count in held(s, seat).items() for _ in range(count)]
    later: list[Place] = []
    for kind in dict.fromkeys(shuffled(rng, pieces)):
        places = shuffled(rng, RULES.placements(s, kind))
        ground_too = rng.random() < GROUND
        for place in places:
            if place.level > 1 or ground_too or kind in ("large", "small"):
                yield place
            else:
                later.append(place)
    yield from later


# -- medium ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Style:
    """One way to fill a turn: how many pieces, how many nobles at its end, and what the parts are for."""

    pieces: int
    nobles: int
    climb: float
    """Wanted levels of towers: positive builds up, negative fills below."""
    bridges: float
    """What a bridge is worth beside a tower on the same level."""


STYLES: tuple[Style, ...] = (
    Style(5, 1, 1.0, -1.0),
    Style(5, 1, 1.0, 1.5),
    Style(5, 0, -1.0, 3.0),
    Style(5, 0, 0.3, 1.0),
    Style(5, 2, 1.0, -1.0),
    Style(5, 2, 1.0, 1.5),
    Style(5, 3, 1.0, 0.0),
    Style(4, 1, 1.0, 0.0),
    Style(4, 2, 1.0, 0.0),
    Style(4, 0, -1.0, 1.0),
    Style(5, 4, 1.0, 0.0),
    Style(5, 5, 1.0, 0.0),
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole turn and what it leads to."""

    actions: tuple[TacticalAction, ...]
    state: TacticalState
    worth: float


def medium(seat: Seat, rng: random.Random, taste: Taste = TASTE) -> Think:
    """A bot that thinks several whole turns through and plays the one after which it stands best."""

    def think(s: TacticalState) -> Thought:
        if unable(s, seat):
            return (Unable(),)
        best: Plan | None = None
        for style in STYLES if not s.special else STYLES[:1]:
            plan = yield from _plan(s, seat, style, rng, taste)
            if plan is not None and (best is None or plan.worth > best.worth):
                best = plan
        if best is None:
            place = yield from first_allowed(s, seat, _random_order(s, seat, rng))
            return (place if place is not None else EndTurn(),)
        return best.actions

    return think


def _plan(
    s: TacticalState, seat: Seat, style: Style, rng: random.Random, taste: Taste
) -> Generator[None, None, Plan | None]:
    """A whole turn in this style, ended and with its special move; `None` when the style does not lead to one."""
    actions: list[TacticalAction] = []
    while not s.special and s.ended is None and s.to_move == seat:
        wish: TacticalAction | None = None
        if len(s.placed) >= style.pieces or len(s.placed) == MAX_PLACED:
            wish = EndTurn() if allowed(s, seat, EndTurn()) else None
        if wish is None:
            wish = yield from _wish(s, seat, style, rng, taste)
        if wish is None:
            return None
        s = RULES.apply(s, seat, wish).state
        actions.append(wish)
        yield
    if s.special and s.ended is None and s.to_move == seat:
        special = yield from _best_special(s, seat, taste)
        s = RULES.apply(s, seat, special).state
        actions.append(special)
    if s.special and s.to_move == seat:
        actions.append(EndTurn())
        s = RULES.apply(s, seat, EndTurn()).state
    return Plan(tuple(actions), s, appraise(s, seat, taste) + rng.random() * 0.01)


def _wish(
    s: TacticalState, seat: Seat, style: Style, rng: random.Random, taste: Taste
) -> Generator[None, None, Place | None]:
    """The next placement of a style: parts first, its nobles at the end; the other kind when the first has none."""
    nobles_now = style.pieces - len(s.placed) <= style.nobles
    for nobles in (nobles_now, not nobles_now):
        ranked = _nobles(s, seat, rng, taste) if nobles else _parts(s, style, rng, held(s, seat))
        place = yield from first_allowed(s, seat, ranked)
        if place is not None:
            return place
    return None


def _parts(s: TacticalState, style: Style, rng: random.Random, supply: dict[PieceKind, int]) -> list[Place]:
    """The most wanted placements of parts: high or low, towers or bridges, as the style has it."""
    top = height(s)
    on = s.building.boards.on
    near = on.grown(s.building.boards.base() or on.bits[on.index(0, 0)], NEAR)
    bridge_worth = style.bridges if supply["bridge"] else 0.0

    def worth(place: Place) -> float:
        level = place.level if style.climb > 0 else -abs(place.level - max(1, top - 2))
        return abs(style.climb) * level + (bridge_worth if place.piece == "bridge" else 0.0) + rng.random()

    wanted = [
        place
        for kind in ("tower", "bridge")
        if supply[kind]
        for place in RULES.placements(s, kind)
        if place.level > 1 or near & on.bits[on.index(place.x, place.y)]
    ]
    return heapq.nlargest(TRIES, wanted, key=worth)


def _nobles(s: TacticalState, seat: Seat, rng: random.Random, taste: Taste) -> list[Place]:
    """The placements of nobles that win most; a large one where two are alike, for it keeps the tower to itself."""
    standing = Standing.of(s)
    gains: dict[int, float] = {}

    def worth(place: Place) -> float:
        if place.level not in gains:
            gains[place.level] = standing.gain(place.level, seat, taste)
        return gains[place.level] + (0.3 if place.piece == "large" else 0.0) + 0.1 * rng.random()

    supply = held(s, seat)
    wanted = [p for kind in ("large", "small") if supply[kind] for p in RULES.placements(s, kind)]
    return heapq.nlargest(TRIES, wanted, key=worth)


def _best_special(s: TacticalState, seat: Seat, taste: Taste) -> Generator[None, None, TacticalAction]:
    """The exchange that improves the standing most, or declining (T6)."""
    level = {part.id: part.cell.level for part in s.build.parts}
    colours = {info.colour: i for i, info in enumerate(s.seats)}
    standing = Standing.of(s)
    before = standing.lead(seat, taste)
    options: list[tuple[float, Exchange]] = []
    for a, b in combinations(s.build.nobles, 2):
        if a.size == b.size and a.colour != b.colour and level[a.on] != level[b.on]:
            gained = _after_exchange(standing, a, b, level, colours).lead(seat, taste) - before
            if gained > 0:
                options.append((gained, Exchange((a.id, b.id))))
    yield
    for _, exchange in sorted(options, key=lambda option: -option[0]):
        if allowed(s, seat, exchange):
            return exchange
        yield
    return EndTurn()


def _after_exchange(
    standing: Standing, a: Noble, b: Noble, level: dict[str, int], colours: dict[str, Seat]
) -> Standing:
    """The standing once two nobles have switched."""
    rows = dict(standing.rows)
    for here, there, noble in ((a, b, a), (b, a, b)):
        for at, by in ((level[here.on], -1), (level[there.on], 1)):
            rows[at] = list(rows.get(at, [0] * len(colours)))
            rows[at][colours[noble.colour]] += by
    return Standing(rows, standing.bridges)
