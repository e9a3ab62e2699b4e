"""How rounds of the Fast Game end when nobody ends them: hands that are idle or out, bots of each level (F8, F15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from babylon3d.core.actions import Action, Seat
from babylon3d.core.chance import derived
from babylon3d.core.codec import digest
from babylon3d.core.errors import IllegalAction
from babylon3d.core.match import Controller, Match
from babylon3d.core.rules import HUMAN, SeatInfo
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import FastState, Standing, canonical
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.playable.babylon.fast.form import IDLE_S
from babylon3d.playable.babylon.fast.spec import SPEC
from babylon3d.playable.registry import nature_info, versions
from babylon3d.playable.simulate import NAMES

MOST_S = 1800
"""A round that is built for longer does not end."""
ASIDE_M, SWEEP_TICKS = 0.07, 90
"""Who fells a noble on purpose begins so far beside it, and takes so long to come as far on the other side."""

Person = Literal["idle", "out", "done", "skips"]
LEVELS = tuple(SPEC.bots)


@dataclass(frozen=True, slots=True)
class Case:
    """A round: what the person at seat 0 does, the bots at the other seats, the way to play."""

    seed: int
    person: Person
    bots: tuple[str, ...]
    way: m.Way = "bots"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a round ended; running time in seconds."""

    case: Case
    built_s: float
    gap_s: float
    """From the last piece that was placed, or the beginning, to the scores."""
    allowed_s: float
    """What the gap may be at most."""
    why: str
    by_clock: bool
    """Whether the clock's F15 stands in the log."""
    out: bool
    """Whether the person was out."""
    ended: bool
    outcome: str
    """A hash of the scores and of all that stands, to the last bit."""

    @property
    def ok(self) -> bool:
        """Whether it ended in time."""
        return self.ended and self.gap_s <= self.allowed_s


def cases(rounds: int, seed: int) -> Iterator[Case]:
    """Rounds of all kinds: three to five players, every level of bot, every third one taking turns at the mouse."""
    for i in range(rounds):
        bots = tuple(LEVELS[(i + k) % len(LEVELS)] for k in range(2 + i // 3 % 3))
        person: Person = ("idle", "out")[i % 2]
        yield Case(seed + i, person, bots, "alternating" if i % 3 == 2 else "bots")


class Hand:
    """A person's hand that follows a script."""

    def __init__(self, seat: Seat, person: Person) -> None:
        self._seat = seat
        self._state: FastState | None = None
        self._work = {"idle": _nothing, "out": self._fell, "done": self._done, "skips": self._skip}[person]()

    def offer(self, view: FastState) -> None:
        """See the state."""
        self._state = view

    def poll(self, tick: int) -> tuple[Action, ...]:
        """The script's next step."""
        return next(self._work, ())

    def refused(self, action: Action, error: IllegalAction) -> None:
        """The script goes on."""

    def _done(self) -> Iterator[tuple[Action, ...]]:
        """Say that one is done, and wait."""
        yield (m.Done(),)

    def _skip(self) -> Iterator[tuple[Action, ...]]:
        """Say that one is done, and agree to skip the rest."""
        yield (m.Done(),)
        yield (m.Skip(),)

    def _fell(self) -> Iterator[tuple[Action, ...]]:
        """Sweep a tower through another player's noble, again and again."""
        while True:
            noble = self._noble()
            if noble is None:
                yield ()
                continue
            x, y, z = noble.rest.position
            low = max(0.0, z - BABYLON.specs[noble.kind].size[2] / 2)
            yield (_to(noble.area, x - ASIDE_M, y, low), m.Grab("tower"))
            for i in range(SWEEP_TICKS):
                yield (_to(noble.area, x + ASIDE_M * (2 * i / SWEEP_TICKS - 1), y, low),)
            yield (m.PutAway(),)

    def _noble(self) -> Standing | None:
        """A noble of somebody else in an own area."""
        s = self._state
        if s is None:
            return None
        own, areas = s.seats[self._seat].colour, s.areas_of(self._seat)
        return next((p for p in s.standing if p.is_noble and p.colour != own and p.area in areas), None)


def _nothing() -> Iterator[tuple[Action, ...]]:
    yield from ()


def _to(area: int, x: float, y: float, z: float) -> m.MoveHand:
    return m.MoveHand(area, round(x * 1e4), round(y * 1e4), round(z * 1e4))


def play(case: Case) -> Ending:
    """Play one round without a stop watch, a tick at a time."""
    count = 1 + len(case.bots)
    seats = [SeatInfo(NAMES[i], SPEC.colours[i], f"bot:{case.bots[i - 1]}" if i else HUMAN) for i in range(count)]
    options = m.FastOptions(wins=1, way=case.way, assist="free", idle_s=IDLE_S)
    nature = nature_info("realtime", spec=SPEC)
    session = Session.start(SPEC.game, seats, options, seed=case.seed, versions=versions(), nature=nature)
    controllers: dict[Seat, Controller] = {0: Hand(0, case.person)}
    for seat, level in enumerate(case.bots, start=1):
        controllers[seat] = SPEC.bot(level, seat, derived(case.seed, "bot", seat))
    return _played(case, session, controllers)


def _played(case: Case, session: Session, controllers: Mapping[Seat, Controller]) -> Ending:
    natures = SPEC.natures("realtime", session)
    began = last = tick = 0
    by_clock = False
    try:
        match = Match(session, controllers, natures)
        while not session.over and tick - began < MOST_S * m.TICKS_A_SECOND:
            tick += 1
            events = match.tick(tick)
            if any(isinstance(event, m.RoundStarted) for event in events):
                began = last = tick
            if any(isinstance(event, m.PieceStands) and not event.shifted for event in events):
                last = tick
            by_clock |= any(isinstance(event, m.RoundStopped) for event in events) and session.state.quiet >= IDLE_S
    finally:
        for each in natures:
            each.close()
    state: FastState = session.state
    ring = len(state.seats) * state.options.slice_s if case.way == "alternating" else 0
    logged = b'"nothing_placed"' in session.log.data()
    second = m.TICKS_A_SECOND
    return Ending(
        case,
        built_s=(tick - began) / second,
        gap_s=(tick - last) / second,
        allowed_s=max(IDLE_S, ring) + 6.0,
        why=state.stopped_why,
        by_clock=by_clock and logged,
        out=state.seats[0].out,
        ended=session.over,
        outcome=digest(_told(state)),
    )


def _told(state: FastState) -> Any:
    told: dict[str, Any] = canonical(state)
    return [told["scores"], told["standing"], told["seconds"]]
