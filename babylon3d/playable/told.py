"""What each seat, and a spectator, is told of a game: its view of the state, its events, its log in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from babylon3d.core.actions import Event, Seat
from babylon3d.core.rules import Rules, bot_level
from babylon3d.playable.latest import Latest
from babylon3d.present.presenter import Chronicle, Presenter

Viewer = Seat | None
"""Who looks: a seat, or a spectator."""


def detail(controller: str) -> str:
    """What stands under a player's name: who decides for the seat."""
    level = bot_level(controller)
    return "" if level is None else f"{level} bot"


def new_decider(name: str, controller: str) -> str:
    """The log's line about a seat that changed."""
    return f"{name} is now played by {'a person' if bot_level(controller) is None else 'the ' + detail(controller)}"


def seen_by(rules: Rules[Any, Any, Any], events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    """The events as they are told to whoever looks."""
    told = (rules.seen(event, viewer) for event in events)
    return tuple(event for event in told if event is not None)


class Told:
    """The logs of all who look. In a game without secrets everybody reads the same one."""

    def __init__(self, rules: Rules[Any, Any, Any], presenter: Presenter[Any], names: tuple[str, ...]) -> None:
        """A game without secrets; `with_secrets` makes the other kind."""
        self._rules = rules
        self._presenter = presenter
        self._logs: dict[Viewer, Chronicle] = {None: Chronicle(names)}
        self.latest = Latest()
        """What a spectator was told last, as pieces."""

    @classmethod
    def with_secrets(cls, rules: Rules[Any, Any, Any], presenter: Presenter[Any], names: tuple[str, ...]) -> Told:
        """One log for each seat and one for a spectator."""
        told = cls(rules, presenter, names)
        told._logs |= {seat: Chronicle(names) for seat in range(len(names))}
        return told

    def hear(self, events: Sequence[Event], state: Any) -> None:
        """Tell everybody of these events what they may know; `state` is the whole one after them."""
        if not events:
            return
        self.latest = self.latest.after(self._presenter, seen_by(self._rules, events, None), self._rules, state)
        for viewer, log in self._logs.items():
            told = seen_by(self._rules, events, viewer)
            if told:
                self._logs[viewer] = log.after(self._presenter, told, self._rules.view(state, viewer))

    def say(self, line: str) -> None:
        """Tell everybody something that is no event of the game."""
        self._logs = {viewer: log.saying(line) for viewer, log in self._logs.items()}

    def of(self, viewer: Viewer) -> Chronicle:
        """What somebody has been told."""
        return self._logs.get(viewer, self._logs[None])
