"""The commands `games`, `simulate` and `replay`: what there is, bots play, records are checked."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from babylon3d.commands.inputs import in_record, load_record
from babylon3d.commands.options import options_of
from babylon3d.commands.output import print_json
from babylon3d.core.actions import Result
from babylon3d.core.errors import BadText, CorruptFile, Unavailable
from babylon3d.core.prose import plural, shown, singular, table
from babylon3d.core.record import Record
from babylon3d.core.session import Session, verify_record
from babylon3d.physics.engines import chosen
from babylon3d.playable.registry import every_game, game, offered
from babylon3d.playable.simulate import play_out, seat_infos, usual_count
from babylon3d.playable.spec import GameSpec, NatureName
from babylon3d.storage import save_atomic, verify_savable


def simulate(given: Namespace) -> int:
    """Play the games one after another, each from its own seed, and tell how they ended."""
    spec = game(given.game)
    nature: NatureName = given.nature or spec.nature_names[0]
    options = _options(spec, given)
    for level in given.bots or ():
        if level not in spec.bots:
            raise BadText(f'{spec.title} has no bot "{level}"', "--bots", f"{' or '.join(spec.bots)} would do")
    if nature not in spec.nature_names:
        raise BadText(
            f'{spec.title} has no nature "{nature}"', "--nature", f"{' or '.join(spec.nature_names)} would do"
        )
    if nature != "ideal":
        chosen(given.engine)
    elif given.engine is not None:
        physical = [name for name in spec.nature_names if name != "ideal"]
        hint = "leave it out" + (f", or --nature {physical[0]}" if physical else "")
        raise BadText("the ideal table has no physics, so no engine", "--engine", hint)
    players = given.players if given.players is not None else usual_count(spec)
    if not spec.seats[0] <= players <= spec.seats[1]:
        raise BadText(f"{players} players are given", "--players", f"{spec.seats[0]} to {spec.seats[1]} would do")
    seats = seat_infos(spec, players, given.bots or (next(iter(spec.bots)),))
    try:
        spec.game.rules.new_game(seats, options)
    except BadText as error:
        set_ = options_of(spec, given, "simulate")
        flags = ", ".join(argument.flag for argument in spec.arguments if argument.option in set_)
        raise BadText(error.message, flags or "--players", error.hint) from None
    if given.output is not None:
        verify_savable(given.output)
    colours, names = [info.colour for info in seats], [info.name for info in seats]
    games: list[dict[str, Any]] = []
    wins: Counter[str] = Counter()
    for seed in range(given.seed, given.seed + given.games):
        session = play_out(spec, seats, options, seed, nature, engine=given.engine)
        path = None if given.output is None else _numbered(given.output, seed, given.games)
        if path is not None:
            save_atomic(path, session.log.data())
        result = session.result()
        wins.update(names[seat] for seat in result.winners)
        games.append({"seed": seed, "lines": len(session.log), "record": path and str(path), **_told(result, colours)})
        if not given.json:
            print(_line(seed, result, names, _why(spec, session, result, names), path), flush=True)
    if given.json:
        print_json({"game": given.game, "players": colours, "nature": nature, "games": games})
    elif given.games > 1:
        print("wins: " + ", ".join(f"{name} {wins[name]}" for name in names))
    return 0


def _options(spec: GameSpec, given: Namespace) -> Any:
    """The options to play by. Raises: BadText."""
    assert spec.form is not None
    options = spec.form.start()
    for name, value in {**spec.usual_options, **options_of(spec, given, "simulate")}.items():
        options = spec.form.switched(options, name, value)
    return options


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


def _why(spec: GameSpec, session: Session, result: Result, names: list[str]) -> str:
    """Why a game ended, in names."""
    if spec.sheet is None:
        return singular(result.reason)
    told = spec.sheet(session.state, result, names).ended
    return f"{told[:1].lower()}{told[1:].rstrip('.')}"


def _line(seed: int, result: Result, names: list[str], why: str, path: Path | None) -> str:
    scores = "  ".join(f"{name} {points}" for name, points in zip(names, result.scores, strict=True))
    saved = "" if path is None else f" -> {shown(str(path))}"
    return f"seed {seed}: {scores}; {' and '.join(names[seat] for seat in result.winners)} won; {why}{saved}"


def replay(given: Namespace) -> int:
    """Play the record again without physics or dice and compare every state and the result; 1 if they differ."""
    spec, record = load_record(given.file)
    if given.resimulate and spec.resimulate is None:
        raise Unavailable(f"{given.file}: --resimulate follows hands that were logged; {spec.title} has none")
    with in_record(given.file):
        finished = True
        same, reason = verify_record(spec.game, record)
        if record.result is None:
            same, reason = _unfinished(spec, record)
            finished = False
        again = spec.resimulate(spec.game, record) if spec.resimulate and given.resimulate and same else None
    if given.verify and not finished:
        same, reason = False, f"{reason}: --verify wants the result"
    if again is not None:
        same, reason = again.equal, f"{reason}; {_said(again)}"
    colours = [seat.colour for seat in record.header.seats]
    result = record.result if same else None
    seed = _seed(spec, record)
    if given.json:
        print_json(
            {
                "same": same,
                "reason": reason,
                "game": spec.id,
                "seats": msgspec.to_builtins(record.header.seats),
                "seed": seed,
                "lines": len(record.lines),
                "finished": record.result is not None,
                "result": None if result is None else _told(result, colours),
                **({} if again is None else {"resimulated": asdict(again)}),
            }
        )
        return 0 if same else 1
    seeded = "" if seed is None else f", seed {seed}"
    print(f"{shown(str(given.file))}: {spec.title}, {plural(len(record.lines), 'line')}{seeded}; {reason}")
    scores = result.scores if result is not None else (None,) * len(colours)
    winners = result.winners if result is not None else ()
    print(
        table(
            (info.name, info.colour, info.controller, "" if points is None else points, "won" if i in winners else "")
            for i, (info, points) in enumerate(zip(record.header.seats, scores, strict=True))
        )
    )
    return 0 if same else 1


def _seed(spec: GameSpec, record: Record) -> int | None:
    """The record's seed, unless what follows from it is a secret still."""
    return None if spec.secrets and record.result is None else record.header.seed


