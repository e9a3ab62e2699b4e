"""A lesson in the play screen of the Fast Game: the screen itself, with a coach's card and marks."""

from __future__ import annotations

from babylon3d.app.screen import Transition
from babylon3d.app.screens.fast.play import HUD_TICKS, FastPlayScreen
from babylon3d.app.screens.lesson import Tutoring
from babylon3d.playable.babylon.fast.game import Happened
from babylon3d.playable.babylon.fast.lesson_table import FastLesson
from babylon3d.playable.coach import Coach
from babylon3d.present.model import HudModel, SceneModel

RUSH = 8
"""Ticks a picture, while a lesson that is taken up comes back to where it was left."""


class FastLessonScreen(FastPlayScreen):
    """One lesson. When its last step is done no time runs any more."""

    def __init__(self, coach: Coach) -> None:
        """A lesson from its beginning; up to the step that the coach wants all is done for the learner, quickly."""
        self._lesson = FastLesson(coach)
        self._tutoring = Tutoring(coach)
        super().__init__(self._lesson.setup, self._lesson.seated)
        self.sight.where = "left"

    def pass_time(self, dt: float) -> None:
        """A tick of the match; several while it is brought to where the lesson was left."""
        coach = self._tutoring.coach
        rush = RUSH if coach.at < coach.wanted else 1
        for _ in range(rush):
            if coach.step is not None:
                super().pass_time(dt)
        if coach.at >= coach.wanted:
            self._tutoring.keep(self.ctx)

    def heard(self, happened: Happened) -> None:
        """The coach looks too."""
        super().heard(happened)
        version = self._tutoring.coach.version
        if self._lesson.attend(happened):
            self.ctx.sound.play("offer")
        if self._tutoring.coach.version != version:
            self.since_hud = HUD_TICKS

    def pictured(self, model: SceneModel) -> SceneModel:
        """The scene with the coach's marks."""
        return self._tutoring.coach.scene(model, self.state, self.hand)

    def told(self, hud: HudModel) -> HudModel:
        """The HUD with the coach's card."""
        return self._tutoring.hud(self.ctx, hud, self.state, self.hand)

    def command(self, command: str) -> Transition | None:
        """What a key or a button asks for, those of the card too."""
        if command.startswith("lesson:"):
            self.since_hud = HUD_TICKS
            return self._tutoring.command(self.ctx, command)
        return super().command(command)

    def status(self) -> dict[str, object]:
        """What a test with a real mouse wants to know."""
        told = super().status()
        coach = self._tutoring.coach
        busy = coach.waiting or self.state.phase == "countdown" or coach.at < coach.wanted or told["waits"]
        lesson = self._tutoring.status(self.state, self.hand, self.sight.eyes.pixel_of)
        return {**told, "lesson": lesson, "busy": bool(busy)}
