"""Which pieces the last turn was about: they stay marked until the next one places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from babylon3d.core.actions import Event, Seat
from babylon3d.core.rules import Rules
from babylon3d.present.model import SceneModel
from babylon3d.present.presenter import Presenter, about


@dataclass(frozen=True, slots=True)
class Latest:
    """The pieces of the turn that is on, or of the last one while nobody has done anything in the next.

    `by` are the seats that acted; made of what a spectator is told only.
    """

    pieces: tuple[str, ...] = ()
    by: frozenset[Seat] | None = None

    def after(
        self, presenter: Presenter[Any], events: Sequence[Event], rules: Rules[Any, Any, Any], state: Any
    ) -> Latest:
        """What is marked after these events; `state` is the whole one after them."""
        latest = self
        view = rules.view(state, None) if events else None
        for event in events:
            meant = about(presenter, event, view)
            if not meant:
                continue
            seat = getattr(event, "seat", None)
            by = latest.by if seat is None else frozenset((seat,))
            kept = latest.pieces if by == latest.by else ()
            kept = tuple(piece for piece in kept if piece not in meant)
            latest = Latest(kept if presenter.takes_back(event) else (*kept, *meant), by)
        return latest

    def scene(self, model: SceneModel) -> SceneModel:
        """The picture with the pieces marked that nothing else marks."""
        if not self.pieces:
            return model
        lit = frozenset(self.pieces)
        pieces = tuple(replace(v, glow="fresh") if v.id in lit and v.glow == "none" else v for v in model.pieces)
        return replace(model, pieces=pieces)
