"""Positions as people write them: one of the Tactical Game, one round of the Fast Game."""

from __future__ import annotations

import json
from typing import Any

from babylon3d.storage import asset

BUILD: dict[str, Any] = json.loads(asset("presets/gate.json").read_text()) | {"nobles": []}
POSITION: dict[str, Any] = {
    "format": "babylon3d.tactical/1",
    "build": BUILD,
    "players": [
        {"colour": colour, "supply": {"towers": 9, "bridges": 3, "large": 3, "small": 6}}
        for colour in ("red", "yellow", "green")
    ],
    "to_move": 0,
}
ROUND: dict[str, Any] = {
    "format": "babylon3d.round/1",
    "players": [
        {"colour": colour, "unplaced": {"towers": 0, "bridges": 0, "large": 0, "small": 0}}
        for colour in ("red", "yellow", "green")
    ],
    "areas": [BUILD] * 3,
}
