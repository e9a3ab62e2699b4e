"""Personal bests of practice: every run with its record, in one SQLite file; what cannot be recomputed is no best."""

from __future__ import annotations

import hashlib
import io
import lzma
import platform
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal, NamedTuple

from babylon3d.core.codec import decode
from babylon3d.core.errors import BadText, CorruptFile, Unavailable
from babylon3d.core.prose import shown
from babylon3d.core.record import MAX_RECORD_BYTES, Header, Record
from babylon3d.core.session import Session
from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.games.babylon.practice.rules import PracticeState
from babylon3d.physics.engines import ENGINES, MODULES, engine_of, recipe, version
from babylon3d.physics.recipes import from_numbers, key_of
from babylon3d.playable.babylon.fast.grips import WAY
from babylon3d.playable.babylon.fast.ways import numbers_of, way_of
from babylon3d.playable.babylon.practice.spec import SPEC as PRACTICE
from babylon3d.playable.records import usable
from babylon3d.storage import save_atomic, set_aside

SCHEMA = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    drill TEXT NOT NULL,
    assist TEXT NOT NULL,
    measure INTEGER NOT NULL,
    at TEXT NOT NULL,
    proof TEXT NOT NULL,
    sha TEXT NOT NULL UNIQUE,
    record BLOB NOT NULL
);
CREATE INDEX runs_by_drill ON runs (drill, assist, measure);
"""
VERSION = 1
UNLIKELY = 1_000
"""No babylon3d will ever write such a version: the number is damaged."""
_MOMENT = "typeof(at) = 'text' AND at GLOB '{0}{0}-{0}-{0} {0}:{0}:{0}'".format("[0-9][0-9]")
"""When a run was played, as this program writes it."""
_AGAIN = f""" ON CONFLICT (sha) DO UPDATE SET
    drill = excluded.drill, assist = excluded.assist, measure = excluded.measure, record = excluded.record,
    at = CASE WHEN {_MOMENT} THEN at ELSE excluded.at END,
    proof = CASE WHEN proof = 'proven' AND measure IS excluded.measure THEN proof ELSE excluded.proof END"""
"""A record that is there already makes its row whole again."""
_COLUMNS = "id, drill, assist, measure, at, proof, sha, record"
_WHOLE = (
    "typeof(drill) = 'text' AND typeof(assist) = 'text' AND typeof(measure) = 'integer' "
    f"AND {_MOMENT} AND proof IN ('recomputed', 'proven')"
)
"""What every row is like that this program wrote; one of another kind was put in by hand and does not count."""
WAIT_S = 2.0
"""How long another program may hold the file."""
MOST_IMPORTED_BYTES = 2 * MAX_RECORD_BYTES

_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    RuntimeError,
    ValueError,
    OverflowError,
)
"""What a damaged zip file may raise while it is read, beside OSError."""

Proof = Literal["recomputed", "proven"]


@dataclass(frozen=True, slots=True)
class Run:
    """One finished run: `measure` in the drill's unit, `at` the day and time it ended, and how well it is proven."""

    id: int
    drill: str
    assist: str
    measure: int
    at: str
    proof: Proof


class Played(NamedTuple):
    """By what a run was played: engine and recipe in short, and the way its hands travel (`grips`).

    Runs are rivals only where both are equal.
    """

    physics: str
    hands: int


class Earlier(NamedTuple):
    """The runs of a drill with one earlier way of the hand, whatever the engine: how many, and the best."""

    hands: int
    runs: int
    best: Run


def this_machine() -> dict[str, str]:
    """What has to be the same for the physics to be: the processor and the engine's version."""
    found = {"processor": f"{platform.machine()} {platform.processor()}".strip()}
    return found | {MODULES[engine]: version(engine) for engine in ENGINES if version(engine)}


def key_of_today() -> Played:
    """By what a run would be played now. Raises: Unavailable without any engine."""
    return Played(key_of(recipe("realtime")), WAY)


