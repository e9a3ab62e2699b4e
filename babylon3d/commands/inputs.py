"""What the commands read: builds, positions and records from files, and which of them a file is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from babylon3d.core.build import Build, PieceSet
from babylon3d.core.codec import format_of
from babylon3d.core.errors import BadText
from babylon3d.core.record import FORMAT as RECORD_FORMAT
from babylon3d.core.record import MAX_LINE_BYTES, MAX_RECORD_BYTES, Record, read_record
from babylon3d.playable.builds import build_from
from babylon3d.playable.documents import Answerer
from babylon3d.playable.registry import every_game, recorded
from babylon3d.playable.spec import GameSpec
from babylon3d.storage import load_bytes

BY_GAME = ("score",)
"""Commands that are told by an option whose rules count."""


def load_build(path: Path, *, laboratory: bool = False, overlapping: bool = False) -> tuple[Build, PieceSet]:
    """A build and its pieces. Raises: BadText, also for overlapping parts unless they are allowed; Unavailable."""
    return build_from(load_bytes(path), str(path), laboratory=laboratory, overlapping=overlapping)


def load_document(path: Path, command: str, game_id: str = "") -> tuple[Answerer, bytes]:
    """A document that a command answers about, and who answers; with `game_id` by that game's rules.

    Raises: BadText for a file of another format, naming the command that reads it.
    """
    data = load_bytes(path)
    found = _format(data)
    read = {
        (spec.id, document.format): document
        for spec in every_game()
        for document in spec.documents
        if command in document.answers and game_id in ("", spec.id)
    }
    for (_, form), document in read.items():
        if form == found or (len(read) == 1 and not _named(found)):
            return document.answers[command], data
    named = _named(found)
    if named:
        wanted = " or ".join(document.title for document in read.values())
        raise BadText(f"{named[0]} is not {wanted}", f"{path}: $.format", f"{named[1]} would do")
    return next(iter(read.values())).answers[command], data


def _named(form: str) -> tuple[str, str] | None:
    """What a document of a known format is called, and the command that reads it."""
    if form == RECORD_FORMAT:
        return "a record", "replay"
    for spec in every_game():
        for document in spec.documents:
            if document.format == form:
                command = next(iter(document.answers))
                option = f" --game {spec.id}" if command in BY_GAME else ""
                return document.title, command + option
    return None


def _format(data: bytes) -> str:
    """The format that a document names, "" if it names none or is not JSON."""
    try:
        return format_of(data)
    except BadText:
        return ""


def load_record(path: Path) -> Record:
    """A whole record. Raises: BadText or CorruptFile with the line."""
    return read_record(load_bytes(path, MAX_RECORD_BYTES), name=str(path))


@contextmanager
def in_record(path: Path) -> Iterator[None]:
    """Put a record's name before the line of whatever is found wrong in it."""
    try:
        yield
    except BadText as error:
        raise type(error)(error.message, f"{path} {error.where}", error.hint) from None


def game_of(record: Record, path: Path) -> GameSpec:
    """The game that a record is of. Raises: BadText that names those there are."""
    try:
        return recorded(record.header.game)
    except BadText as error:
        raise BadText(error.message, f"{path} line 1 $.game", error.hint) from None


def load_build_or_record(path: Path) -> tuple[Build, PieceSet] | Record:
    """What a picture can be drawn of. Raises: BadText."""
    data = load_bytes(path, MAX_RECORD_BYTES)
    if _is_record(data):
        return read_record(data, name=str(path))
    return build_from(data, str(path), laboratory=True)


def _is_record(data: bytes) -> bool:
    """Whether the first line is a record's header; a build is one document over all lines."""
    line = data[: MAX_LINE_BYTES + 1].partition(b"\n")[0]
    return _format(line).rpartition("/")[0] == RECORD_FORMAT.rpartition("/")[0]
