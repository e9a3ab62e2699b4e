"""Whether a turn can still be finished legally: rulings T2 and T3, decided exactly.

A turn adds a set P of pieces. The order inside it does not matter: every ruling on placements (B2, B3, B5, T5, T4)
holds for a set exactly when it holds bottom-up, and a subset of a legal set that keeps its supports is legal. So the
question is whether some set P of `least` to `most` pieces makes the building legal, connected and, in the first
round, larger in its base area.

1. *Without a further bridge* the answer is a count (`tops`). A further tower that stands on the table would stay loose,
   so towers go on tops of the building; tops do not hinder one another, each takes as many towers as there is free
   height above it. A noble of the mover goes on a tower with nothing above, at most one per tower (T5, one colour);
   a stack keeps its place for a noble until its last free cell is filled.
2. *Every other tower of P stands under a bridge of P*, in a column from a foot straight down to a top or to the
   table. Taking the bridges of P from below upwards, each foot's column ends on something that is there already, so
   a bridge fixes its towers: P is a set of bridges, plus the count of 1.
3. *Only a bridge joins loose groups* (`bridge_steps`). Let G be any one group of connected parts (the smallest, or the
   building when nothing is loose) and P a solution with at least one further bridge. If P has bridges with both
   columns on G, the lowest is a step. Otherwise let q be the lowest bridge of P with exactly one foot over G, taken
   from a part of the finished building that, G left out, still hangs together with another group (if there is one).
   Nothing under q's other foot is on G: it would be lower than q. Either no further bridge is under there, and q is a
   step, with one column on G and one on anything else. Or the lowest further bridge f under there is a step, with both
   columns on anything but G. Such an f lies below a place where the far foot of a q can be, aside by no more than
   bridges between can carry, and a chain of further parts leads from f or q on to the other group. All these steps
   are tried from every set that is reached, each set once: so the answer is exact. And it is quick, since towers are
   never tried for their own sake and loose bridges only where they can help.
4. *Bounds* cut it short (`chains`): the groups left to join, the chains of parts that could join them at all, the
   pieces in the supply, the places there can be for nobles. None of them leaves out a solution.
"""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from babylon3d.games.babylon.boards import FLAT, Boards, Component, Flat
from babylon3d.games.babylon.pieces import Supply
from babylon3d.games.babylon.tactical.bridge_steps import Around, Step
from babylon3d.games.babylon.tactical.chains import hopeless
from babylon3d.games.babylon.tactical.tops import count_tops, enough_on_tops, most_nobles, places_for_nobles

ANY_LEVEL = 1 << 30

Placed = frozenset[tuple[int, int, Flat]]
"""A set of further bridges: level and bit number of the middle, axis."""


Way = tuple[Step, ...]
"""Further bridges in the order of placing, each with its towers, after which towers and nobles on tops finish it."""


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
    return way_to_finish(boards, supply, goal) is not None


def way_to_finish(boards: Boards, supply: Supply, goal: Goal) -> Way | None:
    """Further bridges, first one first, after which towers and nobles on tops reach the goal; None for no way."""
    most = min(goal.most, supply.total)
    if most < 0 or goal.least > most:
        return None
    search = _Search(supply, goal)
    if boards.height == 0:
        found = search.from_nothing(boards, most)
    else:
        found = search.reaches(boards, supply.towers, supply.bridges, goal.least, most, frozenset())
    return tuple(reversed(search.way)) if found else None


