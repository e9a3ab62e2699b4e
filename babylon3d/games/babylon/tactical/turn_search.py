"""Whether a turn can still be finished legally: rulings T2 and T3, decided exactly.

A turn adds a set P of pieces. The order inside it does not matter: every ruling on placements (B2, B3, B5, T5, T4)
holds for a set exactly when it holds bottom-up, and a subset of a legal set that keeps its supports is legal. So the
question is whether some set P of `least` to `most` pieces makes the building legal, connected and, in the first
round, larger in its base area.

1. *Without a further bridge* the answer is a count. A further tower that stands on the table would stay loose, so
   towers go on tops of the building; tops do not hinder one another, each takes as many towers as there is free
   height above it. A noble of the mover goes on a tower with nothing above, at most one per tower (T5, one colour);
   a stack keeps its place for a noble until its last free cell is filled. `most_without_bridge` adds that up.
2. *Every other tower of P stands under a bridge of P*, in a column from a foot straight down to a top or to the
   table. Taking the bridges of P from below upwards, each foot's column ends on something that is there already, so
   a bridge fixes its towers: P is a set of bridges, plus the count of 1.
3. *Only a bridge joins loose groups.* Let G be any one group of connected parts (the smallest loose one, or the
   building when nothing is loose), and P a solution with at least one further bridge. If P has bridges with both
   columns on G, the lowest is such a step. Otherwise, unless P is finished, take the lowest bridge q of P with exactly
   one foot over G. Everything under its other foot is not on G (it would be lower than q). Either no further bridge
   is under there, and q itself is a step: one column on G, one on anything else. Or the lowest further bridge f
   under there is a step: both columns on anything but G, within a known distance of a place where the far foot of
   such a q can be, and below it. The search tries all these steps from every set it reaches, each set once, so it is
   exact; and it is short, since towers are never tried for their own sake and loose bridges only near low tops.
4. Bounds cut it: the groups that are left to join, the sideways distance to them (a piece reaches at most two cells
   further), the pieces in the supply with the places there can be for nobles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from babylon3d.games.babylon.boards import FLAT, Boards, Component, Flat, Table, each
from babylon3d.games.babylon.pieces import Supply

ANY_LEVEL = 1 << 30


class Goal(NamedTuple):
    """What the rest of a turn must reach.

    `least` and `most` further pieces; no part above level `highest` (T4); unless `base_before` is None, some covered
    cell outside that board (T4); `shared` towers with small nobles have room for one more of the mover's (T5).
    """

    least: int
    most: int
    highest: int = ANY_LEVEL
    base_before: int | None = None
    shared: int = 0


def can_finish(boards: Boards, supply: Supply, goal: Goal) -> bool:
    """Whether pieces of the supply can be added so that the goal is reached and the building is connected."""
    if goal.most < 0 or goal.least > min(goal.most, supply.total):
        return False
    goal = goal._replace(most=min(goal.most, supply.total))
    if boards.height == 0:
        return goal.least <= 0 or _Search(supply, goal).from_nothing(boards)
    return _Search(supply, goal).reaches(boards, supply.towers, supply.bridges, goal.least, goal.most, frozenset())


def places_for_nobles(boards: Boards) -> int:
    """How many towers carry nothing and could take a noble."""
    return sum(level.bare.bit_count() for level in boards.levels[2:])


def most_nobles(large: int, small: int, bare: int, shared: int) -> int:
    """How many nobles fit on `bare` towers and, small ones only, on `shared` ones, one on each (T5)."""
    return min(min(large, bare) + small, bare + shared)


def enough_without_bridge(boards: Boards, supply: Supply, goal: Goal) -> bool:
    """Whether `goal.least` towers and nobles can be placed on a connected building (part 1 of the argument)."""
    want = goal.least
    if want <= 0:
        return True
    towers, _, large, small = supply
    levels = boards.levels[2 : goal.highest + 1] if goal.highest < len(boards.levels) else boards.levels[2:]
    if towers >= want:
        slots = 0
        for level in levels:
            slots += level.tower_slots.bit_count()
            if slots >= want:
                return True
    bare = places_for_nobles(boards)
    if most_nobles(large, small, bare, goal.shared) >= want:
        return True
    if towers == 0:
        return False
    return most_without_bridge(boards, supply, goal) >= want


def most_without_bridge(boards: Boards, supply: Supply, goal: Goal) -> int:
    """The largest number of towers and nobles that can be placed on a connected building."""
    towers, _, large, small = supply
    room, gains, spare, on_towers = _stacks(boards, towers, goal.highest)
    best = 0
    for k in range(min(towers, room) + 1):
        bare = on_towers + min(k, gains) - max(0, k - spare)
        best = max(best, k + most_nobles(large, small, bare, goal.shared))
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
            if z + k > highest:
                run = 0
            elif z + k < top:
                run &= levels[z + k].free
            if k == 1:
                gains += (on_bridges & run).bit_count()
                spare += (on_bridges & ~run).bit_count()
            if not run:
                break
            count = run.bit_count()
            spare += count
            room += count
    return room, gains, spare, on_towers


class Step(NamedTuple):
    """A further bridge with the towers under its feet: level and bit number of its middle, its axis, the columns."""

    level: int
    n: int
    axis: Flat
    low: int
    """Towers under the foot before the middle."""
    high: int
    """Towers under the foot after the middle."""


@dataclass(slots=True)
class _Feet:
    """Per level the boards of cells where a foot can be, by the number of towers that its column needs."""

    by_towers: list[list[int]]
    any: list[int]


class _Search:
    """One question. `seen` are the sets of further bridges that were tried."""

    def __init__(self, supply: Supply, goal: Goal) -> None:
        self.supply, self.goal = supply, goal
        self.seen: set[frozenset[tuple[int, int, Flat]]] = set()

    def reaches(
        self, boards: Boards, towers: int, bridges: int, least: int, most: int,
        placed: frozenset[tuple[int, int, Flat]],
    ) -> bool:  # fmt: skip
        """Whether the goal can be reached from here with that many pieces."""
        loose = len(boards.islands)
        goal, supply = self.goal, self.supply
        if loose > bridges or loose > most:
            return False
        if loose == 0 and (goal.base_before is None or boards.base() & ~goal.base_before):
            left = Supply(towers, bridges, supply.large, supply.small)
            if enough_without_bridge(boards, left, goal._replace(least=least)):
                return True
        if bridges == 0 or most <= 0:
            return False
        bare = places_for_nobles(boards) + towers
        if towers + bridges + most_nobles(supply.large, supply.small, bare, goal.shared) < least:
            return False
        if loose and _hopeless(boards, bridges, most):
            return False
        group = _smallest_island(boards) if loose else None
        for step in steps(boards, group, towers, bridges, most, goal.highest):
            after = placed | {step[:3]}
            if after in self.seen:
                continue
            self.seen.add(after)
            used = step.low + step.high
            if self.reaches(
                taken(boards, step), towers - used, bridges - 1, least - used - 1, most - used - 1, after
            ):
                return True
        return False

    def from_nothing(self, boards: Boards) -> bool:
        """The same from an empty table: one stack, or a lowest bridge somewhere.

        On a table wide enough for every set of five parts around its middle, only bridges over the middle are tried.
        """
        supply, goal = self.supply, self.goal
        stack = min(supply.towers, goal.highest, goal.most)
        base_ok = goal.base_before is None or boards.on.full & ~goal.base_before
        if base_ok and stack and stack + min(1, supply.large + supply.small) >= goal.least:
            return True
        on = boards.on
        over = on.bits[on.index(0, 0)] if on.reach >= 3 * goal.most and goal.base_before is None else on.full
        if supply.bridges == 0:
            return False
        feet = _feet(boards, [on.full], min(supply.towers, goal.most - 1), goal.highest, goal.most)
        everywhere = {z: [_Region(goal.most, over, on.full)] for z in range(1, len(feet.any))}
        for step in _over(boards, feet, everywhere, supply.towers):
            used = step.low + step.high
            placed = frozenset({step[:3]})
            self.seen.add(placed)
            if self.reaches(
                taken(boards, step), supply.towers - used, supply.bridges - 1, goal.least - used - 1,
                goal.most - used - 1, placed,
            ):  # fmt: skip
                return True
        return False


def taken(boards: Boards, step: Step) -> Boards:
    """The boards after a step."""
    level, n, axis, low, high = step
    width = boards.on.step(axis)
    for foot, towers in ((n - width, low), (n + width, high)):
        for z in range(level - towers, level):
            boards = boards.with_tower(z, foot)
    return boards.with_bridge(level, n, axis)


def _smallest_island(boards: Boards) -> Component:
    return min(boards.islands, key=lambda island: sum(board.bit_count() for board in island))


def _tops(boards: Boards, component: Component) -> list[int]:
    """Per level the cells of a group on which something can still be placed."""
    levels = boards.levels
    return [board and board & levels[z + 1].free for z, board in enumerate(component)]


def _with_one_bridge(boards: Boards, tops: list[int]) -> list[int]:
    """Per level the cells of bridges that could be placed with both feet on the tops of a group."""
    on = boards.on
    cells = [0] * (len(tops) + 1)
    for z, board in enumerate(tops):
        if board:
            hollow = _hollow(boards, z + 1)
            for axis in FLAT:
                step = on.step(axis)
                middles = board << step & board >> step & hollow
                cells[z + 1] |= middles | middles << step | middles >> step
    return cells


def _joinable(on: Table, tops: list[int], others: list[int], bridges: int, most: int) -> bool:
    """Whether a chain of so many pieces could join tops of two groups if nothing were in its way (part 4).

    Each new part of the chain rests on the next or carries it. Between tops whose levels differ by d it has

    - j + 1 bridges with both feet on the chain: a foot is two cells from the other;
    - j bridges that carry both neighbours, at cells one or two apart; they lie on the table or need two pieces below;
    - d parts, or an even number more, that rest on one neighbour and carry the other: towers, or bridges, which for the
      other foot need one further piece, carrying the neighbour two cells aside at most.
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
                bent = min(d + spare // 2 * 2, bridges - 2 * j - 1) if spare >= 0 else 0
                if bent:
                    reached = straight
                    for _ in range(bent):
                        reached |= _aside(on, reached, (1, 2))
                    if targets & reached:
                        return True
    return False


def _aside(on: Table, board: int, distances: tuple[int, ...]) -> int:
    """The cells at one of the distances from a cell of the board, along x or y; some over the edge come along."""
    found = 0
    for distance in distances:
        wide = on.width * distance
        found |= board << distance | board >> distance | board << wide | board >> wide
    return found


def _hopeless(boards: Boards, bridges: int, most: int) -> bool:
    """Whether some group cannot be joined to any other one with so many pieces, whatever is in the way (part 4).

    A shortest chain may begin and end with a bridge that has both feet on the group there.
    """
    on = boards.on
    groups = [_tops(boards, group) for group in (boards.main(), *boards.islands)]
    height = max(map(len, groups))
    for group in groups[1:] if len(groups) == 2 else groups:
        others = [0] * height
        for other in groups:
            if other is not group:
                for z, board in enumerate(other):
                    others[z] |= board
        if _joinable(on, group, others, bridges, most):
            continue
        own, foreign = _with_one_bridge(boards, group), _with_one_bridge(boards, others)
        if not (
            _joinable(on, own, others, bridges - 1, most - 1)
            or _joinable(on, group, foreign, bridges - 1, most - 1)
            or _joinable(on, own, foreign, bridges - 2, most - 2)
        ):
            return True
    return False


def _feet(boards: Boards, tops: list[int], towers: int, highest: int, most: int) -> _Feet:
    """Where feet can be: straight above `tops` (a board per level, 0 the table) with at most `towers` in between."""
    levels = boards.levels
    last = min(len(tops) + towers, highest)
    by_towers: list[list[int]] = [[]]
    union = [0]
    before: list[int] = []
    for z in range(1, last + 1):
        free = levels[z].free if z < len(levels) else boards.on.full
        here = [free & tops[z - 1] if z - 1 < len(tops) else 0]
        here += [free & board for board in before[:towers]]
        by_towers.append(here)
        together = 0
        for board in here:
            together |= board
        union.append(together)
        before = here
    return _Feet(by_towers, union)


def _towers_for(feet: _Feet, level: int, bit: int) -> int:
    """The towers that the column of a foot in that cell needs; -1 if it is none of these feet."""
    if level < len(feet.by_towers):
        for k, board in enumerate(feet.by_towers[level]):
            if board & bit:
                return k
    return -1


def _hollow(boards: Boards, level: int) -> int:
    """The cells where a bridge's middle can be: free, with nothing directly below (B3, B5)."""
    levels = boards.levels
    free = levels[level].free if level < len(levels) else boards.on.full
    return free & ~levels[level - 1].solid if level <= len(levels) else free


def steps(
    boards: Boards, group: Component | None, towers: int, bridges: int, most: int, highest: int
) -> Iterator[Step]:
    """The steps of part 3 for a loose group, or for the whole connected building if `group` is None."""
    columns = min(towers, most - 1)
    if group is None:
        near_tops = [0] + [level.filled for level in boards.levels[1:-1]]
        far_tops = [boards.on.full]
    else:
        near_tops = list(group)
        far_tops = [boards.on.full] + [
            level.filled & ~(group[z] if z < len(group) else 0) for z, level in enumerate(boards.levels[1:-1], 1)
        ]
    near = _feet(boards, near_tops, columns, highest, most)
    far = _feet(boards, far_tops, columns, highest, most)
    for z in range(1, len(near.any)):
        if not near.any[z]:
            continue
        hollow = _hollow(boards, z)
        apart = far.any[z] if z < len(far.any) else 0
        for axis in FLAT:
            step = boards.on.step(axis)
            low, high = near.any[z] << step, near.any[z] >> step
            middles = hollow & ((low & high) | (low & apart >> step) | (apart << step & high))
            yield from _priced(boards, near, far, z, middles, axis, columns, most)
    if bridges >= 2 and most >= 2:
        others = None if group is None else _tops(boards, (0, *far_tops[1:]))
        regions = _regions(boards, near, others, towers, bridges, most)
        loose = len(boards.islands) + 1
        for loner in _over(boards, far, regions, columns):
            on_table = loner.low == loner.level - 1 == loner.high
            if not on_table or loose < min(bridges, most - loner.low - loner.high):
                yield loner


def _priced(
    boards: Boards, near: _Feet, far: _Feet, level: int, middles: int, axis: Flat, columns: int, most: int
) -> Iterator[Step]:
    bits, step = boards.on.bits, boards.on.step(axis)
    for n in each(middles):
        prices = []
        for foot in (n - step, n + step):
            towers = _towers_for(near, level, bits[foot])
            prices.append(towers if towers >= 0 else _towers_for(far, level, bits[foot]))
        low, high = prices
        if low + high <= columns and low + high < most:
            yield Step(level, n, axis, low, high)


class _Region(NamedTuple):
    """Where a bridge without a foot over the group can be of use, on one level."""

    most: int
    """The pieces it and its columns may take."""
    columns: int
    """A board: it covers one of these cells."""
    near: int
    """A board: it covers one of these cells too."""


Regions = dict[int, list[_Region]]


def _regions(boards: Boards, near: _Feet, others: list[int] | None, towers: int, bridges: int, most: int) -> Regions:
    """Per level where a bridge with no foot over the group can be of use (part 3).

    In a chain q, g..., f from the far foot down each bridge is lower than the one before and at most two cells aside,
    and each level between has a part: as many g as the towers left do not suffice for, at least. If all else is the
    table (`others` is None), each g needs one more piece under its other foot. Otherwise, if f lies on the table, a
    chain must lead on to another group, with the tops `others`: from f by some g, and if pieces are left by them and q;
    where q lies on f, from either by the pieces left alone.
    """
    on = boards.on
    regions: Regions = {}
    for z in range(2, len(near.any)):
        if not near.any[z] or (others is None and z > most):
            continue
        for k, feet in enumerate(near.by_towers[z]):
            ends = _far_ends(boards, z, feet, 0) if feet else 0
            for lower in range(1, z) if ends else ():
                gap = z - 1 - lower
                pieces = most - 1 - k - gap
                between = min(bridges - 2, gap, pieces - 1 if others is None else gap)
                fewest = max(0, gap - (towers - k))
                if others is None:
                    pieces -= fewest
                if pieces < 1 or fewest > between:
                    continue
                of_level = regions.setdefault(lower, [])
                columns = on.grown(ends, 2 * between)
                if lower > 1 or others is None:
                    of_level.append(_Region(pieces, columns, on.full))
                    continue
                spare = pieces - 1
                if gap:
                    of_level.append(_Region(pieces, columns, _in_reach(on, others, 1, gap + (spare and spare + 1))))
                else:
                    carrying = _far_ends(boards, z, feet, _in_reach(on, others, z, spare))
                    of_level.append(_Region(pieces, carrying, on.full))
                    of_level.append(_Region(pieces, ends & ~carrying, _in_reach(on, others, 1, spare)))
    return regions


def _far_ends(boards: Boards, level: int, feet: int, touched: int) -> int:
    """The cells of the other foot of bridges that have one on `feet` (if `touched`: and that cover such a cell)."""
    on = boards.on
    hollow = _hollow(boards, level)
    free = boards.levels[level].free if level < len(boards.levels) else on.full
    ends = 0
    for axis in FLAT:
        step = on.step(axis)
        for up in (True, False):
            middles = (feet << step if up else feet >> step) & hollow
            there = (middles << step if up else middles >> step) & free
            if touched:
                seen = middles & touched | ((feet & touched) << step if up else (feet & touched) >> step)
                there &= touched | (seen << step if up else seen >> step)
            ends |= there
    return ends


def _in_reach(on: Table, tops: list[int], level: int, pieces: int) -> int:
    """The cells of a level from which a chain of so many pieces could lead to the tops if nothing were in its way.

    As in `_joinable`, but a bridge within the chain may have its other foot on anything.
    """
    reached = 0
    for j in range((pieces - 1) // 2 + 1):
        for d in range(pieces - 2 * j):
            board = tops[level + d] if level + d < len(tops) else 0
            if d and level > d and level - d < len(tops):
                board |= tops[level - d]
            if board:
                for _ in range(j):
                    board = _aside(on, _aside(on, board, (2,)), (1, 2))
                board = _aside(on, board, (2,))
                for _ in range(d + (pieces - 1 - 2 * j - d) // 2 * 2):
                    board |= _aside(on, board, (1, 2))
                reached |= board
    return reached & on.full


def _over(boards: Boards, feet: _Feet, regions: Regions, columns: int) -> Iterator[Step]:
    """The bridges with both columns among `feet` that cover what their level's regions ask for."""
    for z in range(1, len(feet.any)):
        if z not in regions or not feet.any[z]:
            continue
        hollow = _hollow(boards, z)
        for axis in FLAT:
            step = boards.on.step(axis)
            fitting = hollow & feet.any[z] << step & feet.any[z] >> step
            for region in regions[z]:
                both = fitting
                for board in (region.columns, region.near):
                    both &= board | board << step | board >> step
                yield from _priced(boards, feet, feet, z, both, axis, columns, region.most)
