"""A position of the Tactical Game as a plain value: what a position file says, before any rule has looked at it."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from babylon3d.core.actions import Seat
from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.errors import BadText
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.pieces import BABYLON, Supply
from babylon3d.games.babylon.tactical.model import TacticalOptions
from babylon3d.games.babylon.tactical.start import Start, StartNoble, StartPart, StartSeat


@dataclass(frozen=True, slots=True)
class PlayerPosition:
    """One player: the colour, what is left in the supply, and the number of turns taken so far."""

    colour: str
    supply: Supply
    turns_taken: int = 0


@dataclass(frozen=True, slots=True)
class Position:
    """A position in the middle of a turn or between two.

    `placed` are the ids placed in the running turn, in order; `base_before` the base area (B8) before it, sorted,
    or None to take it from the build without `placed`; `special` says that the special move is pending (T6).
    """

    build: Build
    players: tuple[PlayerPosition, ...]
    to_move: Seat
    placed: tuple[str, ...] = ()
    base_before: tuple[tuple[int, int], ...] | None = None
    special: bool = False
    options: TacticalOptions = field(default_factory=TacticalOptions)


def start_of(position: Position) -> TacticalOptions:
    """The options of a game that begins with a position."""
    parts = tuple(
        StartPart(
            p.id,
            "tower" if p.kind == "tower" else "bridge",
            *p.cell,
            p.turn,
            None if p.kind == "tower" else "y" if p.axis == "y" else "x",
        )
        for p in position.build.parts
    )
    nobles = tuple(
        StartNoble(n.id, n.colour, "large" if n.size == "large" else "small", n.on) for n in position.build.nobles
    )
    seats = tuple(
        StartSeat(p.colour, p.supply.towers, p.supply.bridges, p.supply.large, p.supply.small, p.turns_taken)
        for p in position.players
    )
    start = Start(
        parts,
        nobles,
        seats,
        position.to_move,
        position.options.first,
        position.placed,
        position.base_before,
        position.special,
    )
    return msgspec.structs.replace(position.options, start=start)


def position_of(start: Start, options: TacticalOptions) -> Position:
    """The position that a game begins with. Raises: BadText for pieces or seats that cannot be."""
    where = "$.options.start"
    ids = [*(part.id for part in start.parts), *(noble.id for noble in start.nobles)]
    towers = {part.id for part in start.parts if part.kind == "tower"}
    colours = {seat.colour for seat in start.seats}
    for number, name in enumerate(ids):
        if name in ids[:number]:
            raise BadText(f'"{name}" stands twice', where, "each piece once would do")
    for i, part in enumerate(start.parts):
        if (part.kind == "tower") != (part.axis is None):
            raise BadText("a bridge has an axis, a tower has none", f"{where}.parts[{i}].axis", "that would do")
    for i, noble in enumerate(start.nobles):
        if noble.on not in towers or noble.colour not in colours:
            raise BadText("no tower or no player for a noble", f"{where}.nobles[{i}]", "those of the position would do")
    if not set(start.placed) <= set(ids) or len(set(start.placed)) < len(start.placed):
        raise BadText("placed is not so", f"{where}.placed", "pieces of the position, each once, would do")
    for name, seat in (("to_move", start.to_move), ("first", start.first)):
        if seat >= len(start.seats):
            raise BadText(f"there is no seat {seat}", f"{where}.{name}", f"less than {len(start.seats)} would do")
    return Position(
        Build(
            BABYLON.name,
            tuple(Part(p.id, p.kind, Cell(p.x, p.y, p.level), p.turn, p.axis) for p in start.parts),
            tuple(Noble(n.id, n.colour, n.size, n.on) for n in start.nobles),
        ),
        tuple(
            PlayerPosition(s.colour, Supply(s.towers, s.bridges, s.large, s.small), s.turns_taken) for s in start.seats
        ),
        start.to_move,
        start.placed,
        start.base_before,
        start.special,
        msgspec.structs.replace(options, first=start.first, start=None),
    )
