"""Bots of the Fast Game are hands: they plan, carry pieces along safe paths, let go, and wait for the judgement.

Levels differ in speed, unsteadiness and what they build. Same views and same chance give the same actions.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from babylon3d.core.actions import Action, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.plans import Plan, Taste, next_plan
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.fast.scoring import score_round
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.fast.supplies import placed_all_nobles
from babylon3d.games.babylon.fast.survey import highest_m

RULES = FastRules()
# A hand tells where it wants to be this often; on the last way down at every tick, or it would arrive in jerks.
MOVE_TICKS, SLOW_TICKS = 3, 1
# Pieces are carried this much above everything, each seat at a height of its own so that hands do not meet.
CLEAR_M, LANE_M = 0.035, 0.03
# The last way down is slow; a piece is let go this far above its place.
SLOW_M, SLOW_M_S, GAP_M = 0.025, 0.12, 0.001
# Where a player takes pieces from: this far from the middle of an area.
SUPPLY_M = 0.13
START_Z_M = 0.03


# A place where pieces came back so often is given up for the round (F8).
MOST_FAILURES = 3


@dataclass(frozen=True, slots=True)
class Skill:
    """How a bot handles pieces: metres a second, pauses in ticks, unsteadiness in mm and degrees (one sigma)."""

    speed_m_s: float
    pause: int
    unsteady_mm: float
    unsteady_deg: float
    taste: Taste


SKILLS: Mapping[str, Skill] = {
    "easy": Skill(0.16, 50, 1.3, 2.0, Taste(base=1, top=3, share=0.5, rows=1)),
    "medium": Skill(0.28, 22, 0.7, 1.0, Taste(base=1, top=5, share=0.55, rows=2)),
    "hard": Skill(0.45, 8, 0.35, 0.5, Taste(base=1, top=8, share=0.6, rows=1, company=True)),
}


class FastBot:
    """The controller of one bot."""

    def __init__(self, seat: Seat, skill: Skill, rng: random.Random) -> None:
        self._seat, self._skill, self._rng = seat, skill, rng
        self._state: FastState | None = None
        self._work: Iterator[tuple[Action, ...]] = iter(())
        self._at: tuple[int, float, float, float] | None = None
        self._tries: dict[str, Plan] = {}
        self._failed: list[Plan] = []

    def offer(self, view: FastState) -> None:
        """See the state."""
        if self._state is not None and view.round != self._state.round:
            self._work, self._at = iter(()), None
            self._tries.clear()
            self._failed.clear()
        self._state = view

    def poll(self, tick: int) -> tuple[Action, ...]:
        """The next small movement, or nothing."""
        if self._state is None:
            return ()
        if self._state.phase == "scored":
            return (m.NextRound(),)
        if self._state.mouse not in (None, self._seat):
            return ()
        try:
            return next(self._work)
        except StopIteration:
            self._work = self._turn()
            return ()

    def refused(self, action: Action, error: IllegalAction) -> None:
        """Things change while a hand moves: think anew."""
        self._work = iter(())

    # -- one piece -----------------------------------------------------------------------------

    @property
    def _s(self) -> FastState:
        assert self._state is not None
        return self._state

    def _turn(self) -> Iterator[tuple[Action, ...]]:
        """From a thought to a judged piece."""
        yield from self._wait(self._skill.pause)
        player = self._s.seats[self._seat]
        if player.waits:
            return
        if self._wants_stop():
            yield (m.CallStop(),)
            return
        self._learn()
        plan = next_plan(self._s, self._seat, self._skill.taste, self._given_up)
        if player.hand is not None:
            yield from self._deal_with(player.hand.kind, plan)
            return
        if plan is None:
            yield from self._nothing_to_do()
            return
        yield from self._fetch(plan)
        if self._s.seats[self._seat].hand is not None:
            yield from self._carry(plan)

    def _learn(self) -> None:
        """What became of the pieces that were let go: those that came back or fell failed there (F8)."""
        waiting = {held.id for held in self._s.seats[self._seat].judged}
        for piece in [piece for piece in self._tries if piece not in waiting]:
            plan = self._tries.pop(piece)
            if self._s.piece(piece) is None:
                self._failed.append(plan)

    def _given_up(self, plan: Plan) -> bool:
        """Whether a place has been tried in vain often enough."""
        return sum(plan.is_like(failed) for failed in self._failed) >= MOST_FAILURES

    def _deal_with(self, kind: str, plan: Plan | None) -> Iterator[tuple[Action, ...]]:
        """A piece came back to the hand: use it if it is the one that is wanted, else put it away."""
        if plan is not None and plan.kind == kind:
            yield from self._carry(plan)
        else:
            yield (m.PutAway(),)

    def _nothing_to_do(self) -> Iterator[tuple[Action, ...]]:
        if RULES.why_not(self._s, self._seat, m.Done()) is None:
            yield (m.Done(),)
        yield from self._wait(30)

    def _wants_stop(self) -> bool:
        """Whether to call stop: all nobles placed and nobody ahead."""
        if not placed_all_nobles(self._s.seats[self._seat]) or self._s.options.stop_watch_s:
            return False
        finals = [score.final for score in score_round(self._s).seats]
        mine = finals[self._seat]
        ahead = mine is not None and all(final is None or final <= mine for final in finals)
        return ahead and RULES.why_not(self._s, self._seat, m.CallStop()) is None

    def _fetch(self, plan: Plan) -> Iterator[tuple[Action, ...]]:
        """To the own supply beside the plan's area, and take the piece."""
        area = plan.spot.area
        side = -1.0 if area == self._seat else 1.0
        if self._at is None or self._at[0] != area:
            self._at = (area, 0.0, side * SUPPLY_M, START_Z_M)
            yield (self._target(self._at),)
        else:
            yield from self._go((area, self._at[1], side * SUPPLY_M, max(self._at[3], self._lane(area))))
            yield from self._go((area, 0.0, side * SUPPLY_M, START_Z_M))
        yield (m.Grab(plan.kind),)
        yield from self._wait(4)

    def _carry(self, plan: Plan) -> Iterator[tuple[Action, ...]]:
        """Up, over, down - slowly at the end - and let go, as steadily as this hand is."""
        spot, rng, skill = plan.spot, self._rng, self._skill
        x = spot.x + rng.gauss(0.0, skill.unsteady_mm) * 1e-3
        y = spot.y + rng.gauss(0.0, skill.unsteady_mm) * 1e-3
        yaw = spot.yaw_deg + rng.gauss(0.0, skill.unsteady_deg)
        high = max(self._lane(spot.area), spot.z + CLEAR_M)
        if self._at is None or self._at[0] != spot.area:
            self._at = (spot.area, spot.x, spot.y, high)
        yield from self._go((spot.area, self._at[1], self._at[2], high), yaw)
        yield from self._go((spot.area, x, y, high), yaw)
        yield from self._wait(6)
        yield from self._go((spot.area, x, y, spot.z + SLOW_M), yaw)
        yield from self._go((spot.area, x, y, spot.z + GAP_M), yaw, SLOW_M_S, SLOW_TICKS)
        yield from self._wait(6)
        held = self._s.seats[self._seat].hand
        if held is None:
            self._failed.append(plan)
            return
        self._tries[held.id] = plan
        yield (m.LetGo(),)
        yield from self._judged()
        yield from self._go((spot.area, x, y, max(high, self._lane(spot.area))))

    def _judged(self) -> Iterator[tuple[Action, ...]]:
        """Wait, empty-handed, for the judgement."""
        while self._s.seats[self._seat].waits:
            yield ()

    # -- movement ------------------------------------------------------------------------------

    def _lane(self, area: int) -> float:
        """The height at which this seat carries over an area."""
        return highest_m(self._s, area) + CLEAR_M + (LANE_M if area != self._seat else 0.0)

    def _wait(self, ticks: int) -> Iterator[tuple[Action, ...]]:
        for _ in range(ticks):
            yield ()

    def _go(
        self,
        to: tuple[int, float, float, float],
        yaw: float = 0.0,
        speed: float | None = None,
        every: int = MOVE_TICKS,
    ) -> Iterator[tuple[Action, ...]]:
        """Along a straight line, at the own speed if none is given; told `every` so many ticks."""
        assert self._at is not None
        start, area = self._at[1:], to[0]
        length = math.dist(start, to[1:])
        step = (speed or self._skill.speed_m_s) * every / m.TICKS_A_SECOND
        steps = max(1, math.ceil(length / step))
        for i in range(1, steps + 1):
            share = i / steps
            x, y, z = (a + (b - a) * share for a, b in zip(start, to[1:], strict=True))
            self._at = (area, x, y, z)
            yield (self._target(self._at, yaw),)
            yield from self._wait(every - 1)

    @staticmethod
    def _target(at: tuple[int, float, float, float], yaw: float = 0.0) -> m.MoveHand:
        area, x, y, z = at
        reach = 5000
        tenth_mm = [max(-reach, min(reach, round(v * 1e4))) for v in (x, y)]
        return m.MoveHand(area, tenth_mm[0], tenth_mm[1], max(0, min(20000, round(z * 1e4))), round(yaw * 10) % 3600)


def _maker(level: str) -> Callable[[Seat, random.Random], FastBot]:
    def make(seat: Seat, rng: random.Random) -> FastBot:
        return FastBot(seat, SKILLS[level], rng)

    return make


BOTS: Mapping[str, Callable[[Seat, random.Random], FastBot]] = {level: _maker(level) for level in SKILLS}
"""A bot's controller by level, from its seat and its own chance."""
