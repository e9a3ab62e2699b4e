"""What the commands read: builds, positions and records from files, and which of them a file is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from babylon3d.core.build import Build
from babylon3d.core.codec import format_of
from babylon3d.core.errors import BadText, Unavailable
from babylon3d.core.record import FORMAT as RECORD_FORMAT
from babylon3d.core.record import MAX_LINE_BYTES, MAX_RECORD_BYTES, Record, read_record
from babylon3d.formats import BUILD_FORMAT, read_build, refuse_overlap
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.games.babylon.tactical.position import Position
from babylon3d.playable.babylon.fast.document import ROUND_FORMAT, Round, read_round
from babylon3d.playable.babylon.tactical.document import read_position
from babylon3d.storage import load_bytes

if TYPE_CHECKING:
    from babylon3d.playable.registry import GameSpec

LATER = {
    "babylon3d.climb/1": "Baubylon",
    "babylon3d.babel/1": "Building Babel",
}


def load_build(path: Path, *, laboratory: bool = False, overlapping: bool = False) -> Build:
    """A build of the set babylon. Raises: BadText, also for overlapping parts unless they are allowed."""
    return _build(load_bytes(path), str(path), laboratory, overlapping)


def _build(data: bytes, name: str, laboratory: bool, overlapping: bool) -> Build:
    build = read_build(data, name, laboratory=laboratory)
    if build.set != BABYLON.name:
        raise Unavailable(f'{name}: $.set: builds of "{build.set}" come with Baubylon, not in this version')
    if not overlapping:
        refuse_overlap(build, BABYLON, name)
    return build


def load_round(path: Path) -> Round:
    """A round of the Fast Game. Raises: BadText."""
    data = load_bytes(path)
    if _format(data) == BUILD_FORMAT:
        raise BadText("a build is no round of the Fast Game", f"{path}: $.format", "score --game tactical reads it")
    return read_round(data, str(path))


def load_scored_build(path: Path) -> Build:
    """A build to be scored. Raises: BadText; a round of the Fast Game is told which option reads it."""
    data = load_bytes(path)
    if _format(data) == ROUND_FORMAT:
        raise BadText("a round of the Fast Game is no build", f"{path}: $.format", "score --game fast reads it")
    return _build(data, str(path), laboratory=False, overlapping=False)


def _format(data: bytes) -> str:
    """The format that a document names, "" if it names none or is not JSON."""
    try:
        return format_of(data)
    except BadText:
        return ""


def load_position(path: Path) -> Position:
    """A position of the Tactical Game. Raises: BadText; Unavailable for a game that is still to come."""
    data = load_bytes(path)
    found = _format(data)
    if found == ROUND_FORMAT:
        raise BadText("a round of the Fast Game has no moves", f"{path}: $.format", "score --game fast reads it")
    if found in LATER:
        raise Unavailable(f"{path}: $.format: {found} comes with {LATER[found]}, not in this version")
    return read_position(data, str(path))


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
    from babylon3d.playable.registry import recorded

    try:
        return recorded(record.header.game)
    except BadText as error:
        raise BadText(error.message, f"{path} line 1 $.game", error.hint) from None


def load_build_or_record(path: Path) -> Build | Record:
    """What a picture can be drawn of. Raises: BadText."""
    data = load_bytes(path, MAX_RECORD_BYTES)
    if _is_record(data):
        return read_record(data, name=str(path))
    return _build(data, str(path), laboratory=True, overlapping=False)


def _is_record(data: bytes) -> bool:
    """Whether the first line is a record's header; a build is one document over all lines."""
    line = data[: MAX_LINE_BYTES + 1].partition(b"\n")[0]
    return _format(line).rpartition("/")[0] == RECORD_FORMAT.rpartition("/")[0]
