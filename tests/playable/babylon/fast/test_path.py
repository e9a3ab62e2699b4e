"""The way of a hand: round what stands, under no roof, never into what moves. Pure geometry."""

from __future__ import annotations

import math
import random

import pytest

from babylon3d.core.geometry import Pose
from babylon3d.games.babylon.pieces import BABYLON, LEVEL_M, PITCH_M, PieceKind
from babylon3d.physics.extent import Extent, extent
from babylon3d.playable.babylon.fast import path
from babylon3d.playable.babylon.fast.path import At

DT = 1 / 60
KINDS: tuple[PieceKind, ...] = ("tower", "bridge", "small", "large")


def columns(rng: random.Random) -> list[Extent]:
    """The boxes of some columns."""
    places = rng.sample([(x, y) for x in range(-5, 6) for y in range(-5, 6)], 12)
    size = BABYLON.specs["tower"].size
    return [
        extent(size, Pose((x * PITCH_M, y * PITCH_M, (level + 0.5) * LEVEL_M)))
        for x, y in places
        for level in range(rng.randint(1, 12))
    ]


def walk(kind: PieceKind, at: At, goal: At, standing: list[Extent], moving: list[Extent], most: int = 600) -> list[At]:
    """Every place on the way, until it is there or stays where it is."""
    way = [at]
    for _ in range(most):
        way.append(path.step(kind, way[-1], goal, standing, moving, DT))
        if way[-1] == way[-2]:
            break
    return way


@pytest.mark.parametrize("seed", range(12))
def test_a_way_between_two_clear_places_meets_nothing_that_stands(seed: int) -> None:
    rng = random.Random(seed)
    standing = columns(rng)
    for _ in range(6):
        kind = rng.choice(KINDS)
        ends = []
        for _ in range(2):
            low = At(rng.uniform(-0.12, 0.12), rng.uniform(-0.12, 0.12), 0.0, rng.choice((0.0, 30.0, 90.0)))
            ends.append(low._replace(z=path.clear_height(kind, (low,), standing)))
        way = walk(kind, *ends, standing, [])
        assert math.dist(way[-1][:3], ends[1][:3]) < 0.001
        for at in way:
            box = path.carried(kind, at)
            assert not any(box.near(other, 0.001) for other in standing)


def test_a_hand_turns_only_when_it_is_clear_of_what_stands() -> None:
    standing = [extent(BABYLON.specs["tower"].size, Pose((0.0, 0.03, 0.01 + 0.02 * i))) for i in range(3)]
    at = At(0.0, 0.0, 0.001, 0.0)
    for step in walk("bridge", at, At(0.0, 0.0, 0.1, 90.0), standing, []):
        assert step.yaw == 0.0 or step.z > 0.06


def test_a_hand_under_a_roof_comes_out_before_it_rises() -> None:
    roof = [extent(BABYLON.specs["bridge"].size, Pose((0.0, 0.0, 0.07)))]
    way = walk("tower", At(0.0, 0.0, 0.001, 0.0), At(0.1, 0.0, 0.015, 0.0), roof, [])
    assert math.dist(way[-1][:2], (0.1, 0.0)) < 0.001
    assert not any(path.carried("tower", at).near(roof[0]) for at in way)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hand_stops_before_what_comes_into_its_way_and_goes_on_when_it_has_left(kind: PieceKind) -> None:
    other = [extent(BABYLON.specs["tower"].size, Pose((0.0, 0.0, 0.025)))]
    start, goal = At(-0.1, 0.0, 0.015, 0.0), At(0.1, 0.0, 0.015, 0.0)
    way = walk(kind, start, goal, [], other)
    assert way[-1].x < 0.0 and not path.carried(kind, way[-1]).near(other[0], 0.001)
    assert math.dist(walk(kind, way[-1], goal, [], [])[-1][:3], goal[:3]) < 0.001


def test_two_hands_over_one_place_both_wait() -> None:
    """Neither sets its piece down into the other; the second goes on when the first has gone."""
    held = [extent(BABYLON.specs["tower"].size, Pose((0.0, 0.0, 0.025)))]
    over = At(0.0, 0.0, 0.06, 0.0)
    for _ in range(100):
        over = path.lower("tower", over, 0.0, held, DT)
    assert over.z > 0.035
    for _ in range(100):
        over = path.lower("tower", over, 0.0, [], DT)
    assert over.z == 0.0
