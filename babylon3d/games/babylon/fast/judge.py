"""Judging pieces at rest by their poses alone: placed (F3), knocked down (F4), shifted (F6). Pure geometry.

Whoever calls it decides *when*: the touching pieces concerned are at rest and no hand touches them. All poses
are of one frame (the world's); lengths in metres.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from babylon3d.core.build import PieceSet
from babylon3d.core.geometry import Pose, Vec3, compose, inverse, tilt_deg, yaw_deg
from babylon3d.games.babylon.fast.model import Rest, Tolerances
from babylon3d.games.babylon.pieces import BABYLON, PieceKind

# A foot stands on what its bottom is this near to; pieces settle by hundredths of a millimetre, tilts add a little.
TOUCH_M = 0.0025
# Two pieces rest on one another where they overlap by at least this in plan.
OVERLAP_M = 0.001
# A placed piece that moved or turned less than this has not shifted.
SHIFT_M, SHIFT_DEG = 0.0005, 0.5
# The tolerances as the rulings say them.
RULINGS = Tolerances()
# A knocked part fell a level when it is lower by more than half of one.
LEVELS_LOWER = 0.5


@dataclass(frozen=True, slots=True)
class Seen:
    """A piece as it lies in the world; `level` is that of its last rest (0 for a piece that has none).

    `tower` is the tower that a placed noble stood on when it came to rest, "" for any.
    """

    id: str
    kind: PieceKind
    pose: Pose
    level: int = 0
    tower: str = ""

    @property
    def is_noble(self) -> bool:
        """Whether it is a noble rather than a building part."""
        return self.kind in ("large", "small")


class Refusal(NamedTuple):
    """Why a piece is not placed, in plain words."""

    reason: str


def quarter_off_deg(yaw: float) -> float:
    """How far an angle is from the nearest quarter turn, 0-45 degrees."""
    return abs((yaw + 45.0) % 90.0 - 45.0)


def nearest_turn(kind: PieceKind, pose: Pose) -> int:
    """The nearest quarter turn, counter-clockwise from above: 0-270, of a bridge 0 or 90, of a noble 0."""
    if kind in ("large", "small"):
        return 0
    turn = round(yaw_deg(pose.quaternion) / 90.0) * 90 % 360
    return turn % 180 if kind == "bridge" else turn


def _feet(piece: Seen, pieces: PieceSet) -> tuple[Vec3, ...]:
    """The middles of a piece's feet in the world: one, or a bridge's two ends."""
    spec = pieces.specs[piece.kind]
    low = -spec.size[2] / 2
    offsets = [(dx * pieces.pitch_m, dy * pieces.pitch_m, low) for dx, dy, _ in spec.feet] or [(0.0, 0.0, low)]
    return tuple(compose(piece.pose, Pose(offset)).position for offset in offsets)


def _tops(piece: Seen, pieces: PieceSet) -> tuple[Vec3, ...]:
    """The middles of the cells on a part's top, in its own frame."""
    spec = pieces.specs[piece.kind]
    return tuple((dx * pieces.pitch_m, dy * pieces.pitch_m, spec.size[2] / 2) for dx, dy, _ in spec.footprint)


def _cell_under(foot: Vec3, below: Seen, pieces: PieceSet) -> float | None:
    """How far off the nearest cell's middle of `below` a foot stands on it, or None if it does not (in its frame)."""
    if math.dist(foot, below.pose.position) > math.hypot(*pieces.specs[below.kind].size) / 2 + pieces.pitch_m:
        return None
    x, y, z = compose(inverse(below.pose), Pose(foot)).position
    best = None
    for cx, cy, cz in _tops(below, pieces):
        off = max(abs(x - cx), abs(y - cy))
        if abs(z - cz) < TOUCH_M and off <= pieces.pitch_m / 2 and (best is None or off < best):
            best = off
    return best


def _support(foot: Vec3, others: Mapping[str, Seen], pieces: PieceSet) -> tuple[Seen, float] | None:
    """The part that a foot stands on best, and how far off its cell's middle."""
    found = []
    for name in sorted(others):
        other = others[name]
        if not other.is_noble:
            off = _cell_under(foot, other, pieces)
            if off is not None:
                found.append((off, name))
    return (others[min(found)[1]], min(found)[0]) if found else None


def _corners(piece: Seen, pieces: PieceSet) -> tuple[tuple[float, float], ...]:
    """The corners of a piece's outline in plan."""
    sx, sy, _ = pieces.specs[piece.kind].size
    signs = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    return tuple(compose(piece.pose, Pose((a * sx / 2, b * sy / 2, 0.0))).position[:2] for a, b in signs)


