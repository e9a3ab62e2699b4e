"""What commands do with the documents of a game: who reads which format, and the answers they give."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from babylon3d.present.model import SceneModel


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command says: one JSON document, or the same for people; the exit code."""

    told: Any
    text: str
    code: int = 0


Answerer = Callable[[bytes, str, Namespace], Answer]
"""From a file's bytes, its name and the command line to an answer. Raises: BadText, Unavailable."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that begins with a position: the colours by seat, and the game's options."""

    colours: tuple[str, ...]
    options: Any


@dataclass(frozen=True, slots=True)
class Document:
    """A format that people write: its id such as `babylon3d.round/1`, what it is called, and who answers about it.

    `title` follows an article, such as "a round of the Fast Game".
    """

    format: str
    title: str
    answers: Mapping[str, Answerer] = field(default_factory=dict)
    pictured: Callable[[bytes, str], SceneModel] | None = None
    """From a file's bytes and its name to what it shows; raises: BadText. None for what is drawn otherwise."""
    begun: Callable[[bytes, str], Begun] | None = None
    """From a file's bytes and its name to a game that begins with it; raises: BadText. None for what does not."""
