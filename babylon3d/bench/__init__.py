"""What `babylon3d bench` measures, in sections of rows. What a section needs is imported when it is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babylon3d.bench.rows import Row
    from babylon3d.physics.engines import Engine

# Where the rows of each section come from: module below this package, and function.
SECTIONS: dict[str, str] = {
    "session": "babylon.turns:session_rows",
    "turns": "babylon.turns:turn_rows",
    "frames": "babylon.box:frame_rows",
    "physics": "babylon.box:physics_rows",
    "arrangements": "babylon.box:arrangement_rows",
    "peer": "babylon.box:peer_rows",
    "realtime": "babylon.realtime:realtime_rows",
    "screen": "babylon.play_screen:screen_rows",
}


ON_ENGINES = frozenset({"physics", "arrangements", "realtime"})
"""Sections that measure one physics engine after another, or the one that is wanted."""


def section(name: str) -> Callable[..., Iterator[Row]]:
    """What measures a section; it is told whether to be quick, and those `ON_ENGINES` which one is wanted."""
    module, _, function = SECTIONS[name].partition(":")
    found: Callable[..., Iterator[Row]] = getattr(import_module(f"{__name__}.{module}"), function)
    return found


def measured(quick: bool = False, only: Sequence[str] = (), engine: Engine | None = None) -> Iterator[Row]:
    """The rows of all sections, or of those named in `only`, as they are measured."""
    for name in SECTIONS:
        if not only or name in only:
            yield from section(name)(quick, engine) if name in ON_ENGINES else section(name)(quick)
