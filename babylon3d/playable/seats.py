"""Who decides for each seat of a game that is being played, and who shall from the next turn on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from babylon3d.core.errors import BadText
from babylon3d.core.rules import HUMAN, bot_level
from babylon3d.core.wording import said


@dataclass(frozen=True, slots=True)
class Sitter:
    """One seat: whose it is, who decides for it now, and who will; the two differ while a change waits."""

    name: str
    colour: str
    now: str
    next: str


class Seating(Protocol):
    """A game whose seats can be changed while it is being played."""

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Every seat, in order."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The bots that there are."""

    @property
    def seats_change(self) -> str:
        """When a change takes effect, for people."""

    def refuses_seats(self, controllers: Sequence[str]) -> str:
        """Why the game cannot go on with these; empty if it can."""

    def plan_seats(self, controllers: Sequence[str]) -> None:
        """Let these decide for the seats from then on."""


def verify_controllers(controllers: Sequence[str], levels: Mapping[str, object]) -> None:
    """Whether every controller is a person or a bot that the game has. Raises: BadText that names those there are."""
    for seat, controller in enumerate(controllers):
        level = bot_level(controller)
        if controller != HUMAN and level not in levels:
            would_do = " or ".join(f'"{each}"' for each in ("human", *(f"bot:{level}" for level in levels)))
            raise BadText(f"the seat {seat} has the controller {said(controller)}", "", f"{would_do} would do")
