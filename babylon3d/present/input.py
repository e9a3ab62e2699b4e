"""What hands do to a window, as plain data: pixels count from the top left corner, keys have Panda3D's names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

MouseButton = Literal["left", "middle", "right"]


class Modifiers(NamedTuple):
    """Which modifier keys are held."""

    shift: bool = False
    control: bool = False
    alt: bool = False


NO_MODIFIERS = Modifiers()


@dataclass(frozen=True, slots=True)
class MouseMoved:
    """The cursor is at (x, y), pixels."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class MouseLeft:
    """The cursor has left the window."""


@dataclass(frozen=True, slots=True)
class MouseDown:
    """A mouse button went down at (x, y); `clicks` is 2 for the second of a double click."""

    button: MouseButton
    x: float
    y: float
    modifiers: Modifiers = NO_MODIFIERS
    clicks: int = 1


@dataclass(frozen=True, slots=True)
class MouseUp:
    """A mouse button came up at (x, y)."""

    button: MouseButton
    x: float
    y: float
    modifiers: Modifiers = NO_MODIFIERS


@dataclass(frozen=True, slots=True)
class Wheel:
    """The wheel turned at (x, y); `steps` is positive away from the user."""

    steps: int
    x: float
    y: float
    modifiers: Modifiers = NO_MODIFIERS


@dataclass(frozen=True, slots=True)
class KeyDown:
    """A key went down: `a`, `1`, `enter`, `escape`, `tab`, `space`, `arrow_left`, `f1` ...; `repeat` while held."""

    key: str
    modifiers: Modifiers = NO_MODIFIERS
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class KeyUp:
    """A key came up."""

    key: str
    modifiers: Modifiers = NO_MODIFIERS


@dataclass(frozen=True, slots=True)
class Typed:
    """A character was typed, as the keyboard's layout gives it."""

    text: str


@dataclass(frozen=True, slots=True)
class Resized:
    """The window's drawing area has a new size in pixels."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class FocusLost:
    """Another window has the keyboard now; no key is held any longer."""


@dataclass(frozen=True, slots=True)
class CloseAsked:
    """The user asked to close the window."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of the UI was pressed by mouse or key; `id` is the one its model gave it."""

    id: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A widget of the UI has a new value: a toggle's bool, a slider's float, a choice's option, an input's text."""

    id: str
    value: bool | float | str


InputEvent = (
    MouseMoved | MouseLeft | MouseDown | MouseUp | Wheel | KeyDown | KeyUp | Typed | Resized | FocusLost | CloseAsked
)


@dataclass(frozen=True, slots=True)
class Dragged:
    """A button of the UI was dragged off into the scene; the `MouseUp` that follows lets go of what it stands for."""

    id: str


UiEvent = Pressed | Changed | Dragged
ScreenEvent = InputEvent | UiEvent
