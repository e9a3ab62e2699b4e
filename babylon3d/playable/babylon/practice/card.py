"""The card of solo practice."""

from __future__ import annotations

from babylon3d.games.babylon.pieces import COLOURS
from babylon3d.playable.babylon.fast.keys import KEYS
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.card import GameCard, MenuEntry

CARD = GameCard(
    id="practice",
    title="Solo practice",
    seats=(1, 1),
    colours=COLOURS[:1],
    pieces=PIECES,
    keys=KEYS,
    entry=MenuEntry("Practice", "target", "d"),
)
