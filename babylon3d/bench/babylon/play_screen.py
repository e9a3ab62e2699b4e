"""How quick the Fast Game's screen is: a round with the full box standing, and a hand that never keeps still.

The program's own loop, screen, bots and physics process, in real time and without a window on show.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import replace

from msgspec.structs import replace as with_fields

from babylon3d.app.loop import Loop
from babylon3d.app.main import open_services
from babylon3d.app.screen import Reset
from babylon3d.app.screens.fast.play import FastPlayScreen
from babylon3d.app.stack import Stack
from babylon3d.bench.rows import Row, row
from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.errors import Unavailable
from babylon3d.core.geometry import distance
from babylon3d.core.lattice import Cell
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import Standing
from babylon3d.games.babylon.pieces import BABYLON, COLOURS
from babylon3d.games.babylon.practice.drills import standing_of
from babylon3d.playable.babylon.fast.begin import FastSeated, bots_of
from babylon3d.playable.babylon.fast.falls import FALLS
from babylon3d.playable.babylon.fast.game import FastGame
from babylon3d.playable.babylon.fast.grips import WAY
from babylon3d.playable.babylon.fast.nature import Begin, ProcessNature, set_up_of
from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from babylon3d.playable.setup import GameSetup
from babylon3d.present.input import InputEvent, MouseMoved
from babylon3d.settings import Settings

FRAME_BAR_MS, INPUT_BAR_MS, MOST_AWAKE = 25.0, 60.0, 20
SIZE = (1280, 720)
# How far a carried piece must be seen to have moved, in metres.
SEEN_M = 0.0005
# Until then quality has been picked and the countdown is over; then the hand circles, or jumps and rests.
WARM_UP_S, REST_S = 10.0, 0.4
CIRCLE_S, CIRCLE_PX = 2.0, 160.0


class _HandedIn:
    """What stands in for a window's input: events that are handed in."""

    def __init__(self) -> None:
        self.waiting: list[InputEvent] = []

    def collect(self) -> list[InputEvent]:
        """Everything since the last call."""
        events, self.waiting = self.waiting, []
        return events

    def close(self) -> None:
        """Nothing is held."""


