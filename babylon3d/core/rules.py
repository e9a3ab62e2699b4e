"""The protocol every game's rules keep: pure functions over frozen states."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from babylon3d.core.actions import Action, Event, Need, Outcome, Result, Seat

S = TypeVar("S")
A = TypeVar("A", bound=Action)
O = TypeVar("O", bound=Outcome, contravariant=True)


class SeatInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits on a seat: name, colour, and the controller's text form such as `human` or `bot:medium`."""

    name: str
    colour: str
    controller: str = "human"


HUMAN = "human"
_BOT = re.compile(r"bot:[A-Za-z0-9_-]{1,40}")


def bot_level(controller: str) -> str | None:
    """The level of a bot from a controller's text form, such as `bot:easy`; None for a person."""
    kind, _, level = controller.partition(":")
    return level if kind == "bot" else None


def is_controller(text: str) -> bool:
    """Whether a text is a controller's form: `human`, or `bot:` and a level of up to 40 letters, digits, - or _."""
    return text == HUMAN or _BOT.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """A new state and what changed on the way to it."""

    state: S
    events: tuple[Event, ...] = ()


class Rules(Protocol[S, A, O]):
    """Stateless rules of one game. States are frozen; nothing here draws, waits or rolls."""

    def new_game(self, seats: Sequence[SeatInfo], options: Any) -> Step[S]:
        """The first state. Raises: BadText for options that the number of seats does not allow."""

    def to_act(self, s: S) -> frozenset[Seat]:
        """The seats that may act now; several in a game without turns."""

    def need(self, s: S) -> Need | None:
        """What nature is asked for, if anything. A need does not keep seats from acting unless `to_act` is empty."""

    def legal_actions(self, s: S, seat: Seat) -> Iterator[A]:
        """Every legal action of the seat, lazily, in a fixed order."""

    def verify(self, s: S, seat: Seat, a: A) -> None:
        """Whether the action is legal. Raises: IllegalAction(ruling, message)."""

    def apply(self, s: S, seat: Seat, a: A) -> Step[S]:
        """The state after a legal action; undefined for an illegal one."""

    def resolve(self, s: S, outcome: O) -> Step[S]:
        """The state after an outcome of nature, asked for or not. Raises: IllegalAction if it cannot be."""

    def is_over(self, s: S) -> bool:
        """Whether the game has ended."""

    def result(self, s: S) -> Result:
        """How the game ended. Only for a state that is over."""

    def view(self, s: S, seat: Seat | None) -> S:
        """The state as the seat may see it; `None` is a spectator, who sees what everybody may."""

    def seen(self, event: Event, seat: Seat | None) -> Event | None:
        """What the seat is told of an event: itself, one that says less, or `None` for nothing at all.

        A spectator (`None`) is told what everybody may know.
        """

    def canonical(self, s: S) -> object:
        """The state as plain JSON values, for its hash; equal states give equal values."""
