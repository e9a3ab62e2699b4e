"""How much of a large sample is taken: CI takes a seeded tenth, whoever asks for it gets all.

`BABYLON3D_FULL_SAMPLES=1 python3 scripts/test.py -m "slow or fuzz"` runs the whole samples once, by hand.
"""

from __future__ import annotations

import os

FULL = "BABYLON3D_FULL_SAMPLES"


def samples(whole: int, least: int = 1) -> int:
    """How many of a large sample are taken: all where that was asked for, else a tenth, but `least`."""
    return whole if os.environ.get(FULL) else max(least, whole // 10)
