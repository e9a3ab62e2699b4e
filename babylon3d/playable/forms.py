"""What a game lets the players choose, as plain data: switches, one of several, numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from babylon3d.core.rules import SeatInfo

PIECES = "Pieces"
"""The heading above how many pieces each player has."""


@dataclass(frozen=True, slots=True)
class Switch:
    """An option that is on or off."""

    id: str
    label: str
    detail: str


@dataclass(frozen=True, slots=True)
class Pick:
    """An option that is one of several (value, label); `details` say what each means."""

    id: str
    label: str
    options: tuple[tuple[str, str], ...]
    details: Mapping[str, str] = field(default_factory=dict)
    when: tuple[str, ...] = ()
    """It is asked only where one of these other options is on or not 0; always if there is none."""


@dataclass(frozen=True, slots=True)
class Number:
    """An option that is a number from `low` to `high`, or one of `values`; a `time` is in seconds, 0 is off.

    It stands under the heading `group`, and only where another option has a value if `when` names one.
    """

    id: str
    label: str
    low: int
    high: int
    group: str = PIECES
    values: tuple[int, ...] = ()
    kind: Literal["count", "time"] = "count"
    when: tuple[str, str] | None = None

    def stepped(self, value: int, step: int) -> int:
        """The next value up or down; the same at an end."""
        if not self.values:
            return min(self.high, max(self.low, value + step))
        beyond = [v for v in self.values if (v > value if step > 0 else v < value)]
        return value if not beyond else min(beyond) if step > 0 else max(beyond)

    def said(self, step: int) -> str:
        """What a step up or down does, for people."""
        fewer, more = ("Shorter", "Longer") if self.kind == "time" else ("Fewer", "More")
        return f"{more if step > 0 else fewer} {self.label.lower()}"

    def text(self, value: int) -> str:
        """A value for people."""
        if self.kind == "count":
            return str(value)
        return f"{value // 60}:{value % 60:02d}" if value else "Off"


@dataclass(frozen=True, slots=True)
class Preset:
    """Options with one name: the values that it gives; those it does not name are left as they are."""

    id: str
    label: str
    values: Mapping[str, bool | int | str]


class OptionForm(Protocol):
    """What a game lets the players choose, beside who plays."""

    ordered: bool
    """Whether somebody starts."""
    switches: tuple[Switch, ...]
    picks: tuple[Pick, ...]
    numbers: tuple[Number, ...]
    presets: tuple[Preset, ...]
    """Ways to play by one choice, *by the book* and *friendly* (T11)."""
    first_preset: str
    """The preset that is chosen until somebody chooses otherwise."""

    def start(self) -> Any:
        """The usual options."""

    def read(self, data: bytes) -> Any:
        """Options from their JSON. Raises: BadText."""

    def begun_by(self, options: Any, seat: int) -> Any:
        """The options with the seat that starts."""

    def switched(self, options: Any, name: str, value: bool | int | str) -> Any:
        """The options with another value of one."""

    def refusal(self, options: Any, seats: Sequence[SeatInfo]) -> str:
        """Why these players cannot play by these options; empty if they can. Rules of the game are asked elsewhere."""
