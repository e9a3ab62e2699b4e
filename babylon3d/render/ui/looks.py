"""What each placed element looks like: from its data and the state of the interaction to plain things to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from babylon3d.render.ui.boxes import Placed, Rect
from babylon3d.render.ui.compose import KNOB_HEIGHT, KNOB_WIDTH, padding
from babylon3d.render.ui.editing import shown_from
from babylon3d.render.ui.elements import (
    Backdrop,
    Button,
    Choice,
    Divider,
    Icon,
    MarkBox,
    Panel,
    Pips,
    Scroll,
    Slider,
    SliderMark,
    Text,
    TextInput,
    Toggle,
    Widget,
)
from babylon3d.render.ui.layout import PIP, PIP_GAP, SCROLLBAR
from babylon3d.render.ui.theme import (
    BUTTONS,
    COLOURS,
    FACES,
    FOCUS,
    SURFACES,
    WANTED,
    Rgba,
    Surface,
    faded,
    mixed,
    rgba,
)

CLEAR: Rgba = (0.0, 0.0, 0.0, 0.0)
FIELD_INSET = 11.0
"""Room between the rim of a text field and its text."""
SLIDER_TEXT = 62.0
MARK_REACH = 4.0
"""How near the cursor must be to a slider's mark."""


class Shape(NamedTuple):
    """A rounded rectangle to draw."""

    rect: Rect
    surface: Surface


class Words(NamedTuple):
    """Lines of text to draw; `align` is left, centre or right within the rectangle."""

    rect: Rect
    lines: tuple[str, ...]
    style: str
    colour: Rgba
    align: str = "left"


class Picture(NamedTuple):
    """A picture of assets/icons to draw."""

    rect: Rect
    name: str
    colour: Rgba


class Sign(NamedTuple):
    """A player's mark to draw."""

    rect: Rect
    mark: str
    colour: Rgba


class Wash(NamedTuple):
    """A rectangle with a colour at each corner: top left, top right, bottom left, bottom right."""

    rect: Rect
    colours: tuple[Rgba, Rgba, Rgba, Rgba]


Drawn = Shape | Words | Picture | Sign | Wash
WidthOf = Callable[[str, str], float]


@dataclass(frozen=True, slots=True)
class InteractionState:
    """What mouse and keys are doing: ids of widgets, empty for none.

    `caret` is the place in the text being typed, the selection goes from `anchor` to it, and the text shows from
    its character `first` on.
    """

    hover: str = ""
    pressed: str = ""
    focus: str = ""
    caret: int = 0
    anchor: int = 0
    first: int = 0
    scrolls: dict[str, float] = field(default_factory=dict)
    colour_blind: bool = False


def looks(placed: Placed, doing: InteractionState, width_of: WidthOf) -> Iterator[Drawn]:
    """What to draw for an element, from back to front. `width_of(text, style)` measures text."""
    element, rect = placed.element, placed.rect
    match element:
        case Text(style=style, colour=colour, align=align):
            yield Words(rect, placed.lines, style, rgba(colour, doing.colour_blind), align)
        case Icon(name=name, colour=colour):
            if doing.colour_blind and name.startswith("pieces/") and "_" in name:
                name = name.replace("pieces/", "pieces/colour_blind/")
            yield Picture(rect, name, rgba(colour, doing.colour_blind))
        case MarkBox(colour=colour):
            yield from mark_box(rect, colour, doing.colour_blind)
        case Divider():
            yield Wash(rect, (faded(COLOURS["sand"], 0.16),) * 4)
        case Pips():
            yield from _pips(element, rect)
        case Panel(style=style) if style != "clear":
            yield from _panel(element, rect, placed, doing)
        case Backdrop(style=style):
            yield from backdrop(style, rect)
        case Button():
            yield from _button(element, rect, doing)
        case Toggle():
            yield from _toggle(element, rect, doing)
        case Choice():
            yield Shape(rect, SURFACES["well"])
        case Slider():
            yield from _slider(element, rect, doing)
        case TextInput():
            yield from _input(element, rect, doing, width_of)
        case Scroll():
            yield from _scrollbar(placed, doing)
    if isinstance(element, Widget) and doing.focus == element.id:
        grown = Rect(rect.x - 3, rect.y - 3, rect.width + 6, rect.height + 6)
        yield Shape(grown, FOCUS)


