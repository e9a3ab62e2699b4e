"""The turn clock (T11): it runs for people alone, its word is in the log, a warning or a bot's move follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from babylon3d.core.errors import BadText, IllegalAction
from babylon3d.core.record import read_record
from babylon3d.core.session import Session
from babylon3d.games.babylon.tactical.model import Settled, TacticalOptions, TimeIsUp, TimeUp, TimeUsed
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.playable.babylon.tactical.clock import TacticalTimed
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.playable.begin import Seated, begin, take_up
from babylon3d.playable.sitting import INSTANT
from babylon3d.playable.turn_clock import TurnClock
from tests.playable.babylon.tactical.positions import new, opened, tower
from tests.playable.test_sitting import Person, setup

RULES = TacticalRules()
WARN = TacticalOptions(turn_s=30)
BOT = TacticalOptions(turn_s=30, time_up="bot")


def seated(options: TacticalOptions, *controllers: str) -> Seated:
    game = begin(setup(*(controllers or ("human",) * 3), options=options), "ideal")
    game.sitting.speed = INSTANT
    game.sitting.open()
    return game


def wait(game: Seated, seconds: float) -> None:
    for _ in range(round(seconds * 10)):
        game.sitting.tick(0.1)


def shown(game: Seated) -> tuple[str, bool]:
    hud = game.sitting.hud({})
    return hud.clock, hud.hurry


def test_the_rules_take_the_clocks_word_once_a_turn_and_only_where_one_runs() -> None:
    s = opened(WARN)
    step = RULES.resolve(s, TimeUp(0))
    assert step.events == (TimeIsUp(0, False),) and step.state.late
    assert RULES.resolve(opened(BOT), TimeUp(0)).events == (TimeIsUp(0, True),)
    for state, wrong in ((step.state, TimeUp(0)), (s, TimeUp(1)), (opened(), TimeUp(0)), (opened(), TimeUsed(0, 5))):
        with pytest.raises(IllegalAction, match="T11"):
            RULES.resolve(state, wrong)
    placed = RULES.apply(step.state, 0, tower(0, 0, 3)).state
    assert placed.late, "a piece more does not give time"


def test_times_used_add_up_over_turns_and_a_total_counts_them() -> None:
    s = new(TacticalOptions(total_s=300))
    for tenths in (100, 250):
        s = RULES.resolve(s, TimeUsed(0, tenths)).state
    assert s.used == (350, 0, 0) and TacticalTimed().left_s(s, 5.0) == 260.0
    both = RULES.resolve(new(TacticalOptions(total_s=300, turn_s=60)), TimeUsed(0, 2600)).state
    assert TacticalTimed().left_s(both, 5.0) == 35.0, "the less of the two"
    assert TacticalTimed().left_s(new(), 5.0) is None


def test_a_turn_has_at_least_30_seconds() -> None:
    with pytest.raises(BadText, match="turn_s"):
        new(TacticalOptions(turn_s=29))
    assert new(TacticalOptions(turn_s=30)).options.turn_s == 30


def test_at_zero_a_warning_is_said_once_and_the_turn_goes_on() -> None:
    game = seated(WARN)
    assert shown(game) == ("0:30", False)
    wait(game, 20.5)
    assert shown(game) == ("0:10", True)
    wait(game, 20)
    sitting = game.sitting
    assert shown(game) == ("0:00", True) and sitting.seat == sitting.session.state.to_move
    name = sitting.names[sitting.session.state.to_move]
    assert [line for line in sitting.chronicle.lines if "time is up" in line] == [f"{name}'s time is up (T11)"]
    sitting.close()


def test_at_zero_a_bot_makes_the_rest_of_the_turn_if_agreed_and_the_record_replays_exactly() -> None:
    game = seated(BOT)
    sitting = game.sitting
    first = sitting.session.state.to_move
    person = Person(sitting)
    person.act()
    sitting.tick(0.1)
    assert len(sitting.session.state.placed) == 1
    wait(game, 29.7)
    assert sitting.seat == first
    for _ in range(3000):
        sitting.tick(0.1)
        if sitting.session.state.to_move != first:
            break
    state = sitting.session.state
    assert state.to_move != first and not state.late and state.seats[first].turns_taken == 1
    wait(game, 1)
    assert sitting.seat == state.to_move and sitting.standing_in is None
    assert shown(game)[0] == "0:29", "the next one has the whole time"
    sitting.close()
    record = read_record(Path(str(game.record)).read_bytes())
    again = Session.resume(TACTICAL.game, record)
    assert RULES.canonical(again.state) == RULES.canonical(sitting.session.state)
    assert b'"time_up"' in b"".join(record.lines)


def test_no_time_passes_for_bots_in_pauses_and_without_a_clock() -> None:
    game = seated(WARN, "bot:easy", "bot:easy", "human")
    sitting = game.sitting
    for _ in range(3000):
        if sitting.seat is not None:
            break
        sitting.tick(0.1)
    assert shown(game)[0] == "0:30"
    wait(game, 5)
    sitting.close()
    sitting.open()
    assert shown(game)[0] == "0:25", "the table was put away and set up again"
    sitting.close()
    free = seated(TacticalOptions())
    wait(free, 60)
    assert shown(free) == ("", False) and not free.sitting.session.state.late
    free.sitting.close()


def test_a_clock_that_runs_out_during_a_drop_waits_for_the_judgement() -> None:
    clock, s = TurnClock(TacticalTimed()), opened(WARN)
    clock.observe((), s)
    for _ in range(400):
        clock.run(0.1, s, judged=False)
    assert clock.poll(s, None, 0) == () and clock.left_s(s) == 0.0
    falling = RULES.apply(s, 0, tower(0, 0, 3)).state
    clock.observe((), falling)
    clock.run(0.1, falling, judged=False)
    assert clock.poll(falling, None, 0) == ()
    rested = RULES.resolve(falling, Settled()).state
    clock.observe((), rested)
    clock.run(0.1, rested, judged=True)
    assert clock.poll(rested, None, 0) == (TimeUp(0),)
    assert clock.poll(rested, None, 0) == ()


def test_a_total_goes_on_where_the_record_left_it() -> None:
    game = seated(TacticalOptions(total_s=300, large=1, small=1))
    person, sitting = Person(game.sitting), game.sitting
    seen = 0
    for tick in range(600):
        if tick % 20 == 0:
            person.act()
        sitting.tick(0.1)
        seen = max(seen, sum(sitting.session.state.used))
        if sitting.session.state.seats[2].turns_taken:
            break
    sitting.tick(0.1)
    used = sitting.session.state.used
    assert sum(used) > 20 and used[sitting.session.state.to_move] > 0
    before = shown(game)[0]
    sitting.close()
    taken = take_up(Path(str(game.record)))
    taken.sitting.open()
    assert taken.sitting.session.state.used == used and shown(taken)[0] == before
    taken.sitting.close()
