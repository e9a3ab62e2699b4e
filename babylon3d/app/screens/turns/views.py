"""The buttons that turn the view of the table, for play and replay of games in turns."""

from __future__ import annotations

from babylon3d.present.model import Button

VIEWS: tuple[Button, ...] = (
    Button("view:left", "", icon="turn_back", tooltip="Turn the table to the left"),
    Button("view:right", "", icon="turn", tooltip="Turn the table to the right"),
    Button("view:above", "", icon="down", tooltip="Look from above"),
    Button("view:home", "", icon="eye", tooltip="The whole building, as at first"),
)
