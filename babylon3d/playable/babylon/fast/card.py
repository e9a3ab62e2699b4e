"""The Fast Game's card."""

from __future__ import annotations

from babylon3d.games.babylon.pieces import COLOURS, MAX_PLAYERS, MIN_PLAYERS
from babylon3d.playable.arguments import Argument
from babylon3d.playable.babylon.arguments import EXPERT, NOBLES
from babylon3d.playable.babylon.fast.keys import KEYS
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.card import GameCard

CARD = GameCard(
    id="fast",
    title="The Fast Game",
    seats=(MIN_PLAYERS, MAX_PLAYERS),
    colours=COLOURS,
    pieces=PIECES,
    set_up=True,
    keys=KEYS,
    arguments=(
        EXPERT,
        *NOBLES,
        Argument("--stop-watch", "stop_watch_s", "seconds a round", "whole", 5, 7200),
        Argument("--idle", "idle_s", "seconds without a placed piece that end a round, 0 for never", "whole", 0, 7200),
        Argument("--wins", "wins", "rounds that win a match", "whole", 1, 9),
        Argument("--assist", "assist", "help of the hands", "choice", choices=("guided", "light", "free")),
    ),
)
