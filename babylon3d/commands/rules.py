"""The commands that ask the rules: `check`, `legal`, `score`, `moves`."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from typing import Any

from babylon3d.commands.inputs import load_build, load_position, load_round, load_scored_build
from babylon3d.commands.output import plural, print_json, table
from babylon3d.core.build import Build
from babylon3d.core.errors import BadText
from babylon3d.formats.reading import located
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.fast.scoring import score_round
from babylon3d.games.babylon.legality import BabylonGame, single_placements, violations
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.games.babylon.tactical.scoring import ScoreTable, score_table


def check(given: Namespace) -> int:
    """Say whether a build is legal and connected; 1 if it is not."""
    build = load_build(given.file, overlapping=True)
    found = violations(build, given.game, given.players)
    buildings = len(build.buildings(BABYLON))
    cells = [cell for part in build.parts for cell in BABYLON.cells(part)]
    height = max((cell.level for cell in cells), default=0)
    base_area = len({(cell.x, cell.y) for cell in cells})
    connected = buildings <= 1
    code = 0 if connected and not found else 1
    if given.json:
        print_json(
            {
                "legal": not found,
                "connected": connected,
                "height": height,
                "base_area": base_area,
                "violations": [{"ruling": v.ruling, "part": v.part, "message": v.message} for v in found],
            }
        )
        return code
    words = "connected" if connected else f"not connected ({buildings} buildings)"
    print(f"{given.file}: {'not legal' if found else 'legal'}, {words}")
    pieces = f"{plural(len(build.parts), 'part')}, {plural(len(build.nobles), 'noble')}"
    print(f"  {pieces}; height {height}; base area {plural(base_area, 'cell')}")
    if found:
        print(table((v.ruling, v.part, v.message) for v in found))
    return code


def legal(given: Namespace) -> int:
    """List the single placements of a piece on a legal build."""
    build = load_build(given.file)
    name = str(given.file)
    if not build.parts:
        raise BadText("there is no part", f"{name}: $.parts", "legal wants a build with at least one")
    _refuse_illegal(build, given.game, given.players, f"{name}: $")
    found = list(single_placements(Building.of(build), given.piece, given.colour or "", given.game, given.players))
    if given.json:
        placements = []
        for place in found:
            told: dict[str, Any] = dict(zip(("x", "y", "level"), place.cell, strict=True))
            told |= {key: value for key, value in (("axis", place.axis), ("on", place.on)) if value is not None}
            placements.append(told)
        print_json({"placements": placements})
        return 0
    what = given.piece if given.piece in ("tower", "bridge") else f"{given.colour or 'any'} {given.piece} noble"
    print(f"{given.file}: {plural(len(found), 'placement')} of a {what}")
    rows = [(f"level {p.cell.level}", f"({p.cell.x}, {p.cell.y})", p.axis or p.on or "") for p in found]
    print(table(rows) + "\n" if rows else "", end="")
    return 0


def _refuse_illegal(build: Build, game: BabylonGame, players: int, where: str) -> None:
    """Check that the build at a JSON path is legal. Raises: BadText naming the first violation."""
    for found in violations(build, game, players):
        keys = [f"parts[{i}]" for i in range(len(build.parts))] + [f"nobles[{i}]" for i in range(len(build.nobles))]
        key = dict(zip((piece.id for piece in build.pieces()), keys, strict=True))[found.part]
        raise BadText(f"{found.message} ({found.ruling})", f"{where}.{key}", "a legal build would do")


def score(given: Namespace) -> int:
    """Score a build by the Tactical Game's rules (T9), or a round of the Fast Game (F9-F13)."""
    if given.game == "fast":
        return _score_round(given)
    found = score_table(load_scored_build(given.file), given.bridges_left)
    if given.json:
        print_json(
            {
                "players": {
                    colour: {
                        "levels": {str(level): points for level, points in row.levels.items()},
                        "bridges": row.bridges,
                        "total": row.total,
                    }
                    for colour, row in found.players.items()
                },
                "winners": list(found.winners),
            }
        )
        return 0
    print(f"{given.file}: " + _won(found))
    print(_sheet(found))
    return 0