def mark_box(rect: Rect, colour: str, colour_blind: bool) -> Iterator[Drawn]:
    """A player's colour as a rounded square with its mark in it."""
    base = rgba(colour, colour_blind)
    top, bottom = mixed(base, COLOURS["white"], 0.16), mixed(base, COLOURS["night"], 0.16)
    size = min(rect.width, rect.height)
    yield Shape(rect, Surface(top, bottom, faded(COLOURS["white"], 0.35), size * 0.27, rim_width=1.0))
    inset = size * 0.24
    inner = Rect(rect.x + inset, rect.y + inset, rect.width - 2 * inset, rect.height - 2 * inset)
    yield Sign(inner, colour, rgba(f"ink:{colour}", colour_blind))


def _panel(panel: Panel, rect: Rect, placed: Placed, doing: InteractionState) -> Iterator[Drawn]:
    if panel.style == "chosen":
        yield Shape(rect, Surface((0.965, 0.885, 0.745, 1.0), (0.875, 0.755, 0.575, 1.0), radius=7.5))
        return
    if panel.style == "colour":
        base = rgba(panel.tint, doing.colour_blind)
        yield Shape(rect, Surface(faded(base, 0.30), faded(base, 0.16), faded(base, 0.75), 10))
        return
    yield Shape(rect, SURFACES[panel.style])
    if panel.tint:
        base = rgba(panel.tint, doing.colour_blind)
        yield Shape(Rect(rect.x, rect.y, 4, rect.height), Surface(base, base, radius=2))


def _pips(pips: Pips, rect: Rect) -> Iterator[Drawn]:
    y = rect.y + (rect.height - PIP) / 2
    for i in range(pips.most):
        box = Rect(rect.x + i * (PIP + PIP_GAP), y, PIP, PIP)
        optional = i >= pips.least
        if i < pips.done:
            yield Shape(box, Surface(COLOURS["amber"], (0.86, 0.56, 0.25, 1.0), (1.0, 0.88, 0.62, 0.9), PIP / 2, 5))
        elif optional:
            small = Rect(box.x + 3, box.y + 3, PIP - 6, PIP - 6)
            yield Shape(small, Surface(CLEAR, CLEAR, faded(COLOURS["sand"], 0.55), (PIP - 6) / 2, rim_width=1.5))
        else:
            yield Shape(
                box, Surface((0, 0, 0, 0.25), (0, 0, 0, 0.2), faded(COLOURS["sand"], 0.55), PIP / 2, rim_width=1.5)
            )


def backdrop(style: str, rect: Rect) -> Iterator[Drawn]:
    """A wash over the scene behind: from the side for the menu, all over for pages and under dialogs."""
    night = COLOURS["night"]
    match style:
        case "menu":
            half = Rect(rect.x, rect.y, min(rect.width, 680), rect.height)
            dark, clear = faded(night, 0.80), faded(night, 0.0)
            yield Wash(half, (dark, clear, dark, clear))
            foot = Rect(rect.x, rect.bottom - 120, rect.width, 120)
            yield Wash(foot, (clear, clear, faded(night, 0.55), faded(night, 0.55)))
        case "page":
            top, bottom = faded(night, 0.42), faded(night, 0.62)
            yield Wash(rect, (top, top, bottom, bottom))
        case "scrim":
            yield Wash(rect, (faded(night, 0.62),) * 4)
        case _:
            raise KeyError(style)