def _plan_overlap_m(a: tuple[tuple[float, float], ...], b: tuple[tuple[float, float], ...]) -> float:
    """How deep two rectangles overlap in plan (separating axes); negative for a gap; metres."""
    depth = math.inf
    for first, second in ((a[0], a[1]), (a[1], a[2]), (b[0], b[1]), (b[1], b[2])):
        dx, dy = second[0] - first[0], second[1] - first[1]
        length = math.hypot(dx, dy)
        if length < 1e-6:  # it lies on its side
            continue
        nx, ny = -dy / length, dx / length
        on_a = [nx * x + ny * y for x, y in a]
        on_b = [nx * x + ny * y for x, y in b]
        depth = min(depth, min(max(on_a), max(on_b)) - max(min(on_a), min(on_b)))
    return depth


def rests_on(piece: Seen, others: Mapping[str, Seen], pieces: PieceSet = BABYLON) -> tuple[str, ...]:
    """The pieces that a piece really rests on, by id; the table is none (F6)."""
    bottoms = _feet(piece, pieces)
    low = min(z for _, _, z in bottoms)
    outline = _corners(piece, pieces)
    found = []
    for name in sorted(others):
        other = others[name]
        if name == piece.id or other.is_noble or not _near(piece, other, pieces):
            continue
        top = other.pose.position[2] + pieces.specs[other.kind].size[2] / 2
        slack = TOUCH_M + _slope_m(piece, pieces) + _slope_m(other, pieces)
        if abs(top - low) < slack and _rests(piece, bottoms, outline, other, pieces):
            found.append(name)
    return tuple(found)


def _near(a: Seen, b: Seen, pieces: PieceSet) -> bool:
    """Whether two pieces might overlap in plan, however they are turned."""
    reach = (math.hypot(*pieces.specs[a.kind].size) + math.hypot(*pieces.specs[b.kind].size)) / 2
    return math.dist(a.pose.position[:2], b.pose.position[:2]) <= reach


def _slope_m(piece: Seen, pieces: PieceSet) -> float:
    """How much height a piece's tilt makes over half its length."""
    return math.tan(math.radians(min(45.0, tilt_deg(piece.pose.quaternion)))) * max(pieces.specs[piece.kind].size) / 2


def _rests(
    piece: Seen, bottoms: tuple[Vec3, ...], outline: tuple[tuple[float, float], ...], other: Seen, pieces: PieceSet
) -> bool:
    """Whether one of a piece's feet overlaps the other's top in plan."""
    under = _corners(other, pieces)
    if len(bottoms) == 1:
        return _plan_overlap_m(outline, under) > OVERLAP_M
    feet = (Seen("", "tower", Pose((foot[0], foot[1], 0.0), piece.pose.quaternion)) for foot in bottoms)
    return any(_plan_overlap_m(_corners(foot, pieces), under) > OVERLAP_M for foot in feet)


def arch_room(bridge: Seen, pieces: PieceSet) -> Pose:
    """The middle of the cell under a bridge's middle, in the bridge's frame (B3)."""
    return compose(bridge.pose, Pose((0.0, 0.0, -pieces.level_m)))


def _in_room(piece: Seen, room: Pose, tolerance_m: float, pieces: PieceSet) -> bool:
    """Whether a piece reaches into a cell's room by more than the tolerance."""
    x, y, z = compose(inverse(room), piece.pose).position
    half = pieces.pitch_m / 2 - tolerance_m
    size = pieces.specs[piece.kind].size
    turned = round(yaw_deg(piece.pose.quaternion) / 90.0) % 2 != round(yaw_deg(room.quaternion) / 90.0) % 2
    sx, sy = (size[1], size[0]) if turned else (size[0], size[1])
    return (
        abs(x) < half + sx / 2
        and abs(y) < half + sy / 2
        and abs(z) < pieces.level_m / 2 - TOUCH_M + size[2] / 2 - TOUCH_M
    )


