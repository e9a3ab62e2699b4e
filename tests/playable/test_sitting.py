"""A sitting: a game at the table without a window: people and bots, saving, faults, falls, speeds."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from babylon3d.core.actions import Action
from babylon3d.core.errors import BadText, CorruptFile, Unavailable
from babylon3d.core.record import NatureInfo, read_record
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session, verify_record
from babylon3d.games.babylon.tactical.bots import easy
from babylon3d.games.babylon.tactical.model import Exchanged, Place, Placed, TacticalOptions
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.playable.begin import Seated, begin, take_up, told
from babylon3d.playable.records import nature_of
from babylon3d.playable.registry import nature_info
from babylon3d.playable.saves import saved_games
from babylon3d.playable.setup import GameSetup
from babylon3d.playable.sitting import INSTANT, PACES, Sitting
from babylon3d.playable.spec import NatureName
from babylon3d.playable.tape import read_tape
from babylon3d.storage import user_dir

COLOURS = ("red", "yellow", "green", "blue", "violet")
SMALL = TacticalOptions(large=1, small=1)


def setup(*controllers: str, options: TacticalOptions = SMALL, seed: int = 5) -> GameSetup:
    names = ("Ann", "Bo", "Cid", "Dora", "Eve")
    seats = tuple(SeatInfo(n, c, k) for n, c, k in zip(names, COLOURS, controllers, strict=False))
    return GameSetup("tactical", seats, options, seed)


class Person:
    """A person who plays as an easy bot would, by the seat's controller."""

    def __init__(self, sitting: Sitting, seed: int = 0) -> None:
        self.sitting = sitting
        self.minds = {seat: easy(seat, random.Random(seed + seat)) for seat in sitting.people}
        self.plan: list[Action] = []

    def act(self) -> None:
        seat = self.sitting.seat
        if seat is None or self.sitting.people_wait:
            return
        thought = self.minds[seat](self.sitting.view)
        try:
            while True:
                next(thought)
        except StopIteration as finished:
            self.sitting.people[seat].do(finished.value[0])


def play(sitting: Sitting, ticks: int = 4000) -> None:
    """Play on to the end."""
    person = Person(sitting)
    for _ in range(ticks):
        if sitting.finished:
            return
        person.act()
        sitting.tick()
    raise AssertionError("the game does not end")


def autosaves() -> list[Path]:
    return sorted(user_dir("autosave").glob("*.jsonl"))


@pytest.mark.parametrize(
    "controllers",
    [
        ("human", "human", "human"),
        ("human", "bot:easy", "bot:medium"),
        ("bot:easy", "bot:easy", "human", "bot:easy"),
        ("bot:easy",) * 5,
    ],
)
def test_a_game_of_people_and_bots_is_played_to_its_end_and_its_record_is_valid(controllers: tuple[str, ...]) -> None:
    seated = begin(setup(*controllers), nature="ideal")
    seated.sitting.speed = INSTANT
    seated.sitting.open()
    play(seated.sitting)
    seated.sitting.close()
    (path,) = autosaves()
    assert path == seated.record
    assert verify_record(TACTICAL.game, read_record(path.read_bytes())) == (True, "same states, same result")


@pytest.mark.slow
def test_with_physics_too() -> None:
    seated = begin(setup("bot:easy", "human", "bot:easy"))
    seated.sitting.speed = INSTANT
    seated.sitting.open()
    play(seated.sitting)
    seated.sitting.close()
    (path,) = autosaves()
    record = read_record(path.read_bytes())
    assert record.header.nature.name == "physics"
    assert verify_record(TACTICAL.game, record)[0]


def test_every_action_is_on_the_disk_as_soon_as_it_is_made() -> None:
    seated = begin(setup("human", "human", "human"), nature="ideal")
    seated.sitting.speed = INSTANT
    seated.sitting.open()
    assert seated.record is not None
    person = Person(seated.sitting)
    for _ in range(12):
        person.act()
        seated.sitting.tick()
        assert seated.record.read_bytes() == seated.sitting.session.log.data()


def played(ticks: int) -> Seated:
    """A game in which somebody has acted for so many ticks."""
    seated = begin(setup("human", "bot:easy", "bot:easy"), nature="ideal")
    seated.sitting.speed = INSTANT
    seated.sitting.open()
    person = Person(seated.sitting)
    for _ in range(ticks):
        person.act()
        seated.sitting.tick()
    return seated