def recompute(record: Record) -> tuple[PracticeState, int]:
    """The end of a run as the rules give it from the log alone, and its measure.

    Raises: CorruptFile or BadText for a record of something else, one that was changed, or one without a measure.
    """
    if record.header.game != PRACTICE.id:
        raise BadText(f'the record is of the game "{record.header.game}"', "line 1 $.game", "one of practice would do")
    session = Session.resume(PRACTICE.game, record)
    if record.result is None or not session.over:
        raise CorruptFile("the run is unfinished", f"line {len(record.lines)}")
    found = session.result().scores[0]
    if found is None:
        raise BadText("the run has no measure: it failed or did not reach its goal", f"line {len(record.lines)}")
    return session.state, found


def proven(record: Record) -> bool:
    """Whether the hands alone give the same run again, on this machine and with these versions.

    Takes as long as the physics of the run. Raises: BadText, CorruptFile.
    """
    from babylon3d.playable.babylon.fast.resimulate import resimulate

    here, engine = this_machine(), engine_of(from_numbers(numbers_of(record.header)))
    wanted = {key: here.get(key) for key in ("processor", MODULES[engine])}
    if any(record.header.versions.get(key) != value for key, value in wanted.items()):
        return False
    return resimulate(PRACTICE.game, record).equal


def proven_by_its_hands(data: bytes) -> bool:
    """As `proven`, from a record's bytes: for a process of its own. Raises: BadText, CorruptFile."""
    return proven(usable(data)[1])


_recomputed: set[tuple[str, str, str, int]] = set()
"""Which records (by hash) were seen in this process to give which drill, assist and measure."""


