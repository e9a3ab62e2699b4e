"""Whole turns of the Tactical Game, thought of in styles: the pieces of one, where they go, and the special move after.

Everything in a plan has been verified on the way, so none of it is ever refused.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from itertools import combinations

from babylon3d.core.actions import Seat
from babylon3d.core.build import Noble
from babylon3d.games.babylon.pieces import PIECE_KINDS, PieceKind
from babylon3d.games.babylon.tactical.appraise import Standing, Taste, appraise, height
from babylon3d.games.babylon.tactical.model import MAX_PLACED, EndTurn, Exchange, Place, TacticalAction, Unable
from babylon3d.games.babylon.tactical.placing import highest_level, joinable_ground
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.state import TacticalState

RULES = TacticalRules()

TRIES = 8
"""Placements of one wish that the rules are asked for, best first, before any that is legal is taken."""

NEAR = 2
"""Cells between the building and what is put on the table beside it, at most."""


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


def places_beside(s: TacticalState, kind: PieceKind) -> list[Place]:
    """Where a part fits on the building or at most `NEAR` cells beside it; of an empty table only in its middle."""
    building, boards, on = s.building, s.building.boards, s.building.boards.on
    near = on.grown(boards.base(), NEAR) if boards.height else on.bits[on.index(0, 0)]
    ground, highest = near & joinable_ground(s, kind), highest_level(s)
    if kind == "tower":
        return [Place("tower", *c) for c in building.tower_slots(ground) if c.level <= highest]
    return [Place("bridge", *c, axis=axis) for c, axis in building.bridge_slots(ground) if c.level <= highest]


def first_allowed(s: TacticalState, seat: Seat, actions: Iterable[Place]) -> Place | None:
    """The first legal one."""
    return next((action for action in actions if allowed(s, seat, action)), None)


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
    Style(5, 3, 1.0, 1.5),
    Style(5, 2, -1.0, -1.0),
    Style(5, 3, -1.0, -1.0),
    Style(5, 1, -1.0, 1.0),
    Style(4, 3, 1.0, 0.0),
    Style(4, 4, 1.0, 0.0),
    Style(5, 0, 1.0, -1.0),
)

REPLIES: tuple[Style, ...] = (
    Style(4, 0, -1.0, 1.0),
    Style(5, 0, 0.3, 1.0),
    Style(5, 0, -1.0, 3.0),
    Style(5, 0, 1.0, -1.0),
    Style(5, 1, 1.0, 1.5),
    Style(4, 1, 1.0, 0.0),
    Style(4, 2, 1.0, 0.0),
    Style(4, 3, 1.0, 0.0),
    Style(5, 3, 1.0, 1.5),
)
"""Those that are chosen most, for turns that are thought of many at a time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole turn and what it leads to."""

    actions: tuple[TacticalAction, ...]
    state: TacticalState
    worth: float


def turn_plan(s: TacticalState, seat: Seat, style: Style, rng: random.Random, taste: Taste) -> Plan | None:
    """A whole turn in this style, ended and with its special move; `None` when the style does not lead to one."""
    actions: list[TacticalAction] = []
    while not s.special and s.ended is None and s.to_move == seat:
        wish: TacticalAction | None = None
        if len(s.placed) >= style.pieces or len(s.placed) == MAX_PLACED:
            wish = EndTurn() if allowed(s, seat, EndTurn()) else None
        if wish is None:
            wish = _wish(s, seat, style, rng, taste)
        if wish is None:
            return None
        s = RULES.apply(s, seat, wish).state
        actions.append(wish)
    if s.special and s.ended is None and s.to_move == seat:
        special = _best_special(s, seat, taste)
        s = RULES.apply(s, seat, special).state
        actions.append(special)
    if s.special and s.to_move == seat:
        actions.append(EndTurn())
        s = RULES.apply(s, seat, EndTurn()).state
    return Plan(tuple(actions), s, appraise(s, seat, taste) + rng.random() * 0.01)


def best_plan(
    s: TacticalState, seat: Seat, styles: Iterable[Style], rng: random.Random, taste: Taste
) -> Generator[None, None, Plan | None]:
    """The plan of these styles after which the seat stands best, a yield for each; what T3 says where it is unable."""
    if unable(s, seat):
        yield
        return Plan((Unable(),), RULES.apply(s, seat, Unable()).state, 0.0)
    best: Plan | None = None
    for style in styles:
        plan = turn_plan(s, seat, style, rng, taste)
        if plan is not None and (best is None or plan.worth > best.worth):
            best = plan
        yield
    return best


def _wish(s: TacticalState, seat: Seat, style: Style, rng: random.Random, taste: Taste) -> Place | None:
    """The next placement of a style: parts first, its nobles at the end; the other kind when the first has none."""
    nobles_now = style.pieces - len(s.placed) <= style.nobles
    for nobles in (nobles_now, not nobles_now):
        ranked = _nobles(s, seat, rng, taste) if nobles else _parts(s, style, rng, held(s, seat))
        place = first_allowed(s, seat, ranked)
        if place is not None:
            return place
    return None


def _parts(s: TacticalState, style: Style, rng: random.Random, supply: dict[PieceKind, int]) -> list[Place]:
    """The most wanted placements of parts: high or low, towers or bridges, as the style has it."""
    top = height(s)
    bridge_worth = style.bridges if supply["bridge"] else 0.0

    def worth(place: Place) -> float:
        level = place.level if style.climb > 0 else -abs(place.level - max(1, top - 2))
        return abs(style.climb) * level + (bridge_worth if place.piece == "bridge" else 0.0) + rng.random()

    wanted = [place for kind in PIECE_KINDS[:2] if supply[kind] for place in places_beside(s, kind)]
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


def _best_special(s: TacticalState, seat: Seat, taste: Taste) -> TacticalAction:
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
    for _, exchange in sorted(options, key=lambda option: -option[0]):
        if allowed(s, seat, exchange):
            return exchange
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
