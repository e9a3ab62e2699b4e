"""The format `babylon3d.build/1`: parts and nobles on the lattice, of any set of pieces."""

from __future__ import annotations

import json
import math
from typing import Annotated, Any, Literal

import msgspec

from babylon3d.core.build import Build, Noble, Part, PieceSet
from babylon3d.core.errors import BadText
from babylon3d.core.geometry import Pose
from babylon3d.core.lattice import Cell
from babylon3d.formats.reading import MAX_PARTS, Coordinate, Id, Level, Metres, decode_document, located

BUILD_FORMAT = "babylon3d.build/1"

# What would do where a text or a number is one of a few, by the name of its field. What only a game to come can use
# is left out: it would be refused in the next step.
CHOICES = {
    "kind": '"tower" or "bridge"',
    "axis": '"x" or "y" (a block also "z")',
    "turn": "0, 90, 180 or 270",
    "colour": '"red", "yellow", "green", "blue" or "violet"',
    "size": '"large" or "small"',
    "set": '"babylon"',
    "shade": '"light" or "dark"',
    "format": f'"{BUILD_FORMAT}"',
}

Colour = Literal["red", "yellow", "green", "blue", "violet"]
Kilograms = Annotated[float, msgspec.Meta(ge=0.0001, le=10.0)]
Component = Annotated[float, msgspec.Meta(ge=-1.01, le=1.01)]


class PoseDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A laboratory pose: middle of the bounding box in metres, unit quaternion (x, y, z, w)."""

    position: tuple[Metres, Metres, Metres]
    quaternion: tuple[Component, Component, Component, Component]


class _PartDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    """What every part has. `pose` and `mass` (kg) are the laboratory's."""

    id: Id
    x: Coordinate
    y: Coordinate
    level: Level
    pose: PoseDocument | None = None
    mass: Kilograms | None = None


class TowerDocument(_PartDocument, frozen=True, tag="tower", kw_only=True):
    """A tower; `turn` in degrees, counter-clockwise seen from above."""

    turn: Literal[0, 90, 180, 270] = 0


class BridgeDocument(_PartDocument, frozen=True, tag="bridge", kw_only=True):
    """A bridge; `x, y` is its middle cell."""

    axis: Literal["x", "y"]


class BlockDocument(_PartDocument, frozen=True, tag="block", kw_only=True):
    """A block of the set baubylon; `x, y, level` is its lowest corner cell, `axis` the long one."""

    axis: Literal["x", "y", "z"]
    shade: Literal["light", "dark"]


class NobleDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A noble on the part with the id `on`."""

    id: Id
    colour: Colour
    size: Literal["large", "small"]
    on: Id


class BuildDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole build file."""

    format: Literal["babylon3d.build/1"]
    set: Literal["babylon", "baubylon"]
    parts: tuple[TowerDocument | BridgeDocument | BlockDocument, ...]
    nobles: tuple[NobleDocument, ...] = ()


_KINDS = {"babylon": ("tower", "bridge"), "baubylon": ("block",)}


def read_build(data: bytes, name: str = "build", *, laboratory: bool = False) -> Build:
    """A build from a file's bytes; it may be illegal and parts may overlap (`refuse_overlap` asks for that).

    `laboratory` lets parts have a pose and a mass. Raises: BadText with `name`, the JSON path and the reason.
    """
    with located(name):
        return to_build(decode_document(data, BuildDocument, BUILD_FORMAT, CHOICES), laboratory=laboratory)


def to_build(document: BuildDocument, where: str = "$", *, laboratory: bool = False) -> Build:
    """A document that stands at the JSON path `where`, as a build. Raises: BadText with the JSON path."""
    for pieces, key in ((document.parts, "parts"), (document.nobles, "nobles")):
        if len(pieces) > MAX_PARTS:
            raise BadText(f"{len(pieces):,} {key} are given", f"{where}.{key}", f"at most {MAX_PARTS:,} would do")
    taken: dict[str, str] = {}
    parts = []
    for i, part in enumerate(document.parts):
        at = f"{where}.parts[{i}]"
        _check_part(part, document.set, at, laboratory)
        _take(taken, part.id, at)
        parts.append(_part(part, at))
    if document.nobles and document.set != "babylon":
        raise BadText(f"the set {document.set} has no nobles", f"{where}.nobles", "leave them out")
    known = {part.id for part in parts}
    nobles = []
    for i, noble in enumerate(document.nobles):
        at = f"{where}.nobles[{i}]"
        _take(taken, noble.id, at)
        if noble.on not in known:
            raise BadText(f'no part is called "{noble.on}"', f"{at}.on", "the id of a tower would do")
        nobles.append(Noble(noble.id, noble.colour, noble.size, noble.on))
    return Build(document.set, tuple(parts), tuple(nobles))


