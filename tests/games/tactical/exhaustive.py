"""The plain search that T2 and T3 are compared with: every set of pieces, in every place, nothing left out.

It trusts the boards for what may be placed next (their own tests compare those with a rescan) and for what is
connected, and nothing else: parts from below upwards, then nobles, each set once.
"""

from __future__ import annotations

from collections.abc import Iterator

from babylon3d.games.babylon.boards import Boards, Flat, each
from babylon3d.games.babylon.pieces import Supply
from babylon3d.games.babylon.tactical.turn_search import Goal

Key = tuple[int, int, int]


def plain_can_finish(boards: Boards, supply: Supply, goal: Goal) -> bool:
    """Whether some set of pieces reaches the goal, by trying all of them."""
    return _parts(boards, supply, goal, 0, (0, 0, 0))


def _reached(boards: Boards, goal: Goal, used: int) -> bool:
    if not goal.least <= used <= goal.most or boards.islands:
        return False
    return goal.base_before is None or bool(boards.base() & ~goal.base_before)


def _parts(boards: Boards, supply: Supply, goal: Goal, used: int, last: Key) -> bool:
    if _nobles(boards, supply.large, supply.small, goal, used, 0, 0):
        return True
    if used == goal.most:
        return False
    towers, bridges, large, small = supply
    for key in _next(boards, bool(towers), bool(bridges), goal.highest):
        if key <= last:
            continue
        level, kind, n = key
        if kind == 0:
            after = boards.with_tower(level, n)
            left = Supply(towers - 1, bridges, large, small)
        else:
            axis: Flat = "x" if kind == 1 else "y"
            after = boards.with_bridge(level, n, axis)
            left = Supply(towers, bridges - 1, large, small)
        if _parts(after, left, goal, used + 1, key):
            return True
    return False


def _next(boards: Boards, towers: bool, bridges: bool, highest: int) -> Iterator[Key]:
    for z, level in enumerate(boards.levels[1:], 1):
        if z > highest:
            return
        if towers:
            yield from ((z, 0, n) for n in each(level.tower_slots))
        if bridges:
            yield from ((z, 1, n) for n in each(level.bridge_x))
            yield from ((z, 2, n) for n in each(level.bridge_y))


def _nobles(boards: Boards, large: int, small: int, goal: Goal, used: int, shared: int, last: int) -> bool:
    if _reached(boards, goal, used):
        return True
    if used == goal.most or large + small == 0:
        return False
    if small and shared < goal.shared and _nobles(boards, large, small - 1, goal, used + 1, shared + 1, last):
        return True
    for z in range(2, len(boards.levels)):
        for n in each(boards.levels[z].bare):
            here = z * boards.on.size + n
            if here <= last:
                continue
            after = boards.with_room(z, n)
            if large and _nobles(after, large - 1, small, goal, used + 1, shared, here):
                return True
            if small and _nobles(after, large, small - 1, goal, used + 1, shared, here):
                return True
    return False
