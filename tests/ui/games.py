"""Games for the screens' tests: saved, damaged, finished; and HUDs of every kind."""

from __future__ import annotations

from datetime import datetime, timezone
from functools import cache
from pathlib import Path

from babylon3d.app.screens.turns.views import VIEWS
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.tactical.model import TacticalOptions
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.playable.saves import autosave_path
from babylon3d.playable.setup import Finished, GameSetup
from babylon3d.playable.simulate import play_out
from babylon3d.present import model
from babylon3d.storage import user_dir

COLOURS = ("red", "yellow", "green", "blue", "violet")
NAMES = ("Ann", "Bo", "Cid", "Dora", "Eve")


def seats(names: tuple[str, ...], controller: str = "human") -> tuple[SeatInfo, ...]:
    return tuple(SeatInfo(name, colour, controller) for name, colour in zip(names, COLOURS, strict=False))


def leave_autosave(names: tuple[str, ...] = ("Ann", "Bo", "Cid"), lines: int = 20) -> Path:
    """A game that has begun, in the folder of auto-saves."""
    path = autosave_path(datetime(2030, 5, 17, 20, 30, tzinfo=timezone.utc))
    path.write_bytes(record_of(names, lines))
    return path


def leave_damaged() -> Path:
    """A file that once was a game."""
    path = user_dir("saves") / "our best game.jsonl"
    path.write_bytes(b'{"format": "babylon3d.record/1", "game": "tactical"\nrubbish\n')
    return path


@cache
def record_of(names: tuple[str, ...], lines: int) -> bytes:
    """The first lines of a game between bots."""
    session = play_out(TACTICAL, seats(names, "bot:easy"), TacticalOptions(large=1, small=1), 3)
    return b"".join(line + b"\n" for line in session.log.lines[:lines])


@cache
def finished(players: int) -> Finished:
    """A game played to its end by bots."""
    options = TacticalOptions(large=1, small=1)
    names = ("Bartholomew", "Wilhelmina Grace", "Cid", "Dora", "Eve")[:players]
    session = play_out(TACTICAL, seats(names, "bot:easy"), options, players)
    return Finished(GameSetup("tactical", seats(names), options, 1), session.state, session.result(), None)


def hud(players: int = 3, levels: int = 6, warnings: tuple[str, ...] = ()) -> model.HudModel:
    """A HUD in the middle of a game."""
    names = ("Bartholomew", "Wilhelmina Grace", "Cid", "Dora", "Eve")[:players]
    cards = tuple(
        model.PlayerCard(
            i,
            name,
            COLOURS[i],
            (("tower", 27), ("bridge", 6), ("large", 3), ("small", 6)),
            -i if i else 24,
            i == 0,
            "medium bot" if i else "",
        )
        for i, name in enumerate(names)
    )
    rows = tuple(
        model.RulerRow(
            level,
            COLOURS[level % players] if level % 3 else None,
            level,
            tuple((c, 1 + level % 2) for c in COLOURS[:players]),
        )
        for level in range(1, levels + 1)
    )
    button = model.Button
    return model.HudModel(
        title="Bartholomew's turn",
        colour="red",
        message="Click where the bridge goes · wheel or R turns it",
        supply=(
            button("piece:tower", "Towers", "1", "tower", count=27, active=True),
            button("piece:bridge", "Bridges", "2", "bridge", count=6),
            button("piece:large", "Large nobles", "3", "large", False, "no nobles in the first round (T4)", count=3),
            button("piece:small", "Small nobles", "4", "small", False, "no nobles in the first round (T4)", count=6),
        ),
        players=cards,
        ruler=rows,
        progress=(3, 4, 5),
        progress_text="3 of 4–5 placed",
        views=VIEWS,
        levels=(levels - 1, levels),
        actions=(
            button("undo", "Take back", "ctrl+z", "undo"),
            button("slots", "Places", "h", "slots", active=True),
            button("special", "Special move", "x", "special", enabled=False, reason="after the placements (T6)"),
            button("end", "End turn", "e", "end", enabled=False, reason="1 more piece to place first"),
            button("help", "Help", "f1", "help"),
            button("menu", "Menu", "escape", "menu"),
        ),
        log=("Bo placed a tower on level 2", "Bo ended the turn", "Bartholomew placed a bridge on level 3"),
        reason="Both ends of a bridge must rest on something, and its left end hangs free (B2). Turned, it would fit",
        warnings=warnings,
    )
