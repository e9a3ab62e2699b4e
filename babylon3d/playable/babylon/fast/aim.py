"""Aiming: from what a ray or keys point at to the place in plan where a piece goes. No height and no path here."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from babylon3d.core.actions import Seat
from babylon3d.core.geometry import Pose, Vec3, compose, inverse, rotate, yaw_deg, yaw_quat
from babylon3d.games.babylon.fast.areas import AREA_HALF_M, area_middle
from babylon3d.games.babylon.fast.judge import Seen
from babylon3d.games.babylon.fast.model import Assist
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.pieces import BABYLON, LARGE_WIDTH_M, PITCH_M, SMALL_WIDTH_M, WIDTH_M, PieceKind
from babylon3d.playable.babylon.fast.assist import nearest_cell
from babylon3d.playable.babylon.fast.landing import landing, seen_in

Plan = tuple[float, float]
"""A point of the table, metres in the world."""

REACH_M = AREA_HALF_M - 0.004
"""How far from an area's middle a hand goes: to the edge of the cloth."""
OFF_M = 0.003
"""A side face means its column, at most this far from the middle towards the pointed side (light, free)."""
SIDE = 0.7
"""A face whose normal rises less than this is a side face."""
ABOVE_M = 0.59
"""From this height everything is under a piece."""
APART_M = 0.0004
"""Nobles are put this far from one another at least."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What is pointed at: a point of the world, the standing piece it lies on (None: the table), the face's normal."""

    point: Vec3
    piece: str | None = None
    normal: Vec3 = (0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece goes, in plan: the area, the point in the world; `beyond`: more was pointed at than one reaches."""

    area: int
    point: Plan
    beyond: bool = False


def place_of(
    aim: Aim, state: FastState, seat: Seat, kind: PieceKind | None, yaw: float, poses: Mapping[str, Pose]
) -> Place:
    """The place that an aim means for a piece of a kind turned by `yaw` degrees."""
    here = within(state, seat, aim.point[:2])
    standing = state.piece(aim.piece) if aim.piece is not None else None
    if standing is None or standing.area not in state.areas_of(seat) or kind is None:
        if kind is None:
            return here
        return _fitted(aim, here, state, seat, kind, yaw, poses)
    area = standing.area
    seen = seen_in(state, area, poses)
    hit = seen.get(standing.id)
    if hit is None:
        return here
    return _fitted(aim, Place(area, _column(aim, hit, seen, state.options.assist)), state, seat, kind, yaw, poses)


def within(state: FastState, seat: Seat, point: Plan) -> Place:
    """The nearest place to a point of the table that a seat's hand reaches."""
    middles = {area: area_middle(state.areas, area) for area in state.areas_of(seat)}
    area = min(middles, key=lambda a: math.dist(point, middles[a][:2]))
    mx, my, _ = middles[area]
    dx, dy = point[0] - mx, point[1] - my
    length = math.hypot(dx, dy)
    share = min(1.0, REACH_M / max(1e-9, length))
    return Place(area, (mx + dx * share, my + dy * share), length > REACH_M + 0.001)


def _column(aim: Aim, hit: Seen, seen: Mapping[str, Seen], assist: Assist) -> Plan:
    """The point on a column: what a top face shows; for a side face or a noble the column's middle or near it."""
    x, y, _ = aim.point
    tower = seen.get(hit.tower) if hit.is_noble else None
    if tower is not None:
        return tower.pose.position[:2]
    if aim.normal[2] >= SIDE:
        return x, y
    if assist == "guided":
        return _top_middle(nearest_cell(x, y, hit, BABYLON), seen)
    inside = _clamped((x, y), hit)
    top = _highest(inside, seen)
    return inside if top is None or top.id == hit.id else _clamped(inside, top)


def _clamped(point: Plan, part: Seen) -> Plan:
    """The point over a part's middle line that is nearest to a point, at most `OFF_M` off it."""
    long = (BABYLON.specs[part.kind].size[0] - WIDTH_M) / 2
    dx, dy, _ = compose(inverse(part.pose), Pose((*point, part.pose.position[2]))).position
    local = (max(-long - OFF_M, min(long + OFF_M, dx)), max(-OFF_M, min(OFF_M, dy)), 0.0)
    return compose(part.pose, Pose(local)).position[:2]


def _highest(point: Plan, seen: Mapping[str, Seen]) -> Seen | None:
    """The highest part over a point."""
    best: Seen | None = None
    for name in sorted(seen):
        part = seen[name]
        if part.is_noble:
            continue
        size = BABYLON.specs[part.kind].size
        dx, dy, _ = compose(inverse(part.pose), Pose((*point, part.pose.position[2]))).position
        over = abs(dx) <= size[0] / 2 and abs(dy) <= size[1] / 2
        if over and (best is None or part.pose.position[2] > best.pose.position[2]):
            best = part
    return best


def _top_middle(point: Plan, seen: Mapping[str, Seen]) -> Plan:
    """The middle of the cell of the highest part over a point."""
    top = _highest(point, seen)
    return point if top is None else nearest_cell(*point, top, BABYLON)


# -- what a kind of piece makes of it ------------------------------------------------------------------


def _fitted(
    aim: Aim, place: Place, state: FastState, seat: Seat, kind: PieceKind, yaw: float, poses: Mapping[str, Pose]
) -> Place:
    """A bridge by the end or the middle that can stand there; a noble to a free place of its tower (guided)."""
    if kind == "bridge":
        return _bridged(aim, place, state, seat, yaw, poses)
    if kind in ("large", "small") and state.options.assist == "guided":
        return Place(place.area, noble_place(kind, place.point, seen_in(state, place.area, poses)), place.beyond)
    return place


def _bridged(aim: Aim, place: Place, state: FastState, seat: Seat, yaw: float, poses: Mapping[str, Pose]) -> Place:
    """The first that stands: the middle over the place, the end that is nearer, the other end; else the middle.

    Asked for the pointed cell's middle, so that within one face the answer stays the same.
    """
    seen = seen_in(state, place.area, poses)
    hit = seen.get(aim.piece or "")
    x, y = place.point
    cell = nearest_cell(x, y, hit, BABYLON) if hit is not None and not hit.is_noble else place.point
    along = rotate(yaw_quat(yaw), (PITCH_M, 0.0, 0.0))[:2]
    if hit is not None:
        along = _aligned(along, hit)
    ahead = 1 if (aim.point[0] - cell[0]) * along[0] + (aim.point[1] - cell[1]) * along[1] >= 0 else -1
    for way in (0, ahead, -ahead):
        middle = (cell[0] + way * along[0], cell[1] + way * along[1])
        inside = within(state, seat, middle)
        if inside.area != place.area or inside.beyond:
            continue
        carried = Pose((*middle, ABOVE_M), yaw_quat(yaw))
        if not landing(state, seat, "bridge", carried, place.area, poses).reason:
            return Place(place.area, (x + way * along[0], y + way * along[1]), place.beyond)
    return place


def _aligned(along: Plan, hit: Seen) -> Plan:
    """The direction of the pointed part's lattice that is nearest to a direction, a cell long."""
    base = yaw_deg(hit.pose.quaternion)
    angle = math.degrees(math.atan2(along[1], along[0]))
    turned = base + round((angle - base) / 90.0) * 90.0
    x, y, _ = rotate(yaw_quat(turned), (PITCH_M, 0.0, 0.0))
    return x, y


def noble_place(kind: PieceKind, point: Plan, seen: Mapping[str, Seen]) -> Plan:
    """A noble's place on the tower under a point: the middle or a corner, the nearest that is free; else the point."""
    tower = _highest(point, seen)
    if tower is None or tower.kind != "tower":
        return point
    width = LARGE_WIDTH_M if kind == "large" else SMALL_WIDTH_M
    reach = (WIDTH_M - width) / 2 - 0.0001
    corners = [(dx * reach, dy * reach) for dx in (-1, 1) for dy in (-1, 1)]
    offsets = [(0.0, 0.0), *corners] if kind == "large" else [*corners, (0.0, 0.0)]
    places = [compose(tower.pose, Pose((dx, dy, 0.0))).position[:2] for dx, dy in offsets]
    beside = [noble for noble in seen.values() if noble.is_noble and noble.tower == tower.id]
    for at in places if kind == "large" else sorted(places, key=lambda at: round(math.dist(at, point), 4)):
        if all(math.dist(at, n.pose.position[:2]) > (width + _width(n)) / 2 + APART_M for n in beside):
            return at
    return point


def _width(noble: Seen) -> float:
    return BABYLON.specs[noble.kind].size[0]
