"""Every lesson of every game: its own deeds do it, each step says something of a wrong deed, and the rules agree."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from babylon3d.app.keys import Keys, every_command
from babylon3d.playable.begin import sit_down
from babylon3d.playable.coach import Coach, attend, do, with_keys
from babylon3d.playable.lessons import LOOK, Lesson, Press, Step
from babylon3d.playable.sitting import INSTANT
from babylon3d.playable.spec import GameSpec
from babylon3d.present.model import HudModel
from tests.contract.play import games

LESSONS = [(spec, lesson) for spec in games() for lesson in spec.lessons]
IN_TURNS = [(spec, lesson) for spec, lesson in LESSONS if not spec.at_once]
WORDS_A_MINUTE, CLICK_S, TICKS_BETWEEN = 250, 1.2, 30
MOST_S = 240.0

every_lesson = pytest.mark.parametrize(("spec", "lesson"), LESSONS, ids=lambda value: getattr(value, "id", ""))
in_turns = pytest.mark.parametrize(("spec", "lesson"), IN_TURNS, ids=lambda value: getattr(value, "id", ""))


def words(text: str) -> int:
    """How many words a learner reads."""
    return len(text.split())


@every_lesson
def test_its_words_are_whole_and_name_keys_that_there_are(spec: GameSpec, lesson: Lesson) -> None:
    known = {"mouse:view", *(command.id for command in every_command())}
    for step in lesson.steps:
        for text in (step.words, step.otherwise):
            assert text.strip() and set(re.findall(r"\{(.*?)\}", text)) <= known, text
            assert "{" not in with_keys(text, {**Keys().by_id(), "mouse:view": "right"})
    assert lesson.title and lesson.detail and lesson.farewell
    assert len({lesson.id for lesson in spec.lessons}) == len(spec.lessons)


@every_lesson
def test_words_name_the_key_that_the_learner_chose(spec: GameSpec, lesson: Lesson) -> None:
    commands = sorted(set(re.findall(r"\{(.*?)\}", " ".join(step.words for step in lesson.steps))) - {"mouse:view"})
    for number, command in enumerate(commands):
        text = with_keys(f"press {{{command}}} now", {**Keys().by_id(), command: f"f{number + 13}"})
        assert text == f"press F{number + 13} now"


@in_turns
def test_it_can_be_left_and_resumed_at_every_step_and_followed_to_its_end(spec: GameSpec, lesson: Lesson) -> None:
    for wanted in range(len(lesson.steps) + 1):
        coach = Coach(spec, lesson, wanted)
        seated = sit_down(coach)
        assert coach.at == wanted and not coach.waiting
        assert seated.record is None and not seated.sitting.session.over
    assert coach.step is None
    card = coach.hud(HudModel(), seated.sitting.view, seated.sitting.hand, {}).lesson
    assert card is not None and card.words == lesson.farewell and card.steps == (wanted, wanted)


@in_turns
def test_every_step_waits_for_its_deed_and_knows_what_to_say_of_another(spec: GameSpec, lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps):
        assert step.slips, f"step {number + 1} names no wrong deed"
        coach = Coach(spec, lesson, number)
        sitting = sit_down(coach).sitting
        sitting.speed = INSTANT
        sitting.open()
        try:
            before = len(sitting.session.log)
            assert not attend(coach, sitting, sitting.tick()), f"step {number + 1} does not wait"
            for deed in step.slips:
                do(deed, coach, sitting)
                attend(coach, sitting, sitting.tick(), refused=bool(sitting.refusal))
            assert coach.at == number, f"step {number + 1} is done by something else"
            assert coach.said, f"step {number + 1} has nothing to say of its wrong deed"
            assert not any(b'"action"' in line for line in sitting.session.log.lines[before:])
            coach.help()
            for _ in range(600):
                if attend(coach, sitting, sitting.tick()):
                    break
            assert coach.at == number + 1, f"step {number + 1} is not done after a wrong deed"
        finally:
            sitting.close()


@in_turns
def test_what_comes_next_is_marked(spec: GameSpec, lesson: Lesson) -> None:
    for number in range(len(lesson.steps)):
        coach = Coach(spec, lesson, number)
        sitting = sit_down(coach).sitting
        sitting.open()
        try:
            hud = sitting.hud({})
            shown = coach.hud(hud, sitting.view, sitting.hand, {})
            bare = sitting.scene()
            scene = coach.scene(bare, sitting.view, sitting.hand)
        finally:
            sitting.close()
        assert shown.lesson is not None
        if coach.left(sitting.view, sitting.hand)[:1] == (Press(LOOK),):
            continue  # there is no button for it, and it is all of the scene
        lit = [b.id for b in (*shown.supply, *shown.actions, *shown.lesson.buttons) if b.wanted]
        marked = len(scene.plumbs) - len(bare.plumbs)
        assert lit or marked, f"step {number + 1} marks nothing"
        enabled = {b.id: b.enabled for b in (*shown.supply, *shown.actions, *shown.lesson.buttons)}
        assert all(enabled[id_] for id_ in lit), f"step {number + 1} marks a button that cannot be pressed"


def changed(lesson: Lesson, number: int, step: Step) -> Lesson:
    return replace(lesson, steps=(*lesson.steps[:number], step, *lesson.steps[number + 1 :]))


@in_turns
def test_a_step_that_the_rules_refuse_is_found(spec: GameSpec, lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps):
        slipped = replace(step, deeds=lambda seen, step=step: step.slips, allows=None)  # type: ignore[misc]
        spoilt = changed(lesson, number, replace(slipped, done=lambda seen: False))
        with pytest.raises(RuntimeError, match=f"step {number + 1} of the lesson"):
            sit_down(Coach(spec, spoilt, number + 1))


@in_turns
def test_it_takes_under_four_minutes(spec: GameSpec, lesson: Lesson) -> None:
    assert sum(seconds_of_steps(spec, lesson)) + 60 * words(lesson.farewell) / WORDS_A_MINUTE < MOST_S


measured: dict[tuple[str, str], list[float]] = {}


def seconds_of_steps(spec: GameSpec, lesson: Lesson) -> list[float]:
    """How long somebody takes over each step who reads, points and waits for the others at a person's pace."""
    if (spec.id, lesson.id) in measured:
        return measured[spec.id, lesson.id]
    found = measured[spec.id, lesson.id] = []
    coach = Coach(spec, lesson)
    sitting = sit_down(coach).sitting
    sitting.speed = INSTANT
    sitting.open()
    try:
        for number, step in enumerate(lesson.steps):
            read, clicks = words(step.words), 0
            for _ in range(5_000):
                attend(coach, sitting, sitting.tick())
                if coach.at > number:
                    break
                left = coach.left(sitting.view, sitting.hand)
                read = max(read, words(step.words) + words(coach.said))
                if left and not sitting.people_wait and not sitting.busy:
                    do(left[0], coach, sitting)
                    clicks += 1
            assert coach.at == number + 1
            found.append(60 * read / WORDS_A_MINUTE + CLICK_S * clicks + len(step.before) * TICKS_BETWEEN / 60)
    finally:
        sitting.close()
    return found


def test_who_follows_the_first_lesson_has_done_a_legal_turn_within_a_minute_of_the_menu() -> None:
    spec, lesson = next((spec, lesson) for spec, lesson in LESSONS if spec.id == "tactical")
    seconds = seconds_of_steps(spec, lesson)
    ends = next(i for i, step in enumerate(lesson.steps) if "{end}" in step.words)
    menu = 2 * CLICK_S + 60 * words(f"{lesson.title} {lesson.detail} Learn Begin") / WORDS_A_MINUTE
    assert menu + sum(seconds[: ends + 1]) < 60.0
    assert sit_down(Coach(spec, lesson, ends)).sitting.view.seats[lesson.person].turns_taken == 0
    assert sit_down(Coach(spec, lesson, ends + 1)).sitting.view.seats[lesson.person].turns_taken == 1
