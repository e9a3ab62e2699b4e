"""Small scenes for the pictures beside the rules, in few words: towers, bridges, nobles, and where one would go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.geometry import Pose
from babylon3d.core.lattice import Axis, Cell
from babylon3d.games.babylon.pieces import BABYLON, PITCH_M
from babylon3d.present.model import Cloth, Ghost, GhostKind, Glow, Plumb, Ruler, RulerRow, SceneModel
from babylon3d.present.showcase import showcase

REACH = 8
"""How far the table of a picture goes, in cells."""


@dataclass(frozen=True, slots=True)
class At:
    """A tower, or a bridge by its middle if it has an axis."""

    x: int
    y: int
    level: int
    axis: Axis | None = None

    def part(self, number: int) -> Part:
        """The part of a build."""
        kind = "tower" if self.axis is None else "bridge"
        return Part(f"{kind}{number}", kind, Cell(self.x, self.y, self.level), axis=self.axis)


@dataclass(frozen=True, slots=True)
class On:
    """A noble on the tower of that number."""

    tower: int
    colour: str
    size: str = "small"


def _covered(at: At) -> tuple[tuple[int, int], ...]:
    """The cells of a part, counted from its own: a bridge spans three."""
    if at.axis is None:
        return ((0, 0),)
    return ((-1, 0), (0, 0), (1, 0)) if at.axis == "x" else ((0, -1), (0, 0), (0, 1))


def drawn(
    parts: Sequence[At],
    nobles: Sequence[On] = (),
    ghosts: Sequence[tuple[At, GhostKind]] = (),
    lit: Sequence[int] = (),
    glow: Glow = "picked",
    lit_nobles: Sequence[int] = (),
    rows: Sequence[RulerRow] = (),
    poses: Mapping[str, Pose] | None = None,
    cloths: Sequence[Cloth] = (),
    plumbs: Sequence[Plumb] = (),
) -> SceneModel:
    """A scene of these; `lit` are numbers of parts to bring out, `poses` where pieces lie that are off the lattice."""
    made = tuple(at.part(number) for number, at in enumerate(parts))
    standing = tuple(
        Noble(f"noble{number}", on.colour, "large" if on.size == "large" else "small", made[on.tower].id)
        for number, on in enumerate(nobles)
    )
    model = showcase(Build("babylon", made, standing), BABYLON)
    bright = {made[number].id for number in lit} | {standing[number].id for number in lit_nobles}
    pieces = tuple(replace(visual, glow=glow if visual.id in bright else "none") for visual in model.pieces)
    pieces = tuple(replace(visual, pose=(poses or {}).get(visual.id, visual.pose)) for visual in pieces)
    shown = tuple(Ghost(at.part(0).kind, BABYLON.pose(at.part(0)), kind) for at, kind in ghosts)
    ruler = None
    if rows:
        reach = [(at.x + dx, at.y + dy) for at in parts for dx, dy in _covered(at)]
        ruler = Ruler(tuple(rows), tuple(sorted({(x * PITCH_M, y * PITCH_M) for x, y in reach})))
    return replace(
        model,
        pieces=pieces,
        ghosts=shown,
        ruler=ruler,
        table_reach=REACH,
        cloths=tuple(cloths),
        plumbs=tuple(plumbs),
    )
