"""What a bot wants to put where: a joined city of columns and bridges first, then nobles on its towers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from babylon3d.core.actions import Seat
from babylon3d.games.babylon.fast.scoring import score_round
from babylon3d.games.babylon.fast.state import FastState, buildings
from babylon3d.games.babylon.fast.survey import (
    Spot,
    busy_hands,
    free_tops,
    highest_m,
    in_area,
    is_free,
    noble_room,
    noble_tops,
)
from babylon3d.games.babylon.pieces import BABYLON, PieceKind

P = BABYLON.pitch_m


class Column(NamedTuple):
    """A column of towers on a cell of the area, up to a level."""

    x: int
    y: int
    level: int


class Span(NamedTuple):
    """A bridge whose middle is over a cell, at a level."""

    x: int
    y: int
    axis: Literal["x", "y"]


@dataclass(frozen=True, slots=True)
class Taste:
    """What a bot builds: `base` levels of columns under the bridges, `top` the level where it stops stacking.

    `share` is the part of the stop watch's time that goes into building; `rows` how many pairs of columns. `company`:
    nobles go first where others' stand, then into the largest building, and only then wherever it is highest.
    """

    base: int
    top: int
    share: float
    rows: int
    company: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """Put a piece of that kind on a spot."""

    kind: PieceKind
    spot: Spot

    def is_like(self, other: Plan) -> bool:
        """Whether another plan puts the same kind of piece on the same place."""
        a, b = self.spot, other.spot
        return (self.kind, a.area, a.level) == (other.kind, b.area, b.level) and a.near(b.x, b.y, SAME_PLACE_M)


Unwanted = Callable[[Plan], bool]
"""Which plans are not even considered."""


def anything(plan: Plan) -> bool:
    """Nothing is unwanted."""
    return False


ROWS = (0, 2, -2)
# Two plans for places nearer to each other than this try the same place.
SAME_PLACE_M = 0.004
# A hand-made building is off its lattice by no more than this.
DRIFT_M = 0.009


def wishes(taste: Taste) -> Iterator[Column | Span]:
    """The city in the order of building: each row's columns and bridge, then the bridges that join the rows."""
    for row in range(taste.rows):
        y = ROWS[row]
        for level in range(1, taste.base + 1):
            yield Column(-1, y, level)
            yield Column(1, y, level)
        yield Span(0, y, "x")
        if row == 1:
            yield Span(-1, 1, "y")
        if row == 2:
            yield Span(1, -1, "y")


def building_plan(s: FastState, seat: Seat, area: int, taste: Taste, unwanted: Unwanted = anything) -> Plan | None:
    """The next part of the city in an area, or a tower on a top that is not high enough yet."""
    supply = s.seats[seat].supply
    for wish in wishes(taste):
        plan = _column(s, area, wish) if isinstance(wish, Column) else _span(s, area, wish)
        if plan is None or busy_hands(s, seat, plan.spot) or unwanted(plan):
            continue
        if plan.kind == "bridge" and plan.spot.level >= taste.top:
            continue  # no tower would follow on it, and so no noble
        if (supply.towers if plan.kind == "tower" else supply.bridges) > 0:
            return plan
    if supply.towers == 0:
        return None
    open_tops = [spot for spot in free_tops(s, area) if spot.level <= taste.top and _apart(s, area, spot)]
    for spot in sorted(open_tops, key=lambda spot: (spot.level, spot.x, spot.y)):
        plan = Plan("tower", spot)
        if not busy_hands(s, seat, spot) and not unwanted(plan):
            return plan
    return None


def _column(s: FastState, area: int, wish: Column) -> Plan | None:
    """A tower on the column of a cell, if the column ends just below that level."""
    x, y = wish.x * P, wish.y * P
    here = in_area(s, area)
    if wish.level == 1:
        spot = Spot(area, x, y, 0.0, 1)
        return Plan("tower", spot) if is_free(spot, here) else None
    for spot in free_tops(s, area):
        if spot.level == wish.level and spot.near(x, y, DRIFT_M):
            return Plan("tower", spot)
    return None


