"""The two buttons in the corner of every play screen."""

from __future__ import annotations

from babylon3d.present.model import Button


def corner(label: str, icon: str) -> tuple[Button, Button]:
    """Help, and the pause menu under the name that the game has for it."""
    return (
        Button("help", "Help", icon="help", tooltip="Keys and mouse"),
        Button("menu", label, icon=icon, tooltip="Pause: save, settings, rules, leave"),
    )
