"""The keys of the Fast Game and of practice."""

from __future__ import annotations

from babylon3d.playable.babylon.keys import END, TAKE
from babylon3d.present.commands import Command

KEYS: tuple[Command, ...] = (
    *TAKE,
    END,
    Command("skip", "Agree to skip the rest of the round", "k", "Turn"),
    Command("turn:fine", "Turn the piece a little", "shift+r", "Pieces"),
    Command("straighten", "Straighten the piece", "t", "Pieces"),
    Command("view:left", "Show your left area", ",", "View"),
    Command("view:right", "Show your right area", ".", "View"),
)
