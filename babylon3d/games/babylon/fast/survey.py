"""What a player sees of an area: the tops that pieces can be put on, what stands on them, and whose hands are near."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from babylon3d.core.actions import Seat
from babylon3d.core.geometry import Pose, compose, yaw_deg
from babylon3d.games.babylon.fast.state import FastState, Standing
from babylon3d.games.babylon.pieces import BABYLON, PieceKind

# Two places nearer than this are the same cell.
SAME_M = 0.012


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a piece: the middle of its foot in the area's frame (metres), its level, the turn it should have."""

    area: int
    x: float
    y: float
    z: float
    level: int
    yaw_deg: float = 0.0
    on: str | None = None

    def near(self, x: float, y: float, reach: float = SAME_M) -> bool:
        """Whether a point in plan is within reach of the spot."""
        return math.hypot(self.x - x, self.y - y) < reach


def in_area(s: FastState, area: int) -> list[Standing]:
    """What stands in an area, in order of placing."""
    return [piece for piece in s.standing if piece.area == area]


def tops(piece: Standing) -> list[Spot]:
    """The cells on a part's top as places for another piece."""
    spec = BABYLON.specs[piece.kind]
    pose = Pose(piece.rest.position, piece.rest.quaternion)
    found = []
    for dx, dy, _ in spec.footprint:
        at = compose(pose, Pose((dx * BABYLON.pitch_m, dy * BABYLON.pitch_m, spec.size[2] / 2)))
        x, y, z = at.position
        found.append(Spot(piece.area, x, y, z, piece.rest.level + 1, yaw_deg(pose.quaternion), piece.id))
    return found


def middles(piece: Standing) -> list[tuple[float, float, float]]:
    """The middles of the cells that a part fills; a noble's own middle."""
    spec = BABYLON.specs[piece.kind]
    pose = Pose(piece.rest.position, piece.rest.quaternion)
    offsets = spec.footprint or ((0, 0, 0),)
    return [compose(pose, Pose((dx * BABYLON.pitch_m, dy * BABYLON.pitch_m, 0.0))).position for dx, dy, _ in offsets]


def is_free(spot: Spot, pieces: Iterable[Standing]) -> bool:
    """Whether nothing stands in the cell above a spot, and the cell is not the room under a bridge's middle (B3)."""
    low, high = spot.z + 0.001, spot.z + BABYLON.level_m - 0.001
    for piece in pieces:
        half = BABYLON.specs[piece.kind].size[2] / 2
        for i, (x, y, z) in enumerate(middles(piece)):
            here = spot.near(x, y)
            if here and z - half < high and z + half > low:
                return False
            under_arch = piece.kind == "bridge" and i == 1
            if under_arch and here and abs(z - BABYLON.level_m - (spot.z + BABYLON.level_m / 2)) < BABYLON.level_m / 2:
                return False
    return True


def free_tops(s: FastState, area: int) -> list[Spot]:
    """The tops of an area that a part can be put on, highest first."""
    here = in_area(s, area)
    spots = [spot for piece in here if not piece.is_noble for spot in tops(piece)]
    found = [spot for spot in spots if is_free(spot, here)]
    return sorted(found, key=lambda spot: (-spot.level, spot.x, spot.y))


def nobles_on(s: FastState, tower: str) -> list[Standing]:
    """The nobles that stand on a tower."""
    return [piece for piece in s.standing if piece.is_noble and tower in piece.rest.rests_on]


def noble_tops(s: FastState, area: int) -> list[tuple[Spot, Standing, list[Standing]]]:
    """The towers of an area that carry no part: their top, the tower, the nobles on it; highest first."""
    here = in_area(s, area)
    parts = [piece for piece in here if not piece.is_noble]
    found = []
    for piece in here:
        if piece.kind == "tower":
            top = tops(piece)[0]
            if is_free(top, parts):
                found.append((top, piece, nobles_on(s, piece.id)))
    return sorted(found, key=lambda entry: (-entry[1].rest.level, entry[0].x, entry[0].y))


def noble_room(top: Spot, tower: Standing, nobles: list[Standing], kind: PieceKind) -> Spot | None:
    """A place on a tower's top with room for one more noble: opposite corners first; None if there is none."""
    size = BABYLON.specs[kind].size[0]
    reach = 0.0 if kind == "large" else 0.0046
    offsets = [(0.0, 0.0)] if kind == "large" else [(-reach, -reach), (reach, reach), (-reach, reach), (reach, -reach)]
    for dx, dy in offsets:
        x, y = top.x + dx, top.y + dy
        gaps = [
            math.hypot(x - n.rest.position[0], y - n.rest.position[1]) - (size + BABYLON.specs[n.kind].size[0]) / 2
            for n in nobles
        ]
        if all(gap > 0.0008 for gap in gaps):
            return Spot(top.area, x, y, top.z, tower.rest.level, 0.0, tower.id)
    return None


def busy_hands(s: FastState, seat: Seat, spot: Spot, reach: float = 0.05) -> bool:
    """Whether another player carries or has just let go of a piece near a spot."""
    for other, player in enumerate(s.seats):
        at = player.at
        if other == seat or at is None or at.area != spot.area or (player.hand is None and not player.judged):
            continue
        if spot.near(at.x * 1e-4, at.y * 1e-4, reach):
            return True
    return False


def highest_m(s: FastState, area: int) -> float:
    """The height of the highest piece in an area."""
    return max(
        (piece.rest.position[2] + BABYLON.specs[piece.kind].size[2] / 2 for piece in in_area(s, area)), default=0.0
    )
