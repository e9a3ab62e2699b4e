"""The controller of a person: a queue that the screen fills."""

from __future__ import annotations

from typing import Any

from babylon3d.core.actions import Action
from babylon3d.core.errors import IllegalAction


class HumanController:
    """Hands the session what the screen was told; the last refusal is kept for the screen to show."""

    def __init__(self) -> None:
        self.view: Any = None
        self.refusal: IllegalAction | None = None
        self._queue: list[Action] = []

    @property
    def waiting(self) -> bool:
        """Whether an action is queued."""
        return bool(self._queue)

    def do(self, *actions: Action) -> None:
        """Queue actions for the next tick and forget the last refusal."""
        self.refusal = None
        self._queue += actions

    def offer(self, view: Any) -> None:
        """Keep what the seat may see."""
        self.view = view

    def poll(self, tick: int) -> tuple[Action, ...]:
        """The next queued action, one a tick."""
        return (self._queue.pop(0),) if self._queue else ()

    def refused(self, action: Action, error: IllegalAction) -> None:
        """Keep the reason and drop what was queued behind the refused action."""
        self.refusal = error
        self._queue.clear()
