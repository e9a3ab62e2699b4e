"""A game's own options on the command line, as plain data; the grammar is made of those of every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Reader = Literal["simulate", "play", "score"]


@dataclass(frozen=True, slots=True)
class Argument:
    """One option: a switch, a whole number from `low` to `high`, one of `choices`, or counts by colour.

    It sets the field `option` of the game's options. Games that share a flag mean the same by it.
    """

    flag: str
    option: str
    help: str
    kind: Literal["switch", "whole", "choice", "counts"] = "switch"
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    commands: tuple[Reader, ...] = ("simulate",)

    @property
    def name(self) -> str:
        """What argparse calls it."""
        return self.flag.lstrip("-").replace("-", "_")
