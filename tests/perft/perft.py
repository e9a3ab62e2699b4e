"""Move counts: how many sequences of so many moves a position has. Turns of a tower are not counted apart."""

from __future__ import annotations

from collections.abc import Iterator

from babylon3d.games.babylon.tactical.model import Place, TacticalAction, TurnTower
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.state import TacticalState

RULES = TacticalRules()


def distinct(s: TacticalState) -> Iterator[TacticalAction]:
    """The legal actions, a tower's orientation and the direction of its rotation not told apart."""
    for action in RULES.legal_actions(s, s.to_move):
        if isinstance(action, Place) and action.turn:
            continue
        if isinstance(action, TurnTower) and action.clockwise:
            continue
        yield action


def perft(s: TacticalState, depth: int) -> int:
    """The number of sequences of `depth` moves; after the end of the game there are none."""
    if depth == 0:
        return 1
    moves = list(distinct(s))
    if depth == 1:
        return len(moves)
    return sum(perft(RULES.apply(s, s.to_move, move).state, depth - 1) for move in moves)


def per_move(s: TacticalState, depth: int) -> str:
    """The count under every first move, one a line: what a failing count is searched with."""
    rows = []
    for move in distinct(s):
        after = RULES.apply(s, s.to_move, move).state
        rows.append(f"{perft(after, depth - 1):8d}  {move}")
    return "\n".join(rows)