def _take(taken: dict[str, str], id_: str, at: str) -> None:
    """Remember an id. Raises: BadText if another piece has it."""
    if id_ in taken:
        raise BadText(f'the id "{id_}" is taken by {taken[id_]}', f"{at}.id", "an id of its own would do")
    taken[id_] = at


def _check_part(part: TowerDocument | BridgeDocument | BlockDocument, set_: str, at: str, laboratory: bool) -> None:
    kind = str(part.__struct_config__.tag)
    if kind not in _KINDS[set_]:
        raise BadText(f"the set {set_} has no {kind}", f"{at}.kind", f"{' or '.join(_KINDS[set_])} would do")
    for key in ("pose", "mass"):
        if not laboratory and getattr(part, key) is not None:
            raise BadText(f'"{key}" is the laboratory\'s', f"{at}.{key}", "leave it out, or use settle or render")


def _part(part: TowerDocument | BridgeDocument | BlockDocument, at: str) -> Part:
    cell = Cell(part.x, part.y, part.level)
    pose = None if part.pose is None else _pose(part.pose, f"{at}.pose")
    match part:
        case TowerDocument():
            return Part(part.id, "tower", cell, turn=part.turn, pose=pose, mass_kg=part.mass)
        case BridgeDocument():
            return Part(part.id, "bridge", cell, axis=part.axis, pose=pose, mass_kg=part.mass)
        case BlockDocument():
            return Part(part.id, "block", cell, axis=part.axis, shade=part.shade, pose=pose, mass_kg=part.mass)


def _pose(pose: PoseDocument, at: str) -> Pose:
    x, y, z, w = pose.quaternion
    length = math.sqrt(x * x + y * y + z * z + w * w)
    if abs(length - 1.0) > 0.01:
        raise BadText(f"its length is {length:.3g}", f"{at}.quaternion", "[x, y, z, w] of length 1 would do")
    if abs(length - 1.0) < 1e-12:
        return Pose(pose.position, pose.quaternion)
    return Pose(pose.position, (x / length, y / length, z / length, w / length))


def overlap(build: Build, pieces: PieceSet) -> tuple[str, str, Cell] | None:
    """The first part in order that shares a cell with an earlier one: the earlier id, its own id, the cell.

    Parts with a pose of their own are not on the lattice and are passed over.
    """
    owner: dict[Cell, str] = {}
    for part in build.parts:
        if part.pose is not None:
            continue
        for cell in pieces.cells(part):
            if cell in owner:
                return owner[cell], part.id, cell
            owner[cell] = part.id
    return None


def refuse_overlap(build: Build, pieces: PieceSet, name: str = "build", where: str = "$") -> None:
    """Check that no two parts share a cell. Raises: BadText with `name` and the JSON path of the later part."""
    found = overlap(build, pieces)
    if found is None:
        return
    first, second, cell = found
    index = next(i for i, part in enumerate(build.parts) if part.id == second)
    raise BadText(
        f'"{second}" and "{first}" share the cell ({cell.x}, {cell.y}) of level {cell.level}',
        f"{name}: {where}.parts[{index}]",
        "only check takes overlapping parts",
    )


def part_json(part: Part) -> dict[str, Any]:
    """A part as plain JSON values, its keys in the format's order."""
    found: dict[str, Any] = {"id": part.id, "kind": part.kind, "x": part.cell.x, "y": part.cell.y}
    found["level"] = part.cell.level
    if part.kind == "tower":
        found["turn"] = part.turn
    if part.axis is not None:
        found["axis"] = part.axis
    if part.shade is not None:
        found["shade"] = part.shade
    if part.pose is not None:
        found["pose"] = {"position": list(part.pose.position), "quaternion": list(part.pose.quaternion)}
    if part.mass_kg is not None:
        found["mass"] = part.mass_kg
    return found


def build_json(build: Build) -> bytes:
    """A build as a file: "format" first, one piece a line."""
    return (_laid_out(build, "") + "\n").encode()


def _laid_out(build: Build, margin: str) -> str:
    nobles = [{"id": n.id, "colour": n.colour, "size": n.size, "on": n.on} for n in build.nobles]
    lists = {"parts": [part_json(p) for p in build.parts], "nobles": nobles}
    if build.set != "babylon":
        del lists["nobles"]
    rows = [f'{{"format": {json.dumps(BUILD_FORMAT)}, "set": {json.dumps(build.set)}']
    for key, pieces in lists.items():
        inner = (",\n" + margin + "  ").join(json.dumps(piece, ensure_ascii=False) for piece in pieces)
        rows.append(f' "{key}": [' + (f"\n{margin}  {inner}]" if pieces else "]"))
    return (",\n" + margin).join(rows) + "}"
