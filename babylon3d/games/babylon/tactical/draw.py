"""Random placements, drawn from the boards that a state keeps without listing their slots."""

from __future__ import annotations

import random
from collections.abc import Iterator

from babylon3d.games.babylon.boards import FLAT, Boards, nth
from babylon3d.games.babylon.nobles import noble_slots
from babylon3d.games.babylon.pieces import PIECE_KINDS, NobleSize, PieceKind
from babylon3d.games.babylon.tactical.model import Place
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.state import TacticalState

ON_TABLE = 1 / 16
"""How often a piece is put on the table although the building offers a place."""


def draws(rules: TacticalRules, s: TacticalState, rng: random.Random) -> Iterator[Place]:
    """Random placements of the mover without end, single rules kept (B1-B5, B7, T4, T5), T2 not yet asked.

    A kind is drawn among those the mover holds, then one of its places. While a group of parts is loose or the base
    area has still to grow, every other one is a part of a bridge that settles it. It ends only if nothing fits.
    """
    kinds = [kind for kind in PIECE_KINDS if rules.why_not_piece(s, kind) is None]
    way_on = rules.way_on(s) if kinds and rules.pressed(s) else None
    empty: set[PieceKind] = set()
    while len(empty) < len(kinds):
        if way_on is not None and rng.random() < 0.5:
            yield way_on
        else:
            kind = rng.choice(kinds)
            place = drawn(rules, s, kind, rng)
            if place is None:
                empty.add(kind)
            else:
                yield place


def drawn(rules: TacticalRules, s: TacticalState, piece: PieceKind, rng: random.Random) -> Place | None:
    """A random one of `rules.placements(s, piece)`; None if there is none."""
    boards = s.building.boards
    if piece == "large" or piece == "small":
        return _drawn_noble(s, piece, rng)
    slots = [
        (z, axis, board)
        for z, level in enumerate(boards.levels[2 : rules.highest(s) + 1], 2)
        for axis, board in enumerate((level.tower_slots,) if piece == "tower" else (level.bridge_x, level.bridge_y))
        if board
    ]
    if not slots or rng.random() < ON_TABLE:
        ground, level = rules.ground(s, piece), boards.levels[1]
        on_table = (level.tower_slots,) if piece == "tower" else (level.bridge_x, level.bridge_y)
        slots = [(1, axis, board & ground) for axis, board in enumerate(on_table)] if ground else slots
    return _one(boards, slots, piece, rng)


def _drawn_noble(s: TacticalState, size: NobleSize, rng: random.Random) -> Place | None:
    keys = list(noble_slots(s.building, s.mover.colour, size, s.capacity))
    return Place(size, *s.building.cell(rng.choice(keys))) if keys else None


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
