"""Rounds that nobody ends come to an end, and skipping the rest is waiting it out, to the last bit (F8, F15)."""

from __future__ import annotations

import time

import pytest

from babylon3d.bench.babylon.endings import Case, cases, play
from babylon3d.core.record import read_record
from babylon3d.core.rules import HUMAN, SeatInfo
from babylon3d.games.babylon.fast import model as m
from babylon3d.playable.babylon.fast.begin import bots_of
from babylon3d.playable.babylon.fast.game import FastGame
from babylon3d.playable.babylon.fast.nature import ProcessNature, begin_of_session
from babylon3d.playable.babylon.fast.resimulate import resimulate
from babylon3d.playable.babylon.fast.spec import SPEC
from babylon3d.playable.begin import started
from babylon3d.playable.setup import GameSetup


def test_the_cases_are_of_all_kinds() -> None:
    found = list(cases(60, 1))
    assert {case.person for case in found} == {"idle", "out"} and {case.way for case in found} == {
        "bots",
        "alternating",
    }
    assert {level for case in found for level in case.bots} == set(SPEC.bots)
    assert {len(case.bots) for case in found} == {2, 3, 4} and len({case.seed for case in found}) == 60


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [
        Case(5, "idle", ("medium", "hard", "easy")),
        Case(2, "out", ("medium", "hard")),
        Case(3, "idle", ("hard", "easy"), "alternating"),
    ],
    ids=lambda case: f"{case.person} {case.way}",
)
def test_a_round_ends_by_itself(case: Case) -> None:
    ending = play(case)
    assert ending.ok, ending
    assert ending.by_clock == ending.why.startswith("nothing was placed") and ending.out == (case.person == "out")
    assert ending.by_clock or case.person == "out" or "called stop" in ending.why, "an idle hand ends no round"


@pytest.mark.slow
def test_skipping_is_waiting_to_the_last_bit() -> None:
    bots = ("medium", "hard")
    waited, skipped = play(Case(4, "done", bots)), play(Case(4, "skips", bots))
    assert waited.ended and (skipped.outcome, skipped.built_s) == (waited.outcome, waited.built_s)


@pytest.mark.slow
def test_what_is_skipped_is_simulated_at_once_and_again_from_its_hands() -> None:
    seats = (SeatInfo("Ann", "red", HUMAN), SeatInfo("Bo", "blue", "bot:medium"), SeatInfo("Cy", "green", "bot:hard"))
    setup = GameSetup("fast", seats, m.FastOptions(wins=1, large=0, small=2, idle_s=60), 7)
    session = started(setup, "realtime", None)
    play_on = FastGame(session, ProcessNature(begin_of_session(session)), bots_of(SPEC, setup))
    calls, ticks = 0, 0
    try:
        while not play_on.over:
            if not play_on.ready:
                time.sleep(0.001)
                continue
            if play_on.ticks == 400:
                play_on.hands[0].do(m.Done(), m.Skip())
            before = play_on.ticks
            play_on.tick()
            if play_on.skipping:
                calls, ticks = calls + 1, ticks + play_on.ticks - before
    finally:
        play_on.close()
    assert ticks > 2 * calls > 0, "some ticks pass with each picture"
    assert resimulate(SPEC.game, read_record(session.log.data())).equal
