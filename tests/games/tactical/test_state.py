"""States from position files, the rules' protocol on random states: what is listed is what is legal."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
import pytest

from babylon3d.core.codec import digest
from babylon3d.core.errors import BadText
from babylon3d.core.lattice import Cell
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.pieces import BABYLON, COLOURS, PIECE_KINDS, Supply
from babylon3d.games.babylon.tactical.draw import attempts, drawn
from babylon3d.games.babylon.tactical.model import (
    EndTurn,
    Place,
    Settled,
    TacticalAction,
    TacticalOptions,
    TakeBack,
    Unable,
)
from babylon3d.games.babylon.tactical.placing import can_move, placeable, way_on, why_not_piece, why_not_place
from babylon3d.games.babylon.tactical.position import PlayerPosition, Position
from babylon3d.games.babylon.tactical.scoring import score_table
from babylon3d.games.babylon.tactical.state import Foreseen, SeatState, TacticalState, state_from_position
from tests.games.tactical.diagram import RULES, build, refused, state
from tests.games.tactical.test_boards import REACH, grown

FEW = tuple(PlayerPosition(colour, Supply(5, 2, 1, 1), 1) for colour in COLOURS[:3])


def position(diagram: str = "t.t | <=>", **how: object) -> Position:
    return replace(Position(build(diagram), FEW, 0), **how)  # type: ignore[arg-type]


# -- positions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "where", "words"),
    [
        ({"players": FEW[:2]}, "$.players", "2 players"),
        ({"players": FEW[:1]}, "$.players", "1 player"),
        ({"players": (FEW[0], FEW[0], FEW[1])}, "$.players[1].colour", "taken twice"),
        ({"to_move": 3}, "$.to_move", "seat 3"),
        ({"options": TacticalOptions(first=4)}, "$.options.first", "seat 4"),
        ({"base_before": ((0, 0), (99, 0))}, "$.base_before[1]", "off the table"),
        ({"build": build("t.. | .t.")}, "$.build", "B2"),
        ({"build": build("t..", ["red large t1", "yellow large t1"])}, "$.build.nobles[1]", "T5"),
        ({"special": True}, "$.special_pending", "0 of at least 4 pieces are placed"),
    ],
)
def test_a_position_no_game_can_be_in_is_refused_with_its_path(how: dict[str, object], where: str, words: str) -> None:
    with pytest.raises(BadText) as caught:
        state_from_position(position(**how))
    assert caught.value.where == where and words in caught.value.message and caught.value.hint
    assert "1 players" not in caught.value.message


def test_a_special_move_can_only_be_pending_after_a_turn_without_nobles_in_one_building() -> None:
    four = ("t1", "t2", "b1", "t3")
    s = state_from_position(position("t.t | <=> | t..", placed=four, special=True))
    assert s.special
    with pytest.raises(BadText, match="noble"):
        state_from_position(
            position(build=build("t.t | <=> | t..", ["red small t3"]), placed=("t1", "b1", "t3", "n1"), special=True)
        )
    with pytest.raises(BadText, match="not connected"):
        state_from_position(position("t.t.t", placed=("t1", "t2", "t3", "t3"), special=True))


def test_the_base_area_before_the_turn_is_given_or_found_from_what_was_placed() -> None:
    given = state_from_position(position(base_before=((0, 0), (1, 0))))
    found = state_from_position(position("t.t | <=>", placed=("b1", "t2")))
    on = found.building.boards.on
    assert given.base_before == on.bits[on.index(0, 0)] | on.bits[on.index(1, 0)]
    assert found.base_before == on.bits[on.index(0, 0)]


def test_the_kinds_of_what_was_placed_are_known_from_the_build() -> None:
    nobles = ["red small t3"]
    assert state("t.t | <=> | t..", nobles, placed=["n1", "t3"]).noble_placed
    assert not state("t.t | <=> | t..", nobles, placed=["t3"]).noble_placed


# -- what is listed is what is legal -------------------------------------------------------------


def small_state(rng: random.Random) -> TacticalState:
    """A state on a small table with few pieces left, at the start of a turn."""
    on = grown(rng, rng.randint(2, 16))
    keep = set(max(on.build.buildings(BABYLON), key=len, default=()))
    kept = replace(
        on.build,
        parts=tuple(p for p in on.build.parts if p.id in keep),
        nobles=tuple(n for n in on.build.nobles if n.on in keep),
    )
    supply = Supply(rng.randint(1, 4), rng.randint(0, 2), rng.randint(0, 1), rng.randint(1, 3))
    options = TacticalOptions(first=rng.randrange(3), take_back=rng.random() < 0.5)
    seats = tuple(SeatState(colour, supply, rng.randint(0, 1)) for colour in ("red", "blue", "green"))
    building = Building.of(kept, REACH)
    return TacticalState(building, seats, rng.randrange(3), options, base_before=building.boards.base())


def every_place(s: TacticalState) -> list[Place]:
    """All conceivable placements on and around the small table."""
    edge = range(-REACH - 1, REACH + 2)
    cells = [Cell(x, y, z) for x in edge for y in edge for z in range(s.building.height + 2)]
    places = [Place(kind, *cell) for cell in cells for kind in ("tower", "large", "small")]
    return places + [Place("bridge", *cell, axis=axis) for cell in cells for axis in ("x", "y")]


def test_legal_actions_are_those_that_verify() -> None:
    rng = random.Random(8)
    listed_at_all = 0
    for _ in range(15):
        s = small_state(rng)
        for _ in range(rng.randint(0, 2)):
            listed = [a for a in RULES.legal_actions(s, s.to_move) if isinstance(a, Place)]
            s = RULES.apply(s, s.to_move, rng.choice(listed)).state if listed else s
        listed = list(RULES.legal_actions(s, s.to_move))
        assert len(listed) == len(set(listed))
        places = {a for a in listed if isinstance(a, Place) and a.turn == 0}
        assert places == {place for place in every_place(s) if refused(s, place) == ""}
        for action in (EndTurn(), Unable(), TakeBack()):
            assert (action in listed) == (refused(s, action) == "")
        for place in places:
            for turn in (90, 180, 270):
                turned = Place(place.piece, place.x, place.y, place.level, turn, place.axis)  # type: ignore[arg-type]
                assert (turned in listed) == (place.piece == "tower") == (refused(s, turned) == "")
        listed_at_all += len(places)
    assert listed_at_all > 40


def test_every_state_has_a_legal_action_and_other_seats_have_none() -> None:
    rng = random.Random(9)
    for _ in range(20):
        s = small_state(rng)
        while not s.ended:
            action = next(RULES.legal_actions(s, s.to_move), None)
            assert action is not None
            other = (s.to_move + 1) % len(s.seats)
            assert list(RULES.legal_actions(s, other)) == [] and refused(s, action, seat=other) == "T1"
            assert RULES.to_act(s) == {s.to_move}
            s = RULES.apply(s, s.to_move, EndTurn() if refused(s, EndTurn()) == "" else action).state


# -- random games ----------------------------------------------------------------------------------


def random_game(seed: int, players: int, options: TacticalOptions) -> list[tuple[TacticalState, TacticalAction]]:
    """A whole game between random players: the states and what was done in each."""
    rng = random.Random(seed)
    s = RULES.new_game([SeatInfo(c, c) for c in COLOURS[:players]], options).state
    done: list[tuple[TacticalState, TacticalAction]] = []
    while not RULES.is_over(s):
        for action in attempts(s, rng):
            if RULES.why_not(s, s.to_move, action) is None:
                done.append((s, action))
                s = RULES.resolve(RULES.apply(s, s.to_move, action).state, Settled()).state
                break
    done.append((s, EndTurn()))
    return done


@pytest.mark.parametrize(("seed", "players"), [(1, 3), (2, 4), (3, 5)])
def test_a_random_game_keeps_every_piece_and_ends_with_the_scores_of_its_build(seed: int, players: int) -> None:
    game = random_game(seed, players, TacticalOptions(expert=seed == 2))
    first, last = game[0][0], game[-1][0]
    held = [sum(seat.supply[i] for seat in first.seats) for i in range(4)]
    for s, _ in game:
        parts = [part.kind for part in s.build.parts]
        nobles = [noble.size for noble in s.build.nobles]
        counts = [parts.count("tower"), parts.count("bridge"), nobles.count("large"), nobles.count("small")]
        assert [held[i] - sum(seat.supply[i] for seat in s.seats) for i in range(4)] == counts
        assert 0 <= len(s.placed) <= 5
        if not s.placed:
            assert s.building.connected
    table = score_table(last.build, {seat.colour: seat.supply.bridges for seat in last.seats})
    result = RULES.result(last)
    assert result.scores == tuple(table.players[seat.colour].total for seat in last.seats)
    assert [last.seats[i].colour for i in result.winners] == [c for c in COLOURS if c in table.winners]


def test_taking_back_restores_every_state_of_a_turn() -> None:
    game = random_game(5, 3, TacticalOptions(take_back=True))
    restored = 0
    for s, action in game[:-1]:
        if isinstance(action, Place):
            back = RULES.apply(RULES.apply(s, s.to_move, action).state, s.to_move, TakeBack()).state
            assert RULES.canonical(back) == RULES.canonical(s)
            assert back.building.boards.levels == s.building.boards.levels
            assert (back.building.at, back.building.standing) == (s.building.at, s.building.standing)
            assert back.building.numbers == s.building.numbers
            restored += 1
    assert restored > 30


def test_views_hide_nothing_and_equal_states_have_equal_hashes() -> None:
    one, two = random_game(6, 3, TacticalOptions()), random_game(6, 3, TacticalOptions())
    assert [digest(RULES.canonical(s)) for s, _ in one] == [digest(RULES.canonical(s)) for s, _ in two]
    assert len({digest(RULES.canonical(s)) for s, _ in one}) == len(one) - 1 + (one[-1][0].ended is not None)
    s = one[20][0]
    assert RULES.view(s, 0) is s and RULES.view(s, 2) is s


def test_random_placements_are_among_the_kept_ones() -> None:
    rng = random.Random(7)
    kinds = 0
    for s, _ in random_game(4, 3, TacticalOptions())[10:80:7]:
        for kind in PIECE_KINDS:
            assert (kind in placeable(s)) == (why_not_piece(s, kind) is None)
            if kind in placeable(s):
                kept = set(RULES.placements(s, kind))
                assert kept <= set(RULES.placements(s, kind, near=False))
                found = {drawn(s, kind, rng) for _ in range(40)} - {None}
                assert found <= kept and bool(found) == bool(kept)
                kinds += 1
    assert kinds > 12


def forgetful(s: TacticalState) -> TacticalState:
    """The same state with nothing foreseen."""
    return msgspec.structs.replace(s, foreseen=Foreseen())


def test_what_a_state_foresees_is_what_a_fresh_one_finds() -> None:
    followed = 0
    for seed, players in ((11, 3), (12, 4), (13, 5)):
        for s, _ in random_game(seed, players, TacticalOptions())[:-1]:
            assert forgetful(s) == s
            if s.special or not s.foreseen.asked:
                continue
            assert can_move(s) == can_move(forgetful(s))
            while (part := way_on(s)) is not None:
                assert why_not_place(forgetful(s), part) is None
                assert why_not_place(s, part) is None
                s = RULES.apply(s, s.to_move, part).state
                assert s.foreseen.asked and can_move(forgetful(s))
                followed += 1
    assert followed > 40
