"""A fall that a hand holds up: said, ended after 5 s, and whose it is then (F4)."""

from __future__ import annotations

from babylon3d.core.actions import Outcome
from babylon3d.core.build import Build
from babylon3d.core.geometry import Pose, axis_quat
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.pieces import LEVEL_M
from babylon3d.playable.babylon.fast.arena import Arena
from babylon3d.playable.babylon.fast.awaited import awaited, touched
from babylon3d.playable.babylon.fast.falls import FALLS, FIRST_FALLS, JUDGE_TICKS, SAID_TICKS, TOUCH_TICKS
from babylon3d.playable.babylon.fast.grips import WAY
from tests.physics.fake_world import FakeWorld
from tests.playable.babylon.fast.trial import Trial

LOOK = 7
"""Ticks from one look at what touches to the next, and one more."""


def wedged(falls: int = FALLS) -> Trial:
    """Bo's held tower is under the bridge that Ann has let go of: it lies on that alone."""
    table = Trial(Build("babylon"), by=0, falls=falls)
    table.grab(1, "tower", 0, 0, 30)
    table.sweep(1, (0, 0, 30), (0, 0, 1), 0.2)
    table.grab(0, "bridge", 0, 0, 22)
    table.let_go(0, 90)
    return table


def test_a_hand_under_a_fall_is_said_and_withdrawn_after_five_seconds() -> None:
    with wedged() as table:
        (held,), (bridge,) = table.state.touching, table.state.unsettled
        assert held == 1 and bridge == table.state.seats[0].judged[0].id
        assert awaited(table.state, 0) == "Waits for the left building to come to rest (Bo's tower touches it)"
        assert awaited(table.state, 1) == "Waits for the right building to come to rest (your tower touches it)"
        assert "between Ann and Bo" in awaited(table.state, 2) and "between Ann and Bo" in awaited(table.state, None)
        assert "F4" in touched(table.state, 1) and touched(table.state, 0) == ""
        table.run(TOUCH_TICKS)
        assert len(table.of(m.Withdrawn)) == 1 and table.state.seats[1].hand is None
        assert table.state.seats[1].supply.towers == table.state.seats[2].supply.towers
        assert table.of(m.Returned) == [bridge] and not table.state.seats[0].judged
        table.run(90)
        assert table.state.unsettled == table.state.touching == () and awaited(table.state, 0) == ""


def test_in_records_of_before_a_hand_holds_a_verdict_up() -> None:
    with wedged(FIRST_FALLS) as table:
        table.run(TOUCH_TICKS + JUDGE_TICKS)
        assert table.state.seats[1].hand is not None and len(table.state.seats[0].judged) == 1
        assert not any(isinstance(outcome, m.Withdrawn | m.Unsettled) for outcome in table.outcomes)


def test_a_piece_that_only_hangs_there_is_not_withdrawn() -> None:
    with Trial(Build("babylon")) as table:
        table.grab(1, "tower", 0, 0, 45)
        table.run(TOUCH_TICKS + JUDGE_TICKS)
        assert table.state.seats[1].hand is not None and table.state.unsettled == ()
        assert not table.of(m.Withdrawn)


# -- in a world where the test says what touches ---------------------------------------------------------------------


class Touching(FakeWorld):
    """A world in which the test says who touches whom."""

    def __init__(self) -> None:
        super().__init__()
        self.pairs: frozenset[tuple[str, str]] = frozenset()

    def contacts(self) -> frozenset[tuple[str, str]]:
        return self.pairs


class Table:
    """A column of two towers, "a" and "b", in area 0, and Bo's held tower "t" that touches "b"."""

    def __init__(self, falls: int = FALLS) -> None:
        self.world = Touching()
        self.arena = Arena(3, m.FastOptions(assist="free"), self.world, hands=WAY, falls=falls)
        low = m.Rest((), 1, 0, (0, 0, LEVEL_M / 2), (0, 0, 0, 1))
        high = m.Rest(("a",), 2, 0, (0, 0, LEVEL_M * 1.5), (0, 0, 0, 1))
        self.arena.set_up([(name, "tower", 0, rest) for name, rest in (("a", low), ("b", high))])
        self.arena.observe([m.RoundPrepared(1), m.RoundStarted()])
        self.arena.observe([m.HandMoved(1, m.MoveHand(0, 500, 0, 200)), m.HandChanged(1, "t", "tower")])
        self.outcomes: list[Outcome] = []
        self.run(30)
        self.world.pairs = frozenset((("a", "b"), ("b", "t")))

    def tilt(self, name: str, degrees: float) -> None:
        """A piece is found turned over about its middle."""
        at = self.world.poses()[name]
        self.world.move(name, Pose(at.position, axis_quat((0.0, 1.0, 0.0), degrees)))

    def run(self, ticks: int) -> None:
        for _ in range(ticks):
            self.outcomes += [o for o in self.arena.tick() if not isinstance(o, m.KeyFrame | m.Second)]

    def of(self, *kinds: type[Outcome]) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if isinstance(outcome, kinds)]


def test_what_is_down_is_judged_at_the_withdrawal_and_what_falls_then_is_the_hands() -> None:
    table = Table()
    table.tilt("b", 20.0)  # Bo's tower leans it over
    table.run(SAID_TICKS + LOOK)
    assert table.of(m.Unsettled, m.Withdrawn, m.KnockedDown) == [m.Unsettled(("b",), (1,))]
    table.run(TOUCH_TICKS + LOOK)
    assert table.of(m.Withdrawn, m.KnockedDown) == [m.Withdrawn("t"), m.KnockedDown("b", 1)]
    table.world.pairs = frozenset()
    table.arena.observe([m.HandChanged(1), m.PieceLeft("t", "supply", 1), m.PieceLeft("b", "pile", 1)])
    table.tilt("a", 90.0)  # what it had held falls with it
    table.run(60)
    assert table.of(m.KnockedDown)[-1] == m.KnockedDown("a", 1)
    assert table.of(m.Unsettled)[-1] == m.Unsettled(())


def test_a_touch_that_ends_in_time_withdraws_nothing() -> None:
    table = Table()
    table.tilt("b", 20.0)
    for _ in range(3):
        table.run(TOUCH_TICKS // 2)
        pairs, table.world.pairs = table.world.pairs, frozenset((("a", "b"),))
        table.world.wake(["b"])
        table.run(LOOK)
        table.world.pairs = pairs
    assert not table.of(m.Withdrawn)


def test_what_is_only_leant_on_is_no_fall_and_is_judged_as_it_is_after_eight_seconds() -> None:
    table = Table()
    table.tilt("b", 10.0)
    table.run(JUDGE_TICKS + LOOK)
    assert not table.of(m.Withdrawn, m.KnockedDown)
    (shifted,) = table.of(m.Shifted)
    assert isinstance(shifted, m.Shifted) and shifted.piece == "b"
    assert table.of(m.Unsettled)[-1] == m.Unsettled(())


def test_what_still_moves_after_eight_seconds_is_judged_whoever_touches_it() -> None:
    table = Table()
    table.tilt("b", 20.0)
    for i in range(JUDGE_TICKS + LOOK):
        table.world.wake(["b"])
        if i % 120 == 0:  # off and on again, so that nothing is withdrawn
            table.world.pairs = frozenset((("a", "b"),)) if i % 240 else frozenset((("a", "b"), ("b", "t")))
        table.run(1)
    assert not table.of(m.Withdrawn) and table.of(m.KnockedDown) == [m.KnockedDown("b", 1)]
