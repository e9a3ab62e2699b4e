"""T2 in words: a smallest set of rulings in the way, checked by the search itself, and a place that works."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.boards import Boards
from babylon3d.games.babylon.nobles import count_shared
from babylon3d.games.babylon.pieces import COLOURS, Supply
from babylon3d.games.babylon.tactical.bots import easy
from babylon3d.games.babylon.tactical.dead_ends import DeadEnd, explained, loose_finish, place_that_works
from babylon3d.games.babylon.tactical.model import EndTurn, Place, Settled, TacticalOptions
from babylon3d.games.babylon.tactical.placing import boards_after, changed, highest_level, placeable, placements
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.games.babylon.tactical.turn_search import ANY_LEVEL, Goal, way_to_finish

RULES = TacticalRules()
CLAUSES = ("levels", "base", "nobles", "most", "supply", "least")


def stepped(s: TacticalState, action: object) -> TacticalState:
    RULES.verify(s, s.to_move, action)  # type: ignore[arg-type]
    return RULES.resolve(RULES.apply(s, s.to_move, action).state, Settled()).state  # type: ignore[arg-type]


def random_position(seed: int) -> tuple[random.Random, TacticalState] | None:
    """Some turns of easy bots, then some random placements of the next turn."""
    rng = random.Random(seed)
    players = rng.choice((3, 4, 5))
    seats = tuple(SeatInfo(f"P{i}", COLOURS[i]) for i in range(players))
    s = RULES.new_game(seats, TacticalOptions(first=rng.randrange(players))).state
    minds = [easy(seat, random.Random(seed * 7 + seat)) for seat in range(players)]
    turns = rng.choice((0, 1, 2, 3, 4, 6, 10, 16, 22))
    while s.ended is None and sum(seat.turns_taken for seat in s.seats) < turns:
        thought = minds[s.to_move](s)
        try:
            while True:
                next(thought)
        except StopIteration as finished:
            s = stepped(s, finished.value[0])
    if s.ended is not None or s.special:
        return None
    for _ in range(rng.randint(0, 4)):
        kinds = placeable(s)
        slots = list(placements(s, rng.choice(kinds))) if kinds else []
        rng.shuffle(slots)
        legal = next((p for p in slots[:20] if RULES.why_not(s, s.to_move, p) is None), None)
        if legal is None:
            break
        s = stepped(s, legal)
    return rng, s


def refused(count: int) -> Iterator[tuple[TacticalState, Place]]:
    """So many placements that T2 refuses, at most two a piece and position."""
    found, seed = 0, 0
    while found < count:
        seed += 1
        position = random_position(seed)
        if position is None:
            continue
        rng, s = position
        for kind in placeable(s):
            slots = list(placements(s, kind, near=rng.random() < 0.8))
            rng.shuffle(slots)
            dead = (p for p in slots[:30] if getattr(RULES.why_not(s, s.to_move, p), "ruling", "") == "T2")
            for _, place in zip(range(2), dead, strict=False):
                if found < count:
                    found += 1
                    yield s, place


def question(s: TacticalState, a: Place, lifted: frozenset[str]) -> tuple[Boards, Supply, Goal]:
    """What remains of the turn after a placement, some rulings left out; written for itself."""
    boards, shared = boards_after(s, a)
    placed = len(s.placed) + 1
    most = 5 - placed + ("most" in lifted)
    towers, bridges, large, small = changed(s.mover.supply, a.piece, -1)
    if "supply" in lifted:
        towers, bridges, large, small = (n + 9 for n in (towers, bridges, large, small))
    if s.first_round and "nobles" not in lifted:
        large = small = 0
    later = s.first_round and s.to_move != s.options.first
    goal = Goal(
        0 if "least" in lifted else max(0, 4 - placed),
        most,
        ANY_LEVEL if "levels" in lifted else highest_level(s),
        s.base_before if later and "base" not in lifted else None,
        shared + count_shared(s.building, s.mover.colour, s.capacity) if small else 0,
    )
    return boards, Supply(towers, bridges, large, small), goal


def finishes(s: TacticalState) -> bool:
    """Whether the turn comes to its end when one place that works follows another."""
    for _ in range(6):
        if RULES.why_not(s, s.to_move, EndTurn()) is None:
            return True
        place = place_that_works(s)
        if place is None:
            return False
        s = stepped(s, place)
    return False


def check(s: TacticalState, a: Place) -> tuple[str, ...]:
    """Everything that is promised of a refused placement; the rulings in its way."""
    told = explained(s, a)
    assert isinstance(told, DeadEnd) and "(T2)" in str(told)
    rest = tuple(clause for clause in told.clauses if clause != "joined")
    if "joined" in told.clauses:  # B6 only if no other, and it helps
        assert way_to_finish(*question(s, a, frozenset(CLAUSES))) is None
        assert loose_finish(*question(s, a, frozenset(rest)))
        assert "(B6)" in str(told)
    else:
        assert way_to_finish(*question(s, a, frozenset(rest))) is not None
        for smaller in combinations(CLAUSES, len(rest) - 1):
            assert way_to_finish(*question(s, a, frozenset(smaller))) is None, (smaller, told.clauses)
    assert ("supply" in told.clauses) == ("in your supply" in str(told))
    for clauses, number in (({"levels", "base", "nobles"}, "(T4)"), ({"most", "least"}, "(T1)")):
        assert (number in str(told)) == bool(clauses & set(told.clauses))
    place = place_that_works(s, a.piece, a)
    if place is None:
        assert all(RULES.why_not(s, s.to_move, p) for kind in placeable(s) for p in placements(s, kind))
    else:
        assert finishes(stepped(s, place))
        if place.piece != a.piece:
            assert all(RULES.why_not(s, s.to_move, p) for p in placements(s, a.piece))
    return told.clauses


def test_a_refused_placement_names_a_smallest_set_of_rulings_and_a_place_that_works() -> None:
    seen = {clause for s, a in refused(24) for clause in check(s, a)}
    assert {"joined", "most"} <= seen


@pytest.mark.slow
def test_three_hundred_refused_placements_name_a_smallest_set_and_a_place_that_works() -> None:
    seen = {clause for s, a in refused(300) for clause in check(s, a)}
    assert {"joined", "most", "supply"} <= seen


def start(*actions: Place) -> TacticalState:
    seats = tuple(SeatInfo(name, colour) for name, colour in zip("ABC", COLOURS[:3], strict=True))
    s = RULES.new_game(seats, TacticalOptions()).state
    for action in actions:
        s = stepped(s, action)
    return s


def test_t4_is_named_where_the_levels_of_the_first_turn_leave_no_place_for_a_piece() -> None:
    s = start(Place("tower", 0, 0, 1))
    told = explained(s, Place("tower", 0, 0, 2))
    assert isinstance(told, DeadEnd) and told.clauses == ("levels",)
    assert str(told) == (
        "after this, no third piece could be placed (T2): in the first turn the parts stay on levels 1 and 2 (T4)"
    )


def test_b6_is_named_where_nothing_else_would_do() -> None:
    s = start(Place("bridge", 0, 0, 1, axis="x"))
    told = explained(s, Place("tower", 19, 0, 1))
    assert isinstance(told, DeadEnd) and told.clauses == ("joined",)
    assert "the 3 pieces left could not join the parts into one building" in str(told)


def test_without_joining_a_turn_ends_where_there_are_pieces_and_a_new_cell() -> None:
    boards = start(Place("bridge", 0, 0, 1, axis="x")).building.boards
    assert loose_finish(boards, Supply(1, 1, 0, 0), Goal(2, 5))
    assert not loose_finish(boards, Supply(1, 0, 0, 0), Goal(2, 5))
    assert not loose_finish(boards, Supply(3, 0, 0, 0), Goal(3, 2))
    assert not loose_finish(boards, Supply(0, 0, 1, 0), Goal(1, 5))  # no tower for the noble (B7)
    assert loose_finish(boards, Supply(1, 0, 1, 0), Goal(2, 5))
    assert not loose_finish(boards, Supply(0, 0, 0, 0), Goal(0, 5, base_before=boards.base()))
    assert not loose_finish(boards, Supply(1, 0, 0, 0), Goal(0, 0, base_before=boards.base()))
