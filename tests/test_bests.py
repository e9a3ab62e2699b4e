"""Personal bests: recomputed from their logs, proven by re-simulation, safe from damage."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import zipfile
from pathlib import Path

import msgspec
import pytest

from babylon3d.core.errors import BadText, CorruptFile, Unavailable
from babylon3d.core.record import read_record
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.practice.rules import PracticeOptions
from babylon3d.physics.engines import prefer
from babylon3d.playable.babylon.fast.grips import FIRST_WAY, WAY
from babylon3d.playable.babylon.practice.bests import (
    Bests,
    Earlier,
    key_of_today,
    proven,
    proven_by_its_hands,
    recompute,
)
from babylon3d.playable.babylon.practice.spec import SPEC as PRACTICE
from tests.core.test_session import rechained
from tests.games.practice.runs import Spot, run

OLD = Path(__file__).parent / "fixtures" / "1fbbbb4"
FIVE: list[Spot] = [("tower", 400, 0, 1400), ("tower", 0, 0, 1400)]


@pytest.fixture(scope="module")
def data() -> bytes:
    """The record of a run of `steady_hand` with two parts placed."""
    return run("steady_hand", FIVE).log.data()


def test_a_run_is_kept_recomputed_once(tmp_path: Path, data: bytes) -> None:
    with Bests(tmp_path / "bests.sqlite") as bests:
        kept = bests.add(data, "2026-01-02 03:04:05")
        assert (kept.drill, kept.assist, kept.measure, kept.proof) == ("steady_hand", "guided", 2, "recomputed")
        assert bests.add(data, "2026-01-03 00:00:00") == kept
        assert bests.history("steady_hand", "guided") == (kept,)
        assert bests.best("steady_hand", "guided") == kept and bests.best("steady_hand", "free") is None
        assert bests.record(kept) == data
    with Bests(tmp_path / "bests.sqlite") as again:
        assert again.best("steady_hand", "guided") == kept and again.message == ""


def test_a_best_is_proven_by_its_hands(tmp_path: Path, data: bytes) -> None:
    with Bests(tmp_path / "bests.sqlite") as bests:
        run = bests.add(data, "2026-01-02 03:04:05")
        assert proven_by_its_hands(bests.record(run))
        assert bests.mark_proven(run).proof == "proven" == bests.history(run.drill, run.assist)[0].proof
    elsewhere = data.replace(b'"pybullet":"', b'"pybullet":"0.')
    forged = rechained(elsewhere.splitlines())
    assert recompute(read_record(forged))[1] == 2 and not proven(read_record(forged))


def test_runs_on_another_engine_or_by_another_recipe_are_kept_apart(tmp_path: Path, data: bytes) -> None:
    prefer("mujoco")
    try:
        other = run("steady_hand", [*FIVE, ("tower", 400, 0, 1600)]).log.data()
        theirs = key_of_today()
    finally:
        prefer(None)
    ours = key_of_today()
    assert ours.physics.startswith("bullet ") and theirs.physics.startswith("mujoco ")
    lines = data.replace(b'"most_iterations":200', b'"most_iterations":199').splitlines()
    with Bests(tmp_path / "bests.sqlite") as bests:
        first = bests.add(data, "2026-01-02 03:04:05")
        second = bests.add(other, "2026-01-03 03:04:05")
        third = bests.add(rechained(lines), "2026-01-04 03:04:05")
        assert bests.best("steady_hand", "guided", ours) == first
        assert bests.best("steady_hand", "guided", theirs) == second
        assert bests.history("steady_hand", "guided", ours) == (first,)
        assert bests.history("steady_hand", "guided") == (first, second, third)
        assert bests.played(third) not in (ours, theirs)
        assert bests.export(tmp_path / "out.zip") == 3, "the best of each"
        assert proven_by_its_hands(bests.record(second))


def with_way(data: bytes, way: int | None) -> bytes:
    """The record as if its hands had travelled that way; None for a header that does not say."""
    said, now = f'"hands":{WAY}'.encode(), b"" if way is None else f'"hands":{way}'.encode()
    assert said in data
    return rechained(
        data.replace(said, now).replace(b"{,", b"{").replace(b",,", b",").replace(b",}", b"}").splitlines()
    )


def test_runs_with_an_earlier_hand_have_a_table_of_their_own(tmp_path: Path, data: bytes) -> None:
    better = run("steady_hand", [*FIVE, ("tower", 400, 0, 1600)]).log.data()
    with Bests(tmp_path / "bests.sqlite") as bests:
        first = bests.add(with_way(better, None), "2026-01-02 03:04:05")
        assert bests.best("steady_hand", "guided", key_of_today()) is None
        ours = bests.add(data, "2026-01-03 03:04:05")
        assert bests.best("steady_hand", "guided", key_of_today()) == ours, "a better one by another hand is no rival"
        assert bests.history("steady_hand", "guided", key_of_today()) == (ours,)
        assert bests.earlier("steady_hand", "guided") == (Earlier(FIRST_WAY, 1, first),)
        assert bests.earlier("steady_hand", "free") == ()
        said = bests.add(with_way(data, FIRST_WAY), "2026-01-04 03:04:05")
        assert bests.played(said) == bests.played(first), "absent is the first way"
        assert bests.earlier("steady_hand", "guided") == (Earlier(FIRST_WAY, 2, first),)
        assert bests.export(tmp_path / "out.zip") == 2, "the best of each hand"
    with Bests(tmp_path / "other.sqlite") as other:
        kept, refused = other.take_in(tmp_path / "out.zip")
        assert sorted(one.measure for one in kept) == [2, 3] and refused == ()
        assert [(t.hands, t.runs) for t in other.earlier("steady_hand", "guided")] == [(FIRST_WAY, 1)]


def test_a_file_and_an_export_from_before_the_hands_had_numbers_still_count(tmp_path: Path) -> None:
    """Their records say nothing of hands: the first way, in a table apart from today's."""
    path = tmp_path / "bests.sqlite"
    shutil.copy(OLD / "bests.sqlite", path)
    with Bests(path) as bests:
        assert bests.message == ""
        old = bests.history("steady_hand", "guided")
        assert old and {by.hands for one in old if (by := bests.played(one)) is not None} == {FIRST_WAY}
        tables = bests.earlier("steady_hand", "guided")
        assert [(t.hands, t.runs) for t in tables] == [(FIRST_WAY, len(old))]
        assert bests.best("steady_hand", "guided", key_of_today()) is None
        taken, refused = bests.take_in(OLD / "bests-export.zip")
        assert taken and refused == () and bests.earlier("steady_hand", "guided")[0].best == tables[0].best


