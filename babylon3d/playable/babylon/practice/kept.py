"""The runs of drills as records to watch."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.playable.babylon.practice.bests import Run
from babylon3d.playable.babylon.practice.run import WHEN, laid_out_best, open_bests
from babylon3d.playable.kept import KeptRecord


def newest(most: int) -> tuple[KeptRecord, ...]:
    """The runs that were played last, the newest first. Raises: Unavailable."""
    with open_bests() as bests:
        return tuple(_kept(run) for run in bests.newest(most) if run.drill in DRILLS)


def _kept(run: Run) -> KeptRecord:
    drill = DRILLS[run.drill]
    try:
        when = datetime.strptime(run.at, WHEN).astimezone()
    except (ValueError, OverflowError, OSError):  # no such day, or one before all clocks
        when = datetime.fromtimestamp(0).astimezone()
    return KeptRecord(f"{drill.title} · {run.assist}", drill.told(run.measure), when, partial(laid_out_best, run))
