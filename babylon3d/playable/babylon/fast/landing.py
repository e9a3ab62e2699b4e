"""Where a carried piece would come to rest if it were let go, and why it would not stand there (F3). Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Mapping

from babylon3d.core.actions import Seat
from babylon3d.core.geometry import Pose, compose
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.fast.judge import Refusal, Seen, judge_placed
from babylon3d.games.babylon.fast.state import FastState, Standing
from babylon3d.games.babylon.pieces import ARCH_HEIGHT_M, BABYLON, PITCH_M, WIDTH_M, PieceKind
from babylon3d.physics.extent import Extent, extent
from babylon3d.playable.babylon.fast.assist import assisted
from babylon3d.playable.babylon.fast.scene import Landing

NEIGHBOUR_M = 6 * PITCH_M
"""Nothing further off than this, sideways, has to do with where a piece lands."""
SINK_M = 0.003
"""What lies at most this much above a carried piece's bottom still counts as under it."""
TOUCH_M = 0.001


def seen_in(state: FastState, area: int, poses: Mapping[str, Pose]) -> dict[str, Seen]:
    """What stands placed in an area, where it now is."""
    return {
        piece.id: Seen(piece.id, piece.kind, poses[piece.id], piece.rest.level, _tower_of(piece))
        for piece in state.standing
        if piece.area == area and piece.id in poses
    }


def _tower_of(piece: Standing) -> str:
    """The tower that a noble stands on; empty for a part."""
    return piece.rest.rests_on[0] if piece.is_noble and piece.rest.rests_on else ""


def landing(
    state: FastState,
    seat: Seat,
    kind: PieceKind,
    pose: Pose,
    area: int,
    poses: Mapping[str, Pose],
    fixed: Pose | None = None,
) -> Landing:
    """Where a piece carried at `pose` would land with the game's assist, and why it would come back from there (F3)."""
    others = {name: seen for name, seen in seen_in(state, area, poses).items() if _matters(seen, pose)}
    at = fixed
    if at is None:
        origin = area_middle(state.areas, area)[:2]
        low = dropped(kind, pose, others)
        at = assisted(kind, low, others, state.options.assist, origin)
        x, y, _ = at.position
        at = dropped(kind, Pose((x, y, max(pose.position[2], low.position[2])), at.quaternion), others)
    verdict = judge_placed(Seen("", kind, at), others, state.options.tolerances)
    reason = verdict.reason if isinstance(verdict, Refusal) else ""
    if reason and _on_a_noble(kind, at, others):
        reason = "a noble stands there"
    x, y, _ = at.position
    bottom = pose.position[2] - BABYLON.specs[kind].size[2] / 2
    return Landing(seat, kind, at, (x, y, max(bottom, at.position[2])), reason)


def _matters(seen: Seen, pose: Pose) -> bool:
    """Whether a standing piece is near enough in plan to be landed on, aligned with, or met."""
    return all(abs(seen.pose.position[i] - pose.position[i]) < NEIGHBOUR_M for i in (0, 1))


def dropped(kind: PieceKind, pose: Pose, others: Mapping[str, Seen]) -> Pose:
    """The pose straight down on the highest thing under the piece, or on the table."""
    half = BABYLON.specs[kind].size[2] / 2
    bottom = pose.position[2] - half
    feet = _outlines(kind, pose)
    rest = 0.0
    for other in others.values():
        box = extent(BABYLON.specs[other.kind].size, other.pose)
        if box.high[2] > bottom + SINK_M:
            continue
        if kind in ("large", "small") and other.is_noble:
            if _apart_m(kind, pose, other) < -TOUCH_M:
                rest = max(rest, box.high[2])
            continue
        for foot, clear in feet:
            if min(foot.overlap_m(box, 0), foot.overlap_m(box, 1)) > TOUCH_M:
                rest = max(rest, box.high[2] - clear)
    x, y, _ = pose.position
    return Pose((x, y, rest + half), pose.quaternion)


def _on_a_noble(kind: PieceKind, at: Pose, others: Mapping[str, Seen]) -> bool:
    """Whether a piece would come to rest on a noble."""
    if not any(other.is_noble for other in others.values()):
        return False
    parts = {name: other for name, other in others.items() if not other.is_noble}
    above = Pose((*at.position[:2], at.position[2] + SINK_M), at.quaternion)
    return dropped(kind, above, parts).position[2] < at.position[2] - SINK_M


def _apart_m(kind: PieceKind, pose: Pose, other: Seen) -> float:
    """How far two nobles, which are round, are apart in plan; negative where they overlap."""
    radii = (BABYLON.specs[kind].size[0] + BABYLON.specs[other.kind].size[0]) / 2
    return math.dist(pose.position[:2], other.pose.position[:2]) - radii


def _outlines(kind: PieceKind, pose: Pose) -> list[tuple[Extent, float]]:
    """The boxes of a piece's underside, each with how far it lies above the feet: a bridge's arch does."""
    if kind != "bridge":
        return [(extent(BABYLON.specs[kind].size, pose), 0.0)]
    part = (WIDTH_M, WIDTH_M, BABYLON.specs[kind].size[2])
    clear = {-PITCH_M: 0.0, 0.0: ARCH_HEIGHT_M, PITCH_M: 0.0}
    return [(extent(part, compose(pose, Pose((dx, 0.0, 0.0)))), up) for dx, up in clear.items()]