def test_an_edited_record_is_refused(tmp_path: Path, data: bytes) -> None:
    edited = data.replace(b'"scores":[2]', b'"scores":[9]')
    assert edited != data
    more = next(line for line in data.splitlines() if b'"type":"placed"' in line)
    with Bests(tmp_path / "bests.sqlite") as bests:
        with pytest.raises(CorruptFile, match="result is not what the rules give"):
            bests.add(rechained(edited.splitlines()), "2026-01-02 03:04:05")
        with pytest.raises(CorruptFile, match="line before"):
            bests.add(data.replace(more, more.replace(b'"ticks":', b'"ticks":1')), "2026-01-02 03:04:05")
        with pytest.raises(BadText):
            bests.add(b"".join(line + b"\n" for line in data.splitlines()[:-1]), "2026-01-02 03:04:05")
        assert bests.history("steady_hand", "guided") == ()


def test_forged_ticks_recompute_but_are_never_proven(data: bytes) -> None:
    record = read_record(data)
    header = record.header
    session = Session.start(
        PRACTICE.game, header.seats, PracticeOptions("steady_hand"), versions=header.versions, nature=header.nature
    )
    for entry in record.entries[:-1]:
        if entry.seat is not None:
            session.act(entry.seat, PRACTICE.game.codec.action(bytes(entry.action)), entry.tick)
            continue
        outcome = PRACTICE.game.codec.outcome(bytes(entry.outcome))
        if isinstance(outcome, m.Placed):
            outcome = msgspec.structs.replace(outcome, ticks=outcome.ticks - 9)
        session.happen("physics", outcome, entry.tick)
    forged = read_record(session.log.data())
    assert recompute(forged)[1] == 2 and not proven(forged)


