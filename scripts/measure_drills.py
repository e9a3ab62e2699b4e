"""What hands reach in each drill of solo practice, headless: the source of the medals' measures.

python scripts/measure_drills.py                          # every drill, every hand, 3 runs each
python scripts/measure_drills.py --drills repair,copy --runs 5 --assist light --json

Three scripted persons (swift, steady, slow) use the hand that people use: they take a piece, think, point, click and
wait for the judgement, each at a pace of its own. In the drills that are about points the Fast Game's bots play, too.
What is printed last can be pasted into `babylon3d/games/babylon/practice/medals.py`.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from babylon3d.core.actions import Action  # noqa: E402
from babylon3d.core.build import Build  # noqa: E402
from babylon3d.core.errors import IllegalAction  # noqa: E402
from babylon3d.core.match import Match  # noqa: E402
from babylon3d.core.rules import SeatInfo  # noqa: E402
from babylon3d.core.session import Session  # noqa: E402
from babylon3d.games.babylon.fast.model import TICKS_A_SECOND, Assist, Done  # noqa: E402
from babylon3d.games.babylon.pieces import BABYLON, PITCH_M, PieceKind  # noqa: E402
from babylon3d.games.babylon.practice.drills import DRILLS, Drill, DrillId  # noqa: E402
from babylon3d.games.babylon.practice.rules import PracticeOptions, looking, model_of  # noqa: E402
from babylon3d.playable.babylon.fast.grips import WAY  # noqa: E402
from babylon3d.playable.babylon.fast.hand import HandController  # noqa: E402
from babylon3d.playable.babylon.fast.nature import LocalNature, begin_of_session  # noqa: E402
from babylon3d.playable.babylon.fast.spec import SPEC as FAST  # noqa: E402
from babylon3d.playable.babylon.practice.spec import SPEC as PRACTICE  # noqa: E402
from babylon3d.playable.registry import nature_info  # noqa: E402

LONGEST_S = 600
LAST_NOBLE_S = 12
"""In Height: when so much time is left, the noble is put on top."""
POINTS = ("score_3", "score_5")


@dataclass(frozen=True, slots=True)
class Pace:
    """How a person plays: seconds to choose a piece and to point, millimetres of unsteadiness (one sigma), and how many
    parts are remembered (seven, give or take two: G. A. Miller, 1956)."""

    choose_s: float
    point_s: float
    unsteady_mm: float
    remembers: int


PACES = {"swift": Pace(0.8, 1.2, 1.0, 9), "steady": Pace(1.6, 2.2, 1.5, 7), "slow": Pace(3.0, 4.0, 2.5, 5)}

Spot = tuple[PieceKind, float, float, float]
"""A kind, where to in metres, and how far it is turned in degrees."""


def spots_of(build: Build) -> list[Spot]:
    """Where the parts of a build go, in order of placing."""
    found: list[Spot] = []
    for part in build.parts:
        x, y, _ = BABYLON.pose(part).position
        found.append(("bridge" if part.kind == "bridge" else "tower", x, y, 90.0 if part.axis == "y" else 0.0))
    return found


class Person:
    """A controller that uses the hand as a person does, for one drill."""

    def __init__(self, drill: Drill, pace: Pace, hand: HandController, rng: random.Random) -> None:
        self._drill, self._pace, self._hand, self._rng = drill, pace, hand, rng
        self._state: Any = None
        self._doing = self._all()

    def offer(self, view: Any) -> None:
        """See the state."""
        self._state = view
        self._hand.offer(view)

    def poll(self, tick: int) -> tuple[Action, ...]:
        """Go on with what is being done, then let the hand move."""
        asked = next(self._doing, None)
        return (asked,) if asked is not None else self._hand.poll(tick)

    def refused(self, action: Action, error: IllegalAction) -> None:
        """The hand was slower than the run."""
        self._hand.refused(action, error)

    # -- what is done: a step a tick, an action where it is none of the hand's -----------------------

    def _all(self) -> Iterator[Action | None]:
        while self._state is None or self._state.phase != "building":
            yield None
        for spot in self._spots():
            yield from self._place(spot)
        while self._hand.kind is not None:  # what found no place
            self._hand.take(self._state, self._hand.kind)
            yield from self._wait(self._pace.choose_s)
        yield Done()

    def _wait(self, seconds: float) -> Iterator[None]:
        for _ in range(round(seconds * TICKS_A_SECOND * self._rng.uniform(0.8, 1.2))):
            yield None

    def _place(self, spot: Spot) -> Iterator[None]:
        """Take a piece, point, click; again if it comes back."""
        kind, x, y, turn = spot
        for _ in range(4):
            while looking(self._state) is not None:
                yield None
            yield from self._wait(self._pace.choose_s)
            if self._hand.kind != kind:
                self._hand.take(self._state, kind)
            while self._hand.kind != kind and not self._hand.refusal:
                yield None
            if self._hand.refusal:
                return
            yield None
            off = self._pace.unsteady_mm * 1e-3
            self._hand.go(x + self._rng.gauss(0.0, off), y + self._rng.gauss(0.0, off))
            if turn:
                self._hand.turn(turn - self._hand.yaw)
            yield from self._wait(self._pace.point_s)
            before = len(self._state.splits)
            self._hand.let_go(self._state)
            while self._hand.setting or self._state.seats[0].waits or self._state.seats[0].judged:
                yield None
            if len(self._state.splits) > before:
                return

    def _spots(self) -> Iterator[Spot]:
        """Where pieces go in this drill, one after the other."""
        p = PITCH_M
        match self._drill.id:
            case "repair":
                yield from spots_of(self._drill.target)
            case "copy":
                yield from self._copies()
            case "all_nobles":
                towers = [(x * 2 * p, -2 * p) for x in range(-2, 3)]
                yield from (("tower", x, y, 0.0) for x, y in towers)
                yield from (("large", *towers[i], 0.0) for i in range(3))
                for i in range(6):  # a small noble in a corner each
                    (x, y), (dx, dy) = towers[3 + i // 3], ((-1, -1), (1, -1), (-1, 1))[i % 3]
                    yield ("small", x + dx * 0.0055, y + dy * 0.0055, 0.0)
            case "height":
                while self._left_s() > LAST_NOBLE_S and self._state.seats[0].supply.towers:
                    yield ("tower", 0.0, 0.0, 0.0)
                yield ("large", 0.0, 0.0, 0.0)
            case "steady_hand":
                for i in range(self._drill.supply.towers):
                    yield ("tower", (2 * p, 0.0, -2 * p)[i % 3], 0.0, 0.0)
            case _:
                yield from self._columns()

    def _left_s(self) -> float:
        return float(self._drill.limit_s - self._state.seconds)

    def _copies(self) -> Iterator[Spot]:
        """Building after building: what is remembered where it belongs, the rest in a row apart."""
        while True:
            stage = self._state.copy.stage
            for number, (kind, x, y, turn) in enumerate(spots_of(model_of(self._state))):
                forgotten = number >= self._pace.remembers
                yield (kind, -0.1 + 0.03 * (number % 6), -0.09, 90.0) if forgotten else (kind, x, y, turn)
            if self._state.copy.stage == stage:
                return

    def _columns(self) -> Iterator[Spot]:
        """For points: columns of three before the neighbours' buildings, a noble on each."""
        p = PITCH_M
        for i in range(9):
            x, y = (i % 5 - 2) * 2 * p, (-3 if i < 5 else -5) * p
            for _ in range(3):
                yield ("tower", x, y, 0.0)
            yield ("large" if i < 3 else "small", x, y, 0.0)


