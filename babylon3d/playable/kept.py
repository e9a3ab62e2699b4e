"""Records that a game keeps itself, beside the user's saves, such as best runs: to be watched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """One of them. `told` says what it came to; `laid_out` puts it into a file.

    `laid_out` raises: BadText, CorruptFile, Unavailable.
    """

    title: str
    told: str
    when: datetime
    laid_out: Callable[[], Path]