class _Round:
    """A running round at the program's own pace. Close it."""

    def __init__(self) -> None:
        self.ctx = open_services(Settings(sound=False), kind="offscreen", size=SIZE)
        self.input = _HandedIn()
        self.ctx.inputs = self.input  # type: ignore[assignment]
        self.stack = Stack(self.ctx)
        self.loop = Loop(self.ctx, self.stack)
        self.screen = FastPlayScreen(_setup(), _seated())
        self.stack.change(Reset(self.screen))

    def close(self) -> None:
        """End the physics and close the window."""
        self.stack.abandon()
        self.ctx.close()

    def turn(self) -> float:
        """One turn of the loop, and the sleep after it; how long the turn took in seconds."""
        began = time.monotonic()
        self.loop.step(began)
        took = time.monotonic() - began
        if self.loop.faults:
            raise RuntimeError(self.loop.faults[-1])
        self.loop.rest(began)
        return took

    def move(self, x: float, y: float) -> None:
        """The mouse is there now."""
        self.input.waiting.append(MouseMoved(SIZE[0] / 2 + x, SIZE[1] / 2 + y))

    def frames(self, seconds: float) -> tuple[list[float], list[int]]:
        """How long each turn took while the hand circles, and how many pieces moved in it."""
        times, moving = [], []
        began, seen = time.monotonic(), dict(self.screen.game.nature.poses())
        while (now := time.monotonic() - began) < seconds:
            phase = now / CIRCLE_S % 1.0 * 4.0
            self.move(CIRCLE_PX * (abs(phase - 2.0) - 1.0), 0.25 * CIRCLE_PX * (abs((phase + 1.0) % 4.0 - 2.0) - 1.0))
            times.append(self.turn())
            poses = self.screen.game.nature.poses()
            moving.append(sum(1 for name, pose in poses.items() if seen.get(name) != pose))
            seen = dict(poses)
        return times, moving

    def answers(self, count: int) -> list[float]:
        """Seconds from a jump of the mouse to the end of the picture in which the carried piece is seen to move."""
        found = []
        for number in range(count):
            self.move(CIRCLE_PX / 2 * (-1) ** number, 0.0)
            self.rest(REST_S)
            before = self._seen()
            began = time.monotonic()
            self.move(CIRCLE_PX / 2 * (-1) ** (number + 1), 0.0)
            while distance(self._seen(), before) < SEEN_M and time.monotonic() - began < 2.0:
                self.turn()
            found.append(time.monotonic() - began)
        return found

    def rest(self, seconds: float) -> None:
        """Let time pass."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn()

    def _seen(self) -> tuple[float, float, float]:
        """Where the last picture showed the carried piece."""
        held = self.screen.state.seats[0].hand
        if held is None:
            raise RuntimeError("nothing is in the hand")
        return self.screen.game.smooth.poses()[held.id].position


def _setup() -> GameSetup:
    seats = (
        SeatInfo("Ann", "red"),
        SeatInfo("Bo", "yellow", "bot:easy"),
        SeatInfo("Cid", "green", "bot:easy"),
    )
    return GameSetup("fast", seats, m.FastOptions(assist="free"), 7)


def _box_in(area: int) -> tuple[Standing, ...]:
    """A third of the full box in an area: columns of four under nobles, and bridges before them."""
    columns, height = 7, 4
    parts = [
        Part(f"s{area}t{x}{level}", "tower", Cell(2 * x - columns + 1, 4, level))
        for x in range(columns)
        for level in range(1, height + 1)
    ]
    parts += [Part(f"s{area}b{i}", "bridge", Cell(4 * (i % 4) - 6, -4 - 2 * (i // 4), 1), axis="x") for i in range(7)]
    nobles = [Noble(f"s{area}n{i}", COLOURS[i % 3], "small", f"s{area}t{i % columns}{height}") for i in range(15)]
    standing = standing_of(Build(BABYLON.name, tuple(parts), tuple(nobles)))
    return tuple(with_fields(piece, area=area) for piece in standing)


def _seated() -> FastSeated:
    """The match with the full box standing, a third in each area; nothing is saved."""
    setup = _setup()
    session = Session.start(FAST.game, setup.seats, setup.options, seed=setup.seed)
    session.state = with_fields(session.state, standing=sum(map(_box_in, range(len(setup.seats))), ()))
    nature = ProcessNature(
        Begin(len(setup.seats), setup.options, "realtime", set_up_of(session.state), hands=WAY, falls=FALLS)
    )
    return FastSeated(FastGame(session, nature, bots_of(FAST, setup)), setup, None)


def screen_rows(quick: bool) -> Iterator[Row]:
    """Frames while a hand moves, and how soon a move of the mouse is seen; the quality that was picked by itself."""
    try:
        play = _Round()
    except Unavailable as error:
        yield Row("frame, a hand moving", None, "ms", FRAME_BAR_MS, None, str(error))
        return
    try:
        yield from _rows(play, 3.0 if quick else 10.0, 10 if quick else 30)
    finally:
        play.close()


def _rows(play: _Round, seconds: float, jumps: int) -> Iterator[Row]:
    play.frames(WARM_UP_S)
    if play.screen.hand is None:
        raise RuntimeError("nobody sits at the mouse")
    play.screen.hand.take(play.screen.state, "tower")
    play.screen.hand.lift(0.05)
    play.rest(1.0)
    times, moving = play.frames(seconds)
    awake = statistics.median(moving)
    scene = play.ctx.scene
    quality = "" if scene is None else scene.describe_quality()
    pieces = len(play.screen.game.nature.poses())
    how = f"{pieces} pieces, {awake:.0f} of them moving, {quality}; median of {len(times)} pictures, with all the work"
    found = row("frame, a hand moving", 1000 * statistics.median(times), "ms", FRAME_BAR_MS, how)
    yield found if awake <= MOST_AWAKE else replace(found, ok=False)
    answers = sorted(play.answers(jumps))
    how = f"median of {jumps} jumps of the mouse, until the picture is there; the slowest {1000 * answers[-1]:.0f} ms"
    yield row("input to picture", 1000 * statistics.median(answers), "ms", INPUT_BAR_MS, how)
