"""The rules of solo practice in our own words."""

from __future__ import annotations

from babylon3d.games.babylon.practice.drills import DRILLS
from babylon3d.playable.rules_text import Chapter, Rule

CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        "Alone against the clock",
        (
            Rule("One area, one player. No second colour is needed for your nobles to score.", "F14"),
            Rule(
                "The clock starts after the countdown, and after a pause it counts down again. F5 begins a drill anew "
                "at once."
            ),
            Rule(
                "What is rebuilt may stand anywhere on the cloth, and turned as a whole by quarter turns: parts match "
                "by kind, level and place beside the others."
            ),
            Rule(
                "A best is recomputed from its log before it is kept, and can be proven: the physics is driven again "
                "from the hands and must give the same run."
            ),
        ),
    ),
    Chapter("The drills", tuple(Rule(f"{drill.title}: {drill.line}") for drill in DRILLS.values())),
)