def play(drill_id: DrillId, player: str, assist: Assist, seed: int) -> int | None:
    """One run and its measure; None if it failed or did not reach its goal."""
    drill = DRILLS[drill_id]
    options = PracticeOptions(drill_id, assist, seed=seed if drill.seeded else 0)
    seats = (SeatInfo("Ann", PRACTICE.colours[0]),)
    session = Session.start(PRACTICE.game, seats, options, nature=nature_info("realtime", spec=PRACTICE))
    nature = LocalNature(begin_of_session(session))
    rng = random.Random(f"{drill_id}/{player}/{seed}")
    try:
        if player in FAST.bots:
            controller: Any = FAST.bot(player, 0, rng)
        else:
            controller = Person(drill, PACES[player], HandController(0, 1, nature.poses), rng)
        match = Match(session, {0: controller}, (nature,))
        for tick in range(1, LONGEST_S * TICKS_A_SECOND):
            match.tick(tick)
            if session.over:
                return session.result().scores[0]
    finally:
        nature.close()
    return None


def asked(found: dict[str, list[int | None]], drill: Drill) -> tuple[int, ...] | None:
    """Gold, silver and bronze by what swift, steady and slow hands reach in the middle; None if one of them cannot."""
    medals = []
    for pace in PACES:
        reached = [measure for measure in found[pace] if measure is not None]
        if not reached:
            return None
        middle = statistics.median_low(reached) if drill.less_is_better else statistics.median_high(reached)
        step = 5 * TICKS_A_SECOND
        medals.append(-(-middle // step) * step if drill.less_is_better else middle)
    return tuple(medals)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drills", default=",".join(DRILLS), help="which, by id (default: all)")
    parser.add_argument("--runs", type=int, default=3, help="of each hand in each drill (default: 3)")
    parser.add_argument("--assist", default="guided", choices=get_args(Assist))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    chosen = given.drills.split(",")
    if not set(chosen) <= set(DRILLS):
        parser.error(f"--drills {given.drills}: some of {', '.join(DRILLS)} would do")
    told: dict[str, dict[str, list[int | None]]] = {}
    proposed: dict[str, tuple[int, ...]] = {}
    with ProcessPoolExecutor(given.workers) as pool:
        for name in chosen:
            players = (*PACES, *(FAST.bots if name in POINTS else ()))
            jobs = {
                p: [pool.submit(play, name, p, given.assist, given.seed + i) for i in range(given.runs)]
                for p in players
            }
            told[name] = {player: [job.result() for job in found] for player, found in jobs.items()}
            medals = asked(told[name], DRILLS[name])
            if medals is not None:
                proposed[name] = medals
            if not given.json:
                for player, measures in told[name].items():
                    words = ", ".join("none" if x is None else DRILLS[name].told(x) for x in measures)
                    print(f"{name:12} {player:7} {words}", flush=True)
    if given.json:
        print(json.dumps({"hands": WAY, "assist": given.assist, "measures": told, "medals": proposed}))
        return 0
    print(f"\n# {given.runs} runs of each hand, {given.assist}, hands travel by {WAY}")
    for name, medals in proposed.items():
        print(f'    "{name}": ({", ".join(map(str, medals))}),  # {", ".join(map(DRILLS[name].told, medals))}')
    return 0


if __name__ == "__main__":
    sys.exit(main())
