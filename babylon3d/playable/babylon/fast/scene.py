"""The Fast Game in 3D: pieces where the physics has them, the areas' cloths, where a carried piece would land."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from babylon3d.core.actions import Seat
from babylon3d.core.geometry import Pose, Vec3, compose, rotate, yaw_quat
from babylon3d.games.babylon.fast.areas import AREA_HALF_M, area_middle, seat_side_deg, table_half_m
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.pieces import BABYLON, LEVEL_M, PITCH_M, PieceKind
from babylon3d.playable.babylon.fast.pile import piles
from babylon3d.present.model import Cloth, Footprint, Ghost, GhostKind, Glow, Plumb, SceneModel, Visual
from babylon3d.present.showcase import tone_of

TABLE_FRAME_M = 0.046
CLOTH_M = AREA_HALF_M
"""The cloths' radius: neighbouring ones do not touch."""


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a carried piece would come to rest, from where above, and why it would not stand there."""

    seat: Seat
    kind: PieceKind
    pose: Pose
    above: Vec3
    reason: str = ""

    @property
    def ghost(self) -> GhostKind:
        """How it is shown."""
        return "illegal" if self.reason else "legal"


@lru_cache(maxsize=1024)
def mesh_of(kind: str, colour: str) -> str:
    """The name of a piece's mesh."""
    return f"{kind}_{colour}" if kind in ("large", "small") else kind


def table_reach(areas: int) -> int:
    """Half the side of the table in cells: as large as the physics' table."""
    return max(8, round((table_half_m(areas) - TABLE_FRAME_M) / PITCH_M - 0.5))


def scene(
    state: FastState,
    poses: Mapping[str, Pose],
    landings: tuple[Landing, ...] = (),
    *,
    lit: tuple[int, ...] = (),
    glows: Mapping[str, Glow] | None = None,
) -> SceneModel:
    """Everything in 3D. `poses` are the world's; `lit` are the areas to bring out, `glows` the pieces.

    What is not judged yet is marked (F4).
    """
    glows = {**dict.fromkeys(state.unsettled, "unsettled"), **(glows or {})}
    pieces = tuple(
        Visual(piece, mesh_of(kind, colour), poses[piece], _tone(kind, piece), glows.get(piece, "none"))
        for piece, kind, colour in pieces_of(state)
        if piece in poses
    )
    ghosts = tuple(Ghost(mesh_of(on.kind, state.seats[on.seat].colour), on.pose, on.ghost) for on in landings)
    return SceneModel(
        (*pieces, *piles(state)),
        ghosts,
        None,
        None,
        (0.0, 0.0, 0.0),
        table_reach(state.areas),
        PITCH_M,
        LEVEL_M,
        tuple(cloths(state, lit)),
        tuple(Plumb(on.above, on.pose.position, on.ghost) for on in landings),
        tuple(foot for on in landings for foot in footprints(on)),
    )


def footprints(landing: Landing) -> Iterator[Footprint]:
    """Where a landing piece's feet will stand, on whatever will carry them."""
    spec = BABYLON.specs[landing.kind]
    long, wide, tall = spec.size
    half = (min(long, wide) / 2, wide / 2)
    for dx, dy, _ in spec.feet or ((0, 0, 0),):
        yield Footprint(compose(landing.pose, Pose((dx * PITCH_M, dy * PITCH_M, -tall / 2))), half, landing.ghost)


def pieces_of(state: FastState) -> Iterator[tuple[str, PieceKind, str]]:
    """Every piece on the table or in a hand: id, kind, colour."""
    for piece in state.standing:
        yield piece.id, piece.kind, piece.colour
    for player in state.seats:
        for held in (player.hand, *player.judged):
            if held is not None:
                yield held.id, held.kind, player.colour


def _tone(kind: str, piece: str) -> float:
    return 0.0 if kind in ("large", "small") else tone_of(piece)


def cloths(state: FastState, lit: tuple[int, ...] = ()) -> Iterator[Cloth]:
    """A cloth per area, each half of its rim in the colour of the player on that side (F1)."""
    n = state.areas
    for area in range(n):
        middle = area_middle(n, area)
        seats = (area,) if n == 1 else (area, (area + 1) % n)
        sides = tuple((state.seats[seat].colour, seat_side_deg(n, seat)) for seat in seats)
        yield Cloth(middle, CLOTH_M, sides, area in lit)


def overview(areas: int, which: tuple[int, ...], side_deg: float, height_m: float) -> tuple[Vec3, Vec3]:
    """The box around some areas up to a height, its sides along and across the view from a side of the table.

    Lowest and highest corner, metres, in the frame turned by `side_deg`.
    """
    turned = [rotate(yaw_quat(-side_deg), area_middle(areas, area)) for area in which]
    # The corners of a box around a round cloth lie far outside of it.
    along, across = CLOTH_M * 0.75, CLOTH_M * 0.92
    low = (min(x for x, _, _ in turned) - along, min(y for _, y, _ in turned) - across, 0.0)
    high = (max(x for x, _, _ in turned) + along, max(y for _, y, _ in turned) + across, height_m)
    return low, high
