"""Composes the sample builds of assets/presets: `python scripts/build_presets.py`. Needs nothing but babylon3d."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from babylon3d.core.build import Build, Noble, Part  # noqa: E402
from babylon3d.core.lattice import Axis, Cell, Turn  # noqa: E402
from babylon3d.formats import build_json  # noqa: E402

Spot = tuple[int, int]

# The two cells of the plan beside a bridge's middle, by its axis.
ENDS: dict[str, tuple[Spot, Spot]] = {"x": ((-1, 0), (1, 0)), "y": ((0, -1), (0, 1))}


class Sketch:
    """A build in the making: everything stands on what is there, so the order of placing is always right."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.nobles: list[Noble] = []
        self.top: dict[Spot, int] = {}
        self._tower: dict[Spot, str] = {}

    def raise_to(self, level: int, *spots: Spot) -> None:
        """Stack towers on each spot until its top is at `level`."""
        for spot in spots:
            for at in range(self.top.get(spot, 0) + 1, level + 1):
                name = f"t{sum(p.kind == 'tower' for p in self.parts) + 1}"
                self.parts.append(Part(name, "tower", Cell(*spot, at), turn=outward(spot)))
                self.top[spot], self._tower[spot] = at, name

    def bridge(self, x: int, y: int, axis: Axis) -> None:
        """Lay a bridge as low as its ends allow, the lower end raised with towers."""
        ends = [(x + dx, y + dy) for dx, dy in ENDS[axis]]
        level = max(self.top.get(end, 0) for end in ends)
        self.raise_to(level, *ends)
        name = f"b{sum(p.kind == 'bridge' for p in self.parts) + 1}"
        self.parts.append(Part(name, "bridge", Cell(x, y, level + 1), axis=axis))
        for spot in (ends[0], (x, y), ends[1]):
            self.top[spot] = level + 1
            self._tower.pop(spot, None)

    def noble(self, colour: str, size: str, *spots: Spot) -> None:
        """Stand a noble on the tower at the top of each spot."""
        for spot in spots:
            name = f"n{len(self.nobles) + 1}"
            self.nobles.append(Noble(name, colour, size, self._tower[spot]))

    def build(self) -> Build:
        return Build("babylon", tuple(self.parts), tuple(self.nobles))


def outward(spot: Spot) -> Turn:
    """The turn that shows a tower's large doorway to the outside."""
    x, y = spot
    if abs(y) >= abs(x):
        return 0 if y <= 0 else 180
    return 90 if x > 0 else 270


def around(x: int, y: int) -> list[Spot]:
    """A spot and its mirror images."""
    return sorted({(x, y), (-x, y), (x, -y), (-x, -y)})


def gate() -> Build:
    """A city gate: a high vaulted passage between two strong towers."""
    s = Sketch()
    for y in (-1, 1):
        s.raise_to(2, *((x, y) for x in (-5, -3, 3, 5)))
        s.raise_to(3, (-1, y), (1, y))
        for x in (-4, 4, -2, 2, 0):
            s.bridge(x, y, "x")
    for x in (0, -4, 4, -5, 5):
        s.bridge(x, 0, "y")
    corners = [(x, y) for x in (-5, -3, 3, 5) for y in (-1, 1)]
    s.raise_to(7, *corners)
    s.raise_to(6, *around(4, 1))
    for y in (-1, 1):
        for x in (-4, 4):
            s.bridge(x, y, "x")
    s.raise_to(9, *corners)
    s.raise_to(6, *around(1, 1))
    s.raise_to(8, (0, 0))
    s.noble("violet", "large", (0, 0))
    s.noble("blue", "large", (-5, -1), (5, 1))
    s.noble("red", "large", (5, -1), (-5, 1))
    s.noble("yellow", "small", (-3, -1), (3, -1), (1, -1))
    s.noble("green", "small", (-1, -1), (3, 1), (-3, 1))
    s.noble("red", "small", (1, -1))
    return s.build()


