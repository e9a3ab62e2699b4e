"""Where the mover may place what: single rulings (B1-B5, B7, T4, T5), then whether the turn can go on (T2, T3)."""

from __future__ import annotations

from babylon3d.core.errors import IllegalAction
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.boards import Boards
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.nobles import count_shared, crowded, noble_slots
from babylon3d.games.babylon.pieces import PIECE_KINDS, PieceKind, Supply
from babylon3d.games.babylon.tactical.bridge_steps import Step
from babylon3d.games.babylon.tactical.chains import in_reach
from babylon3d.games.babylon.tactical.model import MAX_PLACED, MIN_PLACED, Place
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.games.babylon.tactical.tops import count_tops
from babylon3d.games.babylon.tactical.turn_search import ANY_LEVEL, Goal, Way, way_to_finish

FIRST_TURN_LEVELS = 2


def placements(s: TacticalState, piece: PieceKind, near: bool = True) -> tuple[Place, ...]:
    """Where the mover's piece fits by B1-B5, B7, T4 and T5; T2 is not yet asked, a tower's turns not told apart.

    With `near` level 1 is given only where a loose part could still be joined in the turn, so nothing legal is left
    out; without it the whole table is.
    """
    if why_not_piece(s, piece) is not None:
        return ()
    highest = highest_level(s)
    building = s.building
    if piece == "tower" or piece == "bridge":
        ground = joinable_ground(s, piece) if near else -1
        if piece == "tower":
            return tuple(Place("tower", *c) for c in building.tower_slots(ground) if c.level <= highest)
        bridges = building.bridge_slots(ground)
        return tuple(Place("bridge", *c, axis=axis) for c, axis in bridges if c.level <= highest)
    keys = noble_slots(building, s.mover.colour, piece, s.capacity)
    return tuple(Place(piece, *building.cell(key)) for key in keys)


def can_move(s: TacticalState) -> bool:
    """Whether the running turn can be finished legally from here (T2, T3)."""
    return _way(s) is not None


def _way(s: TacticalState) -> Way | None:
    """A way to finish the running turn, None for no way; worked out once."""
    foreseen = s.foreseen
    if not foreseen.asked:
        foreseen.know(way_to_finish(s.building.boards, *_question(s, s.mover.supply, len(s.placed))))
    return foreseen.way


def way_on(s: TacticalState) -> Place | None:
    """The lowest part of the next bridge, or of the towers under it, on some legal way to finish the turn.

    None if the turn can be finished without a further bridge, or not at all.
    """
    way = _way(s)
    return _next_part(s, way[0]) if way else None


def _next_part(s: TacticalState, step: Step) -> Place:
    """The lowest part of a step: a tower of its columns, or its bridge."""
    on = s.building.boards.on
    level, n, axis, low, high = step
    width, places = on.step(axis), on.places
    if low or high:
        return Place("tower", *places[n - width if low else n + width], level - (low or high))
    return Place("bridge", *places[n], level, axis=axis)


def _gone_on(way: Way) -> Way:
    """A way once the lowest part of its first step is placed."""
    step, rest = way[0], way[1:]
    if step.low or step.high:
        return (step._replace(low=step.low - 1) if step.low else step._replace(high=step.high - 1), *rest)
    return rest


def pressed(s: TacticalState) -> bool:
    """Whether the turn must still join a loose group (T1) or extend the base area (T4)."""
    return not s.building.connected or (
        s.first_round and s.to_move != s.options.first and not s.building.boards.base() & ~s.base_before
    )


def why_not_piece(s: TacticalState, piece: PieceKind) -> IllegalAction | None:
    """Why the mover may not place such a piece now, wherever."""
    if s.special:
        return IllegalAction("T6", "the placements of this turn are over")
    if len(s.placed) >= MAX_PLACED:
        return IllegalAction("T1", f"{MAX_PLACED} pieces are placed, no more in one turn")
    mover = s.mover
    if not _held(mover.supply, piece):
        what = piece if piece in ("tower", "bridge") else f"{piece} noble"
        return IllegalAction("T1", f"{{who}} has no {what} left", mover.colour)
    if piece in ("large", "small") and s.first_round:
        return IllegalAction("T4", "no nobles in the first round")
    return None


def placeable(s: TacticalState) -> list[PieceKind]:
    """The kinds of piece that the mover may place now: those without a `why_not_piece`."""
    if s.special or len(s.placed) >= MAX_PLACED:
        return []
    kinds = PIECE_KINDS[:2] if s.first_round else PIECE_KINDS
    return [kind for kind, count in zip(kinds, s.mover.supply, strict=False) if count]


def why_not_place(s: TacticalState, a: Place) -> IllegalAction | None:
    """Why the mover may not place the piece there (B1-B5, B7, T1, T2, T4, T5; T3 if nothing is left to do at all)."""
    refusal = why_not_piece(s, a.piece) or _why_not_there(s, a)
    if refusal is not None:
        return refusal
    if _plainly_finishable(s, a):
        return None
    boards, shared = boards_after(s, a)
    known = s.foreseen.way
    if known and _next_part(s, known[0]) == a:
        way: Way | None = _gone_on(known)
    else:
        supply = changed(s.mover.supply, a.piece, -1)
        way = way_to_finish(boards, *_question(s, supply, len(s.placed) + 1, shared))
    if way is not None:
        s.foreseen.allowed = (a, boards, way)
        return None
    if not s.placed and not can_move(s):
        return IllegalAction("T3", f"no legal turn of {MIN_PLACED} placements exists")
    if boards.islands:
        return IllegalAction("T2", "the turn could not end with one connected building any more")
    return IllegalAction("T2", "the turn could not be finished legally any more")


