"""What the family's rules say of a build as such: B1-B5, B7 and, in the Tactical Game, T5."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from babylon3d.core.build import Build
from babylon3d.core.errors import BadText
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.legality import BabylonGame, Violation, single_placements, violations
from babylon3d.games.babylon.pieces import BABYLON, PIECE_KINDS


class BabylonJudge:
    """The family's judge; `game` says whose rulings count."""

    pieces = BABYLON
    kinds: tuple[str, ...] = PIECE_KINDS

    def __init__(self, game: BabylonGame) -> None:
        self._game = game

    def violations(self, build: Build, players: int) -> Sequence[Violation]:
        """What breaks the rulings when parts, then nobles, are taken in order."""
        return violations(build, self._game, players)

    def placements(self, build: Build, piece: str, colour: str, players: int) -> Sequence[Mapping[str, Any]]:
        """All single placements of a piece. Raises: BadText for a build that is not legal."""
        refuse_illegal(build, self._game, players)
        found: list[Mapping[str, Any]] = []
        for place in single_placements(Building.of(build), piece, colour, self._game, players):  # type: ignore[arg-type]
            told: dict[str, Any] = dict(zip(("x", "y", "level"), place.cell, strict=True))
            told |= {key: value for key, value in (("axis", place.axis), ("on", place.on)) if value is not None}
            found.append(told)
        return found

    def called(self, piece: str, colour: str) -> str:
        """A piece in words that follow "of"."""
        if piece in ("tower", "bridge"):
            return f"a {piece}"
        return f"a {colour} {piece} noble" if colour else f"any {piece} noble"


def refuse_illegal(build: Build, game: BabylonGame, players: int, where: str = "$") -> None:
    """Check that the build at a JSON path is legal. Raises: BadText naming the first violation."""
    for found in violations(build, game, players):
        keys = [f"parts[{i}]" for i in range(len(build.parts))] + [f"nobles[{i}]" for i in range(len(build.nobles))]
        key = dict(zip((piece.id for piece in build.pieces()), keys, strict=True))[found.part]
        raise BadText(f"{found.message} ({found.ruling})", f"{where}.{key}", "a legal build would do")
