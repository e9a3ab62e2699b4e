"""Who chooses the quality: down when slow, up when there is room, never to and fro."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babylon3d.core.errors import BadText
from babylon3d.render.quality import CHOICE, LADDER, NAMES, PLAIN, Governor, by_name


def _run(governor: Governor, cost: Callable[[int], float], frames: int) -> list[int]:
    """The rungs it stood on, one a change."""
    rungs = [governor.rung]
    for _ in range(frames):
        if governor.measured(cost(governor.rung)):
            rungs.append(governor.rung)
    return rungs


def test_every_name_is_a_rung_and_describes_itself() -> None:
    assert NAMES[0] == "auto"
    for name in NAMES[1:]:
        assert by_name(name).describe().startswith(name)
    with pytest.raises(BadText, match="choose one of auto, high"):
        by_name("ultra")


def test_the_ladder_only_gets_cheaper() -> None:
    work = [(q.scale**2) * max(1, q.samples) * (2 if q.fine else 1) * (2 if q.shadows else 1) for q in LADDER]
    assert all(a > b for a, b in itertools.pairwise(work[: len(CHOICE)]))
    assert not PLAIN.shadows and not PLAIN.shaders


def test_quick_frames_climb_to_the_top_and_stay() -> None:
    rungs = _run(Governor(start=2), lambda rung: 0.002, 2000)
    assert rungs == [2, 1, 0]


def test_slow_frames_go_down_to_the_last_rung_and_stay_there() -> None:
    rungs = _run(Governor(), lambda rung: 1.0, 500)
    assert rungs[-1] == len(CHOICE) - 1
    assert rungs == sorted(set(rungs))


def test_a_very_slow_start_takes_two_rungs_at_once() -> None:
    assert _run(Governor(), lambda rung: 0.3 if rung == 0 else 0.01, 100) == [0, 2]


def test_one_slow_frame_changes_nothing() -> None:
    times = itertools.cycle([0.01] * 8 + [0.5])
    assert _run(Governor(start=1), lambda rung: next(times), 900) == [1]


def test_a_rung_that_was_too_slow_is_tried_again_only_after_a_calm_that_grows() -> None:
    governor = Governor(start=1)
    changes = []
    for frames in range(40_000):
        if governor.measured(0.050 if governor.rung < 2 else 0.010):
            changes.append((frames, governor.rung))
    tries = [at for at, rung in changes if rung == 1]
    gaps = [b - a for a, b in itertools.pairwise(tries)]
    assert 2 <= len(tries) <= 8
    assert all(later > 1.8 * earlier for earlier, later in itertools.pairwise(gaps))


@given(st.lists(st.floats(0.0, 2.0), max_size=300), st.integers(0, len(CHOICE) - 1))
def test_the_rung_always_is_one_of_the_ladder(times: list[float], start: int) -> None:
    governor = Governor(start=start)
    for seconds in times:
        governor.measured(seconds)
        assert governor.quality in CHOICE


def test_a_rung_that_was_slow_for_a_while_is_come_back_to() -> None:
    governor = Governor(start=2)
    assert _run(governor, lambda rung: 0.040 - 0.005 * rung, 40)[-1] == 3  # a busy machine
    rungs = _run(governor, lambda rung: 0.030 - 0.003 * rung, 2000)
    assert rungs[:2] == [3, 2], "21 ms are well below the target of 27"


def test_rungs_lost_in_a_slow_start_are_all_won_back() -> None:
    governor = Governor(start=1)
    _run(governor, lambda rung: 0.060, 40)
    assert governor.rung == len(CHOICE) - 1
    frames = 3 * (Governor.CALM + 1) * (Governor.WINDOW + Governor.SKIP)
    assert _run(governor, lambda rung: 0.020, frames)[-1] == 1, "no rung takes longer than the one before"
