"""The Fast Game's arena in this process, for games without a window."""

from __future__ import annotations

from typing import Any

from babylon3d.core.errors import BadText
from babylon3d.core.record import Record
from babylon3d.core.session import Game, Session
from babylon3d.playable.spec import NatureName


def natures(name: NatureName, session: Session) -> tuple[Any, ...]:
    """The physics; there is no ideal one. Raises: BadText."""
    from babylon3d.playable.babylon.fast.nature import LocalNature, begin_by
    from babylon3d.playable.babylon.fast.ways import numbers_of

    if name == "ideal":
        raise BadText('the nature "ideal" does not fit hands in real time', "", "realtime or accurate would do")
    return (LocalNature(begin_by(session.header, session.state, name, numbers_of(session.header))),)


def resimulate(game: Game, record: Record) -> Any:
    """Drive the physics again from the hands of a record."""
    from babylon3d.playable.babylon.fast import resimulate

    return resimulate.resimulate(game, record)
