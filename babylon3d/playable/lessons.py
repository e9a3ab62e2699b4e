"""What a lesson is: a game that is begun, and steps that each wait for a deed. Data that its game brings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from babylon3d.core.actions import Action, Event, Outcome, Seat
from babylon3d.core.rules import SeatInfo
from babylon3d.present.model import Ghost, Hit

SCRIPTED = "bot:lesson"
"""Who decides for the seats beside the learner's: they do what the lesson says."""

NEXT = "lesson:next"
"""The button of a step that is only to be read."""


LOOK = "orbit:left"
"""The command that stands for turning the view, by key or mouse."""


@dataclass(frozen=True, slots=True)
class Press:
    """Press a button of the screen, or the key of its command."""

    command: str


@dataclass(frozen=True, slots=True)
class Click:
    """Click on what lies there: a piece, or the place that `ghost` shows; metres."""

    hit: Hit
    ghost: Ghost | None = None


Deed = Press | Click


@dataclass(frozen=True, slots=True)
class Seen:
    """What a step looks at: the state as the learner sees it, the learner's hand, and the events since it began."""

    state: Any
    hand: Any = None
    events: tuple[Event | Outcome, ...] = ()
    read: bool = False
    """Whether the button of a step to be read was pressed."""
    looked: bool = False
    """Whether the view was turned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to do. `{command}` in its words stands for the key of a command, as the learner has it.

    `{mouse:view}` is the mouse button that turns the view.
    """

    words: str
    deeds: Callable[[Seen], tuple[Deed, ...]]
    """What is left to do, from where things stand: the first is marked, and Skip does all of them."""
    done: Callable[[Seen], bool]
    otherwise: str
    """What is said when something else is done."""
    wrong: Callable[[Seen], str] = lambda seen: ""
    """What is said of what the hand holds or did, where it is not what is asked; empty for nothing."""
    allows: Callable[[Any, Action], bool] | None = None
    """Whether an action is what the step asks for: others are not done. None lets every legal one be done."""
    before: tuple[tuple[Seat, Action], ...] | Callable[[Any], tuple[tuple[Seat, Action], ...]] = ()
    """What happens by itself before the step begins; where it depends on the state then, a function of it."""
    slips: tuple[Deed, ...] = ()
    """Something else that a learner may do here, to prove what is said then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson of a game. Its `id` is the game's own; `person` is the learner's seat."""

    id: str
    title: str
    detail: str
    seats: tuple[SeatInfo, ...]
    options: Any
    steps: tuple[Step, ...]
    farewell: str
    """What is said at the end."""
    person: Seat = 0
    opening: tuple[tuple[Seat, Action], ...] = field(default=())
    """What was done before the lesson begins."""
    seed: int = 1
