"""What the commands read: builds, positions and records from files, and which of them a file is."""

from __future__ import annotations

from pathlib import Path

from babylon3d.core.build import Build
from babylon3d.core.codec import format_of
from babylon3d.core.errors import BadText, Unavailable
from babylon3d.core.record import FORMAT as RECORD_FORMAT
from babylon3d.core.record import MAX_LINE_BYTES, MAX_RECORD_BYTES, Record, read_record
from babylon3d.formats import read_build, read_position, refuse_overlap
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.games.babylon.tactical.position import Position
from babylon3d.storage import load_bytes

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


def load_position(path: Path) -> Position:
    """A position of the Tactical Game. Raises: BadText; Unavailable for a game that is still to come."""
    data = load_bytes(path)
    try:
        found = format_of(data)
    except (BadText, ValueError):
        found = ""
    if found == "babylon3d.round/1":
        raise BadText("a round of the Fast Game has no moves", f"{path}: $.format", "score --game fast reads it")
    if found in LATER:
        raise Unavailable(f"{path}: $.format: {found} comes with {LATER[found]}, not in this version")
    return read_position(data, str(path))


def load_record(path: Path) -> Record:
    """A whole record. Raises: BadText or CorruptFile with the line."""
    return read_record(load_bytes(path, MAX_RECORD_BYTES), name=str(path))


def load_build_or_record(path: Path) -> Build | Record:
    """What a picture can be drawn of. Raises: BadText."""
    data = load_bytes(path, MAX_RECORD_BYTES)
    if _is_record(data):
        return read_record(data, name=str(path))
    return _build(data, str(path), laboratory=True, overlapping=False)


def _is_record(data: bytes) -> bool:
    """Whether the first line is a record's header; a build is one document over all lines."""
    line = data[: MAX_LINE_BYTES + 1].partition(b"\n")[0]
    try:
        return format_of(line).rpartition("/")[0] == RECORD_FORMAT.rpartition("/")[0]
    except (BadText, ValueError):
        return False
