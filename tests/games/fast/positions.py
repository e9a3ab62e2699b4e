"""Short ways to say what stands where in tests of the Fast Game."""

from __future__ import annotations

from typing import Any

from babylon3d.core.actions import Action, Outcome
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.fast.state import FastState, Standing
from babylon3d.games.babylon.pieces import COLOURS

RULES = FastRules()
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def rest(*on: str, level: int = 1, turn: int = 0) -> m.Rest:
    """A rest whose pose does not matter."""
    return m.Rest(on, level, turn, (0.0, 0.0, 0.02 * level - 0.01), (0.0, 0.0, 0.0, 1.0))  # type: ignore[arg-type]


def standing(text: str, area: int = 0) -> tuple[Standing, ...]:
    """Pieces from lines `id kind colour on,on level turn`; `-` for the table."""
    pieces = []
    for line in filter(str.strip, text.splitlines()):
        name, kind, colour, on, level, turn = line.split()
        below = () if on == "-" else tuple(on.split(","))
        piece = Standing(name, kind, colour, area, 0, rest(*below, level=int(level), turn=int(turn)))  # type: ignore[arg-type]
        pieces.append(piece)
    return tuple(pieces)


def new(players: int = 3, **options: Any) -> FastState:
    """A match with its round begun."""
    seats = [SeatInfo(NAMES[i], COLOURS[i]) for i in range(players)]
    return happen(RULES.new_game(seats, m.FastOptions(**options)).state, m.RoundBegan())


def act(s: FastState, seat: int, *actions: Action) -> FastState:
    """The state after legal actions of a seat."""
    for action in actions:
        RULES.verify(s, seat, action)
        s = RULES.apply(s, seat, action).state
    return s


def happen(s: FastState, *outcomes: Outcome) -> FastState:
    """The state after outcomes of nature."""
    for outcome in outcomes:
        s = RULES.resolve(s, outcome).state
    return s


def over(area: int) -> m.MoveHand:
    """The hand over the middle of an area."""
    return m.MoveHand(area, 0, 0, 1000)


def place(s: FastState, seat: int, kind: str, where: m.Rest, area: int | None = None) -> FastState:
    """A piece grabbed, carried, let go and judged as placed."""
    area = seat if area is None else area
    s = act(s, seat, m.Grab(kind), over(area), m.LetGo())  # type: ignore[arg-type]
    return happen(s, m.Placed(s.seats[seat].judged[-1].id, area, where))
