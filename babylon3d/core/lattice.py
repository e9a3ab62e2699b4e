"""The integer lattice: cells, orientations, footprints, what rests on what, connection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

Axis = Literal["x", "y", "z"]
Turn = Literal[0, 90, 180, 270]

TURNS: tuple[Turn, ...] = (0, 90, 180, 270)


class Cell(NamedTuple):
    """One cell of one level; its centre is at (pitch x, pitch y), level 1 stands on the table."""

    x: int
    y: int
    level: int

    @property
    def below(self) -> Cell:
        """The cell directly underneath."""
        return Cell(self.x, self.y, self.level - 1)

    @property
    def above(self) -> Cell:
        """The cell directly on top."""
        return Cell(self.x, self.y, self.level + 1)


# The steps in the plane, in a fixed order: never iterate a set towards an outcome.
NEIGHBOURS: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


def components(nodes: Sequence[str], edges: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """The connected components of a graph, each in the order of `nodes`, ordered by their first node."""
    root: dict[str, str] = {n: n for n in nodes}

    def find(n: str) -> str:
        while root[n] != n:
            root[n] = root[root[n]]
            n = root[n]
        return n

    for a, b in edges:
        root[find(a)] = find(b)
    groups: dict[str, list[str]] = {}
    for n in nodes:
        groups.setdefault(find(n), []).append(n)
    return tuple(tuple(g) for g in groups.values())


def rests_on(
    cells_of: Mapping[str, Sequence[Cell]], feet_of: Mapping[str, Sequence[Cell]]
) -> dict[str, tuple[str, ...]]:
    """For each part the parts it rests on, in the order of its feet, each once.

    `cells_of` gives the cells a part fills, `feet_of` those of them that need support from below.
    """
    owner = {cell: part for part, cells in cells_of.items() for cell in cells}
    result: dict[str, tuple[str, ...]] = {}
    for part, feet in feet_of.items():
        found = (owner.get(foot.below) for foot in feet)
        result[part] = tuple(dict.fromkeys(p for p in found if p is not None))
    return result
