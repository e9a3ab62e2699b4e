"""Buildings and positions as small text diagrams.

A diagram shows the levels side by side, lowest first, parted by "|"; rows run from the highest y down to 0, columns
from x = 0: `t` tower, `<=>` bridge along x, `A`, `H`, `V` from top to bottom a bridge along y, `.` nothing. Parts are
named t1, b1, ... level by level, row by row from y = 0. Nobles are written "red large t1", in order of placing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.lattice import Axis, Cell, Turn
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.pieces import COLOURS, TABLE_REACH, Supply
from babylon3d.games.babylon.tactical.model import Place, TacticalOptions
from babylon3d.games.babylon.tactical.position import PlayerPosition, Position
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.state import TacticalState, state_from_position

RULES = TacticalRules()
PLENTY = Supply(20, 5, 3, 6)


def build(diagram: str, nobles: Sequence[str] = (), turns: dict[str, Turn] | None = None) -> Build:
    """The build that a diagram shows; `turns` are the orientations of towers that are not 0."""
    turns = turns or {}
    parts: list[Part] = []
    counts = {"tower": 0, "bridge": 0}

    def add(kind: str, cell: Cell, axis: Axis | None = None) -> None:
        counts[kind] += 1
        name = f"{kind[0]}{counts[kind]}"
        parts.append(Part(name, kind, cell, turns.get(name, 0), axis))

    rows = [[block.strip() for block in line.split("|")] for line in (diagram.strip() or ".").splitlines()]
    for level in range(1, len(rows[0]) + 1):
        for y, row in enumerate(reversed(rows)):
            for x, sign in enumerate(row[level - 1]):
                match sign:
                    case "t":
                        add("tower", Cell(x, y, level))
                    case "=":
                        add("bridge", Cell(x, y, level), "x")
                    case "H":
                        add("bridge", Cell(x, y, level), "y")
                    case "." | "<" | ">" | "A" | "V":
                        pass
                    case _:
                        raise ValueError(f"{sign!r} in a diagram")
    standing = tuple(Noble(f"n{i}", *words.split()) for i, words in enumerate(nobles, 1))
    return Build("babylon", tuple(parts), standing)


def building(diagram: str, nobles: Sequence[str] = ()) -> Building:
    """The building of a legal diagram."""
    return Building.of(build(diagram, nobles))


def state(
    diagram: str,
    nobles: Sequence[str] = (),
    *,
    supply: Supply = PLENTY,
    others: Supply = PLENTY,
    players: int = 3,
    to_move: int = 0,
    turns_taken: int = 1,
    placed: Sequence[str] = (),
    special: bool = False,
    turns: dict[str, Turn] | None = None,
    options: TacticalOptions | None = None,
    reach: int = TABLE_REACH,
) -> TacticalState:
    """A state within or before a turn of the seat to move; red moves unless `to_move` says another seat."""
    seats = tuple(PlayerPosition(COLOURS[i], supply if i == to_move else others, turns_taken) for i in range(players))
    position = Position(
        build(diagram, nobles, turns), seats, to_move, tuple(placed), None, special, options or TacticalOptions()
    )
    return state_from_position(position, reach)


def tower(x: int, y: int, level: int, turn: Turn = 0) -> Place:
    return Place("tower", x, y, level, turn)


def bridge(x: int, y: int, level: int, axis: Literal["x", "y"] = "x") -> Place:
    return Place("bridge", x, y, level, axis=axis)


def large(x: int, y: int, level: int) -> Place:
    return Place("large", x, y, level)


def small(x: int, y: int, level: int) -> Place:
    return Place("small", x, y, level)


def against(diagram: str, place: Place, nobles: Sequence[str] = ()) -> str:
    """The ruling of B1-B5 and B7 that refuses a single placement on a building, "" if none does."""
    on = building(diagram, nobles)
    cell = Cell(place.x, place.y, place.level)
    if place.piece in ("tower", "bridge"):
        refusal = on.why_not_part(place.piece, cell, place.axis)
    else:
        refusal = on.why_not_room(cell)
    return refusal.ruling if refusal else ""


def refused(s: TacticalState, action: object, seat: int | None = None) -> str:
    """The ruling that refuses an action, "" if it is legal; each refusal has one plain line of at least some words."""
    refusal = RULES.why_not(s, s.to_move if seat is None else seat, action)  # type: ignore[arg-type]
    if refusal is None:
        return ""
    assert len(refusal.message.split()) > 2 and "\n" not in refusal.message
    return refusal.ruling


def play(s: TacticalState, *actions: object) -> TacticalState:
    """The state after legal actions of the seat to move."""
    for action in actions:
        assert refused(s, action) == "", (action, RULES.why_not(s, s.to_move, action))  # type: ignore[arg-type]
        s = RULES.apply(s, s.to_move, action).state  # type: ignore[arg-type]
    return s
