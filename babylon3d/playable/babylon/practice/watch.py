"""A run being watched: its time of building, the drill's scene at a tick, and the best run on a table beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from babylon3d.core.errors import BabylonError
from babylon3d.core.geometry import Pose
from babylon3d.core.record import Record
from babylon3d.games.babylon.practice.rules import PracticeState
from babylon3d.playable.babylon.fast import scene as fast_scene
from babylon3d.playable.babylon.fast.pile import PILE
from babylon3d.playable.babylon.fast.story import Story
from babylon3d.playable.babylon.practice import pictures
from babylon3d.playable.babylon.practice.bests import Run, played_by
from babylon3d.playable.babylon.practice.run import open_bests
from babylon3d.playable.records import usable
from babylon3d.present.model import SceneModel, Visual

APART_M = 0.32
"""From the middle of one area to that of the other: their cloths do not touch."""


class Watched:
    """A run as a story. Raises when made: BadText, CorruptFile."""

    def __init__(self, record: Record) -> None:
        self.story = Story(record)
        self.began = next((mark.tick for mark in self.story.marks if mark.kind == "round"), 0)
        """The tick at which building began."""

    def state(self, tick: float) -> PracticeState:
        """The run at a tick."""
        state = self.story.state(tick)
        assert isinstance(state, PracticeState)
        return state

    def built(self, tick: float) -> int:
        """Ticks of building by a tick."""
        return max(0, int(tick) - self.began)

    def scene(self, tick: float) -> SceneModel:
        """The run's table at a tick, with its model."""
        state = self.state(tick)
        return pictures.pictured(fast_scene.scene(state, self.story.poses(tick)), state, {}, {})


@dataclass(frozen=True, slots=True)
class Best:
    """The best run of a drill, of those played by the same physics and hand as one that is watched."""

    run: Run
    watched: Watched | None
    """None if it is the very run that is watched."""


def best_beside(record: Record) -> Best | None:
    """The best that a run is held against; None where there is none, or it cannot be read."""
    state = Watched(record).state(0)
    try:
        with open_bests() as bests:
            run = bests.best(state.drill, state.options.assist, played_by(record.data))
            if run is None:
                return None
            data = bests.record(run)
            same = data == record.data
            return Best(run, None if same else Watched(usable(data)[1]))
    except BabylonError:
        return None


def beside(own: SceneModel, best: SceneModel) -> SceneModel:
    """Two runs on one table: the own at the left, the best at the right. For piles there is no room."""
    left, right = -APART_M / 2, APART_M / 2
    cloths = [
        replace(cloth, middle=(cloth.middle[0] + dx, *cloth.middle[1:]))
        for scene, dx in ((own, left), (best, right))
        for cloth in scene.cloths
    ]
    pieces = (*_moved(own.pieces, left, ""), *_moved(best.pieces, right, "best "))
    return replace(own, pieces=pieces, cloths=tuple(cloths))


def _moved(pieces: tuple[Visual, ...], dx: float, prefix: str) -> Iterator[Visual]:
    for piece in pieces:
        if piece.id.startswith(PILE):
            continue
        x, y, z = piece.pose.position
        yield replace(piece, id=f"{prefix}{piece.id}", pose=Pose((x + dx, y, z), piece.pose.quaternion))
