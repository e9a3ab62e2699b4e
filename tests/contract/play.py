"""Seeded random games of any registered game, played through controllers, with the moments on their way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from babylon3d.core.actions import Action, Event, Seat
from babylon3d.core.chance import derived
from babylon3d.core.errors import IllegalAction
from babylon3d.core.match import Controller, Match
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.games.babylon.practice.rules import PracticeOptions
from babylon3d.playable.registry import every_game, nature_info, versions
from babylon3d.playable.simulate import NAMES
from babylon3d.playable.spec import GameSpec
from tests.toys import TOYS

MAX_TICKS = 100_000
KEPT = 12
"""Moments of a game that are looked at closely, evenly spread."""

# -- what makes a game short -----------------------------------------------------------------------------------------

SHORT: dict[str, Mapping[str, Any]] = {
    "tactical": {"large": 1, "small": 1},
    "fast": {"wins": 1, "assist": "free", "large": 1, "small": 1, "stop_watch_s": 8},
}
"""Options with which a game is soon over, by its id; one that is not named here is played as its form starts."""

FORMLESS: dict[str, Callable[[Random], Any]] = {
    "practice": lambda rng: PracticeOptions(rng.choice(("all_nobles", "steady_hand", "repair", "copy"))),
}
"""Options of games that are not set up by a form."""

PAUSE = 20
"""Ticks between two doings of a random hand in games without turns."""


def games() -> tuple[GameSpec, ...]:
    """Whatever is registered, and the games of the tests' own."""
    known = {spec.id for spec in every_game()}
    return (*every_game(), *(spec for spec in TOYS if spec.id not in known))


class AnyHand:
    """A controller that does something legal now and then; what it is offered must be enough to know what is."""

    def __init__(self, spec: GameSpec, seat: Seat, rng: Random) -> None:
        self._spec, self._seat, self._rng = spec, seat, rng
        self._view: Any = None
        self._due = 0

    def offer(self, view: Any) -> None:
        self._view = view

    def poll(self, tick: int) -> tuple[Action, ...]:
        self._due -= 1
        if self._view is None or self._due > 0:
            return ()
        if self._spec.at_once:
            self._due = self._rng.randrange(1, PAUSE)
        legal = some_legal(self._spec, self._view, self._seat, self._rng)
        self._view = None if not self._spec.at_once else self._view
        return (self._rng.choice(legal),) if legal else ()

    def refused(self, action: Action, error: IllegalAction) -> None:
        """In turns nothing comes between an offer and its answer; without turns the others do."""
        if not self._spec.at_once:
            raise AssertionError(f"{action} is legal in the view, and refused: {error}")


MANY = 24
"""Of more legal actions than this, a random stretch is looked at: some games have hundreds, each dear to verify."""


def some_legal(spec: GameSpec, state: Any, seat: Seat, rng: Random) -> list[Action]:
    """Some of the seat's legal actions, all if they are not many."""
    return list(islice(spec.game.rules.legal_actions(state, seat), rng.choice((2, MANY // 2, MANY))))


@dataclass(frozen=True, slots=True)
class Moment:
    """A state on the way and what led to it; `lines` is how long the log then was."""

    state: Any
    events: tuple[Event, ...]
    lines: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end."""

    spec: GameSpec
    seed: int
    session: Session
    moments: tuple[Moment, ...] = field(repr=False)

    @property
    def seats(self) -> range:
        """The seats' numbers."""
        return range(len(self.session.header.seats))

    def closely(self, most: int = KEPT) -> Iterator[Moment]:
        """Some moments evenly spread, the first and the last among them."""
        last = len(self.moments) - 1
        count = min(most, last + 1)
        for number in range(count):
            yield self.moments[round(number * last / max(1, count - 1))]


def options_of(spec: GameSpec, rng: Random) -> Any:
    """Options with which the game is soon over."""
    if spec.form is None:
        return FORMLESS[spec.id](rng)
    options = spec.form.start()
    for name, value in {**spec.usual_options, **SHORT.get(spec.id, {})}.items():
        options = spec.form.switched(options, name, value)
    return options


def seats_of(spec: GameSpec, rng: Random) -> tuple[SeatInfo, ...]:
    """As many players as the game allows, each a person or one of the bots."""
    who = ["human", *(f"bot:{level}" for level in spec.bots)]
    count = rng.randint(*spec.seats)
    return tuple(SeatInfo(NAMES[i], spec.colours[i], rng.choice(who)) for i in range(count))


def controllers_of(spec: GameSpec, session: Session, seed: int) -> dict[Seat, Controller]:
    """The bots that the seats name; people do anything legal."""
    found: dict[Seat, Controller] = {}
    for seat, info in enumerate(session.header.seats):
        rng = derived(seed, "seat", seat)
        kind, _, level = info.controller.partition(":")
        found[seat] = spec.bot(level, seat, rng) if kind == "bot" else AnyHand(spec, seat, rng)
    return found


@cache
def played(spec_id: str, seed: int) -> Played:
    """A seeded random game, the same whenever it is asked for."""
    spec = next(spec for spec in games() if spec.id == spec_id)
    rng = derived(seed, "contract", spec_id)
    seats = seats_of(spec, rng)
    nature = spec.nature_names[0]
    session = Session.start(
        spec.game,
        seats,
        options_of(spec, rng),
        seed=rng.randrange(2**40),
        versions=versions(),
        nature=nature_info(nature, spec=spec),
    )
    natures = spec.natures(nature, session)
    moments = [Moment(session.state, session.first_events, len(session.log))]
    try:
        match = Match(session, controllers_of(spec, session, seed), natures)
        for tick in range(1, MAX_TICKS):
            if session.over:
                return Played(spec, seed, session, tuple(moments))
            before = session.state
            events = match.tick(tick if spec.at_once else 0)
            if events or session.state is not before:
                moments.append(Moment(session.state, events, len(session.log)))
    finally:
        for each in natures:
            each.close()
    raise AssertionError(f"{spec_id} with the seed {seed} does not end")
