"""A new game as it is being set up: seats and options, what is wrong with them, and what comes of it. No window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from babylon3d.app.screen import GameSetup
from babylon3d.core.chance import derived
from babylon3d.core.codec import decode
from babylon3d.core.errors import BabylonError
from babylon3d.core.record import raw
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.tactical.model import TacticalOptions
from babylon3d.playable.babylon.fast.form import FastForm
from babylon3d.playable.forms import Number, OptionForm, Pick, Switch
from babylon3d.playable.registry import GAMES, GameSpec, game
from babylon3d.settings import LastSetup

NAMES = ("Ann", "Bo", "Cid", "Dora", "Eve", "Finn")
NAME_LIMIT = 16
DRAWN = "drawn"
HUMAN = "human"


class TacticalForm:
    """The Tactical Game's variants and house rules (T7, T11, B9)."""

    ordered = True
    picks: tuple[Pick, ...] = ()
    switches: tuple[Switch, ...] = (
        Switch(
            "expert", "Expert game", "Switch nobles only between towers turned the same way; then turn a tower (T7)"
        ),
        Switch("take_back", "House rule: take back", "A player may take pieces of the own running turn back (T11)"),
    )
    numbers: tuple[Number, ...] = (
        Number("large", "Large nobles per player", 0, 9),
        Number("small", "Small nobles per player", 0, 9),
    )

    def start(self) -> TacticalOptions:
        """The usual options."""
        return TacticalOptions()

    def read(self, data: bytes) -> TacticalOptions:
        """Options from their JSON. Raises: BadText."""
        return decode(data, TacticalOptions)

    def begun_by(self, options: Any, seat: int) -> Any:
        """The options with the seat that starts (G1)."""
        return msgspec.structs.replace(options, first=seat)

    def switched(self, options: Any, name: str, value: bool | int | str) -> Any:
        """The options with another value of one."""
        return msgspec.structs.replace(options, **{name: value})

    def refusal(self, options: Any, seats: Sequence[SeatInfo]) -> str:
        """Nothing: the rules say it all."""
        return ""


FORMS: Mapping[str, OptionForm] = {"tactical": TacticalForm(), "fast": FastForm()}


@dataclass(frozen=True, slots=True)
class Draft:
    """A game being set up. All seats the game may have are kept; the first `count` play."""

    game: str
    seats: tuple[SeatInfo, ...]
    count: int
    options: Any
    first: str = DRAWN
    """The number of the seat that starts, as text, or `drawn`."""

    @property
    def spec(self) -> GameSpec:
        """The game it is."""
        return game(self.game)

    @property
    def form(self) -> OptionForm:
        """What can be chosen."""
        return FORMS[self.game]

    @property
    def playing(self) -> tuple[SeatInfo, ...]:
        """The seats that play."""
        return self.seats[: self.count]

    def with_count(self, count: int) -> Draft:
        """With another number of players."""
        first = self.first if self.first == DRAWN or int(self.first) < count else DRAWN
        return replace(self, count=count, first=first)

    def with_name(self, seat: int, name: str) -> Draft:
        """With another name on a seat."""
        return self._with_seat(seat, SeatInfo(name[:NAME_LIMIT], self.seats[seat].colour, self.seats[seat].controller))

    def with_controller(self, seat: int, controller: str) -> Draft:
        """With a human or a bot on a seat."""
        return self._with_seat(seat, SeatInfo(self.seats[seat].name, self.seats[seat].colour, controller))

    def with_colour(self, seat: int, colour: str) -> Draft:
        """With another colour on a seat; who had it takes the one that is given up."""
        old = self.seats[seat].colour
        seats = list(self.seats)
        for i, info in enumerate(seats):
            if i == seat:
                seats[i] = SeatInfo(info.name, colour, info.controller)
            elif info.colour == colour:
                seats[i] = SeatInfo(info.name, old, info.controller)
        return replace(self, seats=tuple(seats))

    def with_option(self, name: str, value: bool | int | str) -> Draft:
        """With another value of an option."""
        return replace(self, options=self.form.switched(self.options, name, value))

    def _with_seat(self, seat: int, info: SeatInfo) -> Draft:
        return replace(self, seats=(*self.seats[:seat], info, *self.seats[seat + 1 :]))

    def refusal(self) -> str:
        """Why the game cannot begin like this; empty if it can."""
        names = [seat.name.strip() for seat in self.playing]
        for number, name in enumerate(names, 1):
            if not name:
                return f"Player {number} has no name"
            if names.index(name) != number - 1:
                return f"Two players are called {name}"
        try:
            self.spec.game.rules.new_game(self.playing, self.form.begun_by(self.options, 0))
        except BabylonError as error:
            return _plain(str(error))
        return self.form.refusal(self.options, self.playing)

    def setup(self, seed: int) -> GameSetup:
        """The game to begin; who starts is drawn by the seed where the players did not choose (G1)."""
        first = derived(seed, "first").randrange(self.count) if self.first == DRAWN else int(self.first)
        seats = tuple(SeatInfo(s.name.strip(), s.colour, s.controller) for s in self.playing)
        return GameSetup(self.game, seats, self.form.begun_by(self.options, first), seed)

    def remembered(self) -> LastSetup:
        """What is kept of it, to offer it again."""
        return LastSetup(self.game, self.playing, raw(self.options))


def fresh(game_id: str = "tactical", last: LastSetup | None = None) -> Draft:
    """A draft with the usual players, or those of the last time."""
    if last is not None and last.game in FORMS:
        game_id = last.game
    spec = GAMES[game_id]
    least, most = spec.seats
    before: Sequence[SeatInfo] = last.seats if last is not None and last.game == game_id else ()
    options = FORMS[game_id].start()
    if last is not None and last.game == game_id:
        try:
            options = FORMS[game_id].read(bytes(last.options))
        except BabylonError:
            before = ()
    if not _usable(before, spec):
        before = ()
    free = [colour for colour in spec.colours if colour not in {seat.colour for seat in before}]
    unused = [name for name in NAMES if name not in {seat.name for seat in before}]
    added = tuple(
        SeatInfo(name, colour, HUMAN if i + len(before) == 0 else f"bot:{next(iter(spec.bots))}")
        for i, (name, colour) in enumerate(zip(unused, free, strict=False))
    )
    seats = (*before, *added)[:most]
    return Draft(game_id, seats, len(before) or least, options)


def _usable(seats: Sequence[SeatInfo], spec: GameSpec) -> bool:
    """Whether remembered seats still make sense."""
    colours = [seat.colour for seat in seats]
    controllers = {HUMAN, *(f"bot:{level}" for level in spec.bots)}
    return (
        spec.seats[0] <= len(seats) <= spec.seats[1]
        and len(set(colours)) == len(colours)
        and set(colours) <= set(spec.colours)
        and all(seat.controller in controllers and len(seat.name) <= NAME_LIMIT for seat in seats)
    )


def _plain(message: str) -> str:
    """An error's text without its JSON path."""
    head, found, rest = message.partition(": ")
    text = rest if found and head.startswith("$") else message
    return text[:1].upper() + text[1:]
