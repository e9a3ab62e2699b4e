"""The command line's grammar: commands, options, and the limits of what they take. Imports no command."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from babylon3d import __version__
from babylon3d.bench import SECTIONS
from babylon3d.core.errors import BadText
from babylon3d.core.names import trouble_with_all
from babylon3d.core.prose import shown
from babylon3d.physics.engines import ENGINES
from babylon3d.playable.arguments import Argument, Reader
from babylon3d.playable.card import NATURES
from babylon3d.playable.registry import every_card, every_game, offered_cards

NO_DISPLAY = ("check", "legal", "score", "moves", "settle", "games", "simulate", "replay", "render", "bench")


class Parser(argparse.ArgumentParser):
    """An argument parser whose refusals are one line. `grammar` adds its options when it is first asked to read."""

    grammar: Callable[[Parser], None] | None = None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Read words, by the whole grammar: a command that nobody named costs nothing."""
        grammar, self.grammar = self.grammar, None
        if grammar is not None:
            grammar(self)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line and leave with 2."""
        line = shown(" ".join(message.split()))
        dashed = next((w for w in sys.argv[1:] if w.startswith("-") and Path(w).suffix[1:2].isalpha()), "")
        if dashed:
            line += f"; a file is named ./{shown(dashed[:60])}"
        with contextlib.suppress(OSError):
            print(f"{self.prog.split()[0]}: {line}; see {self.prog} --help", file=sys.stderr, flush=True)
        raise SystemExit(2)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write help or version. Raises: OSError, which argparse would keep to itself."""
        if message:
            (file or sys.stderr).write(message)


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers from `low` to `high`."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f'"{text[:40]}" is no whole number') from None
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]} is not from {low} to {high}")
        return number

    return read


def number(low: float, high: float) -> Callable[[str], float]:
    """A reader of numbers from `low` to `high`."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f'"{text[:40]}" is no number') from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]} is not from {low:g} to {high:g}")
        return value

    return read


def a_file(text: str) -> Path:
    """A file's name."""
    if not text:
        raise argparse.ArgumentTypeError("no file is named")
    return Path(text)


def counts(text: str) -> dict[str, int]:
    """`red=1,blue=0` as a mapping."""
    found: dict[str, int] = {}
    for item in filter(None, text.split(",")):
        colour, equals, count = item.partition("=")
        if not equals or colour not in colours_known() or colour in found or not (count.isascii() and count.isdigit()):
            raise argparse.ArgumentTypeError(f'"{item[:40]}" does not say colour=number; red=1,blue=0 would do')
        found[colour] = whole(0, 1_000)(count)
    return found


def colours_known() -> tuple[str, ...]:
    """Every colour that somebody can play."""
    return tuple(dict.fromkeys(colour for card in every_card() for colour in card.colours))


def levels_known() -> tuple[str, ...]:
    """Every level that a bot of some game has."""
    return tuple(dict.fromkeys(level for spec in every_game() for level in spec.bots))


def size(text: str) -> tuple[int, int]:
    """`1280x720` as width and height."""
    width, cross, height = text.partition("x")
    if not cross:
        raise argparse.ArgumentTypeError(f'"{text[:40]}" is no size; 1280x720 would do')
    return whole(16, 8192)(width), whole(16, 8192)(height)


def camera(text: str) -> tuple[float, float, float]:
    """`azimuth,elevation,distance`: degrees, degrees, metres."""
    fields = text.split(",")
    if len(fields) != 3:
        raise argparse.ArgumentTypeError(f'"{text[:40]}" is no camera; azimuth,elevation,distance would do')
    return number(-3600, 3600)(fields[0]), number(-90, 90)(fields[1]), number(0.01, 100)(fields[2])


def levels(text: str) -> tuple[str, ...]:
    """`easy,medium` as the bots' levels."""
    found = tuple(text.split(","))
    for level in found:
        if level not in levels_known():
            raise argparse.ArgumentTypeError(f'"{level[:40]}" is no bot; {" or ".join(levels_known())} would do')
    return found


