"""The drills: what each asks, how long it lasts, what stands at its start, and what earns a medal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.lattice import Axis, Cell, Turn
from babylon3d.games.babylon.fast.model import TICKS_A_SECOND, Rest
from babylon3d.games.babylon.fast.state import Standing
from babylon3d.games.babylon.pieces import BABYLON, NobleSize, PartKind, Supply
from babylon3d.games.babylon.practice.medals import LEAST

DrillId = Literal["all_nobles", "score_3", "score_5", "height", "steady_hand", "repair", "copy"]
Medal = Literal["gold", "silver", "bronze"]
MEDALS: tuple[Medal, ...] = ("gold", "silver", "bronze")

NEIGHBOURS = ("yellow", "green", "blue", "violet")
"""The colours of set-up nobles: everything but the player's red."""

EMPTY = Build("babylon")
EVERYTHING = Supply(27, 6, 3, 6)
NOTHING = Supply(0, 0, 0, 0)
"""What a drill supplies whose buildings say themselves what they need."""


def clock(ticks: int) -> str:
    """A time of so many 1/60 s as `1:05.3`."""
    minutes, tenths = divmod(round(max(0, ticks) * 10 / TICKS_A_SECOND), 600)
    return f"{minutes}:{tenths // 10:02}.{tenths % 10}"


@dataclass(frozen=True, slots=True)
class Drill:
    """One drill. `unit` says what is measured: `ticks` (1/60 s, less is better), else more is better.

    `limit_s` 0 means no limit. `medals` are the worst measures that still earn gold, silver, bronze.
    """

    id: DrillId
    title: str
    line: str
    unit: Literal["ticks", "points", "levels", "parts"]
    limit_s: int
    supply: Supply
    medals: tuple[int, int, int]
    start: Build = EMPTY
    target: Build = EMPTY
    seeded: bool = False
    """Whether every run has buildings of its own, made by chance from its seed."""

    @property
    def less_is_better(self) -> bool:
        """Whether a smaller measure is the better one."""
        return self.unit == "ticks"

    def better(self, a: int, b: int) -> bool:
        """Whether the measure `a` beats `b`."""
        return a < b if self.less_is_better else a > b

    def medal(self, measure: int) -> Medal | None:
        """The medal that a measure earns."""
        for medal, least in zip(MEDALS, self.medals, strict=True):
            if measure == least or self.better(measure, least):
                return medal
        return None

    def told(self, measure: int) -> str:
        """A measure in words, such as `1:05.3` or `7 levels`."""
        return clock(measure) if self.unit == "ticks" else f"{measure} {self._word(measure)}"

    def asked(self, least: int) -> str:
        """What earns a medal, in words: `in 1:05.3` or `7 levels or more`."""
        return f"in {clock(least)} or less" if self.unit == "ticks" else f"{self.told(least)} or more"

    def lacking(self, measure: int, least: int) -> str:
        """What a measure still lacks for a medal: `0:04.1 too slow` or `2 levels short`; empty if it earns it."""
        if measure == least or self.better(measure, least):
            return ""
        gap = abs(measure - least)
        if self.unit == "ticks":
            return f"{clock(max(gap, TICKS_A_SECOND // 10))} too slow"
        return f"{gap} {self._word(gap)} short"

    def _word(self, count: int) -> str:
        return self.unit if abs(count) != 1 else self.unit[:-1]


def _tower(name: str, x: int, y: int, level: int, turn: Turn = 0) -> Part:
    return Part(name, "tower", Cell(x, y, level), turn)


def _bridge(name: str, x: int, y: int, level: int, axis: Axis) -> Part:
    return Part(name, "bridge", Cell(x, y, level), axis=axis)


def _neighbours() -> Build:
    """Two low portals with a noble of each neighbour, that stand in the way and count for the fourth condition."""
    parts, nobles = [], []
    for i, x in enumerate((-5, 5)):
        parts += [_tower(f"s{i}a", x - 1, 0, 1), _tower(f"s{i}b", x + 1, 0, 1), _bridge(f"s{i}c", x, 0, 2, "x")]
        for j, end in enumerate((x - 1, x + 1)):
            parts.append(_tower(f"s{i}d{j}", end, 0, 3))
            nobles.append(Noble(f"m{i}{j}", NEIGHBOURS[2 * i + j], "small", f"s{i}d{j}"))
    return Build("babylon", tuple(parts), tuple(nobles))


