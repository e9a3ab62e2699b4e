"""What the program knows of a game. One `GameSpec` says all; nothing else names a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from babylon3d.core.actions import Result, Seat
from babylon3d.core.build import Build, PieceSet
from babylon3d.core.match import Controller
from babylon3d.core.record import Record
from babylon3d.core.session import Game, Session
from babylon3d.playable.card import NATURES as NATURES
from babylon3d.playable.card import GameCard
from babylon3d.playable.card import NatureName as NatureName
from babylon3d.playable.documents import Document
from babylon3d.playable.forms import OptionForm
from babylon3d.playable.hints import Adviser
from babylon3d.playable.lessons import Lesson
from babylon3d.playable.preparation import Preparation
from babylon3d.playable.rules_text import Chapter
from babylon3d.playable.turn_clock import Timed
from babylon3d.players.bot import BotController
from babylon3d.present.model import SceneModel
from babylon3d.present.presenter import Presenter
from babylon3d.present.sheet import Sheet


class Violation(Protocol):
    """A ruling that a piece of a build breaks."""

    @property
    def ruling(self) -> str:
        """The ruling's number."""

    @property
    def part(self) -> str:
        """The id of the piece that breaks it."""

    @property
    def message(self) -> str:
        """What is wrong, in words."""


class Judge(Protocol):
    """What a game's rules say of a build as such: `check` and `legal` ask it."""

    pieces: PieceSet
    kinds: tuple[str, ...]
    """The pieces that can be placed."""

    def violations(self, build: Build, players: int) -> Sequence[Violation]:
        """What breaks the rulings when parts, then nobles, are taken in order."""

    def placements(self, build: Build, piece: str, colour: str, players: int) -> Sequence[Mapping[str, Any]]:
        """All single placements of a piece on a legal build, as the fields of a JSON object.

        Raises: BadText for a build that is not legal.
        """

    def called(self, piece: str, colour: str) -> str:
        """A piece in words that follow "of": "a tower", "any small noble"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec(GameCard):
    """One game, beyond what stands on its card. What is optional is left out by a game that has no use for it."""

    game: Game
    bots: Mapping[str, Callable[[Seat, Random], Any]]
    """By level, the strongest last: a bot's mind from its seat and its own chance; a whole controller `at_once`."""
    nature_names: tuple[NatureName, ...]
    """Whoever decides what the pieces do: those there are, the usual one of `simulate` first."""
    natures: Callable[[NatureName, Session], tuple[Any, ...]]
    """All natures of a game by that name, each of which signs its outcomes. Whoever asks closes them."""
    nature_numbers: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    """What a record's header says of its nature beside the recipe, such as how hands travel."""
    nature_at_table: NatureName = "realtime"
    """The one that people play with in the window."""
    form: OptionForm | None = None
    """What can be chosen in the set-up; None for a game that is not set up there."""
    adviser: Adviser | None = None
    """What it knows of hints; None for a game without them."""
    timed: Timed | None = None
    """What it knows of clocks; None for a game without them."""
    presenter: Callable[[], Presenter[Any]] | None = None
    """For turn-based games."""
    sheet: Callable[[Any, Result, Sequence[str]], Sheet] | None = None
    """From the last state, the result and the names to the scoring sheet, for turn-based games."""
    pictured: Callable[[Record, bool], SceneModel] | None = None
    """How a record ends as a scene, where the presenter cannot tell; the flag reveals what is hidden."""
    lessons: tuple[Lesson, ...] = ()
    """Taught by doing, in the game's own play screen."""
    text: tuple[Chapter, ...] = ()
    """The rules in our own words."""
    heading: str = ""
    """What the rules' page calls the game; the title without one."""
    documents: tuple[Document, ...] = ()
    judge: Judge | None = None
    screens: str = "babylon3d.app.screens.turns.door"
    """The module that opens its screens: `play`, `resume`, `replay`, `results`, and `enter` for a menu entry."""
    preparation: Preparation[Any] | None = None
    kept: str = ""
    """The module whose `newest` gives the records that it keeps itself (`KeptRecord`), so many at most."""
    resimulate: Callable[[Game, Record], Any] | None = None
    """Drives the physics again from the hands of a record."""
    usual_bots: tuple[str, ...] = ()
    """The levels of those who sit beside one person when nobody said who plays, repeated."""
    at_once: bool = False
    """Whether all seats act at once, 60 ticks a second, instead of in turns."""
    secrets: bool = False
    """Whether something may be seen by some seats only."""
    apart: frozenset[str] = frozenset()
    """The bots that think so long that at the table they do it in a process of their own; what they choose follows from
    their chance and the view alone."""
    usual_options: Mapping[str, Any] = field(default_factory=dict)
    """Options that `simulate` takes beside the form's own start."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "set_up", self.form is not None)

    def bot(self, level: str, seat: Seat, rng: Random) -> Controller:
        """The controller of a bot that waits for nothing. Raises: KeyError for a level that there is not."""
        made = self.bots[level](seat, rng)
        controller: Controller = made if self.at_once else BotController(made)
        return controller