def ziggurat() -> Build:
    """A stepped temple mountain with a shrine on its platform."""
    s = Sketch()
    odd = (-3, -1, 1, 3)
    s.raise_to(1, *((x, y) for y in odd for x in odd))
    for y in odd:
        for x in (-2, 2):
            s.bridge(x, y, "x")
    for x in (-1, 1):
        for y in (-2, 2):
            s.bridge(x, y, "y")
    inner = around(1, 1)
    s.raise_to(3, *around(3, 1))
    s.raise_to(3, *around(3, 3))
    s.raise_to(4, *around(1, 3))
    s.raise_to(6, *inner)
    for y in (-1, 1):
        s.bridge(0, y, "x")
    for x in (-1, 0, 1):
        s.bridge(x, 0, "y")
    s.raise_to(9, *inner)
    s.raise_to(10, (0, 0))
    s.noble("violet", "large", (0, 0))
    s.noble("red", "small", *around(1, 1)[:2])
    s.noble("green", "small", *around(1, 1)[2:])
    s.noble("blue", "large", (-1, -3), (1, 3))
    s.noble("yellow", "large", (1, -3), (-1, 3))
    s.noble("red", "small", (-3, -3), (3, 3))
    s.noble("yellow", "small", (3, -3), (-3, 3))
    return s.build()


def arcade() -> Build:
    """An aqueduct of two tiers, its deck on staggered arches."""
    s = Sketch()
    odd = range(-7, 8, 2)
    for pillar in (2, 5):
        s.raise_to(pillar, *((x, 0) for x in odd))
        for x in (-6, -2, 2, 6):
            s.bridge(x, 0, "x")
        for x in (-4, 0, 4):
            s.bridge(x, 0, "x")
        s.raise_to(pillar + 2, *((x, 0) for x in range(-7, 8)))
    s.raise_to(9, (-7, 0), (7, 0))
    s.raise_to(8, (-2, 0), (2, 0))
    s.noble("red", "large", (-7, 0))
    s.noble("blue", "large", (7, 0))
    s.noble("yellow", "large", (-2, 0))
    s.noble("green", "large", (2, 0))
    s.noble("violet", "small", (-6, 0), (6, 0))
    return s.build()


def keep() -> Build:
    """A tall keep: four bound columns on flying buttresses, a look-out on every storey."""
    s = Sketch()
    inner, feet = around(1, 1), around(3, 1)
    s.raise_to(2, *inner, *feet)
    for y in (-1, 1):
        for x in (-2, 2):
            s.bridge(x, y, "x")
    for x in (-1, 1):
        s.bridge(x, 0, "y")
    for y in (-1, 1):
        s.bridge(0, y, "x")
    s.raise_to(5, *feet)
    for storey in (7, 11):
        s.raise_to(storey, *inner)
        for x in (-1, 1):
            s.bridge(x, 0, "y")
        for y in (-1, 1):
            s.bridge(0, y, "x")
    s.bridge(0, 0, "y")
    s.raise_to(15, *inner)
    s.raise_to(16, (0, 0))
    s.noble("red", "large", (0, 0))
    s.noble("blue", "small", (-1, -1), (1, 1))
    s.noble("yellow", "small", (1, -1), (-1, 1))
    s.noble("green", "large", (-3, -1), (3, 1))
    s.noble("violet", "large", (3, -1), (-3, 1))
    return s.build()


def courtyard() -> Build:
    """A cloister: arches around an open court, a turret at every corner, a gatehouse in front."""
    s = Sketch()
    odd = (-3, -1, 1, 3)
    s.raise_to(2, *((x, y) for y in (-3, 3) for x in odd))
    for y in (-3, 3):
        for x in (-2, 2):
            s.bridge(x, y, "x")
    for y in (-3, 3):
        s.bridge(0, y, "x")
    for x in (-3, 3):
        s.raise_to(3, (x, -1), (x, 1))
        for y in (-2, 2):
            s.bridge(x, y, "y")
        s.bridge(x, 0, "y")
    s.raise_to(7, *around(3, 3))
    s.raise_to(6, (-1, -3), (1, -3))
    s.bridge(0, -3, "x")
    s.raise_to(8, (0, -3))
    s.raise_to(4, (-2, -3), (2, -3), (-2, 3), (2, 3))
    s.raise_to(5, (0, 3), (-1, 3), (1, 3))
    s.raise_to(6, (-3, 0), (3, 0), (0, 3))
    s.noble("yellow", "large", (0, -3))
    s.noble("red", "large", (-3, -3))
    s.noble("blue", "large", (3, -3))
    s.noble("green", "large", (-3, 3))
    s.noble("violet", "large", (3, 3))
    s.noble("red", "small", (3, 0), (2, -3))
    s.noble("blue", "small", (-3, 0), (-2, -3))
    s.noble("green", "small", (0, 3))
    return s.build()


