"""All that the program knows of Quarry, with its form, its bots and its natures."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from babylon3d.core.actions import Event, Need, Outcome, Seat
from babylon3d.core.chance import Chance
from babylon3d.core.codec import Codec, decode
from babylon3d.core.geometry import Pose
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Game, Session
from babylon3d.playable.arguments import Argument
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.forms import Number, Pick, Preset, Switch
from babylon3d.playable.rules_text import Chapter, Rule
from babylon3d.playable.spec import GameSpec, NatureName
from babylon3d.present.commands import Command
from tests.toys.hidden.model import HIDDEN, Lay, Options, Quarry, QuarryAction, QuarryOutcome, rank
from tests.toys.hidden.presenter import QuarryPresenter, sheet
from tests.toys.hidden.rules import QuarryRules


class Form:
    """How many turns there are."""

    ordered = True
    switches: tuple[Switch, ...] = ()
    presets: tuple[Preset, ...] = ()
    first_preset = ""
    picks: tuple[Pick, ...] = ()
    numbers = (Number("turns", "Turns each", 1, 9, group="Length"),)

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


class Lying:
    """A table on which cards lie where the rules say."""

    name = "ideal"
    busy = False

    def __init__(self) -> None:
        self._poses: Mapping[str, Pose] = {}
        self.version = 0

    def observe(self, events: tuple[Event, ...], state: Quarry) -> None:
        self._poses = QuarryPresenter().places(state)
        self.version += 1

    def poll(self, state: Quarry, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        return ()

    def poses(self) -> Mapping[str, Pose]:
        return self._poses

    def close(self) -> None:
        pass


def natures(name: NatureName, session: Session) -> tuple[Any, ...]:
    """Cards lie; dice and shuffles come from chance."""
    return (Lying(), Chance(session))


def any_move(seat: Seat, rng: Random) -> Any:
    """Plays whatever is legal."""

    def think(view: Quarry) -> Generator[None, None, Sequence[QuarryAction]]:
        yield
        return (rng.choice(list(QuarryRules().legal_actions(view, seat))),)

    return think


def greedy(seat: Seat, rng: Random) -> Any:
    """Lays the highest card it may, else puts the lowest aside; wants to see its own hand and no other."""

    def think(view: Quarry) -> Generator[None, None, Sequence[QuarryAction]]:
        others = [view.faces[card] for i, hand in enumerate(view.hands) if i != seat for card in hand]
        if set(others) - {HIDDEN}:
            raise RuntimeError("a bot was shown another's hand")
        yield
        legal = list(QuarryRules().legal_actions(view, seat))
        lays = [action for action in legal if isinstance(action, Lay)]
        if lays:
            return (max(lays, key=lambda action: rank(view.faces[action.card])),)
        return (min(legal, key=lambda action: rank(view.faces[action.card])),)

    return think


CHAPTERS = (
    Chapter(
        "A turn",
        (
            Rule("Whose turn it is rolls a die.", "Q1"),
            Rule("Then it plays a card of its hand.", "Q2"),
            Rule("A card of at most the die's rank may be laid open; any card may be put aside, face down.", "Q3"),
            Rule("Then it draws. An empty pile is made anew of what was put aside.", "Q4"),
            Rule("In the end what lies open counts, and the best card of each hand.", "Q5"),
        ),
    ),
)

SPEC = GameSpec(
    id="toy-quarry",
    title="Quarry",
    game=Game("toy-quarry", QuarryRules(), Codec(QuarryAction, QuarryOutcome, Options)),
    seats=(2, 4),
    colours=("red", "yellow", "green", "blue"),
    pieces=PIECES,
    bots={"any": any_move, "greedy": greedy},
    nature_names=("ideal",),
    natures=natures,
    nature_at_table="ideal",
    form=Form(),
    presenter=QuarryPresenter,
    sheet=sheet,
    text=CHAPTERS,
    keys=(Command("tuck", "Put a card aside", "t", "Pieces"),),
    arguments=(Argument("--turns", "turns", "turns each", "whole", 1, 12, commands=("simulate", "play")),),
    secrets=True,
)
