"""A second, slow scorer of the Tactical Game, written from ruling T9 alone, over plain JSON values."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def score(build: Json, bridges_left: dict[str, int]) -> Json:
    """T9 in the words of the command `score`."""
    level_of = {part["id"]: part["level"] for part in build["parts"]}
    colours = sorted({n["colour"] for n in build.get("nobles", [])} | set(bridges_left))
    players: Json = {
        colour: {"levels": {}, "bridges": -bridges_left.get(colour, 0), "total": -bridges_left.get(colour, 0)}
        for colour in colours
    }
    for level in sorted(set(level_of.values())):
        count = dict.fromkeys(colours, 0)
        for noble in build.get("nobles", []):
            if level_of[noble["on"]] == level:
                count[noble["colour"]] += 1
        most = max(count.values(), default=0)
        leaders = [c for c in colours if count[c] == most]
        if most > 0 and len(leaders) == 1:
            players[leaders[0]]["levels"][str(level)] = level
            players[leaders[0]]["total"] += level
    return {"players": players, "winners": winners(players)}


def winners(players: Json) -> list[str]:
    """Most points; among the tied who scored the highest level; none scored: they share."""
    if not players:
        return []
    best = max(p["total"] for p in players.values())
    tied = [c for c in players if players[c]["total"] == best]
    highest = {c: max(players[c]["levels"].values(), default=0) for c in tied}
    top = max(highest.values())
    return sorted(c for c in tied if highest[c] == top)
