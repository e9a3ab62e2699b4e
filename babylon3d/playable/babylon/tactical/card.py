"""The Tactical Game's card."""

from __future__ import annotations

from babylon3d.games.babylon.pieces import COLOURS, MAX_PLAYERS, MIN_PLAYERS
from babylon3d.playable.arguments import Argument, Reader
from babylon3d.playable.babylon.arguments import EXPERT, NOBLES
from babylon3d.playable.babylon.keys import END, TAKE
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.card import GameCard
from babylon3d.present.commands import Command

BOTH: tuple[Reader, ...] = ("simulate", "play")

HOUSE_RULES: tuple[Argument, ...] = (
    Argument("--take-back", "take_back", "what was placed in a turn may be taken back (T11)", commands=BOTH),
    Argument(
        "--open-exchange", "open_exchange", "the exchange may be taken back until the turn ends (T11)", commands=BOTH
    ),
    Argument("--hints", "hints", "a person may ask what a good bot would do (T11)", commands=BOTH),
    Argument("--turn-time", "turn_s", "seconds for a turn, 0 for no clock (T11)", "whole", 0, 300, commands=BOTH),
    Argument("--total-time", "total_s", "seconds for all turns of a player (T11)", "whole", 0, 7200, commands=BOTH),
    Argument(
        "--time-up",
        "time_up",
        "when the time is up the clock only warns, or a bot makes the rest of the turn (T11)",
        "choice",
        choices=("warn", "bot"),
        commands=BOTH,
    ),
)
"""The options of the set-up that are house rules, as the command line has them."""

CARD = GameCard(
    id="tactical",
    title="The Tactical Game",
    seats=(MIN_PLAYERS, MAX_PLAYERS),
    colours=COLOURS,
    pieces=PIECES,
    set_up=True,
    keys=(
        *TAKE,
        Command("slots", "Show all places", "h", "Turn"),
        Command("works", "Show a place that works", "p", "Turn"),
        Command("undo", "Take back", "ctrl+z", "Turn"),
        Command("special", "Special move; I am done", "x", "Turn"),
        Command("hint", "Hint: what a good bot would do", "i", "Turn"),
        END,
    ),
    arguments=(
        EXPERT,
        *NOBLES,
        *HOUSE_RULES,
        Argument("--bridges-left", "bridges_left", "bridges not placed: red=1,blue=0", "counts", commands=("score",)),
    ),
    sample="presets/ziggurat.json",
)
