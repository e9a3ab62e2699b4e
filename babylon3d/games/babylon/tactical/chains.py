"""Which groups of parts a few pieces could join at all: bounds that cut the search (part 4 of `turn_search`)."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.games.babylon.boards import FLAT, Boards, TableCells


def tops_of(boards: Boards, component: Sequence[int], highest: int) -> list[int]:
    """Per level the cells of a group on which something can still be placed, up to level `highest`."""
    return [board and board & boards.free(z + 1) for z, board in enumerate(component[:highest])]


def _with_one_bridge(boards: Boards, tops: list[int]) -> list[int]:
    """Per level the cells of bridges that could be placed with both feet on the tops of a group."""
    on = boards.on
    cells = [0] * (len(tops) + 1)
    for z, board in enumerate(tops):
        if board:
            hollow = boards.hollow(z + 1)
            for axis in FLAT:
                step = on.step(axis)
                middles = board << step & board >> step & hollow
                cells[z + 1] |= middles | middles << step | middles >> step
    return cells


def _joinable(on: TableCells, tops: list[int], others: list[int], bridges: int, most: int, highest: int) -> bool:
    """Whether a chain of so many pieces could join tops of two groups if nothing were in its way (part 4).

    Each new part of the chain rests on the next or carries it. Between tops whose levels differ by d it has

    - j + 1 bridges with both feet on the chain: a foot is two cells from the other;
    - j bridges that carry both neighbours, at cells one or two apart; they lie on the table or need two pieces below;
    - d parts, or an even number more if there is height for a detour, that rest on one neighbour and carry the other:
      towers, or bridges, which for the other foot need one further piece, carrying the neighbour at most two cells off.
    """
    for low, board in enumerate(tops):
        if not board:
            continue
        straight = board
        for j in range(min((most - 1) // 2, (bridges - 1) // 2) + 1):
            if j:
                straight = _aside(on, straight, (1, 2))
            straight = _aside(on, straight, (2,))
            for d in range(most - 2 * j):
                targets = others[low + d] if low + d < len(others) else 0
                if d and low >= d:
                    targets |= others[low - d]
                if not targets or (j and most < d + 3 + 2 * j and 1 not in (low, low - d)):
                    continue
                if targets & straight:
                    return True
                spare = most - 2 - 2 * j - d
                detour = spare // 2 * 2 if low + 1 < highest or (j and low > 1) else 0
                bent = min(d + detour, bridges - 2 * j - 1) if spare >= 0 else 0
                if bent:
                    reached = straight
                    for _ in range(bent):
                        reached |= _aside(on, reached, (1, 2))
                    if targets & reached:
                        return True
    return False


def in_reach(on: TableCells, tops: Sequence[int], level: int, bridges: int, pieces: int, highest: int) -> int:
    """The cells of a level from which a chain of so many pieces could lead to the tops if nothing were in its way.

    As in `_joinable`, but a bridge within the chain may have its other foot on anything.
    """
    reached = 0
    for j in range(min(pieces - 1, bridges - 1) // 2 + 1):
        for d in range(pieces - 2 * j):
            board = tops[level + d] if level + d < len(tops) else 0
            if d and level > d and level - d < len(tops):
                board |= tops[level - d]
            if board:
                for _ in range(j):
                    board = _aside(on, _aside(on, board, (2,)), (1, 2))
                board = _aside(on, board, (2,))
                detour = (pieces - 1 - 2 * j - d) // 2 * 2 if level > 1 or level + 1 < highest else 0
                for _ in range(min(d + detour, bridges - 2 * j - 1)):
                    board |= _aside(on, board, (1, 2))
                reached |= board
    return reached & on.full


def _aside(on: TableCells, board: int, distances: tuple[int, ...]) -> int:
    """The cells at one of the distances from a cell of the board, along x or y; some over the edge come along."""
    found = 0
    for distance in distances:
        wide = on.width * distance
        found |= board << distance | board >> distance | board << wide | board >> wide
    return found


def hopeless(boards: Boards, bridges: int, most: int, highest: int) -> bool:
    """Whether some group cannot be joined to any other one with so many pieces, whatever is in the way (part 4).

    A shortest chain may begin and end with a bridge that has both feet on the group there.
    """
    on = boards.on
    groups = [tops_of(boards, group, highest) for group in (boards.main(), *boards.islands)]
    height = max(map(len, groups))
    for group in groups[1:] if len(groups) == 2 else groups:
        others = [0] * height
        for other in groups:
            if other is not group:
                for z, board in enumerate(other):
                    others[z] |= board
        if _joinable(on, group, others, bridges, most, highest):
            continue
        own, foreign = _with_one_bridge(boards, group), _with_one_bridge(boards, others)
        if not (
            _joinable(on, own, others, bridges - 1, most - 1, highest)
            or _joinable(on, group, foreign, bridges - 1, most - 1, highest)
            or _joinable(on, own, foreign, bridges - 2, most - 2, highest)
        ):
            return True
    return False