def _score_round(given: Namespace) -> int:
    """Score a round: per player the two areas, the pile, the final score, and who wins it."""
    if given.bridges_left:
        raise BadText("the Fast Game does not count bridges", "--bridges-left", "leave it out")
    round_ = load_round(given.file)
    found, colours = score_round(round_.state), round_.colours
    winners = [colours[seat] for seat in found.winners]
    if given.json:
        players = {
            colour: {"out": True}
            if score.final is None
            else {"left": score.left, "right": score.right, "final": score.final}
            for colour, score in zip(colours, found.seats, strict=True)
        }
        print_json({"players": players, "winners": winners})
        return 0
    said = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}" if winners else "nobody wins"
    print(f"{given.file}: {said}")
    rows: list[tuple[object, ...]] = [("", "left", "right", "pile", "final")]
    for colour, score in zip(colours, found.seats, strict=True):
        rows.append((colour, score.left, score.right, score.pile, "out" if score.final is None else score.final))
    print(table(rows, right=frozenset(range(1, 5))))
    return 0


def _won(found: ScoreTable) -> str:
    if not found.winners:
        return "nobody has a noble or a bridge"
    return f"{' and '.join(found.winners)} {'wins' if len(found.winners) == 1 else 'share the win'}"


def _sheet(found: ScoreTable) -> str:
    """The scoring sheet: levels from the highest down, each colour's nobles and, for the leader, the points."""
    colours = list(found.players)
    rows: list[list[str]] = [["level", *colours]]
    for row in found.rows:
        fields = []
        for colour in colours:
            count = row.counts.get(colour, 0)
            points = f" +{row.points}" if row.leader == colour else ""
            fields.append(f"{'*' * count}{points}" if count else "")
        rows.append([str(row.level), *fields])
    rows.append(["bridges", *(str(found.players[c].bridges or "") for c in colours)])
    rows.append(["total", *(str(found.players[c].total) for c in colours)])
    return table(rows, right=frozenset(range(1, len(colours) + 1)))


def moves(given: Namespace) -> int:
    """List the legal moves of a position of the Tactical Game (T1-T7)."""
    position = load_position(given.file)
    if given.roll is not None:
        raise BadText("the Tactical Game has no die", "--roll", "leave it out")
    from babylon3d.games.babylon.tactical.state import state_from_position

    _refuse_illegal(position.build, "tactical", len(position.players), f"{given.file}: $.build")
    with located(str(given.file)):
        state = state_from_position(position)
    found = list(moves_told(state))
    if given.json:
        print_json({"moves": found})
        return 0
    counts = Counter(f"{move['kind']} {move.get('piece', '')}".strip() for move in found)
    listed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    print(f"{given.file}: {state.mover.colour} has {plural(len(found), 'move')}" + (f" ({listed})" if listed else ""))
    rows = [(move["kind"], *(_said(key, value) for key, value in move.items() if key != "kind")) for move in found]
    print(table(rows) + "\n" if rows else "", end="")
    return 0


def _said(key: str, value: Any) -> str:
    if isinstance(value, list):
        return " ".join(value)
    return f"{key} {value}" if key in ("x", "y", "level") else str(value)


def moves_told(state: Any) -> Iterator[dict[str, Any]]:
    """The legal moves, each once, turns of a tower not told apart."""
    from babylon3d.core.lattice import Cell
    from babylon3d.games.babylon.tactical import model
    from babylon3d.games.babylon.tactical.rules import TacticalRules

    turned: set[str] = set()
    for action in TacticalRules().legal_actions(state, state.to_move):
        match action:
            case model.Place():
                if action.turn:
                    continue
                place: dict[str, Any] = {"kind": "place", "piece": action.piece}
                place |= {"x": action.x, "y": action.y, "level": action.level}
                if action.axis is not None:
                    place["axis"] = action.axis
                if action.piece in ("large", "small"):
                    place["on"] = state.building.part_at(Cell(action.x, action.y, action.level)).id
                yield place
            case model.EndTurn():
                yield {"kind": "end"}
            case model.Exchange():
                yield {"kind": "exchange", "nobles": list(action.nobles)}
            case model.TurnTower():
                if action.tower not in turned:
                    turned.add(action.tower)
                    yield {"kind": "turn", "tower": action.tower}
            case model.Unable():
                yield {"kind": "unable"}
