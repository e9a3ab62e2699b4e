"""What a screen is, what it may ask of the stack, and what it is given to work with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from babylon3d.present.input import ScreenEvent

if TYPE_CHECKING:
    from babylon3d.app.services import Services
    from babylon3d.playable.coach import Coach
    from babylon3d.playable.draft import Draft
    from babylon3d.playable.opening import OpenedTable
    from babylon3d.playable.seats import Seating
    from babylon3d.playable.setup import Finished, GameSetup


class Screen(Protocol):
    """One screen. The stack enters the topmost one and leaves it before another is on top.

    A screen below another is left and entered again: `enter` and `leave` come in pairs, any number of times.
    What was made in `enter` is gone after `leave`: the stack clears the UI, the screen its own nodes and processes.
    """

    def enter(self, ctx: Services) -> None:
        """Be the topmost screen from now on."""

    def leave(self) -> None:
        """Be it no longer."""

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """One tick of 1/60 s.

        `events` are, in order, what the UI's widgets report (`Pressed`, `Changed`) and the input that no widget took.
        The screen shows itself by `ctx.ui.show(...)`, `ctx.ui.show_hud(...)` and `ctx.scene.sync(...)`, and asks for a
        drawing of what else has changed by `ctx.redraw()`.
        """

    @property
    def busy(self) -> bool:
        """Whether ticks must go on at 60 Hz without input (an animation, a bot thinking); else they may be 10 Hz."""


@dataclass(frozen=True, slots=True)
class Push:
    """Open a screen over this one, which is entered again when the other is popped."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Pop:
    """Close this screen; `times` closes those under it too. The program quits when none is left."""

    times: int = 1


@dataclass(frozen=True, slots=True)
class Replace:
    """Open a screen in the place of this one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Reset:
    """Close every screen and open this one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program. Nothing is lost: games save themselves after every action."""


Transition = Push | Pop | Replace | Reset | Quit


class Screens(Protocol):
    """Makes screens by name, so that no screen imports another. `app.main` implements it."""

    def menu(self) -> Screen:
        """The main menu."""

    def new_game(self, draft: Draft | None = None) -> Screen:
        """The set-up of a new game, or of one that is drafted already."""

    def begin(self, setup: GameSetup) -> Screen:
        """What follows the set-up: the game's preparation if it has one, else its play screen."""

    def play(self, setup: GameSetup) -> Screen:
        """The play screen of a new game."""

    def resume(self, record: Path) -> Screen:
        """The play screen of a record. Raises: BadText, CorruptFile, Unavailable."""

    def pause(self, record: Path | None, seating: Seating | None = None, of: str = "") -> Screen:
        """The pause menu over the game `of`, whose auto-save is `record`; seats can be changed where it gives them."""

    def seats(self, seating: Seating) -> Screen:
        """Who decides for each seat of a game that is being played."""

    def learn(self) -> Screen:
        """The lessons of every game."""

    def lesson(self, game: str, lesson: str, *, anew: bool = False) -> Screen:
        """A lesson of a game from where it was left, or from its beginning. Raises: BadText, Unavailable."""

    def load(self) -> Screen:
        """The list of saved games."""

    def replays(self) -> Screen:
        """The list of records to watch."""

    def open_file(self) -> Screen:
        """Choose a file to open."""

    def table(self, table: OpenedTable) -> Screen:
        """What stands on a table and is not played."""

    def replay(self, record: Path) -> Screen:
        """The replay viewer. Raises: BadText, CorruptFile, Unavailable."""

    def results(self, finished: Finished) -> Screen:
        """The scoring sheet of a finished game."""

    def entered(self, game: str) -> Screen:
        """What a game's own entry in the menu leads to."""

    def prepare(self, setup: GameSetup) -> Screen:
        """The screen of a game's preparation."""

    def photo(self, record: Path | None) -> Screen:
        """Photo mode over the table; the record of its game is put beside each photo."""

    def settings(self) -> Screen:
        """The settings."""

    def rules(self, of: str = "") -> Screen:
        """The rules, of a game that is named or the first one."""

    def help(self, of: str = "") -> Screen:
        """Keys and mouse; its rules are those of a game that is named."""

    def trouble(self, what: str, where: str) -> Screen:
        """What is shown after a fault of the program: what it was, and the file that has the whole of it."""


class Door(Protocol):
    """A module that opens a game's screens. What a game has no use for is not there."""

    def play(self, setup: GameSetup) -> Screen:
        """The play screen of a new game."""

    def resume(self, record: Path) -> Screen:
        """The play screen of a record. Raises: BadText, CorruptFile, Unavailable."""

    def lesson(self, coach: Coach) -> Screen:
        """The play screen with a coach. Raises: Unavailable."""

    def replay(self, record: Path) -> Screen:
        """The replay viewer. Raises: BadText, CorruptFile, Unavailable."""

    def results(self, finished: Finished) -> Screen:
        """The scoring sheet of a finished game."""

    def enter(self) -> Screen:
        """What the game's entry in the menu leads to."""
