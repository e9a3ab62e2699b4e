"""A second, slow reading of a turn of the Tactical Game: T1-T7 by exhaustive search, over plain JSON values.

A position is the parsed JSON of `babylon3d.tactical/1`.
"""

from __future__ import annotations

import itertools
from typing import Any

from tests.oracle.building import (
    Site,
    base_area,
    buildings,
    candidates,
    cells,
    fits,
    noble_breaks,
    part_breaks,
)

Json = dict[str, Any]
KINDS = ("tower", "bridge", "large", "small")
SUPPLY = {"tower": "towers", "bridge": "bridges", "large": "large", "small": "small"}


class Turn:
    """The running turn of a position: what stands, what the player still holds, what was placed."""

    def __init__(self, position: Json) -> None:
        self.players = len(position["players"])
        self.seat = position["to_move"]
        player = position["players"][self.seat]
        self.colour = player["colour"]
        self.held = {kind: player["supply"][SUPPLY[kind]] for kind in KINDS}
        self.parts = list(position["build"]["parts"])
        self.nobles = list(position["build"].get("nobles", []))
        self.placed = list(position.get("placed_this_turn", []))
        self.first_turn = player.get("turns_taken", 0) == 0
        self.starter = position.get("options", {}).get("first", 0) == self.seat
        base = position.get("base_before")
        if base is None:
            before = [p for p in self.parts if p["id"] not in self.placed]
            base = base_area({"parts": before})
        self.base_before = {(x, y) for x, y in base}

    def build(self) -> Json:
        return {"parts": self.parts, "nobles": self.nobles}

    def single(self, kind: str, near: int | None = None) -> list[Json]:
        """Every placement of one piece that is legal by itself: all rulings but T1's connection and T2."""
        if self.held[kind] == 0 or len(self.placed) == 5:
            return []
        if kind in ("large", "small"):
            if self.first_turn:
                return []
            return [
                n
                for n in candidates(self.build(), kind, self.colour)
                if not noble_breaks(n, self.parts, self.nobles, self.players)
            ]
        site = Site(self.parts, self.nobles)
        found = [p for p in candidates(self.build(), kind, reach=near) if not part_breaks(p, site)]
        if self.first_turn and self.starter:
            found = [p for p in found if p["level"] <= 2]
        return found

    def put(self, kind: str, new: Json) -> None:
        name = f"new{len(self.placed)}"
        (self.parts if "kind" in new else self.nobles).append({**new, "id": name})
        self.placed.append(name)
        self.held[kind] -= 1

    def take(self, kind: str, new: Json) -> None:
        (self.parts if "kind" in new else self.nobles).pop()
        self.placed.pop()
        self.held[kind] += 1

    def may_end(self) -> bool:
        """T1: 4 or 5 placed, connected; T4: another player's first turn adds to the base area."""
        if not 4 <= len(self.placed) <= 5 or buildings(self.parts) > 1:
            return False
        if self.first_turn and not self.starter:
            return not base_area(self.build()) <= self.base_before
        return True

    def near(self) -> int | None:
        """How far from what stands a placement can matter: parts that hang together share columns, a bridge spans 2.

        On an empty table nothing stands yet, so every cell counts.
        """
        placed_bridges = sum(1 for p in self.parts if p["id"] in self.placed and p["kind"] == "bridge")
        return 2 * (self.held["bridge"] + placed_bridges) if self.parts else None

    def can_finish(self) -> bool:
        """Whether the turn can be ended legally from here, by trying everything."""
        seen: set[frozenset[Any]] = set()
        near = self.near()
        left = [kind for kind in KINDS if self.held[kind]]
        return self._search(seen, left, near)

    def _search(self, seen: set[frozenset[Any]], kinds: list[str], near: int | None) -> bool:
        if self.may_end():
            return True
        if len(self.placed) == 5 or len(self.placed) + sum(self.held.values()) < 4:
            return False
        # A tower joins nothing; a bridge rests on two parts at most, so it joins at most two buildings.
        if buildings(self.parts) - 1 > self.held["bridge"]:
            return False
        key = frozenset(tuple(sorted((k, v) for k, v in p.items() if k != "id")) for p in self.parts + self.nobles)
        if key in seen:
            return False
        seen.add(key)
        options = [(kind, new) for kind in kinds for new in self.single(kind, near)]
        # What stands on the table last: that is where a search loses its time.
        for kind, new in sorted(options, key=lambda option: option[1].get("level", 9) == 1):
            self.put(kind, new)
            done = self._search(seen, kinds, near)
            self.take(kind, new)
            if done:
                return True
        return False


def unable(position: Json) -> bool:
    """T3: no legal turn of at least 4 placements exists."""
    turn = Turn(position)
    return not turn.placed and not position.get("special_pending", False) and not turn.can_finish()


def placements(position: Json) -> list[Json]:
    """T2: the single placements after which the turn can still be finished, in the words of the command `moves`."""
    turn = Turn(position)
    if position.get("special_pending", False):
        return []
    by_id = {p["id"]: p for p in turn.parts}
    found = []
    for kind in KINDS:
        for new in turn.single(kind, turn.near()):
            turn.put(kind, new)
            possible = turn.can_finish()
            turn.take(kind, new)
            if not possible:
                continue
            if "on" in new:
                tower = by_id[new["on"]]
                move = {"x": tower["x"], "y": tower["y"], "level": tower["level"], "on": new["on"]}
            else:
                move = {key: new[key] for key in ("x", "y", "level", "axis") if key in new}
            found.append({"kind": "place", "piece": kind, **move})
    return found


def exchanges(position: Json) -> list[tuple[str, str]]:
    """T6 (and T7 in the expert game): the pairs of nobles that may change places."""
    build = position["build"]
    nobles = build.get("nobles", [])
    turn_of = {p["id"]: p.get("turn", 0) for p in build["parts"]}
    found = []
    for a, b in itertools.combinations(nobles, 2):
        if a["size"] != b["size"] or a["colour"] == b["colour"] or a["on"] == b["on"]:
            continue
        if position.get("expert", False) and turn_of[a["on"]] != turn_of[b["on"]]:
            continue
        swapped = {a["id"]: b["on"], b["id"]: a["on"]}
        after = [{**n, "on": swapped.get(n["id"], n["on"])} for n in nobles]
        if all(fits([n for n in after if n["on"] == on], len(position["players"])) for on in (a["on"], b["on"])):
            found.append((a["id"], b["id"]))
    return found


def turnable(position: Json) -> list[str]:
    """T7: the towers that may be turned: those on which no building part stands."""
    parts = position["build"]["parts"]
    filled = {cell for p in parts for cell in cells(p)}
    return [p["id"] for p in parts if p["kind"] == "tower" and (p["x"], p["y"], p["level"] + 1) not in filled]


def moves(position: Json) -> list[Json]:
    """All moves of a position as the command `moves` tells them; the order says nothing."""
    if position.get("special_pending", False):
        found: list[Json] = [{"kind": "end"}]
        found += [{"kind": "exchange", "nobles": list(pair)} for pair in exchanges(position)]
        if position.get("expert", False):
            found += [{"kind": "turn", "tower": tower} for tower in turnable(position)]
        return found
    if unable(position):
        return [{"kind": "unable"}]
    found = placements(position)
    if Turn(position).may_end():
        found.append({"kind": "end"})
    return found
