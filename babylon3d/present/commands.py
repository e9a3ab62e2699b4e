"""What keys do: commands with their usual keys, by group. A game brings its own beside those that all have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Group = Literal["Pieces", "Turn", "View", "Program"]
GROUPS: tuple[Group, ...] = ("Pieces", "Turn", "View", "Program")


@dataclass(frozen=True, slots=True)
class Command:
    """Something a key does. `id` is the one of the button that does the same, where there is one."""

    id: str
    label: str
    key: str
    group: Group
