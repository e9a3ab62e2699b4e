"""Nobles on towers: how many stand together (T5), which two may be exchanged (T6), which towers may be turned (T7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from babylon3d.core.build import Noble, Part
from babylon3d.core.errors import IllegalAction
from babylon3d.core.lattice import Turn
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.pieces import NobleSize


def small_capacity(players: int) -> int:
    """How many small nobles a tower carries at most (T5)."""
    return 3 if players >= 5 else 2


def crowded(standing: Sequence[Noble], colour: str, size: str, capacity: int) -> IllegalAction | None:
    """Why a noble may not join those standing on a tower (T5), None if it may."""
    if not standing:
        return None
    if size == "large":
        return IllegalAction("T5", "a large noble stands alone on its tower")
    if any(n.size == "large" for n in standing):
        return IllegalAction("T5", "a large noble stands on that tower and stands alone")
    if any(n.colour == colour for n in standing):
        return IllegalAction("T5", "{who}'s noble stands on that tower already", colour)
    if len(standing) >= capacity:
        return IllegalAction("T5", f"that tower carries {capacity} small nobles already")
    return None


def shared_towers(building: Building, colour: str, capacity: int) -> Iterator[int]:
    """The keys of the towers that carry small nobles and have room for one more of that colour (T5)."""
    for key, standing in building.standing.items():
        if len(standing) < capacity and standing[0].size == "small":
            for noble in standing:
                if noble.colour == colour:
                    break
            else:
                yield key


def count_shared(building: Building, colour: str, capacity: int) -> int:
    """How many towers with small nobles have room for one more of that colour (T5)."""
    return sum(1 for _ in shared_towers(building, colour, capacity))


def noble_slots(building: Building, colour: str, size: NobleSize, capacity: int) -> Iterator[int]:
    """The keys of the towers that may take the noble (B5, B7, T5): bare ones from below upwards, then shared ones."""
    yield from building.bare_towers()
    if size == "small":
        yield from sorted(shared_towers(building, colour, capacity))


def _without(standing: Sequence[Noble], noble: Noble) -> list[Noble]:
    return [n for n in standing if n.id != noble.id]


def why_not_exchange(building: Building, ids: tuple[str, str], capacity: int, expert: bool) -> IllegalAction | None:
    """Why two nobles may not switch places (T6, and T7 for experts), None if they may."""
    found = [building.noble(noble_id) for noble_id in ids]
    a, b = found
    if a is None or b is None:
        missing = ids[0] if a is None else ids[1]
        return IllegalAction("T6", f'no noble is called "{missing}"')
    if a.id == b.id:
        return IllegalAction("T6", "an exchange takes two nobles")
    if a.size != b.size:
        return IllegalAction("T6", "only nobles of the same size are exchanged")
    if a.on == b.on:
        return IllegalAction("T6", "both stand on the same tower, the exchange would change nothing")
    if a.colour == b.colour:
        return IllegalAction("T6", "both are {who}'s, the exchange would change nothing", a.colour)
    for mover, other in ((a, b), (b, a)):
        rest = _without(building.on_tower(other.on), other)
        refusal = crowded(rest, mover.colour, mover.size, capacity)
        if refusal is not None:
            return refusal
    if expert and building.part(a.on).turn != building.part(b.on).turn:
        return IllegalAction("T7", "the two towers have different orientations")
    return None


def exchanges(building: Building, capacity: int, expert: bool) -> Iterator[tuple[str, str]]:
    """Every legal exchange once (T6, T7), in the order of the nobles."""
    nobles = building.nobles
    for i, a in enumerate(nobles):
        for b in nobles[i + 1 :]:
            if a.size == b.size and a.colour != b.colour and a.on != b.on:
                pair = (a.id, b.id)
                if why_not_exchange(building, pair, capacity, expert) is None:
                    yield pair


def turnable(building: Building) -> Iterator[Part]:
    """The towers on which no building part stands (T7), in order of placing."""
    for part in building.parts:
        if part.kind == "tower" and building.part_at(part.cell.above) is None:
            yield part


def why_not_turn(building: Building, tower: str) -> IllegalAction | None:
    """Why a tower may not be turned (T7), None if it may."""
    part = building.find(tower)
    if part is None or part.kind != "tower":
        return IllegalAction("T7", f'no tower is called "{tower}"')
    above = building.part_at(part.cell.above)
    if above is not None:
        return IllegalAction("T7", f"{above.id} stands on that tower")
    return None


def quarter(turn: Turn, clockwise: bool) -> Turn:
    """The orientation after a quarter turn; counter-clockwise seen from above unless `clockwise`."""
    after: dict[Turn, Turn] = {0: 270, 90: 0, 180: 90, 270: 180} if clockwise else {0: 90, 90: 180, 180: 270, 270: 0}
    return after[turn]
