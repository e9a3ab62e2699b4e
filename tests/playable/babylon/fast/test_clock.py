"""The clock in alternating play: when the mouse passes (F12)."""

from __future__ import annotations

import pytest

from babylon3d.core.actions import Event
from babylon3d.games.babylon.fast import model as m
from babylon3d.playable.babylon.fast.clock import COUNTDOWN_TICKS, Clock

SLICE_S = 3


def begun() -> Clock:
    """A clock of three players taking turns at the mouse, the round just begun, the mouse with seat 0."""
    clock = Clock(m.FastOptions(way="alternating", slice_s=SLICE_S), 3)
    clock.hear(m.RoundPrepared(1))
    for _ in range(COUNTDOWN_TICKS):
        clock.tick(False, True)
    clock.hear(m.RoundStarted())
    return clock


def ticks_until_it_passes(clock: Clock, waiting: bool = False) -> int:
    for tick in range(1, 1000):
        if any(isinstance(outcome, m.SliceEnded) for outcome in clock.tick(waiting, True)):
            return tick
    raise AssertionError("the mouse never passes")


def test_the_mouse_passes_after_its_slice() -> None:
    clock = begun()
    assert ticks_until_it_passes(clock) == SLICE_S * m.TICKS_A_SECOND
    clock.hear(m.MousePassed(1))
    assert clock.mouse == 1 and ticks_until_it_passes(clock) == SLICE_S * m.TICKS_A_SECOND


@pytest.mark.parametrize("event", [m.SaidDone(0), m.WentOut(0)])
def test_who_builds_no_further_keeps_nobody_waiting(event: Event) -> None:
    clock = begun()
    clock.tick(False, True)
    clock.hear(event)
    assert ticks_until_it_passes(clock) == 1
    clock.hear(m.MousePassed(1))
    assert ticks_until_it_passes(clock) == SLICE_S * m.TICKS_A_SECOND, "the next one has a whole slice"


def test_what_was_let_go_is_waited_for() -> None:
    clock = begun()
    clock.hear(m.SaidDone(0))
    assert clock.tick(True, False) == () and clock.tick(True, False) == ()
    assert ticks_until_it_passes(clock) == 1


@pytest.mark.parametrize("event", [m.SaidDone(1), m.WentOut(2), m.SaidDone(0, no=True)])
def test_others_and_second_thoughts_end_no_slice(event: Event) -> None:
    clock = begun()
    clock.hear(event)
    assert ticks_until_it_passes(clock) == SLICE_S * m.TICKS_A_SECOND


def test_a_clock_that_is_restored_still_passes_at_once() -> None:
    clock = begun()
    clock.hear(m.SaidDone(0))
    other = begun()
    other.restore(clock.state())
    assert ticks_until_it_passes(other) == 1


PATIENCE_S = 4


def patient() -> Clock:
    """A clock whose round ends after some seconds without a placed piece."""
    clock = Clock(m.FastOptions(idle_s=PATIENCE_S), 3)
    clock.hear(m.RoundPrepared(1))
    clock.hear(m.RoundStarted())
    clock.hear(m.Ticked(1, PATIENCE_S))
    return clock


def nothing_placed(clock: Clock, ticks: int) -> list[int]:
    return [tick for tick in range(1, ticks + 1) if m.NothingPlaced() in clock.tick(False, True)]


def test_nothing_placed_for_so_long_is_said_once_a_second_till_the_rules_hear_it() -> None:
    clock, second = patient(), m.TICKS_A_SECOND
    assert nothing_placed(clock, 6 * second) == [4 * second, 5 * second, 6 * second]
    clock.hear(m.RoundStopped("nothing was placed"))
    assert nothing_placed(clock, 60) == []


def test_a_placed_piece_begins_the_patience_anew() -> None:
    clock, second = patient(), m.TICKS_A_SECOND
    assert nothing_placed(clock, 3 * second) == []
    clock.placed()
    other = patient()
    other.restore(clock.state())
    for each in (clock, other):
        assert nothing_placed(each, 4 * second) == [4 * second]


def test_without_patience_a_round_goes_on_and_on() -> None:
    clock = patient()
    clock.hear(m.Ticked(2))
    assert nothing_placed(clock, 20 * m.TICKS_A_SECOND) == []
