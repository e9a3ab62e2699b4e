"""What the command line says of a game's own options."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from babylon3d.core.errors import BadText
from babylon3d.playable.arguments import Reader
from babylon3d.playable.card import GameCard
from babylon3d.playable.registry import every_card


def options_of(card: GameCard, given: Namespace, command: Reader) -> dict[str, Any]:
    """The game's own options that the command line gives. Raises: BadText for those of another game."""
    own = {argument.flag: argument for argument in card.arguments if command in argument.commands}
    found: dict[str, Any] = {}
    for other in every_card():
        for argument in other.arguments:
            value = getattr(given, argument.name, None)
            if command not in argument.commands or value is None or value is False:
                continue
            if argument.flag not in own:
                raise BadText(f"{card.title} has no such option", argument.flag, f"leave it out, or --game {other.id}")
            found[own[argument.flag].option] = value
    return found
