"""Finds what is wrong with a laid-out screen: overlaps, cut-off texts, things outside the window."""

from __future__ import annotations

from babylon3d.render.ui.boxes import Placed, Rect
from babylon3d.render.ui.elements import (
    Button,
    Choice,
    Icon,
    MarkBox,
    Panel,
    Pips,
    Scroll,
    Slider,
    Text,
    TextInput,
    Toggle,
    Widget,
)
from babylon3d.render.ui.layout import ELLIPSIS
from babylon3d.render.ui.theme import FACES
from babylon3d.render.ui.ui import Ui

SLACK = 0.6
"""Logical pixels of rounding that nobody sees."""
LEAVES = (Text, Icon, MarkBox, Slider, TextInput, Pips)


def defects(ui: Ui) -> list[str]:
    """Everything wrong with what is on show, in words; empty for a flawless screen."""
    width, height = ui.size
    window = Rect(0.0, 0.0, width, height)
    found: list[str] = []
    for layer in ui.placed:
        for placed in layer:
            found += _own_defects(ui, placed, window)
        found += _overlaps([p for p in layer if isinstance(p.element, LEAVES)])
        found += _overlaps([p for p in layer if isinstance(p.element, Widget)])
        found += _out_of_panel(layer)
    return found


def _own_defects(ui: Ui, placed: Placed, window: Rect) -> list[str]:
    element, rect = placed.element, placed.rect
    found = []
    if isinstance(element, (*LEAVES, Widget, Panel, Scroll)):
        bounds = window if placed.clip is None else placed.clip
        if rect.x < bounds.x - SLACK or rect.right > bounds.right + SLACK:
            found.append(f"{_name(placed)} sticks out sideways: {_round(rect)} of {_round(bounds)}")
        vertical = placed.clip is None and (rect.y < -SLACK or rect.bottom > window.bottom + SLACK)
        if vertical:
            found.append(f"{_name(placed)} sticks out above or below: {_round(rect)} of {_round(window)}")
    if isinstance(element, Text) and element.text:
        for line in placed.lines:
            if ui.fonts.width(line, element.style) > rect.width + SLACK:
                found.append(f"{_name(placed)} is wider than its room: {_round(rect)}")
        if FACES[element.style].line * len(placed.lines) > rect.height + SLACK:
            found.append(f"{_name(placed)} is taller than its room: {_round(rect)}")
        owner = placed.owner and ui.interaction.widget(placed.owner)
        if isinstance(owner, (Button, Toggle, Choice)) and placed.lines != tuple(element.text.split("\n")):
            label = getattr(owner, "label", "")
            if placed.lines[0].endswith(ELLIPSIS) and element.text == label:
                found.append(f"{_name(placed)} of {placed.owner} is shortened to {placed.lines}")
    if isinstance(element, (Icon, MarkBox)) and min(rect.width, rect.height) < element.size - SLACK:
        found.append(f"{_name(placed)} is squeezed: {_round(rect)}")
    if isinstance(element, Slider) and rect.width < 80:
        found.append(f"{_name(placed)} is too short: {_round(rect)}")
    if isinstance(element, Scroll) and rect.height < min(60.0, rect.height + placed.scroll) - SLACK:
        found.append(f"{_name(placed)} is too low to be read: {_round(rect)}")
    if isinstance(element, Widget) and (rect.width < 16 or rect.height < 16):
        found.append(f"{_name(placed)} is too small to be hit: {_round(rect)}")
    return found


def _overlaps(placed: list[Placed]) -> list[str]:
    found = []
    shown = [(p, p.shown) for p in placed]
    shown = [
        (p, r)
        for p, r in shown
        if r.width > 0 and r.height > 0 and not (isinstance(p.element, Text) and not p.element.text)
    ]
    for i, (a, here) in enumerate(shown):
        for b, there in shown[i + 1 :]:
            if b.path.startswith(a.path + ".") or a.path.startswith(b.path + "."):
                continue
            common = here.cut(there)
            if common.width > SLACK and common.height > SLACK:
                found.append(f"{_name(a)} {_round(here)} and {_name(b)} {_round(there)} overlap")
    return found


def _out_of_panel(layer: list[Placed]) -> list[str]:
    """What sticks out of the panel it stands on."""
    found = []
    panels = [p for p in layer if isinstance(p.element, (Panel, Button, Scroll))]
    for inner in layer:
        if not isinstance(inner.element, (*LEAVES, Widget)) or (
            isinstance(inner.element, Text) and not inner.element.text
        ):
            continue
        for outer in panels:
            if inner is outer or not inner.path.startswith(outer.path + "."):
                continue
            if isinstance(outer.element, Scroll):
                continue
            if inner.clip is not None and outer.clip is None:
                continue
            a, b = inner.rect, outer.rect
            out = a.x < b.x - SLACK or a.right > b.right + SLACK or a.y < b.y - SLACK or a.bottom > b.bottom + SLACK
            if out:
                found.append(f"{_name(inner)} {_round(a)} sticks out of {_name(outer)} {_round(b)}")
    return found


def _name(placed: Placed) -> str:
    element = placed.element
    kind = type(element).__name__
    if isinstance(element, Text):
        return f'text "{element.text[:40]}"'
    if isinstance(element, (Widget, Scroll)):
        return f"{kind} {element.id}"
    if isinstance(element, Panel):
        return f"panel {element.style} {placed.path}"
    return f"{kind} {getattr(element, 'name', getattr(element, 'colour', ''))} {placed.path}"


def _round(rect: Rect) -> tuple[int, int, int, int]:
    return round(rect.x), round(rect.y), round(rect.right), round(rect.bottom)
