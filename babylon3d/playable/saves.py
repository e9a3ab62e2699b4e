"""Games kept as records: the auto-saves that write themselves, the copies the user made, what stands in each."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from babylon3d.core.errors import BabylonError, Unavailable
from babylon3d.core.prose import shown
from babylon3d.core.rules import SeatInfo
from babylon3d.playable.registry import every_card, every_game, known
from babylon3d.storage import MAX_RECORD_BYTES, load_bytes, newest_first, save_atomic, unused, user_dir

if TYPE_CHECKING:
    from babylon3d.core.record import FileSink, Record
    from babylon3d.playable.kept import KeptRecord

SUFFIX = ".jsonl"
KEPT = 30
"""Auto-saves of each game that are kept if nobody chose another number; older ones go, finished ones first."""

LAST_BYTES = 4096
"""A last line with a result is shorter."""

Place = Literal["saves", "autosave", "kept"]


class SavesItself:
    """A game on the table with an auto-save, or a complaint that there is none."""

    __slots__ = ()
    file: FileSink | None
    complaint: str

    @property
    def record(self) -> Path | None:
        """Its auto-save, if it has one."""
        return None if self.file is None else self.file.path

    @property
    def warning(self) -> str:
        """What is wrong with its auto-save."""
        return (self.file.notice if self.file is not None else "") or self.complaint


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A record in the user's folders; `problem` says why it cannot be used, and then the rest is empty."""

    path: Path
    place: Place
    when: datetime
    title: str
    game: str = ""
    seats: tuple[SeatInfo, ...] = ()
    turn: int = 0
    finished: bool = False
    cut: bool = False
    problem: str = ""
    kept: KeptRecord | None = None
    """What a game says of a record that it keeps itself: its `path` is to be asked of it."""

    @property
    def progress(self) -> str:
        """How far it has come: its turn, or the time that was played."""
        spec = known(self.game)
        if spec is not None and spec.at_once:
            return f"{self.turn // 60}:{self.turn % 60:02d} played"
        return f"turn {self.turn}"


def autosave_path(now: datetime) -> Path:
    """Where a game that begins now saves itself; never a file that is there. Raises: Unavailable without a folder."""
    return unused(user_dir("autosave"), now.strftime("%Y-%m-%d %H.%M.%S"), SUFFIX)


def new_autosave() -> tuple[Path | None, str]:
    """Where a game that begins now saves itself; or nowhere, and what is said about it."""
    try:
        return autosave_path(datetime.now().astimezone()), ""
    except Unavailable as error:
        return None, f"This game cannot be saved: {error}"


def glance(path: Path, place: Place) -> SavedGame:
    """What a record's first and last lines say, in a fraction of a millisecond: whose game, and whether it has ended.

    `game` is empty for what is no record, `turn` is not known; `read_saved` says the rest, and what is wrong.
    """
    from babylon3d.core.codec import decode
    from babylon3d.core.record import MAX_LINE_BYTES, Entry, Header

    try:
        with path.open("rb") as file:
            first = file.readline(MAX_LINE_BYTES)
            stat = os.fstat(file.fileno())
            file.seek(max(len(first), stat.st_size - LAST_BYTES))
            last = file.read(LAST_BYTES)
        when = datetime.fromtimestamp(stat.st_mtime).astimezone()
        header = decode(first, Header)
    except (BabylonError, OSError, ValueError, OverflowError):
        return SavedGame(path, place, _written(path), shown(path.stem))
    if all(card.id != header.game for card in every_card()):
        return SavedGame(path, place, when, shown(path.stem))
    finished = False
    with contextlib.suppress(BabylonError):
        finished = decode(last.rstrip(b"\r\n").rpartition(b"\n")[2], Entry).result is not None
    return SavedGame(path, place, when, shown(path.stem), header.game, header.seats, finished=finished)


