"""The drills: their goals, measures and medals, through the real physics where something has to stand or fall."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from babylon3d.core.errors import BadText, IllegalAction
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import Standing
from babylon3d.games.babylon.legality import violations
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.games.babylon.practice.copying import matching, rebuilt
from babylon3d.games.babylon.practice.drills import DRILLS, standing_of
from babylon3d.games.babylon.practice.rules import (
    PracticeOptions,
    PracticeRules,
    PracticeState,
    matched,
    measure,
    uncounted,
)
from tests.games.practice.runs import run

RULES = PracticeRules()
ANN = (SeatInfo("Ann", "red"),)


def begun(drill: str) -> PracticeState:
    state = RULES.new_game(ANN, PracticeOptions(drill)).state  # type: ignore[arg-type]
    return RULES.resolve(state, m.RoundBegan()).state  # type: ignore[no-any-return]


def place(s: Any, kind: str, name: str, rest: m.Rest, ticks: int = 100) -> Any:
    for action in (m.Grab(kind), m.MoveHand(0, 0, 0, 0), m.LetGo()):  # type: ignore[arg-type]
        RULES.verify(s, 0, action)
        s = RULES.apply(s, 0, action).state
    return RULES.resolve(s, m.Placed(name, 0, rest, ticks)).state


def moved(piece: Standing, dx: float) -> Standing:
    x, y, z = piece.rest.position
    return msgspec.structs.replace(piece, rest=msgspec.structs.replace(piece.rest, position=(x + dx, y, z)))


def rest(level: int = 1, *on: str) -> m.Rest:
    return m.Rest(on, level, 0, (0.0, 0.0, 0.01), (0.0, 0.0, 0.0, 1.0))


def ended(s: Any) -> Any:
    if s.phase == "building":
        s = RULES.resolve(s, m.TimeUp()).state
    return RULES.resolve(s, m.CameToRest()).state


def test_practice_is_for_one_red_player() -> None:
    with pytest.raises(BadText, match="for one"):
        RULES.new_game([*ANN, SeatInfo("Bo", "blue")], PracticeOptions("height"))
    with pytest.raises(BadText, match="red practises"):
        RULES.new_game([SeatInfo("Bo", "blue")], PracticeOptions("height"))


@pytest.mark.parametrize("drill", sorted(DRILLS))
def test_what_stands_at_the_start_and_in_the_picture_is_legal_and_supplied(drill: str) -> None:
    for build in (DRILLS[drill].start, DRILLS[drill].target):
        assert violations(build, game="fast", players=3) == ()
    target = DRILLS[drill].target
    assert len([p for p in target.parts if p.kind == "tower"]) <= DRILLS[drill].supply.towers
    assert len([p for p in target.parts if p.kind == "bridge"]) <= DRILLS[drill].supply.bridges


def test_all_nobles_ends_with_the_last_noble_at_the_tick_it_came_to_rest() -> None:
    s = begun("all_nobles")
    few = msgspec.structs.replace(s.seats[0], supply=s.seats[0].supply._replace(large=0, small=2))
    s = msgspec.structs.replace(s, seats=(few,))
    s = place(s, "tower", "t1", rest(), 60)
    s = place(s, "small", "n2", rest(1, "t1"), 200)
    assert s.phase == "building" and measure(s) is None
    s = place(s, "small", "n3", rest(1, "t1"), 333)
    assert s.phase == "settling" and s.splits == (60, 200, 333)
    assert RULES.result(ended(s)).scores == (333,)
    fallen = ended(RULES.resolve(s, m.KnockedDown("n3", None)).state)
    assert RULES.result(fallen).scores == (None,), "it fell before everything was at rest"


def test_height_is_the_level_of_the_highest_own_noble() -> None:
    s = begun("height")
    assert measure(s) is None
    s = place(place(s, "tower", "t1", rest()), "tower", "t2", rest(2, "t1"))
    s = place(s, "small", "n3", rest(2, "t2"))
    assert RULES.result(ended(s)).scores == (2,)


def test_score_attack_counts_by_the_four_conditions_less_the_pile() -> None:
    s = begun("score_3")
    assert {p.colour for p in s.standing if p.is_noble} == {"yellow", "green", "blue", "violet"}
    s = place(place(s, "tower", "t1", rest(3)), "small", "n2", rest(3, "t1"))
    assert measure(s) == 3
    s = RULES.resolve(s, m.KnockedDown("s0c", 0)).state
    assert measure(s) == 2
    out = ended(RULES.resolve(s, m.KnockedDown("m00", 0)).state)
    assert RULES.result(out).scores == (None,) and "noble" in RULES.result(out).reason


def test_steady_hand_ends_with_the_first_part_knocked_down() -> None:
    s = place(place(begun("steady_hand"), "tower", "t1", rest(8, "s8")), "tower", "t2", rest(9, "t1"))
    s = RULES.resolve(s, m.KnockedDown("s9", 0)).state
    assert s.phase == "settling" and RULES.result(ended(s)).scores == (2,)


def test_steady_hand_counts_only_what_is_joined_to_the_wobbly_building() -> None:
    s = place(place(begun("steady_hand"), "tower", "t1", rest()), "tower", "t2", rest(2, "t1"))
    assert measure(s) is None, "a building of one's own is no test of a steady hand"
    s = place(s, "bridge", "b3", rest(3, "t2", "s-22"))
    assert measure(s) == 3, "joined, all of it counts"


def test_repair_knows_the_picture_wherever_it_is_built_but_nothing_less() -> None:
    target = standing_of(DRILLS["repair"].target)
    shifted = [moved(piece, 0.057) for piece in target]
    assert rebuilt(shifted, target)
    for i in range(len(target)):
        assert not rebuilt(shifted[:i] + shifted[i + 1 :], target)
        assert not rebuilt([*shifted[:i], moved(shifted[i], BABYLON.pitch_m), *shifted[i + 1 :]], target)
        assert rebuilt([*shifted[:i], moved(shifted[i], 0.003), *shifted[i + 1 :]], target)


def turned(piece: Standing, quarters: int) -> Standing:
    """A piece of a build that was turned as a whole."""
    (x, y, z), turn = piece.rest.position, piece.rest.turn
    for _ in range(quarters):
        x, y, turn = -y, x, (turn + 90) % (180 if piece.kind == "bridge" else 360)
    return msgspec.structs.replace(piece, rest=msgspec.structs.replace(piece.rest, position=(x, y, z), turn=turn))


def test_repair_counts_the_parts_that_match_however_the_whole_is_turned() -> None:
    model = standing_of(DRILLS["repair"].target)
    rng = random.Random(4)
    for _ in range(40):
        kept = tuple(rng.sample(model, rng.randrange(len(model) + 1)))
        quarters, dx = rng.randrange(4), rng.uniform(-0.05, 0.05)
        here = [turned(piece, quarters) for piece in kept]
        here = [moved(piece, dx) for piece in here]
        rng.shuffle(here)
        assert matching(tuple(here), model) == len(kept)
        assert rebuilt(here, model) == (len(kept) == len(model))
    one = model[0]
    crowd = tuple(moved(one, i * 1e-3) for i in range(5))
    assert matching(crowd, model) == 1, "five pieces in one place are one part"


def test_the_model_is_told_in_parts_that_match() -> None:
    s = begun("repair")
    assert matched(s) == (0, 13) and matched(begun("height")) is None
    assert matched(place(s, "tower", "t1", rest())) == (1, 13)


def test_height_says_why_the_last_piece_does_not_count() -> None:
    s = begun("height")
    assert uncounted(s) == ""
    s = place(s, "tower", "t1", rest())
    assert uncounted(s) == "level 1 waits for a noble on it"
    s = place(s, "bridge", "b2", rest(2, "t1"))
    assert uncounted(s) == "level 2 waits for a noble on a tower"
    s = place(place(s, "tower", "t3", rest(3, "b2")), "small", "n4", rest(3, "t3"))
    assert uncounted(s) == ""
    assert uncounted(place(s, "tower", "t5", rest())) == "", "a part further down is no claim to height"
    assert uncounted(place(s, "small", "n5", rest(1, "t1"))) == "a noble stands on level 3 already"


def test_steady_hand_says_why_the_last_part_does_not_count() -> None:
    s = place(begun("steady_hand"), "tower", "t1", rest())
    assert uncounted(s) == "it stands apart from the wobbly building"
    assert uncounted(place(s, "tower", "t2", rest(8, "s8"))) == ""
    assert uncounted(begun("steady_hand")) == "", "what was set up is nobody's"


def test_a_run_may_be_given_up_once() -> None:
    s = RULES.apply(begun("repair"), 0, m.Done()).state
    assert s.phase == "settling" and RULES.result(ended(s)).scores == (None,)
    with pytest.raises(IllegalAction):
        RULES.verify(begun("repair"), 0, m.Done(no=True))


@pytest.mark.parametrize("drill", DRILLS.values(), ids=lambda d: d.id)
def test_medals_get_harder(drill: Any) -> None:
    gold, silver, bronze = drill.medals
    assert drill.better(gold, silver) and drill.better(silver, bronze)
    assert [drill.medal(x) for x in drill.medals] == ["gold", "silver", "bronze"]
    worse = bronze + 1 if drill.less_is_better else bronze - 1
    assert drill.medal(worse) is None and drill.told(gold)


@pytest.mark.parametrize("drill", DRILLS.values(), ids=lambda d: d.id)
def test_what_a_measure_lacks_for_a_medal_is_told_until_it_earns_it(drill: Any) -> None:
    worse = 1 if drill.less_is_better else -1
    for least in drill.medals:
        assert drill.lacking(least, least) == "" == drill.lacking(least - worse, least)
        said = drill.lacking(least + worse, least)
        assert said.endswith("too slow" if drill.less_is_better else "1 " + drill.told(1).split()[1] + " short")
        assert drill.told(least) in drill.asked(least)
    assert DRILLS["repair"].lacking(60 * 60, 50 * 60) == "0:10.0 too slow"
    assert DRILLS["repair"].lacking(50 * 60 + 1, 50 * 60) == "0:00.1 too slow", "never by nothing"
    assert DRILLS["height"].lacking(10, 12) == "2 levels short"


def test_times_are_told_as_clocks() -> None:
    assert DRILLS["repair"].told(65 * 60 + 18) == "1:05.3"
    assert DRILLS["repair"].told(120 * 60 - 1) == "2:00.0", "never 1:60.0"
    assert DRILLS["height"].told(1) == "1 level" and DRILLS["height"].told(7) == "7 levels"


def test_a_real_run_places_and_measures() -> None:
    session = run("steady_hand", [("tower", 400, 0, 1400), ("tower", 400, 0, 1600), ("tower", 0, 0, 1400)])
    assert session.result().scores == (3,)
    assert len(session.state.splits) == 3 and list(session.state.splits) == sorted(session.state.splits)


def test_a_real_run_that_knocks_the_wobbly_building_ends() -> None:
    session = run("steady_hand", [("tower", 0, 0, 1400), ("sweep", -1200, 0, 900)], give_up=False)
    assert session.result().scores == (None,), "what was added came down with the rest"
    assert session.state.seats[0].pile