def _why_not_there(s: TacticalState, a: Place) -> IllegalAction | None:
    """Why the place is refused by B1-B5, B7, T4 or T5."""
    cell = Cell(a.x, a.y, a.level)
    building = s.building
    if a.piece in ("tower", "bridge"):
        if a.piece == "bridge" and a.turn:
            return IllegalAction("B1", "a bridge has an axis, not a turn")
        refusal = building.why_not_part(a.piece, cell, a.axis)
        if refusal is None and a.level > highest_level(s):
            return IllegalAction("T4", f"the starting player's first turn stays on levels 1 to {FIRST_TURN_LEVELS}")
        return refusal
    if a.axis is not None or a.turn:
        return IllegalAction("B7", "a noble just stands upright, without a turn or an axis")
    standing = building.standing_at(cell)
    if not standing:
        return building.why_not_room(cell)
    return crowded(standing, s.mover.colour, a.piece, s.capacity)


def highest_level(s: TacticalState) -> int:
    """The highest level the mover may build on (T4)."""
    return FIRST_TURN_LEVELS if s.first_round and s.to_move == s.options.first else ANY_LEVEL


def joinable_ground(s: TacticalState, piece: PieceKind) -> int:
    """The cells of the table where a tower, or a bridge's middle, could still be joined in this turn (T2)."""
    boards = s.building.boards
    on = boards.on
    if boards.height == 0:
        return on.full
    bridges = s.mover.supply.bridges - (piece == "bridge")
    tops = [0] + [level.tower_slots for level in boards.levels[2:]]
    ground = in_reach(on, tops, 1, bridges, MAX_PLACED - 1 - len(s.placed), highest_level(s))
    return ground if piece == "tower" else on.grown(ground, 1)


def boards_after(s: TacticalState, a: Place) -> tuple[Boards, int]:
    """The boards once a piece is placed legally, and the change in the towers that more of the mover's nobles share."""
    boards = s.building.boards
    n = boards.on.index(a.x, a.y)
    if a.piece == "tower":
        return boards.with_tower(a.level, n), 0
    if a.piece == "bridge":
        return boards.with_bridge(a.level, n, "y" if a.axis == "y" else "x"), 0
    if s.building.standing.get(a.level * boards.on.size + n):
        return boards, -1
    return boards.with_room(a.level + 1, n), 0


def built(building: Building, colour: str, a: Place, boards: Boards | None = None) -> Building:
    """The building with a piece placed legally; `boards` are those after it, if they are known."""
    cell = Cell(a.x, a.y, a.level)
    if a.piece == "tower":
        return building.with_tower(cell, a.turn, boards)
    if a.piece == "bridge":
        return building.with_bridge(cell, "y" if a.axis == "y" else "x", boards)
    return building.with_new_noble(cell, colour, a.piece)


def _plainly_finishable(s: TacticalState, a: Place) -> bool:
    """Whether T2 holds at a glance: a connected building with more free tops than the turn needs towers.

    A bridge takes at most four tops: those under it and the one under its arch; a tower or a noble only its own.
    """
    if pressed(s) or (a.level == 1 and a.piece in ("tower", "bridge")):
        return False
    want = MIN_PLACED - len(s.placed) - 1
    if want <= 0:
        return True
    tops = want + (4 if a.piece == "bridge" else 1)
    return s.mover.supply.towers > want and count_tops(s.building.boards, highest_level(s), tops) >= tops


def _question(s: TacticalState, supply: Supply, placed: int, shared: int = 0) -> tuple[Supply, Goal]:
    """What T2 and T3 ask of a turn with that many placements: the pieces there are, and what they must reach.

    `shared` is the change in the towers with small nobles that have room for one more of the mover's.
    """
    first = s.first_round
    if first:
        supply = Supply(supply.towers, supply.bridges, 0, 0)
    shared = shared + count_shared(s.building, s.mover.colour, s.capacity) if supply.small else 0
    base_before = s.base_before if first and s.to_move != s.options.first else None
    goal = Goal(max(0, MIN_PLACED - placed), MAX_PLACED - placed, highest_level(s), base_before, shared)
    return supply, goal


def _held(supply: Supply, piece: PieceKind) -> int:
    """How many such pieces are in a supply."""
    return supply[PIECE_KINDS.index(piece)]


def changed(supply: Supply, piece: str, by: int) -> Supply:
    """A supply with so many pieces of a kind more."""
    towers, bridges, large, small = supply
    match piece:
        case "tower":
            return Supply(towers + by, bridges, large, small)
        case "bridge":
            return Supply(towers, bridges + by, large, small)
        case "large":
            return Supply(towers, bridges, large + by, small)
        case _:
            return Supply(towers, bridges, large, small + by)
