"""Who caused what moves: the hand that began a chain of contacts, else who last let go there (ruling F5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from babylon3d.core.actions import Seat
from babylon3d.core.lattice import components

Contact = tuple[str, str]

# When a knocked-down part is taken away, what it carried begins to fall within this many ticks: the same chain.
AFTERMATH_TICKS = 30


class Blame:
    """Keeps, per piece, the hand whose chain of contacts it is in, and who last let go of a piece touching it."""

    def __init__(self) -> None:
        self._chain: dict[str, tuple[int, Seat]] = {}
        self._let_go: dict[str, tuple[int, Seat]] = {}
        self._aftermath: dict[str, int] = {}

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

    def goes_on(self, pieces: Iterable[str], by: Seat, tick: int) -> None:
        """Something these pieces touch is being taken away because of `by`: what falls now belongs to that chain."""
        for piece in pieces:
            self._chain[piece] = (tick, by)
            self._aftermath[piece] = tick + AFTERMATH_TICKS

    def note(
        self,
        tick: int,
        held: Mapping[str, Seat],
        contacts: Sequence[Contact],
        moving: Set[str],
        unjudged: Set[str] = frozenset(),
    ) -> None:
        """Take in the contacts of a tick: between pieces that hands hold (`held`: piece to seat) and the others.

        Touching pieces that move share the earliest chain and the latest letting go; of two hands in one tick the
        lower seat. What sleeps takes part in nothing; chains last while a piece moves or is `unjudged`.
        """
        self._aftermath = {name: end for name, end in self._aftermath.items() if end >= tick}
        self._chain = {n: c for n, c in self._chain.items() if n in moving or n in unjudged or n in self._aftermath}
        for a, b in contacts:
            for piece, other in ((a, b), (b, a)):
                if piece in held and other in moving:
                    begun = (tick, held[piece])
                    self._chain[other] = min(self._chain.get(other, begun), begun)
        loose = [(a, b) for a, b in contacts if a not in held and b not in held and (a in moving or b in moving)]
        for group in components(sorted({name for pair in loose for name in pair}), loose):
            chains = [self._chain[name] for name in group if name in self._chain]
            releases = [self._let_go[name] for name in group if name in self._let_go]
            for name in group:
                if chains and name in moving:
                    self._chain[name] = min(chains)
                if releases and name in moving:
                    self._let_go[name] = max(releases, key=lambda release: (release[0], -release[1]))

    def release(self, piece: str) -> tuple[int, Seat] | None:
        """The last letting go (tick, seat) whose fall a piece was part of."""
        return self._let_go.get(piece)

    def of(self, pieces: Iterable[str]) -> Seat | None:
        """Who caused what happened to these touching pieces; None for nobody."""
        names = sorted(pieces)
        chains = [self._chain[name] for name in names if name in self._chain]
        if chains:
            return min(chains)[1]
        releases = [self._let_go[name] for name in names if name in self._let_go]
        return max(releases, key=lambda release: (release[0], -release[1]))[1] if releases else None
