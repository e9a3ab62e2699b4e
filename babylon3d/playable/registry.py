"""The games there are. Each is registered here by the module that has its `SPEC`, and loaded when first asked for."""

from __future__ import annotations

from importlib import import_module

from babylon3d import __version__
from babylon3d.core.build import PieceSet
from babylon3d.core.errors import BadText
from babylon3d.core.record import NatureInfo
from babylon3d.physics.engines import Engine, recipe
from babylon3d.playable.spec import GameSpec, NatureName

SHIPPED = (
    "babylon3d.playable.babylon.tactical.spec",
    "babylon3d.playable.babylon.fast.spec",
    "babylon3d.playable.babylon.practice.spec",
)
"""In the order in which they are offered."""

REGISTERED: list[str | GameSpec] = [*SHIPPED]


def register(spec: GameSpec) -> None:
    """Add a game to those there are. Raises: ValueError if its id is taken."""
    if any(known.id == spec.id for known in every_game()):
        raise ValueError(f"there is a game {spec.id} already")
    REGISTERED.append(spec)


def unregister(game_id: str) -> None:
    """Take a game away again. Raises: KeyError if there is none of that id."""
    for place, known in enumerate(every_game()):
        if known.id == game_id:
            del REGISTERED[place]
            return
    raise KeyError(game_id)


def every_game() -> tuple[GameSpec, ...]:
    """What a record can be of."""
    for place, known in enumerate(REGISTERED):
        if isinstance(known, str):
            spec: GameSpec = import_module(known).SPEC
            REGISTERED[place] = spec
    return tuple(known for known in REGISTERED if isinstance(known, GameSpec))


def offered() -> tuple[GameSpec, ...]:
    """What can be set up for several players, bots among them."""
    return tuple(spec for spec in every_game() if spec.form is not None)


def recorded(game_id: str) -> GameSpec:
    """The game that a record is of. Raises: BadText that names those there are."""
    return _found(every_game(), game_id)


def game(game_id: str) -> GameSpec:
    """The game with that id among those that are offered. Raises: BadText that names them."""
    return _found(offered(), game_id)


def known(game_id: str) -> GameSpec | None:
    """The game that a record is of, None if there is no such game."""
    return next((spec for spec in every_game() if spec.id == game_id), None)


def _found(specs: tuple[GameSpec, ...], game_id: str) -> GameSpec:
    for spec in specs:
        if spec.id == game_id:
            return spec
    raise BadText(f'the game "{game_id}" is not known', "", f"{' or '.join(spec.id for spec in specs)} would do")


def piece_sets() -> dict[str, PieceSet]:
    """Every set of pieces that a game is played with, by its name."""
    return {spec.pieces.name: spec.pieces for spec in every_game()}


def versions() -> dict[str, str]:
    """What a record's header says of the program that wrote it."""
    return {"babylon3d": __version__}


def nature_info(name: NatureName, engine: Engine | None = None, spec: GameSpec | None = None) -> NatureInfo:
    """What a record's header says of a nature: its name, its engine (None: the usual) and every number of its recipe.

    Raises: Unavailable if the engine is not here.
    """
    if name == "ideal":
        return NatureInfo("ideal")
    from babylon3d.physics.recipes import to_numbers

    numbers = to_numbers(recipe(name, engine))
    return NatureInfo("physics", numbers if spec is None else {**numbers, **spec.nature_numbers})
