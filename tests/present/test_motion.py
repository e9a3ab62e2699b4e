"""Pieces seen on their way: from where they were, on an arc, to where they are."""

from __future__ import annotations

import pytest

from babylon3d.core.geometry import Pose
from babylon3d.present.motion import GLIDE_S, Glides, on_the_way

A, B = Pose((0.0, 0.0, 0.1)), Pose((0.2, 0.0, 0.1))


def test_it_begins_and_ends_where_it_should_and_is_lifted_in_between() -> None:
    assert on_the_way(A, B, 0.0, 0.05) == A
    assert on_the_way(A, B, 1.0, 0.05).position == pytest.approx(B.position)
    middle = on_the_way(A, B, 0.5, 0.05)
    assert middle.position == pytest.approx((0.1, 0.0, 0.15))


def test_two_that_change_places_pass_at_different_heights() -> None:
    glides = Glides()
    glides.start({"n1": A, "n2": B}, {"n1": 0.05, "n2": 0.03})
    glides.advance(GLIDE_S / 2)
    seen = glides.poses({"n1": B, "n2": A})
    assert seen["n1"].position[2] - seen["n2"].position[2] == pytest.approx(0.02)


def test_who_has_arrived_is_let_go_and_others_are_left_alone() -> None:
    glides = Glides()
    final = {"n1": B, "t1": A}
    assert glides.poses(final) is final
    glides.start({"n1": A, "gone": A}, {"n1": 0.0, "gone": 0.0, "unseen": 0.0})
    glides.advance(GLIDE_S / 3)
    assert glides.active
    assert glides.poses(final)["t1"] == A
    assert glides.poses(final)["n1"] not in (A, B)
    glides.advance(GLIDE_S)
    assert not glides.active
    assert glides.poses(final) is final


def test_its_clock_moves_only_while_something_does() -> None:
    glides = Glides()
    glides.advance(1.0)
    assert glides.clock == 0.0
    glides.start({"n1": A}, {"n1": 0.0})
    glides.advance(0.1)
    assert glides.clock > 0.0
