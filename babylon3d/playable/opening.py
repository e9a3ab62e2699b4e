"""A file that somebody opens: a record, a build, a position of some game, or none of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from babylon3d.core.build import PieceSet
from babylon3d.core.codec import format_of
from babylon3d.core.errors import BadText
from babylon3d.core.prose import shown
from babylon3d.core.record import FORMAT as RECORD_FORMAT
from babylon3d.core.record import MAX_LINE_BYTES, MAX_RECORD_BYTES, Record
from babylon3d.formats import BUILD_FORMAT
from babylon3d.playable.builds import build_from
from babylon3d.playable.documents import Document
from babylon3d.playable.draft import Draft, begun_from
from babylon3d.playable.records import usable
from babylon3d.playable.registry import every_game
from babylon3d.playable.spec import GameSpec
from babylon3d.present.model import SceneModel
from babylon3d.present.showcase import showcase
from babylon3d.storage import load_bytes

SUFFIXES = (".jsonl", ".json")
"""How the files end that can be opened."""
WANTED = "a record, a build or a position would do"


@dataclass(frozen=True, slots=True)
class OpenedRecord:
    """A record of a game."""

    spec: GameSpec
    record: Record
    path: Path


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """What only stands on a table: a build, or a position, which `title` names."""

    title: str
    model: SceneModel
    pieces: PieceSet
    draft: Draft | None = None
    """The game that goes on from it, to be set up; None for what no game goes on from."""
    note: str = ""
    """Why no game goes on from a position."""


def opened(path: Path) -> OpenedRecord | OpenedTable:
    """What a file holds. Raises: BadText or CorruptFile that says where and what would do; Unavailable."""
    data = load_bytes(path, MAX_RECORD_BYTES)
    name = path.name
    if is_record(data):
        spec, record = usable(data, resume=True, name=name)
        return OpenedRecord(spec, record, path)
    found = named_format(data)
    if found == BUILD_FORMAT:
        build, pieces = build_from(data, name, laboratory=True)
        return OpenedTable(f"Build {shown(path.stem)}", showcase(build, pieces), pieces)
    position = position_of(data)
    if position is None:
        what = "is none of our files" if not found else f'"{shown(found)}" cannot be opened'
        raise BadText(what, name, WANTED)
    spec, document = position
    assert document.pictured is not None
    title = document.title.partition(" ")[2]
    title = f"{title[:1].upper()}{title[1:]}"
    draft, note = None, ""
    model = document.pictured(data, name)
    if document.begun is not None:
        try:
            draft = begun_from(spec.id, document.begun(data, name))
        except BadText as error:
            note = f"it cannot be played on from: {error}"
    return OpenedTable(title, model, spec.pieces, draft, note)


def position_of(data: bytes) -> tuple[GameSpec, Document] | None:
    """The game and the format of a position, None for anything else."""
    found = named_format(data)
    for spec in every_game():
        for document in spec.documents:
            if document.format == found and document.pictured is not None:
                return spec, document
    return None


def named_format(data: bytes) -> str:
    """The format that a document names, "" if it names none or is not JSON."""
    try:
        return format_of(data)
    except BadText:
        return ""


def is_record(data: bytes) -> bool:
    """Whether the first line is a record's header; a build is one document over all lines."""
    line = data[: MAX_LINE_BYTES + 1].partition(b"\n")[0]
    return named_format(line).rpartition("/")[0] == RECORD_FORMAT.rpartition("/")[0]
