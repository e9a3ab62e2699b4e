"""What the rules pages are made of: chapters of rules in our own words, each with the ruling it stands by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from babylon3d.present.model import SceneModel


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture beside a rule: what is to be seen in it, and the scene that it is drawn from, by a script.

    `name` is that of its file in the folder of its game below assets/rules.
    """

    name: str
    caption: str
    scene: Callable[[], SceneModel]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, the ruling it stands by, and what in it is assumed rather than printed in the rulebook."""

    text: str
    ruling: str = ""
    assumed: str = ""
    drawing: Drawing | None = None

    def speaks_of(self, words: str) -> bool:
        """Whether all of some words, in small letters, stand in the rule, its ruling or its picture's caption."""
        caption = "" if self.drawing is None else self.drawing.caption
        text = f"{self.text} {self.ruling} {self.assumed} {caption}".casefold()
        return all(word in text for word in words.casefold().split())


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules of one kind under a heading; `table` is shown above them, its first row as a head."""

    title: str
    rules: tuple[Rule, ...]
    table: tuple[tuple[str, ...], ...] = ()

    def about(self, words: str) -> Chapter | None:
        """The chapter with those of its rules that speak of all of some words; whole if its title does."""
        if all(word in self.title.casefold() for word in words.casefold().split()):
            return self
        found = tuple(rule for rule in self.rules if rule.speaks_of(words))
        return Chapter(self.title, found) if found else None
