"""All that the program knows of solo practice."""

from __future__ import annotations

from babylon3d.core.codec import Codec
from babylon3d.core.session import Game
from babylon3d.games.babylon.fast.model import FastAction, FastOutcome
from babylon3d.games.babylon.pieces import COLOURS
from babylon3d.games.babylon.practice.rules import PracticeOptions, PracticeRules
from babylon3d.playable.babylon.fast.keys import KEYS
from babylon3d.playable.babylon.fast.natures import natures, resimulate
from babylon3d.playable.babylon.fast.spec import pictured
from babylon3d.playable.babylon.fast.ways import NATURE_NUMBERS
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.babylon.practice.text import CHAPTERS
from babylon3d.playable.spec import GameSpec, MenuEntry

SPEC = GameSpec(
    id="practice",
    title="Solo practice",
    heading="Practice",
    game=Game("practice", PracticeRules(), Codec(FastAction, FastOutcome, PracticeOptions)),
    seats=(1, 1),
    colours=COLOURS[:1],
    pieces=PIECES,
    bots={},
    nature_names=("realtime", "accurate"),
    natures=natures,
    nature_numbers=NATURE_NUMBERS,
    pictured=pictured,
    text=CHAPTERS,
    keys=KEYS,
    screens="babylon3d.app.screens.practice.door",
    entry=MenuEntry("Practice", "target", "d"),
    kept="babylon3d.playable.babylon.practice.kept",
    resimulate=resimulate,
    at_once=True,
)
