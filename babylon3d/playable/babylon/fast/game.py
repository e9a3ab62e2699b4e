"""A match of the Fast Game without a window: session, hands, bots, the physics' process; one tick at a time."""

from __future__ import annotations

import time
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

RUSH_LOOKS, LOOK_S = 160, 0.0003
"""What is skipped takes so many ticks a picture at most; the physics is waited for in steps of so many seconds."""
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
        self._skips = False

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
        """Whether the physics keeps up; if not, time has to wait. What is skipped waits for every tick's answer."""
        return self.nature.ready and not (self.skipping and self.nature.behind)

    @property
    def unagreed(self) -> tuple[str, ...]:
        """The people still in the round who have not agreed to skip the rest of it (F15)."""
        seats = self.state.seats
        return tuple(self.names[seat] for seat in sorted(self.hands) if not (seats[seat].out or seats[seat].skips))

    @property
    def skipping(self) -> bool:
        """Whether the rest of the round is to be simulated at once: every person still in it agreed (F15)."""
        if self.state.phase not in ("building", "settling") or self.state.solo or self.unagreed:
            return False
        return self._skips or any(self.state.seats[seat].skips for seat in self.hands)

    def skip(self, seat: Seat | None) -> None:
        """A seat agrees to skip the rest; who is out, or watches, only asks for it and stops nobody."""
        if seat is None or self.state.seats[seat].out:
            self._skips = True
        else:
            self.hands[seat].do(m.Skip())

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
        """Let 1/60 s pass; of what is skipped as much as a picture has time for, each tick after the last's answer."""
        happened = self._tick()
        for _ in range(RUSH_LOOKS):
            if not self.skipping:
                break
            if self.ready:
                more = self._tick()
                happened = Happened(happened.events + more.events, happened.outcomes + more.outcomes, happened.before)
            else:
                time.sleep(LOOK_S)
        return happened

    def _tick(self) -> Happened:
        before = self.state
        self.ticks += 1
        events = self._match.tick(self.ticks)
        happened = Happened(events, self._witness.said, before)
        if happened.outcomes or any(not isinstance(e, m.HandMoved) for e in events):
            self.lines += fast_words.lines(happened.outcomes, events, before, self.state)
        if happened.has(m.MousePassed) or happened.has(m.RoundPrepared):
            self._slice_from = self.state.seconds
        if happened.has(m.RoundPrepared):
            self._skips = False
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
