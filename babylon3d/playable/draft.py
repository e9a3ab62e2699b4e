"""A new game as it is being set up: seats and options, what is wrong with them, and what comes of it. No window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from babylon3d.core.chance import derived
from babylon3d.core.errors import BabylonError
from babylon3d.core.names import trouble_with_all
from babylon3d.core.record import raw
from babylon3d.core.rules import SeatInfo
from babylon3d.playable.documents import Begun
from babylon3d.playable.forms import OptionForm
from babylon3d.playable.registry import game, offered
from babylon3d.playable.setup import GameSetup
from babylon3d.playable.spec import GameSpec
from babylon3d.settings import LastSetup

NAMES = ("Ann", "Bo", "Cid", "Dora", "Eve", "Finn")
NAME_LIMIT = 16
DRAWN = "drawn"
HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Draft:
    """A game being set up. All seats the game may have are kept; the first `count` play."""

    game: str
    seats: tuple[SeatInfo, ...]
    count: int
    options: Any
    first: str = DRAWN
    """The number of the seat that starts, as text, or `drawn`."""
    placed: bool = False
    """Whether the game begins with a position from a file, which says who is to move and is not offered again."""

    @property
    def spec(self) -> GameSpec:
        """The game it is."""
        return game(self.game)

    @property
    def form(self) -> OptionForm:
        """What can be chosen."""
        form = self.spec.form
        assert form is not None
        return form

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

    @property
    def preset(self) -> str:
        """The preset whose values the options have, empty for none (T11)."""
        for preset in self.form.presets:
            if all(getattr(self.options, name) == value for name, value in preset.values.items()):
                return preset.id
        return ""

    def with_preset(self, wanted: str) -> Draft:
        """With a preset's values; as it is where there is no such preset."""
        draft = self
        for preset in self.form.presets:
            for name, value in preset.values.items() if preset.id == wanted else ():
                draft = draft.with_option(name, value)
        return draft

    def _with_seat(self, seat: int, info: SeatInfo) -> Draft:
        return replace(self, seats=(*self.seats[:seat], info, *self.seats[seat + 1 :]))

    def refusal(self) -> str:
        """Why the game cannot begin like this; empty if it can."""
        names = [seat.name.strip() for seat in self.playing]
        number, wrong = trouble_with_all(names)
        if wrong == "is given twice":
            return f"Two players are called {names[number]}"
        if wrong:
            player = f"layer {number + 1}"
            return f"The name of p{player} {wrong}" if names[number] else f"P{player} has no name"
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


def fresh(game_id: str = "", last: LastSetup | None = None) -> Draft:
    """A draft with the usual players, or those of the last time; of the first game unless one is named."""
    known = {spec.id: spec for spec in offered()}
    if last is not None and last.game in known:
        game_id = last.game
    spec = known[game_id or next(iter(known))]
    game_id, form = spec.id, spec.form
    assert form is not None
    least, most = spec.seats
    before: Sequence[SeatInfo] = last.seats if last is not None and last.game == game_id else ()
    options = form.start()
    remembered = last is not None and last.game == game_id
    if last is not None and last.game == game_id:
        try:
            options = form.read(bytes(last.options))
        except BabylonError:
            before, remembered = (), False
    if not _usable(before, spec):
        before = ()
    free = [colour for colour in spec.colours if colour not in {seat.colour for seat in before}]
    unused = [name for name in NAMES if name not in {seat.name for seat in before}]
    added = tuple(
        SeatInfo(name, colour, HUMAN if i + len(before) == 0 or not spec.bots else f"bot:{next(iter(spec.bots))}")
        for i, (name, colour) in enumerate(zip(unused, free, strict=False))
    )
    seats = (*before, *added)[:most]
    draft = Draft(game_id, seats, len(before) or least, options)
    return draft if remembered else draft.with_preset(form.first_preset)


def begun_from(game_id: str, begun: Begun) -> Draft:
    """A draft of a game that begins with a position: its colours, its options, the usual players."""
    draft = fresh(game_id)
    colours = (*begun.colours, *(colour for colour in draft.spec.colours if colour not in begun.colours))
    seats = tuple(SeatInfo(s.name, colour, s.controller) for s, colour in zip(draft.seats, colours, strict=False))
    return Draft(game_id, seats, len(begun.colours), begun.options, placed=True)


def _usable(seats: Sequence[SeatInfo], spec: GameSpec) -> bool:
    """Whether remembered seats still make sense."""
    colours = [seat.colour for seat in seats]
    controllers = {HUMAN, *(f"bot:{level}" for level in spec.bots)}
    return (
        spec.seats[0] <= len(seats) <= spec.seats[1]
        and len(set(colours)) == len(colours)
        and set(colours) <= set(spec.colours)
        and trouble_with_all([seat.name for seat in seats])[0] < 0
        and all(seat.controller in controllers and len(seat.name) <= NAME_LIMIT for seat in seats)
    )


def _plain(message: str) -> str:
    """An error's text without its JSON path."""
    head, found, rest = message.partition(": ")
    text = rest if found and head.startswith("$") else message
    return text[:1].upper() + text[1:]
