"""What the commands read: builds, positions and records from files, and which of them a file is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from babylon3d.core.build import Build, PieceSet
from babylon3d.core.errors import BadText
from babylon3d.core.record import FORMAT as RECORD_FORMAT
from babylon3d.core.record import MAX_RECORD_BYTES, Record
from babylon3d.formats import BUILD_FORMAT
from babylon3d.playable.builds import build_from
from babylon3d.playable.documents import Answerer
from babylon3d.playable.opening import is_record, named_format, position_of
from babylon3d.playable.records import usable
from babylon3d.playable.registry import every_game
from babylon3d.playable.spec import GameSpec
from babylon3d.present.model import SceneModel
from babylon3d.present.showcase import showcase
from babylon3d.settings import FORMAT as SETTINGS_FORMAT
from babylon3d.storage import load_bytes

OTHERS = {
    RECORD_FORMAT: ("a record", "replay"),
    BUILD_FORMAT: ("a build", "check"),
    SETTINGS_FORMAT: ("a file of settings", "play"),
}
"""Our formats that no game owns: what they are called, and the command that reads them."""

BY_GAME = ("score",)
"""Commands that are told by an option whose rules count."""


def load_build(path: Path, *, laboratory: bool = False, overlapping: bool = False) -> tuple[Build, PieceSet]:
    """A build and its pieces. Raises: BadText, also for overlapping parts unless they are allowed; Unavailable."""
    data = load_bytes(path, MAX_RECORD_BYTES)
    refuse_other(data, path, BUILD_FORMAT, "a build")
    return build_from(data, str(path), laboratory=laboratory, overlapping=overlapping)


def refuse_other(data: bytes, path: Path, wanted: str, title: str) -> None:
    """Check that a file is not another of our formats. Raises: BadText with the command that reads it."""
    found = RECORD_FORMAT if is_record(data) else named_format(data)
    if found == wanted or found.rpartition("/")[0] == wanted.rpartition("/")[0]:
        return
    named = _named(found)
    if named:
        raise BadText(f"{named[0]} is not {title}", f"{path}: $.format", f"{named[1]} reads it")


def load_document(path: Path, command: str, game_id: str = "") -> tuple[Answerer, bytes]:
    """A document that a command answers about, and who answers; with `game_id` by that game's rules.

    Raises: BadText for a file of another format, naming the command that reads it.
    """
    data = load_bytes(path, MAX_RECORD_BYTES)
    found = RECORD_FORMAT if is_record(data) else named_format(data)
    read = {
        (spec.id, document.format): document
        for spec in every_game()
        for document in spec.documents
        if command in document.answers and game_id in ("", spec.id)
    }
    for (_, form), document in read.items():
        if form == found or (len(read) == 1 and not _named(found)):
            return document.answers[command], data
    named = _named(found, command)
    if named:
        wanted = " or ".join(document.title for document in read.values())
        raise BadText(f"{named[0]} is not {wanted}", f"{path}: $.format", f"{named[1]} reads it")
    return next(iter(read.values())).answers[command], data


def _named(form: str, asked: str = "") -> tuple[str, str] | None:
    """What a document of a known format is called, and the command that reads it: the one `asked` for if it does."""
    known = [(spec, document) for spec in every_game() for document in spec.documents if document.format == form]
    for spec, document in known:
        if asked in document.answers:
            return document.title, f"{asked} --game {spec.id}" if asked in BY_GAME else asked
    if form in OTHERS:
        return OTHERS[form]
    for spec, document in known:
        command = next(iter(document.answers))
        return document.title, f"{command} --game {spec.id}" if command in BY_GAME else command
    return None


def load_record(path: Path) -> tuple[GameSpec, Record]:
    """A whole record and its game. Raises: BadText or CorruptFile with the line."""
    data = load_bytes(path, MAX_RECORD_BYTES)
    refuse_other(data, path, RECORD_FORMAT, "a record")
    return usable(data, name=str(path))


@contextmanager
def in_record(path: Path) -> Iterator[None]:
    """Put a record's name before the line of whatever is found wrong in it."""
    try:
        yield
    except BadText as error:
        raise type(error)(error.message, f"{path} {error.where}", error.hint) from None


def load_drawable(path: Path) -> tuple[SceneModel, PieceSet] | tuple[GameSpec, Record]:
    """What a picture can be drawn of: a build or a position as a scene, or a record. Raises: BadText, Unavailable."""
    data = load_bytes(path, MAX_RECORD_BYTES)
    if is_record(data):
        return usable(data, name=str(path))
    position = position_of(data)
    if position is not None and position[1].pictured is not None:
        return position[1].pictured(data, str(path)), position[0].pieces
    refuse_other(data, path, BUILD_FORMAT, "a build, a position or a record")
    build, pieces = build_from(data, str(path), laboratory=True)
    return showcase(build, pieces), pieces
