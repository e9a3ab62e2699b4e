"""Random buildings and supplies on which the decision of T3 is measured and tested."""

from __future__ import annotations

import random

from babylon3d.games.babylon.boards import Boards, each
from babylon3d.games.babylon.pieces import TABLE_REACH, Supply
from babylon3d.games.babylon.tactical.bridge_steps import Around
from babylon3d.games.babylon.tactical.turn_search import ANY_LEVEL, taken

BRIDGES = 0.18
"""The share of bridges among the parts of a whole box for three, 18 of 99."""


def connected_boards(rng: random.Random, parts: int, reach: int = TABLE_REACH) -> Boards:
    """The boards of a random connected building of that many parts, grown around the middle of the table.

    It begins with a bridge lying on the table; bridges come early and low places are preferred, so that it grows wide
    before it grows high, as buildings of a game do.
    """
    boards = Boards.empty(reach)
    boards = boards.with_bridge(1, boards.on.index(0, 0), "x")
    placed, bridges_left = 1, round(parts * BRIDGES) - 1
    while placed < parts:
        left = parts - placed
        if bridges_left and left >= 2 and rng.random() < 0.5:
            bridges = sorted(Around(boards, None, min(3, left - 1), 1, min(4, left), ANY_LEVEL).staying())
            if bridges:
                step = min((rng.choice(bridges) for _ in range(3)), key=lambda step: step.level)
                boards = taken(boards, step)
                placed += 1 + step.low + step.high
                bridges_left -= 1
                continue
        slots = [(z, n) for z in range(2, len(boards.levels)) for n in each(boards.levels[z].tower_slots)]
        boards = boards.with_tower(*min(rng.choice(slots), rng.choice(slots)))
        placed += 1
    return boards


def crowded_boards(rng: random.Random, parts: int, free_share: float, reach: int = TABLE_REACH) -> Boards:
    """The same with nobles on tops until only that share of the tops is free (at most one top less).

    Tops are the cells above parts in which a part could stand if no noble did.
    """
    while True:
        boards = connected_boards(rng, parts, reach)
        tops = sum(level.tower_slots.bit_count() for level in boards.levels[2:])
        bare = [(z, n) for z in range(2, len(boards.levels)) for n in each(boards.levels[z].bare)]
        taken_tops = tops - int(tops * free_share)
        if len(bare) >= taken_tops:
            rng.shuffle(bare)
            for z, n in bare[:taken_tops]:
                boards = boards.with_room(z, n)
            return boards


def scarce_supply(rng: random.Random) -> Supply:
    """0-4 towers, 0-4 bridges, 0-3 nobles of each size, at least 4 pieces together."""
    while True:
        supply = Supply(rng.randint(0, 4), rng.randint(0, 4), rng.randint(0, 3), rng.randint(0, 3))
        if supply.total >= 4:
            return supply
