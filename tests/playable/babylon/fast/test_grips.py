"""What appears in a hand touches nothing and hangs there till it is moved (F2); old records travel as before."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

import pytest

from babylon3d.core.build import Build
from babylon3d.core.errors import BadText
from babylon3d.core.geometry import Pose
from babylon3d.core.record import Header, NatureInfo
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.playable.babylon.fast.falls import FALLS, FIRST_FALLS
from babylon3d.playable.babylon.fast.grips import FIRST_WAY, WAY
from babylon3d.playable.babylon.fast.nature import begin_of_session
from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from babylon3d.playable.babylon.fast.ways import falls_of, way_of
from babylon3d.playable.registry import nature_info
from tests.playable.babylon.fast.test_knocking import bridge, column
from tests.playable.babylon.fast.trial import SEATS, Trial

STILL_M = 0.00005
HOUSE = Build("babylon", (*column(4), *column(4, 2, 0, "d"), bridge("b", 1, 0, 5), *column(3, 1, 2, "e")))


def moved(table: Trial, before: Mapping[str, Pose]) -> float:
    """How far anything that stood has moved since; metres."""
    now = table.nature.poses()
    return max(math.dist(before[p.id].position, now[p.id].position) for p in table.state.standing)


def bottom(table: Trial, seat: int) -> float:
    held = table.state.seats[seat].hand
    assert held is not None
    return table.nature.poses()[held.id].position[2] - 0.01


def test_f2_a_piece_taken_inside_a_building_hangs_above_it_and_moves_nothing() -> None:
    with Trial(HOUSE) as table:
        before = dict(table.nature.poses())
        table.grab(1, "tower", 0, 0, 0)
        table.run(120)
        assert bottom(table, 1) > 0.1 + 0.004, "above the bridge, which lies on level 5"
        assert moved(table, before) < STILL_M and not table.knocked()


def test_by_the_first_way_it_flies_to_where_the_hand_was_told_to_be() -> None:
    with Trial(HOUSE, hands=FIRST_WAY) as table:
        table.grab(1, "tower", 0, 0, 0)
        table.run(120)
        assert bottom(table, 1) < 0.1 + 0.001, "it presses on what stands in its way"


def test_f2_takings_and_puttings_away_beside_a_building_move_nothing() -> None:
    rng = random.Random(9)
    with Trial(HOUSE) as table:
        before = dict(table.nature.poses())
        for _ in range(12):
            kind = rng.choice(("tower", "bridge", "large", "small"))
            table.grab(1, kind, rng.uniform(-30, 60), rng.uniform(-30, 60), rng.uniform(0, 100), 90 * rng.randrange(4))
            table.act(1, m.PutAway())
            table.run(6)
        assert moved(table, before) < STILL_M
        assert not table.knocked() and all(player.pile == () for player in table.state.seats)


def test_f2_what_comes_back_appears_above_what_stands_and_stays_there() -> None:
    with Trial(HOUSE) as table:
        table.grab(0, "tower", 20, 40, 61, 30)
        table.let_go(0, 300)
        assert table.of(m.Returned)
        before = dict(table.nature.poses())
        high = bottom(table, 0)
        table.run(120)
        assert moved(table, before) < STILL_M and bottom(table, 0) == pytest.approx(high, abs=0.0005)
        assert high > 0.06 + 0.004


def header(**numbers: str | int | float | bool) -> Header:
    return Session.start(FAST.game, SEATS, m.FastOptions(), nature=NatureInfo("physics", numbers)).header


def test_a_record_says_how_hands_travel_and_falls_are_judged_and_an_old_one_has_the_first_ways() -> None:
    options = m.FastOptions()
    new = Session.start(FAST.game, SEATS, options, nature=nature_info("realtime", spec=FAST))
    assert (begin_of_session(new).hands, begin_of_session(new).falls) == (WAY, FALLS)
    old = Session.start(FAST.game, SEATS, options, nature=nature_info("realtime"))
    assert (begin_of_session(old).hands, begin_of_session(old).falls) == (FIRST_WAY, FIRST_FALLS)
    assert {"hands", "falls"}.isdisjoint(begin_of_session(new).recipe)


@pytest.mark.parametrize("value", [0, WAY + 1, "2", 2.0, True])
def test_a_way_that_is_not_known_is_refused_by_name(value: str | int | float) -> None:
    with pytest.raises(BadText, match="hands travel by"):
        way_of(header(hands=value))


@pytest.mark.parametrize("value", [0, FALLS + 1, "2", 2.0, True])
def test_a_way_of_judging_falls_that_is_not_known_is_refused_by_name(value: str | int | float) -> None:
    with pytest.raises(BadText, match="falls are judged by"):
        falls_of(header(falls=value))
