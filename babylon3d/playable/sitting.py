"""A game at a table, without a window: session, seats, nature and hand, one tick at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from babylon3d.core.actions import Action, Event, Seat
from babylon3d.core.geometry import Pose
from babylon3d.core.match import Match
from babylon3d.core.session import Session
from babylon3d.playable.natures import RestingNature
from babylon3d.players.bot import BotController, Think
from babylon3d.players.human import HumanController
from babylon3d.present.model import Hit, HudModel, SceneModel
from babylon3d.present.motion import Glides
from babylon3d.present.presenter import Chronicle, Presenter, Reply, Surroundings

TICK_S = 1 / 60

SLICES = 3
"""Pieces of work that a bot does in a tick; each takes well under a millisecond as a rule."""

PACE = 30
"""Ticks between two actions of a bot at the usual speed."""

CHECKS = 6
"""Places that the rules are asked about in a tick."""

INSTANT = 20.0
"""From this animation speed on nothing is waited for."""


class PlayTable:
    """One game being played by people and bots at one computer."""

    def __init__(
        self,
        session: Session,
        presenter: Presenter[Any],
        make_nature: Callable[[], RestingNature],
        bots: Mapping[Seat, Think],
        *,
        speed: float = 1.0,
        before: Sequence[str] = (),
        details: tuple[str, ...] = (),
    ) -> None:
        """Sit down at a session; `before` are the log's lines of a game that is taken up again. Use `open` then."""
        self.session = session
        self.presenter = presenter
        self._make_nature = make_nature
        self.speed = speed
        self.details = details
        self.names = tuple(info.name for info in session.header.seats)
        self.hand = presenter.hand()
        self.refusal = ""
        self.glides = Glides()
        self.checked = 0
        self._due = 0.0
        self.chronicle = Chronicle(self.names, tuple(before))
        if not before:
            self.chronicle = self.chronicle.after(presenter, session.first_events, session.state)
        self.people: dict[Seat, HumanController] = {}
        self.bots: dict[Seat, BotController] = {}
        for seat in range(len(session.header.seats)):
            if seat in bots:
                self.bots[seat] = BotController(bots[seat], slices=SLICES, pace=self._pace)
            else:
                self.people[seat] = HumanController()

    def open(self) -> None:
        """Set everything up where it stands, without dropping it."""
        self.nature = self._make_nature()
        self.match = Match(self.session, {**self.people, **self.bots}, (self.nature,))

    def close(self) -> None:
        """Write what the log still lacks, give the physics back; `open` goes on from here."""
        self.session.log.flush()
        self.glides = Glides()
        self.nature.close()

    # -- looking ---------------------------------------------------------------------------------

    @property
    def instant(self) -> bool:
        """Whether nothing is animated."""
        return self.speed >= INSTANT

    @property
    def _pace(self) -> int:
        return 0 if self.instant else PACE

    @property
    def seat(self) -> Seat | None:
        """The person who may act now, `None` while it is a bot's turn or the game is over."""
        to_act = sorted(self.session.game.rules.to_act(self.session.state))
        return next((seat for seat in to_act if seat in self.people), None)

    @property
    def view(self) -> Any:
        """The state as the person at the mouse (or the first one) may see it."""
        seat = self.seat if self.seat is not None else min(self.people, default=0)
        return self.session.game.rules.view(self.session.state, seat)

    @property
    def busy(self) -> bool:
        """Whether something goes on without anybody touching the mouse."""
        bot_to_act = self.seat is None and not self.session.over
        return bot_to_act or self.nature.busy or self.glides.active or self.people_wait

    @property
    def people_wait(self) -> bool:
        """Whether somebody's action has not been taken yet."""
        return any(person.waiting for person in self.people.values())

    @property
    def finished(self) -> bool:
        """Whether the game is over and everything lies still."""
        return self.session.over and not self.nature.busy and not self.glides.active

    def seen(self) -> tuple[object, ...]:
        """A value that changes whenever scene or HUD may look different."""
        return (
            id(self.session.state),
            self.hand,
            self.refusal,
            self.nature.version,
            self.nature.busy,
            self.glides.clock,
            self.checked,
            self.session.log.fault,
        )

    def poses(self) -> Mapping[str, Pose]:
        """Where every piece is seen; metres."""
        return self.glides.poses(self.nature.poses())

    def scene(self) -> SceneModel:
        """Everything in 3D."""
        return self.presenter.scene(self.view, self.seat, self.hand, self.poses())

    def hud(self, keys: Mapping[str, str], warnings: tuple[str, ...] = ()) -> HudModel:
        """Everything flat."""
        fault = (f"{self.session.log.fault}; the game goes on",) if self.session.log.fault else ()
        around = Surroundings(
            names=self.names,
            details=self.details,
            acting=self.seat,
            log=self.chronicle.lines,
            keys=keys,
            moving=self.nature.busy,
            refusal=self.refusal,
            warnings=(*fault, *warnings),
        )
        return self.presenter.hud(self.view, self.hand, around)

    # -- time ------------------------------------------------------------------------------------

    def tick(self, dt: float = TICK_S) -> tuple[Event, ...]:
        """Let a frame's time pass: bots, people, nature, pieces on their way. Tells what happened."""
        for bot in self.bots.values():
            bot.pace = self._pace
        self.checked += self._check()
        if self.glides.active:
            self.glides.advance(dt * self.speed)
            return ()
        if self.instant:
            return self._run_out()
        self._due += min(dt, 0.1) * self.speed / TICK_S
        events: list[Event] = []
        while self._due >= 1 - 1e-6 and not self.glides.active:
            self._due -= 1
            events += self._step()
        return tuple(events)

    def _check(self) -> int:
        """Ask the rules about some of the places that are shown, so that dead ends (T2) vanish from among them."""
        seat = self.seat
        return 0 if seat is None else self.presenter.check(self.view, seat, self.hand, CHECKS)

    def _run_out(self) -> tuple[Event, ...]:
        """One action and the physics until it rests, at most a second's worth so that the window goes on living."""
        events = list(self._step())
        for _ in range(59):
            if not self.nature.busy:
                break
            events += self._step()
        self.glides = Glides()
        return tuple(events)

    def _step(self) -> tuple[Event, ...]:
        seen = self.poses()
        events = self.match.tick()
        for person in self.people.values():
            if person.refusal is not None:
                self.refusal, person.refusal = str(person.refusal), None
        self.chronicle = self.chronicle.after(self.presenter, events, self.session.state)
        for event in events:
            self.glides.start(seen, self.presenter.gliding(event, self.session.state))
        return events

    # -- hands -----------------------------------------------------------------------------------

    def point(self, hit: Hit | None) -> None:
        """The cursor is over something else."""
        self.refusal = ""
        self.hand = self.presenter.point(self.view, self.seat, self.hand, hit)

    def forget(self) -> None:
        """What the cursor was over has changed: nothing is pointed at until it moves."""
        self.hand = self.presenter.point(self.view, self.seat, self.hand, None)

    def click(self) -> str:
        """The left button, or the key for placing. Returns the sound it makes."""
        return self._by_seat(lambda seat: self.presenter.click(self.view, seat, self.hand))

    def turn(self, steps: int) -> str:
        """Turn what is held. Returns the sound it makes."""
        return self._by_seat(lambda seat: self.presenter.turn(self.view, seat, self.hand, steps))

    def press(self, command: str) -> str:
        """A button of the HUD, or its key. Returns the sound it makes."""
        return self._take(self.presenter.press(self.view, self.seat, self.hand, command))

    def walk(self, dx: float, dy: float, up: int) -> None:
        """Move the keyboard's cursor."""
        if self.seat is not None:
            self.refusal = ""
            self.hand = self.presenter.walk(self.view, self.seat, self.hand, dx, dy, up)

    def holding(self) -> bool:
        """Whether the hand holds or has chosen something."""
        return self.seat is not None and self.presenter.holding(self.view, self.seat, self.hand)

    def aims(self) -> bool:
        """Whether a click on the table would mean something now."""
        return self.seat is not None and self.presenter.aims(self.view, self.seat, self.hand)

    def drop(self) -> None:
        """Put back what the hand holds."""
        self.refusal = ""
        self.hand = self.presenter.drop(self.hand)

    def _by_seat(self, ask: Callable[[Seat], Reply[Any]]) -> str:
        return "" if self.seat is None else self._take(ask(self.seat))

    def _take(self, reply: Reply[Any]) -> str:
        self.hand, self.refusal = reply.hand, reply.refusal
        if reply.actions and self.seat is not None:
            actions: tuple[Action, ...] = reply.actions
            self.people[self.seat].do(*actions)
        return reply.cue
