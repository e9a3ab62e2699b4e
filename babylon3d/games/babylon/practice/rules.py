"""The rules of practice: the Fast Game's for one player (F14), with the goal and the measure of a drill on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from babylon3d.core.actions import Action, Outcome, Result, Seat
from babylon3d.core.build import Build
from babylon3d.core.errors import BadText, IllegalAction
from babylon3d.core.prose import plural
from babylon3d.core.rules import SeatInfo, Step
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.ending import stop
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.fast.scoring import score_round
from babylon3d.games.babylon.fast.state import FastState, SeatState, Standing, buildings
from babylon3d.games.babylon.fast.supplies import placed_all_nobles
from babylon3d.games.babylon.pieces import COLOURS
from babylon3d.games.babylon.practice.copying import matching, rebuilt
from babylon3d.games.babylon.practice.drills import DRILLS, Drill, DrillId, standing_of
from babylon3d.games.babylon.practice.models import model, supply_of

replace = msgspec.structs.replace


LOOK_S = 10
"""For so long a building to be copied is shown; the hands are free after it."""

Seed = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class PracticeOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which drill, with which help of the hand. `seed` is that of the buildings of "copy by sight"."""

    drill: DrillId
    assist: m.Assist = "guided"
    tolerances: m.Tolerances = m.Tolerances()
    seed: Seed = 0


class Copying(msgspec.Struct, frozen=True):
    """How far "copy by sight" is: the building's number, the parts of those copied whole, and from which second
    of the run on it is shown."""

    seed: int
    stage: int = 0
    whole: int = 0
    since_s: int = 0


class PracticeState(FastState, frozen=True):
    """A run of a drill. `splits` are the ticks at which pieces came to rest; `reached` is when the goal was.

    `copy` is there in "copy by sight" only.
    """

    drill: DrillId = "all_nobles"
    splits: tuple[int, ...] = ()
    reached: int | None = None
    failed: str = ""
    copy: Copying | None = None


class PracticeRules(FastRules):
    """Stateless rules of one run of a drill."""

    def new_game(self, seats: Sequence[SeatInfo], options: PracticeOptions) -> Step[Any]:  # type: ignore[override]
        """The countdown of a run. Raises: BadText for more than one player or an unknown colour."""
        if len(seats) != 1:
            raise BadText(plural(len(seats), "player"), "$.seats", "practice is for one")
        if seats[0].colour != COLOURS[0]:
            raise BadText(f'the colour "{seats[0].colour}"', "$.seats[0].colour", f"{COLOURS[0]} practises")
        drill = DRILLS[options.drill]
        fast = m.FastOptions(stop_watch_s=drill.limit_s, assist=options.assist, tolerances=options.tolerances, wins=1)
        copy = Copying(options.seed) if drill.id == "copy" else None
        supply = drill.supply if copy is None else supply_of(model(copy.seed, copy.stage))
        seat = SeatState(seats[0].name, seats[0].colour, supply)
        standing = standing_of(drill.start)
        state = PracticeState(fast, (seat,), 1, "countdown", standing=standing, drill=options.drill, copy=copy)
        return Step(state, (m.RoundPrepared(1),))

    def apply(self, s: FastState, seat: Seat, a: Action) -> Step[Any]:
        """The state after a legal action."""
        return _checked(super().apply(s, seat, a), None)

    def resolve(self, s: FastState, outcome: Outcome) -> Step[Any]:
        """The state after what nature did; it may reach the drill's goal or fail it."""
        return _checked(super().resolve(s, outcome), outcome)

    def verify(self, s: FastState, seat: Seat, a: Action) -> None:
        """As in the Fast Game; "done" gives a run up. Raises: IllegalAction."""
        if isinstance(a, m.Done) and s.phase == "building" and seat == 0:
            if a.no:
                raise IllegalAction("F14", "a run that was given up is over")
            return
        if isinstance(a, m.Grab) and isinstance(s, PracticeState) and looking(s) is not None:
            raise IllegalAction("F14", "look first: your hands are free when the building is hidden")
        super().verify(s, seat, a)

    def canonical(self, s: FastState) -> Any:
        """The state as plain JSON values; records from before there was anything to copy say nothing of it."""
        found = super().canonical(s)
        if found["copy"] is None:
            del found["copy"]
        return found

    def result(self, s: FastState) -> Result:
        """The measure of the run: `None` for one that failed."""
        assert isinstance(s, PracticeState)
        found = measure(s)
        reason = s.failed or ("the goal is reached" if found is not None else "the goal was not reached")
        return Result((found,), (0,) if found is not None else (), reason, "F14")


