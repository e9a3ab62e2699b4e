"""A second, slow and simple reading of the rulings B and T5, over plain JSON values. It imports nothing of the program.

A build here is the parsed JSON of `babylon3d.build/1`: a dict with "parts" and "nobles".
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
Cell = tuple[int, int, int]

REACH = 20
COLOURS = ("red", "yellow", "green", "blue", "violet")


def cells(part: Json) -> list[Cell]:
    """B1: a tower fills one cell, a bridge three in a row: end, middle, end."""
    x, y, level = part["x"], part["y"], part["level"]
    if part["kind"] == "tower":
        return [(x, y, level)]
    if part["axis"] == "x":
        return [(x - 1, y, level), (x, y, level), (x + 1, y, level)]
    return [(x, y - 1, level), (x, y, level), (x, y + 1, level)]


def feet(part: Json) -> list[Cell]:
    """B2: the cells that need support."""
    filled = cells(part)
    return filled if part["kind"] == "tower" else [filled[0], filled[2]]


def below(cell: Cell) -> Cell:
    return (cell[0], cell[1], cell[2] - 1)


def above(cell: Cell) -> Cell:
    return (cell[0], cell[1], cell[2] + 1)


def congruent(lower: Json, upper: Json) -> bool:
    """B4: two bridges with one middle and one axis, one directly on the other."""
    return (
        lower["kind"] == upper["kind"] == "bridge"
        and (lower["x"], lower["y"], lower["axis"]) == (upper["x"], upper["y"], upper["axis"])
        and lower["level"] + 1 == upper["level"]
    )


def noble_cell(noble: Json, parts: list[Json]) -> Cell | None:
    """B5: the cell above the noble's tower; None on a bridge, where it may not be."""
    tower = next(p for p in parts if p["id"] == noble["on"])
    return above(cells(tower)[0]) if tower["kind"] == "tower" else None


def noble_cells(parts: list[Json], nobles: list[Json]) -> set[Cell]:
    found = (noble_cell(n, parts) for n in nobles)
    return {cell for cell in found if cell is not None}


class Site:
    """What stands, by cell: `filled` by parts (their ids' order does not matter), `taken` by parts and nobles."""

    def __init__(self, parts: list[Json], nobles: list[Json]) -> None:
        self.filled = {cell for p in parts for cell in cells(p)}
        self.taken = self.filled | noble_cells(parts, nobles)
        self.bridges = [p for p in parts if p["kind"] == "bridge"]
        self.arched = {below((p["x"], p["y"], p["level"])) for p in self.bridges}


def part_breaks(part: Json, site: Site) -> set[str]:
    """The rulings that a part breaks when it is added to what stands."""
    broken = set()
    mine = cells(part)
    if any(abs(x) > REACH or abs(y) > REACH or level < 1 for x, y, level in mine):
        broken.add("B1")
    if any(cell in site.taken for cell in mine):
        broken.add("B5")
    if any(foot[2] != 1 and below(foot) not in site.filled for foot in feet(part)):
        broken.add("B2")
    if any(cell in site.arched for cell in mine):
        broken.add("B3")
    if part["kind"] == "bridge" and below((part["x"], part["y"], part["level"])) in site.taken:
        lies_on_its_twin = any(congruent(other, part) for other in site.bridges)
        broken.add("B4" if lies_on_its_twin else "B3")
    return broken


def noble_breaks(noble: Json, parts: list[Json], nobles: list[Json], players: int | None) -> set[str]:
    """The rulings that a noble breaks when it is added; without a number of players T5 is not asked."""
    broken = set()
    cell = noble_cell(noble, parts)
    if cell is None:
        return {"B7"}
    if any(cell in cells(p) for p in parts):
        broken.add("B5")
    if any(p["kind"] == "bridge" and below((p["x"], p["y"], p["level"])) == cell for p in parts):
        broken.add("B3")
    if players is not None and not fits([*(n for n in nobles if n["on"] == noble["on"]), noble], players):
        broken.add("T5")
    return broken


