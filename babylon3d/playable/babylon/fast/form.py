"""What can be chosen for a match of the Fast Game, beside who plays (F8, F9, F11-F13, F15, B9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from babylon3d.core.codec import decode
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.fast.model import FastOptions
from babylon3d.playable.forms import Number, Pick, Preset, Switch

TIMES_S = (0, *range(15, 60, 15), *range(60, 300, 30), *range(300, 1800, 60), *range(1800, 7201, 300))
"""The stop watch's steps; 0 is off."""
SLICES_S = tuple(range(5, 121, 5))
IDLE_S = 60
"""So many seconds without a placed piece end a round, usually (F15)."""
IDLES_S = (0, *range(30, 121, 15), *range(180, 601, 60))


class FastForm:
    """The Fast Game's ways of play, helps of the hand, times and variants."""

    ordered = False
    switches: tuple[Switch, ...] = (
        Switch("expert", "Expert game", "Towers all turned one way double each player's best noble there (F13)"),
    )
    picks: tuple[Pick, ...] = (
        Pick(
            "way",
            "Way of play",
            (("bots", "Against bots"), ("alternating", "Taking turns"), ("together", "Together")),
            {
                "bots": "One person; the bots build at the same time",
                "alternating": "The mouse passes from person to person; all clocks stop in between (F12)",
                "together": "Mouse and keyboard for the first person, a gamepad for each other one (F12)",
            },
        ),
        Pick(
            "assist",
            "Help of the hand",
            (("guided", "Guided"), ("light", "Light"), ("free", "Free")),
            {
                "guided": "A piece that is let go is straightened and centred on what is below it",
                "light": "A piece that is let go is straightened",
                "free": "The hand just opens",
            },
        ),
    )
    numbers: tuple[Number, ...] = (
        Number("stop_watch_s", "Stop watch", 0, 7200, "Times", TIMES_S, kind="time"),
        Number("idle_s", "End when idle for", 0, 7200, "Times", IDLES_S, kind="time"),
        Number("slice_s", "Time at the mouse", 5, 120, "Times", SLICES_S, "time", ("way", "alternating")),
        Number("wins", "Rounds to win", 1, 9, "Match"),
        Number("large", "Large nobles per player", 0, 9, "Match"),
        Number("small", "Small nobles per player", 0, 9, "Match"),
    )

    presets: tuple[Preset, ...] = (
        Preset("book", "By the book", {"assist": "free"}),
        Preset("friendly", "Friendly", {"assist": "guided"}),
    )
    first_preset = "friendly"

    def start(self) -> FastOptions:
        """The usual options."""
        return FastOptions(idle_s=IDLE_S)

    def read(self, data: bytes) -> FastOptions:
        """Options from their JSON; those of before F15 end a round as is usual now. Raises: BadText."""
        options = decode(data, FastOptions)
        return options if options.idle_s is not None else msgspec.structs.replace(options, idle_s=IDLE_S)

    def begun_by(self, options: Any, seat: int) -> Any:
        """Nobody starts: all build at once."""
        return options

    def switched(self, options: Any, name: str, value: bool | int | str) -> Any:
        """The options with another value of one."""
        return msgspec.structs.replace(options, **{name: value})

    def refusal(self, options: Any, seats: Sequence[SeatInfo]) -> str:
        """Why these people cannot play this way at one computer; empty if they can (F12)."""
        people = sum(seat.controller == "human" for seat in seats)
        if options.way == "bots" and people > 1:
            return "Against bots one person plays; choose another way of play, or bots for the others (F12)"
        if options.way == "together" and people < 2:
            return "Together takes at least two people (F12)"
        if options.way == "alternating" and people < 1:
            return "Somebody has to be at the mouse (F12)"
        return ""
