"""Natures of the Fast Game: the arena in this process (headless games), or in one of its own behind a pipe.

Both get the same messages in the same order, so the log of one re-simulates in the other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import msgspec

from babylon3d.core.actions import Event, Need, Outcome, Seat
from babylon3d.core.geometry import Pose
from babylon3d.core.record import Header
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle, table_half_m, to_world
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.pieces import PieceKind
from babylon3d.physics.engines import Config, recipe, world
from babylon3d.physics.recipes import Number, from_numbers
from babylon3d.physics.world import Exploded, Precision
from babylon3d.playable.babylon.fast.arena import Arena, Restored, Role, pose_of
from babylon3d.playable.babylon.fast.clock import Clock, ClockState
from babylon3d.playable.babylon.fast.falls import FIRST_FALLS
from babylon3d.playable.babylon.fast.grips import FIRST_WAY
from babylon3d.playable.babylon.fast.ways import falls_of, numbers_of, way_of
from babylon3d.playable.remote import RemoteNature, Talk

FastEvent = (
    m.RoundPrepared
    | m.RoundStarted
    | m.HandChanged
    | m.HandMoved
    | m.WasLetGo
    | m.PieceLeft
    | m.WentOut
    | m.SaidDone
    | m.AgreedToSkip
    | m.PieceStands
    | m.MousePassed
    | m.Ticked
    | m.RoundStopped
    | m.RoundScored
    | m.MatchEnded
)

SetUp = tuple[tuple[str, PieceKind, int, m.Rest], ...]


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """The first message to the process: what it simulates."""

    players: int
    options: m.FastOptions
    precision: Precision
    standing: SetUp = ()
    recipe: dict[str, Number] = {}
    """Every number of the recipe, as a record names them; empty for today's of that precision."""
    hands: int = FIRST_WAY
    """How hands travel (`grips`); a record that does not say so has the first way."""
    falls: int = FIRST_FALLS
    """How falls are judged (`falls`); a record that does not say so has the first way."""


class Restore(msgspec.Struct, frozen=True, tag="restore"):
    """Rebuild everything: after a process died, or for a resumed game."""

    tick: int
    bodies: tuple[Restored, ...]
    targets: tuple[tuple[Seat, m.MoveHand], ...]
    clock: ClockState


def physics_config(begin: Begin) -> Config:
    """The recipe on a table that carries all areas of that many players."""
    config = from_numbers(begin.recipe) if begin.recipe else recipe(begin.precision)
    return replace(config, table=replace(config.table, half_m=table_half_m(begin.players)))


def make_arena(begin: Begin) -> Arena:
    """An arena with a fresh world."""
    arena = Arena(begin.players, begin.options, world(physics_config(begin)), hands=begin.hands, falls=begin.falls)
    arena.set_up(begin.standing)
    return arena


def set_up_of(state: FastState) -> SetUp:
    """What stands before the round, as the arena takes it: lowest first."""
    ordered = sorted(state.standing, key=lambda piece: (piece.rest.position[2], piece.id))
    return tuple((piece.id, piece.kind, piece.area, piece.rest) for piece in ordered)


def begin_of_session(session: Session) -> Begin:
    """What the arena of a session is begun with: the recipe and the ways that its header names. Raises: BadText."""
    header, state = session.header, session.state
    precision = header.nature.config.get("precision", "realtime")
    usual: Precision = "accurate" if precision == "accurate" else "realtime"
    return begin_by(header, state, usual, numbers_of(header))


def begin_by(header: Header, state: FastState, precision: Precision, numbers: dict[str, Number]) -> Begin:
    """What an arena is begun with by these numbers of a recipe, and by a header's ways. Raises: BadText."""
    ways = (way_of(header), falls_of(header))
    return Begin(len(header.seats), state.options, precision, set_up_of(state), numbers, *ways)


