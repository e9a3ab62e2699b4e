"""Random placements, drawn from the boards that a state keeps without listing their slots."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from babylon3d.games.babylon.boards import FLAT, Boards, nth
from babylon3d.games.babylon.nobles import shared_towers
from babylon3d.games.babylon.pieces import NobleSize, PieceKind
from babylon3d.games.babylon.tactical.model import MAX_PLACED, MIN_PLACED, EndTurn, Place, TacticalAction, Unable
from babylon3d.games.babylon.tactical.placing import (
    can_move,
    highest_level,
    joinable_ground,
    placeable,
    pressed,
    way_on,
)
from babylon3d.games.babylon.tactical.state import TacticalState

ON_TABLE = 1 / 100
"""How often a part is put on the table although the building offers it a place; where it offers none, always."""
MANY = 50
"""So many refusals are many."""


def attempts(s: TacticalState, rng: random.Random) -> Iterator[TacticalAction]:
    """What a random player tries, one after the other until something is legal; a fifth piece only once."""
    if s.special or len(s.placed) >= MAX_PLACED:
        yield EndTurn()
    elif not s.placed:
        yield from _first(s, rng)
    elif len(s.placed) >= MIN_PLACED and not pressed(s):
        if rng.random() < 0.5:
            yield from islice(draws(s, rng), 1)
        yield EndTurn()
    else:
        yield from draws(s, rng)


def _first(s: TacticalState, rng: random.Random) -> Iterator[TacticalAction]:
    """A turn's first piece. Only when a place was refused it is asked whether there is any turn at all (T3)."""
    asked = False
    for place in draws(s, rng):
        yield place
        if not asked and not can_move(s):
            break
        asked = True
    yield Unable()


def draws(s: TacticalState, rng: random.Random) -> Iterator[Place]:
    """Random placements of the mover without end, single rules kept (B1-B5, B7, T4, T5), T2 not yet asked.

    A kind is drawn among those the mover holds, then one of its places. While a group of parts is loose or the base
    area has still to grow, and when many were refused, every other one is a part of a bridge that helps. It ends only
    if nothing fits.
    """
    kinds = placeable(s)
    helpful = way_on(s) if kinds and pressed(s) else None
    tried = 0
    while kinds:
        tried += 1
        if tried == MANY and helpful is None:
            helpful = way_on(s)
        if helpful is not None and rng.random() < 0.5:
            yield helpful
            continue
        kind = rng.choice(kinds)
        place = drawn(s, kind, rng)
        if place is None:
            kinds.remove(kind)
        else:
            yield place


def drawn(s: TacticalState, piece: PieceKind, rng: random.Random) -> Place | None:
    """A random one of `placements(s, piece)`, mostly upon the building if that has any; None if there is none."""
    boards = s.building.boards
    if piece == "large" or piece == "small":
        return _drawn_noble(s, piece, rng)
    levels = boards.levels[2 : highest_level(s) + 1]
    if piece == "tower":
        slots = [(z, 0, level.tower_slots) for z, level in enumerate(levels, 2) if level.tower_slots]
    else:
        slots = [(z, 0, level.bridge_x) for z, level in enumerate(levels, 2) if level.bridge_x]
        slots += [(z, 1, level.bridge_y) for z, level in enumerate(levels, 2) if level.bridge_y]
    if not slots or rng.random() < ON_TABLE:
        ground, level = joinable_ground(s, piece), boards.levels[1]
        on_table = (level.tower_slots,) if piece == "tower" else (level.bridge_x, level.bridge_y)
        slots = [(1, axis, board & ground) for axis, board in enumerate(on_table) if board & ground] or slots
    return _one(boards, slots, piece, rng)


def _drawn_noble(s: TacticalState, size: NobleSize, rng: random.Random) -> Place | None:
    boards = s.building.boards
    bare = [(z, 0, level.bare) for z, level in enumerate(boards.levels[2:], 1) if level.bare]
    shared = list(shared_towers(s.building, s.mover.colour, s.capacity)) if size == "small" else []
    if shared and rng.randrange(len(shared) + sum(board.bit_count() for _, _, board in bare)) < len(shared):
        return Place(size, *s.building.cell(rng.choice(shared)))
    return _one(boards, bare, size, rng)


def _one(boards: Boards, slots: list[tuple[int, int, int]], piece: PieceKind, rng: random.Random) -> Place | None:
    """One of the slots, given per level and axis as boards, each as likely as the others."""
    counts = [board.bit_count() for _, _, board in slots]
    total = sum(counts)
    if not total:
        return None
    n = rng.randrange(total)
    for (z, axis, board), count in zip(slots, counts, strict=True):
        if n < count:
            x, y = boards.on.places[nth(board, n)]
            return Place(piece, x, y, z, axis=FLAT[axis] if piece == "bridge" else None)
        n -= count
    raise AssertionError("the counts of the boards do not add up")
