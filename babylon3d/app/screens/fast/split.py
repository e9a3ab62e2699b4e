"""The parts of a window that several people share, and the strip of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from babylon3d.core.actions import Seat
from babylon3d.present.model import Button, HudModel
from babylon3d.render.pictures import Rect
from babylon3d.render.ui import elements
from babylon3d.render.ui.hud import CORNER, MARGIN, TOP
from babylon3d.render.ui.hud import button as hud_button

NARROW = 480.0
"""Parts narrower than this leave out what is nice to have."""
BUTTONS_FROM = 310.0
"""Parts narrower than this have no buttons: the keys 1 to 4 take pieces."""
STRIP = 76.0
LINE = 2.0
"""Width of what parts the parts."""


class Side(NamedTuple):
    """One person's part of the window: left, right, bottom, top as shares of it."""

    seat: Seat
    rect: Rect


def arrangement(seats: tuple[Seat, ...], width: float, height: float) -> tuple[Side, ...]:
    """Parts for so many people; the first stands at the left or above. Logical pixels."""
    rows = {1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2)}.get(len(seats), (3, 2))
    if len(seats) == 2 and width < height:
        rows = (1, 1)
    sides, left = [], list(seats)
    for number, across in enumerate(rows):
        high = 1 - number / len(rows)
        low = 1 - (number + 1) / len(rows)
        for i in range(across):
            sides.append(Side(left.pop(0), (i / across, (i + 1) / across, low, high)))
    return tuple(sides)


def split_hud(huds: Mapping[Seat, HudModel], sides: tuple[Side, ...], width: float, height: float) -> elements.Element:
    """The bar at the top and a strip in each part."""
    parts: list[elements.Element] = [*_lines(sides, width, height), _bar(next(iter(huds.values())))]
    for number, side in enumerate(sides):
        left, right, bottom, top = side.rect
        wide, tall = (right - left) * width, (top - bottom) * height
        strip = elements.Place(child=_strip(huds[side.seat], wide, own=number == 0), x=0.5, y=1.0)
        box = elements.Panel(child=strip, style="clear", pad=MARGIN, pad_y=MARGIN / 2, width=wide, height=tall)
        x = left / (1 - (right - left)) if right - left < 1 else 0.0
        y = (1 - top) / (1 - (top - bottom)) if top - bottom < 1 else 0.0
        parts.append(elements.Place(child=box, x=x, y=y))
    return elements.Stack(children=tuple(parts))


def _lines(sides: tuple[Side, ...], width: float, height: float) -> list[elements.Element]:
    """Dark lines along the inner edges of the parts."""
    found: list[elements.Element] = []
    for side in sides:
        left, right, bottom, top = side.rect
        if right < 1:
            tall = (top - bottom) * height
            y = (1 - top) / (1 - (top - bottom)) if top - bottom < 1 else 0.0
            line = elements.Panel(child=elements.Spacer(), style="line", pad=0, width=LINE, height=tall)
            found.append(elements.Place(child=line, x=right, y=y))
        if bottom > 0 and left == 0:
            line = elements.Panel(child=elements.Spacer(), style="line", pad=0, width=width, height=LINE)
            found.append(elements.Place(child=line, x=0.0, y=1 - bottom))
    return found


def _bar(hud: HudModel) -> elements.Element:
    """The round, the clock, what is wrong, and the corner's buttons."""
    colour = "bad" if hud.hurry else "amber"
    said = hud.warnings[0] if hud.warnings else hud.log[-1] if hud.log else ""
    corner = [hud_button(b, style="quiet", show_key=False, label=not b.icon) for b in hud.actions if b.id in CORNER]
    row = elements.Row(
        children=(
            elements.Text(text=hud.progress_text, style="subheading", shrink=True),
            elements.Text(text=said, colour="soft", shrink=True, grow=1),
            elements.Icon(name="clock", size=20, colour=colour),
            elements.Text(text=hud.clock, style="figure", colour=colour),
            *corner,
        ),
        gap=12,
    )
    bar = elements.Panel(child=row, style="hud", pad=12, pad_y=7, height=TOP)
    return elements.Panel(child=elements.Place(child=_wide(bar), x=0.5, y=0.0), style="clear", pad=MARGIN)


def _wide(bar: elements.Panel) -> elements.Element:
    """A bar as wide as there is room."""
    return elements.Column(children=(bar,), min_width=4000.0)


def _strip(hud: HudModel, wide: float, *, own: bool) -> elements.Element:
    """Who it is, what is left and chosen, the points; a line above says what may be done."""
    narrow = wide < NARROW
    card = next((card for card in hud.players if card.acting), None)
    total = "" if card is None else card.total_text or str(card.total)
    mark = elements.MarkBox(colour=hud.colour, size=22)
    points = elements.Text(text=total.replace("-", "\N{MINUS SIGN}"), style="figure", colour="amber", align="right")
    line = elements.Text(
        text=hud.reason or hud.message,
        style="small",
        colour="bad" if hud.reason else "soft",
        align="centre",
        shrink=True,
        grow=1,
    )
    pressed = own and wide >= BUTTONS_FROM
    supply = tuple(_piece(button, hud.colour, pressed, narrow) for button in hud.supply)
    if narrow:
        upper: elements.Element = elements.Row(children=(mark, line, points), gap=8)
        lower: elements.Element = elements.Row(children=supply, gap=3, equal=True)
    else:
        upper = elements.Row(children=(line,))
        name = elements.Text(text=hud.title, style="strong", shrink=True, grow=1)
        lower = elements.Row(children=(mark, name, *supply, points), gap=9)
    column = elements.Column(children=(upper, lower), gap=3)
    inside = elements.Place(child=elements.Panel(child=column, style="clear", pad=0, width=wide - 2 * MARGIN - 20))
    return elements.Panel(child=inside, style="hud", pad=10, pad_y=4, width=wide - 2 * MARGIN, height=STRIP)


def _piece(button: Button, colour: str, pressed: bool, narrow: bool) -> elements.Element:
    """A kind of piece with its count; the person at the mouse can press it where there is room for that."""
    tint = colour if button.icon in ("large", "small") else "sand"
    if pressed:
        return elements.Button(
            id=button.id,
            label=str(button.count),
            icon=button.icon,
            icon_size=16 if narrow else 18,
            icon_colour=tint,
            enabled=button.enabled,
            reason=button.reason,
            tooltip=button.tooltip,
            active=button.active,
            key=button.key,
            show_key=False,
            style="tab",
        )
    parts = (
        elements.Icon(name=button.icon, size=14 if narrow else 18, colour=tint),
        elements.Text(text=str(button.count), style="smallstrong"),
    )
    inside = elements.Row(children=parts, gap=3, along="centre")
    return elements.Panel(child=inside, style="lit" if button.active else "clear", pad=2 if narrow else 7, pad_y=3)
