"""A nature whose simulation runs in a process of its own behind a pipe, for any game: it is never waited for.

What a game says to its simulation is typed in one place, a `Talk`.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Generic, Protocol, TypeVar, Union

import msgspec

from babylon3d.core.actions import Event, Need, Outcome
from babylon3d.core.errors import BabylonError, Unavailable
from babylon3d.core.geometry import Pose

# The picture may run this many ticks ahead of the simulation before time has to slow down.
MOST_AHEAD = 3
# So many times in a row a process is begun anew that ends without having answered.
MOST_VAIN = 3
SILENT_S, WAKING_S = 5.0, 30.0
"""So long a process is waited for: in the middle of a game, and when it begins (an engine is loaded then)."""

E = TypeVar("E")
O = TypeVar("O")

FlatPose = tuple[str, float, float, float, float, float, float, float]


class Advance(msgspec.Struct, Generic[E], frozen=True, tag="advance"):
    """Let tick `tick` pass, after hearing these events."""

    tick: int
    events: tuple[E, ...]


class Advanced(msgspec.Struct, Generic[O], frozen=True):
    """What a tick brought: outcomes, and the poses that changed."""

    tick: int
    outcomes: tuple[O, ...]
    poses: tuple[FlatPose, ...]
    gone: tuple[str, ...]


class Simulation(Protocol):
    """What runs in the process, a tick at a time."""

    def observe(self, events: Sequence[Any]) -> None:
        """Hear what happened since the last tick."""

    def tick(self) -> tuple[Any, ...]:
        """Let 1/60 s pass; what came of it."""

    def poses(self) -> Mapping[str, Pose]:
        """Where every piece is; the world's frame, metres."""

    def close(self) -> None:
        """Give everything back."""


@dataclass(frozen=True, slots=True)
class Talk:
    """What a game and its simulation say to each other.

    `begin` and `restore` are the tagged structs that a simulation is made from and rebuilt from, by the functions
    `make` and `rebuild` of some module; `events` and `outcomes` are the game's unions, `rebuilt` the outcome that says
    that the simulation was begun anew.
    """

    begin: Any
    restore: Any
    events: Any
    outcomes: Any
    rebuilt: Outcome
    make: Callable[[Any], Simulation]
    rebuild: Callable[[Any, Any], None]

    def messages(self) -> msgspec.msgpack.Decoder[Any]:
        """Reads what the simulation is told."""
        return msgspec.msgpack.Decoder(Union[self.begin, Advance[self.events], self.restore])  # type: ignore[name-defined]  # noqa: UP007

    def answers(self) -> msgspec.msgpack.Decoder[Any]:
        """Reads what it answers."""
        return msgspec.msgpack.Decoder(Advanced[self.outcomes])  # type: ignore[name-defined]


class Memory(Protocol):
    """What a lost simulation is rebuilt from. It takes in only what the log holds."""

    def sent(self, events: Sequence[Event]) -> None:
        """A tick was asked for after these events."""

    def got(self, outcome: Outcome) -> None:
        """An outcome was logged."""

    def restore(self, state: Any, tick: int) -> Any:
        """The message that rebuilds the simulation of a state."""

    def poses(self, state: Any) -> Mapping[str, Pose]:
        """Where every piece of a state was when it was seen last; the world's frame, metres."""


M = TypeVar("M", bound=Memory)


class RemoteNature(Generic[M]):
    """The simulation in its process. It never blocks; one that dies or is stopped is begun anew from the log."""

    name = "physics"

    def __init__(self, talk: Talk, begin: Any, recall: M, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin the process; `clock` tells seconds, to notice one that is stopped and answers nothing."""
        self._talk = talk
        self._answers = talk.answers()
        self._begin = begin
        self._seconds = clock
        self.recall = recall
        """What the simulation is rebuilt from."""
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
        self._process = context.Process(target=serve, args=(theirs, self._talk), daemon=True)
        self._process.start()
        theirs.close()
        self._answered = False
        self._since = self._seconds()
        self._send(self._begin)

    def _send(self, message: Any) -> None:
        self._pipe.send_bytes(_encode(message))

    @property
    def behind(self) -> int:
        """How many ticks the simulation has been asked for and has not answered."""
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

    def observe(self, events: tuple[Event, ...], state: Any) -> None:
        """Keep the events for the next tick."""
        self._events += events

    def poll(self, state: Any, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        """Ask for one tick and give what has been answered so far."""
        events, self._events = self._events, []
        self.recall.sent(events)
        try:
            self._listen()
            if self.silent:
                raise EOFError
            self._send(Advance(tick, tuple(events)))
        except (EOFError, OSError):
            self._restart(state, tick)
            return (self._talk.rebuilt,)
        if self.behind == 0:
            self._since = self._seconds()
        self._sent += 1
        outcomes, self._heard = tuple(self._heard), []
        for outcome in outcomes:
            self.recall.got(outcome)
        return outcomes

    def _listen(self) -> None:
        """Take in everything the process has answered. Raises: EOFError, OSError if it is dead."""
        while self._pipe.poll():
            answer = self._answers.decode(self._pipe.recv_bytes())
            self._got += 1
            self._vain = 0
            first = not self._answered
            if first:  # it tells where everything is
                self._poses.clear()
            self._answered, self._since = True, self._seconds()
            for name, *numbers in answer.poses:
                x, y, z, *turned = numbers
                self._poses[name] = Pose((x, y, z), (turned[0], turned[1], turned[2], turned[3]))
            for name in answer.gone:
                self._poses.pop(name, None)
            self.version += bool(first or answer.poses or answer.gone)
            self._heard += answer.outcomes

    def _restart(self, state: Any, tick: int) -> None:
        """A new process that starts from what is remembered; what was not simulated yet is in the state already.

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
        self._heard.clear()
        self._start()
        self.resume(state, tick)

    def resume(self, state: Any, tick: int) -> None:
        """Take up a game whose log was read: `follow` every entry through `recall` first."""
        self._send(self.recall.restore(state, tick))
        self.show(state)

    def show(self, state: Any) -> None:
        """Before anything is answered `poses` tells where everything was seen last."""
        self._poses = dict(self.recall.poses(state))
        self.version += 1

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


_encode = msgspec.msgpack.Encoder().encode


def serve(pipe: Connection, talk: Talk) -> None:
    """The process: answer every `Advance` till the pipe is closed. A fault ends it; the other side begins it anew."""
    messages = talk.messages()
    simulation: Simulation | None = None
    seen: dict[str, Pose] = {}
    try:
        while True:
            message: Any = messages.decode(pipe.recv_bytes())
            if not isinstance(message, Advance):
                if isinstance(message, talk.begin):
                    simulation = talk.make(message)
                else:
                    talk.rebuild(simulation, message)
                continue
            assert simulation is not None
            simulation.observe(message.events)
            outcomes = simulation.tick()
            poses = simulation.poses()
            changed = tuple((n, *p.position, *p.quaternion) for n, p in poses.items() if seen.get(n) != p)
            gone = tuple(name for name in seen if name not in poses)
            seen = dict(poses)
            pipe.send_bytes(_encode(Advanced(message.tick, outcomes, changed, gone)))
    except (EOFError, OSError, KeyboardInterrupt):
        return
    except BabylonError:
        return  # an exploded world, an engine that is not here: begun anew, and given up in a line where that is vain
    finally:
        if simulation is not None:
            simulation.close()
