"""What a flat screen is made of, as plain data. Lengths are logical: pixels at 1280x720 and 100 % UI scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Across = Literal["left", "centre", "right"]
Along = Literal["start", "centre", "end", "between"]
Crosswise = Literal["start", "centre", "end", "fill"]
ButtonStyle = Literal["normal", "primary", "quiet", "danger", "tile", "tab"]
TextStyle = Literal["title", "heading", "subheading", "body", "strong", "small", "smallstrong", "tiny", "figure"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """Base of all: a fixed or least size, and the share of spare room it takes in its row or column."""

    width: float | None = None
    height: float | None = None
    min_width: float = 0.0
    max_width: float | None = None
    grow: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Element):
    """Text of one style. `wrap` breaks lines; otherwise `shrink` lets it end in an ellipsis where room is short."""

    text: str
    style: TextStyle = "body"
    colour: str = "text"
    align: Across = "left"
    wrap: bool = False
    shrink: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Icon(Element):
    """A picture of assets/icons, pieces or rules, `size` high, in one of the theme's or the players' colours."""

    name: str
    size: float = 20.0
    colour: str = "text"
    aspect: float = 1.0
    """Its width by its height."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkBox(Element):
    """A player's colour with its mark in it."""

    colour: str
    size: float = 22.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Divider(Element):
    """A thin line along the column it stands in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spacer(Element):
    """Empty room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pips(Element):
    """Progress: `done` of `most` dots are full, those after `least` are optional."""

    done: int
    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Widget(Element):
    """Base of what can be focused and used. `reason` says why it is disabled, as its tooltip."""

    id: str
    enabled: bool = True
    reason: str = ""
    tooltip: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Button(Widget):
    """A thing to press, also by `key` (such as `e` or `ctrl+z`), which it shows unless `show_key` is false."""

    label: str = ""
    style: ButtonStyle = "normal"
    icon: str = ""
    icon_size: float = 20.0
    icon_room: float = 0.0
    """The side of the square that a tile keeps for its icon, where it is more than the icon's size."""
    icon_colour: str = ""
    mark: str = ""
    key: str = ""
    show_key: bool = True
    active: bool = False
    count: int | None = None
    align: Across = "centre"
    detail: str = ""
    wanted: bool = False
    """Brought out by a lesson: this is what to press now."""
    drags: bool = False
    """Whether it can also be dragged into the scene."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toggle(Widget):
    """A switch with a label."""

    label: str
    value: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Widget):
    """One of several (value, label): side by side where there is room, else one at a time with arrows."""

    options: tuple[tuple[str, str], ...]
    value: str
    marks: bool = False
    """The values are players' colours, shown by their marks."""


class SliderMark(NamedTuple):
    """A value of a slider worth going to: a line so far above and below its track; a press leads to `to`."""

    value: float
    to: float
    colour: str
    said: str
    above: float = 9.0
    below: float = 9.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Slider(Widget):
    """A number from `low` to `high` in steps, with its text beside it, and marks along its line."""

    value: float
    low: float
    high: float
    step: float
    text: str = ""
    marks: tuple[SliderMark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TextInput(Widget):
    """A line of text to type."""

    value: str
    placeholder: str = ""
    limit: int = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Element):
    """Side by side, from left to right. `equal` gives all the same width."""

    children: tuple[Element, ...]
    gap: float = 8.0
    along: Along = "start"
    across: Crosswise = "centre"
    equal: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(Element):
    """One below the other."""

    children: tuple[Element, ...]
    gap: float = 8.0
    along: Along = "start"
    across: Crosswise = "fill"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow(Element):
    """Side by side, going on in a further line where room is short."""

    children: tuple[Element, ...]
    gap: float = 8.0
    along: Along = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid(Element):
    """Rows of cells in common columns; `weights` share out spare width, `equal` makes all but the first alike."""

    rows: tuple[tuple[Element, ...], ...]
    gap: float = 12.0
    row_gap: float = 6.0
    weights: tuple[float, ...] = ()
    pad: float = 0.0
    equal: bool = False
    stripes: bool = False
    lit: int | None = None
    """The number of a row to bring out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel(Element):
    """A surface with something on it. `id` makes it a place that takes the mouse; all but `clear` ones do anyway.

    `through`: the mouse goes through it, since it only says something over the table.
    """

    child: Element
    style: str = "panel"
    pad: float = 16.0
    pad_y: float | None = None
    tint: str = ""
    through: bool = False

    @property
    def takes_mouse(self) -> bool:
        """Whether what lies under it is out of the mouse's reach."""
        return self.style != "clear" and not self.through


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialog(Panel):
    """What is asked on top of a page, which then takes no input.

    Enter presses the button `default`, which does what the title says, unless another button has the focus; Esc the
    button `cancel`, which leaves everything as it was. What is named `focus` has the keyboard first, else `default`.
    With `raw_keys` every key is left to the screen, which waits for one. A dialog without `cancel` leaves Esc to the
    screen. It lies in the middle of what it darkens; with `at_foot` low in the window, and what is below stays as it is
    seen.
    """

    style: str = "dialog"
    pad: float = 24.0
    at_foot: bool = False
    default: str = ""
    cancel: str = ""
    focus: str = ""
    raw_keys: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scroll(Element):
    """A window on something that may be taller."""

    id: str
    child: Element
    min_height: float = 72.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Element):
    """Its child at its own size, at a share of the spare room: (0, 0) top left, (1, 1) bottom right."""

    child: Element
    x: float = 0.5
    y: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack(Element):
    """One on top of the other, all of the same size."""

    children: tuple[Element, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Backdrop(Element):
    """A wash of colour over all of its room: `menu` darkens one side, `page` all of it, `scrim` under a dialog."""

    style: str = "page"


def pad(child: Element, x: float, y: float, *, grow: float = 0.0) -> Panel:
    """Room around an element, nothing drawn."""
    return Panel(child=child, style="clear", pad=x, pad_y=y, grow=grow)