def parser() -> argparse.ArgumentParser:
    """The whole grammar."""
    top = Parser(
        prog="babylon3d",
        description="Tower-building board games in 3D, with real physics. Without a command it opens the game.",
        epilog="Exit codes: 0 done; 1 done, and the answer is no; 2 bad input.",
    )
    top.add_argument("--version", action="version", version=f"babylon3d {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, (module, says, grammar) in COMMANDS.items():
        command = commands.add_parser(name, help=says, description=says[0].upper() + says[1:] + ".")
        command.set_defaults(command=name, module=module)
        command.grammar = grammar
    return top


def _file(command: Parser, name: str, says: str) -> None:
    command.add_argument("file", metavar=name, type=a_file, help=says)


def _json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def _game(command: Parser, *games: str, says: str = "whose rules count") -> None:
    command.add_argument("--game", choices=games, default=games[0], help=f"{says} (default: {games[0]})")


def _judged() -> tuple[str, ...]:
    """The games whose rules say something of a build as such."""
    return tuple(spec.id for spec in every_game() if spec.judge is not None)


def _answering(command: str) -> tuple[str, ...]:
    """The games that know a document that a command answers about."""
    return tuple(spec.id for spec in every_game() if any(command in document.answers for document in spec.documents))


def _read(command: str) -> str:
    """The formats that a command answers about."""
    found = (d.format for spec in every_game() for d in spec.documents if command in d.answers)
    return " or ".join(dict.fromkeys(found))


def _players(command: Parser, says: str = "number of players", default: int | None = 4) -> None:
    least, most = min(card.seats[0] for card in every_card()), max(card.seats[1] for card in every_card())
    usual = "" if default is None else f" (default: {default})"
    command.add_argument("--players", type=whole(least, most), default=default, metavar="N", help=f"{says}{usual}")


def _own(command: Parser, reader: Reader) -> None:
    """The options that games bring: one for each flag, whoever of them has it."""
    owners: dict[str, list[str]] = {}
    arguments: dict[str, list[Argument]] = {}
    for card in every_card():
        for argument in card.arguments:
            if reader in argument.commands:
                owners.setdefault(argument.flag, []).append(card.id)
                arguments.setdefault(argument.flag, []).append(argument)
    for flag, found in arguments.items():
        one, says = found[0], f"{found[0].help} ({', '.join(owners[flag])})"
        match one.kind:
            case "switch":
                command.add_argument(flag, action="store_true", help=says)
            case "whole":
                read = whole(min(each.low for each in found), max(each.high for each in found))
                command.add_argument(flag, type=read, metavar="N", help=says)
            case "choice":
                choices = tuple(dict.fromkeys(choice for each in found for choice in each.choices))
                command.add_argument(flag, choices=choices, help=says)
            case "counts":
                command.add_argument(flag, type=counts, metavar="LIST", help=says)


def _engine(command: Parser, *more: str) -> None:
    command.add_argument(
        "--engine", choices=(*ENGINES, *more), help=f"the physics engine (default: {ENGINES[0]} where it is installed)"
    )


def _seed(command: Parser) -> None:
    command.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, metavar="S", help="chance begins here")


def _play_grammar(play: Parser) -> None:
    play.add_argument(
        "file", nargs="?", type=a_file, metavar="FILE", help="a record to go on with or to watch, a build, a position"
    )
    play.add_argument(
        "--game", choices=tuple(card.id for card in offered_cards()), help="begin this game at once, without the menu"
    )
    play.add_argument("--players", metavar="LIST", help='who plays: "Ann:human,Bo:bot:medium,Cy:bot:easy"')
    play.add_argument("--seed", type=whole(0, 2**63 - 1), metavar="S", help="chance begins here")
    _own(play, "play")
    _engine(play)
    play.add_argument("--quality", metavar="Q", help="how well the scene is drawn (default: chosen by measuring)")
    play.add_argument("--size", type=size, metavar="WxH", help="the window's size")
    play.add_argument("--fullscreen", action="store_true", help="fill the screen")


def _check_grammar(check: Parser) -> None:
    _file(check, "BUILD", "a file babylon3d.build/1")
    _game(check, *_judged())
    _players(check)
    _json(check)


def _legal_grammar(legal: Parser) -> None:
    _file(legal, "BUILD", "a file babylon3d.build/1")
    legal.add_argument("--piece", choices=_kinds(), required=True, help="what is to be placed")
    legal.add_argument("--colour", choices=colours_known(), help="whose it is (default: any that may stand there)")
    _game(legal, *_judged())
    _players(legal)
    _json(legal)


def _score_grammar(score: Parser) -> None:
    _file(score, "BUILD|ROUND", f"a file {_read('score')}, as the game has it")
    _game(score, *_answering("score"))
    _own(score, "score")
    _json(score)


def _moves_grammar(moves: Parser) -> None:
    _file(moves, "POSITION", f"a file {_read('moves')}")
    moves.add_argument("--roll", type=whole(1, 6), metavar="N", help="what the die shows, in games with one")
    _json(moves)


