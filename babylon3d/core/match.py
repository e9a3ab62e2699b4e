"""One tick of any game: controllers in seat order, then the natures; each through the session. Never blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from babylon3d.core.actions import Action, Event, Need, Outcome, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.core.session import Session


class Nature(Protocol):
    """Who decides what no seat does: dice, shuffles, the physics. Its outcomes are signed with its name."""

    name: str

    def observe(self, events: tuple[Event, ...], state: Any) -> None:
        """Hear what a step changed, and the state after it."""

    def poll(self, state: Any, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        """Advance by one tick of 1/60 s; give the outcomes that are ready, in order of tick, then piece id."""


class Controller(Protocol):
    """Who decides for one seat. `poll` never blocks."""

    def offer(self, view: Any) -> None:
        """See the state as the seat may see it; called whenever it changed and the seat may act."""

    def poll(self, tick: int) -> tuple[Action, ...]:
        """The actions that are ready, usually none."""

    def refused(self, action: Action, error: IllegalAction) -> None:
        """Hear that an action was illegal; nothing was changed."""


class Match:
    """A session with its controllers and its natures, which are asked in their order."""

    def __init__(self, session: Session, controllers: Mapping[Seat, Controller], natures: Sequence[Nature]) -> None:
        self.session = session
        self.controllers = dict(controllers)
        self.natures = tuple(natures)
        self._offered: dict[Seat, Any] = {}
        self._tell(session.first_events)

    def seat(self, seat: Seat, controller: Controller) -> None:
        """Let another controller decide for a seat from now on."""
        self.controllers[seat] = controller
        self._offered.pop(seat, None)

    def tick(self, tick: int = 0) -> tuple[Event, ...]:
        """Advance by one tick and tell what happened."""
        events: list[Event] = []
        rules = self.session.game.rules
        for seat in sorted(rules.to_act(self.session.state)):
            controller = self.controllers.get(seat)
            if controller is None:
                continue
            if self._offered.get(seat) is not self.session.state:
                self._offered[seat] = self.session.state
                controller.offer(rules.view(self.session.state, seat))
            for action in controller.poll(tick):
                try:
                    happened = self.session.act(seat, action, tick)
                except IllegalAction as error:
                    controller.refused(action, error)
                    break
                self._tell(happened)
                events += happened
        for nature in self.natures:
            need = None if self.session.over else rules.need(self.session.state)
            for outcome in nature.poll(self.session.state, need, tick):
                happened = self.session.happen(nature.name, outcome, tick)
                self._tell(happened)
                events += happened
        return tuple(events)

    def _tell(self, events: tuple[Event, ...]) -> None:
        """Let every nature hear what a step changed."""
        for nature in self.natures:
            nature.observe(events, self.session.state)