def _written(path: Path) -> datetime:
    """When a file was written, as far as that can be said: a clock can be set to any year."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    except (OSError, ValueError, OverflowError):
        return datetime.fromtimestamp(0).astimezone()


def read_saved(path: Path, place: Place) -> SavedGame:
    """What stands in a record; every fault of the file is told in `problem`."""
    from babylon3d.playable.records import load_usable  # late: nothing is to be read at the very first start

    when = _written(path)
    try:
        spec, record = load_usable(path)
    except BabylonError as error:
        return SavedGame(path, place, when, shown(path.stem), problem=shown(str(error)))
    turns = sum(1 for entry in record.entries if entry.state is not None)
    return SavedGame(
        path,
        place,
        when,
        shown(path.stem),
        spec.id,
        record.header.seats,
        turns + (0 if record.result is not None else 1),
        record.result is not None,
        record.dropped > 0,
    )


def saved_games() -> tuple[SavedGame, ...]:
    """Every record in the user's folders at a glance, the last written first.

    Raises nothing: folders that fail are empty.
    """
    found: list[SavedGame] = []
    places: tuple[Literal["saves", "autosave"], ...] = ("saves", "autosave")
    for place in places:
        with contextlib.suppress(Unavailable):
            found += (glance(path, place) for path in newest_first(user_dir(place), SUFFIX))
    return tuple(sorted(found, key=_newest))


def watchable(most: int) -> tuple[SavedGame, ...]:
    """What can be watched, the newest first: the user's records, and those that games keep themselves. Raises nothing.

    At most so many of those that a game keeps itself.
    """
    found = list(saved_games())
    for spec in every_game():
        if spec.kept:
            with contextlib.suppress(Unavailable):
                found += (
                    SavedGame(Path(), "kept", one.when, one.title, spec.id, finished=True, kept=one)
                    for one in import_module(spec.kept).newest(most)
                )
    return tuple(sorted(found, key=_newest))


def _newest(game: SavedGame) -> tuple[float, str]:
    return -game.when.timestamp(), game.path.name


def any_saved() -> bool:
    """Whether there is any record in the user's folders, readable or not."""
    places: tuple[Literal["saves", "autosave"], ...] = ("saves", "autosave")
    for place in places:
        with contextlib.suppress(Unavailable):
            if newest_first(user_dir(place), SUFFIX):
                return True
    return False


def last_unfinished() -> SavedGame | None:
    """The newest auto-save of a game that has not ended: what "Continue" goes on with."""
    try:
        folder = user_dir("autosave")
    except Unavailable:
        return None
    for path in newest_first(folder, SUFFIX):
        if glance(path, "autosave").finished:
            continue
        game = read_saved(path, "autosave")
        if not game.finished and not game.problem:
            return game
    return None


def keep_copy(record: Path, name: str) -> Path:
    """Save a copy of a record under a name. Raises: BadText, Unavailable."""
    clean = "".join(c if c.isalnum() or c in " -_.,()" else "_" for c in name).strip(" .") or "game"
    folder = user_dir("saves")
    path = folder / f"{clean[:60]}{SUFFIX}"
    number = 2
    while path.exists():
        path = folder / f"{clean[:60]} {number}{SUFFIX}"
        number += 1
    save_atomic(path, load_bytes(record, MAX_RECORD_BYTES))
    return path


def taken_up(game: SavedGame, now: datetime) -> Path:
    """The auto-save to go on with: the game's own, or for a copy a new one, so that the copy stays as it is.

    Raises: BadText, Unavailable.
    """
    if game.place == "autosave":
        return game.path
    path = autosave_path(now)
    save_atomic(path, load_bytes(game.path, MAX_RECORD_BYTES))
    return path


def going_on(path: Path, record: Record) -> FileSink:
    """The file of a record that goes on there. Lines that ended with CR LF end like ours from now on."""
    from babylon3d.core.record import FileSink

    if record.foreign:
        with contextlib.suppress(Unavailable):  # as one that cannot be written: the next line will say so
            save_atomic(path, record.data)
            return FileSink(path, record.data)
    return FileSink(path, record.data, record.dropped)


def remove(game: SavedGame) -> None:
    """Delete a record. Raises: Unavailable with the system's reason."""
    try:
        game.path.unlink(missing_ok=True)
    except OSError as error:
        raise Unavailable(f"cannot delete {game.path}: {error.strerror or error}") from None


def prune(kept: int | None = KEPT) -> None:
    """Delete the oldest auto-saves of each game beyond those that are kept, finished ones first; none of all with None.

    What has a name is never touched.
    """
    if kept is None:
        return
    games: dict[str, list[SavedGame]] = {}
    with contextlib.suppress(Unavailable):
        for path in newest_first(user_dir("autosave"), SUFFIX):
            game = glance(path, "autosave")
            games.setdefault(game.game, []).append(game)
        for found in games.values():
            found.reverse()
            for game in sorted(found, key=lambda game: not game.finished)[: max(0, len(found) - kept)]:
                remove(game)
