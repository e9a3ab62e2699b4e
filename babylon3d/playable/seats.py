"""Who decides for each seat of a game that is being played, and who shall from the next turn on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


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
