"""The Tactical lesson: a noble that is not meant is left again before the two that are."""

from __future__ import annotations

from babylon3d.core.build import Noble
from babylon3d.playable.babylon.tactical.lesson import TACTICAL_LESSON
from babylon3d.playable.babylon.tactical.spec import SPEC
from babylon3d.playable.begin import sit_down
from babylon3d.playable.coach import Coach, attend, do
from babylon3d.playable.lessons import Click, Press
from babylon3d.playable.sitting import INSTANT
from babylon3d.present.model import Hit


def test_another_noble_is_told_of_and_left_before_the_two_that_are_meant() -> None:
    last = len(TACTICAL_LESSON.steps) - 1
    coach = Coach(SPEC, TACTICAL_LESSON, last)
    sitting = sit_down(coach).sitting
    sitting.speed = INSTANT
    sitting.open()
    try:
        nobles: tuple[Noble, ...] = sitting.view.build.nobles
        other = next(noble for noble in nobles if noble.colour == "yellow" and sitting.view.build.part(noble.on))
        do(Click(Hit(other.id, sitting.poses()[other.id].position, (0.0, 0.0, 1.0))), coach, sitting)
        attend(coach, sitting, sitting.tick())
        assert coach.said.startswith("That one is Ada's")
        first = coach.left(sitting.view, sitting.hand)[0]
        assert isinstance(first, Click) and first.hit.piece == other.id
        for _ in range(3):
            do(coach.left(sitting.view, sitting.hand)[0], coach, sitting)
            attend(coach, sitting, sitting.tick())
        for _ in range(600):
            attend(coach, sitting, sitting.tick())
        assert coach.step is None
    finally:
        sitting.close()


def test_what_is_said_of_a_wrong_piece_goes_when_the_right_one_is_taken() -> None:
    coach = Coach(SPEC, TACTICAL_LESSON)
    sitting = sit_down(coach).sitting
    sitting.speed = INSTANT
    sitting.open()
    try:
        for _ in range(600):
            attend(coach, sitting, sitting.tick())
        for kind, said in (("bridge", "You hold a bridge"), ("tower", ""), ("bridge", "You hold a bridge")):
            do(Press(f"piece:{kind}"), coach, sitting)
            attend(coach, sitting, sitting.tick())
            assert coach.said.startswith(said) and bool(coach.said) == bool(said)
    finally:
        sitting.close()
