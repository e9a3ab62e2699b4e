"""The score of the Tactical Game: majorities per level, bridges left, tie-breaks (T9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from babylon3d.core.build import Build


@dataclass(frozen=True, slots=True)
class LevelRow:
    """One row of the ruler: who has strictly the most nobles on a level (None for nobody) and what it is worth."""

    level: int
    leader: str | None
    points: int
    counts: Mapping[str, int]
    """Nobles on the level per colour that has any there."""


@dataclass(frozen=True, slots=True)
class ColourScore:
    """A colour's points: per level scored, highest first; minus one per bridge left; together."""

    levels: Mapping[int, int]
    bridges: int
    total: int

    @property
    def highest(self) -> int:
        """The highest level scored, 0 for none."""
        return max(self.levels, default=0)


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Everything that is counted at the end: rows from the highest level with a noble down, and the colours."""

    rows: tuple[LevelRow, ...]
    players: Mapping[str, ColourScore]
    winners: tuple[str, ...]


def level_rows(build: Build) -> tuple[LevelRow, ...]:
    """The levels on which nobles stand, highest first (B7, T9)."""
    level_of = {part.id: part.cell.level for part in build.parts}
    counts: dict[int, dict[str, int]] = {}
    for noble in build.nobles:
        row = counts.setdefault(level_of[noble.on], {})
        row[noble.colour] = row.get(noble.colour, 0) + 1
    rows = []
    for level in sorted(counts, reverse=True):
        row = counts[level]
        most = max(row.values())
        leaders = [colour for colour, count in row.items() if count == most]
        leader = leaders[0] if len(leaders) == 1 else None
        rows.append(LevelRow(level, leader, level if leader else 0, row))
    return tuple(rows)


def score_table(build: Build, bridges_left: Mapping[str, int]) -> ScoreTable:
    """The score of a build (T9). A colour neither on a noble nor in `bridges_left` is absent."""
    rows = level_rows(build)
    colours = dict.fromkeys([*bridges_left, *(noble.colour for noble in build.nobles)])
    players: dict[str, ColourScore] = {}
    for colour in colours:
        levels = {row.level: row.points for row in rows if row.leader == colour}
        bridges = -bridges_left.get(colour, 0)
        players[colour] = ColourScore(levels, bridges, sum(levels.values()) + bridges)
    return ScoreTable(rows, players, winners(players))


def winners(players: Mapping[str, ColourScore]) -> tuple[str, ...]:
    """Most points; among the tied, the one who scored the highest level; none of them any level: shared (T9)."""
    if not players:
        return ()
    best = max((score.total, score.highest) for score in players.values())
    return tuple(colour for colour, score in players.items() if (score.total, score.highest) == best)
