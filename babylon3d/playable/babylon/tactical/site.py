"""A state of the Tactical Game as a hand meets it: cells and their owners, slots, and why something is refused."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property

from babylon3d.core.actions import Seat
from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.errors import IllegalAction
from babylon3d.core.geometry import Pose, Vec3
from babylon3d.core.lattice import Axis, Cell
from babylon3d.games.babylon.pieces import BABYLON, PITCH_M, PieceKind
from babylon3d.games.babylon.tactical.dead_ends import explained, place_that_works
from babylon3d.games.babylon.tactical.model import Exchange, Place, TacticalAction, TurnTower
from babylon3d.games.babylon.tactical.placing import built
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.scoring import score_table
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.present.model import Hit

RULES = TacticalRules()

NEAR = 2
"""Free cells of the table within this many of the building are shown and walked as slots."""

STEEP = 0.7
"""A face whose normal's z is above this is a top."""

NOBLES: tuple[PieceKind, ...] = ("large", "small")


def ghost_part(place: Place) -> Part:
    """A part as it would stand."""
    return Part("ghost", place.piece, Cell(place.x, place.y, place.level), place.turn, place.axis)


class Site:
    """What can be asked about one state again and again; every answer is computed once."""

    def __init__(self, state: TacticalState, seat: Seat | None) -> None:
        self.state = state
        self.seat = seat
        self.set = BABYLON
        self.parts: dict[str, Part] = {p.id: p for p in state.build.parts}
        self.nobles: dict[str, Noble] = {n.id: n for n in state.build.nobles}
        self.nobles_on = state.build.nobles_on()
        self.owner: dict[Cell, str] = {c: p.id for p in state.build.parts for c in BABYLON.cells(p)}
        self._reasons: dict[TacticalAction, IllegalAction | None] = {}
        self._explained: dict[Place, IllegalAction | None] = {}
        self._works: dict[tuple[PieceKind | None, Place | None], Place | None] = {}
        self._slots: dict[tuple[PieceKind, Axis | None], tuple[Place, ...]] = {}
        self._partners: dict[str, tuple[str, ...]] = {}

    @property
    def placing(self) -> bool:
        """Whether the seat may place pieces now."""
        s = self.state
        return self.seat is not None and s.ended is None and s.to_move == self.seat and not s.special

    @property
    def special(self) -> bool:
        """Whether the seat may make its special move now (T6)."""
        s = self.state
        return self.seat is not None and s.ended is None and s.to_move == self.seat and s.special

    def why_not(self, action: TacticalAction) -> IllegalAction | None:
        """Why the seat may not do it, `None` if it may."""
        if self.seat is None:
            return IllegalAction("T1", "it is not your turn")
        if action not in self._reasons:
            self._reasons[action] = RULES.why_not(self.state, self.seat, action)
        return self._reasons[action]

    def explained(self, place: Place) -> IllegalAction | None:
        """The same for a placement, with what stands in the way of finishing the turn (T2)."""
        refusal = self.why_not(place)
        if refusal is None or refusal.ruling != "T2":
            return refusal
        if place not in self._explained:
            self._explained[place] = explained(self.state, place)
        return self._explained[place]

    def place_that_works(self, kind: PieceKind | None = None, near: Place | None = None) -> Place | None:
        """A place from which the turn can be finished, of that piece if it has any; `None` if nothing can be placed."""
        if not self.placing:
            return None
        if (kind, near) not in self._works:
            self._works[kind, near] = place_that_works(self.state, kind, near)
        return self._works[kind, near]

    @cached_property
    def loose(self) -> frozenset[str]:
        """The parts that are not joined to the first ones yet (B6), while they may still be joined."""
        boards = self.state.building.boards
        if not boards.islands or not self.placing:
            return frozenset()
        on = boards.on
        return frozenset(
            p.id for p in self.parts.values() if boards.owner(p.cell.level, on.bits[on.index(p.cell.x, p.cell.y)]) >= 0
        )

    def score_change(self, place: Place) -> tuple[tuple[Seat, int], ...]:
        """Whose points a legal placement changes by how much, the mover first (T9)."""
        before, after = self._scored(self.state.build), self._scored(self._with(place))
        order = sorted(range(len(before)), key=lambda seat: (seat != self.state.to_move, seat))
        return tuple((seat, after[seat] - before[seat]) for seat in order if after[seat] != before[seat])

    def leader_after(self, place: Place) -> Seat | None:
        """Who would have the most nobles on the level of a legal placement of a noble (T9), `None` for nobody."""
        rows = score_table(self._with(place), {}).rows
        leader = next((row.leader for row in rows if row.level == place.level), None)
        return next((i for i, seat in enumerate(self.state.seats) if seat.colour == leader), None)

    def _with(self, place: Place) -> Build:
        return built(self.state.building, self.state.mover.colour, place).build

    def _scored(self, build: Build) -> tuple[int, ...]:
        """The points of every seat from levels alone."""
        table = score_table(build, {seat.colour: 0 for seat in self.state.seats})
        return tuple(table.players[seat.colour].total for seat in self.state.seats)

    def slots(self, kind: PieceKind, axis: Axis | None = None) -> tuple[Place, ...]:
        """Where the piece could go, T2 not yet asked; on the table only what is near the building."""
        key = (kind, axis if kind == "bridge" else None)
        if key not in self._slots:
            found = (p for p in RULES.placements(self.state, kind) if kind != "bridge" or p.axis == axis)
            self._slots[key] = tuple(found) if self.placing else ()
        return self._slots[key]

    def check(self, kind: PieceKind, axis: Axis, most: int) -> int:
        """Ask about the slots that were not asked about yet, at most so many; how many that were."""
        open_ = [p for p in self.near_slots(kind, axis) if p not in self._reasons][:most]
        for place in open_:
            self.why_not(place)
        return len(open_)

    def refused(self, place: Place) -> bool:
        """Whether the place is known to be a dead end (T2)."""
        return self._reasons.get(place) is not None

    def near_slots(self, kind: PieceKind, axis: Axis | None = None) -> Iterator[Place]:
        """The slots without those on the far table."""
        columns = {(c.x, c.y) for c in self.owner} or {(0, 0)}
        near = {(x + i, y + j) for x, y in columns for i in range(-NEAR, NEAR + 1) for j in range(-NEAR, NEAR + 1)}
        return (p for p in self.slots(kind, axis) if p.level > 1 or (p.x, p.y) in near)

    # -- from a point to a cell --------------------------------------------------------------------

    def cell_at(self, hit: Hit) -> Cell:
        """The cell that a hit means (UX, pointing): on a top, there; by a side, on top of that column; else the table.

        A noble counts as the top of its tower.
        """
        x, y, _ = hit.point
        if hit.piece in self.nobles:
            return self.parts[self.nobles[hit.piece].on].cell.above
        if hit.piece not in self.parts:
            return Cell(round(x / PITCH_M), round(y / PITCH_M), 1)
        cells = BABYLON.cells(self.parts[hit.piece])
        cell = min(cells, key=lambda c: math.hypot(c.x * PITCH_M - x, c.y * PITCH_M - y))
        return cell.above if hit.normal[2] > STEEP else self._top(cell)

    def _top(self, cell: Cell) -> Cell:
        """The cell on top of a column."""
        return Cell(cell.x, cell.y, max(c.level for c in self.owner if (c.x, c.y) == (cell.x, cell.y)) + 1)

    def snapped(self, kind: PieceKind, axis: Axis, hit: Hit) -> Place:
        """The place that a hit means, or the nearest within the hit's reach that is legal, or the illegal one (UX).

        A bridge goes where one of its cells is the one meant and its middle is nearest to the cursor; over a gap it
        goes to the lowest level on which it spans the gap. A noble goes to the tower under the cell that is meant.
        """
        meant = self._meant(kind, axis, hit)
        if hit.reach_m <= 0.0 or not self.placing or self.why_not(meant) is None:
            return meant
        near = sorted(
            (place for place in self.slots(kind, axis) if _away_m(place, hit) <= hit.reach_m),
            key=lambda place: _away_m(place, hit),
        )
        return next((place for place in near if self.why_not(place) is None), meant)

    def _meant(self, kind: PieceKind, axis: Axis, hit: Hit) -> Place:
        """The place that a hit means, legal or not."""
        cell = self.cell_at(hit)
        if kind in NOBLES:
            return Place(kind, cell.x, cell.y, max(1, cell.level - 1))
        if kind == "tower":
            return Place("tower", cell.x, cell.y, cell.level)
        best = self._bridge_through(cell, axis, hit.point)
        top = max((c.level for c in self.owner), default=0) + 1
        open_above = hit.piece is None or hit.normal[2] > STEEP
        while best is None and open_above and cell.level <= top:
            cell = cell.above
            best = self._bridge_through(cell, axis, hit.point)
        if best is not None:
            return best
        cell = self.cell_at(hit)
        return Place("bridge", cell.x, cell.y, cell.level, axis="x" if axis == "x" else "y")

    def _bridge_through(self, cell: Cell, axis: Axis, point: Vec3) -> Place | None:
        """The bridge slot on the cell's level that covers it and whose middle is nearest to the point."""
        dx, dy = (1, 0) if axis == "x" else (0, 1)
        middles = {(cell.x + i * dx, cell.y + i * dy) for i in (-1, 0, 1)}
        found = [p for p in self.slots("bridge", axis) if p.level == cell.level and (p.x, p.y) in middles]

        def away(place: Place) -> float:
            return math.hypot(place.x * PITCH_M - point[0], place.y * PITCH_M - point[1])

        return min(found, key=away, default=None)

    # -- poses --------------------------------------------------------------------------------------

    def ghost_pose(self, place: Place) -> Pose:
        """Where a piece would stand; metres."""
        if place.piece not in NOBLES:
            return BABYLON.lattice_pose(ghost_part(place))
        tower = self.owner.get(Cell(place.x, place.y, place.level))
        at = BABYLON.lattice_pose(ghost_part(tower_under(place)))
        before = len(self.nobles_on.get(tower or "", ()))
        return BABYLON.noble_pose(Noble("ghost", "", place.piece, tower or ""), at, before)

    def spot(self, target: Place | str, poses: dict[str, Pose]) -> Vec3:
        """The middle of a slot or of a piece; metres."""
        if isinstance(target, Place):
            return self.ghost_pose(target).position
        return poses[target].position

    # -- the special move ---------------------------------------------------------------------------

    def partners(self, noble: str) -> tuple[str, ...]:
        """The nobles that this one may be exchanged with (T5, T6, T7)."""
        if noble not in self._partners:
            self._partners[noble] = tuple(
                other for other in self.nobles if other != noble and self.why_not(Exchange((noble, other))) is None
            )
        return self._partners[noble]

    def turnable(self, clockwise: bool = False) -> tuple[str, ...]:
        """The towers that may be turned (T7)."""
        if not self.state.options.expert:
            return ()
        return tuple(
            p.id for p in self.parts.values() if p.kind == "tower" and self.why_not(TurnTower(p.id, clockwise)) is None
        )


def _away_m(place: Place, hit: Hit) -> float:
    """How far what is pointed at is from where a piece would stand: from the top of what carries it; metres."""
    half = PITCH_M / 2
    level = place.level + (1 if place.piece in NOBLES else 0)
    long = PITCH_M if place.piece == "bridge" else 0.0
    reach = (half + (long if place.axis == "x" else 0.0), half + (long if place.axis == "y" else 0.0))
    gaps = [
        max(0.0, abs(hit.point[0] - place.x * PITCH_M) - reach[0]),
        max(0.0, abs(hit.point[1] - place.y * PITCH_M) - reach[1]),
        hit.point[2] - (level - 1) * BABYLON.level_m,
    ]
    return math.hypot(*gaps)


def tower_under(place: Place) -> Place:
    """The place of the tower under a noble's."""
    return Place("tower", place.x, place.y, place.level)