def _state(widget: Widget, doing: InteractionState) -> int:
    """0 at rest, 1 hovered, 2 pressed, 3 disabled."""
    if not widget.enabled:
        return 3
    if doing.pressed == widget.id and doing.hover == widget.id:
        return 2
    return 1 if doing.hover == widget.id else 0


def _button(button: Button, rect: Rect, doing: InteractionState) -> Iterator[Drawn]:
    state = _state(button, doing)
    surfaces = BUTTONS[button.style]
    surface = surfaces[4] if button.active and state in (0, 1) and button.style != "primary" else surfaces[state]
    if surface.top[3] or surface.bottom[3] or surface.rim[3]:
        yield Shape(rect, surface)
    if button.wanted:
        yield Shape(rect, WANTED)


def _toggle(toggle: Toggle, rect: Rect, doing: InteractionState) -> Iterator[Drawn]:
    across = padding(toggle)[0]
    if _state(toggle, doing) == 1:
        yield Shape(rect, SURFACES["row"])
    box = Rect(rect.right - across - KNOB_WIDTH, rect.y + (rect.height - KNOB_HEIGHT) / 2, KNOB_WIDTH, KNOB_HEIGHT)
    dim = 1.0 if toggle.enabled else 0.4
    if toggle.value:
        yield Shape(box, Surface(faded(COLOURS["amber"], dim), (0.88, 0.58, 0.27, dim), (1, 0.9, 0.7, 0.5 * dim), 12))
    else:
        yield Shape(box, Surface((0, 0, 0, 0.35), (0, 0, 0, 0.25), faded(COLOURS["sand"], 0.4 * dim), 12))
    size = KNOB_HEIGHT - 8
    x = box.right - size - 4 if toggle.value else box.x + 4
    knob = COLOURS["ink"] if toggle.value else faded(COLOURS["sand"], dim)
    yield Shape(Rect(x, box.y + 4, size, size), Surface(knob, knob, radius=size / 2))


def slider_track(rect: Rect, text: str) -> Rect:
    """The line a slider's knob moves on."""
    room = SLIDER_TEXT if text else 0.0
    return Rect(rect.x + 10, rect.y + rect.height / 2 - 3, max(1.0, rect.width - 20 - room), 6)


def mark_at(slider: Slider, rect: Rect, x: float) -> SliderMark | None:
    """The mark under the cursor on a slider in that place: the longest, of such the nearest."""
    near = [mark for mark in slider.marks if abs(_mark_x(slider, rect, mark) - x) <= MARK_REACH]
    return min(near, key=lambda mark: (-mark.above - mark.below, abs(_mark_x(slider, rect, mark) - x)), default=None)


def _mark_x(slider: Slider, rect: Rect, mark: SliderMark) -> float:
    track = slider_track(rect, slider.text)
    return track.x + track.width * (mark.value - slider.low) / (slider.high - slider.low)


def _marks(slider: Slider, rect: Rect, dim: float, colour_blind: bool) -> Iterator[Drawn]:
    """Lines above and below the track."""
    track = slider_track(rect, slider.text)
    for mark in slider.marks:
        x, colour = _mark_x(slider, rect, mark) - 1, faded(rgba(mark.colour, colour_blind), dim)
        if mark.above:
            yield Wash(Rect(x, track.y - 1 - mark.above, 2, mark.above), (colour,) * 4)
        if mark.below:
            yield Wash(Rect(x, track.bottom + 1, 2, mark.below), (colour,) * 4)


def slider_text(rect: Rect) -> Rect:
    """Where a slider's value is written: clear of the ring around what has the keyboard."""
    return Rect(rect.right - SLIDER_TEXT, rect.y + (rect.height - FACES["strong"].line) / 2, SLIDER_TEXT - 8, 22)


