"""Hints: what the strongest bot that thinks here would do, and why; it thinks in slices, beside the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from babylon3d.core.actions import Action, Seat
from babylon3d.players.bot import Think, Thought
from babylon3d.present.model import Ghost, HudModel, SceneModel

SLICES = 3
"""Pieces of work that are done in a tick; each takes about a millisecond as a rule."""

HINT = "hint"
"""The command that asks for one."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What would be done next: where pieces would go, which pieces it is about, and why in a sentence."""

    text: str
    ghosts: tuple[Ghost, ...] = ()
    pieces: tuple[str, ...] = ()


class Adviser(Protocol):
    """What a game knows of hints."""

    def allowed(self, state: Any) -> bool:
        """Whether the options allow hints (T11)."""

    def hint(self, before: Any, seat: Seat, plan: Sequence[Action], now: Any) -> Hint | None:
        """What is left of a plan that was made for `before`; None if something else was done since."""


class Hinting:
    """Hints for whoever is at the mouse, from a mind of their own, so that the game's chance stays as it was."""

    def __init__(self, adviser: Adviser, mind: Callable[[Seat], Think]) -> None:
        self._adviser = adviser
        self._mind = mind
        self._thought: Thought[Any] | None = None
        self._plan: tuple[Any, Seat, tuple[Action, ...]] | None = None
        self._view: Any = None
        self._seat: Seat = 0
        self._shown: tuple[Any, Hint | None] = (None, None)
        self.version = 0
        """Changes whenever there is something else to see."""

    @property
    def busy(self) -> bool:
        """Whether a hint is being thought of."""
        return self._thought is not None

    def ask(self, view: Any, seat: Seat | None, thinking: str) -> str:
        """Begin to think, or say why not: hints are off, or nobody but a bot, who is `thinking`, is to act."""
        if not self._adviser.allowed(view):
            return "Hints are a house rule of the set-up, and off in this game (T11)"
        if seat is None:
            return f"A hint is for your own turn; {thinking}"
        if self.busy:
            return "The hint is being thought of"
        self._view, self._seat, self._plan = view, seat, None
        self._thought = self._mind(seat)(view)
        self.version += 1
        return ""

    def think(self, seat: Seat | None) -> None:
        """A slice of thinking; what was asked by somebody who is no longer to act is let go of."""
        if self._thought is None:
            return
        if seat != self._seat:
            self._thought, self.version = None, self.version + 1
            return
        try:
            for _ in range(SLICES):
                next(self._thought)
        except StopIteration as finished:
            self._thought = None
            self._plan = (self._view, self._seat, tuple(finished.value))
            self._shown = (None, None)
            self.version += 1

    def at(self, view: Any, seat: Seat | None) -> Hint | None:
        """The hint for what is on the table, if one was asked for and nothing else was done."""
        if self._plan is None or seat != self._plan[1]:
            return None
        if self._shown[0] is not view:
            before, who, plan = self._plan
            self._shown = (view, self._adviser.hint(before, who, plan, view))
        return self._shown[1]

    def scene(self, model: SceneModel, view: Any, seat: Seat | None) -> SceneModel:
        """The scene with what would be done marked in it."""
        hint = self.at(view, seat)
        if hint is None:
            return model
        pieces = tuple(replace(p, glow="choice") if p.id in hint.pieces else p for p in model.pieces)
        return replace(model, pieces=pieces, ghosts=(*model.ghosts, *hint.ghosts))

    def hud(self, model: HudModel, view: Any, seat: Seat | None) -> HudModel:
        """The HUD with what would be done and why in its line."""
        hint = self.at(view, seat)
        text = "Thinking of a hint …" if self.busy else "" if hint is None else hint.text
        return replace(model, message=text) if text else model
