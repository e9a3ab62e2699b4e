"""How many towers and nobles a connected building takes without a further bridge (part 1 of `turn_search`)."""

from __future__ import annotations

from babylon3d.games.babylon.boards import Boards
from babylon3d.games.babylon.pieces import Supply


def count_tops(boards: Boards, highest: int, at_most: int) -> int:
    """How many towers find a top each, none above `highest`; no more are counted than `at_most` asks for."""
    levels = boards.levels
    tops = 0
    for level in levels[2 : highest + 1] if highest < len(levels) else levels[-1:1:-1]:
        tops += level.tower_slots.bit_count()
        if tops >= at_most:
            break
    return tops


def enough_on_tops(boards: Boards, supply: Supply, want: int, highest: int, shared: int) -> bool:
    """Whether `want` of the towers and nobles can be placed on a connected building, no tower above `highest`."""
    towers, _, large, small = supply
    if want <= 0 or (towers >= want and count_tops(boards, highest, want) >= want):
        return True
    if large + small == 0 and towers < want:
        return False
    if most_nobles(large, small, places_for_nobles(boards), shared) >= want:
        return True
    return towers > 0 and most_on_tops(boards, supply, highest, shared) >= want


def places_for_nobles(boards: Boards) -> int:
    """How many towers carry nothing and could take a noble."""
    return sum(level.bare.bit_count() for level in boards.levels[2:])


def most_nobles(large: int, small: int, bare: int, shared: int) -> int:
    """How many nobles fit on `bare` towers and, small ones only, on `shared` ones, one on each (T5)."""
    return min(min(large, bare) + small, bare + shared)


def most_on_tops(boards: Boards, supply: Supply, highest: int, shared: int) -> int:
    """The largest number of towers and nobles that can be placed on a connected building."""
    towers, _, large, small = supply
    room, gains, spare, on_towers = _stacks(boards, towers, highest)
    best = 0
    for k in range(min(towers, room) + 1):
        bare = on_towers + min(k, gains) - max(0, k - spare)
        best = max(best, k + most_nobles(large, small, bare, shared))
    return best


def _stacks(boards: Boards, towers: int, highest: int) -> tuple[int, int, int, int]:
    """How tops take stacks of up to `towers` more towers, none above level `highest`.

    Gives the towers that fit in all, the tops that gain a place for a noble with their first tower (bridge cells), the
    towers that fit before places for nobles get lost, and the places there are.
    """
    levels = boards.levels
    top, last = len(levels), min(len(levels) - 1, highest)
    room = gains = spare = on_towers = 0
    for z in range(2, len(levels)):
        on_towers += levels[z].bare.bit_count()
    for z in range(2, last + 1):
        slots = levels[z].tower_slots
        if not slots:
            continue
        on_bridges = slots & ~levels[z].bare
        room += slots.bit_count()
        run = slots
        for k in range(1, towers + 1):
            if z + k < top:
                run &= levels[z + k].free
            if k == 1:
                gains += (on_bridges & run).bit_count()
                spare += (on_bridges & ~run).bit_count()
            count = run.bit_count()
            spare += count
            if not run or z + k > highest:
                break
            room += count
    return room, gains, spare, on_towers
