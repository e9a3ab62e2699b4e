"""Copy by sight: the buildings that are made by chance, looking and hidden, whole copies, what counts, the record."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babylon3d.core.errors import IllegalAction
from babylon3d.core.record import read_record
from babylon3d.core.session import verify_record
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import AREA_HALF_M
from babylon3d.games.babylon.fast.state import Standing
from babylon3d.games.babylon.legality import violations
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.games.babylon.practice.drills import standing_of
from babylon3d.games.babylon.practice.models import FIRST_PARTS, HIGHEST, MORE_PARTS, model, size_of, supply_of
from babylon3d.games.babylon.practice.rules import (
    LOOK_S,
    Copying,
    PracticeOptions,
    PracticeRules,
    PracticeState,
    looking,
    matched,
    measure,
    model_of,
)
from babylon3d.physics.settle import settle
from babylon3d.playable.babylon.fast.resimulate import resimulate
from babylon3d.playable.babylon.practice.bests import recompute
from babylon3d.playable.babylon.practice.spec import SPEC
from tests.games.practice.runs import run, spots_of
from tests.games.practice.test_drills import ANN, ended

RULES = PracticeRules()
Seeds = st.integers(0, 2**31 - 1)


@settings(max_examples=150, deadline=None)
@given(Seeds, st.integers(0, 12))
def test_a_building_to_copy_is_legal_in_one_piece_and_of_the_size_of_its_stage(seed: int, stage: int) -> None:
    build = model(seed, stage)
    assert len(build.parts) == size_of(stage) and violations(build, game="fast", players=3) == ()
    assert len(build.buildings(BABYLON)) == 1
    below = build.supports(BABYLON)
    placed: set[str] = set()
    for part in build.parts:
        carried = {cell for on in below[part.id] for cell in BABYLON.cells(build.part(on))}
        assert all(foot.level == 1 or foot.below in carried for foot in BABYLON.feet(part)), "on all its feet"
        assert placed.issuperset(below[part.id]), "what carries it was placed before"
        placed.add(part.id)
    assert max(abs(v) for pose in build.poses(BABYLON).values() for v in pose.position[:2]) < AREA_HALF_M / 2
    assert max(part.cell.level for part in build.parts) <= HIGHEST + 3
    assert supply_of(build).total == len(build.parts) and supply_of(build).bridges <= 6


def test_sizes_grow_and_seeds_differ() -> None:
    assert [size_of(stage) for stage in range(4)] == [FIRST_PARTS + MORE_PARTS * stage for stage in range(4)]
    assert model(1, 2) == model(1, 2) and len({model(seed, 4) for seed in range(20)}) >= 19


def test_buildings_to_copy_stand_in_the_physics() -> None:
    for seed in range(6):
        found = settle(model(seed, seed + 1), BABYLON, seconds=2.0, jitter_mm=0.2, seed=seed)
        assert found.stands, (seed, found.fallen)


def begun(seed: int = 5) -> PracticeState:
    state = RULES.new_game(ANN, PracticeOptions("copy", seed=seed)).state
    return RULES.resolve(state, m.RoundBegan()).state  # type: ignore[no-any-return]


def pass_seconds(s: Any, count: int) -> Any:
    for _ in range(count):
        s = RULES.resolve(s, m.Second()).state
    return s


def put(s: Any, wanted: Standing, ticks: int = 1000, dx: float = 0.0) -> Any:
    """A piece where the model has one, moved by so much."""
    kind, rest = wanted.kind, wanted.rest
    for action in (m.Grab(kind), m.MoveHand(0, 0, 0, 0), m.LetGo()):
        RULES.verify(s, 0, action)
        s = RULES.apply(s, 0, action).state
    x, y, z = rest.position
    moved = msgspec.structs.replace(rest, position=(x + dx, y, z), rests_on=())
    return RULES.resolve(s, m.Placed(s.seats[0].judged[0].id, 0, moved, ticks))


def test_hands_are_bound_while_one_looks_and_free_after_ten_seconds() -> None:
    s = begun()
    for left in range(LOOK_S, 0, -1):
        assert looking(s) == left and matched(s) == (0, FIRST_PARTS)
        with pytest.raises(IllegalAction, match="look first"):
            RULES.verify(s, 0, m.Grab("tower"))
        assert m.Grab("tower") not in list(RULES.legal_actions(s, 0))
        s = pass_seconds(s, 1)
    assert looking(s) is None
    RULES.verify(s, 0, m.Grab("tower"))


def test_a_whole_copy_clears_the_area_and_brings_the_next_building() -> None:
    s = pass_seconds(begun(), LOOK_S + 2)
    wanted = standing_of(model_of(s))
    for piece in wanted[:-1]:
        s = put(s, piece, dx=0.02).state
    assert measure(s) == FIRST_PARTS - 1 and s.copy == Copying(5)
    step = put(s, wanted[-1], dx=0.02)
    left = {event.piece for event in step.events if isinstance(event, m.PieceLeft) and event.to == "nowhere"}
    assert len(left) == FIRST_PARTS
    s = step.state
    assert s.standing == () and s.copy == Copying(5, 1, FIRST_PARTS, LOOK_S + 3) and s.phase == "building"
    assert s.seats[0].supply == supply_of(model(5, 1)) and measure(s) == FIRST_PARTS
    assert looking(s) == LOOK_S + 1, "it comes with the next full second"
    assert looking(pass_seconds(s, 1)) == LOOK_S and looking(pass_seconds(s, 1 + LOOK_S)) is None


def test_a_copy_that_cannot_become_whole_any_more_ends_the_run_and_its_matching_parts_count() -> None:
    s = pass_seconds(begun(), LOOK_S)
    wanted = standing_of(model_of(s))
    s = put(s, wanted[0]).state
    for piece in wanted[1:-1]:
        s = put(s, piece).state
    s = put(s, wanted[-1], dx=0.08).state
    assert s.phase == "settling" and s.stopped_why == "the copy is not whole"
    assert RULES.result(ended(s)).scores == (FIRST_PARTS - 1,)
    nothing = RULES.apply(pass_seconds(begun(), LOOK_S), 0, m.Done()).state
    assert RULES.result(ended(nothing)).scores == (None,)


def test_time_ends_it_with_what_matches_by_then() -> None:
    s = pass_seconds(begun(), LOOK_S)
    s = put(s, standing_of(model_of(s))[0]).state
    assert RULES.result(ended(s)).scores == (1,)


def test_records_of_other_drills_say_nothing_of_it() -> None:
    other = RULES.new_game(ANN, PracticeOptions("height")).state
    assert "copy" not in RULES.canonical(other) and RULES.canonical(begun())["copy"]["seed"] == 5
    assert b"seed" not in msgspec.json.encode(PracticeOptions("height"))


def test_a_real_run_copies_two_buildings_and_its_record_gives_it_again() -> None:
    seed = 11
    spots = [spot for stage in (0, 1) for spot in spots_of(model(seed, stage))]
    session = run("copy", [*spots, ("tower", 0, 0, 0)], seed=seed)
    assert session.state.copy == Copying(seed, 2, size_of(0) + size_of(1), session.state.copy.since_s)
    assert session.result().scores == (size_of(0) + size_of(1) + 1,)
    record = read_record(session.log.data())
    assert verify_record(SPEC.game, record) == (True, "same states, same result")
    assert recompute(record)[1] == size_of(0) + size_of(1) + 1
    assert resimulate(SPEC.game, record).equal
