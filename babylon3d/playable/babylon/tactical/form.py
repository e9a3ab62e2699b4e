"""What can be chosen for the Tactical Game, beside who plays (T7, T11, B9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from babylon3d.core.codec import decode
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.tactical.model import TacticalOptions
from babylon3d.playable.forms import Number, Pick, Preset, Switch

TURNS_S = (0, *range(30, 90, 15), *range(90, 301, 30))
TOTALS_S = (0, *range(300, 1800, 300), *range(1800, 7201, 600))
"""The clocks' steps; 0 is off."""


class TacticalForm:
    """The Tactical Game's variants and house rules (T7, T11, B9)."""

    ordered = True
    picks: tuple[Pick, ...] = (
        Pick(
            "time_up",
            "When the time is up",
            (("warn", "A warning"), ("bot", "A bot moves")),
            {
                "warn": "The clock only warns (T11)",
                "bot": "A bot makes the rest of a turn whose time is up (T11)",
            },
            when=("turn_s", "total_s"),
        ),
    )
    switches: tuple[Switch, ...] = (
        Switch(
            "expert", "Expert game", "Switch nobles only between towers turned the same way; then turn a tower (T7)"
        ),
        Switch("take_back", "House rule: take back", "A player may take pieces of the own running turn back (T11)"),
        Switch(
            "open_exchange",
            "House rule: open exchange",
            "A special move waits for the end of the turn, and can be taken back until then (T11)",
        ),
        Switch("hints", "House rule: hints", "Ask what a good bot would do in your place, and why (T11)"),
    )
    numbers: tuple[Number, ...] = (
        Number("large", "Large nobles per player", 0, 9),
        Number("small", "Small nobles per player", 0, 9),
        Number("turn_s", "Time for a turn", 0, 300, "Clock", TURNS_S, "time"),
        Number("total_s", "Time for all turns of a player", 0, 7200, "Clock", TOTALS_S, "time"),
    )

    presets: tuple[Preset, ...] = (
        Preset("book", "By the book", {"take_back": False, "open_exchange": False, "hints": False}),
        Preset("friendly", "Friendly", {"take_back": True, "open_exchange": True, "hints": True}),
    )
    first_preset = "friendly"

    def start(self) -> TacticalOptions:
        """The usual options."""
        return TacticalOptions()

    def read(self, data: bytes) -> TacticalOptions:
        """Options from their JSON. Raises: BadText."""
        return decode(data, TacticalOptions)

    def begun_by(self, options: Any, seat: int) -> Any:
        """The options with the seat that starts (G1)."""
        return msgspec.structs.replace(options, first=seat)

    def switched(self, options: Any, name: str, value: bool | int | str) -> Any:
        """The options with another value of one."""
        return msgspec.structs.replace(options, **{name: value})

    def refusal(self, options: Any, seats: Sequence[SeatInfo]) -> str:
        """Nothing: the rules say it all."""
        return ""