def spiral() -> Build:
    """A spiral stair of arches around an open shaft."""
    s = Sketch()
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    middles: list[tuple[int, int, Axis]] = [(0, -1, "x"), (1, 0, "y"), (0, 1, "x"), (-1, 0, "y")]
    s.raise_to(1, corners[0])
    for step in range(12):
        s.bridge(*middles[step % 4])
    for height, corner in zip((14, 12, 13, 14), corners, strict=True):
        s.raise_to(height, corner)
    s.noble("red", "large", corners[0])
    s.noble("yellow", "large", corners[1])
    s.noble("green", "large", corners[2])
    s.noble("blue", "large", corners[3])
    return s.build()


def city() -> Build:
    """A hundred parts: houses of many heights on arcades around a tall keep, fifteen nobles."""
    s = Sketch()
    odd = (-3, -1, 1, 3)
    inner = around(1, 1)
    s.raise_to(1, *((x, y) for y in odd for x in odd))
    for y in odd:
        for x in (-2, 2):
            s.bridge(x, y, "x")
    for x in (-1, 1):
        for y in (-2, 2):
            s.bridge(x, y, "y")
    for y in (-1, 1):
        s.bridge(0, y, "x")
    for x in (-1, 0, 1):
        s.bridge(x, 0, "y")
    s.raise_to(8, *inner)
    for y in (-1, 1):
        s.bridge(0, y, "x")
    s.bridge(0, 0, "y")
    s.raise_to(12, *inner)
    s.raise_to(13, (0, 0))
    houses = {
        (-3, -3): 6, (-2, -3): 3, (-1, -3): 5, (1, -3): 5, (2, -3): 4, (3, -3): 4,
        (-3, -1): 4, (-2, -1): 3, (2, -1): 3, (3, -1): 5,
        (-3, 1): 5, (-2, 1): 3, (2, 1): 4, (3, 1): 3,
        (-3, 3): 4, (-2, 3): 3, (-1, 3): 3, (1, 3): 5, (2, 3): 3, (3, 3): 6,
    }  # fmt: skip
    for spot, height in houses.items():
        s.raise_to(height, spot)
    s.noble("red", "large", (0, 0))
    s.noble("red", "small", (-2, -3), (3, -1))
    s.noble("blue", "large", (-3, -3))
    s.noble("blue", "small", (1, 1), (2, -3))
    s.noble("yellow", "large", (3, 3))
    s.noble("yellow", "small", (-1, -1), (3, -3))
    s.noble("green", "large", (1, -3))
    s.noble("green", "small", (1, -1), (-3, -1))
    s.noble("violet", "large", (-1, -3))
    s.noble("violet", "small", (-1, 1), (3, -3))
    return s.build()


PRESETS = {
    "gate": gate,
    "ziggurat": ziggurat,
    "arcade": arcade,
    "keep": keep,
    "courtyard": courtyard,
    "spiral": spiral,
    "city": city,
}


def main() -> None:
    folder = ROOT / "assets" / "presets"
    folder.mkdir(parents=True, exist_ok=True)
    for name, compose in PRESETS.items():
        build = compose()
        (folder / f"{name}.json").write_bytes(build_json(build))
        towers = sum(p.kind == "tower" for p in build.parts)
        print(f"{name}: {towers} towers, {len(build.parts) - towers} bridges, {len(build.nobles)} nobles")


if __name__ == "__main__":
    main()
