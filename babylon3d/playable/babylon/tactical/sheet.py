"""The Tactical Game's scoring sheet (T9), from the highest level with a noble down."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.core.actions import Result
from babylon3d.core.prose import listed
from babylon3d.games.babylon.tactical.scoring import LevelRow, ScoreTable, score_table
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.playable.babylon.tactical.words import why_over
from babylon3d.present.sheet import Cell, Sheet, SheetRow


def tactical_sheet(state: TacticalState, result: Result, names: Sequence[str]) -> Sheet:
    """The sheet of a finished game."""
    colours = tuple(seat.colour for seat in state.seats)
    bridges = {seat.colour: seat.supply.bridges for seat in state.seats}
    table = score_table(state.build, bridges)
    rows = tuple(_level(row, colours) for row in table.rows)
    minus = tuple(Cell(_minus(bridges[c]), counted(bridges[c]), bridges[c] > 0) for c in colours)
    totals = tuple(Cell(signed(table.players[c].total), lit=i in result.winners) for i, c in enumerate(colours))
    verdict, reason = judged(table, result, names, colours)
    return Sheet(
        tuple(names),
        colours,
        (*rows, SheetRow("minus", "Bridges left", minus), SheetRow("total", "Points", totals)),
        result.winners,
        verdict,
        reason,
        f"The game ended because {why_over(result, state, names)} ({result.ruling}).",
    )


def _level(row: LevelRow, colours: Sequence[str]) -> SheetRow:
    cells = []
    for colour in colours:
        count = row.counts.get(colour, 0)
        leads = row.leader == colour
        nobles = "" if not count else "1 noble" if count == 1 else f"{count} nobles"
        cells.append(Cell(f"+{row.points}" if leads else "0" if count else "", nobles, leads))
    return SheetRow("level", f"Level {row.level}", tuple(cells))


def _minus(bridges: int) -> str:
    return f"\N{MINUS SIGN}{bridges}" if bridges else "0"


def signed(points: int) -> str:
    """Points with a proper minus sign."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def counted(bridges: int) -> str:
    """So many bridges, in words; nothing for none."""
    return "" if not bridges else "1 bridge" if bridges == 1 else f"{bridges} bridges"


def judged(table: ScoreTable, result: Result, names: Sequence[str], colours: Sequence[str]) -> tuple[str, str]:
    """Who won, and by what (T9): points, the highest level among equals, or a shared win."""
    won = [names[i] for i in result.winners]
    best = max(score.total for score in table.players.values())
    tied = [names[i] for i, colour in enumerate(colours) if table.players[colour].total == best]
    verdict = f"{won[0]} wins" if len(won) == 1 else f"{listed(won)} share the win"
    points = f"{signed(best)} point" if best in (1, -1) else f"{signed(best)} points"
    if len(tied) == 1:
        return verdict, f"with {points}"
    highest = max(table.players[colours[i]].highest for i in result.winners)
    equal = f"{listed(tied)} have {points} each"
    if highest == 0:
        return verdict, f"{equal}, and none of them scored a level (T9)"
    return verdict, f"{equal}; {won[0]} scored the highest level, {highest} (T9)"
