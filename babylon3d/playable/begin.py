"""How a game gets onto the table: a new one, or one that is taken up from its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from babylon3d.core.actions import Seat
from babylon3d.core.build import PieceSet
from babylon3d.core.chance import derived
from babylon3d.core.codec import decode
from babylon3d.core.match import Nature
from babylon3d.core.record import Entry, FileSink, Log, Record, Sink
from babylon3d.core.rules import SeatInfo, bot_level
from babylon3d.core.session import Session
from babylon3d.playable.coach import Coach, bring
from babylon3d.playable.hints import Hinting
from babylon3d.playable.records import load_usable, nature_of, verify_engine
from babylon3d.playable.registry import game, nature_info, versions
from babylon3d.playable.saves import SavesItself, going_on, new_autosave
from babylon3d.playable.setup import GameSetup
from babylon3d.playable.sitting import INSTANT, Sitting
from babylon3d.playable.spec import GameSpec, NatureName
from babylon3d.playable.told import Told, Viewer, new_decider
from babylon3d.playable.turn_clock import TurnClock
from babylon3d.players.apart import ApartMind
from babylon3d.players.bot import Think
from babylon3d.present.presenter import Chronicle, Presenter


@dataclass(frozen=True, slots=True)
class Seated(SavesItself):
    """A game on the table: everything the play screen needs."""

    sitting: Sitting
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
    return Seated(_sitting(spec, session, nature), setup, spec.pieces, file, warning)


def started(setup: GameSetup, nature: NatureName, sink: Sink | None) -> Session:
    """The session of a new game, its first line written."""
    spec = game(setup.game)
    return Session.start(
        spec.game,
        setup.seats,
        setup.options,
        seed=setup.seed,
        versions=versions(),
        nature=nature_info(nature, spec=spec),
        sink=sink,
    )


def take_up(path: Path) -> Seated:
    """A game that goes on from its record; a last line cut by a crash is dropped, and the warning says so.

    Raises: BadText, CorruptFile; Unavailable where the engine of its physics is not here.
    """
    spec, record = load_usable(path)
    verify_engine(spec, record.header)
    file = going_on(path, record)
    session = Session.resume(spec.game, record, file)
    setup = with_controllers(setup_of(spec, record), session.controllers)
    nature = nature_of(spec, record.header)
    warning = "The last action had not been saved whole and was dropped" if record.dropped else ""
    sitting = _sitting(spec, session, nature, told_to_all(spec, record))
    return Seated(sitting, setup, spec.pieces, file, warning)


def setup_of(spec: GameSpec, record: Record) -> GameSetup:
    """The set-up that a record began with. Raises: BadText."""
    header = record.header
    return GameSetup(spec.id, header.seats, spec.game.codec.read_options(bytes(header.options)), header.seed)


def with_controllers(setup: GameSetup, controllers: Sequence[str]) -> GameSetup:
    """A set-up with who decides for each seat now."""
    seats = (SeatInfo(s.name, s.colour, c) for s, c in zip(setup.seats, controllers, strict=True))
    return replace(setup, seats=tuple(seats))


def who_began(log: Log) -> Seat | None:
    """The seat that acted first, None where nobody has acted."""
    for line in log.lines[1:]:
        entry = decode(line, Entry)
        if bytes(entry.action):
            return entry.seat
    return None


def again(setup: GameSetup, began: Seat | None, seed: int) -> GameSetup:
    """The same people once more; where somebody starts, it is the one after who `began` the last time."""
    form = game(setup.game).form
    options = setup.options
    if form is not None and form.ordered and began is not None:
        options = form.begun_by(options, (began + 1) % len(setup.seats))
    return GameSetup(setup.game, setup.seats, options, seed)


def told_to_all(spec: GameSpec, record: Record) -> Told:
    """Everything a record tells, in plain words, to each who looks. Raises: BadText, CorruptFile."""
    session = Session(spec.game, record.header, Log())
    session.log.add_line(record.lines[0])
    told = nothing_told(spec, tuple(seat.name for seat in record.header.seats))
    told.hear(session.first_events, session.state)
    for entry, events in session.follow(record):
        told.hear(events, session.state)
        if entry.seat is not None and entry.controller is not None:
            told.say(new_decider(record.header.seats[entry.seat].name, entry.controller))
    return told


def told(spec: GameSpec, record: Record, viewer: Viewer = None) -> Chronicle:
    """What a record tells a seat or a spectator, in plain words. Raises: BadText, CorruptFile."""
    return told_to_all(spec, record).of(viewer)


def nothing_told(spec: GameSpec, names: tuple[str, ...]) -> Told:
    """The empty logs of all who look at a game."""
    make = Told.with_secrets if spec.secrets else Told
    return make(spec.game.rules, presenter_of(spec), names)


def sit_down(coach: Coach) -> Seated:
    """A lesson's game on the table, brought to the step that the coach wants. It saves nothing."""
    spec, lesson = coach.spec, coach.lesson
    setup = GameSetup(spec.id, lesson.seats, lesson.options, lesson.seed)
    nature: NatureName = "ideal"
    session = started(setup, spec.nature_at_table, None)

    def make_natures() -> Sequence[Nature]:
        return spec.natures(nature, session)

    minds = {level: coach.mind for info in lesson.seats if (level := bot_level(info.controller)) is not None}
    sitting = Sitting(session, presenter_of(spec), make_natures, minds, speed=INSTANT, secrets=spec.secrets)
    sitting.guard = lambda action: coach.refuses(sitting.view, action)
    sitting.open()
    bring(coach, sitting)
    sitting.close()
    nature = spec.nature_at_table
    sitting.speed = 1.0
    return Seated(sitting, setup, spec.pieces, None)


def presenter_of(spec: GameSpec) -> Presenter[Any]:
    """A presenter of a turn-based game."""
    assert spec.presenter is not None, f"{spec.id} is not played in turns"
    return spec.presenter()


def _sitting(spec: GameSpec, session: Session, nature: NatureName, told: Told | None = None) -> Sitting:
    def mind(level: str, seat: Seat) -> Think:
        rng = derived(session.header.seed, "bot", seat)
        bot = spec.bots[level]
        made: Think = ApartMind(bot, seat, rng) if level in spec.apart else bot(seat, rng)
        return made

    def make_natures() -> Sequence[Nature]:
        return spec.natures(nature, session)

    minds: dict[str, Callable[[Seat], Think]] = {level: partial(mind, level) for level in spec.bots}
    sitting = Sitting(session, presenter_of(spec), make_natures, minds, told=told, secrets=spec.secrets)
    helper = next((level for level in reversed(minds) if level not in spec.apart), "")
    sitting.stand_in = minds.get(helper)
    if spec.adviser is not None:
        sitting.hinting = Hinting(spec.adviser, minds[helper])
    if spec.timed is not None:
        sitting.clock = TurnClock(spec.timed)
    return sitting
