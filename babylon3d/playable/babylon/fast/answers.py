"""What `score` says of a round of the Fast Game (F9-F13)."""

from __future__ import annotations

from argparse import Namespace

from babylon3d.core.geometry import Pose
from babylon3d.core.prose import listed, table
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.fast.scoring import score_round
from babylon3d.playable.babylon.fast.document import read_round
from babylon3d.playable.babylon.fast.scene import scene
from babylon3d.playable.documents import Answer
from babylon3d.present.model import SceneModel


def pictured(data: bytes, name: str) -> SceneModel:
    """A round as it stands on the table, every area in its place."""
    state = read_round(data, name).state
    poses = {}
    for piece in state.standing:
        x, y, z = area_middle(state.areas, piece.area)
        px, py, pz = piece.rest.position
        poses[piece.id] = Pose((x + px, y + py, z + pz), piece.rest.quaternion)
    return scene(state, poses)


def score(data: bytes, name: str, given: Namespace) -> Answer:
    """Score a round: per player the two areas, the pile, the final score, and who wins it."""
    round_ = read_round(data, name)
    found, colours = score_round(round_.state), round_.colours
    winners = [colours[seat] for seat in found.winners]
    players = {
        colour: {"out": True}
        if score.final is None
        else {"left": score.left, "right": score.right, "final": score.final}
        for colour, score in zip(colours, found.seats, strict=True)
    }
    said = f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}" if winners else "nobody wins"
    rows: list[tuple[object, ...]] = [("", "left", "right", "pile", "final")]
    for colour, score in zip(colours, found.seats, strict=True):
        rows.append((colour, score.left, score.right, score.pile, "out" if score.final is None else score.final))
    return Answer({"players": players, "winners": winners}, f"{said}\n{table(rows, right=frozenset(range(1, 5)))}")
