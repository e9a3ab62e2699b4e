"""The controller of a bot: thinks a little at every poll, then hands out its actions at a readable pace."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from babylon3d.core.actions import Action
from babylon3d.core.errors import IllegalAction

A = TypeVar("A", bound=Action)

Thought = Generator[None, None, Sequence[A]]
"""A bot at work: it yields after every small piece of work, and returns the actions it wants in a row."""

Think = Callable[[Any], Thought[Any]]
"""From what a seat may see to a thought."""


class BotController:
    """Runs a thought in slices counted in pieces of work, so that what a bot chooses never depends on time.

    `slices` are the pieces of work a poll may do (`None`: all, for games without a window); `pace` are the polls
    between two actions, and may be changed at any time.
    """

    def __init__(self, think: Think, *, slices: int | None = None, pace: int = 0) -> None:
        self.pace = pace
        self._think = think
        self._slices = slices
        self._thought: Thought[Any] | None = None
        self._view: Any = None
        self._plan: list[Action] = []
        self._waited = 0

    @property
    def busy(self) -> bool:
        """Whether the bot is thinking or has actions left to hand out."""
        return self._thought is not None or bool(self._plan)

    def offer(self, view: Any) -> None:
        """Begin to think, unless it is already thinking of this view or still carrying out its plan."""
        if not self._plan and not (self._thought is not None and view is self._view):
            self._view, self._thought = view, self._think(view)

    def stop(self) -> None:
        """End a mind that thinks apart; what is offered next is thought of anew. One that thinks here waits."""
        close = getattr(self._think, "close", None)
        if close is None:
            return
        if self._thought is not None:
            self._thought.close()
            self._thought = self._view = None
        close()

    def poll(self, tick: int) -> tuple[Action, ...]:
        """Think for one slice; the next action once there is one and the pace allows it."""
        self._waited += 1
        if self._thought is not None:
            self._work(self._thought)
        if not self._plan or self._waited <= self.pace:
            return ()
        self._waited = 0
        return (self._plan.pop(0),)

    def _work(self, thought: Thought[Any]) -> None:
        done = 0
        try:
            while self._slices is None or done < self._slices:
                next(thought)
                done += 1
        except StopIteration as finished:
            self._thought = None
            self._plan = list(finished.value)
            if not self._plan:
                raise RuntimeError("a bot that is asked to act must act") from None

    def refused(self, action: Action, error: IllegalAction) -> None:
        """A bot only plays what the rules allowed in its thoughts. Raises: RuntimeError, for the bot is wrong."""
        raise RuntimeError(f"a bot was refused {action}: {error}") from error
