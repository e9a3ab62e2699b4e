"""The Fast Game's arena in this process, for games without a window."""

from __future__ import annotations

from typing import Any

from babylon3d.core.errors import BadText
from babylon3d.core.record import Record
from babylon3d.core.session import Game, Session
from babylon3d.playable.spec import NatureName


def natures(name: NatureName, session: Session) -> tuple[Any, ...]:
    """The physics; there is no ideal one. Raises: BadText."""
    from babylon3d.playable.babylon.fast.nature import Begin, LocalNature, numbers_of, set_up_of, way_of

    if name == "ideal":
        raise BadText('the nature "ideal" does not fit hands in real time', "", "realtime or accurate would do")
    state = session.state
    return (
        LocalNature(
            Begin(
                len(state.seats),
                state.options,
                name,
                set_up_of(state),
                numbers_of(session.header),
                way_of(session.header),
            )
        ),
    )


def resimulate(game: Game, record: Record) -> Any:
    """Drive the physics again from the hands of a record."""
    from babylon3d.playable.babylon.fast import resimulate

    return resimulate.resimulate(game, record)