def _slider(slider: Slider, rect: Rect, doing: InteractionState) -> Iterator[Drawn]:
    track = slider_track(rect, slider.text)
    share = (slider.value - slider.low) / (slider.high - slider.low)
    dim = 1.0 if slider.enabled else 0.4
    yield Shape(track, Surface((0, 0, 0, 0.4), (0, 0, 0, 0.3), faded(COLOURS["sand"], 0.25), 3))
    if share > 0:
        done = Rect(track.x, track.y, max(6.0, track.width * share), track.height)
        yield Shape(done, Surface(faded(COLOURS["amber"], dim), (0.88, 0.58, 0.27, dim), radius=3))
    yield from _marks(slider, rect, dim, doing.colour_blind)
    size = 20.0 if doing.hover == slider.id or doing.pressed == slider.id else 18.0
    knob = Rect(track.x + track.width * share - size / 2, track.y + 3 - size / 2, size, size)
    top, bottom = faded((1.0, 0.95, 0.85, 1.0), dim), faded((0.88, 0.77, 0.60, 1.0), dim)
    yield Shape(knob, Surface(top, bottom, (0.3, 0.18, 0.08, 0.5), size / 2, 4))
    if slider.text:
        box = slider_text(rect)
        yield Words(box, (slider.text,), "strong", faded(COLOURS["text"], dim), "right")


def _input(box: TextInput, rect: Rect, doing: InteractionState, width_of: WidthOf) -> Iterator[Drawn]:
    typing = doing.focus == box.id
    rim = faded(COLOURS["amber"], 0.9) if typing else faded(COLOURS["sand"], 0.45 if doing.hover == box.id else 0.25)
    yield Shape(rect, Surface((0, 0, 0, 0.34), (0, 0, 0, 0.26), rim, 8))
    line = FACES["body"].line
    inner = Rect(rect.x + FIELD_INSET, rect.y + (rect.height - line) / 2, rect.width - 2 * FIELD_INSET, line)
    caret, first = (doing.caret, doing.first) if typing else (0, 0)

    def wide(part: str) -> float:
        return width_of(part, "body")

    first, end = shown_from(box.value, min(caret, len(box.value)), first, inner.width, wide)
    if typing and doing.anchor != caret:
        low, high = (min(max(place, first), end) for place in sorted((doing.anchor, caret)))
        left, right = wide(box.value[first:low]), wide(box.value[first:high])
        if right > left:
            marked = Rect(inner.x + left, inner.y, right - left, line)
            yield Wash(marked, (faded(COLOURS["amber"], 0.38),) * 4)
    if box.value or not box.placeholder:
        yield Words(inner, (box.value[first:end],), "body", COLOURS["text"])
    else:
        yield Words(inner, (box.placeholder,), "body", COLOURS["faint"])
    if typing:
        x = inner.x + wide(box.value[first:caret])
        yield Wash(Rect(x, inner.y + 2, 1.5, line - 4), (COLOURS["amber"],) * 4)


def scroll_thumb(placed: Placed, offset: float) -> Rect | None:
    """The handle of a scroll area's bar; None when everything shows."""
    if placed.scroll <= 0:
        return None
    rect = placed.rect
    whole = rect.height + placed.scroll
    length = max(28.0, rect.height * rect.height / whole)
    share = min(1.0, max(0.0, offset / placed.scroll))
    return Rect(rect.right - SCROLLBAR + 5, rect.y + (rect.height - length) * share, 7, length)


def _scrollbar(placed: Placed, doing: InteractionState) -> Iterator[Drawn]:
    assert isinstance(placed.element, Scroll)
    thumb = scroll_thumb(placed, doing.scrolls.get(placed.element.id, 0.0))
    if thumb is None:
        return
    groove = Rect(thumb.x, placed.rect.y, thumb.width, placed.rect.height)
    yield Shape(groove, Surface((0, 0, 0, 0.25), (0, 0, 0, 0.25), radius=3.5))
    bright = 0.75 if placed.element.id in (doing.hover, doing.focus) else 0.45
    sand = faded(COLOURS["sand"], bright)
    yield Shape(thumb, Surface(sand, sand, radius=3.5))
