"""Records that the program can use: what a header names is looked up at the border, by name."""

from __future__ import annotations

from pathlib import Path

from babylon3d.core.errors import BadText, Unavailable
from babylon3d.core.names import trouble_with_all
from babylon3d.core.prose import plural
from babylon3d.core.record import MAX_LINE_BYTES, MAX_RECORD_BYTES, Header, Log, Record, read_record
from babylon3d.core.rules import HUMAN, bot_level
from babylon3d.core.session import Session
from babylon3d.core.wording import said
from babylon3d.physics.engines import Config, chosen, engine_of
from babylon3d.physics.recipes import from_numbers
from babylon3d.playable.registry import recorded
from babylon3d.playable.spec import GameSpec, NatureName
from babylon3d.storage import load_bytes

MAX_SEED = 2**63 - 1


def usable(data: bytes, *, resume: bool = False, name: str = "record") -> tuple[GameSpec, Record]:
    """A record and its game. Raises: BadText or CorruptFile with `name`, the line and the JSON path."""
    record = read_record(data, resume=resume, name=name)
    try:
        spec = verify_header(record.header)
        for entry in record.entries:
            if entry.controller is not None:
                verify_controller(entry.controller, spec, f"line {entry.n + 1} $.controller")
    except BadText as error:
        raise type(error)(error.message, f"{name} {error.where}", error.hint) from None
    return spec, record


def load_usable(path: Path) -> tuple[GameSpec, Record]:
    """A record from a file, to be taken up or watched: a cut last line is dropped. Raises: as `usable`, Unavailable."""
    return usable(load_bytes(path, MAX_RECORD_BYTES), resume=True, name=path.name)


def game_of(path: Path) -> GameSpec:
    """The game of a record, by its first line alone. Raises: BadText, CorruptFile, Unavailable."""
    try:
        with path.open("rb") as file:
            head = file.readline(MAX_LINE_BYTES)
    except OSError as error:
        raise Unavailable(f"cannot read {path}: {error.strerror or error}") from None
    return usable(head, resume=True, name=path.name)[0]


def verify_header(header: Header) -> GameSpec:
    """The game of a header, of which everything is known. Raises: BadText, its place beginning with "line 1"."""
    try:
        spec = recorded(header.game)
    except BadText as error:
        raise BadText(error.message, "line 1 $.game", error.hint) from None
    least, most = spec.seats
    if not least <= len(header.seats) <= most:
        count = f"{least}" if least == most else f"{least} to {most}"
        raise BadText(f"{plural(len(header.seats), 'player')} given", "line 1 $.seats", f"{count} would do")
    number, wrong = trouble_with_all([seat.name for seat in header.seats])
    if wrong:
        raise BadText(f"the name {wrong}", f"line 1 $.seats[{number}].name", "another name would do")
    colours = [seat.colour for seat in header.seats]
    for number, seat in enumerate(header.seats):
        where = f"line 1 $.seats[{number}]"
        if seat.colour not in spec.colours:
            raise BadText(f"{said(seat.colour)} is not known", f"{where}.colour", f"{_or(spec.colours)} would do")
        if seat.colour in colours[:number]:
            raise BadText(f"{said(seat.colour)} is given twice", f"{where}.colour", "another colour would do")
        verify_controller(seat.controller, spec, f"{where}.controller")
    if not 0 <= header.seed <= MAX_SEED:
        raise BadText(f"{header.seed} is given", "line 1 $.seed", "a whole number from 0 to 2^63-1 would do")
    nature_of(spec, header)
    if header.nature.name != "ideal":
        _recipe(spec, header)
    try:
        Session(spec.game, header, Log())
    except BadText as error:
        raise type(error)(error.message, f"line 1 {error.where}", error.hint) from None
    return spec


def verify_engine(spec: GameSpec, header: Header) -> None:
    """Whether the engine of a record's physics is here, before a game is taken up. Raises: BadText, Unavailable."""
    if header.nature.name != "ideal":
        chosen(engine_of(_recipe(spec, header)))


def _recipe(spec: GameSpec, header: Header) -> Config:
    """The physics that a header names, without the numbers that are the game's own. Raises: BadText."""
    numbers = {name: value for name, value in header.nature.config.items() if name not in spec.nature_numbers}
    return from_numbers(numbers, "line 1 $.nature.config")


def verify_controller(controller: str, spec: GameSpec, where: str) -> None:
    """Whether somebody of that kind can decide for a seat. Raises: BadText that names those there are."""
    if controller != HUMAN and bot_level(controller) not in spec.bots:
        known = (HUMAN, *(f"bot:{level}" for level in spec.bots))
        raise BadText(f"{said(controller)} is not known", where, f"{_or(known)} would do")


def nature_of(spec: GameSpec, header: Header) -> NatureName:
    """The nature that a record was played with. Raises: BadText for one that the game does not have."""
    info = header.nature
    found = {"ideal": "ideal", "physics": info.config.get("precision", "realtime")}.get(info.name, info.name)
    for name in spec.nature_names:
        if name == found:
            return name
    raise BadText(f"{spec.title} has no nature {said(found)}", "line 1 $.nature", f"{_or(spec.nature_names)} would do")


def _or(known: tuple[str, ...]) -> str:
    return " or ".join(f'"{name}"' for name in known)
