"""Every refusal of a record, word for word: what is wrong, where, and what would do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from babylon3d.core import record as records
from babylon3d.core.actions import Result
from babylon3d.core.codec import Codec, decode, expect_format, format_of, within
from babylon3d.core.errors import BadText, CorruptFile, IllegalAction, Unavailable
from babylon3d.core.record import FileSink, Log, read_record
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import SEATS_RULING, Session, verify_record
from tests.core.counting import COUNTING, SEATS, Add, Bonus, Options
from tests.core.test_session import played, rechained

Lines = list[bytes]


def file_of(lines: Lines) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def with_line(number: int, old: bytes, new: bytes) -> Callable[[Lines], bytes]:
    """A record of which one line, counted from 1, reads otherwise; the chain is left as it is."""
    return lambda lines: file_of([*lines[: number - 1], lines[number - 1].replace(old, new, 1), *lines[number:]])


def forged(number: int, **fields: object) -> Callable[[Lines], bytes]:
    """A record of which one line has other fields, None for none of that name, and the chain is right."""

    def forge(lines: Lines) -> bytes:
        line = msgspec.json.decode(lines[number - 1])
        line |= fields
        line = {name: value for name, value in line.items() if value is not None}
        return rechained([*lines[: number - 1], msgspec.json.encode(line), *lines[number:]])

    return forge


def controller(text: str) -> Callable[[Lines], bytes]:
    """A record that begins with a change of the seat 0."""
    return lambda lines: rechained(
        [lines[0], msgspec.json.encode({"n": 1, "tick": 0, "seat": 0, "controller": text, "prev": ""})]
    )


NO_OBJECT = 'not a JSON object; a document starting with {"format": ...} would do'
NEITHER = "neither one action, one controller, one outcome nor a result; one of them would do"

READING: list[tuple[Callable[[Lines], bytes], type[BadText], str]] = [
    (lambda lines: b"", CorruptFile, "a.jsonl: no line is whole; a record starts with its header"),
    (
        lambda lines: file_of(lines)[:-5],
        CorruptFile,
        "a.jsonl line 8: the last line is cut; resume the game, which drops it, or cut it off",
    ),
    (
        lambda lines: file_of([lines[0], b" " * 1_000_001]),
        BadText,
        "a.jsonl line 2: longer than 1 MB; no line of a record is",
    ),
    (
        lambda lines: file_of([lines[0], *lines[2:]]),
        CorruptFile,
        "a.jsonl line 2: n is 2, not 1; lines are missing or out of order",
    ),
    (
        with_line(3, b'"by":2', b'"by":1'),
        CorruptFile,
        "a.jsonl line 4: the line before is not the one that was written; the record is damaged",
    ),
    (
        forged(2, tick=7),
        CorruptFile,
        "a.jsonl line 3: tick 0 comes after tick 7; time does not run backwards",
    ),
    (forged(2, seat=None), BadText, f"a.jsonl line 2: {NEITHER}"),
    (forged(2, nature="chance"), BadText, f"a.jsonl line 2: {NEITHER}"),
    (forged(2, action=None), BadText, f"a.jsonl line 2: {NEITHER}"),
    (forged(2, action=None, seat=None), BadText, f"a.jsonl line 2: {NEITHER}"),
    (forged(2, controller="human"), BadText, f"a.jsonl line 2: {NEITHER}"),
    (forged(2, outcome={"type": "bonus", "by": 1}, nature="chance"), BadText, f"a.jsonl line 2: {NEITHER}"),
    (forged(5, nature=None), BadText, f"a.jsonl line 5: {NEITHER}"),
    (forged(5, seat=1), BadText, f"a.jsonl line 5: {NEITHER}"),
    (forged(8, seat=1), BadText, f"a.jsonl line 8: {NEITHER}"),
    (
        controller("robot"),
        BadText,
        'a.jsonl line 2 $.controller: "robot" is no controller; "human" or "bot:" and a level would do',
    ),
    (
        with_line(2, b'"tick":0', b'"tick":-1'),
        BadText,
        "a.jsonl line 2 $.tick: -1 is given; a whole number of at least 0 would do",
    ),
    (with_line(2, b'"tick":0', b'"tock":0'), BadText, 'a.jsonl line 2 $: the field "tock" is unknown; leave it out'),
    (
        lambda lines: rechained([*lines, msgspec.json.encode({"n": 8, "tick": 0, "seat": 0, "action": {}})]),
        CorruptFile,
        "a.jsonl line 9: lines follow the result; the result is the last line",
    ),
    (
        with_line(1, b"babylon3d.record/1", b"babylon3d.record/7"),
        BadText,
        'a.jsonl line 1 $.format: version "7" of babylon3d.record is not known; version 1 would do',
    ),
    (
        with_line(1, b"babylon3d.record/1", b"babylon3d.build/1"),
        BadText,
        'a.jsonl line 1 $.format: the format is "babylon3d.build/1"; "babylon3d.record/1" would do',
    ),
    (
        lambda lines: b"[]\n",
        BadText,
        'a.jsonl line 1 $: not a JSON object; a document starting with {"format": ...} would do',
    ),
]


@pytest.mark.parametrize(("change", "kind", "words"), READING)
def test_a_record_is_refused_in_these_words(change: Callable[[Lines], bytes], kind: type[BadText], words: str) -> None:
    with pytest.raises(BadText) as refused:
        read_record(change(played().log.lines), name="a.jsonl")
    assert type(refused.value) is kind and str(refused.value) == words


@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        (
            b'{"format": "babylon3d.build/1"}',
            BadText,
            'a.jsonl line 1 $.format: the format is "babylon3d.build/1"; "babylon3d.record/1" would do',
        ),
        (
            b'{"format": ""}',
            CorruptFile,
            "a.jsonl line 1: the last line is cut; resume the game, which drops it, or cut it off",
        ),
        (
            b'{"format": "babylon3d.record/1"}',
            CorruptFile,
            "a.jsonl line 1: the last line is cut; resume the game, which drops it, or cut it off",
        ),
        (b'{"format": "babylon3d.record/2"}\n{"n"', BadText, None),
    ],
)
def test_one_line_without_an_end_is_named_for_what_it_is(data: bytes, kind: type[BadText], words: str | None) -> None:
    with pytest.raises(BadText) as refused:
        read_record(data, name="a.jsonl")
    told = words or 'a.jsonl line 1 $.format: version "2" of babylon3d.record is not known; version 1 would do'
    assert type(refused.value) is kind and str(refused.value) == told


def test_what_is_too_large_is_refused_by_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    data = played().log.data()
    with monkeypatch.context() as patch:
        patch.setattr(records, "MAX_RECORD_BYTES", len(data))
        assert read_record(data).data == data
        with pytest.raises(BadText, match=r"^record: larger than 0 MB; no record is$"):
            read_record(data + b" ")
    longest = max(map(len, played().log.lines))
    monkeypatch.setattr(records, "MAX_LINE_BYTES", longest)
    assert read_record(data).data == data
    monkeypatch.setattr(records, "MAX_LINE_BYTES", longest - 1)
    with pytest.raises(BadText, match="longer than 1 MB"):
        read_record(data)


# -- what the rules refuse of a record -------------------------------------------------------------------------------

FORGED: list[tuple[Callable[[Lines], bytes], str]] = [
    (forged(2, seat=1), "line 2: the rules refuse it: it is not your turn (G1)"),
    (forged(3, state="0" * 64), "line 3 $.state: the state is not what the rules give"),
    (
        forged(8, result={"scores": [1, 0], "winners": [1], "reason": "reached the goal", "ruling": "X3"}),
        "line 8 $.result: the result is not what the rules give",
    ),
    (
        lambda lines: rechained([*lines[:3], msgspec.json.encode({**msgspec.json.decode(lines[7]), "n": 3})]),
        "line 4: a result stands before the game has ended",
    ),
    (
        lambda lines: rechained([*lines[:7], msgspec.json.encode({**msgspec.json.decode(lines[6]), "n": 7})]),
        "line 8: the game ended before it; nothing happens after the end",
    ),
    (
        lambda lines: rechained([lines[0], sits(0, "human")]),
        'line 2: the rules refuse it: the seat 0 has the controller "human" already (seats)',
    ),
    (
        lambda lines: rechained([lines[0], sits(2, "human")]),
        "line 2: the rules refuse it: there is no seat 2 (seats)",
    ),
]


def sits(seat: int, text: str) -> bytes:
    """A first line that changes a seat."""
    return msgspec.json.encode({"n": 1, "tick": 0, "seat": seat, "controller": text, "prev": ""})


@pytest.mark.parametrize(("change", "words"), FORGED)
def test_a_forgery_is_answered_in_these_words(change: Callable[[Lines], bytes], words: str) -> None:
    record = read_record(change(played().log.lines))
    assert verify_record(COUNTING, record) == (False, words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            forged(2, action={"type": "sub", "by": 1}),
            'line 2 $.action.type: "sub" is not known; another value would do',
        ),
        (forged(2, action={"type": "add"}), 'line 2 $.action: the field "by" is missing; add it'),
        (
            forged(5, outcome={"type": "bonus", "by": "2"}),
            'line 5 $.outcome.by: "2" is given; a whole number would do',
        ),
    ],
)
def test_a_line_of_no_format_is_refused_in_these_words(change: Callable[[Lines], bytes], words: str) -> None:
    with pytest.raises(BadText) as refused:
        verify_record(COUNTING, read_record(change(played().log.lines)))
    assert type(refused.value) is BadText and str(refused.value) == words


def test_a_record_whose_game_cannot_begin_names_the_first_line() -> None:
    record = read_record(forged(1, options={"goal": []})(played().log.lines))
    with pytest.raises(BadText, match=r"^line 1 \$.options.goal: \[\] is given; a whole number would do$"):
        Session.resume(COUNTING, record)


def test_answers_about_whole_and_unfinished_records() -> None:
    lines = played().log.lines
    assert verify_record(COUNTING, read_record(file_of(lines))) == (True, "same states, same result")
    for count in range(1, len(lines)):
        assert verify_record(COUNTING, read_record(file_of(lines[:count]))) == (False, "the game is unfinished")


# -- following a record ----------------------------------------------------------------------------------------------


def changed_seats() -> Session:
    """A game with ticks, a change of seats, several natures and an end."""
    session = Session.start(COUNTING, SEATS, Options(), seed=3, versions={"babylon3d": "0"})
    session.act(0, Add(2), 4)
    session.seat(1, "human", 5)
    session.act(1, Add(2), 6)
    session.act(0, Add(1), 7)
    session.happen("dice", Bonus(3), 9)
    session.act(1, Add(2), 12)
    return session


def test_following_a_record_writes_the_same_lines() -> None:
    whole = changed_seats()
    record = read_record(whole.log.data())
    session = Session(COUNTING, record.header, Log())
    session.log.add_line(record.lines[0])
    followed = list(session.follow(record))
    assert [entry for entry, _ in followed] == list(record.entries)
    assert session.log.lines == list(record.lines)
    assert [entry.tick for entry in record.entries] == [4, 5, 6, 7, 9, 12, 12]
    assert [entry.nature for entry in record.entries if entry.nature is not None] == ["dice"]
    assert session.controllers == ("human", "human") and whole.controllers == session.controllers


def test_a_result_that_is_missing_is_put_under_the_game_again() -> None:
    """A crash between the last action and the result: the game is over all the same, and its record becomes whole."""
    whole = changed_seats()
    session = Session.resume(COUNTING, read_record(file_of(whole.log.lines[:-1])))
    assert session.over and session.log.data() == whole.log.data()


def test_natures_that_were_not_named_in_a_record_stay_unnamed() -> None:
    session = played(until=3)
    session.happen("", Bonus(2))
    record = read_record(session.log.data())
    again = Session(COUNTING, record.header, Log())
    again.log.add_line(record.lines[0])
    assert len(list(again.follow(record))) == 4 and again.log.lines == list(record.lines)


def test_a_game_that_is_over_before_it_begins() -> None:
    session = Session.start(COUNTING, SEATS, Options(0))
    assert session.over and not played(until=1).over
    result = msgspec.json.encode({"n": 1, "tick": 0, "prev": "", "result": msgspec.to_builtins(session.result())})
    record = read_record(rechained([*session.log.lines, result]))
    again = Session(COUNTING, record.header, Log())
    again.log.add_line(record.lines[0])
    assert [events for _, events in again.follow(record)] == [()]
    (entry,) = read_record(again.log.data()).entries
    assert entry.tick == 0 and entry.result == session.result()
    assert verify_record(COUNTING, record) == (True, "same states, same result")


# -- seats -----------------------------------------------------------------------------------------------------------


def refusal(session: Session, seat: int, text: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as refused:
        session.seat(seat, text)
    return refused.value


def test_a_change_of_seats_is_refused_in_these_words() -> None:
    session = Session.start(COUNTING, SEATS, Options())
    for seat in (-1, 2):
        error = refusal(session, seat, "human")
        assert (error.ruling, error.message) == (SEATS_RULING, f"there is no seat {seat}")
    error = refusal(session, 0, "robot")
    assert (error.ruling, error.message) == (SEATS_RULING, '"robot" is no controller')
    over = played()
    error = refusal(over, 0, "bot:easy")
    assert (error.ruling, error.message) == (SEATS_RULING, "a seat changes only at the start of a turn")


def test_an_action_after_the_end_is_refused_by_the_ruling_that_ended_the_game() -> None:
    class Endless(type(COUNTING.rules)):  # type: ignore[misc]
        def verify(self, s: Any, seat: int, a: Add) -> None:
            """Forget the end."""

    session = played()
    session.game = type(COUNTING)("counting", Endless(), COUNTING.codec)
    lines, state = list(session.log.lines), session.state
    with pytest.raises(IllegalAction) as refused:
        session.act(0, Add(1))
    assert (refused.value.ruling, refused.value.message) == ("X3", "the game is over")
    assert session.log.lines == lines and session.state is state


def test_late_news_changes_nothing_and_is_not_logged() -> None:
    class Late(type(COUNTING.rules)):  # type: ignore[misc]
        def resolve(self, s: Any, outcome: Bonus) -> Any:
            if outcome.by == 1:
                raise IllegalAction("X2", "too late")
            return super().resolve(type(s)(s.seats, s.goal, s.total, s.turn, True), outcome)

    session = played()
    session.game = type(COUNTING)("counting", Late(), COUNTING.codec)
    lines, state = list(session.log.lines), session.state
    assert session.happen("chance", Bonus(1)) == ()
    assert [type(event).__name__ for event in session.happen("chance", Bonus(2))] == ["Rewarded"]
    assert session.log.lines == lines and session.state is state


def test_a_session_begins_as_it_is_told() -> None:
    seats = (SeatInfo("Ann", "red"), SeatInfo("Bo", "blue", "bot:easy"))
    session = Session.start(COUNTING, seats, Options(4))
    header = read_record(session.log.data()).header
    assert (header.seed, header.versions, header.nature.name, header.game) == (0, {}, "ideal", "counting")
    assert session.controllers == ("human", "bot:easy") and session.between_turns
    assert session.act(0, Add(2)) and session.between_turns
    tick = read_record(session.log.data()).entries[0].tick
    assert tick == 0


# -- documents -------------------------------------------------------------------------------------------------------


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    numbers: list[float]


DEEP = "its lists and objects are nested too deep; a document of a few levels would do"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"[" * 100_000, f"$: {DEEP}"),
        (
            b'{"format"',
            "$: not JSON (Expecting ':' delimiter: line 1 column 10 (char 9)); a JSON document in UTF-8 would do",
        ),
        (b'\xef\xbb\xbf{"format": "a/1"}', "$: begins with a byte order mark; JSON in UTF-8 without one would do"),
        (b'{"numbers": [1, Infinity]}', "$.numbers[1]: inf is given; a finite number would do"),
        (
            b'{"numbers": [' + b"7" * 5000 + b"]}",
            "$.numbers[0]: a number of thousands of digits is given; a finite number would do",
        ),
        (b'{"a": {"b": 1, "b": 1}}', '$.a: the key "b" stands twice; leave one of the two'),
        (b'{"format": "a/1", "numbers": [1, "2"]}', '$.numbers[1]: "2" is given; a number would do'),
    ],
)
def test_a_document_is_refused_in_these_words(data: bytes, words: str) -> None:
    with pytest.raises(BadText) as refused:
        decode(data, Numbers)
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"[]", f"$: {NO_OBJECT}"),
        (b'{"format": 3}', "$.format: 3 is given; a text would do"),
        (b'{"format": null}', "$.format: null is given; a text would do"),
    ],
)
def test_a_document_without_a_format_is_refused_in_these_words(data: bytes, words: str) -> None:
    with pytest.raises(BadText) as refused:
        format_of(data)
    assert str(refused.value) == words
    assert format_of(b'{"n": 1}') == "" and format_of(b'{"format": "a/1"}') == "a/1"


def test_a_version_is_named_by_what_stands_behind_the_last_slash() -> None:
    with pytest.raises(BadText, match=r'^\$.format: version "9" of a/b is not known; version 1 would do$'):
        expect_format(b'{"format": "a/b/9"}', "a/b/1")


def test_a_field_with_choices_names_them() -> None:
    class Coloured(msgspec.Struct):
        colour: Literal["red", "blue"]

    with pytest.raises(BadText) as refused:
        decode(b'{"colour": "pink"}', Coloured, {"colour": "red or blue"})
    assert str(refused.value) == '$.colour: "pink" is not known; red or blue would do'


def test_a_path_is_put_before_what_is_found_and_the_kind_of_fault_stays() -> None:
    for kind in (BadText, CorruptFile):
        with pytest.raises(BadText) as refused, within("$.options"):
            raise kind("wrong", "$.a[2]", "right would do")
        assert type(refused.value) is kind
        assert (refused.value.message, refused.value.where, refused.value.hint) == (
            "wrong",
            "$.options.a[2]",
            "right would do",
        )


def test_actions_that_are_nested_too_deep_are_refused_in_these_words() -> None:
    class Nest(msgspec.Struct, tag="nest"):
        inside: list[Any]

    with pytest.raises(BadText) as refused:
        Codec(Nest, Nest, Options).read_options(b'{"goal":' + b"[" * 100_000)
    assert str(refused.value).startswith("$")


# -- files -----------------------------------------------------------------------------------------------------------


class Disk:
    """A sink that counts, and fails when it is told to."""

    def __init__(self) -> None:
        self.broken, self.calls, self.got = False, 0, b""

    def append(self, lines: bytes) -> None:
        self.calls += 1
        if self.broken:
            raise Unavailable("the disk is full")
        self.got += lines


def test_a_log_writes_each_line_once_and_nothing_without_need() -> None:
    disk = Disk()
    session = played(until=0)
    session.log.flush()
    assert session.log.fault == ""
    session.log.sink = disk
    session.log.flush()
    assert (disk.calls, disk.got) == (1, session.log.data())
    session.log.flush()
    assert disk.calls == 1, "nothing is lacking"
    disk.broken = True
    session.act(0, Add(2))
    assert session.log.fault == "the disk is full" and disk.calls == 2
    disk.broken = False
    session.log.flush()
    assert session.log.fault == "" and disk.got == session.log.data()


def test_a_record_that_is_taken_up_is_not_written_again() -> None:
    disk = Disk()
    session = Session.resume(COUNTING, read_record(played(until=3).log.data()), disk)
    assert disk.calls == 0
    session.happen("chance", Bonus(2))
    assert disk.calls == 1 and disk.got == session.log.lines[-1] + b"\n"


def test_a_file_without_a_system_to_blame_is_told_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: int) -> None:
        raise OSError("nothing can be said")

    monkeypatch.setattr("babylon3d.core.record.os.fsync", broken)
    path = tmp_path / "game.jsonl"
    with pytest.raises(Unavailable) as refused:
        FileSink(path).append(b"{}\n")
    assert str(refused.value) == f"cannot write the record {path}: nothing can be said"


def test_a_file_that_is_longer_than_it_was_left_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"one\ntwo\n" + b"x")
    sink = FileSink(path, b"one\ntwo\n")
    sink.append(b"three\n")
    assert path.read_bytes() == b"one\ntwo\nx"
    assert sink.path == tmp_path / "game 2.jsonl" and sink.path.read_bytes() == b"one\ntwo\nthree\n"
    assert sink.notice == "Something else changed the auto-save game.jsonl; this game goes on in game 2.jsonl"
    other = FileSink(path, b"one\ntwo\n", dropped=1)
    other.append(b"three\n")
    assert path.read_bytes() == b"one\ntwo\nthree\n" and other.notice == ""


def test_lines_are_short_json_with_the_result_last() -> None:
    log = played().log
    result = msgspec.convert(msgspec.json.decode(log.lines[-1])["result"], Result)
    assert result == Result((1, 0), (0,), "reached the goal", "X3")
    assert all(b" " not in line.replace(b"reached the goal", b"") for line in log.lines)
    assert len(log) == len(log.lines) == 8
