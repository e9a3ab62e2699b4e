"""How the pieces of a set look: what stone they are cut from, their openings, the heads of figures by colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from babylon3d.core.build import PieceSet
from babylon3d.present.palette import Rgb

Opening = tuple[float, float, float, float]
"""On a wall: left and right of its middle, foot and top; metres."""

Outline = tuple[tuple[float, float], ...]
"""A turned outline as (share of the base's radius, share of the height), from the foot up."""

PLAIN_BODY: Outline = ((1.0, 0.0), (1.0, 0.05), (0.42, 0.3), (0.3, 0.56))
PLAIN_HEAD: Outline = ((0.3, 1.0), (0.0, 1.0))


@dataclass(frozen=True, slots=True)
class PieceLook:
    """One kind of piece. `tint` is what its material is multiplied with, linear.

    `walls` are the openings on -y, +x, +y and -x, `top` one in the upper face: rough meshes show them as patches.
    """

    tint: Rgb = (1.0, 1.0, 1.0)
    walls: tuple[tuple[Opening, ...], ...] = ()
    top: Opening | None = None


@dataclass(frozen=True, slots=True)
class DrawnSet(PieceSet):
    """A set of pieces with its looks by kind, and the heads that its turned figures have by colour."""

    looks: Mapping[str, PieceLook] = field(default_factory=dict)
    body: Outline = PLAIN_BODY
    heads: Mapping[str, Outline] = field(default_factory=dict)


def drawn(pieces: PieceSet) -> DrawnSet:
    """A set as it is drawn; one without looks of its own is of plain stone."""
    if isinstance(pieces, DrawnSet):
        return pieces
    return DrawnSet(**{each.name: getattr(pieces, each.name) for each in fields(pieces)})
