"""Random legal builds for tests: legal pieces placed one after another, sometimes one taken away again."""

from __future__ import annotations

import json
import random
from typing import Any

from tests.oracle.building import COLOURS, cells, feet, legal, noble_cells

Json = dict[str, Any]
WEIGHTS = {"tower": 6, "bridge": 4, "small": 2, "large": 1}


def random_build(rng: random.Random, pieces: int, *, at: tuple[int, int] = (0, 0), players: int = 4) -> Json:
    """A legal build, connected or not, of about `pieces` pieces, the first one at the cell `at`."""
    build: Json = {"format": "babylon3d.build/1", "set": "babylon", "parts": [], "nobles": []}
    build["parts"].append({"id": "t0", "kind": "tower", "x": at[0], "y": at[1], "level": 1, "turn": 0})
    for n in range(1, pieces):
        kind = rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        colour = rng.choice(COLOURS[:players])
        places = legal(build, kind, colour, players, reach=2)
        if not places:
            continue
        # Mostly off the table, or the builds would be flat.
        high = [p for p in places if p["level"] > 1]
        place = rng.choice(high if high and rng.random() < 0.75 else places)
        add(build, f"p{n}", kind, colour, place, rng)
        if rng.random() < 0.1:
            remove(build, rng)
    return build


def add(build: Json, name: str, kind: str, colour: str, place: Json, rng: random.Random) -> None:
    """Add a piece at a place that `legal` gave."""
    if kind in ("large", "small"):
        build["nobles"].append({"id": name, "colour": colour, "size": kind, "on": place["on"]})
        return
    part = {"id": name, "kind": kind, **place}
    if kind == "tower":
        part["turn"] = rng.choice((0, 90, 180, 270))
    build["parts"].append(part)


def remove(build: Json, rng: random.Random) -> None:
    """Take away a piece that carries nothing, if it is not the last part."""
    busy = noble_cells(build["parts"], build["nobles"])
    busy |= {foot for part in build["parts"] for foot in feet(part)}
    free = [p for p in build["parts"] if not any((x, y, level + 1) in busy for x, y, level in cells(p))]
    if len(build["parts"]) > 1 and free:
        build["parts"].remove(rng.choice(free))


def encoded(document: Json) -> bytes:
    """A document as a file."""
    return json.dumps(document).encode()
