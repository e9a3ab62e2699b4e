"""Scores of the Fast Game: the rulebook's examples, the four conditions, ties, and a second slow scorer."""

from __future__ import annotations

import random

import msgspec
import pytest

from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.scoring import noble_scores, round_winners, score_round
from babylon3d.games.babylon.fast.state import Standing
from babylon3d.games.babylon.pieces import COLOURS
from tests.games.fast.positions import new, standing

COLUMN = "\n".join(f"t{i} tower - {'-' if i == 1 else f't{i - 1}'} {i} 0" for i in range(1, 6))

# Four columns joined by bridges would do as well; what counts is the towers' levels and the one building.
EXAMPLE = """
a1 tower red - 1 0
a2 tower red a1 2 90
b1 tower red - 1 0
b2 tower red b1 2 0
b3 tower red b2 3 0
c1 tower red - 1 0
c2 tower red c1 2 0
c3 tower red c2 3 0
c4 tower red c3 4 0
d1 tower red - 1 0
d2 tower red d1 2 0
d3 tower red d2 3 0
d4 tower red d3 4 0
d5 tower red d4 5 0
x1 bridge red a1,b1 2 0
x2 bridge red b1,c1 2 0
x3 bridge red c1,d1 2 0
n1 small green a2 2 0
n2 small green b3 3 0
n3 small green c4 4 0
n4 large red c4 4 0
n5 large green d5 5 0
"""


def points(pieces: tuple[Standing, ...], **how: bool) -> dict[str, int]:
    return {score.id: score.points for score in noble_scores(pieces, 1, **how)}


def failed(pieces: tuple[Standing, ...], name: str) -> int | None:
    return next(score.failed for score in noble_scores(pieces, 1) if score.id == name)


def test_rulebook_example_channing_scores_2_3_and_5_beside_a_large_noble_nothing() -> None:
    found = points(standing(EXAMPLE))
    green = {name: found[name] for name in ("n1", "n2", "n3", "n5")}
    assert green == {"n1": 2, "n2": 3, "n3": 0, "n5": 5} and sum(green.values()) == 10
    assert failed(standing(EXAMPLE), "n3") == 3


def test_rulebook_example_the_smaller_of_10_and_6_counts() -> None:
    s = new(3)
    right = standing(EXAMPLE.replace("n1 small green a2 2 0", "").replace("n2 small green b3 3 0", ""), area=1)
    six = standing("f1 tower red - 1 0\nm1 small green f1 1 0\nm2 small red f1 1 0", area=1)
    renamed = tuple(msgspec.structs.replace(p, id="r" + p.id, rest=_renamed(p.rest)) for p in (*right, *six))
    s = msgspec.structs.replace(s, standing=(*standing(EXAMPLE, area=2), *renamed), seats=s.seats)
    assert [p.colour for p in s.seats] == ["red", "yellow", "green"] and s.areas_of(2) == (2, 1)
    score = score_round(s).seats[2]
    assert (score.left, score.right, score.final) == (10, 6, 6)


def _renamed(rest: m.Rest) -> m.Rest:
    return msgspec.structs.replace(rest, rests_on=tuple("r" + name for name in rest.rests_on))


TWO = "t1 tower red - 1 0\nt2 tower red t1 2 0\n"


def test_condition_2_the_only_one_of_its_colour_on_the_tower() -> None:
    pieces = standing(TWO + "n1 small red t2 2 0\nn2 small red t2 2 0\nn3 small blue t2 2 0")
    assert points(pieces) == {"n1": 0, "n2": 0, "n3": 2} and failed(pieces, "n1") == 2


def test_condition_3_no_large_noble_but_itself() -> None:
    pieces = standing(TWO + "n1 large red t2 2 0\nn2 small blue t2 2 0")
    assert points(pieces) == {"n1": 2, "n2": 0}
    both = standing(TWO + "n1 large red t2 2 0\nn2 large blue t2 2 0")
    assert points(both) == {"n1": 0, "n2": 0}


def test_condition_4_another_colour_on_the_connected_building() -> None:
    alone = standing(TWO + "n1 small red t2 2 0\nt3 tower blue - 1 0\nn2 small blue t3 1 0")
    assert points(alone) == {"n1": 0, "n2": 0} and failed(alone, "n1") == 4
    joined = standing(
        TWO
        + "n1 small red t2 2 0\nt3 tower blue - 1 0\nb1 bridge red t1,t3 2 0\nt4 tower red t3 2 0\nn2 small blue t4 2 0"
    )
    assert points(joined) == {"n1": 2, "n2": 2}


def test_f14_alone_the_fourth_condition_is_waived() -> None:
    pieces = standing(TWO + "n1 small red t2 2 0")
    assert points(pieces) == {"n1": 0} and points(pieces, solo=True) == {"n1": 2}


def test_f13_one_noble_each_doubles_where_all_towers_have_one_orientation() -> None:
    same = standing(TWO + "n1 small red t2 2 0\nn2 small blue t2 2 0")
    assert points(same, expert=True) == {"n1": 4, "n2": 4}
    assert points(same) == {"n1": 2, "n2": 2}
    mixed = standing(TWO.replace("t1 2 0", "t1 2 90") + "n1 small red t2 2 0\nn2 small blue t2 2 0")
    assert points(mixed, expert=True) == {"n1": 2, "n2": 2}


