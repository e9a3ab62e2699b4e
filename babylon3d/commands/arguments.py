"""The command line's grammar: commands, options, and the limits of what they take. Imports no command."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from babylon3d import __version__
from babylon3d.core.errors import BadText
from babylon3d.games.babylon.pieces import COLOURS, PIECE_KINDS

SECTIONS = ("session", "turns", "frames", "physics", "peer", "realtime", "screen")
LEVELS = ("easy", "medium", "hard")
NATURES = ("ideal", "realtime", "accurate")
NO_DISPLAY = ("check", "legal", "score", "moves", "settle", "simulate", "replay", "render", "bench")


class Parser(argparse.ArgumentParser):
    """An argument parser whose refusals are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line and leave with 2."""
        line = " ".join(message.split())
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


def bridges_left(text: str) -> dict[str, int]:
    """`red=1,blue=0` as a mapping."""
    found: dict[str, int] = {}
    for item in filter(None, text.split(",")):
        colour, equals, count = item.partition("=")
        if not equals or colour not in COLOURS or colour in found or not (count.isascii() and count.isdigit()):
            raise argparse.ArgumentTypeError(f'"{item[:40]}" does not say colour=number; red=1,blue=0 would do')
        found[colour] = whole(0, 1_000)(count)
    return found


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
        if level not in LEVELS:
            raise argparse.ArgumentTypeError(f'"{level[:40]}" is no bot; {" or ".join(LEVELS)} would do')
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
    _add_play(commands)
    _add_rules(commands)
    _add_physics(commands)
    _add_games(commands)
    _add_pictures(commands)
    return top


def _command(commands: argparse._SubParsersAction[Parser], name: str, module: str, says: str) -> Parser:
    command = commands.add_parser(name, help=says, description=says[0].upper() + says[1:] + ".")
    command.set_defaults(command=name, module=module)
    return command


def _file(command: Parser, name: str, says: str) -> None:
    command.add_argument("file", metavar=name, type=Path, help=says)


def _json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def _game(command: Parser, *games: str, says: str = "whose rules count") -> None:
    command.add_argument("--game", choices=games, default=games[0], help=f"{says} (default: {games[0]})")


def _players(command: Parser, says: str = "number of players, 3 to 5") -> None:
    command.add_argument("--players", type=whole(3, 5), default=4, metavar="N", help=f"{says} (default: 4)")


def _seed(command: Parser) -> None:
    command.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, metavar="S", help="chance begins here")


def _add_play(commands: argparse._SubParsersAction[Parser]) -> None:
    play = _command(commands, "play", "play", "open the game")
    play.add_argument("--game", choices=("tactical", "fast"), help="begin this game at once, without the menu")
    play.add_argument("--players", metavar="LIST", help='who plays: "Ann:human,Bo:bot:medium,Cy:bot:easy"')
    play.add_argument("--seed", type=whole(0, 2**63 - 1), metavar="S", help="chance begins here")
    play.add_argument("--expert", action="store_true", help="the expert variant")
    play.add_argument("--quality", metavar="Q", help="how well the scene is drawn (default: chosen by measuring)")
    play.add_argument("--size", type=size, metavar="WxH", help="the window's size")
    play.add_argument("--fullscreen", action="store_true", help="fill the screen")


def _add_rules(commands: argparse._SubParsersAction[Parser]) -> None:
    check = _command(commands, "check", "rules", "say whether a build is legal and connected")
    _file(check, "BUILD", "a file babylon3d.build/1")
    _game(check, "tactical", "fast")
    _players(check)
    _json(check)

    legal = _command(commands, "legal", "rules", "list the single placements on a legal build")
    _file(legal, "BUILD", "a file babylon3d.build/1")
    legal.add_argument("--piece", choices=PIECE_KINDS, required=True, help="what is to be placed")
    legal.add_argument("--colour", choices=COLOURS, help="whose noble it is (default: any colour the tower lacks)")
    _game(legal, "tactical", "fast")
    _players(legal)
    _json(legal)

    score = _command(commands, "score", "rules", "score a build, level by level")
    _file(score, "BUILD|ROUND", "a file babylon3d.build/1; with --game fast one of babylon3d.round/1")
    _game(score, "tactical", "fast")
    score.add_argument(
        "--bridges-left", type=bridges_left, default={}, metavar="LIST", help="bridges not placed: red=1,blue=0"
    )
    _json(score)

    moves = _command(commands, "moves", "rules", "list the legal moves of a position")
    _file(moves, "POSITION", "a file babylon3d.tactical/1")
    moves.add_argument("--roll", type=whole(1, 6), metavar="N", help="what the die shows, in games with one")
    _json(moves)


def _add_physics(commands: argparse._SubParsersAction[Parser]) -> None:
    settle = _command(commands, "settle", "settle", "set a build down and say whether it stands")
    _file(settle, "BUILD", "a file babylon3d.build/1; a laboratory one will do")
    settle.add_argument(
        "--seconds", type=number(0.1, 600), default=10.0, metavar="T", help="simulated time (default: 10)"
    )
    settle.add_argument(
        "--jitter", type=number(0, 10), default=0.2, metavar="MM", help="unevenness in mm (default: 0.2)"
    )
    _seed(settle)
    settle.add_argument("--precision", choices=NATURES[1:], default="realtime", help="how exact (default: realtime)")
    _json(settle)


def _add_games(commands: argparse._SubParsersAction[Parser]) -> None:
    simulate = _command(commands, "simulate", "games", "let bots play, without a display")
    _game(simulate, "tactical", "fast", says="what they play")
    _players(simulate)
    _seed(simulate)
    simulate.add_argument(
        "--bots", type=levels, default=("easy",), metavar="LIST", help="levels by seat, repeated: easy,medium"
    )
    simulate.add_argument("--nature", choices=NATURES, help="the physics (default: ideal, all stands; fast: realtime)")
    simulate.add_argument("--expert", action="store_true", help="the expert variant")
    simulate.add_argument("--large", type=whole(0, 9), metavar="N", help="large nobles per player")
    simulate.add_argument("--small", type=whole(0, 9), metavar="N", help="small nobles per player")
    simulate.add_argument("--stop-watch", type=whole(5, 7200), metavar="S", help="seconds a round (Fast Game)")
    simulate.add_argument(
        "--wins", type=whole(1, 9), metavar="N", help="rounds that win a match (Fast Game; default: 3)"
    )
    simulate.add_argument("--assist", choices=("guided", "light", "free"), help="help of the hands (Fast Game)")
    simulate.add_argument("-o", "--output", type=Path, metavar="RECORD", help="save the record; of several, numbered")
    simulate.add_argument(
        "--games", type=whole(1, 100_000), default=1, metavar="K", help="how many, with the seeds S, S+1 ..."
    )
    _json(simulate)

    replay = _command(commands, "replay", "games", "play a record again and check it")
    _file(replay, "RECORD", "a file babylon3d.record/1")
    replay.add_argument("--verify", action="store_true", help="also ask for a finished game")
    replay.add_argument("--resimulate", action="store_true", help="drive the physics again from the hands (Fast Game)")
    _json(replay)


def _add_pictures(commands: argparse._SubParsersAction[Parser]) -> None:
    render = _command(commands, "render", "render", "draw a picture of a build or of the end of a record")
    _file(render, "BUILD|RECORD", "a file babylon3d.build/1 or babylon3d.record/1")
    render.add_argument("-o", "--output", type=Path, metavar="PNG", help="where to (default: the file's name, .png)")
    render.add_argument("--size", type=size, default=(1280, 720), metavar="WxH", help="in pixels (default: 1280x720)")
    render.add_argument("--camera", type=camera, metavar="A,E,D", help="azimuth, elevation (degrees), distance (m)")
    render.add_argument("--quality", default="high", metavar="Q", help="how well it is drawn (default: high)")

    bench = _command(commands, "bench", "bench", "measure this machine against the program's bars")
    bench.add_argument("--quick", action="store_true", help="fewer repetitions")
    bench.add_argument("--only", action="append", choices=SECTIONS, default=[], help="only this section")
    _json(bench)


def parse_players(text: str) -> tuple[tuple[str, str], ...]:
    """`Ann:human,Bo:bot:medium` as names and controllers. Raises: BadText."""
    found = []
    for item in text.split(","):
        name, _, controller = item.strip().partition(":")
        if controller == "bot":
            controller = "bot:easy"
        if not name or len(name) > 40 or controller not in ("human", *(f"bot:{level}" for level in LEVELS)):
            raise BadText(f'"{item[:60]}" is no player', "--players", "Ann:human or Bo:bot:medium would do")
        found.append((name, controller))
    if not 3 <= len(found) <= 5:
        raise BadText(f"{len(found)} players are given", "--players", "3 to 5 would do")
    return tuple(found)
