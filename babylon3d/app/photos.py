"""Photos that are drawn by a process of their own, each saved with the record of its game beside it."""

from __future__ import annotations

import contextlib
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from datetime import datetime
from multiprocessing import get_context
from pathlib import Path

from babylon3d.core.errors import BabylonError, Unavailable
from babylon3d.core.record import MAX_RECORD_BYTES
from babylon3d.playable.registry import piece_sets
from babylon3d.present.model import SceneModel
from babylon3d.render.camera import View
from babylon3d.storage import load_bytes, save_atomic, unused


@dataclass(frozen=True, slots=True)
class Shot:
    """What is photographed: a scene of a set of pieces from a view; `size` in pixels. `record` is the game's."""

    model: SceneModel
    pieces: str
    view: View
    size: tuple[int, int]
    colour_blind: bool
    record: Path | None


def bare(model: SceneModel) -> SceneModel:
    """A scene without all that only helps while one plays."""
    pieces = tuple(replace(piece, glow="none") for piece in model.pieces)
    return replace(model, pieces=pieces, ghosts=(), ruler=None, fade_above=None, plumbs=(), footprints=())


def take(shot: Shot, path: Path) -> str:
    """Draw a photo and save it with its record; what is wrong, empty if nothing is. Runs in a process of its own."""
    from babylon3d.render.photo import photograph

    try:
        data = photograph(shot.model, piece_sets()[shot.pieces], shot.view, shot.size, shot.colour_blind)
        save_atomic(path, data)
        if shot.record is not None:
            save_atomic(path.with_suffix(".jsonl"), load_bytes(shot.record, MAX_RECORD_BYTES))
    except BabylonError as error:
        return str(error)
    return ""


class Photographer:
    """Takes one photo at a time; nobody waits for it. Close it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._photo: tuple[Path, Future[str]] | None = None

    @property
    def busy(self) -> bool:
        """Whether a photo is being drawn."""
        return self._photo is not None

    def begin(self, shot: Shot, folder: Path, now: datetime) -> None:
        """Have a photo drawn into a folder, under a name that no file has."""
        path = unused(folder, now.strftime("babylon3d photo %Y-%m-%d %H.%M.%S"), ".png")
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        self._photo = path, self._pool.submit(take, shot, path)

    def done(self) -> Path | None:
        """The photo that is ready since the last call, if any. Raises: Unavailable that says why there is none."""
        if self._photo is None or not self._photo[1].done():
            return None
        path, future = self._photo
        self._photo = None
        try:
            problem = future.result()
        except (BrokenProcessPool, OSError):
            self.close()
            problem = "the process that draws it ended; a smaller size may do"
        if problem:
            raise Unavailable(problem)
        return path

    def close(self) -> None:
        """Give the process back; one that still draws finishes its photo first, and nobody waits for it."""
        if self._pool is not None:
            with contextlib.suppress(OSError):
                self._pool.shutdown(wait=False)
        self._pool = self._photo = None
