"""Records that are in the format and yet like no game's: long silences, impossible poses. None may hang or break."""

from __future__ import annotations

import msgspec
import pytest

from babylon3d.core.errors import BabylonError, CorruptFile
from babylon3d.core.record import Log, NatureInfo, Record, read_record
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Game, Session
from babylon3d.games.babylon.fast import model as m
from babylon3d.playable.babylon.fast.begin import follow
from babylon3d.playable.babylon.fast.nature import Recall
from babylon3d.playable.babylon.fast.resimulate import resimulate
from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from babylon3d.playable.babylon.fast.story import Story
from babylon3d.playable.simulate import play_out, seat_infos
from tests.core.test_session import rechained

SEATS = (SeatInfo("Ann", "red"), SeatInfo("Bo", "blue"), SeatInfo("Cy", "green"))
AGES = 10**12


def begun() -> Session:
    return Session.start(FAST.game, SEATS, m.FastOptions(wins=2), nature=NatureInfo("physics"))


def taken_up(game: Game, record: Record) -> int:
    """The tick at which a record is taken up."""
    session = Session(game, record.header, Log())
    session.log.add_line(record.lines[0])
    return follow(session, record, Recall(3, m.FastOptions()))[0]


@pytest.mark.parametrize("read", [resimulate, taken_up])
def test_a_record_without_a_line_for_ages_keeps_nobody_waiting(read) -> None:  # type: ignore[no-untyped-def]
    session = begun()
    session.happen("physics", m.RoundBegan(), AGES)
    with pytest.raises(CorruptFile, match=r"line 2: [0-9,]+ ticks pass without a line; a record has one each second"):
        read(FAST.game, read_record(session.log.data()))


def test_scores_may_be_looked_at_for_long() -> None:
    session = begun()
    session.happen("physics", m.RoundBegan(), 180)
    session.happen("physics", m.TimeUp(), 181)
    session.happen("physics", m.CameToRest(), 182)
    session.act(0, m.NextRound(), AGES)
    session.happen("physics", m.RoundBegan(), AGES + 180)
    assert taken_up(FAST.game, read_record(session.log.data())) == AGES + 180


def test_a_match_whose_scores_were_looked_at_for_long_resimulates_equal() -> None:
    options = m.FastOptions(stop_watch_s=5, wins=2, assist="free")
    session = play_out(FAST, seat_infos(FAST, 3, ("easy",)), options, 1, "realtime")
    lines = [msgspec.json.decode(line) for line in session.log.lines]
    second = next(i for i, line in enumerate(lines) if line.get("action", {}).get("type") == "next_round")
    for line in lines[second:]:
        line["tick"] += AGES
    found = resimulate(FAST.game, read_record(rechained([msgspec.json.encode(line) for line in lines])))
    assert found.equal and found.outcomes > 20, found


@pytest.mark.parametrize("pose", ["1" + "0" * 400 + ",0,0,0,0,0,10000", "0,0,0,0,0,0,20000", "0,0,0,0,0,0,0"])
@pytest.mark.parametrize("read", [taken_up, lambda _, record: Story(record)])
def test_a_pose_that_cannot_be_is_refused(read, pose: str) -> None:  # type: ignore[no-untyped-def]
    session = begun()
    session.happen("physics", m.KeyFrame((("t1", 0, 0, 0, 0, 0, 0, 0, 10000),)), 30)
    session.happen("physics", m.KeyFrame((("t1", 0, 0, 0, 0, 0, 0, 0, 9999),)), 60)
    data = session.log.data()
    assert taken_up(FAST.game, read_record(data)) == 60
    lines = data.replace(b"0,0,0,0,0,0,10000", pose.encode(), 1).splitlines()
    spoilt = read_record(rechained(lines) if len(pose) < 100 else relinked(lines))
    with pytest.raises(BabylonError):
        read(FAST.game, spoilt)


def relinked(lines: list[bytes]) -> bytes:
    """As `rechained`, for lines that only the format refuses: what follows the first is left out."""
    return lines[0] + b"\n" + lines[1] + b"\n"