def _span(s: FastState, area: int, wish: Span) -> Plan | None:
    """A bridge onto the free tops at its two ends, if both are on one level and its middle has room."""
    dx, dy = (P, 0.0) if wish.axis == "x" else (0.0, P)
    mx, my = wish.x * P, wish.y * P
    tops = free_tops(s, area)
    for first in (spot for spot in tops if spot.near(mx - dx, my - dy, DRIFT_M)):
        for second in (spot for spot in tops if spot.near(mx + dx, my + dy, DRIFT_M)):
            if first.level != second.level:
                continue
            yaw = math.degrees(math.atan2(second.y - first.y, second.x - first.x))
            x, y = (first.x + second.x) / 2, (first.y + second.y) / 2
            spot = Spot(area, x, y, max(first.z, second.z), first.level, yaw, first.on)
            below = Spot(area, x, y, spot.z - BABYLON.level_m, spot.level - 1)
            here = in_area(s, area)
            if is_free(spot, here) and is_free(below, here):
                return Plan("bridge", spot)
    return None


def _apart(s: FastState, area: int, spot: Spot) -> bool:
    """Whether a tower can be lowered onto a spot without brushing a neighbour of its level."""
    if spot.on is None:
        return True
    for piece in in_area(s, area):
        x, y, z = piece.rest.position
        beside = abs(z - spot.z - BABYLON.level_m / 2) < BABYLON.level_m and piece.id != spot.on
        if beside and not spot.near(x, y) and spot.near(x, y, 1.4 * P):
            return False
    support = s.piece(spot.on)
    if support is None or support.kind == "tower":
        return True
    x, y, _ = support.rest.position
    return not spot.near(x, y)


def noble_plan(
    s: FastState,
    seat: Seat,
    area: int,
    kinds: tuple[PieceKind, ...],
    company: bool = False,
    unwanted: Unwanted = anything,
) -> Plan | None:
    """A noble on the highest tower where it would score; with `company` in the building where it most likely does."""
    colour = s.seats[seat].colour
    tops = noble_tops(s, area)
    if company:
        worth = {
            piece.id: (any(other.is_noble and other.colour != colour for other in building), len(building))
            for building in buildings(s.standing, area)
            for piece in building
        }
        tops.sort(key=lambda entry: worth[entry[1].id], reverse=True)  # the highest first in each building
    for top, tower, nobles in tops:
        if any(noble.colour == colour or noble.kind == "large" for noble in nobles):
            continue
        for kind in kinds:
            if kind == "large" and nobles:
                continue
            spot = noble_room(top, tower, nobles, kind)
            if spot is not None and not busy_hands(s, seat, spot) and not unwanted(Plan(kind, spot)):
                return Plan(kind, spot)
    return None


def held_nobles(s: FastState, seat: Seat) -> tuple[PieceKind, ...]:
    """The sizes of noble that a seat can still place, small first: others may stand beside them."""
    supply = s.seats[seat].supply
    found: list[PieceKind] = []
    if supply.small:
        found.append("small")
    if supply.large:
        found.append("large")
    return tuple(found)


def area_order(s: FastState, seat: Seat) -> tuple[int, ...]:
    """The own areas, the one that needs more first: fewer own points, then less height, then fewer pieces."""
    score = score_round(s).seats[seat]
    totals = (score.left, score.right)
    areas = s.areas_of(seat)

    def need(entry: tuple[int, int]) -> tuple[int, float, int]:
        index, area = entry
        return totals[index], highest_m(s, area), len(in_area(s, area))

    return tuple(area for _, area in sorted(enumerate(areas), key=need))


def next_plan(s: FastState, seat: Seat, taste: Taste, unwanted: Unwanted = anything) -> Plan | None:
    """What to do next: build while there is time for it, then place nobles where they score."""
    limit = s.options.stop_watch_s
    nobles = held_nobles(s, seat)
    building = not limit or s.seconds < taste.share * limit
    for area in area_order(s, seat):
        plans = [building_plan(s, seat, area, taste, unwanted) if building else None]
        plans.append(noble_plan(s, seat, area, nobles, taste.company, unwanted) if nobles else None)
        if not building:
            plans.append(building_plan(s, seat, area, taste, unwanted))
        for plan in plans:
            if plan is not None:
                return plan
    return None
