"""The runner of any game's lessons: which step is on, whether it is done, what is said and marked, what comes next."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from babylon3d.core.actions import Action, Event, Outcome, Seat
from babylon3d.core.errors import BadText
from babylon3d.playable.lessons import LOOK, NEXT, Click, Deed, Lesson, Press, Seen, Step
from babylon3d.playable.registry import every_game, recorded
from babylon3d.playable.sitting import Sitting
from babylon3d.playable.spec import GameSpec
from babylon3d.players.bot import Think
from babylon3d.present.keynames import key_label
from babylon3d.present.model import Button, HudModel, LessonCard, Plumb, SceneModel

SKIP, LEAVE, AGAIN = "lesson:skip", "lesson:leave", "lesson:again"
ARROW_M = 0.05
"""How long the line is that comes down on what is to be clicked; metres."""
BY_ITSELF = "One moment: the game goes on by itself to the next step."
MOST_TICKS = 5_000
"""A step that is not done by its own deeds within so many ticks never will be."""


def every_lesson() -> tuple[tuple[GameSpec, Lesson], ...]:
    """The lessons there are, in the order in which games are offered."""
    return tuple((spec, lesson) for spec in every_game() for lesson in spec.lessons)


def lesson_of(game: str, lesson_id: str) -> tuple[GameSpec, Lesson]:
    """A lesson by its game's id and its own. Raises: BadText."""
    spec = recorded(game)
    for lesson in spec.lessons:
        if lesson.id == lesson_id:
            return spec, lesson
    raise BadText(f'the lesson "{lesson_id}" of {spec.title} is not known', "", "another one would do")


class Coach:
    """Goes with one learner through a lesson. `at` is the step that is on; at their number all are done.

    It begins with the first step; whoever sets the table up brings it to the one that is `wanted`.
    """

    def __init__(self, spec: GameSpec, lesson: Lesson, wanted: int = 0) -> None:
        self.spec = spec
        self.lesson = lesson
        self.wanted = max(0, min(wanted, len(lesson.steps)))
        self.at = 0
        self.said = ""
        self._wrong = ""
        self.helping = False
        """Whether the step is being done for the learner."""
        self.version = 0
        """Changes whenever card or marks may."""
        self._events: tuple[Event | Outcome, ...] = ()
        self._read = self._looked = False
        self._under_way = False
        self._ahead: list[tuple[Seat, Action]] = list(lesson.opening)
        self._begin(0, None)

    # -- where it is -----------------------------------------------------------------------------

    @property
    def step(self) -> Step | None:
        """What is to be done now; None at the end."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def waiting(self) -> bool:
        """Whether something happens by itself first."""
        return self._under_way or bool(self._ahead)

    def _begin(self, at: int, state: Any) -> None:
        self.at, self.said, self._wrong, self._events, self.helping = at, "", "", (), False
        self._read = self._looked = False
        self.version += 1
        if self.step is not None:
            before = self.step.before
            self._ahead += before(state) if callable(before) else before

    def seen(self, state: Any, hand: Any) -> Seen:
        """What the step looks at."""
        return Seen(state, hand, self._events, self._read, self._looked)

    def left(self, state: Any, hand: Any) -> tuple[Deed, ...]:
        """The deeds that are left to do; none while something happens by itself, and at the end."""
        step = self.step
        return () if step is None or self.waiting else step.deeds(self.seen(state, hand))

    # -- what happens by itself ------------------------------------------------------------------

    def ahead_of(self, seat: Seat) -> tuple[Action, ...]:
        """What a seat does next by itself, in a row; it is not told again."""
        found = []
        while self._ahead and self._ahead[0][0] == seat:
            found.append(self._ahead.pop(0)[1])
        self._under_way = self._under_way or bool(found)
        return tuple(found)

    def has_happened(self) -> None:
        """What was told by `ahead_of` has been done."""
        if self._under_way:
            self._under_way = False
            self.version += 1

    def mind(self, seat: Seat) -> Think:
        """What decides for a seat beside the learner's: it waits, then does what the lesson says."""

        def think(view: Any) -> Generator[None, None, Sequence[Action]]:
            while not self._ahead or self._ahead[0][0] != seat:
                yield
            return self.ahead_of(seat)

        return think

    # -- what the learner does -------------------------------------------------------------------

    def refuses(self, state: Any, action: Action) -> str:
        """Why the learner's action is not done now; empty if it is."""
        step = self.step
        if self.waiting or step is None:
            return BY_ITSELF
        return "" if step.allows is None or step.allows(state, action) else step.otherwise

    def read_on(self) -> None:
        """The button of a step that is only to be read."""
        self._read = True

    def look(self) -> None:
        """The view was turned."""
        self._looked = True

    def help(self) -> None:
        """Have the step done for the learner."""
        if self.step is not None and not self.waiting:
            self.helping = True
            self.version += 1

    def follow(self, state: Any, hand: Any, events: Sequence[Event | Outcome] = (), refused: bool = False) -> bool:
        """Look at what was done; whether the step was, so that the next is on. `refused`: something tried in vain."""
        step = self.step
        if step is None or self.waiting:
            return False
        self._events += tuple(events)
        seen = self.seen(state, hand)
        if step.done(seen):
            self._begin(self.at + 1, state)
            return True
        wrong = step.wrong(seen)
        past = bool(events) or self.said == self._wrong  # what was wrong in the hand is said as long as it is
        said = wrong or (step.otherwise if refused else "" if past else self.said)
        self._wrong = wrong
        if said != self.said:
            self.said = said
            self.version += 1
        return False

    def end(self) -> None:
        """All is over, whatever was left to do."""
        if self.step is not None:
            self._ahead.clear()
            self._under_way = False
            self._begin(len(self.lesson.steps), None)

    # -- what is shown ---------------------------------------------------------------------------

    def card(self, left: Sequence[Deed], keys: Mapping[str, str]) -> LessonCard:
        """The words of the step with the learner's own keys, how far the lesson is, and its buttons."""
        title, steps, step = self.lesson.title, len(self.lesson.steps), self.step
        if step is None:
            again = Button(AGAIN, "Again", tooltip="The lesson from its beginning")
            done = Button(LEAVE, "Done", tooltip="Back to the lessons", wanted=True)
            return LessonCard(title, with_keys(self.lesson.farewell, keys), "", (steps, steps), (again, done))
        waits = self.waiting or self.helping
        go_on = (Button(NEXT, "Go on", wanted=True),) if Press(NEXT) in left else ()
        skip = Button(SKIP, "Skip", enabled=not waits, reason=BY_ITSELF, tooltip="Have this step done for you")
        leave = Button(LEAVE, "Leave", tooltip="Back to the lessons; this one goes on from here")
        words = BY_ITSELF if self.waiting else with_keys(step.words, keys)
        return LessonCard(title, words, with_keys(self.said, keys), (self.at, steps), (*go_on, skip, leave))

    def scene(self, model: SceneModel, state: Any, hand: Any) -> SceneModel:
        """The scene with what comes next brought out: a piece glows, a place shows what goes there, a line above."""
        clicks = [deed for deed in self.left(state, hand) if isinstance(deed, Click)]
        glowing = {deed.hit.piece for deed in clicks if deed.ghost is None} - {None}
        pieces = tuple(replace(v, glow="choice") if v.id in glowing and v.glow == "none" else v for v in model.pieces)
        taken = {ghost.pose.position for ghost in model.ghosts}
        ghosts = tuple(
            deed.ghost for deed in clicks if deed.ghost is not None and deed.ghost.pose.position not in taken
        )
        lines = tuple(map(_line_above, clicks))
        return replace(model, pieces=pieces, ghosts=(*model.ghosts, *ghosts), plumbs=(*model.plumbs, *lines))

    def hud(self, model: HudModel, state: Any, hand: Any, keys: Mapping[str, str]) -> HudModel:
        """The HUD with the lesson's card; the button to press next is brought out."""
        left = self.left(state, hand)
        card = self.card(left, keys)
        wanted = left[0].command if left and isinstance(left[0], Press) else ""
        reason = with_keys(model.reason, keys)
        return replace(
            model,
            message="",
            lesson=card,
            reason="" if reason == card.said else reason,
            supply=tuple(replace(button, wanted=button.id == wanted) for button in model.supply),
            actions=tuple(replace(button, wanted=button.id == wanted) for button in model.actions),
        )


