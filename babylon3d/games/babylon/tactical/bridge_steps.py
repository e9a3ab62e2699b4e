"""The next bridges worth trying when a turn is to be finished, with the towers under their feet (parts 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from babylon3d.games.babylon.boards import FLAT, Boards, Component, Flat, each
from babylon3d.games.babylon.tactical.chains import in_reach, tops_of


class Step(NamedTuple):
    """A further bridge with the towers under its feet: level and bit number of its middle, its axis, the columns."""

    level: int
    n: int
    axis: Flat
    low: int
    """Towers under the foot before the middle."""
    high: int
    """Towers under the foot after the middle."""


class Feet(NamedTuple):
    """The cells of a level where a foot can be."""

    any: int
    by_towers: list[tuple[int, int]]
    """The towers that the column needs, and the board of those cells if there are any."""


NO_FEET = Feet(0, [])


def _feet(boards: Boards, tops: list[int], towers: int, last: int) -> list[Feet]:
    """Where feet can be up to a level: straight above `tops` (a board per level, 0 the table), `towers` between."""
    feet = [NO_FEET]
    below: list[tuple[int, int]] = []
    for z in range(1, last + 1):
        free = boards.free(z)
        union = free & tops[z - 1] if z <= len(tops) else 0
        here = [(0, union)] if union else []
        for k, board in below:
            board &= free
            if board and k < towers:
                here.append((k + 1, board))
                union |= board
        feet.append(Feet(union, here) if union else NO_FEET)
        below = here
    return feet


def _parted(feet: Feet, level: int) -> tuple[Feet, Feet]:
    """Feet over the table and feet over parts."""
    table = [(k, board) for k, board in feet.by_towers if k == level - 1]
    parts = [(k, board) for k, board in feet.by_towers if k < level - 1]
    on_table = table[0][1] if table else 0
    return Feet(on_table, table), Feet(feet.any & ~on_table, parts)


class Around:
    """The steps of part 3 for a loose group, or for the whole connected building if `group` is None."""

    def __init__(
        self, boards: Boards, group: Component | None, towers: int, bridges: int, most: int, highest: int
    ) -> None:
        self.boards, self.alone = boards, group is None
        self.towers, self.bridges, self.most, self.highest = towers, bridges, most, highest
        self.columns = min(towers, most - max(1, len(boards.islands)))
        self.other_tops = [boards.on.full]
        if group is None:
            near_tops = [0] + [level.filled for level in boards.levels[1:-1]]
        else:
            near_tops = list(group)
            for z, level in enumerate(boards.levels[1:-1], 1):
                self.other_tops.append(level.filled & ~group[z] if z < len(group) else level.filled)
        last = min(len(near_tops) + self.columns, highest)
        self.near = _feet(boards, near_tops, self.columns, last)
        self.far = _feet(boards, self.other_tops, self.columns, last)

    def joining(self) -> Iterator[Step]:
        """The steps with one column on the group and one on another."""
        for z, near in enumerate(self.near):
            if near.any and self.far[z].any:
                _, far = _parted(self.far[z], z)
                if not far.any:
                    continue
                yield from self._between(z, -1, near, far, self.most)
                yield from self._between(z, -1, far, near, self.most)

    def staying(self) -> Iterator[Step]:
        """The steps with both columns on the group, or one on it and one on the table."""
        for z, near in enumerate(self.near):
            if near.any:
                table, _ = _parted(self.far[z], z)
                yield from self._between(z, -1, near, near, self.most)
                if not table.any:
                    continue
                yield from self._between(z, -1, near, table, self.most)
                yield from self._between(z, -1, table, near, self.most)

    def loners(self) -> Iterator[Step]:
        """The steps with no column on the group."""
        if self.bridges < 2 or self.most < 2:
            return
        others = None if self.alone else tops_of(self.boards, (0, *self.other_tops[1:]), self.highest)
        regions = _regions(self.boards, self.near, others, self.towers, self.bridges, self.most, self.highest)
        loose = len(self.boards.islands)
        for step in self._over(regions):
            on_table = (step.low == step.level - 1) + (step.high == step.level - 1)
            if loose + on_table <= min(self.bridges, self.most - step.low - step.high):
                yield step

    def anywhere(self, over: int) -> Iterator[Step]:
        """The steps with no column on the group that cover a cell of the board `over`."""
        return self._over({z: [_Region(self.most, over, self.boards.on.full)] for z in range(1, len(self.far))})

    def _over(self, regions: Regions) -> Iterator[Step]:
        """The bridges with no column on the group that cover what their level's regions ask for."""
        for z, feet in enumerate(self.far):
            for region in regions.get(z, ()):
                yield from self._between(z, region.columns, feet, feet, region.most, region.near)

    def _between(self, level: int, columns: int, lows: Feet, highs: Feet, most: int, near: int = -1) -> Iterator[Step]:
        """The steps with such feet that cover a cell of both boards, as far as the supply and `most` pieces allow."""
        if not lows.any or not highs.any:
            return
        towers = min(self.columns, most - 1)
        for axis in FLAT:
            step = self.boards.on.step(axis)
            middles = lows.any << step & highs.any >> step
            if not middles:
                continue
            middles &= self.boards.hollow(level)
            if columns != -1:
                middles &= (columns | columns << step | columns >> step) & (near | near << step | near >> step)
            if not middles:
                continue
            for low, lower in lows.by_towers:
                beside = lower << step & middles
                if beside and low <= towers:
                    for high, upper in highs.by_towers:
                        if low + high <= towers:
                            for n in each(beside & upper >> step):
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


def _regions(
    boards: Boards, near: list[Feet], others: list[int] | None, towers: int, bridges: int, most: int, highest: int
) -> Regions:
    """Per level where a bridge with no foot over the group can be of use (part 3).

    In a chain q, g..., f from the far foot down each bridge is lower than the one before and at most two cells aside,
    and each level between has a part: as many g as the towers left do not suffice for, at least. If all else is the
    table (`others` is None), each g needs one more piece under its other foot. Otherwise, if f lies on the table, a
    chain must lead on to another group, with the tops `others`: from f by some g, and if pieces are left by them and q;
    where q lies on f, from either by the pieces left alone. What one bridge joins to the other group comes first.
    """
    on = boards.on
    regions: Regions = {}
    for z in range(2, len(near)):
        if others is None and z > most:
            break
        for k, feet in near[z].by_towers:
            ends = _far_ends(boards, z, feet, 0)
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
                    onward = gap + 1 + spare if spare else gap
                    of_level.append(_Region(pieces, columns, in_reach(on, others, 1, bridges - 1, onward, highest)))
                else:
                    carrying = _far_ends(boards, z, feet, in_reach(on, others, z, bridges - 2, spare, highest))
                    from_f = in_reach(on, others, 1, bridges - 2, spare, highest)
                    of_level.append(_Region(pieces, ends, in_reach(on, others, 1, 1, min(1, spare), highest)))
                    of_level.append(_Region(pieces, carrying, on.full))
                    of_level.append(_Region(pieces, ends & ~carrying, from_f))
    return regions


def _far_ends(boards: Boards, level: int, feet: int, touched: int) -> int:
    """The cells of the other foot of bridges that have one on `feet` (if `touched`: and that cover such a cell)."""
    on = boards.on
    hollow = boards.hollow(level)
    free = boards.free(level)
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