class _Search:
    """One question. `seen` are the sets of further bridges that were tried, `way` a solution, last step first."""

    def __init__(self, supply: Supply, goal: Goal) -> None:
        self.supply, self.goal = supply, goal
        self.seen: set[Placed] = set()
        self.way: list[Step] = []

    def reaches(self, boards: Boards, towers: int, bridges: int, least: int, most: int, placed: Placed) -> bool:
        """Whether the goal can be reached from here with that many pieces."""
        loose = len(boards.islands)
        _, _, large, small = self.supply
        goal = self.goal
        if loose > bridges or loose > most:
            return False
        grown = goal.base_before is None or boards.base() & ~goal.base_before
        if loose == 0 and grown:
            left = Supply(towers, bridges, large, small)
            if enough_on_tops(boards, left, least, goal.highest, goal.shared):
                return True
        if bridges == 0 or most <= 0:
            return False
        if loose == 1 or not grown or most == 1:
            step = self._one_bridge(boards, towers, least, 0 if grown else goal.base_before or 0)
            if step is not None:
                self.way.append(step)
            if step is not None or most == 1:
                return step is not None
        places = places_for_nobles(boards) + towers if large + small else 0
        if towers + bridges + most_nobles(large, small, places, goal.shared) < least:
            return False
        if loose and hopeless(boards, bridges, most, goal.highest):
            return False
        group = _smallest_group(boards) if loose else None
        around = Around(boards, group, towers, bridges, most, goal.highest)
        if loose:
            steps = chain(around.joining(), around.loners(), around.staying())
        else:
            steps = chain(around.staying(), around.loners())
        return any(self._after(boards, step, towers, bridges, least, most, placed) for step in steps)

    def _one_bridge(self, boards: Boards, towers: int, least: int, covered: int) -> Step | None:
        """A bridge without towers after which towers alone clearly reach the goal; its middle is not in `covered`.

        It takes four tops at most: those under it and the one under its arch. If one piece is left, None means no.
        """
        islands, highest = boards.islands, self.goal.highest
        tops = least - 1 + 4
        if len(islands) > 1 or (least > 1 and (towers < least - 1 or count_tops(boards, highest, tops) < tops)):
            return None
        for z, level in enumerate(boards.levels[2 : highest + 1], 2):
            for axis, middles in zip(FLAT, (level.bridge_x, level.bridge_y), strict=True):
                if islands and middles:
                    below = islands[0][z - 1] if z <= len(islands[0]) else 0
                    step = boards.on.step(axis)
                    middles &= below << step ^ below >> step
                middles &= ~covered
                if middles:
                    return Step(z, middles.bit_length() - 1, axis, 0, 0)
        return None

    def _after(
        self, boards: Boards, step: Step, towers: int, bridges: int, least: int, most: int, placed: Placed
    ) -> bool:
        """Whether the goal can be reached after one more step; False for a set of bridges that was tried before."""
        now = placed | {step[:3]}
        used = step.low + step.high
        if now in self.seen or len(boards.islands) - _joins(step) > min(bridges, most - used) - 1:
            return False
        self.seen.add(now)
        left = most - used - 1
        found = self.reaches(taken(boards, step), towers - used, bridges - 1, least - used - 1, left, now)
        if found:
            self.way.append(step)
        return found

    def from_nothing(self, boards: Boards, most: int) -> bool:
        """The same from an empty table: one stack, or a lowest bridge somewhere.

        On a table wide enough for every set of pieces around its middle, only bridges over the middle are tried.
        """
        goal, on = self.goal, boards.on
        towers, bridges, large, small = self.supply
        if goal.least <= 0 and goal.base_before is None:
            return True
        stack = min(towers, goal.highest, most)
        base_grows = goal.base_before is None or on.full & ~goal.base_before
        if base_grows and stack and stack + min(1, large + small) >= goal.least:
            return True
        if bridges == 0:
            return False
        over = on.bits[on.index(0, 0)] if on.reach >= 3 * most and goal.base_before is None else on.full
        first = Around(boards, None, towers, bridges, most, goal.highest).anywhere(over)
        return any(self._after(boards, step, towers, bridges, goal.least, most, frozenset()) for step in first)


def _joins(step: Step) -> bool:
    """Whether both feet of a step stand over parts, not over the table."""
    return max(step.low, step.high) < step.level - 1


def taken(boards: Boards, step: Step) -> Boards:
    """The boards after a step."""
    level, n, axis, low, high = step
    width = boards.on.step(axis)
    for foot, towers in ((n - width, low), (n + width, high)):
        for z in range(level - towers, level):
            boards = boards.with_tower(z, foot)
    return boards.with_bridge(level, n, axis)


def _smallest_group(boards: Boards) -> Component:
    return min((*boards.islands, boards.main()), key=lambda group: sum(board.bit_count() for board in group))