def test_f13_only_the_best_noble_of_a_colour_doubles() -> None:
    pieces = standing(
        TWO + "t3 tower red - 1 0\nt4 tower red t3 2 0\nt5 tower red t4 3 0\nb1 bridge red t1,t3 2 90\n"
        "n1 small red t2 2 0\nn2 small red t5 3 0\nn3 small blue t2 2 0"
    )
    assert points(pieces, expert=True) == {"n1": 2, "n2": 6, "n3": 4}


def test_f9_the_pile_counts_against_and_the_score_may_be_negative() -> None:
    s = new(3)
    s = msgspec.structs.replace(s, seats=(msgspec.structs.replace(s.seats[0], pile=("tower", "bridge")), *s.seats[1:]))
    assert score_round(s).seats[0].final == -2


@pytest.mark.parametrize(
    ("finals", "unplaced", "winners"),
    [
        ((3, 5, 4), (0, 9, 0), (1,)),
        ((5, 5, 4), (7, 6, 0), (1,)),
        ((5, 5, 4), (6, 6, 0), (0, 1)),
        ((None, -2, -3), (0, 9, 0), (1,)),
        ((None, None, None), (0, 0, 0), ()),
    ],
)
def test_f10_fewer_unplaced_pieces_then_all_of_them(finals, unplaced, winners) -> None:  # type: ignore[no-untyped-def]
    assert round_winners(finals, unplaced) == winners


def test_f10_a_large_noble_set_aside_counts_as_unplaced_and_the_pile_does_not() -> None:
    s = new(3)
    aside = msgspec.structs.replace(s.seats[0], set_aside=1, pile=("tower",))
    s = msgspec.structs.replace(s, seats=(aside, *s.seats[1:]))
    scores = score_round(s).seats
    assert scores[0].unplaced == scores[1].unplaced + 1


def slow_scores(pieces: tuple[Standing, ...], colour: str, area: int, expert: bool) -> int:
    """The rulebook's words as plain loops, sharing nothing with the product but the pieces."""
    here = [p for p in pieces if p.area == area]
    total = 0
    done: set[str] = set()
    for start in here:
        if start.id in done:
            continue
        group = {start.id}
        while True:
            more = {
                q.id
                for p in here
                for q in here
                if (p.id in group) != (q.id in group) and (q.id in p.rest.rests_on or p.id in q.rest.rests_on)
            } - group
            if not more:
                break
            group |= more
        done |= group
        members = [p for p in here if p.id in group]
        nobles = [p for p in members if p.kind in ("large", "small")]
        values = []
        for noble in (n for n in nobles if n.colour == colour):
            under = [p for p in members if p.id in noble.rest.rests_on and p.kind == "tower"]
            company = [n for n in nobles if n is not noble and under and under[0].id in n.rest.rests_on]
            good = bool(under)
            good = good and not [n for n in company if n.colour == colour]
            good = good and not [n for n in company if n.kind == "large"]
            good = good and bool([n for n in nobles if n.colour != colour])
            values.append(under[0].rest.level if good else 0)
        turns = {p.rest.turn for p in members if p.kind == "tower"}
        total += sum(values) + (max(values, default=0) if expert and len(turns) == 1 else 0)
    return total


def random_pieces(rng: random.Random, areas: int) -> tuple[Standing, ...]:
    pieces: list[Standing] = []
    for area in range(areas):
        parts: list[Standing] = []
        for i in range(rng.randint(0, 14)):
            name, below = f"p{area}.{i}", [p for p in parts if rng.random() < 0.5]
            kind = rng.choice(["tower", "tower", "tower", "bridge"])
            on = [p.id for p in rng.sample(below, min(len(below), 1 if kind == "tower" else 2))]
            level = 1 + max((p.rest.level for p in parts if p.id in on), default=0)
            where = m.Rest(tuple(on), level, rng.choice([0, 0, 0, 90]), (0, 0, 0), (0, 0, 0, 1))  # type: ignore[arg-type]
            parts.append(Standing(name, kind, "red", area, 0, where))  # type: ignore[arg-type]
        towers = [p for p in parts if p.kind == "tower"]
        for i in range(rng.randint(0, 10) if towers else 0):
            tower = rng.choice(towers)
            kind, colour = rng.choice(["large", "small", "small"]), rng.choice(COLOURS)
            where = m.Rest((tower.id,), tower.rest.level, 0, (0, 0, 0), (0, 0, 0, 1))
            parts.append(Standing(f"n{area}.{i}", kind, colour, area, 0, where))  # type: ignore[arg-type]
        pieces += parts
    return tuple(pieces)


def test_scores_equal_a_second_slow_scorer_on_500_random_rounds() -> None:
    rng = random.Random(3)
    scored = 0
    for number in range(500):
        players, expert = rng.choice([3, 4, 5]), number % 2 == 0
        s = msgspec.structs.replace(new(players, expert=expert), standing=random_pieces(rng, players))
        piles = [tuple(["tower"] * rng.randint(0, 3)) for _ in s.seats]
        seats = [msgspec.structs.replace(p, pile=pile) for p, pile in zip(s.seats, piles, strict=True)]
        s = msgspec.structs.replace(s, seats=tuple(seats))
        for seat, score in enumerate(score_round(s).seats):
            colour = s.seats[seat].colour
            left = slow_scores(s.standing, colour, seat, expert)
            right = slow_scores(s.standing, colour, (seat - 1) % players, expert)
            assert (score.left, score.right, score.final) == (left, right, min(left, right) - len(piles[seat]))
            scored += left > 0
    assert scored > 300
