"""The natures of the Tactical Game: pieces are let go, rest is told, falls are put back exactly."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from babylon3d.core.geometry import distance, tilt_deg
from babylon3d.core.match import Match
from babylon3d.core.session import Session
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.games.babylon.tactical.model import EndTurn, Exchange, PutBack, Settle, Settled, TacticalOptions
from babylon3d.physics.bullet import BulletWorld
from babylon3d.playable.babylon.tactical.natures import IdealNature, PhysicsNature
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.players.human import HumanController
from tests.playable.babylon.tactical.positions import RULES, SEATS, after, bridge, noble, opened, tower


@pytest.fixture
def nature() -> Iterator[PhysicsNature]:
    made = PhysicsNature(BulletWorld(), random.Random(3))
    yield made
    made.close()


def rest(nature: PhysicsNature, state: object, need: object, limit: int = 600) -> tuple[Settled, ...]:
    """Ticks until the nature says something."""
    for _ in range(limit):
        outcomes = nature.poll(state, need, 0)  # type: ignore[arg-type]
        if outcomes:
            return outcomes
    raise AssertionError("nothing came to rest")


def test_the_ideal_nature_lets_everything_stand() -> None:
    nature = IdealNature()
    s = opened()
    nature.observe((), s)
    assert nature.poll(s, Settle(("t1",)), 0) == (Settled(()),)
    assert nature.poll(s, None, 0) == ()
    assert nature.poses() == s.build.poses(BABYLON)
    assert not nature.busy


def test_a_placed_piece_is_let_go_above_its_place_and_comes_to_rest_on_it(nature: PhysicsNature) -> None:
    s = opened()
    nature.observe((), s)
    step = RULES.apply(s, 0, tower(0, 0, 3))
    home = step.state.build.poses(BABYLON)[step.state.placed[0]].position
    nature.observe(step.events, step.state)
    start = nature.poses()[step.state.placed[0]].position
    assert 0.001 < start[2] - home[2] < 0.006
    assert nature.busy
    assert rest(nature, step.state, RULES.need(step.state)) == (Settled(()),)
    assert distance(nature.poses()[step.state.placed[0]].position, home) < 0.0005
    assert not nature.busy


def test_several_pieces_may_be_on_their_way_at_once(nature: PhysicsNature) -> None:
    s = opened()
    nature.observe((), s)
    for place in (tower(0, 0, 3), tower(0, 0, 4), noble("small", 4, 0, 2)):
        step = RULES.apply(s, 0, place)
        s = step.state
        nature.observe(step.events, s)
        nature.poll(s, None, 0)
    assert RULES.need(s) == Settle(s.placed)
    assert rest(nature, s, RULES.need(s)) == (Settled(()),)


def test_a_game_taken_up_again_is_set_up_without_dropping_it(nature: PhysicsNature) -> None:
    s = RULES.apply(opened(), 0, tower(0, 0, 3)).state
    nature.observe((), s)
    assert not nature.busy
    assert nature.poll(s, RULES.need(s), 0) == (Settled(()),)
    for piece, pose in s.build.poses(BABYLON).items():
        assert distance(nature.poses()[piece].position, pose.position) < 0.0005


def test_exchanged_nobles_stand_in_each_others_places(nature: PhysicsNature) -> None:
    s = after(opened(), noble("small", 4, 0, 2), tower(0, 0, 3), tower(0, 0, 4), tower(0, 0, 5), EndTurn())
    s = after(s, tower(2, 0, 4), noble("small", 2, 0, 4), tower(0, 0, 6), tower(0, 0, 7), EndTurn())
    s = after(s, tower(0, 0, 8), tower(0, 0, 9), tower(0, 0, 10), tower(-2, 0, 4), EndTurn())
    nature.observe((), s)
    step = RULES.apply(s, 2, Exchange(("n1", "n2")))
    nature.observe(step.events, step.state)
    for _ in range(240):
        nature.poll(step.state, RULES.need(step.state), 0)
    for piece, pose in step.state.build.poses(BABYLON).items():
        assert distance(nature.poses()[piece].position, pose.position) < 0.001


class Bumped(BulletWorld):
    """A world in which somebody can bump into the table: every piece gets a push."""

    def bump(self) -> None:
        from babylon3d.physics.world import Motion

        for piece, pose in dict(self.poses()).items():
            self.move(piece, pose, Motion((0.9, 0.0, 0.3), (0.0, 9.0, 0.0)))


def test_what_falls_is_told_and_put_back_exactly() -> None:
    """T10: as they were, the piece just placed included; the game goes on and the log says what fell."""
    world = Bumped()
    nature = PhysicsNature(world, random.Random(3))
    session = Session.start(TACTICAL.game, SEATS, TacticalOptions())
    people = {seat: HumanController() for seat in range(3)}
    match = Match(session, people, (nature,))
    try:
        people[0].do(bridge(0, 0, 1), tower(0, 0, 2), tower(1, 0, 2))
        for _ in range(300):
            match.tick()
        before = dict(nature.poses())
        people[0].do(tower(-1, 0, 2))
        match.tick()
        world.bump()
        events = []
        for _ in range(900):
            events += match.tick()
        (fell,) = [event for event in events if isinstance(event, PutBack)]
        assert fell.pieces
        for piece, pose in before.items():
            assert distance(nature.poses()[piece].position, pose.position) < 0.0005
            assert tilt_deg(nature.poses()[piece].quaternion) < 0.2
        assert not nature.busy
        assert session.state.placed == ("b1", "t1", "t2", "t3")
        assert b'"fallen":["' in session.log.data()
    finally:
        nature.close()
