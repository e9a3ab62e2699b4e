"""All that the program knows of the Tactical Game."""

from __future__ import annotations

from typing import Any

from babylon3d.core.chance import derived
from babylon3d.core.codec import Codec
from babylon3d.core.session import Game, Session
from babylon3d.formats import BUILD_FORMAT
from babylon3d.games.babylon.pieces import COLOURS, MAX_PLAYERS, MIN_PLAYERS
from babylon3d.games.babylon.tactical.bots import BOTS
from babylon3d.games.babylon.tactical.model import TacticalAction, TacticalOptions, TacticalOutcome
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.playable.arguments import Argument, Reader
from babylon3d.playable.babylon.arguments import EXPERT, NOBLES
from babylon3d.playable.babylon.judge import BabylonJudge
from babylon3d.playable.babylon.keys import END, TAKE
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.babylon.tactical import answers
from babylon3d.playable.babylon.tactical.clock import TacticalTimed
from babylon3d.playable.babylon.tactical.document import TACTICAL_FORMAT
from babylon3d.playable.babylon.tactical.form import TacticalForm
from babylon3d.playable.babylon.tactical.hints import TacticalAdviser
from babylon3d.playable.babylon.tactical.lesson import TACTICAL_LESSON
from babylon3d.playable.babylon.tactical.presenter import TacticalPresenter
from babylon3d.playable.babylon.tactical.sheet import tactical_sheet
from babylon3d.playable.babylon.tactical.text import CHAPTERS
from babylon3d.playable.documents import Document
from babylon3d.playable.spec import NATURES, GameSpec, NatureName
from babylon3d.present.commands import Command

BOTH: tuple[Reader, ...] = ("simulate", "play")


def natures(name: NatureName, session: Session) -> tuple[Any, ...]:
    """The ideal table, or one with physics, by the recipe that the header names; an engine is loaded only then."""
    from babylon3d.playable.babylon.tactical.natures import IdealNature, PhysicsNature

    if name == "ideal":
        return (IdealNature(),)
    from babylon3d.physics.engines import world
    from babylon3d.physics.recipes import from_numbers

    config = from_numbers(session.header.nature.config, "line 1 $.nature.config")
    return (PhysicsNature(world(config), derived(session.header.seed, "table")),)


HOUSE_RULES: tuple[Argument, ...] = (
    Argument("--take-back", "take_back", "what was placed in a turn may be taken back (T11)", commands=BOTH),
    Argument(
        "--open-exchange", "open_exchange", "the exchange may be taken back until the turn ends (T11)", commands=BOTH
    ),
    Argument("--hints", "hints", "a person may ask what the best bot would do (T11)", commands=BOTH),
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


SPEC = GameSpec(
    id="tactical",
    title="The Tactical Game",
    heading="Tactical Game",
    game=Game("tactical", TacticalRules(), Codec(TacticalAction, TacticalOutcome, TacticalOptions)),
    seats=(MIN_PLAYERS, MAX_PLAYERS),
    colours=COLOURS,
    pieces=PIECES,
    bots=BOTS,
    usual_bots=("easy", "medium"),
    nature_names=NATURES,
    natures=natures,
    form=TacticalForm(),
    presenter=TacticalPresenter,
    sheet=tactical_sheet,
    lessons=(TACTICAL_LESSON,),
    text=CHAPTERS,
    keys=(
        *TAKE,
        Command("slots", "Show all places", "h", "Turn"),
        Command("works", "Show a place that works", "p", "Turn"),
        Command("undo", "Take back", "ctrl+z", "Turn"),
        Command("special", "Special move; I am done", "x", "Turn"),
        Command("hint", "Hint: what the best bot would do", "i", "Turn"),
        END,
    ),
    adviser=TacticalAdviser(),
    timed=TacticalTimed(),
    arguments=(
        EXPERT,
        *NOBLES,
        *HOUSE_RULES,
        Argument("--bridges-left", "bridges_left", "bridges not placed: red=1,blue=0", "counts", commands=("score",)),
    ),
    documents=(
        Document(BUILD_FORMAT, "a build", {"score": answers.score}),
        Document(TACTICAL_FORMAT, "a position of the Tactical Game", {"moves": answers.moves}, answers.pictured),
    ),
    judge=BabylonJudge("tactical"),
    sample="presets/ziggurat.json",
)
