"""A record as a row of moments: where turns begin, and what each moment shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from babylon3d.core.actions import Checkpoint
from babylon3d.core.errors import CorruptFile
from babylon3d.core.record import Log, read_record
from babylon3d.core.session import Session
from babylon3d.playable.babylon.tactical.presenter import TacticalPresenter
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.playable.setup import GameSetup
from babylon3d.playable.tape import Moment, Tape, read_tape
from tests.ui.games import NAMES, record_of

SETUP = GameSetup("tactical", (), None, 0)
NOTHING = Moment((), None, (), ())


def tape(turns: tuple[int, ...], moments: int) -> Tape:
    return Tape(SETUP, TacticalPresenter(), TACTICAL.pieces, (NOTHING,) * moments, turns, None, 0)


@pytest.mark.parametrize(
    ("at", "turn", "before", "after"),
    [(0, 1, 0, 4), (1, 1, 0, 4), (4, 2, 0, 6), (5, 2, 4, 6), (6, 3, 4, 8), (7, 3, 6, 8), (8, 3, 6, 8)],
)
def test_turns_are_found_from_any_moment(at: int, turn: int, before: int, after: int) -> None:
    made = tape((0, 4, 6), 9)
    assert (made.turn_at(at), made.turn_before(at), made.next_turn(at)) == (turn, before, after)


def test_a_tape_has_the_moments_of_its_record(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(record_of(NAMES[:3], 60))
    record = read_record(path.read_bytes())
    read = read_tape(path)
    session = Session(TACTICAL.game, record.header, Log())
    session.log.add_line(record.lines[0])
    states = [session.state]
    states += [session.state for _, events in session.follow(record) if events]
    assert [moment.state for moment in read.moments] == states
    assert read.turns[0] == 0 and list(read.turns) == sorted(set(read.turns))
    assert len(read.turns) == 1 + sum(entry.state is not None for entry in record.entries)
    for number, moment in enumerate(read.moments):
        ends = any(isinstance(event, Checkpoint) for event in moment.events)
        assert (number in read.turns) == (ends or number == 0)
    assert read.setup.game == "tactical" and read.setup.seats == record.header.seats
    assert read.pieces is TACTICAL.pieces
    assert read.result is None and read.dropped == 0
    lengths = [len(moment.lines) for moment in read.moments]
    assert lengths == sorted(lengths) and lengths[-1] > 10
    assert all(moment.controllers == ("bot:easy",) * 3 for moment in read.moments)


def test_a_game_in_which_nothing_happened_is_one_moment(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(record_of(NAMES[:3], 1))
    read = read_tape(path)
    assert len(read.moments) == 1 and read.turns == (0,)


def test_a_cut_line_is_left_out_and_told(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(record_of(NAMES[:3], 20)[:-7])
    assert read_tape(path).dropped > 0


def test_a_damaged_record_names_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = record_of(NAMES[:3], 20).split(b"\n")
    path.write_bytes(b"\n".join([*lines[:4], *lines[5:]]))
    with pytest.raises(CorruptFile, match=r"^a.jsonl line 5: n is 5, not 4"):
        read_tape(path)
