"""Who sits where may change at a turn's start: it is logged, it replays, and it changes nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from babylon3d.core.errors import BadText, CorruptFile, IllegalAction
from babylon3d.core.match import Match
from babylon3d.core.record import FileSink, read_record
from babylon3d.core.rules import bot_level, is_controller
from babylon3d.core.session import Session, verify_record
from tests.core.counting import COUNTING, SEATS, Add, Bonus, Options
from tests.core.test_chance import CUP, NoOptions, Throw
from tests.core.test_match import Script
from tests.core.test_session import rechained


def seated(sink: FileSink | None = None) -> Session:
    """A finished game in which both seats changed."""
    session = Session.start(COUNTING, SEATS, Options(), sink=sink)
    session.seat(0, "bot:easy")
    session.act(0, Add(2))
    session.seat(1, "human")
    session.seat(0, "human")
    session.act(1, Add(2))
    session.act(0, Add(1))
    session.happen("chance", Bonus(2))
    session.seat(1, "bot:medium")
    session.act(1, Add(2))
    session.act(0, Add(2))
    return session


def test_a_change_is_a_line_of_its_own_kind_and_the_header_stays() -> None:
    session = seated()
    record = read_record(session.log.data())
    changes = [(e.n, e.seat, e.controller) for e in record.entries if e.controller is not None]
    assert changes == [(1, 0, "bot:easy"), (3, 1, "human"), (4, 0, "human"), (8, 1, "bot:medium")]
    assert record.header.seats == SEATS
    assert b'{"n":1,"tick":0,"seat":0,"controller":"bot:easy","prev":' in session.log.lines[1]


def test_a_record_with_changes_verifies_and_resumes_with_the_last_controllers() -> None:
    session = seated()
    record = read_record(session.log.data())
    assert session.over and verify_record(COUNTING, record) == (True, "same states, same result")
    again = Session.resume(COUNTING, record)
    assert again.controllers == ("human", "bot:medium") and again.log.data() == session.log.data()


def test_a_record_cut_after_a_change_goes_on_with_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    seated(FileSink(path))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]))
    record = read_record(path.read_bytes())
    session = Session.resume(COUNTING, record, FileSink(path, record.data))
    assert session.controllers == ("bot:easy", "human")
    session.seat(0, "human")
    assert path.read_bytes() == b"".join(lines[:5])


def test_nothing_is_logged_for_who_sits_there_already() -> None:
    session = Session.start(COUNTING, SEATS, Options())
    session.seat(1, "bot:easy")
    assert len(session.log) == 1


def test_a_seat_changes_only_between_turns_and_before_the_end() -> None:
    session = Session.start(CUP, SEATS, NoOptions())
    assert session.between_turns
    from babylon3d.core.chance import Chance

    chance = Chance(session)
    for outcome in chance.poll(session.state, session.game.rules.need(session.state), 0):
        session.happen(chance.name, outcome)
    session.act(1, Throw())
    assert not session.between_turns
    with pytest.raises(IllegalAction, match="only at the start of a turn"):
        session.seat(0, "bot:easy")
    assert len(session.log) == 3 and session.controllers == ("human", "bot:easy")
    for outcome in chance.poll(session.state, session.game.rules.need(session.state), 0):
        session.happen(chance.name, outcome)
    session.seat(0, "bot:easy")
    assert session.controllers == ("bot:easy", "bot:easy")
    lines = len(session.log)
    for seat in (2, -1):
        with pytest.raises(IllegalAction, match=f"no seat {seat}"):
            session.seat(seat, "human")
    with pytest.raises(IllegalAction, match='"robot" is no controller'):
        session.seat(0, "robot")
    assert len(session.log) == lines
    over = seated()
    with pytest.raises(IllegalAction):
        over.seat(0, "bot:easy")


@pytest.mark.parametrize(
    ("line", "old", "new", "kind", "message"),
    [
        (1, b'"seat":0', b'"seat":7', CorruptFile, "line 2: the rules refuse it: there is no seat 7"),
        (1, b'"bot:easy"', b'"human"', CorruptFile, "line 2: .*already"),
        (1, b'"bot:easy"', b'"robot"', BadText, r'line 2 \$.controller: "robot" is no controller'),
        (1, b'"bot:easy"', b'"bot:"', BadText, r"line 2 \$.controller"),
        (1, b'"bot:easy"', b"7", BadText, r"line 2 \$.controller: 7 is given; a text would do"),
        (1, b'"seat":0,', b"", BadText, "line 2: neither one action, one controller"),
        (1, b'"seat":0,', b'"seat":0,"action":{"type":"add","by":1},', BadText, "line 2: neither one action"),
        (1, b'"seat":0,', b'"seat":0,"nature":"chance",', BadText, "line 2: neither one action"),
        (1, b'"seat":0,', b'"seat":0,"who":"Ann",', BadText, "line 2 .*who"),
    ],
)
def test_a_forged_change_is_refused(line: int, old: bytes, new: bytes, kind: type[BadText], message: str) -> None:
    lines = list(seated().log.lines)
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new)
    with pytest.raises(kind, match=message):
        Session.resume(COUNTING, read_record(rechained(lines)))


def test_a_change_in_the_middle_of_a_turn_is_refused_by_line() -> None:
    session = Session.start(CUP, SEATS, NoOptions())
    from babylon3d.core.chance import Shuffled

    session.happen("chance", Shuffled((0, 1, 2, 3, 4)))
    session.act(1, Throw())
    forged = b'{"n":3,"tick":0,"seat":0,"controller":"bot:easy","prev":""}'
    with pytest.raises(CorruptFile, match=r"line 4: .*start of a turn"):
        Session.resume(CUP, read_record(rechained([*session.log.lines, forged])))


def test_a_new_controller_decides_from_now_on() -> None:
    ann, bo, cleo = Script(Add(1), Add(1)), Script(Add(2)), Script(Add(1))
    match = Match(Session.start(COUNTING, SEATS, Options()), {0: ann}, ())
    match.tick()
    match.tick()
    assert match.session.state.total == 1
    match.seat(1, bo)
    match.tick()
    assert match.session.state.total == 3 and bo.views == [1]
    match.seat(0, cleo)
    match.tick()
    assert match.session.state.total == 4 and cleo.views == [3] and len(ann.actions) == 1


def test_the_forms_of_controllers() -> None:
    assert bot_level("bot:easy") == "easy" and bot_level("human") is None
    assert is_controller("human") and is_controller("bot:x")
    assert not any(
        map(
            is_controller,
            ("", "bot", "bot:", "Human", "robot:easy", "bot:\x1b[1m", "bot:a b", "bot:" + 41 * "x", "bot:x\n"),
        )
    )
