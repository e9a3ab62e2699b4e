"""An arena of the Fast Game with a building set up on area 0, hands to move, and the rules beside it."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import msgspec

from babylon3d.core.actions import Action, Event, Outcome
from babylon3d.core.build import Build
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.practice.drills import standing_of
from babylon3d.playable.babylon.fast.falls import FALLS
from babylon3d.playable.babylon.fast.grips import WAY
from babylon3d.playable.babylon.fast.nature import Begin, LocalNature, set_up_of

RULES = FastRules()
SEATS = (SeatInfo("Ann", "red"), SeatInfo("Bo", "yellow"), SeatInfo("Cy", "green"))


class Trial:
    """Use it with `with`. Everything that happened is in `outcomes` and `events`."""

    def __init__(self, build: Build, by: int = 0, hands: int = WAY, falls: int = FALLS, **options: Any) -> None:
        begun = RULES.new_game(SEATS, m.FastOptions(**{"assist": "free", **options}))
        standing = []
        for piece in standing_of(build):
            owner = begun.state.seat_of_colour(piece.colour) if piece.is_noble else by
            standing.append(msgspec.structs.replace(piece, seat=owner))
        self.state: FastState = msgspec.structs.replace(begun.state, standing=tuple(standing))
        self.outcomes: list[Outcome] = []
        self.events: list[Event] = []
        self.nature = LocalNature(
            Begin(3, self.state.options, "realtime", set_up_of(self.state), hands=hands, falls=falls)
        )
        self.nature.observe(begun.events, self.state)
        self.ticks = 0
        self.run(190)

    def __enter__(self) -> Trial:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.nature.close()

    def act(self, seat: int, *actions: Action) -> None:
        for action in actions:
            RULES.verify(self.state, seat, action)
            step = RULES.apply(self.state, seat, action)
            self._take(step.state, step.events)

    def run(self, ticks: int) -> None:
        for _ in range(ticks):
            self.ticks += 1
            for outcome in self.nature.poll(self.state, None, self.ticks):
                self.outcomes.append(outcome)
                step = RULES.resolve(self.state, outcome)
                self._take(step.state, step.events)

    def _take(self, state: FastState, events: tuple[Event, ...]) -> None:
        self.state = state
        self.events += events
        self.nature.observe(events, state)

    def grab(self, seat: int, kind: str, x_mm: float, y_mm: float, z_mm: float, yaw: int = 0) -> None:
        self.act(seat, self.target(x_mm, y_mm, z_mm, yaw), m.Grab(kind))  # type: ignore[arg-type]
        self.run(15)

    def target(self, x_mm: float, y_mm: float, z_mm: float, yaw: int = 0) -> m.MoveHand:
        return m.MoveHand(0, round(x_mm * 10), round(y_mm * 10), round(z_mm * 10), yaw * 10)

    def sweep(self, seat: int, start: tuple[float, float, float], end: tuple[float, float, float], m_s: float) -> None:
        """Move a hand along a line at that speed; millimetres."""
        length = sum((b - a) ** 2 for a, b in zip(start, end, strict=True)) ** 0.5
        steps = max(1, round(length / 1000 / m_s * 60))
        for i in range(1, steps + 1):
            x, y, z = (a + (b - a) * i / steps for a, b in zip(start, end, strict=True))
            self.act(seat, self.target(x, y, z))
            self.run(1)

    def let_go(self, seat: int, ticks: int = 240) -> None:
        self.act(seat, m.LetGo())
        self.run(ticks)

    def knocked(self) -> dict[str, int | None]:
        return {o.piece: o.by for o in self.outcomes if isinstance(o, m.KnockedDown)}

    def of(self, kind: type[Outcome]) -> list[str]:
        return [o.piece for o in self.outcomes if isinstance(o, kind)]  # type: ignore[attr-defined]
