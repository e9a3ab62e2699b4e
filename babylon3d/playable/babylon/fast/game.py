"""A match of the Fast Game without a window: session, hands, bots, the physics' process; one tick at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from babylon3d.core.actions import Event, Need, Outcome, Seat
from babylon3d.core.geometry import Pose, blend
from babylon3d.core.match import Controller, Match
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.playable.babylon.fast import words as fast_words
from babylon3d.playable.babylon.fast.clock import COUNTDOWN_TICKS
from babylon3d.playable.babylon.fast.hand import HandController
from babylon3d.playable.natures import PacedNature

MOST_SPAN = 6
"""Poses that come late are glided to over at most this many ticks."""


class Witness:
    """A nature that remembers what it said last."""

    def __init__(self, nature: PacedNature) -> None:
        self.name = nature.name
        self.said: tuple[Outcome, ...] = ()
        self._nature = nature

    def observe(self, events: tuple[Event, ...], state: Any) -> None:
        """Pass on."""
        self._nature.observe(events, state)

    def poll(self, state: Any, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        """Ask, and remember the answer."""
        self.said = self._nature.poll(state, need, tick)
        return self.said


@dataclass(frozen=True, slots=True)
class Happened:
    """What a tick brought, and the state before it."""

    events: tuple[Event, ...]
    outcomes: tuple[Outcome, ...]
    before: FastState

    def has(self, kind: type[Event]) -> bool:
        """Whether an event of that kind is among them."""
        return any(isinstance(event, kind) for event in self.events)


class Smooth:
    """Poses that arrive in their own time, seen moving evenly."""

    def __init__(self, nature: PacedNature) -> None:
        self._nature = nature
        self._version = -1
        self._since = 0
        self._span = 1
        self._old: dict[str, Pose] = {}
        self._new: dict[str, Pose] = {}
        self._seen: Mapping[str, Pose] = {}
        self.version = 0
        """Changes whenever what is seen does."""

    def tick(self) -> None:
        """A tick of the screen has passed, whether one of the physics did or not."""
        self._since += 1
        if self._nature.version != self._version:
            self._version = self._nature.version
            self._old, self._new = dict(self._seen), dict(self._nature.poses())
            self._span, self._since = max(1, min(self._since, MOST_SPAN)), 1
        elif self._since > self._span:
            return
        share = min(1.0, self._since / self._span)
        if share >= 1.0:
            self._seen = self._new
        else:
            self._seen = {
                name: pose if self._old.get(name, pose) == pose else blend(self._old[name], pose, share)
                for name, pose in self._new.items()
            }
        self.version += 1

    def poses(self) -> Mapping[str, Pose]:
        """Where every piece is seen."""
        return self._seen


class FastGame:
    """One match being played at one computer. Whoever makes it closes it."""

    def __init__(
        self,
        session: Session,
        nature: PacedNature,
        bots: Mapping[Seat, Controller],
        *,
        tick: int = 0,
        lines: tuple[str, ...] = (),
        details: tuple[str, ...] = (),
    ) -> None:
        """Sit down at a session; `tick` and `lines` are how far a game that is taken up has come."""
        self.session = session
        self.nature = nature
        self.details = details
        self.ticks = tick
        self.lines = lines
        self.names = tuple(info.name for info in session.header.seats)
        self.smooth = Smooth(nature)
        self._witness = Witness(nature)
        count = len(session.header.seats)
        self.hands: dict[Seat, HandController] = {
            seat: HandController(seat, count, nature.poses) for seat in range(count) if seat not in bots
        }
        self._match = Match(session, {**bots, **self.hands}, (self._witness,))
        self._phase_ticks = 0
        self._phase = self.state.phase
        self._slice_from = self.state.seconds

    @property
    def state(self) -> FastState:
        """The match as it stands."""
        state: FastState = self.session.state
        return state

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.session.over

    @property
    def ready(self) -> bool:
        """Whether the physics keeps up; if not, time has to wait."""
        return self.nature.ready

    @property
    def countdown(self) -> int:
        """The seconds that are left of 3-2-1; 0 when it is over."""
        left = COUNTDOWN_TICKS - self._phase_ticks
        return max(0, -(-left // m.TICKS_A_SECOND)) if self.state.phase == "countdown" else 0

    @property
    def phase_ticks(self) -> int:
        """Ticks since the phase began."""
        return self._phase_ticks

    @property
    def slice_left(self) -> int | None:
        """The seconds that the mouse stays with its player; None where it does not pass (F12)."""
        if self.state.mouse is None:
            return None
        return max(0, self.state.options.slice_s - (self.state.seconds - self._slice_from))

    def tick(self) -> Happened:
        """Let 1/60 s pass."""
        before = self.state
        self.ticks += 1
        events = self._match.tick(self.ticks)
        happened = Happened(events, self._witness.said, before)
        if happened.outcomes or any(not isinstance(e, m.HandMoved) for e in events):
            self.lines += fast_words.lines(happened.outcomes, events, before, self.state)
        if happened.has(m.MousePassed) or happened.has(m.RoundPrepared):
            self._slice_from = self.state.seconds
        if self.state.phase != self._phase or happened.has(m.RoundPrepared):
            self._phase, self._phase_ticks = self.state.phase, 0
        self._phase_ticks += 1
        return happened

    def next_round(self) -> None:
        """Have the next round prepared: by the first person, or by the bots alone, which do not wait."""
        for seat in sorted(self.hands)[:1]:
            self.hands[seat].do(m.NextRound())

    def close(self) -> None:
        """Write what the log still lacks; end the physics."""
        self.session.log.flush()
        self.nature.close()
