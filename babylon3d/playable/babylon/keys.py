"""The keys that the family's games share."""

from __future__ import annotations

from babylon3d.present.commands import Command

TAKE: tuple[Command, ...] = (
    Command("piece:tower", "Take a tower", "1", "Pieces"),
    Command("piece:bridge", "Take a bridge", "2", "Pieces"),
    Command("piece:large", "Take a large noble", "3", "Pieces"),
    Command("piece:small", "Take a small noble", "4", "Pieces"),
)

END = Command("end", "End the turn; call stop", "e", "Turn")
