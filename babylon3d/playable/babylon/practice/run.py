"""A run of a drill: how it gets onto the table, the best run beside it as a ghost, and how it is kept."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path

from babylon3d.core.errors import BabylonError
from babylon3d.core.geometry import Pose, blend
from babylon3d.core.record import Log
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.pieces import COLOURS, PieceKind
from babylon3d.games.babylon.practice.drills import DRILLS, DrillId
from babylon3d.games.babylon.practice.rules import PracticeOptions
from babylon3d.playable.babylon.fast.arena import pose_of
from babylon3d.playable.babylon.fast.begin import FastSeated
from babylon3d.playable.babylon.fast.game import FastGame
from babylon3d.playable.babylon.fast.nature import ProcessNature, begin_of_session
from babylon3d.playable.babylon.practice.bests import Bests, Run, key_of_today, this_machine
from babylon3d.playable.babylon.practice.spec import SPEC as PRACTICE
from babylon3d.playable.records import usable
from babylon3d.playable.registry import nature_info, versions
from babylon3d.playable.setup import GameSetup
from babylon3d.storage import save_atomic, user_dir

BESTS_FILE = "bests.sqlite"
WHEN = "%Y-%m-%d %H:%M:%S"
"""How the day and time of a run are kept."""


def open_bests() -> Bests:
    """The user's best runs. Raises: Unavailable."""
    return Bests(user_dir("data") / BESTS_FILE)


def laid_out(data: bytes) -> Path:
    """The record of a run, put where it can be watched. Raises: Unavailable."""
    path = user_dir("data") / "last run.jsonl"
    save_atomic(path, data)
    return path


def laid_out_best(run: Run) -> Path:
    """The record of a run that is kept, put where it can be watched. Raises: BadText, CorruptFile, Unavailable."""
    with open_bests() as bests:
        return laid_out(bests.record(run))


def begin_run(drill: DrillId, assist: m.Assist, name: str = "Builder", seed: int = 0) -> FastSeated:
    """A new run with a physics process of its own; it is kept when it ends, not before.

    `seed` is that of the buildings of a drill that makes them by chance, and of no meaning in others.
    """
    options = PracticeOptions(drill, assist, seed=seed if DRILLS[drill].seeded else 0)
    setup = GameSetup(PRACTICE.id, (SeatInfo(name, COLOURS[0]),), options, 0)
    session = Session.start(
        PRACTICE.game,
        setup.seats,
        setup.options,
        versions={**versions(), **this_machine()},
        nature=nature_info("realtime", spec=PRACTICE),
    )
    nature = ProcessNature(begin_of_session(session))
    return FastSeated(FastGame(session, nature, {}), setup, None)


class GhostRun:
    """Where the pieces of an earlier run were, tick by tick of its building, from its key frames."""

    def __init__(self, data: bytes) -> None:
        """Read a run's record. Raises: BadText, CorruptFile."""
        _, record = usable(data)
        session = Session(PRACTICE.game, record.header, Log())
        session.log.add_line(record.lines[0])
        self.kinds: dict[str, PieceKind] = {}
        self._tracks: dict[str, list[tuple[int, Pose | None]]] = {}
        began = 0
        for entry, events in session.follow(record):
            for event in events:
                if isinstance(event, m.RoundStarted):
                    began = entry.tick
                elif isinstance(event, m.HandChanged) and event.piece is not None and event.kind is not None:
                    self.kinds[event.piece] = event.kind
                elif isinstance(event, m.PieceLeft):
                    self._tracks.setdefault(event.piece, []).append((entry.tick - began, None))
            if bytes(entry.outcome):
                self._note(session.game.codec.outcome(bytes(entry.outcome)), entry.tick - began)

    def _note(self, outcome: object, ticks: int) -> None:
        if not isinstance(outcome, m.KeyFrame):
            return
        middles = (area_middle(1, 0),)
        for name, *numbers in outcome.poses:
            self._tracks.setdefault(name, []).append((ticks, pose_of(numbers, middles)))

    def at(self, ticks: int) -> dict[str, Pose]:
        """The pose of every piece that the run had taken into the hand by then, by id; the world's frame, metres."""
        found: dict[str, Pose] = {}
        for name in self.kinds:
            track = self._tracks.get(name, [])
            after = bisect_right([at for at, _ in track], ticks)
            if after == 0:
                continue
            since, pose = track[after - 1]
            if pose is None:
                continue
            until, following = track[after] if after < len(track) else (since, None)
            if following is not None and until > since and until - since <= m.TICKS_A_SECOND:
                pose = blend(pose, following, (ticks - since) / (until - since))
            found[name] = pose
        return found


class BestGhost:
    """The best run of a drill with an assist: its measure and its ghost, both empty where there is none.

    Where every run has buildings of its own, its pieces have no place in another: then there is no ghost.
    """

    def __init__(self, run: GhostRun | None, measure: int | None) -> None:
        self._run = run
        self.measure = measure
        self.kinds: dict[str, PieceKind] = {} if run is None else run.kinds

    @classmethod
    def load(cls, drill: str, assist: str) -> BestGhost:
        """From the user's bests; a file that cannot be read has none."""
        try:
            with open_bests() as bests:
                best = bests.best(drill, assist, key_of_today())
                if best is None:
                    return cls(None, None)
                seen = None if DRILLS[drill].seeded else GhostRun(bests.record(best))
                return cls(seen, best.measure)
        except BabylonError:
            return cls(None, None)

    def at(self, ticks: int) -> dict[str, Pose]:
        """Where its pieces were after that many ticks of building."""
        return {} if self._run is None else self._run.at(ticks)