def test_a_damaged_file_is_set_aside_and_a_new_one_begun(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bests.sqlite"
    path.write_bytes(b"SQLite format 3\x00" + b"garbage" * 500)
    with Bests(path) as bests:
        assert "damaged" in bests.message and "is kept as" in bests.message
        assert bests.add(data, "2026-01-02 03:04:05").measure == 2
    assert list(tmp_path.glob("*.damaged*"))


def test_bests_travel_with_their_records(tmp_path: Path, data: bytes) -> None:
    with Bests(tmp_path / "a.sqlite") as bests:
        bests.add(data, "2026-01-02 03:04:05")
        assert bests.export(tmp_path / "bests.zip") == 1
    with zipfile.ZipFile(tmp_path / "bests.zip", "a") as file:
        file.writestr("bad.jsonl", b"{}\n")
    with Bests(tmp_path / "b.sqlite") as other:
        kept, refused = other.take_in(tmp_path / "bests.zip")
        assert [run.measure for run in kept] == [2]
        assert len(refused) == 1 and refused[0].startswith("bad.jsonl: ")
        (tmp_path / "no.zip").write_bytes(b"PK")
        with pytest.raises(BadText, match="no file of best times"):
            other.take_in(tmp_path / "no.zip")


def test_a_file_that_another_program_holds_or_that_is_newer_stays_where_it_is(
    tmp_path: Path, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("babylon3d.playable.babylon.practice.bests.WAIT_S", 0.05)
    path = tmp_path / "bests.sqlite"
    with Bests(path) as bests:
        bests.add(data, "2026-01-02 03:04:05")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Unavailable, match="locked"):
        Bests(path)
    other.execute("ROLLBACK")
    with Bests(path) as bests:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            bests.mark_proven(bests.history("steady_hand", "guided")[0])
        other.execute("ROLLBACK")
    other.execute("PRAGMA user_version = 2")
    other.close()
    with pytest.raises(Unavailable, match="newer babylon3d"):
        Bests(path)
    assert [p.name for p in tmp_path.iterdir()] == ["bests.sqlite"]


def test_files_set_aside_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "bests.sqlite"
    for number in range(3):
        path.write_bytes(b"SQLite format 3\x00" + b"garbage" * 500 + bytes([number]))
        with Bests(path) as bests:
            assert "damaged" in bests.message
    kept = ["bests.sqlite", "bests.sqlite 2.damaged", "bests.sqlite 3.damaged", "bests.sqlite.damaged"]
    assert sorted(p.name for p in tmp_path.iterdir()) == kept


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("measure = 9", "not what its record gives"),
        ("assist = 'free'", ""),
        ("record = X'00'", "damaged"),
        ("measure = 'nine'", ""),
        ("at = X'FF'", ""),
        ("at = CAST(X'FF' AS TEXT)", ""),
        ("drill = 'flying'", ""),
    ],
)
def test_an_edited_row_does_not_count_and_its_record_makes_it_whole(
    tmp_path: Path, data: bytes, change: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("babylon3d.playable.babylon.practice.bests._recomputed", set())
    with Bests(tmp_path / "bests.sqlite") as bests:
        kept = bests.add(data, "2026-01-02 03:04:05")
    db = sqlite3.connect(tmp_path / "bests.sqlite")
    db.execute(f"UPDATE runs SET {change}")
    db.commit()
    db.close()
    with Bests(tmp_path / "bests.sqlite") as bests:
        found = bests.best("steady_hand", "guided")
        assert found is None or (found.measure == 2 and change.startswith("at"))
        assert said in bests.message
        assert bests.best("steady_hand", "free") is None
        assert bests.export(tmp_path / "bests.zip") == (found is not None)
        again = bests.add(data, "2026-01-02 03:04:05")
        assert (again.drill, again.assist, again.measure) == (kept.drill, kept.assist, kept.measure)
        assert bests.best("steady_hand", "guided") == again


def test_an_export_that_fails_leaves_the_one_before(
    tmp_path: Path, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "bests.zip"
    with Bests(tmp_path / "bests.sqlite") as bests:
        bests.add(data, "2026-01-02 03:04:05")
        bests.export(path)
        before = path.read_bytes()
        monkeypatch.setattr("babylon3d.storage.os.fsync", full)
        with pytest.raises(Unavailable, match="disk is full"):
            bests.export(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("packed", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_record_in_an_exported_file_keeps_none_of_the_others_out(
    tmp_path: Path, data: bytes, packed: int
) -> None:
    path = tmp_path / "bests.zip"
    with zipfile.ZipFile(path, "w", packed) as file:
        file.writestr("bad.jsonl", data + b"x" * 5000)
        at = file.infolist()[0].compress_size // 2
        file.writestr("good.jsonl", data)
    whole = bytearray(path.read_bytes())
    whole[at : at + 40] = bytes(40)
    path.write_bytes(whole)
    with Bests(tmp_path / "bests.sqlite") as bests:
        kept, refused = bests.take_in(path)
        assert [run.measure for run in kept] == [2]
        assert len(refused) == 1 and refused[0].startswith("bad.jsonl: ") and "\n" not in refused[0]


def test_a_file_that_unpacks_to_a_flood_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("babylon3d.playable.babylon.practice.bests.MOST_IMPORTED_BYTES", 1_000_000)
    with zipfile.ZipFile(tmp_path / "bests.zip", "w", zipfile.ZIP_DEFLATED) as file:
        for number in range(3):
            file.writestr(f"{number}.jsonl", bytes(400_000))
    with Bests(tmp_path / "bests.sqlite") as bests, pytest.raises(BadText, match="larger than 1 MB unpacked"):
        bests.take_in(tmp_path / "bests.zip")
