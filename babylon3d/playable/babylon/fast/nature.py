"""Natures of the Fast Game: the arena in this process (headless games), or in one of its own behind a pipe.

Both get the same messages in the same order, so the log of one re-simulates in the other.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from babylon3d.core.actions import Event, Need, Outcome, Seat
from babylon3d.core.errors import Unavailable
from babylon3d.core.geometry import Pose
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle, table_half_m, to_world
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.pieces import PieceKind
from babylon3d.physics.engines import Config, recipe, world
from babylon3d.physics.recipes import Number, from_numbers
from babylon3d.physics.world import Precision
from babylon3d.playable.babylon.fast.arena import Arena, Restored, Role, pose_of
from babylon3d.playable.babylon.fast.clock import Clock, ClockState

# The picture may run this many ticks ahead of the physics before time has to slow down.
MOST_AHEAD = 3
# So many times in a row a process is begun anew that ends without having answered.
SILENT_S, WAKING_S = 5.0, 30.0
"""So long a process is waited for: in the middle of a game, and when it begins (an engine is loaded then)."""
MOST_VAIN = 3

FastEvent = (
    m.RoundPrepared
    | m.RoundStarted
    | m.HandChanged
    | m.HandMoved
    | m.WasLetGo
    | m.PieceLeft
    | m.WentOut
    | m.SaidDone
    | m.PieceStands
    | m.MousePassed
    | m.Ticked
    | m.RoundStopped
    | m.RoundScored
    | m.MatchEnded
)

SetUp = tuple[tuple[str, PieceKind, int, m.Rest], ...]
FlatPose = tuple[str, float, float, float, float, float, float, float]


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """The first message to the process: what it simulates."""

    players: int
    options: m.FastOptions
    precision: Precision
    standing: SetUp = ()
    recipe: dict[str, Number] = {}
    """Every number of the recipe, as a record names them; empty for today's of that precision."""


class Advance(msgspec.Struct, frozen=True, tag="advance"):
    """Let tick `tick` pass, after hearing these events."""

    tick: int
    events: tuple[FastEvent, ...]


class Restore(msgspec.Struct, frozen=True, tag="restore"):
    """Rebuild everything: after a process died, or for a resumed game."""

    tick: int
    bodies: tuple[Restored, ...]
    targets: tuple[tuple[Seat, m.MoveHand], ...]
    clock: ClockState


class Advanced(msgspec.Struct, frozen=True):
    """What a tick brought: outcomes, and the poses that changed."""

    tick: int
    outcomes: tuple[m.FastOutcome, ...]
    poses: tuple[FlatPose, ...]
    gone: tuple[str, ...]


def physics_config(begin: Begin) -> Config:
    """The recipe on a table that carries all areas of that many players."""
    config = from_numbers(begin.recipe) if begin.recipe else recipe(begin.precision)
    return replace(config, table=replace(config.table, half_m=table_half_m(begin.players)))


def make_arena(begin: Begin) -> Arena:
    """An arena with a fresh world."""
    arena = Arena(begin.players, begin.options, world(physics_config(begin)))
    arena.set_up(begin.standing)
    return arena


def set_up_of(state: FastState) -> SetUp:
    """What stands before the round, as the arena takes it: lowest first."""
    ordered = sorted(state.standing, key=lambda piece: (piece.rest.position[2], piece.id))
    return tuple((piece.id, piece.kind, piece.area, piece.rest) for piece in ordered)


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
        outcomes = self.arena.tick()
        for outcome in outcomes:
            self.recall.got(outcome)
        return outcomes

    def skip(self, state: FastState, tick: int) -> None:
        """Build the arena anew instead of simulating this tick, as the process nature does after a fault."""
        events, self._events = self._events, []
        self.recall.sent(events)
        message = self.recall.restore(state, tick)
        self.arena.restore(message.tick, message.bodies, dict(message.targets), message.clock)

    def poses(self) -> Mapping[str, Pose]:
        """Where every piece is; the world's frame, metres."""
        return self.arena.poses()

    def close(self) -> None:
        """Give the world back."""
        self.arena.close()


