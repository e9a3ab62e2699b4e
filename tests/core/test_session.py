"""The session is the only writer; its log gives the same game again, or says where it cannot."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from babylon3d.core.actions import Seat
from babylon3d.core.errors import BadText, CorruptFile, IllegalAction, Unavailable
from babylon3d.core.record import FileSink, read_record
from babylon3d.core.rules import Step
from babylon3d.core.session import Game, Session, verify_record
from tests.core.counting import COUNTING, SEATS, Add, Added, Bonus, Count, CountingRules, Options, Rewarded


def played(sink: FileSink | None = None, until: int = 99) -> Session:
    session = Session.start(COUNTING, SEATS, Options(), seed=7, sink=sink)
    moves = [(0, Add(2)), (1, Add(2)), (0, Add(1)), None, (1, Add(1)), (0, Add(2))]
    for move in moves[:until]:
        if move is None:
            assert session.happen("chance", Bonus(2)) == (Rewarded(2),)
        else:
            assert session.act(*move) == (Added(move[0]),)
    return session


def test_an_illegal_action_changes_nothing() -> None:
    session = played(until=2)
    before, lines = session.state, list(session.log.lines)
    with pytest.raises(IllegalAction, match="not your turn") as refused:
        session.act(1, Add(1))
    assert refused.value.ruling == "G1"
    with pytest.raises(IllegalAction, match="3 is neither"):
        session.act(0, Add(3))
    with pytest.raises(IllegalAction, match="no bonus"):
        session.happen("chance", Bonus(1))
    assert session.state is before and session.log.lines == lines


def test_the_log_replays_to_the_same_states_and_result() -> None:
    session = played()
    assert session.over
    record = read_record(session.log.data())
    assert [entry.n for entry in record.entries] == [1, 2, 3, 4, 5, 6, 7]
    assert record.result is not None and record.result.winners == (0,)
    assert verify_record(COUNTING, record) == (True, "same states, same result")
    assert Session.resume(COUNTING, record).log.data() == session.log.data()


def test_an_unfinished_record_does_not_verify_but_resumes(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    played(FileSink(path), until=3)
    record = read_record(path.read_bytes())
    assert verify_record(COUNTING, record) == (False, "the game is unfinished")
    session = Session.resume(COUNTING, record, FileSink(path, record.data))
    session.happen("chance", Bonus(2))
    session.act(1, Add(1))
    session.act(0, Add(2))
    assert path.read_bytes() == played().log.data()


def test_a_cut_last_line_is_refused_by_replay_and_dropped_by_resume(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    played(FileSink(path), until=3)
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    with pytest.raises(CorruptFile, match="line 4: the last line is cut"):
        read_record(path.read_bytes())
    record = read_record(path.read_bytes(), resume=True)
    assert record.dropped > 0
    session = Session.resume(COUNTING, record, FileSink(path, record.data, record.dropped))
    session.act(0, Add(1))
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: [lines[0], *lines[2:]], "line 2: n is 2, not 1"),
        (lambda lines: [*lines[:2], lines[2].replace(b'"by":2', b'"by":1'), *lines[3:]], "line before"),
        (lambda lines: [*lines, lines[-1]], "n is 7, not 8"),
        (lambda lines: [lines[0].replace(b"record/1", b"record/9"), *lines[1:]], "version 1 would do"),
        (lambda lines: [lines[0], lines[1].replace(b'"tick":0', b'"tick":0,"tick":0'), *lines[2:]], "stands twice"),
        (
            lambda lines: [lines[0], lines[1].replace(b'"seat":0,', b""), *lines[2:]],
            "one action, one controller",
        ),
        (lambda lines: [lines[0], b'{"n":1}', *lines[2:]], "line 2 "),
        (lambda lines: [lines[0], lines[1].replace(b'"seat":0', b'"seat":"0"'), *lines[2:]], "a whole number would do"),
        (lambda lines: [lines[0], lines[1].replace(b'"tick":0', b'"tick":-1'), *lines[2:]], "-1 is given"),
        (lambda lines: [lines[0], lines[1].replace(b'"by":2', b'"by":NaN'), *lines[2:]], r"\$.action.by: nan is given"),
        (lambda lines: [], "no line is whole"),
    ],
)
def test_a_changed_record_is_refused(change, message) -> None:  # type: ignore[no-untyped-def]
    lines = played().log.lines
    with pytest.raises(BadText, match=message):
        read_record(b"".join(line + b"\n" for line in change(lines)))


def test_time_does_not_run_backwards() -> None:
    lines = list(played().log.lines)
    lines[2] = lines[2].replace(b'"tick":0', b'"tick":9')
    with pytest.raises(CorruptFile, match="line 4: tick 0 comes after tick 9; time does not run backwards"):
        read_record(rechained(lines))


def rechained(lines: list[bytes]) -> bytes:
    """Lines with their chain of hashes made right again: a forgery that only the rules can find."""
    out = [lines[0]]
    for line in lines[1:]:
        fields = msgspec.json.decode(line)
        fields["prev"] = hashlib.sha256(out[-1]).hexdigest()
        out.append(msgspec.json.encode(fields))
    return b"".join(line + b"\n" for line in out)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b'"by":2},"state"', b'"by":1},"state"', "the state is not what the rules give"),
        (b'"seat":1', b'"seat":0', "the rules refuse it"),
        (b'"scores":[1,0]', b'"scores":[0,1]', "the result is not what the rules give"),
    ],
)
def test_a_forged_record_does_not_verify(old: bytes, new: bytes, reason: str) -> None:
    lines = [line.replace(old, new) for line in played().log.lines]
    ok, why = verify_record(COUNTING, read_record(rechained(lines)))
    assert not ok and reason in why and "line" in why


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b'"type":"add"', b'"type":"sub"', r'^line 2 \$.action.type: "sub" is not known'),
        (b'"by":2},"state"', b'"by":"2"},"state"', r'\$.action.by: "2" is given; a whole number would do'),
        (b'{"goal":10}', b'{"goal":"x"}', r'^line 1 \$.options.goal: "x" is given; a whole number would do'),
        (b'{"goal":10}', b'{"gaol":10}', r'^line 1 \$.options: the field "gaol" is unknown'),
    ],
)
def test_a_line_that_is_in_no_records_format_is_bad_input_and_no_answer(old: bytes, new: bytes, reason: str) -> None:
    lines = [line.replace(old, new) for line in played().log.lines]
    with pytest.raises(BadText, match=reason) as refused:
        verify_record(COUNTING, read_record(rechained(lines)))
    assert not isinstance(refused.value, CorruptFile)


def test_a_failing_disk_is_reported_and_nothing_is_lost(tmp_path: Path) -> None:
    class Full:
        broken = True
        got = b""

        def append(self, lines: bytes) -> None:
            if self.broken:
                raise Unavailable("cannot write the record: no space left")
            self.got += lines

    disk = Full()
    session = Session.start(COUNTING, SEATS, Options(), sink=disk)
    session.act(0, Add(1))
    assert "no space" in session.log.fault and session.state.total == 1
    disk.broken = False
    session.act(1, Add(1))
    assert session.log.fault == "" and disk.got == session.log.data()


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-30])


def go_on(path: Path) -> None:
    """Another program takes up the same record and plays on."""
    record = read_record(path.read_bytes())
    Session.resume(COUNTING, record, FileSink(path, record.data)).happen("chance", Bonus(2))


@pytest.mark.parametrize("change", [cut, go_on, lambda path: path.write_bytes(b"")])
def test_a_file_that_something_else_changed_stays_and_the_game_goes_on_beside_it(tmp_path: Path, change: Any) -> None:
    path = tmp_path / "game.jsonl"
    (tmp_path / "game 2.jsonl").write_text("another game")
    sink = FileSink(path)
    session = played(sink, until=3)
    change(path)
    changed = path.read_bytes()
    session.happen("chance", Bonus(2))
    session.act(1, Add(1))
    session.act(0, Add(2))
    assert path.read_bytes() == changed and (tmp_path / "game 2.jsonl").read_text() == "another game"
    assert sink.path.name == "game 3.jsonl" and sink.path.read_bytes() == played().log.data()
    assert session.log.fault == "" and "game.jsonl" in sink.notice and "game 3.jsonl" in sink.notice


def test_a_file_that_was_deleted_comes_back_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    sink = FileSink(path)
    session = played(sink, until=3)
    path.unlink()
    session.happen("chance", Bonus(2))
    assert path.read_bytes() == session.log.data() and sink.notice == ""


def test_a_line_that_a_full_disk_tore_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    sink = FileSink(path)
    session = played(sink, until=2)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("babylon3d.core.record.os.fsync", full)
        session.act(0, Add(1))
        assert "No space" in session.log.fault
        path.write_bytes(path.read_bytes()[:-20])
    session.happen("chance", Bonus(2))
    assert session.log.fault == "" and sink.notice == "" and path.read_bytes() == session.log.data()


def test_a_full_disk_begins_no_more_than_one_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    session = played(FileSink(path), until=2)
    cut(path)

    def full(_: int) -> None:
        (tmp_path / "game 2.jsonl").write_bytes(session.log.data()[:40])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("babylon3d.core.record.os.fsync", full)
        session.act(0, Add(1))
        session.happen("chance", Bonus(2))
    session.act(1, Add(1))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game 2.jsonl", "game.jsonl"]
    assert (tmp_path / "game 2.jsonl").read_bytes() == session.log.data()


def test_an_unwritable_file_is_a_fault_with_its_name(tmp_path: Path) -> None:
    session = played(FileSink(tmp_path / "missing" / "game.jsonl"), until=1)
    assert "game.jsonl" in session.log.fault and "No such file" in session.log.fault


class Endless(CountingRules):
    """The counting game of somebody who forgot that games end: nothing is ever refused."""

    def verify(self, s: Count, seat: Seat, a: Add) -> None:
        """Everything is legal."""

    def resolve(self, s: Count, outcome: Bonus) -> Step[Count]:
        return Step(replace(s, total=s.total + outcome.by, asked=False), (Rewarded(outcome.by),))


def test_nothing_is_accepted_after_the_end_whatever_the_rules_say() -> None:
    session = Session.start(Game("endless", Endless(), COUNTING.codec), SEATS, Options(2))
    session.act(0, Add(2))
    before, lines = session.state, list(session.log.lines)
    with pytest.raises(IllegalAction, match="the game is over") as refused:
        session.act(1, Add(1))
    assert refused.value.ruling == "X3"
    assert session.happen("chance", Bonus(3)) == (Rewarded(3),)
    assert session.state is before and session.log.lines == lines and session.over


def test_late_news_that_the_rules_refuse_is_nothing() -> None:
    session = played()
    before, lines = session.state, list(session.log.lines)
    assert session.happen("chance", Bonus(1)) == ()
    assert session.state is before and session.log.lines == lines


@pytest.mark.parametrize(
    "late",
    [
        b'{"n":7,"tick":0,"seat":1,"action":{"type":"add","by":1},"prev":""}',
        b'{"n":7,"tick":0,"nature":"chance","outcome":{"type":"bonus","by":1},"prev":""}',
        b'{"n":7,"tick":0,"seat":1,"controller":"human","prev":""}',
    ],
)
def test_a_line_after_the_end_is_refused_even_without_a_result(late: bytes) -> None:
    lines = played().log.lines[:-1]
    with pytest.raises(CorruptFile, match="line 8: the game ended before it"):
        Session.resume(COUNTING, read_record(rechained([*lines, late])))
