"""The kept candidates equal a rescan by the letter of the rulings, after any placements and removals."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from babylon3d.core.build import Build
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.boards import Boards, each, nth, table_cells
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.nobles import noble_slots
from babylon3d.games.babylon.pieces import BABYLON, NobleSize
from tests.games.tactical.diagram import building

REACH = 4
SIZES: tuple[NobleSize, NobleSize] = ("large", "small")


def grown(rng: random.Random, pieces: int) -> Building:
    """A building of random legal pieces on a small table."""
    on = Building.empty(REACH)
    for _ in range(pieces):
        kind = rng.choice(("tower", "tower", "bridge", "bridge", "noble"))
        if kind == "tower":
            slots = [cell for cell in on.tower_slots() if cell.level > 1 or rng.random() < 0.2]
            on = on.with_tower(rng.choice(slots)) if slots else on
        elif kind == "bridge":
            bridges = list(on.bridge_slots())
            bridges = [slot for slot in bridges if slot[0].level > 1] or bridges
            on = on.with_bridge(*rng.choice(bridges)) if bridges else on
        else:
            size, colour = rng.choice(SIZES), rng.choice(("red", "blue", "green"))
            keys = list(noble_slots(on, colour, size, 2))
            on = on.with_new_noble(on.cell(rng.choice(keys)), colour, size) if keys else on
    return on


def rescan_towers(build: Build) -> set[Cell]:
    """B1-B3, B5 by the letter, over all cells."""
    filled, rooms, arches, support = _scan(build)
    height = max((c.level for c in filled), default=0)
    cells = (Cell(x, y, z) for x in _axis() for y in _axis() for z in range(1, height + 2))
    return {c for c in cells if c not in filled | rooms | arches and (c.level == 1 or c.below in support)}


def rescan_bridges(build: Build) -> set[tuple[Cell, str]]:
    """B1-B5 by the letter, over all cells."""
    filled, rooms, arches, support = _scan(build)
    height = max((c.level for c in filled), default=0)
    found = set()
    for x in _axis():
        for y in _axis():
            for z in range(1, height + 2):
                for axis, (dx, dy) in (("x", (1, 0)), ("y", (0, 1))):
                    middle = Cell(x, y, z)
                    ends = (Cell(x - dx, y - dy, z), Cell(x + dx, y + dy, z))
                    if any(abs(c.x) > REACH or abs(c.y) > REACH for c in ends):
                        continue
                    if any(c in filled | rooms | arches for c in (middle, *ends)):
                        continue
                    if z > 1 and not all(c.below in support for c in ends):
                        continue
                    if middle.below not in filled | rooms:
                        found.add((middle, axis))
    return found


def _axis() -> range:
    return range(-REACH, REACH + 1)


def _scan(build: Build) -> tuple[set[Cell], set[Cell], set[Cell], set[Cell]]:
    filled = {cell for part in build.parts for cell in BABYLON.cells(part)}
    rooms = {build.part(noble.on).cell.above for noble in build.nobles}
    arches = {cell for part in build.parts for cell in BABYLON.bridged(part)}
    return filled, rooms, arches, filled


def rescan_nobles(build: Build, colour: str, size: str) -> set[Cell]:
    """B3, B5, B7 and T5 for 4 players by the letter."""
    filled, _, arches, _ = _scan(build)
    found = set()
    for part in build.parts:
        standing = [n for n in build.nobles if n.on == part.id]
        room = part.cell.above
        if part.kind != "tower" or room in filled or room in arches:
            continue
        together = [*((n.colour, n.size) for n in standing), (colour, size)]
        alone = len(together) == 1
        pair = len(together) == 2 and {s for _, s in together} == {"small"} and len({c for c, _ in together}) == 2
        if alone or pair:
            found.add(part.cell)
    return found


def check(on: Building) -> None:
    """Everything that is kept, compared with a rescan."""
    build = on.build
    assert set(on.tower_slots()) == rescan_towers(build)
    assert set(on.bridge_slots()) == rescan_bridges(build)
    for size in SIZES:
        for colour in ("red", "blue"):
            assert {on.cell(key) for key in noble_slots(on, colour, size, 2)} == rescan_nobles(build, colour, size)
    groups = build.buildings(BABYLON)
    assert len(groups) == len(on.boards.islands) + bool(build.parts)
    assert on.connected == (len(groups) <= 1)
    assert {(x, y) for x, y in on.base_area()} == {(c.x, c.y) for p in build.parts for c in BABYLON.cells(p)}
    assert on.height == max((p.cell.level for p in build.parts), default=0)


@given(st.integers(0, 10**9), st.integers(0, 40))
def test_kept_candidates_equal_a_rescan_after_random_placements(seed: int, pieces: int) -> None:
    check(grown(random.Random(seed), pieces))


@given(st.integers(0, 10**9), st.integers(1, 30), st.integers(1, 8))
def test_kept_candidates_equal_a_rescan_after_random_removals(seed: int, pieces: int, removals: int) -> None:
    rng = random.Random(seed)
    on = grown(rng, pieces)
    for _ in range(removals):
        removable = [piece.id for piece in on.build.pieces() if on.carries(piece.id) is None]
        if not removable:
            break
        on = on.without(rng.choice(removable))
        check(on)


@given(st.integers(0, 10**9), st.integers(0, 30))
def test_a_building_is_the_same_made_from_its_build(seed: int, pieces: int) -> None:
    on = grown(random.Random(seed), pieces)
    again = Building.of(on.build, REACH)
    assert again.boards.levels == on.boards.levels
    assert sorted(map(sorted, (zip(i, range(9), strict=False) for i in again.boards.islands))) == sorted(
        map(sorted, (zip(i, range(9), strict=False) for i in on.boards.islands))
    )
    assert (again.at, again.standing, again.build) == (on.at, on.standing, on.build)


@given(st.integers(0, 10**9), st.integers(0, 25))
def test_what_is_refused_is_what_is_not_listed(seed: int, pieces: int) -> None:
    rng = random.Random(seed)
    on = grown(rng, pieces)
    towers, bridges = set(on.tower_slots()), set(on.bridge_slots())
    for _ in range(60):
        cell = Cell(rng.randint(-6, 6), rng.randint(-6, 6), rng.randint(0, on.height + 2))
        assert (on.why_not_tower(cell) is None) == (cell in towers)
        for axis in ("x", "y"):
            assert (on.why_not_part("bridge", cell, axis) is None) == ((cell, axis) in bridges)


@given(st.sets(st.integers(0, 300), min_size=1), st.data())
def test_the_nth_bit_is_found_by_halving(bits: set[int], data: st.DataObject) -> None:
    board = sum(1 << bit for bit in bits)
    assert list(each(board)) == sorted(bits)
    n = data.draw(st.integers(0, len(bits) - 1))
    assert nth(board, n) == sorted(bits)[n]


def test_cells_and_bits_go_both_ways_and_shifts_stop_at_the_edge() -> None:
    on = table_cells(2)
    assert [on.places[on.index(x, y)] for x, y in ((-2, -2), (0, 1), (2, 2))] == [(-2, -2), (0, 1), (2, 2)]
    assert on.full.bit_count() == 25
    corner = on.bits[on.index(2, 2)]
    assert on.grown(corner, 1).bit_count() == 3 and on.boxed(corner, 1).bit_count() == 4
    assert on.grown(corner, 9) == on.boxed(corner, 9) == on.full


def test_boards_of_equal_buildings_are_equal_whatever_the_order_of_placing() -> None:
    one = Boards.empty(3).with_tower(1, 10).with_tower(1, 12).with_bridge(2, 11, "x")
    other = Boards.empty(3).with_tower(1, 12).with_tower(1, 10).with_bridge(2, 11, "x")
    assert one.levels == other.levels


def test_a_building_shares_what_a_placement_does_not_change() -> None:
    on = building("t.t | t.t | t.t | t.t")
    after = on.with_bridge(Cell(1, 0, 5), "x")
    assert all(a is b for a, b in zip(on.boards.levels[:4], after.boards.levels[:4], strict=True))
    assert after.standing is on.standing
