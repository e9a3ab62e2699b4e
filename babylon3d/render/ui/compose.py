"""The inside of each widget, made of plain elements: what a button's face, a switch, a choice consist of."""

from __future__ import annotations

from babylon3d.present.keynames import key_label
from babylon3d.render.ui.elements import (
    Button,
    Choice,
    Column,
    Element,
    Icon,
    MarkBox,
    Panel,
    Row,
    Spacer,
    Text,
    TextStyle,
    Toggle,
    Widget,
)

KNOB_WIDTH, KNOB_HEIGHT = 42.0, 24.0
STEP_WIDTH = 30.0


def padding(widget: Widget) -> tuple[float, float]:
    """Room at the sides and above and below a widget's inside."""
    match widget:
        case Button(style="tile"):
            return 8.0, 4.0
        case Button(style="tab"):
            return 12.0, 6.0
        case Button(label=""):
            return 8.0, 8.0
        case Button():
            return 16.0, 9.0
        case Toggle():
            return 8.0, 6.0
        case Choice():
            return 3.0, 3.0
        case _:
            return 0.0, 0.0


def ink(button: Button) -> str:
    """The colour of what stands on a button."""
    if not button.enabled:
        return "faint"
    if button.style == "primary":
        return "ink"
    return "amber" if button.active else "text"


def compose(widget: Widget, *, narrow: bool) -> Element:
    """A widget's inside; `narrow` leaves out what may be left out."""
    match widget:
        case Button(style="tile"):
            return _tile(widget, narrow)
        case Button():
            return _face(widget, narrow)
        case Toggle():
            label = Text(text=widget.label, colour="text" if widget.enabled else "faint", wrap=True, grow=1)
            return Row(children=(label, Spacer(width=KNOB_WIDTH, height=KNOB_HEIGHT)), gap=14)
        case Choice():
            return _stepper(widget) if narrow else _segments(widget)
        case _:
            return Spacer()


def key_cap(key: str, *, dark: bool = False, faint: bool = False) -> Element:
    """A small picture of a key."""
    colour = "ink_soft" if dark else "faint" if faint else "soft"
    return Panel(
        child=Text(text=key_label(key), style="tiny", colour=colour, align="centre"),
        style="key_dark" if dark else "key",
        pad=5,
        pad_y=1,
        min_width=19,
    )


def _face(button: Button, narrow: bool) -> Element:
    colour = ink(button)
    parts: list[Element] = []
    if button.mark:
        parts.append(MarkBox(colour=button.mark, size=button.icon_size))
    if button.icon and not (narrow and button.label):
        parts.append(Icon(name=button.icon, size=button.icon_size, colour=button.icon_colour or colour))
    if button.label:
        style: TextStyle = "body" if button.style in ("quiet", "tab") else "strong"
        label: Element = Text(
            text=button.label,
            style=style,
            colour=colour,
            align=button.align,
            grow=float(button.align != "centre"),
        )
        if button.detail:
            detail = Text(
                text=button.detail,
                style="small",
                colour="ink_soft" if button.style == "primary" else "soft",
                align=button.align,
                shrink=True,
            )
            label = Column(children=(label, detail), gap=0, grow=float(button.align != "centre"))
        parts.append(label)
    if button.count is not None:
        parts.append(_badge(button.count))
    if button.key and button.show_key and not narrow:
        parts.append(key_cap(button.key, dark=button.style == "primary" and button.enabled, faint=not button.enabled))
    along = {"left": "start", "centre": "centre", "right": "end"}[button.align]
    return Row(children=tuple(parts), gap=9, along=along)  # type: ignore[arg-type]


def _badge(count: int) -> Element:
    text = Text(text=str(count), style="smallstrong", colour="ink", align="centre")
    return Panel(child=text, style="badge", pad=6, pad_y=0, min_width=24)


def _tile(button: Button, narrow: bool) -> Element:
    """A kind of piece in a supply: its picture, its name where there is room, how many are left, its key."""
    colour = ink(button)
    icon = Icon(name=button.icon, size=button.icon_size, colour=button.icon_colour if button.enabled else "faint")
    room = max(button.icon_room, button.icon_size)
    parts: list[Element] = [
        Row(children=(icon,), along="centre", width=room, height=room),
        Spacer(grow=1)
        if narrow
        else Text(text=button.label, style="small", colour="faint" if not button.enabled else "text", grow=1),
        Text(text="" if button.count is None else str(button.count), style="figure", colour=colour, align="right"),
    ]
    if button.key and button.show_key:
        parts.append(key_cap(button.key, faint=not button.enabled))
    return Row(children=tuple(parts), gap=8)


def _segments(choice: Choice) -> Element:
    parts: list[Element] = []
    for value, label in choice.options:
        chosen = value == choice.value
        colour = "faint" if not choice.enabled else "ink" if chosen else "text"
        inside: Element = Text(text=label, style="strong" if chosen else "body", colour=colour, align="centre")
        if choice.marks:
            inside = Row(children=(MarkBox(colour=value, size=22),), along="centre")
        parts.append(Panel(child=inside, style="chosen" if chosen else "clear", pad=7 if choice.marks else 12, pad_y=4))
    return Row(children=tuple(parts), gap=2, equal=choice.marks)


def _stepper(choice: Choice) -> Element:
    label = next((label for value, label in choice.options if value == choice.value), choice.value)
    middle: Element = Text(text=label, style="strong", align="centre", shrink=True, grow=1)
    if choice.marks:
        middle = Row(children=(MarkBox(colour=choice.value, size=22),), along="centre", grow=1)
    arrows = [Text(text=sign, style="strong", colour="soft", align="centre", width=STEP_WIDTH) for sign in "‹›"]
    return Row(children=(arrows[0], middle, arrows[1]), gap=2)
