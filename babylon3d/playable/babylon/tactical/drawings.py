"""The pictures beside the Tactical Game's rules."""

from __future__ import annotations

from functools import partial

from babylon3d.playable.babylon.drawn import At, On, drawn
from babylon3d.playable.rules_text import Drawing
from babylon3d.present.model import RulerRow

LEVELS = Drawing(
    "levels",
    "A noble counts for the level of its tower; the ruler shows who leads each level.",
    partial(
        drawn,
        (At(0, 0, 1), At(2, 0, 1), At(1, 0, 2, "x"), At(0, 0, 3), At(2, 0, 3), At(2, 0, 4), At(1, 0, 3)),
        (On(3, "red"), On(5, "yellow"), On(6, "red")),
        rows=(
            RulerRow(1, None, 1),
            RulerRow(2, None, 2),
            RulerRow(3, "red", 3, (("red", 2),)),
            RulerRow(4, "yellow", 4, (("yellow", 1),)),
        ),
    ),
)
CONNECTED = Drawing(
    "connected",
    "Left: connected by the bridge. Right, see-through: these two touch nothing that rests on the rest.",
    partial(
        drawn,
        (At(-2, 0, 1), At(0, 0, 1), At(-1, 0, 2, "x"), At(-2, 0, 3)),
        ghosts=((At(2, 0, 1), "illegal"), (At(2, 0, 2), "illegal")),
    ),
)
ENDS = Drawing(
    "ends",
    "The near bridge rests on both its ends; the see-through one would hang free at one end.",
    partial(
        drawn,
        (At(-1, -1, 1), At(1, -1, 1), At(0, -1, 2, "x"), At(-1, 2, 1), At(-1, 2, 2)),
        ghosts=((At(0, 2, 3, "x"), "illegal"),),
    ),
)
ARCH = Drawing(
    "arch",
    "The place under the arch stays empty for ever, also where a tower would fit.",
    partial(
        drawn,
        (At(-1, 0, 1), At(1, 0, 1), At(0, 0, 2, "x"), At(0, 0, 3)),
        ghosts=((At(0, 0, 1), "illegal"),),
    ),
)
CONGRUENT = Drawing(
    "congruent",
    "Not exactly on the bridge below (see-through); across it a bridge may lie, if its ends rest on something.",
    partial(
        drawn,
        (At(-1, 0, 1), At(1, 0, 1), At(0, 0, 2, "x")),
        ghosts=((At(0, 0, 3, "x"), "illegal"),),
    ),
)
NOBLES = Drawing(
    "nobles",
    "One large noble, or two small ones of different colours; never on a bridge.",
    partial(
        drawn,
        (At(-1, 0, 1), At(1, 0, 1), At(0, 0, 2, "x"), At(-1, 0, 3), At(1, 0, 3), At(1, 0, 4)),
        (On(3, "red", "large"), On(5, "yellow"), On(5, "blue")),
    ),
)
EXCHANGE = Drawing(
    "exchange",
    "The two bright small nobles may change places. The large one may not be switched with a small one.",
    partial(
        drawn,
        (
            At(-2, 0, 1),
            At(0, 0, 1),
            At(-1, 0, 2, "x"),
            At(0, 0, 3),
            At(0, 0, 4),
            At(-2, 0, 3),
            At(-1, 0, 3),
        ),
        (On(4, "green"), On(5, "red"), On(6, "yellow", "large")),
        lit_nobles=(0, 1),
    ),
)
FIRST_ROUND = Drawing(
    "first_round",
    "The bright tower adds a cell to the base area; the bridge connects it.",
    partial(
        drawn,
        (At(-1, 0, 1, "x"), At(-2, 0, 2), At(0, 0, 2), At(-1, 0, 2), At(2, 0, 1), At(2, 0, 2), At(1, 0, 3, "x")),
        lit=(4,),
    ),
)
