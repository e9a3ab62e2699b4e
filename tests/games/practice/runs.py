"""Whole runs of a drill, played by a script through the real physics, headless."""

from __future__ import annotations

from collections.abc import Iterator

from babylon3d.core.actions import Action
from babylon3d.core.build import Build
from babylon3d.core.errors import IllegalAction
from babylon3d.core.match import Match
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.games.babylon.practice.rules import PracticeOptions, looking
from babylon3d.playable.babylon.fast.nature import LocalNature, begin_of_session
from babylon3d.playable.babylon.practice import bests
from babylon3d.playable.babylon.practice.spec import SPEC as PRACTICE
from babylon3d.playable.registry import nature_info

Spot = tuple[str, int, int, int]
"""Kind, x and y in 0.1 mm, height of the foot in 0.1 mm; `bridge:y` lies along y,
`sweep` carries a tower from x to -x at that height."""


class Placer:
    """Places pieces one after another, then gives up or waits."""

    def __init__(self, spots: list[Spot], give_up: bool = True) -> None:
        self._state: FastState | None = None
        self._work = self._all(spots, give_up)

    def offer(self, view: FastState) -> None:
        self._state = view

    def poll(self, tick: int) -> tuple[Action, ...]:
        return next(self._work, ())

    def refused(self, action: Action, error: IllegalAction) -> None:
        raise AssertionError(f"{action}: {error}")

    def _all(self, spots: list[Spot], give_up: bool) -> Iterator[tuple[Action, ...]]:
        for kind, x, y, z in spots:
            if kind == "sweep":
                yield (m.MoveHand(0, x, y, z), m.Grab("tower"))
                yield from [()] * 12
                yield (m.MoveHand(0, -x, y, z),)
                yield from [()] * 600
                return
            kind, _, turned = kind.partition(":")
            yaw = 900 if turned else 0
            while self._state is not None and looking(self._state) is not None:  # type: ignore[arg-type]
                yield ()
            yield (m.MoveHand(0, x, y, z + 300, yaw), m.Grab(kind))  # type: ignore[arg-type]
            yield from [()] * 12
            yield (m.MoveHand(0, x, y, z + 15, yaw),)
            yield from [()] * 12
            yield (m.LetGo(),)
            while self._state is not None and self._state.seats[0].waits:
                yield ()
        if give_up:
            yield (m.Done(),)


def spots_of(build: Build) -> list[Spot]:
    """Where the parts of a build go, in order of placing."""
    found = []
    for part in build.parts:
        x, y, _ = BABYLON.pose(part).position
        kind = f"{part.kind}:y" if part.axis == "y" else part.kind
        found.append((kind, round(x * 1e4), round(y * 1e4), (part.cell.level - 1) * 200))
    return found


def run(drill: str, spots: list[Spot], give_up: bool = True, ticks: int = 20_000, seed: int = 0) -> Session:
    """A finished run."""
    session = Session.start(
        PRACTICE.game,
        (SeatInfo("Ann", "red"),),
        PracticeOptions(drill, seed=seed),  # type: ignore[arg-type]
        versions=bests.this_machine(),
        nature=nature_info("realtime", spec=PRACTICE),
    )
    nature = LocalNature(begin_of_session(session))
    try:
        match = Match(session, {0: Placer(spots, give_up)}, (nature,))
        for tick in range(1, ticks):
            match.tick(tick)
            if session.over:
                return session
    finally:
        nature.close()
    raise AssertionError("the run did not end")
