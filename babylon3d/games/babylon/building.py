"""A building on the lattice: its pieces by cell, and why a placement is refused (rulings B1-B7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.errors import IllegalAction
from babylon3d.core.lattice import Cell, Turn
from babylon3d.games.babylon.boards import FLAT, Boards, Component, Flat, each
from babylon3d.games.babylon.pieces import BABYLON, TABLE_REACH, NobleSize


class Building(msgspec.Struct, frozen=True):
    """A legal building. Every change gives a new one that shares what did not change.

    `at` gives per key of a filled cell the index of its part in `parts`; `standing` per key of a tower its nobles in
    order of their places. A key is level * size + bit number (`key`, `cell`).
    """

    boards: Boards
    parts: tuple[Part, ...] = ()
    nobles: tuple[Noble, ...] = ()
    at: Mapping[int, int] = msgspec.field(default_factory=dict)
    standing: Mapping[int, tuple[Noble, ...]] = msgspec.field(default_factory=dict)
    numbers: tuple[int, int, int] = (1, 1, 1)
    """The numbers in the ids of the next tower, bridge and noble."""

    # -- making and reading -------------------------------------------------------------------------------------

    @staticmethod
    def empty(reach: int = TABLE_REACH) -> Building:
        """An empty table."""
        return Building(Boards.empty(reach))

    @staticmethod
    def of(build: Build, reach: int = TABLE_REACH) -> Building:
        """The building of a legal build, its ids kept.

        Raises: IllegalAction for the first piece that B1-B5 or B7 refuse, with the piece's id in the message.
        """
        building = Building.empty(reach)
        for part in build.parts:
            refusal = building.why_not_part(part.kind, part.cell, part.axis)
            if refusal is not None:
                raise IllegalAction(refusal.ruling, f"{part.id}: {refusal.message}")
            building = building.with_part(part)
        for noble in build.nobles:
            on = building.find(noble.on)
            if on is None or on.kind != "tower":
                raise IllegalAction("B7", f"{noble.id}: a noble stands on a tower only")
            if not building.standing.get(building.key(on.cell)):
                refusal = building.why_not_room(on.cell)
                if refusal is not None:
                    raise IllegalAction(refusal.ruling, f"{noble.id}: {refusal.message}")
            building = building.with_noble(noble, on.cell)
        return building

    @property
    def build(self) -> Build:
        """The same as the plain value that files, physics and pictures use."""
        return Build(BABYLON.name, self.parts, self.nobles)

    @property
    def height(self) -> int:
        """The highest level with a part, 0 for none."""
        return self.boards.height

    @property
    def connected(self) -> bool:
        """Whether all parts are one building (B6); an empty table is."""
        return not self.boards.islands

    def base_area(self) -> tuple[tuple[int, int], ...]:
        """The cells (x, y) that any part covers (B8), by y, then x."""
        places = self.boards.on.places
        return tuple(places[n] for n in each(self.boards.base()))

    def key(self, cell: Cell) -> int:
        """The key of a cell on the table's columns."""
        on = self.boards.on
        return cell.level * on.size + (cell.y + on.reach) * on.width + cell.x + on.reach

    def cell(self, key: int) -> Cell:
        """The cell of a key."""
        on = self.boards.on
        level, n = divmod(key, on.size)
        x, y = on.places[n]
        return Cell(x, y, level)

    def part_at(self, cell: Cell) -> Part | None:
        """The part that fills a cell."""
        if not self.boards.on.holds(cell.x, cell.y):
            return None
        index = self.at.get(self.key(cell))
        return None if index is None else self.parts[index]

    def standing_at(self, tower: Cell) -> tuple[Noble, ...]:
        """The nobles on the tower in a cell, in order of their places; none if there is no such tower."""
        return self.standing.get(self.key(tower), ()) if self.boards.on.holds(tower.x, tower.y) else ()

    def find(self, part_id: str) -> Part | None:
        """The part with that id."""
        for part in self.parts:
            if part.id == part_id:
                return part
        return None

    def part(self, part_id: str) -> Part:
        """The part with that id. Raises: KeyError."""
        part = self.find(part_id)
        if part is None:
            raise KeyError(part_id)
        return part

    def noble(self, noble_id: str) -> Noble | None:
        """The noble with that id."""
        for noble in self.nobles:
            if noble.id == noble_id:
                return noble
        return None

    def on_tower(self, tower_id: str) -> tuple[Noble, ...]:
        """The nobles on a tower in order of their places. Raises: KeyError for no such part."""
        return self.standing.get(self.key(self.part(tower_id).cell), ())

    # -- candidates ---------------------------------------------------------------------------------------------

    def tower_slots(self, ground: int = -1) -> Iterator[Cell]:
        """Where a tower may be placed (B1-B3, B5), from below upwards; on the table only within the board `ground`."""
        places = self.boards.on.places
        for z, level in enumerate(self.boards.levels[1:], 1):
            for n in each(level.tower_slots & ground if z == 1 else level.tower_slots):
                x, y = places[n]
                yield Cell(x, y, z)

    def bridge_slots(self, ground: int = -1) -> Iterator[tuple[Cell, Flat]]:
        """Where a bridge may be placed (B1-B5): middle and axis; on the table only with the middle in `ground`."""
        places = self.boards.on.places
        for z, level in enumerate(self.boards.levels[1:], 1):
            for axis in FLAT:
                board = level.bridge_x if axis == "x" else level.bridge_y
                for n in each(board & ground if z == 1 else board):
                    x, y = places[n]
                    yield Cell(x, y, z), axis

    def bare_towers(self) -> Iterator[int]:
        """The keys of the towers that carry nothing and may take any noble (B3, B5), from below upwards."""
        size = self.boards.on.size
        for z, level in enumerate(self.boards.levels[2:], 1):
            for n in each(level.bare):
                yield z * size + n

    # -- refusals -----------------------------------------------------------------------------------------------

    def why_not_part(self, kind: str, cell: Cell, axis: str | None) -> IllegalAction | None:
        """Why a part may not be placed (B1-B5), None if it may."""
        if kind == "tower":
            if axis is not None:
                return IllegalAction("B1", "a tower has a turn, not an axis")
            return self.why_not_tower(cell)
        if kind == "bridge":
            if axis not in FLAT:
                return IllegalAction("B1", "a bridge lies along x or along y")
            return self.why_not_bridge(cell, "x" if axis == "x" else "y")
        return IllegalAction("B1", f'no building part is called "{kind}"')

    def why_not_tower(self, cell: Cell) -> IllegalAction | None:
        """Why a tower may not be placed (B1, B2, B3, B5), None if it may."""
        on, levels = self.boards.on, self.boards.levels
        if not on.holds(cell.x, cell.y) or cell.level < 1:
            return self._off_table(cell)
        if cell.level < len(levels) and levels[cell.level].tower_slots & on.bits[on.index(cell.x, cell.y)]:
            return None
        return self._why_not_cell(cell) or self._unsupported("a tower", cell)

    def why_not_bridge(self, middle: Cell, axis: Flat) -> IllegalAction | None:
        """Why a bridge may not be placed (B1-B5), None if it may."""
        on, levels = self.boards.on, self.boards.levels
        ends = ends_of(middle, axis)
        for cell in (middle, *ends):
            if not on.holds(cell.x, cell.y) or cell.level < 1:
                return self._off_table(cell)
        if middle.level < len(levels):
            level = levels[middle.level]
            board = level.bridge_x if axis == "x" else level.bridge_y
            if board & on.bits[on.index(middle.x, middle.y)]:
                return None
        for cell in (middle, *ends):
            refusal = self._why_not_cell(cell)
            if refusal is not None:
                return refusal
        for cell in ends:
            if not self._supported(cell):
                return self._unsupported("each end of a bridge", cell)
        below = self.part_at(middle.below)
        if below is not None and below.cell == middle.below and below.axis == axis:
            return IllegalAction("B4", f"a bridge may not lie congruently on the bridge {below.id}")
        what = below.id if below is not None else "a noble"
        return IllegalAction("B3", f"the cell under a bridge's middle must be empty, {what} is there")

    def why_not_room(self, tower: Cell) -> IllegalAction | None:
        """Why a noble may not take the cell above a tower that carries no noble (B3, B5, B7), None if it may."""
        part = self.part_at(tower)
        if part is None:
            return IllegalAction("B7", f"a noble stands on a tower, and none is at {said(tower)}")
        if part.kind != "tower":
            return IllegalAction("B7", f"a noble stands on a tower only, {part.id} is a {part.kind}")
        return self._why_not_cell(tower.above)

    def _off_table(self, cell: Cell) -> IllegalAction:
        reach = self.boards.on.reach
        if cell.level < 1:
            return IllegalAction("B1", f"levels count from 1, not {cell.level}")
        return IllegalAction("B1", f"({cell.x}, {cell.y}) is off the table, which reaches from {-reach} to {reach}")

    def _why_not_cell(self, cell: Cell) -> IllegalAction | None:
        """Why a cell cannot be filled: taken (B5) or under an arch (B3)."""
        part = self.part_at(cell)
        if part is not None:
            return IllegalAction("B5", f"{part.id} is already at {said(cell)}")
        standing = self.standing.get(self.key(cell.below))
        if standing:
            return IllegalAction("B5", f"the noble {standing[0].id} stands at {said(cell)}")
        above = self.part_at(cell.above)
        if above is not None and above.kind == "bridge" and above.cell == cell.above:
            return IllegalAction("B3", f"{said(cell)} is under the arch of {above.id} and must stay empty")
        return None

    def _supported(self, cell: Cell) -> bool:
        return cell.level == 1 or self.part_at(cell.below) is not None

    def _unsupported(self, what: str, cell: Cell) -> IllegalAction:
        return IllegalAction("B2", f"{what} needs the table, a tower or a bridge below, {said(cell)} hangs in the air")

    # -- changes ------------------------------------------------------------------------------------------------

    def with_part(self, part: Part) -> Building:
        """With a part placed legally; the id stands in `part`."""
        return self._with_part(part, _counted(self.numbers, part.id))

    def _with_part(self, part: Part, numbers: tuple[int, int, int], boards: Boards | None = None) -> Building:
        on = self.boards.on
        x, y, z = part.cell
        n = on.index(x, y)
        key = z * on.size + n
        at = dict(self.at)
        index = at[key] = len(self.parts)
        if part.kind == "tower":
            boards = boards or self.boards.with_tower(z, n)
        else:
            axis: Flat = "x" if part.axis == "x" else "y"
            boards = boards or self.boards.with_bridge(z, n, axis)
            step = on.step(axis)
            at[key - step] = at[key + step] = index
        return Building(boards, (*self.parts, part), self.nobles, at, self.standing, numbers)

    def with_noble(self, noble: Noble, tower: Cell) -> Building:
        """With a noble placed legally on the tower in that cell."""
        return self._with_noble(noble, self.key(tower), _counted(self.numbers, noble.id))

    def _with_noble(self, noble: Noble, key: int, numbers: tuple[int, int, int]) -> Building:
        group = self.standing.get(key, ())
        standing = {**self.standing, key: (*group, noble)}
        size = self.boards.on.size
        boards = self.boards if group else self.boards.with_room(key // size + 1, key % size)
        return Building(boards, self.parts, (*self.nobles, noble), self.at, standing, numbers)

    def with_tower(self, cell: Cell, turn: Turn = 0, boards: Boards | None = None) -> Building:
        """With a new tower, placed legally, named t and the next number; `boards` are those with it, if known."""
        tower, bridge, noble = self.numbers
        return self._with_part(Part(f"t{tower}", "tower", cell, turn), (tower + 1, bridge, noble), boards)

    def with_bridge(self, middle: Cell, axis: Flat, boards: Boards | None = None) -> Building:
        """With a new bridge, placed legally, named b and the next number; `boards` are those with it, if known."""
        tower, bridge, noble = self.numbers
        return self._with_part(Part(f"b{bridge}", "bridge", middle, axis=axis), (tower, bridge + 1, noble), boards)

    def with_new_noble(self, on: Cell, colour: str, size: NobleSize) -> Building:
        """With a new noble, placed legally on the tower in a cell, named n and the next number."""
        tower, bridge, noble = self.numbers
        key = self.key(on)
        new = Noble(f"n{noble}", colour, size, self.parts[self.at[key]].id)
        return self._with_noble(new, key, (tower, bridge, noble + 1))

    def carries(self, piece_id: str) -> str | None:
        """The id of something that rests on a piece, None for nothing."""
        part = self.find(piece_id)
        if part is None:
            return None
        standing = self.standing.get(self.key(part.cell)) if part.kind == "tower" else None
        if standing:
            return standing[0].id
        above = (self.part_at(cell.above) for cell in BABYLON.cells(part))
        return next((upper.id for upper in above if upper is not None), None)

    def without(self, piece_id: str) -> Building:
        """Without a piece that carries nothing; its id is free again. Raises: KeyError for no such piece."""
        noble = self.noble(piece_id)
        if noble is not None:
            return self._without_noble(noble)
        part = self.part(piece_id)
        on, key = self.boards.on, self.key(part.cell)
        z, n = divmod(key, on.size)
        if part.kind == "tower":
            boards = self.boards.without_tower(z, n)
        else:
            boards = self.boards.without_bridge(z, n, "x" if part.axis == "x" else "y")
        parts = tuple(p for p in self.parts if p is not part)
        at = {self.key(cell): i for i, p in enumerate(parts) for cell in BABYLON.cells(p)}
        groups = Build(BABYLON.name, parts).buildings(BABYLON)
        boards = boards._replace(islands=tuple(self._component(group) for group in groups[1:]))
        return Building(boards, parts, self.nobles, at, self.standing, _uncounted(self.numbers, piece_id))

    def _without_noble(self, noble: Noble) -> Building:
        key = self.key(self.part(noble.on).cell)
        rest = tuple(n for n in self.standing[key] if n is not noble)
        standing = {k: group for k, group in self.standing.items() if k != key}
        boards = self.boards
        if rest:
            standing[key] = rest
        else:
            boards = boards.without_room(key // boards.on.size + 1, key % boards.on.size)
        nobles = tuple(n for n in self.nobles if n is not noble)
        return Building(boards, self.parts, nobles, self.at, standing, _uncounted(self.numbers, noble.id))

    def _component(self, group: tuple[str, ...]) -> Component:
        """The cells of a group of parts as boards."""
        on = self.boards.on
        cells = [cell for part_id in group for cell in BABYLON.cells(self.part(part_id))]
        boards = [0] * (max(cell.level for cell in cells) + 1)
        for cell in cells:
            boards[cell.level] |= on.bits[on.index(cell.x, cell.y)]
        return tuple(boards)

    def exchanged(self, ids: tuple[str, str]) -> Building:
        """With two nobles in each other's places: tower, and place on the tower."""
        index = [next(i for i, n in enumerate(self.nobles) if n.id == noble_id) for noble_id in ids]
        nobles = list(self.nobles)
        a, b = nobles[index[0]], nobles[index[1]]
        nobles[index[0]] = new_a = Noble(b.id, b.colour, b.size, a.on)
        nobles[index[1]] = new_b = Noble(a.id, a.colour, a.size, b.on)
        standing = dict(self.standing)
        for old, new in ((a, new_a), (b, new_b)):
            key = self.key(self.part(old.on).cell)
            standing[key] = tuple(new if n is old else n for n in standing[key])
        return Building(self.boards, self.parts, tuple(nobles), self.at, standing, self.numbers)

    def turned(self, tower_id: str, turn: Turn) -> Building:
        """With a tower turned to another orientation."""
        parts = tuple(Part(p.id, p.kind, p.cell, turn) if p.id == tower_id else p for p in self.parts)
        return Building(self.boards, parts, self.nobles, self.at, self.standing, self.numbers)


def ends_of(middle: Cell, axis: Flat) -> tuple[Cell, Cell]:
    """The two end cells of a bridge."""
    x, y, z = middle
    return (Cell(x - 1, y, z), Cell(x + 1, y, z)) if axis == "x" else (Cell(x, y - 1, z), Cell(x, y + 1, z))


def said(cell: Cell) -> str:
    """A cell in words."""
    return f"({cell.x}, {cell.y}) on level {cell.level}"


def _counted(numbers: tuple[int, int, int], piece_id: str) -> tuple[int, int, int]:
    """The next numbers once a piece has that id; ids that are not the program's own change nothing."""
    digits = piece_id[1:]
    if piece_id[:1] not in ("t", "b", "n") or not (digits.isascii() and digits.isdigit()):
        return numbers
    tower, bridge, noble = numbers
    after = int(digits) + 1
    match piece_id[0]:
        case "t":
            return (max(tower, after), bridge, noble)
        case "b":
            return (tower, max(bridge, after), noble)
        case _:
            return (tower, bridge, max(noble, after))


def _uncounted(numbers: tuple[int, int, int], piece_id: str) -> tuple[int, int, int]:
    """The next numbers once the piece that had the last id of its kind is gone."""
    tower, bridge, noble = numbers
    match piece_id:
        case _ if piece_id == f"t{tower - 1}":
            return (tower - 1, bridge, noble)
        case _ if piece_id == f"b{bridge - 1}":
            return (tower, bridge - 1, noble)
        case _ if piece_id == f"n{noble - 1}":
            return (tower, bridge, noble - 1)
        case _:
            return numbers
