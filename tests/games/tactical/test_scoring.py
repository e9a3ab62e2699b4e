"""Ruling T9 and the rulebook on scoring and winning."""

from __future__ import annotations

from babylon3d.core.build import Build
from babylon3d.games.babylon.legality import violations
from babylon3d.games.babylon.pieces import Supply
from babylon3d.games.babylon.tactical.model import Unable
from babylon3d.games.babylon.tactical.scoring import level_rows, score_table
from tests.games.tactical.diagram import RULES, build, play, state

# Columns on four bridges: three end on level 3, three on level 5, six on level 7.
TERRACES = """
    A..A..A..A | t..t..t..t | t..t..t..t | ...t..t..t | ...t..t..t | ......t..t | ......t..t
    H..H..H..H | t..t..t..t | t..t..t..t | ...t..t..t | ...t..t..t | ......t..t | ......t..t
    V..V..V..V | t..t..t..t | t..t..t..t | ...t..t..t | ...t..t..t | ......t..t | ......t..t"""
FIRST_COLUMN = {3: 0, 5: 3, 7: 6}


def terraces(*nobles: tuple[str, str, int, int]) -> Build:
    """Nobles as (colour, size, level, which of the free towers there)."""
    bare = build(TERRACES)
    free = {
        level: [p.id for p in bare.parts if p.cell.level == level and p.cell.x in (x, 9 if level == 7 else x)]
        for level, x in FIRST_COLUMN.items()
    }
    return build(TERRACES, [f"{colour} {size} {free[level][n]}" for colour, size, level, n in nobles])


def test_the_rulebooks_example_green_scores_3_plus_5_minus_1() -> None:
    example = terraces(
        ("green", "small", 3, 0),
        ("green", "small", 5, 0), ("green", "small", 5, 1), ("yellow", "small", 5, 0), ("red", "small", 5, 1),
        ("green", "large", 7, 0), ("green", "small", 7, 1), ("green", "small", 7, 2),
        ("red", "small", 7, 1), ("red", "small", 7, 2), ("red", "small", 7, 3), ("yellow", "small", 7, 3),
    )  # fmt: skip
    assert violations(example, players=3) == ()
    table = score_table(example, {"green": 1, "red": 0, "yellow": 0})
    green = table.players["green"]
    assert (green.levels, green.bridges, green.total) == ({5: 5, 3: 3}, -1, 7)
    assert table.rows[0].leader is None and table.rows[0].counts == {"green": 3, "red": 3, "yellow": 1}
    assert table.winners == ("green",)


def test_t9_the_player_with_the_most_nobles_on_a_level_scores_its_height() -> None:
    table = score_table(terraces(("red", "small", 5, 0), ("red", "small", 5, 1), ("blue", "small", 5, 1)), {})
    assert table.players["red"].levels == {5: 5}
    assert table.players["blue"].total == 0


def test_t9_in_case_of_a_tie_no_one_scores_points_for_that_level() -> None:
    table = score_table(terraces(("red", "small", 5, 0), ("blue", "small", 5, 1)), {})
    assert [(row.leader, row.points) for row in table.rows] == [(None, 0)]


def test_t9_a_tie_for_most_scores_nobody_not_even_the_third() -> None:
    nobles = [("red", "small", 7, 0), ("red", "small", 7, 1), ("blue", "small", 7, 0), ("blue", "small", 7, 1)]
    table = score_table(terraces(*nobles, ("green", "small", 7, 2)), {})
    assert [score.total for score in table.players.values()] == [0, 0, 0]


def test_t9_the_level_need_not_be_conjoined() -> None:
    apart = build("t....t | t....t", ["red small t3", "red small t4", "blue small t4"])
    assert score_table(apart, {}).players["red"].levels == {2: 2}


def test_t9_the_size_of_the_nobles_does_not_matter() -> None:
    nobles = terraces(("red", "large", 7, 0), ("blue", "small", 7, 1), ("blue", "small", 7, 2))
    assert score_table(nobles, {}).players["blue"].total == 7


def test_t9_1_minus_point_per_left_over_bridge() -> None:
    table = score_table(terraces(("red", "small", 3, 0)), {"red": 2, "blue": 4})
    assert {c: (s.bridges, s.total) for c, s in table.players.items()} == {"red": (-2, 1), "blue": (-4, -4)}


def test_t9_a_colour_without_nobles_and_bridges_left_is_absent() -> None:
    assert set(score_table(terraces(("red", "small", 3, 0)), {"blue": 0}).players) == {"red", "blue"}
    assert score_table(Build("babylon"), {}).winners == ()


def test_t9_the_player_with_the_most_points_wins() -> None:
    table = score_table(terraces(("red", "small", 3, 0), ("blue", "small", 5, 0)), {})
    assert table.winners == ("blue",)


def test_t9_in_case_of_a_tie_the_player_who_scored_on_the_highest_level_wins() -> None:
    table = score_table(terraces(("red", "small", 3, 0), ("blue", "small", 5, 0)), {"blue": 2, "red": 0})
    assert table.players["red"].total == table.players["blue"].total == 3
    assert table.winners == ("blue",)


def test_t9_if_none_of_the_tied_scored_a_level_they_share_the_win() -> None:
    table = score_table(terraces(("red", "small", 3, 0), ("blue", "small", 3, 0)), {"green": 0})
    assert sorted(table.winners) == ["blue", "green", "red"]


def test_t9_a_noble_that_only_ties_a_higher_level_does_not_break_the_tie() -> None:
    nobles = [("red", "small", 5, 0), ("blue", "small", 7, 0), ("green", "small", 7, 1), ("blue", "small", 3, 0)]
    table = score_table(terraces(*nobles), {"red": 2})
    assert table.players["red"].total == table.players["blue"].total == 3
    assert table.winners == ("red",)


def test_rows_run_from_the_highest_level_down_and_count_every_colour() -> None:
    rows = level_rows(terraces(("red", "small", 3, 0), ("blue", "small", 7, 0), ("red", "small", 7, 0)))
    assert [(row.level, row.leader, row.points, row.counts) for row in rows] == [
        (7, None, 0, {"blue": 1, "red": 1}),
        (3, "red", 3, {"red": 1}),
    ]


def test_the_result_of_a_game_tells_scores_and_winners_per_seat() -> None:
    s = state("t.t | <=> | t.t", ["yellow small t3"], supply=Supply(1, 1, 0, 0), others=Supply(5, 2, 1, 1))
    result = RULES.result(play(s, Unable()))
    assert (result.scores, result.winners, result.ruling) == ((-1, 1, -2), (1,), "T3")
