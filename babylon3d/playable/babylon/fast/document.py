"""The format `babylon3d.round/1`: a round of the Fast Game, area by area."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from babylon3d.core.build import Build, Part
from babylon3d.core.errors import BadText
from babylon3d.core.prose import plural
from babylon3d.formats.build import (
    CHOICES,
    BridgeDocument,
    BuildDocument,
    Colour,
    NobleDocument,
    TowerDocument,
    overlap,
    to_build,
)
from babylon3d.formats.reading import Id, decode_document, located
from babylon3d.games.babylon.fast.model import FastOptions, Rest
from babylon3d.games.babylon.fast.state import FastState, SeatState, Standing
from babylon3d.games.babylon.pieces import BABYLON, MAX_PLAYERS, MIN_PLAYERS, PartKind, PieceKind, Supply

ROUND_FORMAT = "babylon3d.round/1"

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000)]


class UnplacedDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has not placed, without large nobles set aside."""

    towers: Count
    bridges: Count
    large: Count
    small: Count


class RoundPlayerDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player at the end of a round."""

    colour: Colour
    unplaced: UnplacedDocument
    set_aside: Count = 0
    pile: Count = 0
    out: bool = False


class RoundTowerDocument(TowerDocument, frozen=True, tag="tower", kw_only=True):
    """A tower; `rests_on` says what cells cannot."""

    rests_on: tuple[Id, ...] | None = None


class RoundBridgeDocument(BridgeDocument, frozen=True, tag="bridge", kw_only=True):
    """A bridge; `rests_on` says what cells cannot."""

    rests_on: tuple[Id, ...] | None = None


class AreaDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A build that stands in an area."""

    format: Literal["babylon3d.build/1"]
    set: Literal["babylon"]
    parts: tuple[RoundTowerDocument | RoundBridgeDocument, ...]
    nobles: tuple[NobleDocument, ...] = ()


class RoundDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole round file. Area i lies between players i and i + 1; the last wraps round."""

    format: Literal["babylon3d.round/1"]
    players: Annotated[tuple[RoundPlayerDocument, ...], msgspec.Meta(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
    areas: tuple[AreaDocument, ...]
    expert: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """A round to be scored: its state, as if everything had come to rest."""

    state: FastState

    @property
    def colours(self) -> tuple[str, ...]:
        """The players' colours by seat."""
        return tuple(seat.colour for seat in self.state.seats)


def read_round(data: bytes, name: str = "round") -> Round:
    """A round from a file's bytes. Whether its buildings are legal is not asked.

    Raises: BadText with `name`, the JSON path and the reason.
    """
    with located(name):
        document = decode_document(data, RoundDocument, ROUND_FORMAT, CHOICES)
        _check_players(document)
        standing: list[Standing] = []
        for area, built in enumerate(document.areas):
            standing += _standing(document, built, area)
        seats = tuple(_seat(player) for player in document.players)
        state = FastState(FastOptions(expert=document.expert), seats, 1, "settling", tuple(standing))
    return Round(state)


def _check_players(document: RoundDocument) -> None:
    taken: dict[str, int] = {}
    for i, player in enumerate(document.players):
        if player.colour in taken:
            raise BadText(
                f"{player.colour} is taken by $.players[{taken[player.colour]}]",
                f"$.players[{i}].colour",
                "a colour of its own would do",
            )
        taken[player.colour] = i
    if len(document.areas) != len(document.players):
        raise BadText(
            f"{plural(len(document.areas), 'area')} for {plural(len(document.players), 'player')}",
            "$.areas",
            "one area a player would do",
        )


def _seat(player: RoundPlayerDocument) -> SeatState:
    left = player.unplaced
    supply = Supply(left.towers, left.bridges, left.large, left.small)
    tower: PieceKind = "tower"
    pile = (tower,) * player.pile
    return SeatState(player.colour, player.colour, supply, set_aside=player.set_aside, pile=pile, out=player.out)


def _standing(document: RoundDocument, built: AreaDocument, area: int) -> list[Standing]:
    """The pieces of an area, each resting on what it says or, without that, on what its cells say."""
    where = f"$.areas[{area}]"
    plain = BuildDocument("babylon3d.build/1", built.set, built.parts, built.nobles)
    build = to_build(plain, where)
    shared = overlap(build, BABYLON)
    if shared is not None:
        raise BadText(f'"{shared[1]}" and "{shared[0]}" share a cell', f"{where}.parts", "a cell of its own would do")
    by_cells = build.supports(BABYLON)
    known = {part.id: part for part in build.parts}
    pieces = []
    for i, (part, said) in enumerate(zip(build.parts, built.parts, strict=True)):
        below = by_cells[part.id] if said.rests_on is None else said.rests_on
        _check_below(below, part, known, f"{where}.parts[{i}].rests_on")
        turn = part.turn if part.kind == "tower" else (90 if part.axis == "y" else 0)
        pose = BABYLON.lattice_pose(part)
        rest = Rest(tuple(below), part.cell.level, turn, pose.position, pose.quaternion)
        kind: PartKind = "tower" if part.kind == "tower" else "bridge"
        pieces.append(Standing(_named(area, part.id), kind, "", area, None, _renamed(rest, area)))
    return pieces + _nobles(document, build, area, where)


def _check_below(below: tuple[str, ...], part: Part, known: dict[str, Part], where: str) -> None:
    for j, name in enumerate(below):
        if name not in known or name == part.id:
            raise BadText(
                f'no other part is called "{name}"', f"{where}[{j}]", "the id of a part of this area would do"
            )


def _nobles(document: RoundDocument, build: Build, area: int, where: str) -> list[Standing]:
    colours = {player.colour for player in document.players}
    poses = build.poses(BABYLON)
    pieces = []
    for i, noble in enumerate(build.nobles):
        if noble.colour not in colours:
            raise BadText(f"no player is {noble.colour}", f"{where}.nobles[{i}].colour", "a player's colour would do")
        pose, level = poses[noble.id], build.part(noble.on).cell.level
        rest = Rest((noble.on,), level, 0, pose.position, pose.quaternion)
        size: Literal["large", "small"] = "large" if noble.size == "large" else "small"
        pieces.append(Standing(_named(area, noble.id), size, noble.colour, area, None, _renamed(rest, area)))
    return pieces


def _named(area: int, piece: str) -> str:
    """An id that is unique over all areas."""
    return f"{area}:{piece}"


def _renamed(rest: Rest, area: int) -> Rest:
    return msgspec.structs.replace(rest, rests_on=tuple(_named(area, name) for name in rest.rests_on))