@pytest.mark.parametrize("cut", [0, 1, 7])
def test_a_killed_game_goes_on_from_its_auto_save_with_at_most_the_last_action_lost(cut: int) -> None:
    seated = played(30)
    assert seated.record is not None
    whole = seated.record.read_bytes()
    state = seated.sitting.session.state
    seated.record.write_bytes(whole[: len(whole) - cut])
    again = take_up(seated.record)
    again.sitting.speed = INSTANT
    again.sitting.open()
    lost = 1 if cut else 0
    assert len(again.sitting.session.log) == len(seated.sitting.session.log) - lost
    assert bool(again.warning) == bool(cut)
    if not cut:
        canonical = TACTICAL.game.rules.canonical
        assert canonical(again.sitting.session.state) == canonical(state)
        assert again.sitting.chronicle == seated.sitting.chronicle
        assert again.sitting.latest == seated.sitting.latest and again.sitting.latest.pieces, "what is marked too"
    play(again.sitting)
    assert verify_record(TACTICAL.game, read_record(seated.record.read_bytes()))[0]


@pytest.mark.parametrize("moment", [2.0**40, -(2.0**50), float(2**62)])
def test_a_clock_that_was_wrong_hides_no_game(monkeypatch: pytest.MonkeyPatch, moment: float) -> None:
    path = finished_record()
    real = Path.stat

    def odd(file: Path, **more: Any) -> Any:
        found = real(file, **more)
        return SimpleNamespace(st_mtime=moment, st_mtime_ns=found.st_mtime_ns, st_mode=found.st_mode)

    monkeypatch.setattr(Path, "stat", odd)
    assert [(game.path, game.problem) for game in saved_games()] == [(path, "")]


def test_a_game_taken_up_by_two_programs_at_once_is_kept_by_both() -> None:
    seated = played(10)
    assert seated.record is not None
    both = [take_up(seated.record) for _ in range(2)]
    for again in both:
        again.sitting.speed = INSTANT
        again.sitting.open()
        Person(again.sitting).act()
        again.sitting.tick()
    for again in both:
        play(again.sitting)
    first, second = both
    assert first.record == seated.record and first.warning == ""
    assert second.record != first.record and "this game goes on in" in second.warning
    for again in both:
        assert again.record is not None and again.record.read_bytes() == again.sitting.session.log.data()
        assert verify_record(TACTICAL.game, read_record(again.record.read_bytes()))[0]


def test_a_disk_that_fails_is_told_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seated = begin(setup("human", "bot:easy", "bot:easy"), nature="ideal")
    sitting = seated.sitting
    sitting.speed = INSTANT
    sitting.open()
    person = Person(sitting)
    broken = [True]
    sink: Any = sitting.session.log.sink
    real = sink.append

    def append(lines: bytes) -> None:
        if broken[0]:
            raise Unavailable("cannot write the record: no space left on device")
        real(lines)

    monkeypatch.setattr(sink, "append", append)
    for _ in range(15):
        person.act()
        sitting.tick()
    assert "no space left" in sitting.hud({}).warnings[0]
    assert len(sitting.session.log) > 5
    broken[0] = False
    play(sitting)
    assert sitting.hud({}).warnings == ()
    (path,) = autosaves()
    assert verify_record(TACTICAL.game, read_record(path.read_bytes()))[0]


def test_without_any_place_to_save_the_game_is_played_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(now: object) -> Path:
        raise Unavailable("cannot make the folder: read-only")

    monkeypatch.setattr("babylon3d.playable.saves.autosave_path", nowhere)
    seated = begin(setup("bot:easy", "bot:easy", "bot:easy"), nature="ideal")
    assert "cannot be saved" in seated.warning
    assert seated.record is None
    seated.sitting.speed = INSTANT
    seated.sitting.open()
    play(seated.sitting)


def test_bots_act_at_a_readable_pace_and_never_block() -> None:
    seated = begin(setup("bot:easy", "bot:easy", "bot:easy"), nature="ideal")
    sitting = seated.sitting
    sitting.open()
    acted = [bool([e for e in sitting.tick() if type(e).__name__ == "Placed"]) for _ in range(240)]
    times = [i for i, did in enumerate(acted) if did]
    assert len(times) >= 3
    assert min(b - a for a, b in pairwise(times)) >= 25


