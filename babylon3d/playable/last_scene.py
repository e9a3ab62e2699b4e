"""How a record ends, as a picture: what anybody may see, or everything once the game is over or somebody asks."""

from __future__ import annotations

from babylon3d.core.record import Record
from babylon3d.core.session import Session
from babylon3d.playable.begin import presenter_of
from babylon3d.playable.spec import GameSpec
from babylon3d.present.model import SceneModel


def last_scene(spec: GameSpec, record: Record, reveal: bool = False) -> SceneModel:
    """The last scene of a record. Raises: BadText or CorruptFile where the rules and the record part."""
    if spec.pictured is not None:
        return spec.pictured(record, reveal)
    session = Session.resume(spec.game, record)
    presenter = presenter_of(spec)
    state = session.state if reveal or session.over else spec.game.rules.view(session.state, None)
    return presenter.scene(state, None, presenter.hand(), presenter.places(state))
