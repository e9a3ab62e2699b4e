"""Small positions near a corner of the table, with few pieces left, for exhaustive search."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.building import COLOURS, REACH, groups, legal
from tests.oracle.random_builds import add, random_build
from tests.oracle.tactical import Turn

Json = dict[str, Any]
CORNER = (-REACH, -REACH)


def small_position(rng: random.Random) -> Json:
    """A position at the start of a turn or within one (then perhaps a dead end): connected before the turn."""
    players = rng.choice((3, 3, 4, 5))
    roomy = rng.random() < 0.6
    build = random_build(rng, rng.choice((12, 20) if roomy else (3, 5, 8)), at=CORNER, players=players)
    build["parts"] = max(groups(build["parts"]), key=len)
    known = {part["id"] for part in build["parts"]}
    build["nobles"] = [noble for noble in build["nobles"] if noble["on"] in known]
    seat = rng.randrange(players)
    if not roomy:
        crown(build, rng, players, rng.choice((0.0, 0.0, 0.0, 0.3, 0.6, 1.0)))
    supply = _plenty(rng) if roomy else _supply(rng, len(build["parts"]))
    position: Json = {
        "format": "babylon3d.tactical/1",
        "build": build,
        "players": [{"colour": COLOURS[i], "supply": dict(supply), "turns_taken": 2} for i in range(players)],
        "to_move": seat,
        "placed_this_turn": [],
        "special_pending": False,
        "expert": False,
        "options": {"first": rng.randrange(players)},
    }
    if rng.random() < 0.2:
        for player in position["players"]:
            player["turns_taken"] = 0
        build["nobles"].clear()
    if rng.random() < 0.5:
        _place_some(position, rng)
    return position


def _plenty(rng: random.Random) -> Json:
    """Enough for most turns to be possible."""
    towers = rng.choice((2, 3, 4))
    return {"towers": towers, "bridges": rng.choice((0, 0, 1)), "large": rng.choice((0, 1, 2)), "small": 3}


def _supply(rng: random.Random, parts: int) -> Json:
    """Few pieces, at least four together; the more stands, the fewer loose parts, or the search takes minutes."""
    while True:
        supply = {
            "towers": rng.choice((0, 1, 2, 3)),
            "bridges": rng.choice((0, 0, 1, 1, 2)),
            "large": rng.choice((0, 0, 1, 2)),
            "small": rng.choice((0, 1, 2, 3, 4)),
        }
        loose = supply["towers"] + 2 * supply["bridges"]
        if 4 <= sum(supply.values()) <= 6 and loose <= (4 if parts < 3 else 3):
            return supply


def crown(build: Json, rng: random.Random, players: int, share: float) -> None:
    """Nobles on that share of the free towers."""
    for kind in ("large", "small"):
        for place in legal(build, kind, rng.choice(COLOURS[:players]), players):
            if rng.random() < share / 2 if kind == "large" else rng.random() < share:
                colour = rng.choice(COLOURS[:players])
                if place in legal(build, kind, colour, players):
                    add(build, f"c{len(build['nobles'])}", kind, colour, place, rng)


def _place_some(position: Json, rng: random.Random) -> None:
    """One to three placements of the running turn, each legal by itself; connection and dead ends are not asked."""
    names = {"tower": "towers", "bridge": "bridges", "large": "large", "small": "small"}
    build = position["build"]
    player = position["players"][position["to_move"]]
    position["base_before"] = sorted({(x, y) for x, y in Turn(position).base_before})
    for _ in range(rng.randint(1, 3)):
        turn = Turn(position)
        options = [(kind, new) for kind in names for new in turn.single(kind, near=3)]
        if not options:
            return
        high = [option for option in options if option[1].get("level", 2) > 1]
        options = high if high and rng.random() < 0.6 else options
        kind = rng.choice(sorted({kind for kind, _ in options}))
        _, new = rng.choice([option for option in options if option[0] == kind])
        name = f"x{len(position['placed_this_turn'])}"
        build["parts" if "kind" in new else "nobles"].append({**new, "id": name})
        position["placed_this_turn"].append(name)
        player["supply"][names[kind]] -= 1
