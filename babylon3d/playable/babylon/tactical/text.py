"""The rules of the Tactical Game in our own words. Each quotes its ruling; what has no printed source is marked."""

from __future__ import annotations

from babylon3d.games.babylon.pieces import LARGE_NOBLES, SMALL_NOBLES, TACTICAL_PARTS
from babylon3d.playable.babylon.tactical import drawings
from babylon3d.playable.rules_text import Chapter, Rule


def _supplies() -> tuple[tuple[str, ...], ...]:
    rows = tuple((str(n), str(towers), str(bridges)) for n, (towers, bridges) in sorted(TACTICAL_PARTS.items()))
    return (("Players", "Towers each", "Bridges each"), *rows)


CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        "The aim",
        (
            Rule(
                "Everybody builds one city together, out of towers and bridges, and sets nobles on its towers. On "
                "every level the player with the most nobles scores, and the higher the level, the more it is "
                "worth."
            ),
        ),
    ),
    Chapter(
        "What the players hold",
        (
            Rule(
                "Three to five people play, each with one of five colours, shown in the set-up. Every colour "
                "also has a mark, and heads of its own shape.",
                "B10",
                "which five colours there are",
            ),
            Rule(
                f"Each has {LARGE_NOBLES} large and {SMALL_NOBLES} small nobles. The set-up of a game lets you "
                "choose other numbers.",
                "B9",
                "the two numbers",
            ),
            Rule(
                "Turns go clockwise. The first seat begins, unless you choose another or have one drawn by lot.", "G1"
            ),
        ),
        _supplies(),
    ),
    Chapter(
        "A turn",
        (
            Rule(
                "Place four or five pieces, parts and nobles in any mix. Each must be allowed when it is placed.", "T1"
            ),
            Rule("When the turn ends, all parts must form one connected building.", "B6"),
            Rule(
                "A placement after which the turn could no longer be finished is refused: a placed piece is never "
                "taken back, so the game keeps you out of dead ends.",
                "T2",
            ),
            Rule(
                "If you have no legal turn of at least four pieces, you place nothing and the game ends. If you "
                "have one, you must take it.",
                "T3",
            ),
        ),
    ),
    Chapter(
        "Building",
        (
            Rule(
                "Parts stand on a grid of cells, at right angles. A tower fills one cell, a bridge three in a "
                "row. Levels are counted from 1, the one on the table.",
                "B1",
                "the table's size of 41 by 41 cells, and that towers and bridges are both one level high",
            ),
            Rule("A tower stands on the table, on a tower, or on the middle or an end of a bridge.", "B2"),
            Rule(
                "Both ends of a bridge must rest on something: the table, a tower, or any cell of a bridge.",
                "B2",
                "that both ends must be supported",
                drawings.ENDS,
            ),
            Rule(
                "Nothing may stand under the arch of a bridge, neither when it is placed nor later.",
                "B3",
                "that the place under an arch stays empty for ever, for nobles too",
                drawings.ARCH,
            ),
            Rule(
                "A bridge may not lie exactly on another bridge, along the same line with the same middle.",
                "B4",
                drawing=drawings.CONGRUENT,
            ),
            Rule(
                "Two parts never share a cell. A tower that carries a noble carries nothing else. You may build "
                "under an overhang.",
                "B5",
                "that a large noble takes up no more than one level",
            ),
            Rule(
                "Parts are connected when one rests on the other. Standing side by side connects nothing, nor "
                "does the table.",
                "B6",
                drawing=drawings.CONNECTED,
            ),
            Rule("The base area is every cell that something covers, seen from above.", "B8"),
        ),
    ),
    Chapter(
        "Nobles",
        (
            Rule("A noble stands upright on a tower, and counts for that tower's level.", "B7"),
            Rule(
                "A tower takes one large noble, or up to two small ones of different colours; with five players "
                "up to three. Large and small never share a tower.",
                "T5",
                drawing=drawings.NOBLES,
            ),
        ),
    ),
    Chapter(
        "The special move",
        (
            Rule(
                "After a turn in which you placed no noble you may switch two nobles of the same size, whoever "
                "owns them. No tower may hold two of one colour afterwards, and something must change.",
                "T6",
                drawing=drawings.EXCHANGE,
            ),
            Rule(
                "Expert game: nobles are switched only between towers turned the same way. After a switch, or "
                "instead of one, you may turn a tower by a quarter, even one with nobles on it.",
                "T7",
                "that a tower with a part on it cannot be turned",
            ),
        ),
    ),
    Chapter(
        "The first round",
        (
            Rule(
                "On everybody's first turn: no nobles. The starting player stays on levels 1 and 2; everyone else "
                "must add at least one cell to the base area.",
                "T4",
                drawing=drawings.FIRST_ROUND,
            ),
        ),
    ),
    Chapter(
        "When something falls",
        (
            Rule(
                "Every piece is let go just above its place, and real physics decides whether it stands. What "
                "falls is put back exactly as it was, and the game goes on.",
                "T10",
            ),
        ),
    ),
    Chapter(
        "The end and the score",
        (
            Rule(
                "The game ends after a turn that leaves nobody a noble, or when a player cannot take a turn.", "T8, T3"
            ),
            Rule(
                "On each level, the player with more nobles than anyone else scores the level's number. With a "
                "tie for most nobody scores it. Large and small nobles count alike.",
                "T9",
                drawing=drawings.LEVELS,
            ),
            Rule("Every bridge left in your supply costs one point.", "T9"),
            Rule(
                "Most points win. Of those with equal points, the one who scored the highest level wins; if none "
                "of them scored a level, they share the win.",
                "T9",
            ),
            Rule(
                "An example: Ann leads on levels 3 and 5, ties with Ben for most on level 7, and has one bridge "
                "left. That makes 3 + 5 - 1 = 7 points."
            ),
        ),
    ),
    Chapter(
        "House rules",
        (
            Rule(
                "All are off by the book: taking back pieces of your own running turn; an open exchange, after which "
                "the turn waits for its end and the exchange or the turned tower can still be taken back; hints; a "
                "clock for each turn or for all of a player's turns; and "
                "other numbers of nobles.",
                "T11",
            ),
        ),
    ),
)