class Recall:
    """What a lost arena is rebuilt from: the key frames so far and a clock that counts along.

    It takes in only what the log holds, so that a re-simulation rebuilds the same.
    """

    def __init__(self, players: int, options: m.FastOptions) -> None:
        self._clock = Clock(options, players)
        self._middles = tuple(area_middle(players, area) for area in range(players))
        self._frames: dict[str, Pose] = {}

    def sent(self, events: Sequence[Event]) -> None:
        """A tick was asked for after these events."""
        for event in events:
            self._clock.hear(event)
            if isinstance(event, m.PieceLeft):
                self._frames.pop(event.piece, None)
        self._clock.tick(waiting=True, quiet=False)

    def got(self, outcome: Outcome) -> None:
        """An outcome was logged."""
        if isinstance(outcome, m.Placed):
            self._clock.placed()
        if isinstance(outcome, m.KeyFrame):
            for name, *numbers in outcome.poses:
                self._frames[name] = pose_of(numbers, self._middles)

    def restore(self, state: FastState, tick: int) -> Restore:
        """The message that rebuilds the arena of a state."""
        bodies = [
            self._body(piece.id, piece.kind, "standing", piece.seat, piece.area, piece.rest) for piece in state.standing
        ]
        for seat, player in enumerate(state.seats):
            area = player.at.area if player.at is not None else seat
            bodies += [self._body(held.id, held.kind, "pending", seat, area) for held in player.judged]
            if player.hand is not None:
                bodies.append(self._body(player.hand.id, player.hand.kind, "held", seat, area))
        targets = tuple((seat, player.at) for seat, player in enumerate(state.seats) if player.at is not None)
        return Restore(tick, tuple(bodies), targets, self._clock.state())

    def poses(self, state: FastState) -> Mapping[str, Pose]:
        """Where every piece of a state was when it was seen last; the world's frame, metres."""
        return {body.id: Pose(body.position, body.quaternion) for body in self.restore(state, 0).bodies if body.known}

    def _body(
        self, name: str, kind: PieceKind, role: Role, seat: Seat | None, area: int, rest: m.Rest | None = None
    ) -> Restored:
        """One piece: where the last key frame saw it, else where it rested, else nowhere known."""
        pose = self._frames.get(name)
        if pose is None and rest is not None:
            pose = to_world(Pose(rest.position, rest.quaternion), self._middles[area])
        if pose is None:
            return Restored(name, kind, role, seat, area, rest)
        return Restored(name, kind, role, seat, area, rest, True, pose.position, pose.quaternion)


class LocalNature:
    """The arena in this process, a tick at a time: for headless games and re-simulation."""

    name = "physics"

    def __init__(self, begin: Begin) -> None:
        self.arena = make_arena(begin)
        self.recall = Recall(begin.players, begin.options)
        self._events: list[Event] = []

    def observe(self, events: tuple[Event, ...], state: FastState) -> None:
        """Keep the events for the next tick."""
        self._events += events

    def poll(self, state: FastState, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        """Let one tick pass."""
        events, self._events = self._events, []
        self.recall.sent(events)
        self.arena.observe(events)
        try:
            outcomes = self.arena.tick()
        except Exploded:
            self._restore(state, tick)
            return (m.Rebuilt(),)
        for outcome in outcomes:
            self.recall.got(outcome)
        return outcomes

    def skip(self, state: FastState, tick: int) -> None:
        """Build the arena anew instead of simulating this tick, as the process nature does after a fault."""
        events, self._events = self._events, []
        self.recall.sent(events)
        self._restore(state, tick)

    def _restore(self, state: FastState, tick: int) -> None:
        """Everything where the last key frame saw it."""
        rebuild(self.arena, self.recall.restore(state, tick))

    def poses(self) -> Mapping[str, Pose]:
        """Where every piece is; the world's frame, metres."""
        return self.arena.poses()

    def close(self) -> None:
        """Give the world back."""
        self.arena.close()


def rebuild(arena: Arena, message: Restore) -> None:
    """Build an arena anew by what its nature remembers."""
    arena.restore(message.tick, message.bodies, dict(message.targets), message.clock)


TALK = Talk(Begin, Restore, FastEvent, m.FastOutcome, m.Rebuilt(), make_arena, rebuild)
"""What the Fast Game says to its arena, and what it hears."""


class ProcessNature(RemoteNature[Recall]):
    """The arena in a process of its own."""

    def __init__(self, begin: Begin, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin the process; `clock` tells seconds."""
        super().__init__(TALK, begin, Recall(begin.players, begin.options), clock)
