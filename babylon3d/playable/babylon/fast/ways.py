"""What a record's header says of the Fast Game's nature beside the recipe: how hands travel, how falls are judged."""

from __future__ import annotations

from collections.abc import Mapping

from babylon3d.core.errors import BadText
from babylon3d.core.record import Header
from babylon3d.physics.recipes import Number
from babylon3d.playable.babylon.fast.falls import FALLS, FIRST_FALLS
from babylon3d.playable.babylon.fast.grips import FIRST_WAY, WAY

NATURE_NUMBERS: Mapping[str, int] = {"hands": WAY, "falls": FALLS}
"""Today's ways."""


def numbers_of(header: Header) -> dict[str, Number]:
    """The recipe's numbers of a record: all but the game's own, how hands travel and falls are judged."""
    return {name: value for name, value in header.nature.config.items() if name not in NATURE_NUMBERS}


def way_of(header: Header) -> int:
    """How hands travel in a record. Raises: BadText for a way that is not known."""
    return _number_of(header, "hands", "hands travel by", FIRST_WAY)


def falls_of(header: Header) -> int:
    """How falls are judged in a record. Raises: BadText for a way that is not known."""
    return _number_of(header, "falls", "falls are judged by", FIRST_FALLS)


def _number_of(header: Header, name: str, what: str, first: int) -> int:
    way, last = header.nature.config.get(name, first), NATURE_NUMBERS[name]
    if type(way) is not int or not first <= way <= last:
        raise BadText(f"{what} {way!r}", f"line 1 $.nature.config.{name}", f"{first} to {last} would do")
    return way
