"""The games there are, each by its folder: the card there is read at the start, the `SPEC` when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from babylon3d import __version__
from babylon3d.core.errors import BadText
from babylon3d.playable.card import GameCard

if TYPE_CHECKING:
    from babylon3d.core.build import PieceSet
    from babylon3d.core.record import NatureInfo
    from babylon3d.physics.engines import Engine
    from babylon3d.playable.spec import GameSpec, NatureName

SHIPPED = (
    "babylon3d.playable.babylon.tactical",
    "babylon3d.playable.babylon.fast",
    "babylon3d.playable.babylon.practice",
)
"""In the order in which they are offered."""

REGISTERED: list[str | GameSpec] = [*SHIPPED]


def register(spec: GameSpec) -> None:
    """Add a game to those there are. Raises: ValueError if its id is taken."""
    if any(known.id == spec.id for known in every_card()):
        raise ValueError(f"there is a game {spec.id} already")
    REGISTERED.append(spec)


def unregister(game_id: str) -> None:
    """Take a game away again. Raises: KeyError if there is none of that id."""
    for place, known in enumerate(every_card()):
        if known.id == game_id:
            del REGISTERED[place]
            return
    raise KeyError(game_id)


def every_card() -> tuple[GameCard, ...]:
    """What the command line and the menu show of each game; loads none."""
    return tuple(map(_card, REGISTERED))


def every_game() -> tuple[GameSpec, ...]:
    """What a record can be of; loads them all."""
    return tuple(map(_loaded, range(len(REGISTERED))))


def offered_cards() -> tuple[GameCard, ...]:
    """The cards of what can be set up for several players, bots among them."""
    return tuple(card for card in every_card() if card.set_up)


def offered() -> tuple[GameSpec, ...]:
    """What can be set up for several players, bots among them."""
    return tuple(_loaded(place) for place, card in enumerate(every_card()) if card.set_up)


def recorded(game_id: str) -> GameSpec:
    """The game that a record is of. Raises: BadText that names those there are."""
    return _found(every_card(), game_id)


def game(game_id: str) -> GameSpec:
    """The game with that id among those that are offered. Raises: BadText that names them."""
    return _found(offered_cards(), game_id)


def known(game_id: str) -> GameSpec | None:
    """The game that a record is of, None if there is no such game."""
    return next((_loaded(place) for place, card in enumerate(every_card()) if card.id == game_id), None)


def _card(entry: str | GameSpec) -> GameCard:
    if not isinstance(entry, str):
        return entry
    card: GameCard = import_module(f"{entry}.card").CARD
    return card


def _loaded(place: int) -> GameSpec:
    entry = REGISTERED[place]
    if isinstance(entry, str):
        spec: GameSpec = import_module(f"{entry}.spec").SPEC
        REGISTERED[place] = entry = spec
    return entry


def _found(cards: tuple[GameCard, ...], game_id: str) -> GameSpec:
    spec = known(game_id) if any(card.id == game_id for card in cards) else None
    if spec is None:
        raise BadText(f'the game "{game_id}" is not known', "", f"{' or '.join(card.id for card in cards)} would do")
    return spec


def piece_sets() -> dict[str, PieceSet]:
    """Every set of pieces that a game is played with, by its name."""
    return {card.pieces.name: card.pieces for card in every_card()}


def versions() -> dict[str, str]:
    """What a record's header says of the program that wrote it."""
    return {"babylon3d": __version__}


def nature_info(name: NatureName, engine: Engine | None = None, spec: GameSpec | None = None) -> NatureInfo:
    """What a record's header says of a nature: its name, its engine (None: the usual) and every number of its recipe.

    Raises: Unavailable if the engine is not here.
    """
    from babylon3d.core.record import NatureInfo

    if name == "ideal":
        return NatureInfo("ideal")
    from babylon3d.physics.engines import recipe
    from babylon3d.physics.recipes import to_numbers

    numbers = to_numbers(recipe(name, engine))
    return NatureInfo("physics", numbers if spec is None else {**numbers, **spec.nature_numbers})
