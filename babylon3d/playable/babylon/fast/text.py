"""The rules of the Fast Game in our own words."""

from __future__ import annotations

from babylon3d.games.babylon.fast.model import FastOptions, Tolerances
from babylon3d.games.babylon.pieces import FAST_PARTS, LARGE_NOBLES, SMALL_NOBLES
from babylon3d.playable.babylon.fast import drawings
from babylon3d.playable.babylon.fast.form import IDLE_S
from babylon3d.playable.rules_text import Chapter, Rule

_T = Tolerances()


def _supplies() -> tuple[tuple[str, ...], ...]:
    rows = tuple((str(n), str(towers), str(bridges)) for n, (towers, bridges) in sorted(FAST_PARTS.items()))
    return (("Players", "Towers each", "Bridges each"), *rows)


CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        "The aim",
        (
            Rule(
                "All build at once, each with the neighbour on the left and the neighbour on the right. The higher "
                "your nobles stand the more they score, but only your weaker side counts. Who first wins three "
                "rounds wins the match."
            ),
        ),
    ),
    Chapter(
        "A round",
        (
            Rule(
                "Between every two neighbours lies one area. You build only in your own two.",
                "F1",
                drawing=drawings.AREAS,
            ),
            Rule("A round starts after a countdown, with fresh supplies, all nobles not set aside, empty areas.", "F1"),
            Rule(
                f"Each has {LARGE_NOBLES} large and {SMALL_NOBLES} small nobles; the set-up offers other numbers.",
                "B9",
                "the two numbers",
            ),
        ),
        table=_supplies(),
    ),
    Chapter(
        "Hands and pieces",
        (
            Rule("A hand holds one piece. Letting go of it over an area places it.", "F2", drawing=drawings.HAND),
            Rule(
                "A piece is placed once it has come to rest correctly: upright, at a right angle, each foot on the "
                "table, a tower or a cell of a bridge, and nothing in the room under a bridge's middle. Otherwise it "
                "comes back to your hand.",
                "F3",
                f"under {_T.tilt_deg:.0f} degrees of tilt, {_T.turn_deg:.0f} of turn, a quarter of a cell off",
                drawings.PLACED,
            ),
            Rule("What is placed stays. A part that was pushed a little stays placed where it now stands.", "F6"),
            Rule(
                "Any number of nobles may stand on a tower that has room. Your own small noble may be taken back from "
                "a tower that carries a large one: the only taking back there is.",
                "F7",
                drawing=drawings.TAKEN_BACK,
            ),
        ),
    ),
    Chapter(
        "What falls, falls",
        (
            Rule(
                "A part that is knocked down goes on the pile of the player who caused it: one point less each. "
                "Fallen nobles go back to their owners.",
                "F4",
                f"over half a cell away, over {_T.knocked_tilt_deg:.0f} degrees, or a level lower",
                drawings.KNOCKED,
            ),
            Rule(
                "It is judged once everything that touches lies still and no hand touches it. A held piece that has "
                "touched such a fall for five seconds goes back to its supply, and what falls then is its player's; "
                "what still moves after eight seconds is judged as it is.",
                "F4",
            ),
            Rule(
                "Whoever fells another player's noble is out of the round and scores nothing.",
                "F4",
                drawing=drawings.FOREIGN,
            ),
            Rule(
                "The cause is the hand that began the chain of contacts; without a hand, whoever last let go of a "
                "piece there; without either, nobody.",
                "F5",
            ),
            Rule("A piece that does not stand and has knocked something down on its way is lost as well.", "F3"),
        ),
    ),
    Chapter(
        "The end of a round",
        (
            Rule("Who has placed all nobles may call stop. It also ends when nobody builds any further.", "F8"),
            Rule("With the stop watch a round ends at the agreed time, and only then.", "F8"),
            Rule(
                f"Without it a round also ends when no piece has been placed for {IDLE_S} seconds; taking turns, for a "
                "round of the mouse at least. The clock shows the last 15 of them.",
                "F15",
                f"the {IDLE_S} seconds, which the set-up can change",
            ),
            Rule(
                "When every person who is still in the round agrees, the rest is skipped: it is simulated at once, to "
                "the same result. Who agrees may neither call stop nor build on nor take a noble back.",
                "F15",
            ),
            Rule("Held pieces return to supplies; what was let go comes to rest, five seconds at most.", "F8"),
        ),
    ),
    Chapter(
        "Scoring",
        (
            Rule(
                "A noble scores the level of its tower if it is the only one of its colour there, no other large "
                "noble stands there, and a noble of another colour stands on the same connected building.",
                "F9",
                drawing=drawings.SCORES,
            ),
            Rule("Add up your two areas separately. The smaller total, less your pile, is your score.", "F9"),
            Rule(
                "The highest score wins the round; among equals, who has fewer pieces left; else they share it.", "F10"
            ),
            Rule("A winner sets one large noble aside for the rest of the match. It still counts as left over.", "F11"),
            Rule(f"The first to win {FastOptions().wins} rounds wins the match; several at once share it.", "F11"),
        ),
    ),
    Chapter(
        "Variants",
        (
            Rule(
                "Expert: where all towers of a connected building are turned the same way, each player's best noble "
                "there counts double.",
                "F13",
                drawing=drawings.EXPERT,
            ),
            Rule(
                "One computer: against bots; by turns, the mouse passing every few seconds with stopped clocks; or "
                "together, with gamepads.",
                "F12",
            ),
        ),
    ),
)
