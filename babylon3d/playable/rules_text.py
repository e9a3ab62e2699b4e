"""What the rules pages are made of: chapters of rules in our own words, each with the ruling it stands by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, the ruling it stands by, and what in it is assumed rather than printed in the rulebook."""

    text: str
    ruling: str = ""
    assumed: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules of one kind under a heading; `table` is shown above them, its first row as a head."""

    title: str
    rules: tuple[Rule, ...]
    table: tuple[tuple[str, ...], ...] = ()