def _wobbly() -> Build:
    """Slender columns of six, joined by bridges high up: easily knocked."""
    parts = [_tower(f"s{x}{level}", x, 0, level) for level in range(1, 7) for x in (-2, 0, 2)]
    parts += [_bridge("s8", -1, 0, 7, "x"), _tower("s9", 2, 0, 7)]
    return Build("babylon", tuple(parts))


def _ruin() -> Build:
    """The gatehouse that is to be rebuilt."""
    parts = [_tower(f"g{x}{y}{level}", x, y, level) for level in (1, 2) for x in (-1, 1) for y in (0, 2)]
    parts += [_bridge("gx0", 0, 0, 3, "x"), _bridge("gx2", 0, 2, 3, "x"), _bridge("gy", -1, 1, 4, "y")]
    parts += [_tower("gt0", 1, 0, 4), _tower("gt1", -1, 0, 5)]
    return Build("babylon", tuple(parts))


DRILLS: Mapping[str, Drill] = {
    drill.id: drill
    for drill in (
        Drill(
            "all_nobles",
            "All nobles",
            "Place all nine nobles on towers, as fast as you can.",
            "ticks",
            0,
            EVERYTHING,
            LEAST["all_nobles"],
        ),
        Drill(
            "score_3",
            "Score attack, 3 minutes",
            "Score all you can in three minutes; every part you knock down costs a point.",
            "points",
            180,
            EVERYTHING,
            LEAST["score_3"],
            start=_neighbours(),
        ),
        Drill(
            "score_5",
            "Score attack, 5 minutes",
            "Score all you can in five minutes; every part you knock down costs a point.",
            "points",
            300,
            EVERYTHING,
            LEAST["score_5"],
            start=_neighbours(),
        ),
        Drill(
            "height",
            "Height",
            "Have a noble stand as high as you can after two minutes.",
            "levels",
            120,
            EVERYTHING,
            LEAST["height"],
        ),
        Drill(
            "steady_hand",
            "Steady hand",
            "Add parts to the wobbly building for two minutes; the first one knocked down ends it. "
            "What stands apart from it does not count.",
            "parts",
            120,
            Supply(20, 6, 0, 0),
            LEAST["steady_hand"],
            start=_wobbly(),
        ),
        Drill(
            "repair",
            "Repair",
            "Rebuild the gatehouse that stands behind the cloth, as fast as you can; drag it to turn it.",
            "ticks",
            0,
            Supply(10, 3, 0, 0),
            LEAST["repair"],
            target=_ruin(),
        ),
        Drill(
            "copy",
            "Copy by sight",
            "Look at a building for ten seconds, then rebuild it from memory; a whole copy brings the next, larger "
            "one. Every part that matches counts; one in a wrong place cannot be taken back.",
            "parts",
            240,
            NOTHING,
            LEAST["copy"],
            seeded=True,
        ),
    )
}


@lru_cache(maxsize=16)
def standing_of(build: Build, area: int = 0) -> tuple[Standing, ...]:
    """A build as pieces that stand placed in an area, put there by nobody."""
    poses, below = build.poses(BABYLON), build.supports(BABYLON)
    pieces = []
    for part in build.parts:
        pose = poses[part.id]
        turn: Turn = part.turn if part.axis is None else (90 if part.axis == "y" else 0)
        rest = Rest(below[part.id], part.cell.level, turn, pose.position, pose.quaternion)
        kind: PartKind = "bridge" if part.kind == "bridge" else "tower"
        pieces.append(Standing(part.id, kind, "", area, None, rest))
    for noble in build.nobles:
        pose = poses[noble.id]
        rest = Rest((noble.on,), build.part(noble.on).cell.level, 0, pose.position, pose.quaternion)
        size: NobleSize = "large" if noble.size == "large" else "small"
        pieces.append(Standing(noble.id, size, noble.colour, area, None, rest))
    return tuple(pieces)
