"""What earns a medal in each drill: the worst measures for gold, silver and bronze, in the drill's unit."""

from __future__ import annotations

from collections.abc import Mapping

LEAST: Mapping[str, tuple[int, int, int]] = {
    "all_nobles": (3600, 6000, 10800),
    "score_3": (40, 25, 12),
    "score_5": (55, 35, 18),
    "height": (12, 9, 6),
    "steady_hand": (12, 8, 4),
    "repair": (3000, 4800, 9000),
    "copy": (24, 15, 8),
}
"""Ticks are of 1/60 s. Source: the first six were set by hand with the first way of the hand, the seventh from what
scripted hands of three paces reach (`scripts/measure_drills.py`, which prints this table anew)."""
