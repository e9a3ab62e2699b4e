"""A sitting: one game being played by whoever sits at one computer, without a window, one tick at a time.

It has the session with its match, the natures, the hand at the mouse, and knows who looks: nothing that it shows,
tells or plays as a sound says more than that seat, or a spectator, may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from babylon3d.core.actions import Action, Event, Seat
from babylon3d.core.geometry import Pose
from babylon3d.core.match import Match, Nature
from babylon3d.core.rules import HUMAN, bot_level
from babylon3d.core.session import Session
from babylon3d.playable.hints import HINT, Hinting
from babylon3d.playable.latest import Latest
from babylon3d.playable.natures import AllNatures
from babylon3d.playable.seats import Sitter
from babylon3d.playable.told import Told, Viewer, detail, new_decider, seen_by
from babylon3d.playable.turn_clock import TurnClock
from babylon3d.players.bot import BotController, Think
from babylon3d.players.human import HumanController
from babylon3d.present.model import Ghost, Hit, HudModel, SceneModel
from babylon3d.present.motion import Glides
from babylon3d.present.presenter import Chronicle, Presenter, Refused, Reply, Surroundings

TICK_S = 1 / 60

SLICES = 3
"""Pieces of work that a bot does in a tick; each takes well under a millisecond as a rule."""

PACES = {"slow": 90, "normal": 48, "fast": 20, "at once": 0}
"""Ticks between two actions of a bot at the usual speed; at once is without watching them come to rest either."""

CHECKS = 6
"""Places that the rules are asked about in a tick."""

INSTANT = 20.0
"""From this animation speed on nothing is waited for."""

Minds = Mapping[str, Callable[[Seat], Think]]
"""By level: a bot's mind for a seat."""