class ProcessNature:
    """The arena in a process of its own. It never blocks; one that dies or is stopped is begun anew from the log."""

    name = "physics"

    def __init__(self, begin: Begin, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin the process; `clock` tells seconds, to notice one that is stopped and answers nothing."""
        self._begin = begin
        self._seconds = clock
        self._recall = Recall(begin.players, begin.options)
        self._events: list[Event] = []
        self._poses: dict[str, Pose] = {}
        self._heard: list[Outcome] = []
        self._sent = self._got = 0
        self.restarts = 0
        self._vain = 0
        self.version = 0
        """Changes whenever `poses` does."""
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._answered = False
        self._since = self._seconds()
        self._send(self._begin)

    def _send(self, message: Begin | Advance | Restore) -> None:
        self._pipe.send_bytes(_encode(message))

    @property
    def behind(self) -> int:
        """How many ticks the physics has been asked for and has not answered."""
        return self._sent - self._got

    @property
    def ready(self) -> bool:
        """Whether another tick may be asked for; if not, time slows down evenly. Hears what has been answered."""
        try:
            self._listen()
        except (EOFError, OSError):
            return True  # the next poll finds it dead and begins it anew
        return self.behind < MOST_AHEAD or self.silent

    @property
    def silent(self) -> bool:
        """Whether the process owes answers for so long that it must be stopped, or hang: it is begun anew then."""
        if self.behind < MOST_AHEAD:
            return False
        return self._seconds() - self._since > (SILENT_S if self._answered else WAKING_S)

    def observe(self, events: tuple[Event, ...], state: FastState) -> None:
        """Keep the events for the next tick."""
        self._events += events

    def poll(self, state: FastState, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        """Ask for one tick and give what has been answered so far."""
        events, self._events = self._events, []
        self._recall.sent(events)
        try:
            self._listen()
            if self.silent:
                raise EOFError
            self._send(Advance(tick, tuple(events)))  # type: ignore[arg-type]
        except (EOFError, OSError):
            self._restart(state, tick)
            return (m.Rebuilt(),)
        if self.behind == 0:
            self._since = self._seconds()
        self._sent += 1
        outcomes, self._heard = tuple(self._heard), []
        for outcome in outcomes:
            self._recall.got(outcome)
        return outcomes

    def _listen(self) -> None:
        """Take in everything the process has answered. Raises: EOFError, OSError if it is dead."""
        while self._pipe.poll():
            answer = _answers.decode(self._pipe.recv_bytes())
            self._got += 1
            self._vain = 0
            self._answered, self._since = True, self._seconds()
            for name, *numbers in answer.poses:
                x, y, z, *turned = numbers
                self._poses[name] = Pose((x, y, z), (turned[0], turned[1], turned[2], turned[3]))
            for name in answer.gone:
                self._poses.pop(name, None)
            self.version += bool(answer.poses or answer.gone)
            self._heard += answer.outcomes

    def _restart(self, state: FastState, tick: int) -> None:
        """A new process that starts from the last key frame; what was not simulated yet is in the state already.

        Raises: Unavailable if that was tried some times without a single answer.
        """
        self._vain += 1
        if self._vain > MOST_VAIN:
            raise Unavailable("the physics ends again and again; the match is saved and can be taken up from the menu")
        self._process.kill()
        self._process.join()
        self._pipe.close()
        self.restarts += 1
        self._sent = self._got = 0
        self._poses.clear()
        self._heard.clear()
        self._start()
        self._send(self._recall.restore(state, tick))

    def resume(self, state: FastState, tick: int) -> None:
        """Take up a game whose log was read: `follow` every entry through `recall` first."""
        self._send(self._recall.restore(state, tick))

    @property
    def recall(self) -> Recall:
        """What the arena is rebuilt from."""
        return self._recall

    def poses(self) -> Mapping[str, Pose]:
        """Where every piece was at the last answered tick; the world's frame, metres."""
        return self._poses

    def close(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.join(0.5)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


_messages = msgspec.msgpack.Decoder(Begin | Advance | Restore)
_answers = msgspec.msgpack.Decoder(Advanced)
_encode = msgspec.msgpack.Encoder().encode


def serve(pipe: Connection) -> None:
    """The process: answer every `Advance` till the pipe is closed. A fault ends it; the other side begins it anew."""
    arena: Arena | None = None
    seen: dict[str, Pose] = {}
    try:
        while True:
            message: Any = _messages.decode(pipe.recv_bytes())
            match message:
                case Begin():
                    arena = make_arena(message)
                case Restore():
                    assert arena is not None
                    arena.restore(message.tick, message.bodies, dict(message.targets), message.clock)
                case Advance(tick=tick, events=events):
                    assert arena is not None
                    arena.observe(events)
                    outcomes = arena.tick()
                    poses = arena.poses()
                    changed = tuple((n, *p.position, *p.quaternion) for n, p in poses.items() if seen.get(n) != p)
                    gone = tuple(name for name in seen if name not in poses)
                    seen = dict(poses)
                    pipe.send_bytes(_encode(Advanced(tick, outcomes, changed, gone)))  # type: ignore[arg-type]
    except (EOFError, OSError, KeyboardInterrupt):
        return
    finally:
        if arena is not None:
            arena.close()
