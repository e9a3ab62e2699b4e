"""All that the program knows of the Fast Game."""

from __future__ import annotations

from babylon3d.core.codec import Codec
from babylon3d.core.record import Record
from babylon3d.core.session import Game
from babylon3d.games.babylon.fast.bots import BOTS
from babylon3d.games.babylon.fast.model import FastAction, FastOptions, FastOutcome
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.playable.babylon.fast import answers
from babylon3d.playable.babylon.fast.card import CARD
from babylon3d.playable.babylon.fast.document import ROUND_FORMAT
from babylon3d.playable.babylon.fast.form import FastForm
from babylon3d.playable.babylon.fast.lesson import FAST_LESSON
from babylon3d.playable.babylon.fast.natures import natures, resimulate
from babylon3d.playable.babylon.fast.text import CHAPTERS
from babylon3d.playable.babylon.fast.ways import NATURE_NUMBERS
from babylon3d.playable.babylon.judge import BabylonJudge
from babylon3d.playable.documents import Document
from babylon3d.playable.spec import GameSpec
from babylon3d.present.model import SceneModel


def pictured(record: Record, reveal: bool = False) -> SceneModel:
    """How a match ends, every piece where it lies."""
    from babylon3d.playable.babylon.fast import scene
    from babylon3d.playable.babylon.fast.story import Story

    story = Story(record)
    return scene.scene(story.state(story.end), story.poses(story.end))


SPEC = GameSpec(
    **CARD.printed,
    heading="Fast Game",
    game=Game("fast", FastRules(), Codec(FastAction, FastOutcome, FastOptions)),
    bots=BOTS,
    usual_bots=("easy", "medium"),
    nature_names=("realtime", "accurate"),
    natures=natures,
    nature_numbers=NATURE_NUMBERS,
    form=FastForm(),
    pictured=pictured,
    lessons=(FAST_LESSON,),
    text=CHAPTERS,
    usual_options={"assist": "free"},
    documents=(Document(ROUND_FORMAT, "a round of the Fast Game", {"score": answers.score}, answers.pictured),),
    judge=BabylonJudge("fast"),
    screens="babylon3d.app.screens.fast.door",
    resimulate=resimulate,
    at_once=True,
)
