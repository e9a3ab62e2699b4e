"""Second, slow scorers by game: from the last state and its plain JSON values to every seat's score and the winners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tests.contract.play import Played
from tests.oracle.scoring import score

Json = dict[str, Any]
Scored = tuple[list[int | None], list[int]]


def tactical(last: Any, state: Json) -> Scored:
    """T9, by the second reading of the rulings."""
    colours = [seat.colour for seat in last.seats]
    build = {
        "parts": [{"id": part[0], "level": part[4]} for part in state["parts"]],
        "nobles": [dict(zip(("id", "colour", "size", "on"), noble, strict=True)) for noble in state["nobles"]],
    }
    found = score(build, {seat.colour: seat.supply.bridges for seat in last.seats})
    return [found["players"][c]["total"] for c in colours], [colours.index(c) for c in found["winners"]]


def lookouts(last: Any, state: Json) -> Scored:
    """L2, counted lookout by lookout."""
    scores: list[int | None] = [0, 0]
    for _, seat, x, y in state["lookouts"]:
        scores[seat] = (scores[seat] or 0) + state["heights"][3 * y + x]
    first, second = scores
    assert first is not None and second is not None
    return scores, [0] if first > second else [1] if second > first else [0, 1]


def quarry(last: Any, state: Json) -> Scored:
    """Q5, from the faces of all cards."""
    scores: list[int | None] = []
    for row, hand in zip(state["rows"], state["hands"], strict=True):
        best = 0
        for card in hand:
            best = max(best, state["faces"][card] % 4 + 1)
        scores.append(best + sum(state["faces"][card] % 4 + 1 for card in row))
    most = sorted(points for points in scores if points is not None)[-1]
    return scores, [seat for seat, points in enumerate(scores) if points == most]


SCORERS: Mapping[str, Callable[[Any, Json], Scored]] = {
    "tactical": tactical,
    "toy-lookouts": lookouts,
    "toy-quarry": quarry,
}


def check_score(game: Played) -> None:
    """The result is what the second scorer says."""
    state = msgspec.to_builtins(game.spec.game.rules.canonical(game.session.state))
    scores, winners = SCORERS[game.spec.id](game.session.state, state)
    result = game.session.result()
    assert list(result.scores) == scores and sorted(result.winners) == sorted(winners), (game.seed, result)
