"""Which widget comes next: in order for Tab, by direction for the arrows."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.render.ui.boxes import Placed, Rect
from babylon3d.render.ui.elements import Widget


def widgets(placed: Sequence[Placed]) -> list[Placed]:
    """Everything that can have the focus, in order; disabled ones too where they can say why they are."""
    return [p for p in placed if isinstance(p.element, Widget) and (p.element.enabled or p.element.reason)]


def identity(placed: Placed) -> str:
    """The id of a placed widget."""
    assert isinstance(placed.element, Widget)
    return placed.element.id


def following(placed: Sequence[Placed], focus: str, step: int) -> str:
    """The widget after (`step` 1) or before (-1) the focused one, round and round; empty if there is none."""
    ids = [identity(p) for p in widgets(placed)]
    if not ids:
        return ""
    if focus not in ids:
        return ids[0] if step > 0 else ids[-1]
    return ids[(ids.index(focus) + step) % len(ids)]


def towards(placed: Sequence[Placed], focus: str, direction: str) -> str:
    """The nearest widget in a direction: left, right, up or down; the focused one itself if there is none."""
    found = widgets(placed)
    here = next((p.rect for p in found if identity(p) == focus), None)
    if here is None:
        return following(placed, focus, 1)
    best, nearest = focus, float("inf")
    for candidate in found:
        distance = _distance(here, candidate.rect, direction)
        if identity(candidate) != focus and distance < nearest:
            best, nearest = identity(candidate), distance
    return best


def _distance(here: Rect, there: Rect, direction: str) -> float:
    """How far a rectangle is in a direction; what is beside counts three times. Infinite if it is not there."""
    match direction:
        case "left":
            ahead, side = here.x - there.right, _gap(here.y, here.bottom, there.y, there.bottom)
            is_there = there.x + there.width / 2 < here.x
        case "right":
            ahead, side = there.x - here.right, _gap(here.y, here.bottom, there.y, there.bottom)
            is_there = there.x + there.width / 2 > here.right
        case "up":
            ahead, side = here.y - there.bottom, _gap(here.x, here.right, there.x, there.right)
            is_there = there.y + there.height / 2 < here.y
        case "down":
            ahead, side = there.y - here.bottom, _gap(here.x, here.right, there.x, there.right)
            is_there = there.y + there.height / 2 > here.bottom
        case _:
            raise ValueError(direction)
    centre = abs(here.x + here.width / 2 - there.x - there.width / 2) if direction in ("up", "down") else 0.0
    return max(0.0, ahead) + 3 * side + centre / 1000 if is_there else float("inf")


def _gap(low: float, high: float, other_low: float, other_high: float) -> float:
    """How far apart two stretches are; 0 if they share something."""
    return max(0.0, other_low - high, low - other_high)