def _checked(step: Step[Any], outcome: Outcome | None) -> Step[Any]:
    """End the run when its goal is reached or it has failed."""
    s = step.state
    if not isinstance(s, PracticeState):
        raise AssertionError("a run of a drill has a state of its own")
    if isinstance(outcome, m.Placed):
        s = replace(s, splits=(*s.splits, outcome.ticks))
    drill = DRILLS[s.drill]
    if isinstance(outcome, m.Placed | m.Shifted):
        if s.reached is None and _goal(s, drill):
            s = replace(s, reached=s.splits[-1] if s.splits else 0)
        if s.copy is not None and s.phase == "building" and rebuilt(s.standing, standing_of(model_of(s))):
            s, events = _next_copy(s, s.copy)
            return Step(s, step.events + events)
    if s.phase == "building" and (s.reached is not None or _over(s, drill, outcome)):
        why = "the goal is reached" if s.reached is not None else s.failed or "the run is over"
        if s.copy is not None and not s.seats[0].done:
            why = "the copy is not whole"
        stopped = stop(s, why, 0)
        return Step(stopped.state, step.events + stopped.events)
    if s.seats[0].out and not s.failed:
        s = replace(s, failed="a neighbour's noble was knocked down")
    return Step(s, step.events)


def _over(s: PracticeState, drill: Drill, outcome: Outcome | None) -> bool:
    """Whether nothing can be won any more."""
    player = s.seats[0]
    if player.out or player.done:
        return True
    if drill.id == "copy":
        return player.supply.total == 0 and player.hand is None and not player.judged
    return drill.id == "steady_hand" and isinstance(outcome, m.KnockedDown | m.Wasted)


def _goal(s: PracticeState, drill: Drill) -> bool:
    """Whether the drill's goal is reached; only drills against the clock have one."""
    match drill.id:
        case "all_nobles":
            return placed_all_nobles(s.seats[0])
        case "repair":
            return rebuilt(s.standing, standing_of(drill.target))
        case _:
            return False


def model_of(s: PracticeState) -> Build:
    """The building to rebuild; an empty one in a drill without."""
    return DRILLS[s.drill].target if s.copy is None else model(s.copy.seed, s.copy.stage)


def looking(s: PracticeState) -> int | None:
    """The whole seconds for which the building to be copied is still shown, or will be; None while it is hidden.

    More than `LOOK_S` while it is not there yet: it comes with a full second, so that every look is as long.
    """
    if s.copy is None or s.phase != "building":
        return None
    left = s.copy.since_s + LOOK_S - s.seconds
    return left if left > 0 else None


def _next_copy(s: PracticeState, copy: Copying) -> tuple[PracticeState, tuple[m.PieceLeft, ...]]:
    """The area is cleared; the next, larger building is shown from the next full second on."""
    copy = Copying(copy.seed, copy.stage + 1, copy.whole + len(model_of(s).parts), s.seconds + 1)
    player = replace(s.seats[0], supply=supply_of(model(copy.seed, copy.stage)))
    left = tuple(m.PieceLeft(piece.id, "nowhere", None) for piece in s.standing)
    return replace(s, seats=(player,), standing=(), copy=copy), left


def measure(s: PracticeState) -> int | None:
    """What a run is worth in its drill's unit; None if it failed or did not reach its goal."""
    drill = DRILLS[s.drill]
    own = [piece for piece in s.standing if piece.seat == 0]
    match drill.unit:
        case "ticks":
            return s.reached if _goal(s, drill) else None
        case "points":
            return score_round(s).seats[0].final
        case "levels":
            return max((piece.rest.level for piece in own if piece.is_noble), default=None)
        case "parts" if s.copy is not None:
            return s.copy.whole + matching(s.standing, standing_of(model_of(s))) or None
        case "parts":
            return len(_added(s)) or None


def matched(s: PracticeState) -> tuple[int, int] | None:
    """How many parts of the model stand, and how many it has; None in a drill without one."""
    wanted = standing_of(model_of(s))
    return (matching(s.standing, wanted), len(wanted)) if wanted else None


def uncounted(s: PracticeState) -> str:
    """Why the piece that came to rest last does not count in its drill as it stands; empty if it does."""
    last = s.standing[-1] if s.standing else None
    if last is None or last.seat != 0:
        return ""
    match s.drill:
        case "steady_hand" if last not in _added(s):
            return "it stands apart from the wobbly building"
        case "height" if last.is_noble:
            level = last.rest.level
            highest = max((p.rest.level for p in s.standing[:-1] if p.is_noble and p.seat == 0), default=0)
            return f"a noble stands on level {highest} already" if level <= highest else ""
        case "height" if last.rest.level > (measure(s) or 0):
            return f"level {last.rest.level} waits for a noble on " + ("it" if last.kind == "tower" else "a tower")
        case _:
            return ""


def _added(s: PracticeState) -> list[Standing]:
    """The parts that the player added to what stood there at the start: what stands apart from it does not count."""
    groups = [group for group in buildings(s.standing, 0) if any(piece.seat is None for piece in group)]
    return [piece for group in groups for piece in group if piece.seat == 0 and not piece.is_noble]
