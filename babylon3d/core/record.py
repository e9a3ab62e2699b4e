"""The log of a game: a header, one line per action or outcome, a result; JSON lines chained by hashes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Protocol

import msgspec

from babylon3d.core.actions import Action, Outcome, Result, Seat
from babylon3d.core.codec import decode, encode, expect_format, format_of
from babylon3d.core.errors import BadText, CorruptFile, Unavailable
from babylon3d.core.rules import SeatInfo, is_controller
from babylon3d.core.wording import said

FORMAT = "babylon3d.record/1"
MAX_RECORD_BYTES = 100_000_000
MAX_LINE_BYTES = 1_000_000


class NatureInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The nature a game was played with and its configuration."""

    name: str
    config: dict[str, str | int | float | bool] = {}


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a record. `options` is the game's own type as JSON."""

    format: str
    game: str
    seats: tuple[SeatInfo, ...]
    options: msgspec.Raw
    seed: int
    versions: dict[str, str]
    nature: NatureInfo


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line after the header: an action of a seat, its new controller, an outcome of a nature, or the result.

    `action` and `outcome` are JSON, empty where the line has none.
    """

    n: int
    tick: Annotated[int, msgspec.Meta(ge=0)]
    prev: str
    seat: Seat | None = None
    action: msgspec.Raw = msgspec.Raw()
    controller: str | None = None
    nature: str | None = None
    outcome: msgspec.Raw = msgspec.Raw()
    state: str | None = None
    result: Result | None = None


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is written: as `Entry`, with the values themselves instead of their JSON."""

    n: int
    tick: int
    seat: Seat | None = None
    action: Action | None = None
    controller: str | None = None
    nature: str | None = None
    outcome: Outcome | None = None
    state: str | None = None
    result: Result | None = None
    prev: str = ""


_encoder = msgspec.json.Encoder()


class Sink(Protocol):
    """Where lines go. Raises: Unavailable when they cannot."""

    def append(self, lines: bytes) -> None:
        """Write whole lines, each with its newline, and make them last."""


class FileSink:
    """A file that lines are appended to, flushed and synced. A cut last line of an earlier crash is cut off first.

    If the file is not as it was left, because another program plays on with it or something damaged it, that one stays
    as it is: the whole record goes on in a new file beside it, and `notice` says so. One that was deleted comes back.
    """

    def __init__(self, path: Path, begun: bytes = b"", dropped: int = 0) -> None:
        """A new file; or one that holds the whole lines `begun` and then `dropped` bytes of a cut one."""
        self.path = path
        self.notice = ""
        self._whole = bytearray(begun)
        self._sound = len(begun)  # so much of the file is as it should be; more may be torn
        self._most = len(begun) + dropped

    def append(self, lines: bytes) -> None:
        """Append, flush, fsync. Raises: Unavailable with the path and the system's reason."""
        whole = len(self._whole) + len(lines)
        try:
            with self._opened() as file:
                file.truncate(self._sound)
                file.seek(self._sound)
                self._most = whole
                file.write(self._whole[self._sound :] + lines)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise Unavailable(f"cannot write the record {self.path}: {error.strerror or error}") from None
        self._whole += lines
        self._sound = self._most = whole

    def _opened(self) -> BinaryIO:
        """The file, or a new one where it is not as it was left. Raises: OSError."""
        file: BinaryIO
        try:
            file = open(self.path, "r+b")  # noqa: SIM115 (the caller closes it)
        except FileNotFoundError:
            file = open(self.path, "xb")  # noqa: SIM115
            self._sound = 0
            return file
        if self._sound <= os.fstat(file.fileno()).st_size <= self._most:
            return file
        file.close()
        was, number = self.path, 2
        while True:
            path = was.with_name(f"{was.stem} {number}{was.suffix}")
            try:
                file = open(path, "xb")  # noqa: SIM115
            except FileExistsError:
                number += 1
                continue
            self.path, self._sound = path, 0
            self.notice = f"Something else changed the auto-save {was.name}; this game goes on in {path.name}"
            return file


