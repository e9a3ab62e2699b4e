"""What `score` and `moves` say of a build and of a position of the Tactical Game."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from typing import Any

from babylon3d.core.errors import BadText
from babylon3d.core.lattice import Cell
from babylon3d.core.prose import listed, plural, table
from babylon3d.formats.reading import located
from babylon3d.games.babylon.tactical import model
from babylon3d.games.babylon.tactical.position import start_of
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.scoring import ScoreTable, score_table
from babylon3d.games.babylon.tactical.state import TacticalState, state_from_position
from babylon3d.playable.babylon.judge import refuse_illegal
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.babylon.tactical.document import read_position
from babylon3d.playable.builds import build_from
from babylon3d.playable.documents import Answer, Begun
from babylon3d.present.model import SceneModel
from babylon3d.present.showcase import showcase


def score(data: bytes, name: str, given: Namespace) -> Answer:
    """Score a build (T9), level by level."""
    build, _ = build_from(data, name)
    found = score_table(build, given.bridges_left or {})
    told = {
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
    return Answer(told, f"{_won(found)}\n{_sheet(found)}")


def _won(found: ScoreTable) -> str:
    if not found.winners:
        return "nobody has a noble or a bridge"
    return f"{listed(found.winners)} {'wins' if len(found.winners) == 1 else 'share the win'}"


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


def moves(data: bytes, name: str, given: Namespace) -> Answer:
    """List the legal moves of a position (T1-T7)."""
    position = read_position(data, name)
    if given.roll is not None:
        raise BadText("the Tactical Game has no die", "--roll", "leave it out")
    refuse_illegal(position.build, "tactical", len(position.players), f"{name}: $.build")
    with located(name):
        state = state_from_position(position)
    found = list(moves_told(state))
    counts = Counter(f"{move['kind']} {move.get('piece', '')}".strip() for move in found)
    listed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    head = f"{state.mover.colour} has {plural(len(found), 'move')}" + (f" ({listed})" if listed else "")
    rows = [(move["kind"], *(_said(key, value) for key, value in move.items() if key != "kind")) for move in found]
    return Answer({"moves": found}, "\n".join([head, table(rows)] if rows else [head]))


def pictured(data: bytes, name: str) -> SceneModel:
    """A position as it stands on the table, whether the rules can reach it or not."""
    return showcase(read_position(data, name).build, PIECES)


def begun(data: bytes, name: str) -> Begun:
    """A game that begins with a position, if the rules can go on from it."""
    position = read_position(data, name)
    refuse_illegal(position.build, "tactical", len(position.players), f"{name}: $.build")
    with located(name):
        state_from_position(position)
    return Begun(tuple(player.colour for player in position.players), start_of(position))


def _said(key: str, value: Any) -> str:
    if isinstance(value, list):
        return " ".join(value)
    return f"{key} {value}" if key in ("x", "y", "level") else str(value)


def moves_told(state: TacticalState) -> Iterator[dict[str, Any]]:
    """The legal moves, each once, turns of a tower not told apart."""
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
                    tower = state.building.part_at(Cell(action.x, action.y, action.level))
                    assert tower is not None, "a legal place for a noble is a tower"
                    place["on"] = tower.id
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
