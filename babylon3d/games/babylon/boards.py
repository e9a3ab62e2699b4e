"""Bit boards of a building: which cells are filled, and which placements each level allows, kept level by level.

A board is an integer with one bit per cell of the table, so that a shift moves every cell at once and an "and" asks
every cell at once. Each level keeps its boards together with the boards of what may be placed there; a placement
renews only the level it fills, the one above, and for a bridge the one below.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from babylon3d.games.babylon.pieces import TABLE_REACH

Flat = Literal["x", "y"]
FLAT: tuple[Flat, Flat] = ("x", "y")


class TableCells:
    """The table's cells as bits (ruling B1), `reach` cells each way from the middle. Made by `table_cells`."""

    __slots__ = ("bits", "full", "places", "reach", "size", "width")

    def __init__(self, reach: int) -> None:
        side = 2 * reach + 1
        self.reach = reach
        self.width = side + 1
        """One column more than the table has: what is shifted over the edge falls there and is masked away."""
        self.size = self.width * side
        self.places: tuple[tuple[int, int], ...] = tuple(
            (n % self.width - reach, n // self.width - reach) for n in range(self.size)
        )
        """Per bit its (x, y)."""
        self.bits: tuple[int, ...] = tuple(1 << n for n in range(self.size))
        self.full = sum(bit for bit, (x, _) in zip(self.bits, self.places, strict=True) if x <= reach)

    def __reduce__(self) -> tuple[object, tuple[int]]:
        """To another process only the reach is said."""
        return table_cells, (self.reach,)

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell (x, y) is on the table."""
        return -self.reach <= x <= self.reach and -self.reach <= y <= self.reach

    def index(self, x: int, y: int) -> int:
        """The bit number of a cell on the table."""
        return (y + self.reach) * self.width + x + self.reach

    def step(self, axis: Flat) -> int:
        """How many bits a step of one cell along the axis is."""
        return 1 if axis == "x" else self.width

    def grown(self, board: int, steps: int) -> int:
        """The cells at most `steps` sideways steps away from a cell of the board."""
        full, width = self.full, self.width
        for _ in range(steps):
            board = (board | board << 1 | board >> 1 | board << width | board >> width) & full
        return board

    def boxed(self, board: int, reach: int) -> int:
        """The cells within `reach` of a cell of the board, both in x and in y."""
        for _ in range(reach):
            board = (board | board << 1 | board >> 1) & self.full
        for _ in range(reach):
            board = (board | board << self.width | board >> self.width) & self.full
        return board


@lru_cache(maxsize=8)
def table_cells(reach: int = TABLE_REACH) -> TableCells:
    """The table of that reach."""
    return TableCells(reach)


def each(board: int) -> Iterator[int]:
    """The bit numbers of a board, rising."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


NEAR = 40
"""Up to that bit it is quicker to strip bit after bit than to halve."""


def nth(board: int, n: int) -> int:
    """The number of the `n`-th set bit, counted from 0; far ones by halving. Raises: IndexError."""
    if not 0 <= n < board.bit_count():
        raise IndexError(n)
    if n < NEAR:
        for _ in range(n):
            board &= board - 1
        return (board & -board).bit_length() - 1
    start, width = 0, board.bit_length()
    while width > 1:
        half = width >> 1
        low = board & ((1 << half) - 1)
        count = low.bit_count()
        if n < count:
            board, width = low, half
        else:
            n -= count
            board >>= half
            start += half
            width -= half
    return start


class Level(NamedTuple):
    """The boards of one level; those from `free` on follow from the others and from the level below."""

    towers: int
    along_x: int
    """Middles of the bridges along x."""
    along_y: int
    filled: int
    """Cells of parts; on level 0, the table, all of it: what may stand on it."""
    room: int
    """Cells that nobles take: they stand on a tower of the level below (B5)."""
    arch: int
    """Cells directly below a bridge's middle (B3)."""
    solid: int
    """Cells of parts and nobles: what no arch may be put over (B3). The table is not a piece."""
    free: int
    tower_slots: int
    bridge_x: int
    """Middles where a bridge along x may be placed."""
    bridge_y: int
    bare: int
    """Cells that a noble may take alone: its tower below carries nothing."""


def _ground(full: int) -> Level:
    return Level(0, 0, 0, full, 0, 0, 0, 0, 0, 0, 0, 0)


def _level(
    on: TableCells, below: Level, towers: int, along_x: int, along_y: int, filled: int, room: int, arch: int
) -> Level:
    """A level with the boards that follow from its own and from the level below (B1-B5, B7)."""
    solid = filled | room
    taken = solid | arch
    free = on.full ^ taken
    slots = below.filled
    slots ^= slots & taken
    bridge_x = (slots << 1) & (slots >> 1)
    if bridge_x:
        bridge_x &= free
        bridge_x ^= bridge_x & below.solid
    bridge_y = (slots << on.width) & (slots >> on.width)
    if bridge_y:
        bridge_y &= free
        bridge_y ^= bridge_y & below.solid
    bare = slots & below.towers
    return Level(towers, along_x, along_y, filled, room, arch, solid, free, slots, bridge_x, bridge_y, bare)


Component = tuple[int, ...]
"""The filled cells of a connected group of parts: a board per level, from level 0 (always empty) up."""


class Boards(NamedTuple):
    """All levels of a building, and the groups of parts that are not connected to its first one (B6).

    `levels[0]` is the table, the last one is the empty level above the highest part.
    """

    on: TableCells
    levels: tuple[Level, ...]
    islands: tuple[Component, ...] = ()

    @classmethod
    def empty(cls, reach: int = TABLE_REACH) -> Boards:
        """The boards of an empty table."""
        on = table_cells(reach)
        ground = _ground(on.full)
        return cls(on, (ground, _level(on, ground, 0, 0, 0, 0, 0, 0)))

    @property
    def height(self) -> int:
        """The highest level with a part, 0 for none."""
        return len(self.levels) - 2

    def free(self, level: int) -> int:
        """The cells of a level that nothing fills or forbids (B3, B5); above the building all of them."""
        return self.levels[level].free if level < len(self.levels) else self.on.full

    def hollow(self, level: int) -> int:
        """The cells of a level where a bridge's middle can be: free, with nothing directly below (B3, B5)."""
        free = self.free(level)
        return free ^ (free & self.levels[level - 1].solid) if level <= len(self.levels) else free

    def base(self) -> int:
        """The base area (B8) as a board."""
        board = 0
        for level in self.levels[1:]:
            board |= level.filled
        return board

    def with_tower(self, level: int, n: int) -> Boards:
        """With a tower in the cell `n` of a level, which must allow it."""
        on, levels = self.on, self.levels
        bit = on.bits[n]
        below, here = levels[level - 1], levels[level]
        new = _level(on, below, here.towers | bit, here.along_x, here.along_y, here.filled | bit, here.room, here.arch)
        return Boards(on, _stacked(on, levels, level, (new,)), self._joined(level, bit, (bit,)))

    def with_bridge(self, level: int, n: int, axis: Flat) -> Boards:
        """With a bridge whose middle is the cell `n` of a level, which must allow it."""
        on, levels = self.on, self.levels
        bit, step = on.bits[n], on.step(axis)
        ends = (bit >> step, bit << step)
        cells = bit | ends[0] | ends[1]
        below, here = levels[level - 1], levels[level]
        if level > 1:
            below = _level(
                on, levels[level - 2], below.towers, below.along_x, below.along_y, below.filled, below.room,
                below.arch | bit,
            )  # fmt: skip
        along_x = here.along_x | bit if axis == "x" else here.along_x
        along_y = here.along_y | bit if axis == "y" else here.along_y
        new = _level(on, below, here.towers, along_x, along_y, here.filled | cells, here.room, here.arch)
        return Boards(on, _stacked(on, levels, level, (below, new)), self._joined(level, cells, ends))

    def with_room(self, level: int, n: int) -> Boards:
        """With a noble taking the cell `n` of a level, on the tower below it."""
        on, levels, islands = self
        here = levels[level]
        new = _level(
            on, levels[level - 1], here.towers, here.along_x, here.along_y, here.filled, here.room | on.bits[n],
            here.arch,
        )  # fmt: skip
        return Boards(on, _stacked(on, levels, level, (new,)), islands)

    def without_tower(self, level: int, n: int) -> Boards:
        """Without the tower in the cell `n` of a level, which carries nothing."""
        here, bit = self.levels[level], self.on.bits[n]
        return self._without(level, here._replace(towers=here.towers ^ bit, filled=here.filled ^ bit), 0)

    def without_bridge(self, level: int, n: int, axis: Flat) -> Boards:
        """Without the bridge whose middle is the cell `n` of a level, which carries nothing."""
        here, bit, step = self.levels[level], self.on.bits[n], self.on.step(axis)
        filled = here.filled ^ (bit | bit << step | bit >> step)
        along_x = here.along_x ^ bit if axis == "x" else here.along_x
        along_y = here.along_y ^ bit if axis == "y" else here.along_y
        return self._without(level, here._replace(along_x=along_x, along_y=along_y, filled=filled), bit)

    def without_room(self, level: int, n: int) -> Boards:
        """Without nobles in the cell `n` of a level."""
        here = self.levels[level]
        return self._without(level, here._replace(room=here.room ^ self.on.bits[n]), 0)

    def _without(self, level: int, here: Level, arch: int) -> Boards:
        """With a level that lost a piece, its arch if it had one no longer kept free, and the islands found again."""
        on, levels = self.on, list(self.levels)
        levels[level] = here
        if arch and level > 1:
            below = levels[level - 1]
            levels[level - 1] = below._replace(arch=below.arch ^ arch)
        if not here.filled and level + 1 < len(levels):
            del levels[level + 1 :]
        for z in range(max(1, level - 1), min(level + 2, len(levels))):
            v = levels[z]
            levels[z] = _level(on, levels[z - 1], v.towers, v.along_x, v.along_y, v.filled, v.room, v.arch)
        return Boards(on, tuple(levels), self.islands)

    def owner(self, level: int, bit: int) -> int:
        """The number of the island that fills a cell; -1 for the first group of the building."""
        for n, island in enumerate(self.islands):
            if level < len(island) and island[level] & bit:
                return n
        return -1

    def main(self) -> Component:
        """The first group of the building, the one that is no island."""
        boards = [0] + [level.filled for level in self.levels[1:-1]]
        for island in self.islands:
            for z, board in enumerate(island):
                boards[z] &= ~board
        return tuple(boards)

    def _joined(self, level: int, cells: int, feet: tuple[int, ...]) -> tuple[Component, ...]:
        """The islands once a part fills `cells` and rests on the cells below `feet`."""
        islands = self.islands
        if level == 1:
            return (*islands, (0, cells)) if self.levels[1].filled else islands
        if not islands:
            return islands
        owners = {self.owner(level - 1, foot) for foot in feet}
        rest = tuple(island for n, island in enumerate(islands) if n not in owners)
        if -1 in owners:
            return rest
        size = max(level + 1, *(len(islands[n]) for n in owners))
        boards = [0] * size
        for n in owners:
            for z, board in enumerate(islands[n]):
                boards[z] |= board
        boards[level] |= cells
        return (*rest, tuple(boards))


def _stacked(on: TableCells, levels: tuple[Level, ...], level: int, renewed: tuple[Level, ...]) -> tuple[Level, ...]:
    """The levels with the renewed ones up to `level` put in, and the one above brought up to date."""
    new = renewed[-1]
    rest = levels[level + 1 :]
    if rest:
        old = rest[0]
        above = _level(on, new, old.towers, old.along_x, old.along_y, old.filled, old.room, old.arch)
        return (*levels[: level + 1 - len(renewed)], *renewed, above, *rest[1:])
    if new.filled:
        return (*levels[: level + 1 - len(renewed)], *renewed, _level(on, new, 0, 0, 0, 0, 0, 0))
    return (*levels[: level + 1 - len(renewed)], *renewed)
