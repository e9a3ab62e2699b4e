"""How a game gets onto the table: a new one, or one that is taken up from its record."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babylon3d.core.actions import Seat
from babylon3d.core.build import PieceSet
from babylon3d.core.chance import derived
from babylon3d.core.record import MAX_RECORD_BYTES, FileSink, Log, Record, Sink, read_record
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.playable.natures import RestingNature
from babylon3d.playable.registry import game, nature_info, versions
from babylon3d.playable.saves import SavesItself, new_autosave
from babylon3d.playable.setup import GameSetup
from babylon3d.playable.sitting import PlayTable
from babylon3d.playable.spec import GameSpec, NatureName
from babylon3d.players.bot import Think
from babylon3d.present.presenter import Chronicle, Presenter
from babylon3d.storage import load_bytes


@dataclass(frozen=True, slots=True)
class Seated(SavesItself):
    """A game on the table: everything the play screen needs."""

    table: PlayTable
    setup: GameSetup
    pieces: PieceSet
    file: FileSink | None
    complaint: str = ""


def begin(setup: GameSetup, nature: NatureName | None = None) -> Seated:
    """A new game that saves itself from its first line on; without a place to save it is played all the same."""
    spec = game(setup.game)
    nature = nature or spec.nature_at_table
    path, warning = new_autosave()
    file = None if path is None else FileSink(path)
    session = started(setup, nature, file)
    return Seated(_table(spec, session, setup, nature), setup, spec.pieces, file, warning)


def started(setup: GameSetup, nature: NatureName, sink: Sink | None) -> Session:
    """The session of a new game, its first line written."""
    return Session.start(
        game(setup.game).game,
        setup.seats,
        setup.options,
        seed=setup.seed,
        versions=versions(),
        nature=nature_info(nature),
        sink=sink,
    )


def take_up(path: Path) -> Seated:
    """A game that goes on from its record; a last line cut by a crash is dropped, and the warning says so.

    Raises: BadText, CorruptFile.
    """
    record = read_record(load_bytes(path, MAX_RECORD_BYTES), resume=True, name=path.name)
    spec = game(record.header.game)
    file = FileSink(path, record.data, record.dropped)
    session = Session.resume(spec.game, record, file)
    setup = setup_of(spec, record)
    nature: NatureName = "ideal" if record.header.nature.name == "ideal" else spec.nature_at_table
    warning = "The last action had not been saved whole and was dropped" if record.dropped else ""
    table = _table(spec, session, setup, nature, told(spec, record).lines)
    return Seated(table, setup, spec.pieces, file, warning)


def setup_of(spec: GameSpec, record: Record) -> GameSetup:
    """The set-up that a record began with. Raises: BadText."""
    header = record.header
    return GameSetup(spec.id, header.seats, spec.game.codec.read_options(bytes(header.options)), header.seed)


def told(spec: GameSpec, record: Record) -> Chronicle:
    """Everything a record tells, in plain words. Raises: BadText, CorruptFile."""
    presenter = presenter_of(spec)
    session = Session(spec.game, record.header, Log())
    session.log.add_line(record.lines[0])
    chronicle = Chronicle(tuple(seat.name for seat in record.header.seats))
    chronicle = chronicle.after(presenter, session.first_events, session.state)
    for _, events in session.follow(record):
        chronicle = chronicle.after(presenter, events, session.state)
    return chronicle


def presenter_of(spec: GameSpec) -> Presenter[Any]:
    """A presenter of a turn-based game."""
    assert spec.presenter is not None, f"{spec.id} is not played in turns"
    return spec.presenter()


def detail(seat: SeatInfo) -> str:
    """What stands under a player's name: who decides for the seat."""
    kind, _, level = seat.controller.partition(":")
    return f"{level} bot" if kind == "bot" else ""


def _bots(spec: GameSpec, seats: tuple[SeatInfo, ...], seed: int) -> dict[Seat, Think]:
    """A mind for every seat that a bot has, with a chance of its own."""
    found: dict[Seat, Think] = {}
    for seat, info in enumerate(seats):
        kind, _, level = info.controller.partition(":")
        if kind == "bot":
            found[seat] = spec.bots[level](seat, derived(seed, "bot", seat))
    return found


def _table(
    spec: GameSpec, session: Session, setup: GameSetup, nature: NatureName, before: tuple[str, ...] = ()
) -> PlayTable:
    def make_nature() -> RestingNature:
        made: RestingNature = spec.natures(nature, session)[0]
        return made

    return PlayTable(
        session,
        presenter_of(spec),
        make_nature,
        _bots(spec, setup.seats, setup.seed),
        before=before,
        details=tuple(detail(seat) for seat in setup.seats),
    )
