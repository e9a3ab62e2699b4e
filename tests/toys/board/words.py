"""Lookouts in words: the log's lines, the sheet, the rules."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.core.actions import Event, Result
from babylon3d.playable.rules_text import Chapter, Rule
from babylon3d.present.sheet import Cell, Sheet, SheetRow
from tests.toys.board.model import HIGHEST, LOOKOUTS, Board, Posted, Raised, Rested, Walked


def line(event: Event, names: Sequence[str]) -> str:
    """An event in plain words."""
    match event:
        case Raised():
            return f"{names[event.seat]} raised a tower to level {event.level}"
        case Posted():
            return f"{names[event.seat]} posted a lookout on level {event.level}"
        case Walked():
            return f"{names[event.seat]}'s lookout walked to level {event.level}"
        case Rested():
            return f"{names[event.seat]} rested"
        case _:
            return ""


def sheet(state: Board, result: Result, names: Sequence[str]) -> Sheet:
    """Each lookout's level, highest first, and the sums."""
    rows = []
    for level in range(HIGHEST, 0, -1):
        standing = [sum(one.seat == i and state.height(one.at) == level for one in state.lookouts) for i in (0, 1)]
        if any(standing):
            cells = tuple(Cell(f"+{level * n}" if n else "", f"{n} of {LOOKOUTS}" if n else "") for n in standing)
            rows.append(SheetRow("level", f"Level {level}", cells))
    totals = tuple(Cell(str(score), lit=i in result.winners) for i, score in enumerate(result.scores))
    won = [names[i] for i in result.winners]
    verdict = f"{won[0]} wins" if len(won) == 1 else f"{' and '.join(won)} share the win"
    best = max(score or 0 for score in result.scores)
    return Sheet(
        tuple(names),
        state.colours,
        (*rows, SheetRow("total", "Points", totals)),
        result.winners,
        verdict,
        f"with {best} points",
        f"The game ended because {result.reason} ({result.ruling}).",
    )


CHAPTERS = (
    Chapter(
        "A turn",
        (
            Rule("The two players take turns.", "L1"),
            Rule("After the same number of turns each, the levels of one's lookouts are added up.", "L2"),
            Rule(f"Raise a tower by one level, up to {HIGHEST}, where nobody stands and nothing is spoilt;", "L3"),
            Rule(f"or post one of {LOOKOUTS} lookouts on a free tower;", "L4"),
            Rule("or walk with one to a free neighbouring tower, at most one level up.", "L5"),
            Rule("Rest only where nothing else can be done.", "L6"),
        ),
    ),
)
