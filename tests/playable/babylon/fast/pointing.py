"""A person's hand over real physics: a cursor points through a camera, clicks, and what comes to rest is seen."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from babylon3d.app.screens.fast.reach import Reach
from babylon3d.core.actions import Outcome
from babylon3d.core.build import Build
from babylon3d.core.geometry import Pose, Vec3
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.pieces import PieceKind
from babylon3d.playable.babylon.fast.hand import HandController
from babylon3d.playable.babylon.fast.scene import Landing, scene
from babylon3d.playable.babylon.look import PIECES
from babylon3d.present.model import Hit
from babylon3d.render.camera import View
from babylon3d.render.catalogue import Catalogue
from babylon3d.render.picking import Ray, pick
from tests.playable.babylon.fast.trial import Trial

SIZE = (1280, 720)


@dataclass
class Eyes:
    """A whole window's camera over a trial."""

    trial: Pointing
    view: View

    def ray(self, x: float, y: float) -> Ray:
        return self.view.ray(2 * x / SIZE[0] - 1, 1 - 2 * y / SIZE[1], SIZE[0] / SIZE[1])

    def pick(self, x: float, y: float, skip: frozenset[str] = frozenset()) -> Hit | None:
        model = scene(self.trial.state, self.trial.nature.poses())
        return pick(model, self.ray(x, y), self.trial.shapes, skip)

    def pixel_of(self, point: Vec3) -> tuple[float, float] | None:
        seen = self.view.project(point, SIZE[0] / SIZE[1])
        return None if seen is None else ((seen[0] + 1) / 2 * SIZE[0], (1 - seen[1]) / 2 * SIZE[1])


class Pointing(Trial):
    """A trial whose seat 0 has a hand and eyes."""

    shapes = staticmethod(Catalogue(PIECES).shapes)

    def __init__(self, build: Build, view: View, by: int = 0, **options: Any) -> None:
        super().__init__(build, by, **options)
        self.hand = HandController(0, 3, self.nature.poses)
        self.eyes, self.reach = Eyes(self, view), Reach()
        self.hand.offer(self.state)

    def point(self, x: float, y: float) -> None:
        self.reach.moved(self.eyes, self.hand, self.state, x, y)

    def tick(self, ticks: int = 1) -> None:
        for _ in range(ticks):
            before = len(self.events)
            for action in self.hand.poll(self.ticks + 1):
                reason = FastRules().why_not(self.state, 0, action)
                if reason is not None:
                    raise AssertionError(f"{action}: {reason}")
                self.act(0, action)
            self.run(1)
            self.hand.offer(self.state)
            if any(isinstance(e, m.HandChanged) and e.piece for e in self.events[before:]):
                self.reach.fresh(self.eyes, self.hand, self.state)

    def take(self, kind: PieceKind, most: int = 130) -> None:
        self.hand.take(self.state, kind)
        for _ in range(most):
            self.tick()
            if self.hand.kind == kind:
                break
        else:
            raise AssertionError(f"no {kind} came: {self.hand.refusal}")
        self.tick(12)

    def ghost(self) -> Landing:
        found = self.hand.landing(self.state)
        assert found is not None
        return found

    def click(self, most: int = 900) -> list[Outcome]:
        """Let go and wait for the judgement; what nature said meanwhile. Empty if the hand keeps the piece."""
        before = len(self.outcomes)
        self.hand.let_go(self.state)
        if not self.hand.setting:
            return []
        for _ in range(most):
            self.tick()
            if not self.hand.setting and not self.state.seats[0].judged:
                return self.outcomes[before:]
        raise AssertionError("never judged")


def turn_between_deg(a: Pose, b: Pose) -> float:
    """The angle between two orientations; degrees."""
    dot = abs(sum(p * q for p, q in zip(a.quaternion, b.quaternion, strict=True)))
    return 2 * math.degrees(math.acos(min(1.0, dot)))


def drift_m(before: dict[str, Pose], after: dict[str, Pose], names: Iterable[str]) -> float:
    """How far any of these pieces has moved at most; metres."""
    return max((math.dist(before[n].position, after[n].position) for n in names if n in after), default=0.0)
