"""The commands `simulate` and `replay`: bots play, records are checked."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from babylon3d.commands.inputs import game_of, in_record, load_record
from babylon3d.commands.output import plural, print_json, table
from babylon3d.core.actions import Result
from babylon3d.core.errors import BadText, CorruptFile, Unavailable
from babylon3d.core.record import Record
from babylon3d.core.session import Session, verify_record
from babylon3d.games.babylon.fast.model import FastOptions
from babylon3d.games.babylon.tactical.model import TacticalOptions
from babylon3d.playable.registry import GameSpec, NatureName, game
from babylon3d.playable.simulate import play_out, seat_infos
from babylon3d.storage import save_atomic, verify_savable

if TYPE_CHECKING:
    from babylon3d.playable.babylon.fast.resimulate import Resimulation


def simulate(given: Namespace) -> int:
    """Play the games one after another, each from its own seed, and tell how they ended."""
    spec = game(given.game)
    nature: NatureName = given.nature or ("realtime" if spec.realtime else "ideal")
    options = _options(given)
    for level in given.bots:
        if level not in spec.bots:
            raise BadText(f'{spec.title} has no bot "{level}"', "--bots", f"{' or '.join(spec.bots)} would do")
    if spec.realtime and nature == "ideal":
        raise BadText(f'{spec.title} has no nature "ideal"', "--nature", "realtime or accurate would do")
    seats = seat_infos(spec, given.players, given.bots)
    try:
        spec.game.rules.new_game(seats, options)
    except BadText as error:
        raise BadText(error.message, "--large, --small", error.hint) from None
    if given.output is not None:
        verify_savable(given.output)
    colours = [info.colour for info in seats]
    games: list[dict[str, Any]] = []
    wins: Counter[str] = Counter()
    for seed in range(given.seed, given.seed + given.games):
        session = play_out(spec, seats, options, seed, nature)
        path = None if given.output is None else _numbered(given.output, seed, given.games)
        if path is not None:
            save_atomic(path, session.log.data())
        result = session.result()
        wins.update(colours[seat] for seat in result.winners)
        games.append({"seed": seed, "lines": len(session.log), "record": path and str(path), **_told(result, colours)})
        if not given.json:
            print(_line(games[-1]), flush=True)
    if given.json:
        print_json({"game": given.game, "players": colours, "nature": nature, "games": games})
    elif given.games > 1:
        print("wins: " + ", ".join(f"{colour} {wins[colour]}" for colour in colours))
    return 0


def _options(given: Namespace) -> TacticalOptions | FastOptions:
    """The game's options. Raises: BadText for an option of the other game."""
    common: dict[str, Any] = {"expert": given.expert}
    common |= {key: n for key, n in (("large", given.large), ("small", given.small)) if n is not None}
    own = {"stop_watch_s": given.stop_watch, "wins": given.wins, "assist": given.assist}
    own = {key: value for key, value in own.items() if value is not None}
    if given.game == "fast":
        return FastOptions(**common, **{"assist": "free", **own})
    for key in own:
        option = "--" + key.removesuffix("_s").replace("_", "-")
        raise BadText("the Tactical Game has no such option", option, "leave it out, or --game fast")
    return TacticalOptions(**common)


def _numbered(path: Path, seed: int, games: int) -> Path:
    """The record's path; of several games each with its seed before the ending. A pipe or device takes them all."""
    return (
        path
        if games == 1 or (path.exists() and not path.is_file())
        else path.with_name(f"{path.stem}-{seed}{path.suffix}")
    )


def _told(result: Result, colours: list[str]) -> dict[str, Any]:
    return {
        "scores": dict(zip(colours, result.scores, strict=True)),
        "winners": [colours[seat] for seat in result.winners],
        "reason": result.reason,
        "ruling": result.ruling,
    }


def _line(told: dict[str, Any]) -> str:
    scores = "  ".join(f"{colour} {points}" for colour, points in told["scores"].items())
    saved = f" -> {told['record']}" if told["record"] else ""
    return f"seed {told['seed']}: {scores}; {' and '.join(told['winners'])} won; {told['reason']}{saved}"


def replay(given: Namespace) -> int:
    """Play the record again without physics or dice and compare every state and the result; 1 if they differ."""
    record = load_record(given.file)
    spec = game_of(record, given.file)
    if given.resimulate and not spec.realtime:
        raise Unavailable(f"{given.file}: --resimulate follows the hands of the Fast Game; {spec.title} has none")
    with in_record(given.file):
        same, reason = verify_record(spec.game, record)
        if record.result is None and not given.verify:
            same, reason = _unfinished(spec, record)
        again = _resimulated(spec, record) if given.resimulate and same else None
    if again is not None:
        same, reason = again.equal, f"{reason}; {_said(again)}"
    colours = [seat.colour for seat in record.header.seats]
    result = record.result if same else None
    if given.json:
        print_json(
            {
                "same": same,
                "reason": reason,
                "game": spec.id,
                "seats": msgspec.to_builtins(record.header.seats),
                "seed": record.header.seed,
                "lines": len(record.lines),
                "finished": record.result is not None,
                "result": None if result is None else _told(result, colours),
                **({} if again is None else {"resimulated": asdict(again)}),
            }
        )
        return 0 if same else 1
    print(f"{given.file}: {spec.title}, {plural(len(record.lines), 'line')}, seed {record.header.seed}; {reason}")
    scores = result.scores if result is not None else (None,) * len(colours)
    winners = result.winners if result is not None else ()
    print(
        table(
            (info.name, info.colour, info.controller, "" if points is None else points, "won" if i in winners else "")
            for i, (info, points) in enumerate(zip(record.header.seats, scores, strict=True))
        )
    )
    return 0 if same else 1


def _resimulated(spec: GameSpec, record: Record) -> Resimulation:
    """The physics driven again from the hands of a record."""
    from babylon3d.playable.babylon.fast.resimulate import resimulate

    return resimulate(spec.game, record)


def _said(again: Resimulation) -> str:
    if again.equal:
        return f"re-simulated from the hands: equal ({plural(again.outcomes, 'outcome')})"
    return f"re-simulated from the hands: parts at line {again.line}: {again.said}"


def _unfinished(spec: GameSpec, record: Record) -> tuple[bool, str]:
    """Whether what there is of an unfinished game replays to the same states."""
    try:
        Session.resume(spec.game, record)
    except CorruptFile as error:
        return False, str(error)
    return True, "same states so far; the game is unfinished"