def with_keys(text: str, keys: Mapping[str, str]) -> str:
    """Words in which `{command}` has become the key of that command."""

    def shown(found: re.Match[str]) -> str:
        named = keys.get(found[1], "")
        return named if found[1].startswith("mouse:") else key_label(named) or "its button"

    return re.sub(r"\{([a-z_:]+)\}", shown, text)


def _line_above(deed: Click) -> Plumb:
    """A line that comes down on what is to be clicked."""
    x, y, z = deed.hit.point if deed.ghost is None else deed.ghost.pose.position
    return Plumb((x, y, z + ARROW_M), (x, y, z))


# -- a lesson at a table where people act in turns ---------------------------------------------------


def attend(coach: Coach, sitting: Sitting, events: Sequence[Event] = (), refused: bool = False) -> bool:
    """After a tick of the table: let happen what happens by itself, do what is done for the learner, look at the step.

    Returns whether the next step is on.
    """
    seat = coach.lesson.person
    if sitting.seat == seat and not sitting.people_wait:
        by_itself = coach.ahead_of(seat)
        if by_itself:
            sitting.drop()
            sitting.people[seat].do(*by_itself)
            return False
        coach.has_happened()
    if coach.follow(sitting.view, sitting.hand, events, refused):
        return True
    if coach.helping and not sitting.busy:
        for deed in coach.left(sitting.view, sitting.hand)[:1]:
            do(deed, coach, sitting)
    return False


def do(deed: Deed, coach: Coach, sitting: Sitting) -> None:
    """Do a deed as the learner would."""
    match deed:
        case Click(hit):
            sitting.point(hit)
            sitting.click()
        case Press(command) if command == NEXT:
            coach.read_on()
        case Press(command) if command == LOOK:
            coach.look()
        case Press("turn"):
            sitting.turn(1)
        case Press(command):
            sitting.press(command)


def bring(coach: Coach, sitting: Sitting) -> None:
    """Do everything up to the step that is wanted. Raises: RuntimeError for a step that its own deeds do not do."""
    ticks = 0
    while coach.at < coach.wanted or coach.waiting:
        coach.helping = coach.at < coach.wanted
        events = sitting.tick()
        ticks = 0 if attend(coach, sitting, events) else ticks + 1
        if sitting.refusal or ticks > MOST_TICKS:
            why = f"refused: {sitting.refusal}" if sitting.refusal else "not done by its own deeds"
            raise RuntimeError(f"step {coach.at + 1} of the lesson {coach.lesson.id} is {why}")
    coach.helping = False
