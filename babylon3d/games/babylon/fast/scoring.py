"""Scores of a Fast Game's round: four conditions per noble, the smaller area, the pile, the winners (F9-F13)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from babylon3d.core.actions import Seat
from babylon3d.games.babylon.fast.state import (
    FastState,
    NobleScore,
    RoundScore,
    SeatScore,
    SeatState,
    Standing,
    buildings,
)


def failed_condition(noble: Standing, building: Sequence[Standing], solo: bool) -> int | None:
    """The first of the rulebook's four conditions that a noble fails (1-4), or None; alone the fourth is waived."""
    others = [piece for piece in building if piece.is_noble and piece.id != noble.id]
    tower = next((p for p in building if p.kind == "tower" and p.id in noble.rest.rests_on), None)
    if tower is None:
        return 1
    beside = [other for other in others if tower.id in other.rest.rests_on]
    if any(other.colour == noble.colour for other in beside):
        return 2
    if any(other.kind == "large" for other in beside):
        return 3
    if not solo and all(other.colour == noble.colour for other in others):
        return 4
    return None


@lru_cache(maxsize=4)  # screens ask again and again about what stands
def noble_scores(
    standing: tuple[Standing, ...], areas: int, *, expert: bool = False, solo: bool = False
) -> tuple[NobleScore, ...]:
    """What every noble scores, by area, then in order of placing. `levels under it` is its tower's level (B7)."""
    found: list[NobleScore] = []
    for area in range(areas):
        for building in buildings(standing, area):
            found += _building_scores(building, area, expert, solo)
    order = {piece.id: i for i, piece in enumerate(standing)}
    return tuple(sorted(found, key=lambda score: (score.area, order[score.id])))


def _building_scores(building: tuple[Standing, ...], area: int, expert: bool, solo: bool) -> list[NobleScore]:
    """The scores in one connected building, the best noble of each colour doubled in the expert game (F13)."""
    level = {piece.id: piece.rest.level for piece in building if piece.kind == "tower"}
    scores = []
    for noble in building:
        if not noble.is_noble:
            continue
        failed = failed_condition(noble, building, solo)
        points = 0 if failed else max(level.get(below, 0) for below in noble.rest.rests_on)
        scores.append(NobleScore(noble.id, noble.colour, area, points, failed=failed))
    turns = {piece.rest.turn for piece in building if piece.kind == "tower"}
    if expert and len(turns) == 1:
        for colour in dict.fromkeys(score.colour for score in scores):
            own = [i for i, score in enumerate(scores) if score.colour == colour]
            best = max(own, key=lambda i: scores[i].points)
            if scores[best].points:
                doubled = 2 * scores[best].points
                scores[best] = msgspec.structs.replace(scores[best], points=doubled, doubled=True)
    return scores


def unplaced(seat: SeatState) -> int:
    """Pieces not placed: supply, hand, what waits to be judged, large nobles set aside; never the pile (F10)."""
    return seat.supply.total + (seat.hand is not None) + len(seat.judged) + seat.set_aside


def round_winners(finals: Sequence[int | None], unplaced_pieces: Sequence[int]) -> tuple[Seat, ...]:
    """Who wins a round: the highest score, then fewer unplaced pieces, then all of them; out players never (F10)."""
    playing = [(final, -unplaced_pieces[seat]) for seat, final in enumerate(finals) if final is not None]
    if not playing:
        return ()
    best = max(playing)
    return tuple(s for s, final in enumerate(finals) if final is not None and (final, -unplaced_pieces[s]) == best)


def score_round(state: FastState) -> RoundScore:
    """The scores of a round as it stands; also good for provisional totals while it is built."""
    nobles = noble_scores(state.standing, state.areas, expert=state.options.expert, solo=state.solo)
    seats = []
    for number, seat in enumerate(state.seats):
        totals = [
            sum(score.points for score in nobles if score.colour == seat.colour and score.area == area)
            for area in state.areas_of(number)
        ]
        pile = len(seat.pile)
        final = None if seat.out else min(totals) - pile
        seats.append(SeatScore(totals[0], totals[-1], pile, final, unplaced(seat)))
    winners = round_winners([s.final for s in seats], [s.unplaced for s in seats])
    return RoundScore(tuple(seats), nobles, winners)
