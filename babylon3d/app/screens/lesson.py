"""A lesson in a game's own play screen: the coach with its card, its marks, and what is kept of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from babylon3d.app.screen import Pop, Replace, Transition
from babylon3d.app.services import Services
from babylon3d.core.actions import Event
from babylon3d.core.errors import Unavailable
from babylon3d.core.geometry import Vec3
from babylon3d.playable.coach import AGAIN, LEAVE, SKIP, Coach, attend, lesson_of
from babylon3d.playable.lessons import NEXT, Deed, Press
from babylon3d.playable.progress import keep_progress, load_progress
from babylon3d.playable.sitting import Sitting
from babylon3d.present.model import HudModel
from babylon3d.render.camera import View

TURNED_DEG = 4.0
"""The view has been turned when it looks from so far away, in degrees, of where it did."""


def begun(game: str, lesson_id: str, *, anew: bool = False) -> Coach:
    """A coach for a lesson, at the step where it was left. Raises: BadText for a lesson that there is not."""
    spec, lesson = lesson_of(game, lesson_id)
    done = 0 if anew else load_progress()[0].of(game, lesson)
    return Coach(spec, lesson, 0 if done == len(lesson.steps) else done)


class Tutoring:
    """What a play screen does with a coach: buttons of its card, and keeping how far the learner has come."""

    def __init__(self, coach: Coach) -> None:
        self.coach = coach
        self._kept = -1
        self._refusal = ""
        self._azimuth_deg: float | None = None
        self._complained = False

    def attend(self, ctx: Services, sitting: Sitting, happened: Sequence[Event], view: View) -> bool:
        """After a tick of a table where people act in turns, seen like that; whether the next step is on."""
        if self._azimuth_deg is None:
            self._azimuth_deg = view.azimuth_deg
        if abs(view.azimuth_deg - self._azimuth_deg) > TURNED_DEG:
            self.coach.look()
        refused = str(sitting.refusal) not in ("", self._refusal)
        self._refusal = str(sitting.refusal)
        onward = attend(self.coach, sitting, happened, refused)
        if onward:
            self._azimuth_deg = view.azimuth_deg
            ctx.sound.play("offer")
        self.keep(ctx)
        return onward

    def keep(self, ctx: Services) -> None:
        """Keep how far the lesson has come, if it has come farther. A full disk is told once."""
        coach = self.coach
        if coach.at == self._kept:
            return
        self._kept = coach.at
        try:
            keep_progress(coach.spec.id, coach.lesson, coach.at, load_progress()[0])
        except Unavailable as error:
            if not self._complained:
                ctx.toast(f"How far the lesson is cannot be kept: {error}", "warning")
            self._complained = True

    def command(self, ctx: Services, command: str) -> Transition | None:
        """What a button of the card asks for."""
        match command:
            case _ if command == NEXT:
                self.coach.read_on()
            case _ if command == SKIP:
                self.coach.help()
            case _ if command == AGAIN:
                return Replace(ctx.screens.lesson(self.coach.spec.id, self.coach.lesson.id, anew=True))
            case _ if command == LEAVE:
                return Pop()
            case _:
                pass
        return None

    def status(
        self, state: Any, hand: Any, pixel_of: Callable[[Vec3], tuple[float, float] | None]
    ) -> dict[str, object]:
        """What a test wants to know: the step, what is said, what is to be done next, and what would be wrong."""
        coach = self.coach

        def told(deeds: Sequence[Deed]) -> list[list[object]]:
            return [
                ["press", deed.command] if isinstance(deed, Press) else ["click", *(pixel_of(deed.hit.point) or ())]
                for deed in deeds
            ]

        return {
            "at": coach.at,
            "said": coach.said,
            "waiting": coach.waiting,
            "left": told(coach.left(state, hand)),
            "slips": told(coach.step.slips if coach.step is not None else ()),
        }

    def hud(self, ctx: Services, model: HudModel, state: Any, hand: Any) -> HudModel:
        """The HUD with the card, in the learner's own keys and buttons."""
        keys: Mapping[str, str] = {**ctx.keys.by_id(), "mouse:view": "left" if ctx.settings.swap_mouse else "right"}
        return self.coach.hud(model, state, hand, keys)
