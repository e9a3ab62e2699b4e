"""What breaks the rulings in a finished build, and which single placements a legal one allows: B1-B5, B7, T5."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.building import Building, said
from babylon3d.games.babylon.nobles import crowded, noble_slots, small_capacity
from babylon3d.games.babylon.pieces import BABYLON, TABLE_REACH, PieceKind

BabylonGame = Literal["tactical", "fast"]

NEAR = 2
"""On level 1 single placements are listed within so many cells of a covered cell."""


class Violation(NamedTuple):
    """A ruling that a piece breaks when parts, then nobles, are taken in order."""

    ruling: str
    part: str
    message: str


class Placement(NamedTuple):
    """A single placement: a tower's cell, a bridge's middle and axis, or the cell and the id of a noble's tower."""

    cell: Cell
    axis: str | None = None
    on: str | None = None


def violations(build: Build, game: BabylonGame = "tactical", players: int = 4) -> tuple[Violation, ...]:
    """What breaks B1-B5, B7 and, in the Tactical Game, T5; each ruling once a piece, in order.

    Raises: KeyError for a noble on something that is not in the build.
    """
    capacity = small_capacity(players) if game == "tactical" else None
    found = dict[tuple[str, str], Violation]()
    for violation in (*_part_violations(build), *_noble_violations(build, capacity)):
        found.setdefault((violation.part, violation.ruling), violation)
    return tuple(found.values())


def _part_violations(build: Build) -> Iterator[Violation]:
    owner: dict[Cell, Part] = {}
    arches: dict[Cell, Part] = {}
    for part in build.parts:
        cells = BABYLON.cells(part)
        yield from _off_table(part, cells)
        yield from _first("B5", part, (f"{owner[c].id} is already at {said(c)}" for c in cells if c in owner))
        yield from _first("B3", part, (f"it is under the arch of {arches[c].id}" for c in cells if c in arches))
        hanging = [c for c in BABYLON.feet(part) if c.level > 1 and c.below not in owner]
        yield from _first("B2", part, (f"nothing is below {said(c)}" for c in hanging))
        for cell in BABYLON.bridged(part):
            under = owner.get(cell)
            if under is not None and under.kind == part.kind and under.cell == cell and under.axis == part.axis:
                yield Violation("B4", part.id, f"it lies congruently on the bridge {under.id}")
            elif under is not None:
                yield Violation("B3", part.id, f"{under.id} is directly under its middle")
            arches.setdefault(cell, part)
        for cell in cells:
            owner.setdefault(cell, part)


def _first(ruling: str, piece: Part | Noble, reasons: Iterator[str]) -> Iterator[Violation]:
    """The first reason as a violation, if there is one."""
    for reason in reasons:
        yield Violation(ruling, piece.id, reason)
        return


def _off_table(part: Part, cells: tuple[Cell, ...]) -> Iterator[Violation]:
    outside = (c for c in cells if max(abs(c.x), abs(c.y)) > TABLE_REACH)
    yield from _first("B1", part, (f"({c.x}, {c.y}) is off the table" for c in outside))


def _noble_violations(build: Build, capacity: int | None) -> Iterator[Violation]:
    owner = {cell: part for part in build.parts for cell in BABYLON.cells(part)}
    arches = {cell: part for part in build.parts for cell in BABYLON.bridged(part)}
    standing: dict[str, list[Noble]] = {}
    for noble in build.nobles:
        on = build.part(noble.on)
        if on.kind != "tower":
            yield Violation("B7", noble.id, f"it stands on the {on.kind} {on.id}, not on a tower")
            continue
        room = on.cell.above
        if room in owner:
            yield Violation("B5", noble.id, f"{owner[room].id} is already on {on.id}")
        if room in arches:
            yield Violation("B3", noble.id, f"it is under the arch of {arches[room].id}")
        mates = standing.setdefault(on.id, [])
        refusal = crowded(mates, noble.colour, noble.size, capacity) if capacity is not None else None
        if refusal is not None:
            yield Violation(refusal.ruling, noble.id, refusal.message)
        mates.append(noble)


def single_placements(
    building: Building, piece: PieceKind, colour: str = "", game: BabylonGame = "tactical", players: int = 4
) -> Iterator[Placement]:
    """All single placements that B1-B5, B7 and, in the Tactical Game, T5 allow; on level 1 only `NEAR` the building.

    Without a `colour` a noble may be of any that its tower lacks. Turns of a tower are not told apart.
    """
    on = building.boards.on
    near = on.boxed(building.boards.base(), NEAR)
    if piece == "tower":
        yield from (Placement(cell) for cell in building.tower_slots(near))
    elif piece == "bridge":
        yield from (Placement(cell, axis) for cell, axis in building.bridge_slots(near))
    elif game == "tactical":
        yield from _noble_placements(building, noble_slots(building, colour, piece, small_capacity(players)))
    else:
        yield from _noble_placements(building, iter(sorted([*building.bare_towers(), *building.standing])))


def _noble_placements(building: Building, keys: Iterator[int]) -> Iterator[Placement]:
    for key in keys:
        part = building.parts[building.at[key]]
        yield Placement(part.cell, on=part.id)
