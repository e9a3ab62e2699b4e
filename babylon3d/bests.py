"""Personal bests of practice: every run with its record, in one SQLite file; what cannot be recomputed is no best."""

from __future__ import annotations

import hashlib
import platform
import sqlite3
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal

from babylon3d.core.errors import BadText, CorruptFile, Unavailable
from babylon3d.core.record import MAX_RECORD_BYTES, Record, read_record
from babylon3d.core.session import Session
from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.games.babylon.practice.rules import PracticeState
from babylon3d.registry import PRACTICE
from babylon3d.storage import set_aside

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


def this_machine() -> dict[str, str]:
    """What has to be the same for the physics to be: the processor and the engine's version."""
    from importlib.metadata import version

    return {"processor": f"{platform.machine()} {platform.processor()}".strip(), "pybullet": version("pybullet")}


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
    from babylon3d.natures.fast_resimulate import resimulate

    wanted = this_machine()
    if any(record.header.versions.get(key) != value for key, value in wanted.items()):
        return False
    return resimulate(PRACTICE.game, record).equal


def proven_by_its_hands(data: bytes) -> bool:
    """As `proven`, from a record's bytes: for a process of its own. Raises: BadText, CorruptFile."""
    return proven(read_record(data))


class Bests:
    """The runs of one user, in a file that it owns and closes. `message` says if a damaged one was set aside."""

    def __init__(self, path: Path) -> None:
        """Open or begin the file. Raises: Unavailable if neither can be done."""
        self.path, self.message = path, ""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._db = self._open()
            except sqlite3.DatabaseError as error:
                kept = set_aside(path)
                if kept is None:
                    raise
                self.message = f"{path.name} was damaged ({error}); it is kept as {kept.name} and a new one is begun"
                self._db = self._open()
        except (OSError, sqlite3.Error) as error:
            raise Unavailable(f"cannot keep best times in {path}: {error}") from None

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None)
        try:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version == 0:
                db.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
            elif version != VERSION:
                raise sqlite3.DatabaseError(f"version {version}, not {VERSION}")
            (said,) = db.execute("PRAGMA quick_check").fetchone()
            if said != "ok":
                raise sqlite3.DatabaseError(str(said))
            db.execute("SELECT id, drill, assist, measure, at, proof, sha, record FROM runs LIMIT 1").fetchall()
        except BaseException:
            db.close()
            raise
        return db

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
        record = read_record(data)
        state, found = recompute(record)
        sha = hashlib.sha256(data).hexdigest()
        row = (state.drill, state.options.assist, found, at, "recomputed", sha, zlib.compress(data))
        try:
            self._db.execute(
                "INSERT INTO runs (drill, assist, measure, at, proof, sha, record) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (sha) DO NOTHING",
                row,
            )
        except sqlite3.Error as error:
            raise Unavailable(f"cannot keep the run in {self.path}: {error}") from None
        return self._one("sha = ?", (sha,))

    def mark_proven(self, run: Run) -> Run:
        """Keep that a run's hands alone gave the same run again (`proven_by_its_hands`)."""
        self._db.execute("UPDATE runs SET proof = 'proven' WHERE id = ?", (run.id,))
        return self._one("id = ?", (run.id,))

    # -- out -----------------------------------------------------------------------------------------

    def best(self, drill: str, assist: str) -> Run | None:
        """The best run of a drill with an assist; of equal ones the first."""
        order = "ASC" if DRILLS[drill].less_is_better else "DESC"
        rows = self._rows(f"drill = ? AND assist = ? ORDER BY measure {order}, id LIMIT 1", (drill, assist))
        return rows[0] if rows else None

    def history(self, drill: str, assist: str) -> tuple[Run, ...]:
        """All runs of a drill with an assist, in the order they were played."""
        return tuple(self._rows("drill = ? AND assist = ? ORDER BY at, id", (drill, assist)))

    def record(self, run: Run) -> bytes:
        """The record of a run. Raises: CorruptFile if it is damaged."""
        found = self._db.execute("SELECT record FROM runs WHERE id = ?", (run.id,)).fetchone()
        try:
            return zlib.decompress(found[0])
        except (zlib.error, TypeError) as error:
            raise CorruptFile(f"the record of run {run.id} is damaged ({error})", str(self.path)) from None

    def _rows(self, where: str, values: Iterable[object]) -> list[Run]:
        asked = f"SELECT id, drill, assist, measure, at, proof FROM runs WHERE {where}"
        return [Run(*row) for row in self._db.execute(asked, tuple(values))]

    def _one(self, where: str, values: Iterable[object]) -> Run:
        return self._rows(where, values)[0]

    # -- between machines ----------------------------------------------------------------------------

    def export(self, path: Path) -> int:
        """Write the best run of every drill and assist with its record into a zip file; how many there are.

        Raises: Unavailable.
        """
        runs = self._rows("1 ORDER BY id", ())
        keys = sorted({(run.drill, run.assist) for run in runs})
        bests = [best for key in keys if (best := self.best(*key)) is not None]
        try:
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
                for run in bests:
                    stamp = run.at.replace(":", "").replace(" ", "T")
                    file.writestr(f"{run.drill}-{run.assist}-{stamp}.jsonl", self.record(run))
        except OSError as error:
            raise Unavailable(f"cannot write {path}: {error.strerror or error}") from None
        return len(bests)

    def take_in(self, path: Path) -> tuple[tuple[Run, ...], tuple[str, ...]]:
        """Take in the records of an exported file: the runs kept, and what was refused and why.

        Raises: BadText for what is no such file; Unavailable.
        """
        kept: list[Run] = []
        refused: list[str] = []
        try:
            with zipfile.ZipFile(path) as file:
                for entry in file.infolist():
                    if entry.file_size > MAX_RECORD_BYTES:
                        refused.append(f"{entry.filename}: larger than {MAX_RECORD_BYTES // 1_000_000} MB")
                        continue
                    try:
                        kept.append(self.add(file.read(entry), _stamp(entry)))
                    except BadText as error:
                        refused.append(f"{entry.filename}: {error}")
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise BadText(f"no file of best times ({error})", str(path), "one that was exported would do") from None
        except OSError as error:
            raise Unavailable(f"cannot read {path}: {error.strerror or error}") from None
        return tuple(kept), tuple(refused)


def _stamp(entry: zipfile.ZipInfo) -> str:
    """When an exported run was played, from its entry's date."""
    year, month, day, hour, minute, second = entry.date_time
    return f"{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"
