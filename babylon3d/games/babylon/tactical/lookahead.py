"""Looking several turns ahead: a seat's best turns, each played on with everybody's best replies, by a budget of turns.

No clock is asked: how far it sees is counted in the turns it thinks of, so it chooses the same on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass

from babylon3d.core.actions import Seat
from babylon3d.games.babylon.tactical.appraise import TASTE, Taste, appraise
from babylon3d.games.babylon.tactical.plans import REPLIES, STYLES, Plan, best_plan, turn_plan
from babylon3d.games.babylon.tactical.state import TacticalState


@dataclass(frozen=True, slots=True)
class Depth:
    """How far a bot looks."""

    variants: int
    """Turns it thinks of in each style."""
    width: int
    """The best of them that are played on."""
    turns: int
    """Turns of anybody that follow; the last one is best its own."""
    nodes: int
    """Turns that may be thought of in all; who plays on when they are used up is played on to the end of it."""


MEDIUM = Depth(variants=1, width=3, turns=3, nodes=100)
HARD = Depth(variants=2, width=6, turns=6, nodes=400)


class _Count:
    """Turns that were thought of."""

    def __init__(self) -> None:
        self.nodes = 0


@dataclass(slots=True)
class _Line:
    """A turn that is played on: what came of it each time."""

    plan: Plan
    values: list[float]

    @property
    def value(self) -> float:
        """The mean of what came of it."""
        return sum(self.values) / len(self.values)


def look_ahead(
    s: TacticalState, seat: Seat, rng: random.Random, depth: Depth, taste: Taste = TASTE
) -> Generator[None, None, Plan | None]:
    """The turn after which the seat stands best some turns later, a yield for each turn that is thought of.

    The best ones are played on once each, then the better half of them again, and so on until the budget is used up.
    None if no style leads to a turn.
    """
    count = _Count()
    plans: dict[tuple[object, ...], Plan] = {}
    for _ in range(depth.variants):
        for style in STYLES if not s.special else STYLES[:1]:
            plan = turn_plan(s, seat, style, rng, taste)
            if plan is not None:
                plans.setdefault(plan.actions, plan)
            count.nodes += 1
            yield
    best = sorted(plans.values(), key=lambda plan: -plan.worth)[: depth.width]
    lines = [_Line(plan, []) for plan in best]
    while len(lines) > 1 and count.nodes < depth.nodes:
        for line in lines:
            value = yield from _played_on(line.plan.state, seat, rng, depth.turns, taste, count)
            line.values.append(value)
        lines.sort(key=lambda line: -line.value)
        if len(lines) > 2:
            lines = lines[: (len(lines) + 1) // 2]
        elif all(line.plan.state.ended is not None for line in lines):
            break
    return lines[0].plan if lines else None


def _played_on(
    s: TacticalState, seat: Seat, rng: random.Random, turns: int, taste: Taste, count: _Count
) -> Generator[None, None, float]:
    """How the seat stands after so many turns more, each the best of its mover's at a glance."""
    for _ in range(turns):
        if s.ended is not None:
            break
        thought = best_plan(s, s.to_move, REPLIES, rng, taste)
        plan: Plan | None = None
        try:
            while True:
                next(thought)
                count.nodes += 1
                yield
        except StopIteration as finished:
            plan = finished.value
        if plan is None:
            break
        s = plan.state
    return appraise(s, seat, taste)