def _settle_grammar(settle: Parser) -> None:
    _file(settle, "BUILD", "a file babylon3d.build/1; a laboratory one will do")
    settle.add_argument(
        "--seconds", type=number(0.1, 600), default=10.0, metavar="T", help="simulated time (default: 10)"
    )
    settle.add_argument(
        "--jitter", type=number(0, 10), default=0.2, metavar="MM", help="unevenness in mm (default: 0.2)"
    )
    _seed(settle)
    settle.add_argument("--precision", choices=NATURES[1:], default="realtime", help="how exact (default: realtime)")
    _engine(settle, "both")
    settle.add_argument("--separate", action="store_true", help="push pieces apart first that begin inside each other")
    _json(settle)


def _games_grammar(games: Parser) -> None:
    _json(games)


def _simulate_grammar(simulate: Parser) -> None:
    _game(simulate, *(card.id for card in offered_cards()), says="what they play")
    _players(simulate, "number of players (default: the middle of what the game allows)", None)
    _seed(simulate)
    simulate.add_argument("--bots", type=levels, metavar="LIST", help="levels by seat, repeated: easy,medium")
    simulate.add_argument("--nature", choices=NATURES, help="the physics (default: the game's usual one)")
    _engine(simulate)
    _own(simulate, "simulate")
    simulate.add_argument("-o", "--output", type=Path, metavar="RECORD", help="save the record; of several, numbered")
    simulate.add_argument(
        "--games", type=whole(1, 100_000), default=1, metavar="K", help="how many, with the seeds S, S+1 ..."
    )
    _json(simulate)


def _replay_grammar(replay: Parser) -> None:
    _file(replay, "RECORD", "a file babylon3d.record/1")
    replay.add_argument("--verify", action="store_true", help="also ask for a finished game")
    replay.add_argument("--resimulate", action="store_true", help="drive the physics again from the logged hands")
    _json(replay)


def _render_grammar(render: Parser) -> None:
    drawn = " or ".join(d.format for spec in every_game() for d in spec.documents if d.pictured is not None)
    _file(render, "BUILD|POSITION|RECORD", f"a file babylon3d.build/1 or {drawn} or babylon3d.record/1")
    render.add_argument("--reveal", action="store_true", help="show what is hidden in an unfinished game")
    render.add_argument("-o", "--output", type=Path, metavar="PNG", help="where to (default: the file's name, .png)")
    render.add_argument("--size", type=size, default=(1280, 720), metavar="WxH", help="in pixels (default: 1280x720)")
    render.add_argument("--camera", type=camera, metavar="A,E,D", help="azimuth, elevation (degrees), distance (m)")
    render.add_argument("--quality", default="high", metavar="Q", help="how well it is drawn (default: high)")


def _bench_grammar(bench: Parser) -> None:
    bench.add_argument("--quick", action="store_true", help="fewer repetitions")
    bench.add_argument("--only", action="append", choices=SECTIONS, default=[], help="only this section")
    bench.add_argument("--engine", choices=ENGINES, help="only this physics engine (default: all that are here)")
    _json(bench)


def _kinds() -> tuple[str, ...]:
    """Every kind of piece that can be placed singly."""
    return tuple(dict.fromkeys(kind for spec in every_game() if spec.judge for kind in spec.judge.kinds))


COMMANDS: dict[str, tuple[str, str, Callable[[Parser], None]]] = {
    "play": ("play", "open the game", _play_grammar),
    "check": ("rules", "say whether a build is legal and connected", _check_grammar),
    "legal": ("rules", "list the single placements on a legal build", _legal_grammar),
    "score": ("rules", "score a build, level by level", _score_grammar),
    "moves": ("rules", "list the legal moves of a position", _moves_grammar),
    "settle": ("settle", "set a build down and say whether it stands", _settle_grammar),
    "games": ("games", "list the games there are", _games_grammar),
    "simulate": ("games", "let bots play, without a display", _simulate_grammar),
    "replay": ("games", "play a record again and check it", _replay_grammar),
    "render": ("render", "draw a picture of a build, a position or the end of a record", _render_grammar),
    "bench": ("bench", "measure this machine against the program's bars", _bench_grammar),
}
"""By name: the module that does it, what it does, its options."""


def parse_players(text: str) -> tuple[tuple[str, str], ...]:
    """`Ann:human,Bo:bot:medium` as names and controllers. Raises: BadText."""
    found = []
    for item in text.split(","):
        name, _, controller = item.strip().partition(":")
        if controller == "bot":
            controller = f"bot:{levels_known()[0]}"
        if not name or controller not in ("human", *(f"bot:{level}" for level in levels_known())):
            raise BadText(f'"{item[:60]}" is no player', "--players", "Ann:human or Bo:bot:medium would do")
        found.append((name, controller))
    number, wrong = trouble_with_all([name for name, _ in found])
    if wrong:
        raise BadText(f"the name of player {number + 1} {wrong}", "--players", "another name would do")
    return tuple(found)
