"""Hints of the Tactical Game: what is left of a good bot's turn, and what it is good for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from babylon3d.core.actions import Action, Seat
from babylon3d.core.prose import listed
from babylon3d.games.babylon.pieces import PIECE_KINDS
from babylon3d.games.babylon.tactical.appraise import Standing, leader
from babylon3d.games.babylon.tactical.model import EndTurn, Exchange, Place, Unable
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.playable.babylon.tactical.site import NOBLES, Site
from babylon3d.playable.babylon.tactical.words import NAMES, counted, level_of
from babylon3d.playable.hints import Hint
from babylon3d.present.model import Ghost

RULES = TacticalRules()

Spot = tuple[str, int, int, int, str | None]


class TacticalAdviser:
    """Marks what is left of a plan, and says it with its reason."""

    def allowed(self, state: Any) -> bool:
        """Whether the house rule is on (T11)."""
        return bool(state.options.hints)

    def hint(self, before: TacticalState, seat: Seat, plan: Sequence[Action], now: TacticalState) -> Hint | None:
        """What is left of the plan; None if the turn is over or something else was placed."""
        if now.to_move != seat or now.ended is not None or not set(now.open_moves) <= set(plan):
            return None
        if now.mover.turns_taken != before.mover.turns_taken:
            return None  # a turn of the same player, but a later one
        made = {_placed(now, piece) for piece in now.placed[len(before.placed) :]}
        if len(now.placed) < len(before.placed) or not made <= {_spot(a) for a in plan if isinstance(a, Place)}:
            return None
        places = [a for a in plan if isinstance(a, Place) and _spot(a) not in made] if not now.special else []
        site = Site(now, seat)
        ghosts = tuple(Ghost(_mesh(now, place), site.ghost_pose(place), "shown") for place in places)
        exchange = next((a for a in plan if isinstance(a, Exchange)), None) if now.special else None
        if exchange is not None and now.exchanged:
            exchange = None
        text = f"Hint: {_what(now, places, exchange, plan)}{_why(before, seat, plan)}"
        return Hint(text, ghosts, () if exchange is None else exchange.nobles)


def _spot(place: Place) -> Spot:
    return (place.piece, place.x, place.y, place.level, place.axis)


def _placed(s: TacticalState, piece: str) -> Spot:
    """Where a piece of the building was placed, however it was turned."""
    noble = s.building.noble(piece)
    part = s.building.part(piece if noble is None else noble.on)
    kind = part.kind if noble is None else noble.size
    return (kind, *part.cell, part.axis if noble is None else None)


def _mesh(s: TacticalState, place: Place) -> str:
    return f"{place.piece}_{s.mover.colour}" if place.piece in NOBLES else place.piece


def _what(s: TacticalState, places: Sequence[Place], exchange: Exchange | None, plan: Sequence[Action]) -> str:
    """What is to be done next, such as "2 towers and a large noble on level 5"."""
    if exchange is not None:
        return f"switch the marked nobles of levels {_levels(s, exchange)}"
    if any(isinstance(action, Unable) for action in plan):
        return "no turn of four pieces exists: end the game (T3)"
    if not places:
        return "end your turn"
    text = listed(_counted(places))
    later = next((action for action in plan if isinstance(action, Exchange)), None)
    return text if later is None else f"{text}, then switch nobles of levels {_levels(s, later)}"


def _levels(s: TacticalState, exchange: Exchange) -> str:
    """The two levels of an exchange, such as "3 and 7"."""
    return listed(sorted(level_of(s, noble) for noble in exchange.nobles))


def _named(levels: Sequence[int]) -> str:
    """Levels by their numbers, such as "level 4" and "levels 4, 5 and 6"."""
    return f"{'level' if len(levels) == 1 else 'levels'} {listed(levels)}"


def _counted(places: Sequence[Place]) -> Iterator[str]:
    parts = Counter(place.piece for place in places)
    for kind in PIECE_KINDS:
        if not parts[kind]:
            continue
        what = f"a {NAMES[kind]}" if parts[kind] == 1 else counted(parts[kind], NAMES[kind])
        levels = sorted({place.level for place in places if place.piece == kind})
        if kind in NOBLES:
            what += f" on level {levels[0]}" if len(levels) == 1 else f" on levels {levels[0]} to {levels[-1]}"
        yield what


def _why(before: TacticalState, seat: Seat, plan: Sequence[Action]) -> str:
    """What the whole plan changes for whoever follows it (T9)."""
    after = before
    for action in plan:
        if after.ended is not None or after.to_move != seat:
            break
        after = RULES.apply(after, seat, action).state  # type: ignore[arg-type]
    then, now = Standing.of(before), Standing.of(after)
    mine = {level for level in now.rows if leader(now.row(level)) == seat}
    taken = sorted(level for level in mine if leader(then.row(level)) != seat)
    rivals = {level: leader(row) for level, row in then.rows.items() if leader(row) not in (None, seat)}
    broken = sorted(level for level, rival in rivals.items() if leader(now.row(level)) not in (rival, seat))
    gained = round(now.points()[seat] - then.points()[seat])
    reasons = []
    if taken:
        reasons.append(f"you lead {_named(taken)}")
    if broken:
        reasons.append(f"nobody else keeps {_named(broken)}")
    if gained > sum(taken):
        reasons.append("fewer bridges are left to you")
    if not reasons:
        return (
            "" if any(isinstance(a, Unable | EndTurn) for a in plan[:1]) else ": it builds up for your nobles to come"
        )
    points = f" ({gained:+d})" if gained else ""
    return f": {', '.join(reasons)}{points}"