@dataclass(slots=True)
class Log:
    """The append-only log of one game. A sink that fails is remembered in `fault`, and tried again at the next line."""

    lines: list[bytes] = field(default_factory=list)
    sink: Sink | None = None
    fault: str = ""
    _written: int = 0

    def __len__(self) -> int:
        return len(self.lines)

    def append(
        self,
        tick: int,
        *,
        seat: Seat | None = None,
        action: Action | None = None,
        controller: str | None = None,
        nature: str | None = None,
        outcome: Outcome | None = None,
        state: str | None = None,
        result: Result | None = None,
    ) -> None:
        """Add one line; `tick` counts 1/60 s in the Fast Game and is 0 in turn-based ones."""
        prev = hashlib.sha256(self.lines[-1]).hexdigest()
        line = _Line(len(self.lines), tick, seat, action, controller, nature, outcome, state, result, prev)
        self.add_line(_encoder.encode(line))

    def add_line(self, line: bytes) -> None:
        """Add an encoded line and write what the sink still lacks."""
        self.lines.append(line)
        if self.sink is not None:
            self.flush()

    def flush(self) -> None:
        """Write every line that the sink lacks; on failure say so in `fault` and keep them."""
        if self.sink is None or self._written == len(self.lines):
            return
        try:
            self.sink.append(b"".join(line + b"\n" for line in self.lines[self._written :]))
        except Unavailable as error:
            self.fault = str(error)
            return
        self.fault = ""
        self._written = len(self.lines)

    def mark_written(self) -> None:
        """Say that the sink's file already holds every line: a record that is taken up again."""
        self._written = len(self.lines)

    def data(self) -> bytes:
        """The whole record as it stands in a file."""
        return b"".join(line + b"\n" for line in self.lines)


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: `lines` as they stood without their ends, and how long the cut one is that was dropped.

    `foreign` says that the lines ended with CR LF.
    """

    header: Header
    entries: tuple[Entry, ...]
    lines: tuple[bytes, ...]
    dropped: int = 0
    foreign: bool = False

    @property
    def data(self) -> bytes:
        """The whole lines, as we write them into a file."""
        return b"".join(line + b"\n" for line in self.lines)

    @property
    def result(self) -> Result | None:
        """The result, or None for an unfinished game."""
        return self.entries[-1].result if self.entries else None


def read_record(data: bytes, *, resume: bool = False, name: str = "record") -> Record:
    """A record from a file's bytes; with `resume` a cut last line is dropped (`dropped` says how many bytes).

    Raises: BadText or CorruptFile with `name`, the line's number and the JSON path.
    """
    if len(data) > MAX_RECORD_BYTES:
        raise BadText(f"larger than {MAX_RECORD_BYTES // 1_000_000} MB", name, "no record is")
    lines, dropped = _split(data, resume, name)
    header = _located(name, 1, lambda: _read_header(lines[0]))
    entries = tuple(_entries(lines, name))
    for entry in entries[:-1]:
        if entry.result is not None:
            raise CorruptFile("lines follow the result", f"{name} line {entry.n + 2}", "the result is the last line")
    foreign = data.startswith(lines[0] + b"\r\n")
    return Record(header, entries, tuple(lines), dropped, foreign)


def _split(data: bytes, resume: bool, name: str) -> tuple[list[bytes], int]:
    """The whole lines of a file and the length of a cut last one."""
    *lines, rest = data.split(b"\n")
    if lines and all(line.endswith(b"\r") for line in lines):  # an editor or a mail wrote other ends of lines
        lines = [line[:-1] for line in lines]
    if rest and not resume:
        if lines:
            _located(name, 1, lambda: _read_header(lines[0]))
        _refuse_other_format(rest, name)
        raise CorruptFile(
            "the last line is cut", f"{name} line {len(lines) + 1}", "resume the game, which drops it, or cut it off"
        )
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE_BYTES:
            raise BadText("longer than 1 MB", f"{name} line {number}", "no line of a record is")
    if not lines:
        raise CorruptFile("no line is whole", name, "a record starts with its header")
    return lines, len(rest)


def _refuse_other_format(line: bytes, name: str) -> None:
    """Check that a line, if it is a document that names its format, is not one of another kind. Raises: BadText."""
    try:
        other = format_of(line)
    except BadText:
        return
    if other not in ("", FORMAT):
        _located(name, 1, lambda: expect_format(line, FORMAT))


def _entries(lines: list[bytes], name: str) -> Iterator[Entry]:
    tick = 0
    for i in range(1, len(lines)):
        line = lines[i]
        entry = _located(name, i + 1, lambda line=line: decode(line, Entry))  # type: ignore[misc]
        where = f"{name} line {i + 1}"
        if entry.n != i:
            raise CorruptFile(f"n is {entry.n}, not {i}", where, "lines are missing or out of order")
        if entry.prev != hashlib.sha256(lines[i - 1]).hexdigest():
            raise CorruptFile("the line before is not the one that was written", where, "the record is damaged")
        if entry.tick < tick:
            raise CorruptFile(f"tick {entry.tick} comes after tick {tick}", where, "time does not run backwards")
        tick = entry.tick
        acts, sits = bool(bytes(entry.action)), entry.controller is not None
        happens, ends = bool(bytes(entry.outcome)), entry.result is not None
        signed = (entry.seat is not None) == (acts or sits) and (entry.nature is not None) == happens
        if acts + sits + happens + ends != 1 or not signed:
            raise BadText("neither one action, one controller, one outcome nor a result", where, "one of them would do")
        if entry.controller is not None and not is_controller(entry.controller):
            given = f"{said(entry.controller)} is no controller"
            raise BadText(given, f"{where} $.controller", '"human" or "bot:" and a level would do')
        yield entry


def _read_header(line: bytes) -> Header:
    expect_format(line, FORMAT)
    return decode(line, Header)


def _located(name: str, number: int, read: Callable[[], Any]) -> Any:
    """Run a reader and put the file's name and the line's number before what it finds wrong."""
    try:
        return read()
    except BadText as error:
        raise type(error)(error.message, f"{name} line {number} {error.where}", error.hint) from None


def encode_header(header: Header) -> bytes:
    """The header's JSON, "format" first."""
    return msgspec.json.encode(header)


def raw(value: object) -> msgspec.Raw:
    """A value as raw JSON, for the header's options."""
    return msgspec.Raw(encode(value))
