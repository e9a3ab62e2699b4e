"""The pictures beside the Fast Game's rules."""

from __future__ import annotations

from functools import partial

from babylon3d.core.geometry import Pose, axis_quat, yaw_quat
from babylon3d.games.babylon.pieces import LEVEL_M, PITCH_M
from babylon3d.playable.babylon.drawn import At, On, drawn
from babylon3d.playable.rules_text import Drawing
from babylon3d.present.model import Cloth, Plumb

CLOTH_M = 0.07
YOURS = Cloth((0.0, 0.0, 0.0), CLOTH_M, (("red", 270.0), ("blue", 90.0)))
"""An area between red and blue."""


def at(x: float, y: float, level: float) -> tuple[float, float, float]:
    """The middle of a piece a level high, in cells and levels; metres."""
    return (x * PITCH_M, y * PITCH_M, (level - 0.5) * LEVEL_M)


AREAS = Drawing(
    "areas",
    "Two areas, each between two neighbours: one of the three players builds in both, the others in one of them.",
    partial(
        drawn,
        (At(-4, 0, 1), At(-4, 0, 2), At(-3, 1, 1), At(4, 0, 1), At(5, -1, 1), At(5, -1, 2)),
        (On(1, "red"), On(2, "blue"), On(5, "green")),
        cloths=(
            Cloth(at(-4, 0, 0.5), CLOTH_M, (("blue", 180.0), ("red", 0.0))),
            Cloth(at(4, 0, 0.5), CLOTH_M, (("red", 180.0), ("green", 0.0))),
        ),
    ),
)
HAND = Drawing(
    "hand",
    "The line shows where the carried tower will stand when it is let go.",
    partial(
        drawn,
        (At(-1, 0, 1), At(1, 0, 1), At(0, 0, 2, "x"), At(1, 0, 3)),
        ghosts=((At(1, 0, 3), "legal"),),
        poses={"tower3": Pose(at(1, 0, 5.2))},
        plumbs=(Plumb(at(1, 0, 4.7), at(1, 0, 2.5)),),
        cloths=(YOURS,),
    ),
)
PLACED = Drawing(
    "placed",
    "Left: a little turned, but placed. Right: too far off its support and leaning, it comes back to the hand.",
    partial(
        drawn,
        (At(-2, 0, 1), At(-2, 0, 2), At(1, 0, 1), At(1, 0, 2)),
        poses={
            "tower1": Pose(at(-2.08, 0.04, 2), yaw_quat(6.0)),
            "tower3": Pose(at(1.62, 0.0, 1.92), axis_quat((0.0, 1.0, 0.0), 24.0)),
        },
        lit=(1,),
        cloths=(YOURS,),
    ),
)
TAKEN_BACK = Drawing(
    "taken_back",
    "The bright small noble shares its tower with a large one: its owner may take it back.",
    partial(
        drawn,
        (At(-1, 0, 1), At(1, 0, 1), At(0, 0, 2, "x"), At(1, 0, 3)),
        (On(3, "blue", "large"), On(3, "red")),
        lit_nobles=(1,),
        cloths=(YOURS,),
    ),
)
KNOCKED = Drawing(
    "knocked",
    "Two parts lie where a hand knocked them: a point less for each. What stands stays placed.",
    partial(
        drawn,
        (At(-1, 0, 1), At(-1, 0, 2), At(1, 0, 1), At(2, 0, 1), At(0, -2, 1)),
        (On(1, "red"),),
        poses={
            "tower3": Pose(at(2.3, 0.6, 1), axis_quat((1.0, 0.0, 0.0), 90.0)),
            "tower4": Pose(at(0.6, -2.0, 1), axis_quat((0.0, 1.0, 0.0), 90.0)),
        },
        cloths=(YOURS,),
    ),
)
FOREIGN = Drawing(
    "foreign",
    "Somebody's noble has fallen: whoever else caused it is out of the round.",
    partial(
        drawn,
        (At(-1, 0, 1), At(-1, 0, 2), At(1, 0, 1), At(1, 0, 2)),
        (On(1, "red"), On(2, "blue")),
        poses={
            "tower3": Pose(at(1.9, 0.9, 1), axis_quat((1.0, 0.0, 0.0), 90.0)),
            "noble1": Pose(at(0.6, -1.8, 0.75), axis_quat((0.0, 1.0, 0.0), 90.0)),
        },
        cloths=(YOURS,),
    ),
)
SCORES = Drawing(
    "scores",
    "The two nobles on the connected building score 3 and 4: each is alone of its colour on its tower. The near one "
    "has no other colour on its building, and scores nothing.",
    partial(
        drawn,
        (At(-1, 0, 1), At(1, 0, 1), At(0, 0, 2, "x"), At(-1, 0, 3), At(1, 0, 3), At(1, 0, 4), At(0, -2, 1)),
        (On(3, "red"), On(5, "blue"), On(6, "red")),
        cloths=(YOURS,),
    ),
)
EXPERT = Drawing(
    "expert",
    "All towers are turned the same way: the best noble of each player counts double here.",
    partial(
        drawn,
        (At(-1, 0, 1), At(1, 0, 1), At(0, 0, 2, "x"), At(-1, 0, 3), At(1, 0, 3), At(1, 0, 4)),
        (On(3, "blue"), On(5, "red")),
        lit_nobles=(0, 1),
        cloths=(YOURS,),
    ),
)