def test_twice_the_speed_is_twice_as_fast() -> None:
    def placed(speed: float) -> int:
        seated = begin(setup("bot:easy", "bot:easy", "bot:easy"), nature="ideal")
        seated.sitting.speed = speed
        seated.sitting.open()
        for _ in range(360):
            seated.sitting.tick()
        return len(seated.sitting.session.log)

    assert 1.6 < placed(2.0) / placed(1.0) < 2.4


def test_what_bots_choose_depends_on_neither_speed_nor_pauses() -> None:
    def log(speed: float, pause: bool) -> list[bytes]:
        seated = begin(setup("bot:medium", "bot:easy", "bot:easy"), nature="ideal")
        seated.sitting.speed = speed
        seated.sitting.open()
        for number in range(6000):
            if seated.sitting.finished:
                break
            if pause and number % 50 == 7:
                seated.sitting.close()
                seated.sitting.open()
            seated.sitting.tick()
        return [line for line in seated.sitting.session.log.lines if b'"seat"' in line]

    assert log(INSTANT, False) == log(INSTANT, True) == log(8.0, False)


def test_a_pause_in_the_middle_of_a_fall_leaves_the_game_whole() -> None:
    seated = begin(setup("human", "human", "human"))
    sitting = seated.sitting
    sitting.open()
    sitting.people[0].do(Place("bridge", 0, 0, 1, axis="x"))
    for _ in range(5):
        sitting.tick()
    assert sitting.nature.busy
    sitting.close()
    sitting.open()
    for _ in range(5):
        sitting.tick()
    assert not sitting.nature.busy
    assert sitting.session.state.settling == ()
    sitting.close()


# -- the replay's tape -------------------------------------------------------------------------------


def finished_record() -> Path:
    seated = begin(setup("bot:easy", "bot:easy", "bot:easy"), nature="ideal")
    seated.sitting.speed = INSTANT
    seated.sitting.open()
    play(seated.sitting)
    assert seated.record is not None
    return seated.record


def test_a_tape_ends_as_the_game_did_and_tells_what_the_game_told() -> None:
    path = finished_record()
    tape = read_tape(path)
    record = read_record(path.read_bytes())
    assert tape.result == record.result == tape.moments[-1].state.ended
    assert tape.moments[-1].lines == told(TACTICAL, record).lines
    turns = sum(seat.turns_taken for seat in tape.moments[-1].state.seats)
    assert len(tape.turns) in (turns, turns + 1)
    at, steps = 0, 0
    while at < len(tape.moments) - 1:
        assert tape.turn_before(tape.next_turn(at)) <= at
        at = tape.next_turn(at)
        steps += 1
    assert steps == len(tape.turns)
    assert tape.turn_at(0) == 1


def test_a_bad_record_is_refused_with_its_line(tmp_path: Path) -> None:
    path = finished_record()
    lines = path.read_bytes().split(b"\n")
    number = next(i for i, line in enumerate(lines) if b'"x":' in line)
    lines[number] = lines[number].replace(b'"x":', b'"x":9')
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"\n".join(lines))
    with pytest.raises((BadText, CorruptFile), match=rf"line ({number + 1}|{number + 2})\b"):
        read_tape(bad)


def test_a_cut_record_is_watched_as_far_as_it_goes(tmp_path: Path) -> None:
    path = finished_record()
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(path.read_bytes()[:-30])
    tape = read_tape(cut)
    assert tape.dropped
    assert tape.result is None


# -- the nature of a record ------------------------------------------------------------------------


@pytest.mark.parametrize("nature", ["ideal", "realtime", "accurate"])
def test_a_record_is_taken_up_with_the_nature_that_it_names(nature: NatureName) -> None:
    info = nature_info(nature)
    session = Session.start(TACTICAL.game, setup("human", "human", "human").seats, SMALL, nature=info)
    record = read_record(session.log.data())
    assert nature_of(TACTICAL, record.header) == nature


