"""Natures of the Tactical Game: ideal, where everything stands, and the table, where pieces are let go."""

from __future__ import annotations

import random
from collections.abc import Mapping

from babylon3d.core.actions import Event, Need
from babylon3d.core.geometry import Pose
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.games.babylon.tactical.model import PutBack, Settle, Settled
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.physics.upkeep import Upkeep
from babylon3d.physics.world import PhysicsWorld


class IdealNature:
    """Everything stands at once: for tests, and for games without physics."""

    name = "ideal"
    busy = False

    def __init__(self) -> None:
        self._poses: Mapping[str, Pose] = {}
        self.version = 0

    def observe(self, events: tuple[Event, ...], state: TacticalState) -> None:
        """Stand every piece where it belongs."""
        self._poses = state.build.poses(BABYLON)
        self.version += 1

    def poll(self, state: TacticalState, need: Need | None, tick: int) -> tuple[Settled, ...]:
        """Say at once that all is at rest."""
        return (Settled(()),) if isinstance(need, Settle) else ()

    def poses(self) -> Mapping[str, Pose]:
        """Every piece's pose by its id; metres."""
        return self._poses

    def close(self) -> None:
        """Nothing to give back."""


class PhysicsNature:
    """The table: placed pieces are let go, and what fell is said once all is at rest; T10 puts it back.

    A game that was resumed is set up where it stands, without dropping anything.
    """

    name = "physics"

    def __init__(self, world: PhysicsWorld, rng: random.Random | None = None) -> None:
        """Own the world from now on; `rng` draws the small unevenness of a careful hand."""
        self._upkeep = Upkeep(BABYLON, world, rng)
        self._set_up = False

    def observe(self, events: tuple[Event, ...], state: TacticalState) -> None:
        """Bring the table to the state's build: let new pieces go, move exchanged ones, put back what fell."""
        if not self._set_up:
            self._upkeep.reset(state.build)
            self._set_up = True
            return
        if any(isinstance(event, PutBack) for event in events):
            self._upkeep.put_back()
        self._upkeep.sync(state.build)

    def poll(self, state: TacticalState, need: Need | None, tick: int) -> tuple[Settled, ...]:
        """Let 1/60 s pass; what fell, once all is at rest and the game has asked or something did fall."""
        rested = self._upkeep.tick()
        if rested is not None and rested.fallen:
            return (Settled(rested.fallen),)
        return (Settled(()),) if isinstance(need, Settle) and not self._upkeep.busy else ()

    @property
    def busy(self) -> bool:
        """Whether something moves or lies in ruins."""
        return self._upkeep.busy or bool(self._upkeep.fallen)

    @property
    def version(self) -> int:
        """Changes whenever a pose does."""
        return self._upkeep.version

    def poses(self) -> Mapping[str, Pose]:
        """Every piece's pose by its id; metres."""
        return self._upkeep.poses()

    def close(self) -> None:
        """Give the physics world back."""
        self._upkeep.close()
