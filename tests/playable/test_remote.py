"""Any game's simulation can run in a process of its own, with messages typed by that game; a dead one comes back."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from babylon3d.core.actions import Event, Outcome
from babylon3d.core.geometry import Pose
from babylon3d.playable.remote import RemoteNature, Talk


class Drop(Event, frozen=True, tag="drop"):
    height_mm: int


class Blow(Event, frozen=True, tag="blow"):
    """Something that a simulation might hear of, too."""


class Landed(Outcome, frozen=True, tag="landed"):
    count: int


class Lost(Outcome, frozen=True, tag="lost"):
    """The simulation was begun anew."""


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    step_mm: int


class Rebuild(msgspec.Struct, frozen=True, tag="rebuild"):
    landed: int


class Falling:
    """A stone falls a step a tick; another one may be dropped when it has landed."""

    def __init__(self, step_mm: int) -> None:
        self.step_mm, self.height_mm, self.landed = step_mm, 0, 0

    def observe(self, events: Sequence[Any]) -> None:
        for event in events:
            if isinstance(event, Drop):
                self.height_mm = event.height_mm

    def tick(self) -> tuple[Landed, ...]:
        if self.height_mm <= 0:
            return ()
        self.height_mm -= self.step_mm
        if self.height_mm > 0:
            return ()
        self.landed += 1
        return (Landed(self.landed),)

    def poses(self) -> Mapping[str, Pose]:
        return {"stone": Pose((0.0, 0.0, self.height_mm / 1000))} if self.height_mm > 0 else {}

    def close(self) -> None:
        pass


def make(begin: Begin) -> Falling:
    return Falling(begin.step_mm)


def rebuild(falling: Falling, message: Rebuild) -> None:
    falling.landed = message.landed


class Remembered:
    """Counts what landed."""

    landed = 0

    def sent(self, events: Sequence[Event]) -> None:
        pass

    def got(self, outcome: Outcome) -> None:
        if isinstance(outcome, Landed):
            self.landed = outcome.count

    def restore(self, state: Any, tick: int) -> Rebuild:
        return Rebuild(self.landed)

    def poses(self, state: Any) -> Mapping[str, Pose]:
        return {"stone": Pose((0.0, 0.0, float(self.landed)))}


def talk() -> Talk:
    return Talk(Begin, Rebuild, Drop | Blow, Landed | Lost, Lost(), make, rebuild)


def until(nature: RemoteNature[Remembered], wanted: Outcome) -> list[Outcome]:
    """Ask for ticks as fast as they are answered, till something happened."""
    found: list[Outcome] = []
    end = time.monotonic() + 30
    while wanted not in found:
        assert time.monotonic() < end, found
        if nature.ready:
            found += nature.poll(None, None, 0)
        else:
            time.sleep(0.001)
    return found


def test_another_games_simulation_runs_behind_the_same_pipe() -> None:
    nature = RemoteNature(talk(), Begin(5), Remembered())
    try:
        nature.observe((Blow(), Drop(40)), None)
        until(nature, Landed(1))
        assert nature.version > 1 and nature.poses() == {}
        nature.observe((Drop(1000),), None)
        for _ in range(2000):
            if nature.ready:
                nature.poll(None, None, 0)
            if nature.poses():
                break
            time.sleep(0.001)
        height = nature.poses()["stone"].position[2]
        assert 0 < height < 1 and height * 200 == pytest.approx(round(height * 200))
        os.kill(nature._process.pid or 0, signal.SIGKILL)
        nature._process.join()
        until(nature, Lost())
        assert nature.restarts == 1 and nature.recall.landed == 1
        nature.observe((Drop(5),), None)
        until(nature, Landed(2))
    finally:
        nature.close()
    assert not nature._process.is_alive()


def test_what_the_game_does_not_say_is_not_heard() -> None:
    message = msgspec.msgpack.encode({"type": "advance", "tick": 1, "events": [{"type": "drop", "height_mm": "high"}]})
    with pytest.raises(msgspec.ValidationError):
        talk().messages().decode(message)
    known = msgspec.msgpack.encode({"type": "advance", "tick": 1, "events": [{"type": "drop", "height_mm": 3}]})
    assert talk().messages().decode(known).events == (Drop(3),)
