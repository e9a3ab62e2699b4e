"""Who caused what moves: the hand that began a chain of contacts, else who last let go there (ruling F5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from babylon3d.core.actions import Seat
from babylon3d.core.lattice import components

Contact = tuple[str, str]


class Blame:
    """Keeps, per piece, the hand whose chain of contacts it is in, and who last let go of a piece touching it."""

    def __init__(self) -> None:
        self._chain: dict[str, tuple[int, Seat]] = {}
        self._let_go: dict[str, tuple[int, Seat]] = {}

    def let_go(self, piece: str, seat: Seat, tick: int) -> None:
        """A hand let go of a piece."""
        self._let_go[piece] = (tick, seat)

    def forget(self, piece: str) -> None:
        """A piece has left."""
        self._chain.pop(piece, None)
        self._let_go.pop(piece, None)

    def settle(self, pieces: Iterable[str]) -> None:
        """These pieces have come to rest and were judged: their chain of contacts is over."""
        for piece in pieces:
            self._chain.pop(piece, None)

    def note(self, tick: int, held: Mapping[str, Seat], contacts: Sequence[Contact]) -> None:
        """Take in the contacts of a tick: between pieces that hands hold (`held`: piece to seat) and the others.

        Touching pieces share the earliest chain and the latest letting go; of two hands in one tick the lower seat.
        """
        for a, b in contacts:
            for piece, other in ((a, b), (b, a)):
                if piece in held and other not in held:
                    begun = (tick, held[piece])
                    self._chain[other] = min(self._chain.get(other, begun), begun)
        loose = [(a, b) for a, b in contacts if a not in held and b not in held]
        for group in components(sorted({name for pair in loose for name in pair}), loose):
            chains = [self._chain[name] for name in group if name in self._chain]
            releases = [self._let_go[name] for name in group if name in self._let_go]
            for name in group:
                if chains:
                    self._chain[name] = min(chains)
                if releases:
                    self._let_go[name] = max(releases, key=lambda release: (release[0], -release[1]))

    def of(self, pieces: Iterable[str]) -> Seat | None:
        """Who caused what happened to these touching pieces; None for nobody."""
        names = sorted(pieces)
        chains = [self._chain[name] for name in names if name in self._chain]
        if chains:
            return min(chains)[1]
        releases = [self._let_go[name] for name in names if name in self._let_go]
        return max(releases, key=lambda release: (release[0], -release[1]))[1] if releases else None
