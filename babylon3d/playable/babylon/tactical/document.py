"""The format `babylon3d.tactical/1`: a position of the Tactical Game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from babylon3d.core.errors import BadText
from babylon3d.formats.build import CHOICES, BuildDocument, Colour, refuse_overlap, to_build
from babylon3d.formats.reading import Coordinate, Id, decode_document, located
from babylon3d.games.babylon.pieces import BABYLON, LARGE_NOBLES, MAX_PLAYERS, MIN_PLAYERS, SMALL_NOBLES, Supply
from babylon3d.games.babylon.tactical.model import MAX_PLACED, NobleCount, TacticalOptions
from babylon3d.games.babylon.tactical.position import PlayerPosition, Position

TACTICAL_FORMAT = "babylon3d.tactical/1"

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
SeatIndex = Annotated[int, msgspec.Meta(ge=0, le=MAX_PLAYERS - 1)]


class SupplyDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player holds."""

    towers: Count
    bridges: Count
    large: Count
    small: Count


class PlayerDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player."""

    colour: Colour
    supply: SupplyDocument
    turns_taken: Count = 0


class OptionsDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options but `expert`, which stands beside them."""

    take_back: bool = False
    open_exchange: bool = False
    hints: bool = False
    large: NobleCount = LARGE_NOBLES
    small: NobleCount = SMALL_NOBLES
    first: SeatIndex = 0


class TacticalDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole position file."""

    format: Literal["babylon3d.tactical/1"]
    build: BuildDocument
    players: Annotated[tuple[PlayerDocument, ...], msgspec.Meta(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
    to_move: SeatIndex
    placed_this_turn: Annotated[tuple[Id, ...], msgspec.Meta(max_length=MAX_PLACED)] = ()
    base_before: tuple[tuple[Coordinate, Coordinate], ...] | None = None
    special_pending: bool = False
    expert: bool = False
    options: OptionsDocument = OptionsDocument()


def read_position(data: bytes, name: str = "position") -> Position:
    """A position from a file's bytes, every reference checked; whether the rules can reach it is theirs to say.

    Raises: BadText with `name`, the JSON path and the reason.
    """
    with located(name):
        document = decode_document(data, TacticalDocument, TACTICAL_FORMAT, CHOICES)
        position = _position(document)
    refuse_overlap(position.build, BABYLON, name, "$.build")
    return position


def _position(document: TacticalDocument) -> Position:
    if document.build.set != "babylon":
        raise BadText(f'"{document.build.set}" is given', "$.build.set", '"babylon" would do')
    build = to_build(document.build, "$.build")
    seats = len(document.players)
    colours: dict[str, int] = {}
    for i, player in enumerate(document.players):
        if player.colour in colours:
            raise BadText(
                f"{player.colour} is taken by $.players[{colours[player.colour]}]",
                f"$.players[{i}].colour",
                "a colour of its own would do",
            )
        colours[player.colour] = i
    for key, seat in (("to_move", document.to_move), ("options.first", document.options.first)):
        if seat >= seats:
            raise BadText(f"there is no seat {seat}", f"$.{key}", f"0 to {seats - 1} would do")
    for i, noble in enumerate(build.nobles):
        if noble.colour not in colours:
            raise BadText(f"no player is {noble.colour}", f"$.build.nobles[{i}].colour", "a player's colour would do")
    _check_placed(document, {piece.id for piece in build.pieces()})
    options = document.options
    return Position(
        build,
        tuple(PlayerPosition(p.colour, _supply(p.supply), p.turns_taken) for p in document.players),
        document.to_move,
        document.placed_this_turn,
        None if document.base_before is None else tuple(sorted(set(document.base_before))),
        document.special_pending,
        TacticalOptions(
            document.expert,
            options.take_back,
            options.large,
            options.small,
            options.first,
            options.open_exchange,
            options.hints,
        ),
    )


def _supply(supply: SupplyDocument) -> Supply:
    return Supply(supply.towers, supply.bridges, supply.large, supply.small)


def _check_placed(document: TacticalDocument, known: set[str]) -> None:
    seen: set[str] = set()
    for i, piece in enumerate(document.placed_this_turn):
        at = f"$.placed_this_turn[{i}]"
        if piece not in known:
            raise BadText(f'no piece is called "{piece}"', at, "the id of a part or noble of the build would do")
        if piece in seen:
            raise BadText(f'"{piece}" stands twice', at, "each piece once would do")
        seen.add(piece)
