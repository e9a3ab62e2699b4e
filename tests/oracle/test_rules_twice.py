"""The rules against the second, slow reading: what breaks a ruling, single placements, turns, moves, scores."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from babylon3d.core.lattice import Cell
from babylon3d.core.record import read_record
from babylon3d.core.session import verify_record
from babylon3d.formats import read_build
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.legality import single_placements, violations
from babylon3d.games.babylon.pieces import PIECE_KINDS
from babylon3d.games.babylon.tactical.model import TacticalOptions, Unable
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.scoring import score_table
from babylon3d.games.babylon.tactical.state import TacticalState, state_from_position
from babylon3d.playable.babylon.tactical.document import read_position
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.playable.simulate import play_out, seat_infos
from babylon3d.playable.spec import NatureName
from babylon3d.storage import asset
from tests.oracle import building, scoring, tactical
from tests.oracle.positions import crown, small_position
from tests.oracle.random_builds import encoded, random_build
from tests.sampling import samples

Json = dict[str, Any]
RULES = TacticalRules()


def state_of(position: Json) -> TacticalState:
    return state_from_position(read_position(encoded(position)))


# -- builds ----------------------------------------------------------------------------------------


def check_single_placements(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        players = rng.choice((3, 4, 5))
        corner = (rng.randint(-20, 20), rng.randint(-20, 20))
        document = random_build(rng, rng.randint(1, 22), at=corner, players=players)
        built = Building.of(read_build(encoded(document)))
        for piece in PIECE_KINDS:
            colour = rng.choice(building.COLOURS[:players])
            game, asked = rng.choice((("tactical", players), ("fast", None)))
            expected = building.legal(document, piece, colour, asked)
            found = []
            for place in single_placements(built, piece, colour, "fast" if game == "fast" else "tactical", players):
                told: Json = {"x": place.cell.x, "y": place.cell.y, "level": place.cell.level}
                told |= {k: v for k, v in (("axis", place.axis), ("on", place.on)) if v is not None}
                found.append(told)
            assert sorted(map(repr, found)) == sorted(map(repr, expected)), (seed, piece)


def test_legal_equals_brute_force_over_all_cells_on_12_random_builds() -> None:
    check_single_placements(range(12))


@pytest.mark.slow
def test_legal_equals_brute_force_over_all_cells_on_300_random_builds() -> None:
    check_single_placements(range(1000, 1000 + samples(300)))


def shaken(document: Json, rng: random.Random) -> Json:
    """A legal build with a few things wrong with it: parts moved, turned round, nobles elsewhere."""
    for _ in range(rng.randint(1, 4)):
        part = rng.choice(document["parts"])
        part[rng.choice(("x", "y"))] += rng.choice((-1, 1, 0))
        part["level"] = max(1, part["level"] + rng.choice((-1, 0, 0, 1)))
        if "axis" in part and rng.random() < 0.5:
            part["axis"] = rng.choice(("x", "y"))
        if document["nobles"]:
            noble = rng.choice(document["nobles"])
            noble |= {"on": rng.choice(document["parts"])["id"], "colour": rng.choice(building.COLOURS)}
    if rng.random() < 0.3:
        rng.shuffle(document["parts"])
    return document


def test_what_breaks_which_ruling_is_found_alike_on_120_spoilt_builds() -> None:
    seen: set[str] = set()
    for seed in range(120):
        rng = random.Random(seed)
        document = shaken(random_build(rng, rng.randint(3, 12), at=(rng.choice((0, 19, -20)), 0)), rng)
        players = rng.choice((3, 4, 5, None))
        expected = building.violations(document, players)
        build = read_build(encoded(document))
        found = violations(build, "fast" if players is None else "tactical", players or 4)
        assert {(v.ruling, v.part) for v in found} == expected, seed
        assert len(found) == len(expected), "a ruling is named once a piece"
        assert all(v.message for v in found)
        seen |= {ruling for ruling, _ in expected}
    assert seen == {"B1", "B2", "B3", "B4", "B5", "B7", "T5"}


# -- turns -----------------------------------------------------------------------------------------


def check_turns(each: int, seed: int) -> None:
    """Both answers `each` times, at the start of turns and within them."""
    rng = random.Random(seed)
    wanted = {True: each, False: each}
    within = 0
    while any(wanted.values()):
        position = small_position(rng)
        expected = tactical.Turn(position).can_finish()
        if not wanted[expected]:
            continue
        wanted[expected] -= 1
        state = state_of(position)
        assert RULES.can_move(state) == expected, json.dumps(position)
        if position["placed_this_turn"]:
            within += 1
        else:
            unable = RULES.why_not(state, state.to_move, Unable()) is None
            assert unable == tactical.unable(position) == (not expected)
    assert each // 4 < within < 2 * each - each // 4, "both turns begun and turns not begun are asked"


def test_dead_ends_and_inability_equal_exhaustive_search_on_30_small_positions() -> None:
    check_turns(15, seed=1)


@pytest.mark.slow
def test_dead_ends_and_inability_equal_exhaustive_search_on_200_small_positions() -> None:
    check_turns(samples(100), seed=2)


def moves_of(state: TacticalState) -> list[str]:
    from babylon3d.playable.babylon.tactical.answers import moves_told

    return sorted(json.dumps(move, sort_keys=True) for move in moves_told(state))


def check_moves(count: int, seed: int) -> None:
    rng = random.Random(seed)
    while count:
        position = small_position(rng)
        turn = tactical.Turn(position)
        if sum(len(turn.single(kind, turn.near())) for kind in tactical.KINDS) > 40 or turn.held["bridge"] > 1:
            continue
        count -= 1
        expected = sorted(json.dumps(move, sort_keys=True) for move in tactical.moves(position))
        assert moves_of(state_of(position)) == expected, json.dumps(position)


def test_moves_equal_the_second_generator_on_12_small_positions() -> None:
    check_moves(12, seed=3)


@pytest.mark.slow
def test_moves_equal_the_second_generator_on_100_small_positions() -> None:
    check_moves(samples(100), seed=4)


@pytest.mark.parametrize("name", ["arcade", "courtyard", "ziggurat"])
def test_special_moves_equal_the_second_generator(name: str) -> None:
    exchanges = turns = 0
    for seed in range(12):
        rng = random.Random(seed)
        position = small_position(rng)
        players = len(position["players"])
        build = json.loads(asset(f"presets/{name}.json").read_bytes()) | {"nobles": []}
        for part in build["parts"]:
            part |= {"turn": rng.choice((0, 90))} if part["kind"] == "tower" else {}
        crown(build, rng, players, 0.8)
        position |= {"build": build, "special_pending": True, "expert": rng.random() < 0.5, "base_before": None}
        position["placed_this_turn"] = [part["id"] for part in build["parts"][-4:]]
        expected = tactical.moves(position)
        assert moves_of(state_of(position)) == sorted(json.dumps(move, sort_keys=True) for move in expected)
        exchanges += sum(move["kind"] == "exchange" for move in expected)
        turns += sum(move["kind"] == "turn" for move in expected)
    assert exchanges > 10 and turns > 10


# -- scores ----------------------------------------------------------------------------------------


def check_game(seed: int, players: int, expert: bool, nature: NatureName = "ideal") -> None:
    """A simulated game: its record verifies, its result is the second scorer's, its build legal by the second rules."""
    options = TacticalOptions(expert=expert, large=1 + seed % 3, small=1 + seed % 6)
    session = play_out(TACTICAL, seat_infos(TACTICAL, players, ("easy",)), options, seed, nature)
    assert verify_record(TACTICAL.game, read_record(session.log.data())) == (True, "same states, same result")
    state, result = session.state, session.result()
    document = plain(state)
    left = {seat.colour: seat.supply.bridges for seat in state.seats}
    expected = scoring.score(document, left)
    assert dict(zip((s.colour for s in state.seats), result.scores, strict=True)) == {
        colour: row["total"] for colour, row in expected["players"].items()
    }
    assert sorted(state.seats[i].colour for i in result.winners) == expected["winners"]
    assert building.violations(document, players) == set()
    assert building.connected(document)


