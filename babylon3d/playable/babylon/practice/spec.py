"""All that the program knows of solo practice."""

from __future__ import annotations

from babylon3d.core.codec import Codec
from babylon3d.core.session import Game
from babylon3d.games.babylon.fast.model import FastAction, FastOutcome
from babylon3d.games.babylon.practice.rules import PracticeOptions, PracticeRules
from babylon3d.playable.babylon.fast.natures import natures, resimulate
from babylon3d.playable.babylon.fast.spec import pictured
from babylon3d.playable.babylon.fast.ways import NATURE_NUMBERS
from babylon3d.playable.babylon.practice.card import CARD
from babylon3d.playable.babylon.practice.text import CHAPTERS
from babylon3d.playable.spec import GameSpec

SPEC = GameSpec(
    **CARD.printed,
    heading="Practice",
    game=Game("practice", PracticeRules(), Codec(FastAction, FastOutcome, PracticeOptions)),
    bots={},
    nature_names=("realtime", "accurate"),
    natures=natures,
    nature_numbers=NATURE_NUMBERS,
    pictured=pictured,
    text=CHAPTERS,
    screens="babylon3d.app.screens.practice.door",
    kept="babylon3d.playable.babylon.practice.kept",
    resimulate=resimulate,
    at_once=True,
)
