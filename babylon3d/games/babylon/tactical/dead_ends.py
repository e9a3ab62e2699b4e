"""Why a placement would leave no way to finish the turn (T2): the rulings in its way, and one placement that works.

`placing` only tells that there is no way, since bots and lists of moves ask for thousands of places. Here a refused
place is looked at again with rulings lifted one by one, then two at a time and so on: the first set without which
`turn_search` finds a way is a smallest one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Literal, NamedTuple

from babylon3d.core.errors import IllegalAction
from babylon3d.core.prose import listed
from babylon3d.games.babylon.boards import Boards
from babylon3d.games.babylon.nobles import count_shared
from babylon3d.games.babylon.pieces import PIECE_KINDS, PieceKind, Supply
from babylon3d.games.babylon.tactical.model import MAX_PLACED, MIN_PLACED, Place
from babylon3d.games.babylon.tactical.placing import (
    boards_after,
    can_move,
    changed,
    highest_level,
    placements,
    why_not_piece,
    why_not_place,
)
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.games.babylon.tactical.tops import most_nobles, places_for_nobles
from babylon3d.games.babylon.tactical.turn_search import ANY_LEVEL, Goal, can_finish

Clause = Literal["levels", "base", "nobles", "most", "supply", "least", "joined"]
"""What can stand in the way: three sentences of T4, that the turn is full (T1), that the supply runs out, that a turn
takes four pieces (T1), and that the building must be connected (B6)."""

Missing = Literal["joined", "piece", "base", "end"]
"""What could not be reached: one building, the next piece of at least four, a new cell, or just the end of the turn."""

EXTRA = 1
"""So many pieces more are in a turn when T1's upper end is lifted; with any number everything can be joined."""

SAYS: dict[Clause, str] = {
    "levels": "in the first turn the parts stay on levels 1 and 2 (T4)",
    "base": "in the first round a turn must cover a new cell (T4)",
    "nobles": "in the first round there are no nobles (T4)",
    "most": f"a turn places at most {MAX_PLACED} pieces (T1)",
    "least": f"a turn places at least {MIN_PLACED} pieces (T1)",
    "joined": "a turn ends with one connected building (B6)",
}
ORDINALS = {2: "second", 3: "third", 4: "fourth"}


class DeadEnd(IllegalAction):
    """A placement refused by T2, with what stands in the way.

    `pieces` is the number of the piece that could not be placed, or of those left that could not join the parts.
    `clauses` is a smallest set of rulings without which the turn could be finished; "joined" (B6) is in it only where
    no set of the others would do. `short` are the kinds of piece of which more would do where the supply is in it.
    """

    def __init__(
        self, missing: Missing, pieces: int, clauses: tuple[Clause, ...], short: tuple[PieceKind, ...] = ()
    ) -> None:
        self.missing, self.pieces, self.clauses, self.short = missing, pieces, clauses, short
        why = listed(_supply_says(short) if clause == "supply" else SAYS[clause] for clause in clauses)
        what = _missing_says(missing, pieces)
        super().__init__("T2", f"after this, {what}: {why}")
        self.unnamed = f"after this, {what} (T2): {why}"
        self.args = (self.unnamed,)


def _missing_says(missing: Missing, pieces: int) -> str:
    match missing:
        case "joined" if pieces == 0:
            return "no piece would be left to join the parts into one building"
        case "joined":
            left = "the piece" if pieces == 1 else f"the {pieces} pieces"
            return f"{left} left could not join the parts into one building"
        case "piece":
            return f"no {ORDINALS[pieces]} piece could be placed"
        case "base":
            return "no new cell could be covered any more"
        case "end":
            return "the turn could not be finished any more"


def _supply_says(short: tuple[PieceKind, ...]) -> str:
    if len(short) == 1:
        return f"there are too few {'nobles' if short[0] in ('large', 'small') else f'{short[0]}s'} in your supply"
    return "the pieces in your supply run out"


class _Question(NamedTuple):
    """What T2 asks after a placement: the boards, the supply with the nobles, the towers nobles can share, the goal."""

    boards: Boards
    supply: Supply
    shared: int
    goal: Goal
    first_round: bool

    def possible(self, lifted: frozenset[Clause], more: tuple[PieceKind, ...] = PIECE_KINDS) -> bool:
        """Whether the turn could be finished without those rulings; a lifted supply has enough `more` of some kinds."""
        goal, supply = self.goal, self.supply
        if "levels" in lifted:
            goal = goal._replace(highest=ANY_LEVEL)
        if "base" in lifted:
            goal = goal._replace(base_before=None)
        if "most" in lifted:
            goal = goal._replace(most=goal.most + EXTRA)
        if "least" in lifted:
            goal = goal._replace(least=0)
        if "supply" in lifted:
            for kind in more:
                supply = changed(supply, kind, goal.most)
        if self.first_round and "nobles" not in lifted:
            supply = Supply(supply.towers, supply.bridges, 0, 0)
        goal = goal._replace(shared=self.shared if supply.small else 0)
        if "joined" in lifted:
            return loose_finish(self.boards, supply, goal)
        return can_finish(self.boards, supply, goal)


