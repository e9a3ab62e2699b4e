"""Which pieces move: they are drawn anew every frame, over a picture of the others. Pure."""

from __future__ import annotations

from collections.abc import Collection

from babylon3d.core.geometry import Pose

STILL_S = 0.35
"""A piece that has not moved for so long stands still."""
MOST = 24
"""With more that move, all is drawn anew: there is little to keep."""
NEAR_M, NEAR_TURN = 2e-5, 5e-4
"""Less than this nobody sees: metres, and parts of a quaternion."""


def is_near(a: Pose, b: Pose) -> bool:
    """Whether two poses look the same."""
    return all(abs(p - q) < NEAR_M for p, q in zip(a.position, b.position, strict=True)) and all(
        abs(p - q) < NEAR_TURN for p, q in zip(a.quaternion, b.quaternion, strict=True)
    )


class Movers:
    """Remembers how long ago each piece moved."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}

    def __bool__(self) -> bool:
        return bool(self._since)

    @property
    def moving(self) -> frozenset[str]:
        """The pieces that move, unless they are too many."""
        return frozenset(self._since) if len(self._since) <= MOST else frozenset()

    def note(self, piece: str) -> None:
        """A piece moves, or has just appeared."""
        self._since[piece] = 0.0

    def keep(self, pieces: Collection[str]) -> None:
        """Forget all but these."""
        for piece in [piece for piece in self._since if piece not in pieces]:
            del self._since[piece]

    def age(self, dt: float) -> bool:
        """Let `dt` seconds pass; tell whether some piece came to stand still."""
        for piece in self._since:
            self._since[piece] += dt
        still = [piece for piece, since in self._since.items() if since > STILL_S]
        for piece in still:
            del self._since[piece]
        return bool(still)

    def stop(self) -> bool:
        """Everything stands still; tell whether anything moved."""
        moved = bool(self._since)
        self._since.clear()
        return moved
