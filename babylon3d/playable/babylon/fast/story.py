"""A record of the Fast Game as a story to enter at any moment: states, words, and poses between key frames."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from babylon3d.core.actions import Outcome, Seat
from babylon3d.core.geometry import Pose, blend
from babylon3d.core.record import Log, Record
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.playable.babylon.fast import words as fast_words
from babylon3d.playable.babylon.fast.arena import FRAME_TICKS, pose_of
from babylon3d.playable.registry import recorded
from babylon3d.playable.told import new_decider

MarkKind = Literal["round", "fall", "noble", "part", "end"]
TOGETHER_TICKS = 30
"""What falls, or is placed by one player, within so long is one mark."""
RUN_UP_TICKS = 60
"""A mark is looked at from this long before it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment worth going to: what happened then, by whose hand, and to how many pieces."""

    tick: int
    kind: MarkKind
    seat: Seat | None = None
    count: int = 1

    @property
    def start(self) -> int:
        """The tick from which to look at it."""
        return max(0, self.tick - RUN_UP_TICKS)

    def said(self, names: Sequence[str]) -> str:
        """The mark in words."""
        name = "" if self.seat is None else names[self.seat]
        match self.kind:
            case "round":
                return "It begins"
            case "end":
                return "It is over"
            case "fall" if name:
                return fast_words.capital(f"{fast_words.counted(self.count, 'piece')} knocked down by {name}")
            case "fall":
                return fast_words.capital(f"{fast_words.counted(self.count, 'piece')} fell by nobody's hand")
            case kind:
                return f"{name} placed {fast_words.counted(self.count, kind)}"


class Story:
    """Everything a record tells, by tick. Raises when made: BadText, CorruptFile."""

    def __init__(self, record: Record) -> None:
        spec = recorded(record.header.game)
        session = Session(spec.game, record.header, Log())
        session.log.add_line(record.lines[0])
        count = len(record.header.seats)
        self._middles = tuple(area_middle(count, area) for area in range(count))
        self._states: list[tuple[int, FastState]] = [(0, session.state)]
        self._frames: dict[str, list[tuple[int, Pose]]] = {}
        self._frame_ticks: list[int] = []
        self._lines: list[tuple[int, str]] = []
        self._seated: list[tuple[int, tuple[str, ...]]] = [(0, session.controllers)]
        self.marks: list[Mark] = []
        self.end = 0
        before = session.state
        for entry, events in session.follow(record):
            self.end = max(self.end, entry.tick)
            outcome: Outcome | None = None
            if entry.nature is not None:
                outcome = session.game.codec.outcome(bytes(entry.outcome))
            self._hear(entry.tick, outcome)
            moved = bool(events) and all(isinstance(event, m.HandMoved) for event in events)
            if session.state is not before and not moved:
                self._states.append((entry.tick, session.state))
            said = fast_words.lines(() if outcome is None else (outcome,), events, before, session.state)
            if entry.seat is not None and entry.controller is not None:
                said = (new_decider(record.header.seats[entry.seat].name, entry.controller), *said)
                self._seated.append((entry.tick, session.controllers))
            self._lines += ((entry.tick, line) for line in said)
            self._mark(entry.tick, outcome, events, before)
            before = session.state
        self._state_ticks = [tick for tick, _ in self._states]
        self._line_ticks = [tick for tick, _ in self._lines]

    def _hear(self, tick: int, outcome: Outcome | None) -> None:
        """Keep where a key frame saw the pieces that had moved."""
        if not isinstance(outcome, m.KeyFrame):
            return
        if not self._frame_ticks or self._frame_ticks[-1] != tick:
            self._frame_ticks.append(tick)
        for name, *numbers in outcome.poses:
            self._frames.setdefault(name, []).append((tick, pose_of(numbers, self._middles)))

    def _mark(self, tick: int, outcome: Outcome | None, events: tuple[object, ...], before: FastState) -> None:
        match outcome:
            case m.KnockedDown(by=by):
                self._add(Mark(tick, "fall", by))
            case m.Placed(piece=piece):
                self._add(Mark(tick, "noble" if piece.startswith("n") else "part", who_let_go(before, piece)))
            case _:
                pass
        if any(isinstance(event, m.RoundStarted) for event in events):
            self._add(Mark(tick, "round"))
        if any(isinstance(event, m.RoundStopped) for event in events):
            self._add(Mark(tick, "end"))

    def _add(self, mark: Mark) -> None:
        """Keep a mark, as one with another where the same happened just before."""
        for place in range(len(self.marks) - 1, -1, -1):
            known = self.marks[place]
            if mark.tick - known.tick > TOGETHER_TICKS:
                break
            if (known.kind, known.seat) == (mark.kind, mark.seat):
                self.marks[place] = replace(known, count=known.count + 1)
                return
        self.marks.append(mark)

    def state(self, tick: float) -> FastState:
        """The match at a tick."""
        return self._states[max(0, bisect_right(self._state_ticks, tick) - 1)][1]

    def controllers(self, tick: float) -> tuple[str, ...]:
        """Who decided for each seat at a tick."""
        return next(who for since, who in reversed(self._seated) if since <= tick or since == 0)

    def lines(self, tick: float) -> tuple[str, ...]:
        """What had been said by a tick."""
        return tuple(line for _, line in self._lines[: bisect_right(self._line_ticks, tick)])

    def poses(self, tick: float) -> Mapping[str, Pose]:
        """Where the pieces were, between key frames on the way from one to the next; the world's frame."""
        found: dict[str, Pose] = {}
        for name, frames in self._frames.items():
            found[name] = self._pose(frames, tick)
        return found

    def _pose(self, frames: list[tuple[int, Pose]], tick: float) -> Pose:
        after = bisect_right(frames, tick, key=lambda frame: frame[0])
        if after == 0:
            return frames[0][1]
        if after == len(frames):
            return frames[-1][1]
        (_, old), (end, new) = frames[after - 1], frames[after]
        # A piece that a key frame leaves out had not moved by then.
        earlier = bisect_left(self._frame_ticks, end) - 1
        start = max(self._frame_ticks[earlier] if earlier >= 0 else 0, end - FRAME_TICKS)
        share = (tick - start) / max(1, end - start)
        return old if share <= 0 else blend(old, new, min(1.0, share))

    def mark_after(self, tick: float, *, parts: bool = False) -> int | None:
        """The tick from which to look at the next mark; `parts` counts the placings of building parts too."""
        return next((mark.start for mark in self._counted(parts) if mark.start > tick + 1), None)

    def mark_before(self, tick: float, *, parts: bool = False) -> int | None:
        """The tick from which to look at the mark before, as `mark_after`; one just passed is not gone back to."""
        found = [mark.start for mark in self._counted(parts) if mark.start < tick - TOGETHER_TICKS]
        return found[-1] if found else None

    def _counted(self, parts: bool) -> Iterator[Mark]:
        return (mark for mark in self.marks if parts or mark.kind != "part")


def who_let_go(state: FastState, piece: str) -> Seat | None:
    """The seat that a piece waits to be judged for."""
    for seat, player in enumerate(state.seats):
        if any(held.id == piece for held in player.judged):
            return seat
    return None