class Bests:
    """The runs of one user, in a file that it owns and closes. `message` says what in it was damaged."""

    def __init__(self, path: Path) -> None:
        """Open or begin the file. Raises: Unavailable if neither can be done."""
        self.path, self.message = path, ""
        with self._reported():
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._db = self._open()
            except sqlite3.DatabaseError as error:
                # Its subclasses say that the file is locked, read-only, on a full disk: no reason to put it away.
                damaged = type(error) is sqlite3.DatabaseError or "unsupported file format" in str(error)
                kept = set_aside(path, "-journal", "-wal", "-shm") if damaged else None
                if kept is None:
                    raise
                told = f"{path.name} was damaged ({error}); it is kept as {kept.name} and a new one is begun"
                self.message = shown(told)
                self._db = self._open()

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, timeout=WAIT_S)
        db.text_factory = _text
        try:
            if self._version(db) == 0:
                self._begin(db)
            version = self._version(db)
            if VERSION < version < UNLIKELY:
                raise Unavailable(
                    f"{self.path} was written by a newer babylon3d (version {version}, not {VERSION}); "
                    "start that one, or move the file elsewhere"
                )
            if version != VERSION:
                raise sqlite3.DatabaseError(f"version {version}, not {VERSION}")
            (said,) = db.execute("PRAGMA quick_check").fetchone()
            if said != "ok":
                raise sqlite3.DatabaseError(str(said).splitlines()[0])
            columns = [row[1] for row in db.execute("PRAGMA table_info(runs)")]
            if columns != _COLUMNS.split(", "):
                raise sqlite3.DatabaseError("its table has other columns")
        except UnicodeDecodeError:  # in what SQLite quotes from the file
            db.close()
            raise sqlite3.DatabaseError("malformed database schema") from None
        except BaseException:
            db.close()
            raise
        return db

    @staticmethod
    def _version(db: sqlite3.Connection) -> int:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        return int(version)

    def _begin(self, db: sqlite3.Connection) -> None:
        """Make the table in an empty file, unless another program has just done so."""
        db.execute("BEGIN IMMEDIATE")
        if self._version(db) == 0:
            (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables:
                raise sqlite3.DatabaseError("it has tables, but no version")
            for statement in filter(str.strip, SCHEMA.split(";")):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Turn what SQLite and the disk refuse into Unavailable."""
        try:
            yield
        except (OSError, sqlite3.Error, OverflowError) as error:
            raise Unavailable(f"cannot keep best times in {self.path}: {error}") from None

    def __enter__(self) -> Bests:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    # -- in ------------------------------------------------------------------------------------------

    def add(self, data: bytes, at: str) -> Run:
        """Keep a run by its record, recomputed. The same record is kept once.

        Raises: BadText, CorruptFile for a record that is no whole, unchanged run; Unavailable if the disk is full.
        """
        _, record = usable(data)
        state, found = recompute(record)
        sha = hashlib.sha256(data).hexdigest()
        row = (state.drill, state.options.assist, found, at, "recomputed", sha, zlib.compress(data))
        with self._reported():
            self._db.execute(
                "INSERT INTO runs (drill, assist, measure, at, proof, sha, record) VALUES (?, ?, ?, ?, ?, ?, ?)"
                + _AGAIN,
                row,
            )
        _recomputed.add((sha, state.drill, state.options.assist, found))
        return self._one("sha = ?", (sha,))

    def mark_proven(self, run: Run) -> Run:
        """Keep that a run's hands alone gave the same run again (`proven_by_its_hands`)."""
        with self._reported():
            self._db.execute("UPDATE runs SET proof = 'proven' WHERE id = ?", (run.id,))
        return self._one("id = ?", (run.id,))

    # -- out -----------------------------------------------------------------------------------------

    def best(self, drill: str, assist: str, played: Played | None = None) -> Run | None:
        """The best run of a drill with an assist; of equal ones the first. `played`: by that physics and hand only.

        One whose record does not give it, damaged or edited, does not count: `message` says so.
        """
        return next((run for run, by in self._ranked(drill, assist) if played in (None, by)), None)

    def earlier(self, drill: str, assist: str) -> tuple[Earlier, ...]:
        """The runs made with earlier ways of the hand, a table each, the latest way first."""
        by_hands: dict[int, list[Run]] = {}
        for run, by in self._ranked(drill, assist):
            if by.hands < WAY:
                by_hands.setdefault(by.hands, []).append(run)
        return tuple(Earlier(way, len(by_hands[way]), by_hands[way][0]) for way in sorted(by_hands, reverse=True))

    def _ranked(self, drill: str, assist: str) -> Iterator[tuple[Run, Played]]:
        """The runs that count, the best first, each with what it was played by."""
        order = "ASC" if DRILLS[drill].less_is_better else "DESC"
        for run in self._rows(f"drill = ? AND assist = ? ORDER BY measure {order}, id", (drill, assist)):
            try:
                yield run, played_by(self.record(run))
            except BadText as error:
                self.message = f"A run does not count: {error}"

    def history(self, drill: str, assist: str, played: Played | None = None) -> tuple[Run, ...]:
        """All runs of a drill with an assist, in the order they were played; `played` as for `best`."""
        runs = self._rows("drill = ? AND assist = ? ORDER BY at, id", (drill, assist))
        return tuple(run for run in runs if played in (None, self.played(run)))

    def newest(self, most: int) -> tuple[Run, ...]:
        """The runs that were played last, of all drills, the newest first."""
        return tuple(self._rows("1 ORDER BY at DESC, id DESC LIMIT ?", (most,)))

    def played(self, run: Run) -> Played | None:
        """What a run was played by, None for a record that does not tell."""
        try:
            return played_by(self.record(run))
        except BadText:
            return None

    def record(self, run: Run) -> bytes:
        """The record of a run, recomputed once. Raises: BadText, CorruptFile if it is damaged or gives another run."""
        with self._reported():
            found = self._db.execute("SELECT record FROM runs WHERE id = ?", (run.id,)).fetchone()
        try:
            unpacking = zlib.decompressobj()
            data = unpacking.decompress(found[0], MAX_RECORD_BYTES)
            if not unpacking.eof:
                raise zlib.error("it is cut")
        except (zlib.error, TypeError) as error:
            raise CorruptFile(f"the record of run {run.id} is damaged ({error})", str(self.path)) from None
        given = (hashlib.sha256(data).hexdigest(), run.drill, run.assist, run.measure)
        if given not in _recomputed:
            state, measure = recompute(usable(data, name=f"the record of run {run.id}")[1])
            if (state.drill, state.options.assist, measure) != given[1:]:
                told = f"{state.drill}, {state.options.assist}, {measure}"
                raise CorruptFile(f"run {run.id} is not what its record gives ({told})", str(self.path))
            _recomputed.add(given)
        return data

    def _rows(self, where: str, values: Iterable[object]) -> list[Run]:
        asked = f"SELECT id, drill, assist, measure, at, proof FROM runs WHERE {_WHOLE} AND {where}"
        with self._reported():
            return [Run(*row) for row in self._db.execute(asked, tuple(values))]

    def _one(self, where: str, values: Iterable[object]) -> Run:
        rows = self._rows(where, values)
        if not rows:
            raise Unavailable(f"the run is no longer in {self.path}")
        return rows[0]

    # -- between machines ----------------------------------------------------------------------------

    def export(self, path: Path) -> int:
        """Write the best runs with their records into a zip file, one a drill, assist, physics and hand; how many.

        An earlier export stays whole until the new one is. Raises: Unavailable.
        """
        runs = self._rows("1 ORDER BY id", ())
        keys = sorted({(run.drill, run.assist) for run in runs if run.drill in DRILLS})
        bests = [
            best
            for key in keys
            for played in sorted(by for by in {self.played(run) for run in self.history(*key)} if by is not None)
            if (best := self.best(*key, played)) is not None
        ]
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
            for run in bests:
                stamp = run.at.replace(":", "").replace(" ", "T")
                file.writestr(f"{run.drill}-{run.assist}-{stamp}.jsonl", self.record(run))
        save_atomic(path, whole.getvalue())
        return len(bests)

    def take_in(self, path: Path) -> tuple[tuple[Run, ...], tuple[str, ...]]:
        """Take in the records of an exported file: the runs kept, and what was refused and why.

        Raises: BadText for what is no such file; Unavailable.
        """
        kept: list[Run] = []
        refused: list[str] = []
        try:
            with zipfile.ZipFile(path) as file:
                entries = file.infolist()
                if sum(entry.file_size for entry in entries) > MOST_IMPORTED_BYTES:
                    size = f"larger than {MOST_IMPORTED_BYTES // 1_000_000} MB unpacked"
                    raise BadText(size, str(path), "one that was exported would do")
                for entry in entries:
                    try:
                        kept.append(self.add(file.read(entry), _stamp(entry)))
                    except BadText as error:
                        refused.append(shown(f"{entry.filename}: {error}"))
                    except (*_BROKEN, OSError) as error:
                        refused.append(shown(f"{entry.filename}: damaged ({error})"))
        except _BROKEN as error:
            raise BadText(f"no file of best times ({error})", str(path), "one that was exported would do") from None
        except OSError as error:
            raise Unavailable(f"cannot read {path}: {error.strerror or error}") from None
        return tuple(kept), tuple(refused)


def played_by(data: bytes) -> Played:
    """By what a record says that it was played; one that does not name its hands has the first way. Raises: BadText."""
    header = decode(data.partition(b"\n")[0], Header)
    return Played(key_of(from_numbers(numbers_of(header), "line 1 $.nature.config")), way_of(header))


def _text(data: bytes) -> str:
    """A text of the file, whatever damage did to it."""
    return data.decode(errors="replace")


def _stamp(entry: zipfile.ZipInfo) -> str:
    """When an exported run was played, from its entry's date."""
    year, month, day, hour, minute, second = entry.date_time
    return f"{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"
