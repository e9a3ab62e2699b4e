"""A scoring sheet as plain data: rows from the top down, a column a player, who won and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Cell:
    """One field: what is written, small what it comes from, and whether it counted."""

    text: str
    detail: str = ""
    lit: bool = False


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row: its heading and a field for each player."""

    kind: Literal["level", "minus", "total"]
    heading: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet. `verdict` says who won, `reason` by what, `ended` why the game was over."""

    names: tuple[str, ...]
    colours: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    winners: tuple[int, ...]
    verdict: str
    reason: str
    ended: str
