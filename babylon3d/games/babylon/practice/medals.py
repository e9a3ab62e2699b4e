"""What earns a medal in each drill: the worst measures for gold, silver and bronze, in the drill's unit."""

from __future__ import annotations

from collections.abc import Mapping

LEAST: Mapping[str, tuple[int, int, int]] = {
    # What swift, steady and slow hands need: 0:38.8, 1:05.9, 1:47.6.
    "all_nobles": (2400, 3900, 6300),
    # The hard bot 28, the medium one 26, the slow hand 15 (the easy bot 18).
    "score_3": (28, 26, 15),
    # With five minutes hands end at 27, the bots as with three: nine nobles at level three and a little more.
    "score_5": (28, 27, 18),
    # 27 (every tower there is), 25, 14: gold is what the steady hand reaches, silver lies between it and the slow one.
    "height": (25, 20, 14),
    # 20 (every tower there is), 20, 15, none of which ever knocks: people do, so bronze is half of the slow hand's.
    "steady_hand": (20, 15, 8),
    # 0:35.9, 1:00.1, 1:40.2.
    "repair": (2400, 3600, 6000),
    # Who remembers nine parts of a building, seven, five: 33, 22, 13.
    "copy": (33, 22, 13),
}
"""Ticks are of 1/60 s. Source: `scripts/measure_drills.py --runs 2`, guided, hands travelling by way 3; times are
rounded up to five seconds."""