def judge_placed(
    piece: Seen, others: Mapping[str, Seen], limits: Tolerances = RULINGS, pieces: PieceSet = BABYLON
) -> Rest | Refusal:
    """Whether a piece that was let go and lies still is placed (F3): its rest, or the reason why it is not.

    `others` are the placed pieces as they now lie, by id, with their levels. The returned position is of the same
    frame as the poses.
    """
    if tilt_deg(piece.pose.quaternion) >= limits.tilt_deg:
        return Refusal("it does not stand upright")
    if piece.is_noble:
        return _judge_noble(piece, others, limits, pieces)
    if quarter_off_deg(yaw_deg(piece.pose.quaternion)) >= limits.turn_deg:
        return Refusal("it is not at a right angle")
    levels = []
    for foot in _feet(piece, pieces):
        if abs(foot[2]) < TOUCH_M:
            levels.append(1)
            continue
        support = _support(foot, others, pieces)
        if support is None:
            return Refusal("an end has nothing to stand on" if piece.kind == "bridge" else "it stands on nothing")
        if support[1] >= limits.offset_cells * pieces.pitch_m:
            return Refusal("it is too far off the middle of what it stands on")
        levels.append(support[0].level + 1)
    if len(set(levels)) != 1:
        return Refusal("its ends stand on different levels")
    blocked = _arch_refusal(piece, others, limits, pieces)
    if blocked is not None:
        return blocked
    return _rest(piece, rests_on(piece, others, pieces), levels[0])


def _judge_noble(piece: Seen, others: Mapping[str, Seen], limits: Tolerances, pieces: PieceSet) -> Rest | Refusal:
    """A noble stands on a tower's top, wherever there is room on it (B7, F7), and not under an arch (B3)."""
    foot = _feet(piece, pieces)[0]
    support = _support(foot, others, pieces)
    if support is None or support[0].kind != "tower":
        return Refusal("a noble stands on a tower only")
    blocked = _arch_refusal(piece, others, limits, pieces)
    if blocked is not None:
        return blocked
    return _rest(piece, (support[0].id,), support[0].level)


def _arch_refusal(piece: Seen, others: Mapping[str, Seen], limits: Tolerances, pieces: PieceSet) -> Refusal | None:
    """The refusal if something is in the room under a bridge's middle - this bridge's or another's (B3)."""
    tolerance = limits.offset_cells * pieces.pitch_m
    for name in sorted(others):
        other = others[name]
        if name == piece.id:
            continue
        if other.kind == "bridge" and _in_room(piece, arch_room(other, pieces), tolerance, pieces):
            return Refusal("the room under a bridge's middle stays empty")
        if piece.kind == "bridge" and _in_room(other, arch_room(piece, pieces), tolerance, pieces):
            return Refusal("something is under its arch")
    return None


def _rest(piece: Seen, below: tuple[str, ...], level: int) -> Rest:
    turn = nearest_turn(piece.kind, piece.pose)
    return Rest(below, level, turn, piece.pose.position, piece.pose.quaternion)  # type: ignore[arg-type]


def knocked_down(
    piece: Seen, before: Pose, others: Mapping[str, Seen], limits: Tolerances = RULINGS, pieces: PieceSet = BABYLON
) -> bool:
    """Whether a placed piece has left its place since its last rest at `before` (F4)."""
    if tilt_deg(piece.pose.quaternion) > limits.knocked_tilt_deg:
        return True
    if piece.is_noble:
        support = _support(_feet(piece, pieces)[0], others, pieces)
        return support is None or support[0].kind != "tower" or piece.tower not in ("", support[0].id)
    away = math.dist(piece.pose.position[:2], before.position[:2])
    lower = before.position[2] - piece.pose.position[2]
    return away > limits.knocked_cells * pieces.pitch_m or lower > LEVELS_LOWER * pieces.level_m


def shifted(piece: Seen, before: Pose) -> bool:
    """Whether a placed piece has moved enough to be told (F6)."""
    turned = abs((yaw_deg(piece.pose.quaternion) - yaw_deg(before.quaternion) + 180.0) % 360.0 - 180.0)
    tilted = abs(tilt_deg(piece.pose.quaternion) - tilt_deg(before.quaternion))
    return math.dist(piece.pose.position, before.position) > SHIFT_M or max(turned, tilted) > SHIFT_DEG


def rest_now(piece: Seen, others: Mapping[str, Seen], pieces: PieceSet = BABYLON) -> Rest:
    """Where a placed piece stands now, by what it really rests on: its level is theirs plus one (F6, B7)."""
    below = rests_on(piece, others, pieces)
    if piece.is_noble:
        support = _support(_feet(piece, pieces)[0], others, pieces)
        if support is None:
            return _rest(piece, below, piece.level)
        return _rest(piece, (support[0].id,), support[0].level)
    level = max((others[name].level for name in below), default=0) + 1
    return _rest(piece, below, level)
