"""What a play screen asks of any turn-based game: a picture of its state, its texts, and what a hand's doings mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from babylon3d.core.actions import Action, Event, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.core.geometry import Pose, Vec3
from babylon3d.present.model import Hit, HudModel, SceneModel

H = TypeVar("H")

Refused = str | IllegalAction
"""Why something is not done: the rules' error, for the presenter to tell with names, or words; "" for nothing."""


@dataclass(frozen=True, slots=True)
class Reply(Generic[H]):
    """What came of a click or a key: the hand after it, what the seat wants to do, a refusal to show, a sound."""

    hand: H
    actions: tuple[Action, ...] = ()
    refusal: Refused = ""
    cue: str = ""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is not in the state: who plays, what was said before, which keys do what.

    `acting` is the seat of the person at the mouse, `None` while a bot plays or nobody may act.
    """

    names: tuple[str, ...]
    details: tuple[str, ...] = ()
    acting: Seat | None = None
    log: tuple[str, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)
    """From the id of a button to the name of its key."""
    moving: bool = False
    """Whether something still falls or slides."""
    refusal: Refused = ""
    warnings: tuple[str, ...] = ()
    reading: bool = False
    """A replay: nothing can be done."""


class Presenter(Protocol[H]):
    """One game's picture and hands. Pure: it keeps nothing but what it computed for the last state."""

    def hand(self) -> H:
        """An empty hand."""

    def point(self, state: Any, seat: Seat | None, hand: H, hit: Hit | None) -> H:
        """The cursor is over something else."""

    def click(self, state: Any, seat: Seat, hand: H) -> Reply[H]:
        """The left button, or the key for placing."""

    def press(self, state: Any, seat: Seat | None, hand: H, command: str) -> Reply[H]:
        """A button of the HUD, or its key."""

    def turn(self, state: Any, seat: Seat, hand: H, steps: int) -> Reply[H]:
        """The wheel, or the key for turning."""

    def walk(self, state: Any, seat: Seat, hand: H, dx: float, dy: float, up: int) -> H:
        """Move the keyboard's cursor: a direction in the plane of the table, or levels up."""

    def spots(self, state: Any, seat: Seat, hand: H, poses: Mapping[str, Pose]) -> Sequence[Vec3]:
        """Points in the world that are worth a click now; metres."""

    def check(self, state: Any, seat: Seat, hand: H, most: int) -> int:
        """Ask the rules about some more of the places that the scene shows; how many were asked about."""

    def holding(self, state: Any, seat: Seat, hand: H) -> bool:
        """Whether the hand holds or has chosen something: then the wheel turns it and Esc puts it back."""

    def aims(self, state: Any, seat: Seat, hand: H) -> bool:
        """Whether a click on the table would mean something: otherwise the mouse moves the view."""

    def drop(self, hand: H) -> H:
        """The hand after Esc."""

    def places(self, state: Any) -> Mapping[str, Pose]:
        """Where every piece belongs, by its id; metres."""

    def scene(self, state: Any, seat: Seat | None, hand: H, poses: Mapping[str, Pose]) -> SceneModel:
        """Everything in 3D."""

    def hud(self, state: Any, hand: H, around: Surroundings) -> HudModel:
        """Everything flat."""

    def line(self, event: Event, state: Any, names: Sequence[str]) -> str:
        """An event in plain words, "" if it is not worth a line. The state is the one after it."""

    def takes_back(self, event: Event) -> bool:
        """Whether the event undoes the last line of the log."""

    def cue(self, event: Event) -> str:
        """The sound of an event: `place`, `fall`, `swap`, `turn`, `end` or "" for none."""

    def gliding(self, event: Event, state: Any) -> Mapping[str, float]:
        """The pieces that an event moved at once and that are to be seen moving, with how high they are lifted (m)."""

    def focus(self, event: Event, state: Any) -> str | None:
        """The id of the piece that an event is about, for a camera that follows."""


def about(presenter: Presenter[Any], event: Event, state: Any) -> tuple[str, ...]:
    """The ids of the pieces that an event is about, the first of them first; none for one about no piece."""
    focus = presenter.focus(event, state)
    return () if focus is None else tuple(dict.fromkeys((focus, *presenter.gliding(event, state))))


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The log in plain words, oldest first; what was taken back is not in it. `pieces` are those of each line."""

    names: tuple[str, ...]
    lines: tuple[str, ...] = ()
    pieces: tuple[tuple[str, ...], ...] = ()

    def after(self, presenter: Presenter[Any], events: Sequence[Event], state: Any) -> Chronicle:
        """The chronicle with what these events say added."""
        lines, pieces = self.lines, self.pieces
        for event in events:
            if presenter.takes_back(event):
                lines, pieces = lines[:-1], pieces[:-1]
            text = presenter.line(event, state, self.names)
            if text:
                lines, pieces = (*lines, text), (*pieces, about(presenter, event, state))
        return replace(self, lines=lines, pieces=pieces)

    def saying(self, line: str) -> Chronicle:
        """The chronicle with a line that no event says."""
        return replace(self, lines=(*self.lines, line), pieces=(*self.pieces, ()))
