"""How falls are judged: which held pieces hold a verdict up, and what is told of it (ruling F4)."""

from __future__ import annotations

from collections.abc import Set

from babylon3d.games.babylon.fast import model as m

FIRST_FALLS, FALLS = 1, 2
"""How falls are judged, as a record's header says: 1 (or nothing) lets a hand that touches one hold its verdict up for
ever; 2 withdraws its piece after 5 s, judges after 8 s whoever touches, and says what is waited for."""

# A held piece that has touched a fall for so long is withdrawn.
TOUCH_TICKS = 5 * m.TICKS_A_SECOND
# What moves is judged after so long even if it still moves (a noble that rolls).
JUDGE_TICKS = 8 * m.TICKS_A_SECOND
# What is not judged for so long is said to be waited for.
SAID_TICKS = m.TICKS_A_SECOND // 2


class Touches:
    """How long held pieces have touched falls."""

    def __init__(self) -> None:
        self._since: dict[str, int] = {}

    def forget(self) -> None:
        """No piece touches any."""
        self._since.clear()

    def overdue(self, touching: Set[str], tick: int) -> frozenset[str]:
        """Those of the held pieces that touch a fall now which have done so for 5 s. They begin anew then."""
        self._since = {piece: self._since.get(piece, tick) for piece in sorted(touching)}
        found = frozenset(piece for piece, since in self._since.items() if tick - since >= TOUCH_TICKS)
        for piece in found:
            del self._since[piece]
        return found
