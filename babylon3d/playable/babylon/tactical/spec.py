"""All that the program knows of the Tactical Game."""

from __future__ import annotations

from typing import Any

from babylon3d.core.chance import derived
from babylon3d.core.codec import Codec
from babylon3d.core.session import Game, Session
from babylon3d.formats import BUILD_FORMAT
from babylon3d.games.babylon.tactical.bots import BOTS
from babylon3d.games.babylon.tactical.model import TacticalAction, TacticalOptions, TacticalOutcome
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.playable.babylon.judge import BabylonJudge
from babylon3d.playable.babylon.tactical import answers
from babylon3d.playable.babylon.tactical.card import CARD
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


def natures(name: NatureName, session: Session) -> tuple[Any, ...]:
    """The ideal table, or one with physics, by the recipe that the header names; an engine is loaded only then."""
    from babylon3d.playable.babylon.tactical.natures import IdealNature, PhysicsNature

    if name == "ideal":
        return (IdealNature(),)
    from babylon3d.physics.engines import world
    from babylon3d.physics.recipes import from_numbers

    config = from_numbers(session.header.nature.config, "line 1 $.nature.config")
    return (PhysicsNature(world(config), derived(session.header.seed, "table")),)


SPEC = GameSpec(
    **CARD.printed,
    heading="Tactical Game",
    game=Game("tactical", TacticalRules(), Codec(TacticalAction, TacticalOutcome, TacticalOptions)),
    bots=BOTS,
    usual_bots=("easy", "medium"),
    apart=frozenset(("hard",)),
    nature_names=NATURES,
    natures=natures,
    form=TacticalForm(),
    presenter=TacticalPresenter,
    sheet=tactical_sheet,
    lessons=(TACTICAL_LESSON,),
    text=CHAPTERS,
    adviser=TacticalAdviser(),
    timed=TacticalTimed(),
    documents=(
        Document(BUILD_FORMAT, "a build", {"score": answers.score}),
        Document(
            TACTICAL_FORMAT,
            "a position of the Tactical Game",
            {"moves": answers.moves},
            answers.pictured,
            answers.begun,
        ),
    ),
    judge=BabylonJudge("tactical"),
)
