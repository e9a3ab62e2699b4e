"""Lookouts taught by doing: a tower and a lookout."""

from __future__ import annotations

from babylon3d.core.actions import Action
from babylon3d.core.geometry import Pose
from babylon3d.core.rules import HUMAN, SeatInfo
from babylon3d.games.babylon.pieces import LEVEL_M, PITCH_M
from babylon3d.playable.lessons import SCRIPTED, Click, Deed, Lesson, Press, Seen, Step
from babylon3d.present.model import Ghost, Hit
from tests.toys.board.model import Board, Options, Post, Raise


def at(x: int, y: int, level: int, ghost: Ghost | None = None) -> Click:
    """A click on a place of the board."""
    point = ((x - 1) * PITCH_M, (y - 1) * PITCH_M, level * LEVEL_M)
    return Click(Hit(f"t{x}{y}{level}" if level else None, point, (0.0, 0.0, 1.0)), ghost)


def raising(seen: Seen) -> tuple[Deed, ...]:
    ghost = Ghost("tower", Pose((-PITCH_M, -PITCH_M, LEVEL_M / 2)), "slot")
    take = () if seen.hand.piece == "tower" else (Press("piece:tower"),)
    return (*take, at(0, 0, 0, ghost))


def posting(seen: Seen) -> tuple[Deed, ...]:
    take = () if seen.hand.piece == "small" else (Press("piece:small"),)
    return (*take, at(0, 0, 1))


def raised(state: Board, action: Action) -> bool:
    return action == Raise(0, 0)


LESSON = Lesson(
    id="look out",
    title="A lookout",
    detail="A tower, and somebody on it",
    seats=(SeatInfo("Learner", "red", HUMAN), SeatInfo("Ada", "blue", SCRIPTED)),
    options=Options(),
    steps=(
        Step(
            words="Take a tower with {piece:tower} and put it down where it glows.",
            deeds=raising,
            done=lambda seen: seen.state.height((0, 0)) == 1,
            otherwise="The tower goes to the corner.",
            allows=raised,
            slips=(Press("piece:tower"), at(2, 2, 0)),
        ),
        Step(
            words="Take a lookout with {piece:small} and post it on your tower.",
            deeds=posting,
            done=lambda seen: any(one.seat == 0 for one in seen.state.lookouts),
            otherwise="The lookout goes on your own tower.",
            allows=lambda state, action: action == Post(0, 0),
            before=((1, Raise(1, 1)),),
            slips=(Press("piece:small"), at(2, 2, 0)),
        ),
    ),
    farewell="Keep looking out.",
)
