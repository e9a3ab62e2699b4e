"""All that the program knows of Lookouts, with its form, its preparation, its bots and its nature."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from babylon3d.core.actions import Event, Need, Outcome, Seat
from babylon3d.core.build import Build, Part
from babylon3d.core.codec import Codec, decode
from babylon3d.core.geometry import Pose
from babylon3d.core.lattice import Cell
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Game, Session
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.playable.arguments import Argument
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.forms import Number, Pick, Preset, Switch
from babylon3d.playable.setup import GameSetup
from babylon3d.playable.spec import GameSpec, NatureName
from babylon3d.present.commands import Command
from babylon3d.present.model import Button, Hit, SceneModel
from babylon3d.present.showcase import showcase
from tests.toys.board.lesson import LESSON
from tests.toys.board.model import PLACES, Board, LookoutsAction, Options, Place, Post, Quake
from tests.toys.board.presenter import LookoutsPresenter, place_of
from tests.toys.board.rules import LookoutsRules
from tests.toys.board.words import CHAPTERS, sheet


class Form:
    """How many turns there are."""

    ordered = True
    switches: tuple[Switch, ...] = ()
    presets: tuple[Preset, ...] = ()
    first_preset = ""
    picks: tuple[Pick, ...] = ()
    numbers = (Number("turns", "Turns each", 1, 12, group="Length"),)

    def start(self) -> Options:
        return Options()

    def read(self, data: bytes) -> Options:
        return decode(data, Options)

    def begun_by(self, options: Options, seat: int) -> Options:
        return msgspec.structs.replace(options, first=seat)

    def switched(self, options: Options, name: str, value: bool | int | str) -> Options:
        return msgspec.structs.replace(options, **{name: value})

    def refusal(self, options: Options, seats: Sequence[SeatInfo]) -> str:
        return ""


class Spoiling:
    """Before play, places may be spoilt; a tower stands on each spoilt one."""

    title = "Spoil some places"

    def start(self, setup: GameSetup) -> tuple[Place, ...]:
        return ((1, 1),)

    def scene(self, document: tuple[Place, ...], hit: Hit | None) -> SceneModel:
        parts = tuple(Part(f"b{x}{y}", "tower", Cell(x - 1, y - 1, 1)) for x, y in document)
        return showcase(Build("babylon", parts), BABYLON)

    def message(self, document: tuple[Place, ...]) -> str:
        return f"Click on places to spoil them; {len(document)} of {len(PLACES)} are"

    def buttons(self, document: tuple[Place, ...]) -> Sequence[Button]:
        return (Button("none", "Spoil none"),)

    def click(self, document: tuple[Place, ...], hit: Hit) -> tuple[Place, ...]:
        at = place_of(hit)
        if at is None:
            return document
        return tuple(sorted(set(document) ^ {at}))

    def press(self, document: tuple[Place, ...], command: str) -> tuple[Place, ...]:
        return () if command == "none" else document

    def refusal(self, document: tuple[Place, ...]) -> str:
        return "" if len(document) <= len(PLACES) - 2 else "two places must be left"

    def prepared(self, setup: GameSetup, document: tuple[Place, ...]) -> GameSetup:
        options = msgspec.structs.replace(setup.options, blocked=document)
        return GameSetup(setup.game, setup.seats, options, setup.seed)


class Standing:
    """A table on which everything stands where the rules say."""

    name = "ideal"
    busy = False

    def __init__(self) -> None:
        self._poses: Mapping[str, Pose] = {}
        self.version = 0

    def observe(self, events: tuple[Event, ...], state: Board) -> None:
        self._poses = state.build().poses(BABYLON)
        self.version += 1

    def poll(self, state: Board, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        return ()

    def poses(self) -> Mapping[str, Pose]:
        return self._poses

    def close(self) -> None:
        pass


def any_move(seat: Seat, rng: Random) -> Any:
    """A bot that plays whatever is legal, and posts where it can."""

    def think(view: Board) -> Generator[None, None, Sequence[LookoutsAction]]:
        legal = list(LookoutsRules().legal_actions(view, seat))
        yield
        posts = [action for action in legal if isinstance(action, Post)]
        return (rng.choice(posts if posts and rng.random() < 0.5 else legal),)

    return think


def natures(name: NatureName, session: Session) -> tuple[Any, ...]:
    """Nothing ever falls."""
    return (Standing(),)


SPEC = GameSpec(
    id="toy-lookouts",
    title="Lookouts",
    game=Game("toy-lookouts", LookoutsRules(), Codec(LookoutsAction, Quake, Options)),
    seats=(2, 2),
    colours=("red", "blue", "green"),
    pieces=PIECES,
    bots={"any": any_move},
    nature_names=("ideal",),
    natures=natures,
    nature_at_table="ideal",
    form=Form(),
    presenter=LookoutsPresenter,
    sheet=sheet,
    lessons=(LESSON,),
    text=CHAPTERS,
    keys=(
        Command("piece:tower", "Take a tower", "1", "Pieces"),
        Command("piece:small", "Take a small noble", "4", "Pieces"),
        Command("end", "End the turn; call stop", "e", "Turn"),
    ),
    arguments=(Argument("--turns", "turns", "turns each", "whole", 1, 12, commands=("simulate", "play")),),
    preparation=Spoiling(),
)