class Sitting:
    """One game being played by people and bots at one computer.

    `at_mouse` is the person who has the mouse or had it last. Where several people have secrets from one another it is
    nobody between their turns, and `waiting_for` is the one who must take the mouse over before anything goes on.
    """

    def __init__(
        self,
        session: Session,
        presenter: Presenter[Any],
        make_natures: Callable[[], Sequence[Nature]],
        minds: Minds,
        *,
        speed: float = 1.0,
        told: Told | None = None,
        secrets: bool = False,
    ) -> None:
        """Sit down at a session; `told` is what was told before of a game that is taken up. Use `open` then."""
        self.session = session
        self.presenter = presenter
        self._make_natures = make_natures
        self._minds = minds
        self._secrets = secrets
        self.speed = speed
        self.bot_pace = "normal"
        self._skipped: frozenset[Seat] | None = None
        self.names = tuple(info.name for info in session.header.seats)
        self.hand = presenter.hand()
        self.refusal: Refused = ""
        self.guard: Callable[[Action], str] | None = None
        """Why an action of a person is not to be done though the rules allow it, such as in a lesson; "" if it is."""
        self.hinting: Hinting | None = None
        """Who gives hints, in a game that knows of them."""
        self.clock: TurnClock | None = None
        """The clock of the turns, in a game that knows of clocks."""
        self.stand_in: Callable[[Seat], Think] | None = None
        """The mind that makes the rest of a turn whose time is up."""
        self.standing_in: Seat | None = None
        """The person for whom a bot makes the rest of a turn whose time is up."""
        self.glides = Glides()
        self.checked = 0
        self._due = 0.0
        self._rules = session.game.rules
        if told is None:
            told = (Told.with_secrets if secrets else Told)(self._rules, presenter, self.names)
            told.hear(session.first_events, session.state)
        self._told = told
        self.at_mouse: Seat | None = None
        self.waiting_for: Seat | None = None
        self._viewed: tuple[Any, Viewer, Any] | None = None
        self._planned: dict[Seat, str] = {}
        self.people: dict[Seat, HumanController] = {}
        self.bots: dict[Seat, BotController] = {}
        for seat, controller in enumerate(session.controllers):
            self._sit(seat, controller)
        self._pass_mouse()

    def open(self) -> None:
        """Set everything up where it stands, without dropping it."""
        clocks = () if self.clock is None else (self.clock,)
        self.nature = AllNatures((*self._make_natures(), *clocks))
        self.standing_in = None
        self.match = Match(self.session, {**self.people, **self.bots}, self.nature.each)

    def close(self) -> None:
        """Write what the log still lacks, give the physics back; `open` goes on from here."""
        self.session.log.flush()
        self.glides = Glides()
        for bot in self.bots.values():
            bot.stop()
        self.nature.close()

    # -- who sits where --------------------------------------------------------------------------

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Every seat with who decides for it now and from the next turn on."""
        now = self.session.controllers
        return tuple(
            Sitter(info.name, info.colour, now[seat], self._planned.get(seat, now[seat]))
            for seat, info in enumerate(self.session.header.seats)
        )

    @property
    def levels(self) -> tuple[str, ...]:
        """The bots that there are."""
        return tuple(self._minds)

    seats_change = "A change takes effect at the start of a turn: of this one, if nobody has acted in it yet."

    def refuses_seats(self, controllers: Sequence[str]) -> str:
        """Nothing: any seat may be a person's or a bot's."""
        return ""

    def plan_seats(self, controllers: Sequence[str]) -> None:
        """Let these decide for the seats from the start of a turn on."""
        self._planned = dict(enumerate(controllers))

    def _sit(self, seat: Seat, controller: str) -> None:
        level = bot_level(controller)
        self.people.pop(seat, None)
        gone = self.bots.pop(seat, None)
        if gone is not None:
            gone.stop()
        if level is None:
            self.people[seat] = HumanController()
        else:
            self.bots[seat] = BotController(self._minds[level](seat), slices=SLICES, pace=self._pace)

    def _change_seats(self) -> None:
        """Do what was planned, if a turn begins here."""
        if not self._planned or self.session.over or not self.session.between_turns:
            return
        for seat, controller in sorted(self._planned.items()):
            if controller == self.session.controllers[seat]:
                continue
            self.session.seat(seat, controller)
            self._sit(seat, controller)
            self.match.seat(seat, self.people[seat] if controller == HUMAN else self.bots[seat])
            self._told.say(new_decider(self.names[seat], controller))
        self._planned.clear()
        self._pass_mouse()

    # -- who looks -------------------------------------------------------------------------------

    @property
    def guarded(self) -> bool:
        """Whether people at this mouse have secrets from one another."""
        return self._secrets and len(self.people) > 1

    def _pass_mouse(self) -> None:
        """Find out who has the mouse now, or who is to take it over."""
        before = self.at_mouse
        to_act = self._rules.to_act(self.session.state)
        people = sorted(seat for seat in to_act if seat in self.people)
        if self.at_mouse not in self.people:
            self.at_mouse = None
        if not self.guarded:
            self.waiting_for = None
            if people and self.at_mouse not in people:
                self.at_mouse = people[0]
        else:
            if to_act and self.at_mouse not in to_act:
                self.at_mouse = None
            self.waiting_for = people[0] if self.at_mouse is None and people else None
        if self._secrets and self.at_mouse != before:
            self._forget_all()
        elif before is not None and self.at_mouse != before:
            self.drop()  # nobody takes over what another held

    def take_over(self) -> None:
        """The person who is waited for sits at the mouse, and nobody else looks."""
        if self.waiting_for is not None:
            self.at_mouse, self.waiting_for = self.waiting_for, None
            self._forget_all()

    def _forget_all(self) -> None:
        """Nothing is left of what the last person saw or held."""
        self.hand = self.presenter.hand()
        self.refusal = ""
        self.glides = Glides()

    @property
    def seat(self) -> Seat | None:
        """The person who may act now, `None` while it is a bot's turn, somebody is waited for or the game is over."""
        if self.waiting_for is not None or self.at_mouse is None or self.at_mouse == self.standing_in:
            return None
        return self.at_mouse if self.at_mouse in self._rules.to_act(self.session.state) else None

    @property
    def view(self) -> Any:
        """The state as whoever looks may see it: the person at the mouse, or a spectator; all of it after the end."""
        state, viewer = self.session.state, self.at_mouse
        if self._viewed is None or self._viewed[0] is not state or self._viewed[1] != viewer:
            view = state if self.session.over else self._rules.view(state, viewer)
            self._viewed = (state, viewer, view)
        return self._viewed[2]

    @property
    def chronicle(self) -> Chronicle:
        """What whoever looks has been told."""
        return self._told.of(self.at_mouse)

    @property
    def latest(self) -> Latest:
        """The pieces of the turn that is on, or of the last one."""
        return self._told.latest

    # -- looking ---------------------------------------------------------------------------------

    @property
    def instant(self) -> bool:
        """Whether nothing is animated."""
        return self.speed >= INSTANT

    @property
    def _pace(self) -> int:
        return 0 if self.instant or self.hurried else PACES[self.bot_pace]

    @property
    def watching(self) -> bool:
        """Whether bots are at play and people look on."""
        return self.seat is None and self.waiting_for is None and not self.session.over

    @property
    def hurried(self) -> bool:
        """Whether what the bots do now is not waited for."""
        return self.watching and (self.bot_pace == "at once" or self._skipped is not None)

    def skip(self) -> None:
        """Wait no longer for what bots do before a person's next turn, or where nobody plays, for this turn."""
        if self.watching:
            self._skipped = frozenset(self._rules.to_act(self.session.state))

    def _skip_no_more(self) -> None:
        """End the skipping where it was to lead."""
        if self._skipped is None or self.nature.busy:
            return
        to_act = frozenset(self._rules.to_act(self.session.state))
        if not self.watching or (not self.people and to_act and to_act != self._skipped):
            self._skipped = None

    @property
    def busy(self) -> bool:
        """Whether something goes on without anybody touching the mouse."""
        if self.waiting_for is not None:
            return False
        bot_to_act = self.seat is None and not self.session.over
        hinting = self.hinting is not None and self.hinting.busy
        return bot_to_act or self.nature.busy or self.glides.active or self.people_wait or hinting

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
            self.at_mouse,
            self.waiting_for,
            self.session.controllers,
            self.hand,
            self.refusal,
            self.nature.version,
            self.nature.busy,
            self.glides.clock,
            self.checked,
            self.latest,
            0 if self.hinting is None else self.hinting.version,
            None if self.clock is None else (self.standing_in, self.clock.text(self.session.state)),
            self.session.log.fault,
        )

    def poses(self) -> Mapping[str, Pose]:
        """Where every piece is seen; metres. In a game with secrets only of pieces that may be seen."""
        poses = self.nature.poses()
        if self._secrets or not self.nature.posed:
            poses = {piece: poses.get(piece, pose) for piece, pose in self.presenter.places(self.view).items()}
        return self.glides.poses(poses)

    def scene(self) -> SceneModel:
        """Everything in 3D; only the empty table while somebody is waited for."""
        model = self.latest.scene(self.presenter.scene(self.view, self.seat, self.hand, self.poses()))
        if self.waiting_for is not None:
            return SceneModel(table_reach=model.table_reach, pitch_m=model.pitch_m, level_m=model.level_m)
        return model if self.hinting is None else self.hinting.scene(model, self.view, self.seat)

    def marked(self) -> tuple[Ghost, ...]:
        """The places of a hint that was asked for, as far as they are not built on."""
        hint = None if self.hinting is None else self.hinting.at(self.view, self.seat)
        return () if hint is None else hint.ghosts

    def hud(self, keys: Mapping[str, str], warnings: tuple[str, ...] = ()) -> HudModel:
        """Everything flat."""
        fault = (f"{self.session.log.fault}; the game goes on",) if self.session.log.fault else ()
        around = Surroundings(
            names=self.names,
            details=tuple(map(detail, self.session.controllers)),
            acting=self.seat,
            log=self.chronicle.lines,
            keys=keys,
            moving=self.nature.busy,
            refusal=self.refusal,
            warnings=(*fault, *warnings),
        )
        model = self.presenter.hud(self.view, self.hand, around)
        if self.clock is not None and self.seat is not None:
            text, hurry = self.clock.text(self.session.state)
            model = replace(model, clock=text, hurry=hurry) if text else model
        return model if self.hinting is None else self.hinting.hud(model, self.view, self.seat)

    # -- time ------------------------------------------------------------------------------------

    def tick(self, dt: float = TICK_S) -> tuple[Event, ...]:
        """Let a frame's time pass: bots, people, natures, pieces on their way. Tells whoever looks what happened."""
        self._change_seats()
        if self.waiting_for is not None:
            return ()
        for bot in self.bots.values():
            bot.pace = self._pace
        self.checked += self._check()
        self._run_clock(dt)
        if self.hinting is not None:
            self.hinting.think(self.seat)
        if self.glides.active:
            self.glides.advance(dt * self.speed)
            return ()
        self._skip_no_more()
        if self.instant or self.hurried:
            return self._run_out()
        self._due += min(dt, 0.1) * self.speed / TICK_S
        events: list[Event] = []
        while self._due >= 1 - 1e-6 and not self.glides.active and self.waiting_for is None:
            self._due -= 1
            events += self._step()
        return tuple(events)

    def _run_clock(self, dt: float) -> None:
        """Let the clock of whoever is at the mouse run; a bot stands in for a person whose time is up, if agreed."""
        clock, state = self.clock, self.session.state
        if clock is None:
            return
        if self.seat is not None:
            judged = not (self.nature.busy or self.glides.active or self.people_wait or self._rules.need(state))
            clock.run(min(dt, 0.1), state, judged=judged)
        late = not self.session.over and clock.timed.late(state) and clock.timed.bot_moves(state)
        due = next((seat for seat in sorted(self._rules.to_act(state)) if late and seat in self.people), None)
        if due == self.standing_in:
            return
        if self.standing_in is not None and self.standing_in in self.people:
            person = self.people[self.standing_in] = HumanController()
            self.match.seat(self.standing_in, person)
        if due is not None and self.stand_in is not None:
            self.match.seat(due, BotController(self.stand_in(due), slices=SLICES, pace=self._pace))
            self.drop()
        self.standing_in = due

    def _check(self) -> int:
        """Ask the rules about some of the places that are shown, so that dead ends (T2) vanish from among them."""
        seat = self.seat
        return 0 if seat is None else self.presenter.check(self.view, seat, self.hand, CHECKS)

    def _run_out(self) -> tuple[Event, ...]:
        """One action and the physics until it rests, at most a second's worth so that the window goes on living."""
        events = list(self._step())
        for _ in range(59):
            if not self.nature.busy or self.waiting_for is not None:
                break
            events += self._step()
        self.glides = Glides()
        return tuple(events)

    def _step(self) -> tuple[Event, ...]:
        before = self.poses()
        happened = self.match.tick()
        for person in self.people.values():
            if person.refusal is not None:
                self.refusal, person.refusal = person.refusal, None
        self._told.hear(happened, self.session.state)
        events = seen_by(self._rules, happened, self.at_mouse)
        for event in events:
            self.glides.start(before, self.presenter.gliding(event, self.view))
        self._pass_mouse()
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
        if command == HINT and self.hinting is not None:
            to_act = sorted(self._rules.to_act(self.session.state))
            thinking = f"{self.names[to_act[0]]} is thinking" if to_act else "the game is over"
            self.refusal = self.hinting.ask(self.view, self.seat, thinking)
            return "refuse" if self.refusal else "pick"
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
        actions: tuple[Action, ...] = reply.actions
        kept_back = "" if self.guard is None else next(filter(None, map(self.guard, actions)), "")
        if kept_back:
            self.refusal = kept_back
            return "refuse"
        self.hand, self.refusal = reply.hand, reply.refusal
        if actions and self.seat is not None:
            self.people[self.seat].do(*actions)
        return reply.cue