def fits(nobles: list[Json], players: int) -> bool:
    """T5: one large noble, or up to 2 small ones (3 with 5 players) of different colours."""
    colours = [n["colour"] for n in nobles]
    if len(set(colours)) != len(colours):
        return False
    if any(n["size"] == "large" for n in nobles):
        return len(nobles) == 1
    return len(nobles) <= (3 if players == 5 else 2)


def violations(build: Json, players: int | None = 4) -> set[tuple[str, str]]:
    """Every (ruling, id) when parts, then nobles, are taken in order."""
    found: set[tuple[str, str]] = set()
    parts, nobles = build["parts"], build.get("nobles", [])
    for i, part in enumerate(parts):
        found |= {(ruling, part["id"]) for ruling in part_breaks(part, Site(parts[:i], []))}
    for i, noble in enumerate(nobles):
        found |= {(ruling, noble["id"]) for ruling in noble_breaks(noble, parts, nobles[:i], players)}
    return found


def groups(parts: list[Json]) -> list[list[Json]]:
    """B6: the connected buildings."""
    found = []
    left = list(range(len(parts)))
    while left:
        edge = [left.pop(0)]
        group = []
        while edge:
            group.append(edge.pop())
            one = parts[group[-1]]
            touching = [i for i in left if rests(parts[i], one) or rests(one, parts[i])]
            left = [i for i in left if i not in touching]
            edge += touching
        found.append([parts[i] for i in sorted(group)])
    return found


def buildings(parts: list[Json]) -> int:
    """B6: the number of connected buildings."""
    return len(groups(parts))


def rests(upper: Json, lower: Json) -> bool:
    """B6: whether a part rests on another."""
    return any(below(foot) in cells(lower) for foot in feet(upper))


def connected(build: Json) -> bool:
    return buildings(build["parts"]) <= 1


def base_area(build: Json) -> set[tuple[int, int]]:
    """B8: the cells covered, seen from above."""
    return {(x, y) for part in build["parts"] for x, y, _ in cells(part)}


def height(build: Json) -> int:
    return max((level for part in build["parts"] for _, _, level in cells(part)), default=0)


def candidates(build: Json, piece: str, colour: str | None = None, reach: int | None = None) -> list[Json]:
    """Every cell of the whole table (or within `reach` of a covered cell) as a piece to try, no rule asked."""
    if piece in ("large", "small"):
        return [{"id": "new", "colour": colour, "size": piece, "on": p["id"]} for p in build["parts"]]
    base = base_area(build)
    spots = [
        (x, y)
        for x in range(-REACH, REACH + 1)
        for y in range(-REACH, REACH + 1)
        if reach is None or any(abs(x - bx) <= reach and abs(y - by) <= reach for bx, by in base)
    ]
    levels = range(1, height(build) + 2)
    if piece == "tower":
        return [{"id": "new", "kind": "tower", "x": x, "y": y, "level": z} for x, y in spots for z in levels]
    return [
        {"id": "new", "kind": "bridge", "x": x, "y": y, "level": z, "axis": axis}
        for x, y in spots
        for z in levels
        for axis in ("x", "y")
    ]


def legal(
    build: Json, piece: str, colour: str | None = None, players: int | None = 4, reach: int | None = None
) -> list[Json]:
    """All single placements that B1-B5, B7 and T5 allow, in the words of the command `legal`.

    Every cell of the table is tried, or (quicker, and the same by B2) those within `reach` of a covered cell.
    """
    parts, nobles = build["parts"], build.get("nobles", [])
    by_id = {p["id"]: p for p in parts}
    base = base_area(build)
    site = Site(parts, nobles)
    found = []
    for new in candidates(build, piece, colour, reach):
        if "on" in new:
            if not noble_breaks(new, parts, nobles, players):
                tower = by_id[new["on"]]
                found.append({"x": tower["x"], "y": tower["y"], "level": tower["level"], "on": new["on"]})
            continue
        near = any(abs(new["x"] - x) <= 2 and abs(new["y"] - y) <= 2 for x, y in base)
        if (new["level"] > 1 or near) and not part_breaks(new, site):
            found.append({key: new[key] for key in ("x", "y", "level", "axis") if key in new})
    return found