@pytest.mark.parametrize("info", [NatureInfo("magic"), NatureInfo("physics", {"precision": "lax"})])
def test_a_nature_that_the_game_does_not_have_is_named(info: NatureInfo) -> None:
    session = Session.start(TACTICAL.game, setup("human", "human", "human").seats, SMALL, nature=info)
    with pytest.raises(BadText, match=r'^line 1 \$.nature: .*("magic"|"lax").*"accurate" would do'):
        nature_of(TACTICAL, read_record(session.log.data()).header)


# -- what the others did --------------------------------------------------------------------------------


def _until(sitting: Sitting, wanted: int, limit: int = 40_000) -> list[int]:
    """The ticks at which bots' pieces were placed, until so many turns have ended."""
    at, ended = [], 0
    for tick in range(limit):
        for event in sitting.tick():
            name = type(event).__name__
            if name == "Placed":
                at.append(tick)
            ended += name == "TurnEnded"
        if ended >= wanted or sitting.session.over:
            return at
    raise AssertionError("the turns did not end")


@pytest.mark.parametrize("pace", ["slow", "normal", "fast"])
def test_bots_place_piece_by_piece_at_the_pace_that_is_set(pace: str) -> None:
    game = begin(setup("bot:easy", "bot:easy", "bot:easy"), nature="ideal")
    game.sitting.open()
    game.sitting.bot_pace = pace
    at = _until(game.sitting, 2)
    assert len(at) >= 8
    assert all(after - before > PACES[pace] for before, after in pairwise(at))
    game.sitting.close()


def test_who_skips_waits_for_nothing_until_their_own_turn() -> None:
    game = begin(setup("bot:easy", "human", "bot:easy"), nature="ideal")
    sitting = game.sitting
    sitting.open()
    person = Person(sitting)
    for _ in range(20_000):
        sitting.skip()
        if sitting.watching:
            assert sitting.hurried
        sitting.tick()
        assert not (sitting.seat is not None and sitting.hurried)
        person.act()
        if len(sitting.session.state.build.parts) > 18:
            break
    sitting.close()
    assert len(sitting.session.state.build.parts) > 18


def test_a_skip_ends_with_the_turn_where_nobody_plays() -> None:
    game = begin(setup("bot:easy", "bot:easy", "bot:easy"), nature="ideal")
    game.sitting.open()
    first = game.sitting.session.state.to_move
    game.sitting.skip()
    for _ in range(5000):
        game.sitting.tick()
        if not game.sitting.hurried:
            break
    assert game.sitting.session.state.to_move != first
    game.sitting.close()


def test_the_last_turn_stays_marked_until_the_next_one_places() -> None:
    game = begin(setup("bot:easy", "bot:easy", "bot:medium"), nature="ideal")
    sitting = game.sitting
    sitting.open()
    sitting.bot_pace = "fast"
    turn: list[str] = []
    by = None
    kept = 0
    for _ in range(40_000):
        for event in sitting.tick():
            if type(event).__name__ == "Placed":
                turn, by = ([*turn, event.id] if event.seat == by else [event.id]), event.seat  # type: ignore[attr-defined]
        lit = {piece.id for piece in sitting.scene().pieces if piece.glow == "fresh"}
        assert set(turn) <= lit
        kept += bool(turn) and not sitting.session.state.placed
        if kept > 200:
            break
    sitting.close()
    assert kept


def test_an_exchange_is_seen_both_nobles_gliding_and_marked() -> None:
    sitting = begin(setup("bot:medium", "bot:medium", "bot:medium", seed=2), nature="ideal").sitting
    sitting.open()
    sitting.bot_pace = "fast"
    exchanged = None
    while exchanged is None:
        assert not sitting.session.over
        exchanged = next((event for event in sitting.tick() if isinstance(event, Exchanged)), None)
    nobles = set(exchanged.nobles)
    lit = moved = 0
    for _ in range(60):
        pieces = {piece.id: piece for piece in sitting.scene().pieces if piece.id in nobles}
        final = sitting.presenter.places(sitting.view)
        lit += all(piece.glow == "fresh" for piece in pieces.values())
        moved += all(math.dist(p.pose.position, final[noble].position) > 1e-3 for noble, p in pieces.items())
        if any(isinstance(event, Placed) for event in sitting.tick()):
            break
    sitting.close()
    assert lit > 40 and moved > 20