def loose_finish(boards: Boards, supply: Supply, goal: Goal) -> bool:
    """Whether the goal could be reached if nothing had to be connected.

    A count: all parts together cover less than half of the table (B1), so every further one finds room on it.
    """
    covered = goal.base_before is None or bool(boards.base() & ~goal.base_before)
    parts = supply.towers + supply.bridges
    nobles = most_nobles(supply.large, supply.small, places_for_nobles(boards) + supply.towers, goal.shared)
    if not covered and parts == 0:
        return False
    return max(goal.least, 0 if covered else 1) <= min(goal.most, parts + nobles)


def dead_end(s: TacticalState, a: Place) -> DeadEnd:
    """What stands in the way of finishing the turn after a placement that `why_not_place` refuses by T2."""
    boards, change = boards_after(s, a)
    placed = len(s.placed) + 1
    first = s.first_round
    base = s.base_before if first and s.to_move != s.options.first else None
    goal = Goal(max(0, MIN_PLACED - placed), MAX_PLACED - placed, highest_level(s), base)
    shared = change + count_shared(s.building, s.mover.colour, s.capacity)
    question = _Question(boards, changed(s.mover.supply, a.piece, -1), shared, goal, first)
    clauses = _smallest(question)
    short: tuple[PieceKind, ...] = ()
    if "supply" in clauses:
        lifted = frozenset(clauses)
        short = next((kinds for kinds in _kinds() if question.possible(lifted, kinds)), PIECE_KINDS)
    missing, pieces = _missing(question, placed)
    return DeadEnd(missing, pieces, clauses, short)


def _kinds() -> Iterator[tuple[PieceKind, ...]]:
    for kind in ("bridge", "tower", "small"):
        yield (kind,)


def _smallest(question: _Question) -> tuple[Clause, ...]:
    """A smallest set of rulings to lift; those that say most come first among equals, B6 only if no other would do."""
    goal = question.goal
    others: list[Clause] = []
    if goal.highest != ANY_LEVEL:
        others.append("levels")
    if goal.base_before is not None:
        others.append("base")
    if question.first_round:
        others.append("nobles")
    others += ["most", "supply", "least"]
    joined: tuple[Clause, ...] = () if question.possible(frozenset(others)) else ("joined",)
    for size in range(1 - len(joined), len(others) + 1):
        for chosen in combinations(others, size):
            if question.possible(frozenset((*chosen, *joined))):
                return (*chosen, *joined)
    raise AssertionError("with all rulings lifted every turn can be finished")


def _missing(question: _Question, placed: int) -> tuple[Missing, int]:
    """What the turn would lack; the number of the first piece that cannot be placed, or of those left to join with."""
    boards, least = question.boards, question.goal.least
    if boards.islands and question.possible(frozenset(("joined",))):
        supply = question.supply
        left = supply.towers + supply.bridges if question.first_round else supply.total
        return "joined", min(left, question.goal.most)
    if least and question.possible(frozenset(("least",))):
        reached = 0
        while question._replace(goal=question.goal._replace(least=reached + 1)).possible(frozenset()):
            reached += 1
        return "piece", placed + reached + 1
    if question.goal.base_before is not None and question.possible(frozenset(("base",))):
        return "base", 0
    return "end", 0


def explained(s: TacticalState, a: Place) -> IllegalAction | None:
    """Why the mover may not place the piece there, with what stands in the way of the turn's end (T2)."""
    refusal = why_not_place(s, a)
    return dead_end(s, a) if refusal is not None and refusal.ruling == "T2" else refusal


def place_that_works(s: TacticalState, piece: PieceKind | None = None, near: Place | None = None) -> Place | None:
    """One placement after which the turn can be finished, of that piece if it has any, as near as can be; else None."""
    if s.ended is not None or s.special or not can_move(s):
        return None
    kinds = PIECE_KINDS if piece is None else (piece, *(kind for kind in PIECE_KINDS if kind != piece))
    return next((place for kind in kinds for place in _working(s, kind, near)), None)


def _working(s: TacticalState, kind: PieceKind, near: Place | None) -> Iterator[Place]:
    """The legal places of a kind, nearest first; without a wish the lowest."""
    if why_not_piece(s, kind) is not None:
        return
    x, y, level = (0, 0, 1) if near is None else (near.x, near.y, near.level)

    def away(place: Place) -> tuple[int, int, int, int]:
        turned = near is not None and place.axis != near.axis
        return abs(place.x - x) + abs(place.y - y) + abs(place.level - level) + turned, place.level, place.y, place.x

    for place in sorted(placements(s, kind), key=away):
        if why_not_place(s, place) is None:
            yield place
