"""How a position looks to a bot: who leads which level, what the next noble may win, what one in the hand is worth."""

from __future__ import annotations

from dataclasses import dataclass

from babylon3d.core.actions import Seat
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.games.babylon.tactical.state import TacticalState


@dataclass(frozen=True, slots=True)
class Taste:
    """What `medium` weighs, in points; measured by games against itself."""

    rival: float = 0.5
    """The share of the best opponent among the opponents' points; the rest is their mean."""
    threat: float = 1.0
    """What the next players can win with one noble on a tower that is free now."""
    reserve: float = 0.45
    """A noble in the supply, as a share of the building's height."""
    tie: float = 0.15
    """A level for which the seat is tied, as a share of its points."""
    pace: float = 0.9
    """So many nobles a turn that is left can still be placed to some purpose."""
    waste: float = 2.0
    """What each noble beyond that is worth less than nothing."""
    win: float = 15.0
    """A game that is won, or lost, beside its points."""


TASTE = Taste()

TURN = 4.6
"""Pieces that a turn takes from a supply, as a mean."""


def leader(row: list[int]) -> Seat | None:
    """Who has strictly the most nobles of a level (T9)."""
    most = max(row)
    return row.index(most) if most and row.count(most) == 1 else None


@dataclass(frozen=True, slots=True)
class Standing:
    """Per level the nobles of every seat on it, per seat the bridges in its supply."""

    rows: dict[int, list[int]]
    bridges: tuple[int, ...]

    @classmethod
    def of(cls, s: TacticalState) -> Standing:
        """The standing of a state (B7)."""
        level = {part.id: part.cell.level for part in s.build.parts}
        seat = {info.colour: i for i, info in enumerate(s.seats)}
        rows: dict[int, list[int]] = {}
        for noble in s.build.nobles:
            rows.setdefault(level[noble.on], [0] * len(s.seats))[seat[noble.colour]] += 1
        return cls(rows, tuple(info.supply.bridges for info in s.seats))

    def row(self, level: int) -> list[int]:
        """A copy of a level's row."""
        return list(self.rows.get(level, [0] * len(self.bridges)))

    def points(self) -> list[float]:
        """Every seat's points as if the game ended here (T9)."""
        total = [-float(left) for left in self.bridges]
        for level, row in self.rows.items():
            first = leader(row)
            if first is not None:
                total[first] += level
        return total

    def lead(self, seat: Seat, taste: Taste) -> float:
        """A seat's points over its opponents', levels it is tied for counted in part."""
        total = self.points()
        others = [p for i, p in enumerate(total) if i != seat]
        ahead = total[seat] - taste.rival * max(others) - (1 - taste.rival) * sum(others) / len(others)
        tied = sum(
            level for level, row in self.rows.items() if leader(row) is None and row[seat] and row[seat] == max(row)
        )
        return ahead + taste.tie * tied

    def gain(self, level: int, seat: Seat, taste: Taste) -> float:
        """What one more noble of the seat on the level is worth to it."""
        row = self.row(level)
        before = _share(row, seat, taste)
        row[seat] += 1
        return level * (_share(row, seat, taste) - before)


def _share(row: list[int], seat: Seat, taste: Taste) -> float:
    """Whose level it is, seen from the seat: 1 its own, a part below 0 another's, a little for a tie."""
    first = leader(row)
    if first == seat:
        return 1.0
    if first is not None:
        return -(taste.rival / 2 + (1 - taste.rival) / (len(row) - 1))
    return taste.tie if row[seat] and row[seat] == max(row) else 0.0


def free_tops(s: TacticalState) -> list[int]:
    """The levels of all towers with nothing on them, highest first."""
    covered: set[Cell] = set()
    for part in s.build.parts:
        covered.update(BABYLON.cells(part))
    taken = {noble.on for noble in s.build.nobles}
    free = (p.cell for p in s.build.parts if p.kind == "tower" and p.id not in taken)
    return sorted((cell.level for cell in free if cell.above not in covered), reverse=True)


def height(s: TacticalState) -> int:
    """The highest level that a part stands on; 0 for the empty table."""
    return max((p.cell.level for p in s.build.parts), default=0)


def reserve(s: TacticalState, seat: Seat, taste: Taste) -> float:
    """What the nobles in the supply are worth; those for which too few turns are left are worth less than nothing.

    The game ends with the first seat that cannot place enough (T3), so whoever holds least says how many turns are
    left.
    """
    supply = s.seats[seat].supply
    turns = min(info.supply.total for info in s.seats) / TURN
    nobles = supply.large + supply.small
    of_use = min(float(nobles), taste.pace * turns)
    return of_use * taste.reserve * height(s) - (nobles - of_use) * taste.waste


def threat(standing: Standing, s: TacticalState, seat: Seat, taste: Taste) -> float:
    """The most that each opponent wins by one noble on a free tower, halved for every seat that comes later."""
    tops = free_tops(s)
    total, weight, n = 0.0, 1.0, len(s.seats)
    for i in range(1, n):
        other = (seat + i) % n
        supply = s.seats[other].supply
        if supply.large + supply.small:
            total += weight * max((standing.gain(level, other, taste) for level in tops), default=0.0)
        weight /= 2
    return total


def appraise(s: TacticalState, seat: Seat, taste: Taste = TASTE) -> float:
    """How well a seat stands after its turn, in points; only differences mean anything."""
    standing = Standing.of(s)
    value = standing.lead(seat, taste)
    if s.ended is not None:
        return value + (taste.win if seat in s.ended.winners else -taste.win)
    return value + reserve(s, seat, taste) - taste.threat * threat(standing, s, seat, taste)