def _said(again: Any) -> str:
    if again.equal:
        return f"re-simulated from the hands: equal ({plural(again.outcomes, 'outcome')})"
    return f"re-simulated from the hands: parts at line {again.line}: {again.said}"


def _unfinished(spec: GameSpec, record: Record) -> tuple[bool, str]:
    """Whether what there is of an unfinished game replays to the same states, and how far it has come."""
    try:
        Session.resume(spec.game, record)
    except CorruptFile as error:
        return False, str(error)
    ends = sum(entry.state is not None for entry in record.entries)
    held = f"{plural(ends, 'state')} compared" if ends else "no turn has ended"
    return True, f"same states so far ({held}, {plural(len(record.lines), 'line')}); the game is unfinished"


def games(given: Namespace) -> int:
    """List what is registered."""
    told = [
        {
            "id": spec.id,
            "title": spec.title,
            "seats": list(spec.seats),
            "colours": list(spec.colours),
            "options": [argument.flag for argument in spec.arguments if "simulate" in argument.commands],
            "bots": list(spec.bots),
            "natures": list(spec.nature_names),
            "formats": [document.format for document in spec.documents],
            "offered": spec in offered(),
        }
        for spec in every_game()
    ]
    if given.json:
        print_json({"games": told})
        return 0
    for spec in every_game():
        least, most = spec.seats
        seats = plural(least, "player") if least == most else f"{least} to {most} players"
        bots = f"bots {', '.join(spec.bots)}" if spec.bots else "no bots"
        print(f"{spec.id}: {spec.title}, {seats}, {bots}, {' or '.join(spec.nature_names)}")
    return 0