def plain(state: TacticalState) -> Json:
    """A state's build as the second reading wants it."""
    parts: list[Json] = []
    for part in state.build.parts:
        told: Json = {"id": part.id, "kind": part.kind, "x": part.cell.x, "y": part.cell.y, "level": part.cell.level}
        parts.append(told | ({"axis": part.axis} if part.axis else {"turn": part.turn}))
    nobles = [{"id": n.id, "colour": n.colour, "size": n.size, "on": n.on} for n in state.build.nobles]
    return {"parts": parts, "nobles": nobles}


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("expert", [False, True])
def test_results_of_simulated_games_equal_the_second_scorer(players: int, expert: bool) -> None:
    check_game(players, players, expert)


@pytest.mark.slow
def test_300_simulated_games_verify_and_their_results_equal_the_second_scorer() -> None:
    for seed in range(samples(300)):
        check_game(1000 + seed, 3 + seed % 3, seed // 3 % 2 == 1)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_games_on_the_physical_table_verify_and_score_alike(players: int) -> None:
    check_game(players, players, expert=True, nature="realtime")


def crowd(rng: random.Random) -> Json:
    """Columns with any nobles on any of their towers: a score does not judge legality."""
    parts = [
        {"id": f"t{x}-{z}", "kind": "tower", "x": x, "y": 0, "level": z}
        for x in range(rng.randint(1, 12))
        for z in range(1, rng.randint(2, 9))
    ]
    nobles = [
        {"id": f"n{i}", "colour": rng.choice(building.COLOURS), "size": "small", "on": rng.choice(parts)["id"]}
        for i in range(rng.randint(0, 30))
    ]
    return {"format": "babylon3d.build/1", "set": "babylon", "parts": parts, "nobles": nobles}


def test_scores_of_random_builds_equal_the_second_scorer() -> None:
    for seed in range(200):
        rng = random.Random(seed)
        document = crowd(rng)
        left = {c: rng.randint(0, 6) for c in building.COLOURS if rng.random() < 0.5}
        found = score_table(read_build(encoded(document)), left)
        expected = scoring.score(document, left)
        assert {
            colour: {
                "levels": {str(level): points for level, points in row.levels.items()},
                "bridges": row.bridges,
                "total": row.total,
            }
            for colour, row in found.players.items()
        } == expected["players"]
        assert sorted(found.winners) == expected["winners"]


def test_the_rulebooks_scoring_example() -> None:
    """Green: level 3 alone, two of four on level 5, a tie of three on level 7, one bridge left: 3 + 5 - 1 = 7."""
    parts: list[Json] = []
    nobles: list[Json] = []
    standing = {3: ["green"], 5: ["green", "green", "yellow", "red"], 7: [*["green"] * 3, *["red"] * 3, "yellow"]}
    for level, colours in standing.items():
        for colour in colours:
            x = len(nobles)
            parts += [{"id": f"t{x}-{z}", "kind": "tower", "x": x, "y": 0, "level": z} for z in range(1, level + 1)]
            nobles.append({"id": f"n{x}", "colour": colour, "size": "small", "on": f"t{x}-{level}"})
    document = {"format": "babylon3d.build/1", "set": "babylon", "parts": parts, "nobles": nobles}
    expected = {"levels": {"3": 3, "5": 5}, "bridges": -1, "total": 7}
    assert scoring.score(document, {"green": 1})["players"]["green"] == expected
    assert score_table(read_build(encoded(document)), {"green": 1}).players["green"].total == 7


def test_the_second_reading_sees_the_table_of_the_rulings() -> None:
    """B1: 41 x 41 cells, so both readings must mean the same table."""
    assert Building.empty().why_not_part("tower", Cell(building.REACH, -building.REACH, 1), None) is None
    refusal = Building.empty().why_not_part("tower", Cell(building.REACH + 1, 0, 1), None)
    assert refusal is not None and refusal.ruling == "B1"
