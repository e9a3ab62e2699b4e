"""What mouse and keyboard do to the widgets on show: hover, press, drag, focus, typing, scrolling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from babylon3d.present.input import (
    Changed,
    Dragged,
    FocusLost,
    KeyDown,
    MouseDown,
    MouseLeft,
    MouseMoved,
    MouseUp,
    Pressed,
    ScreenEvent,
    Typed,
    Wheel,
)
from babylon3d.present.keynames import key_text
from babylon3d.render.ui import focus as focusing
from babylon3d.render.ui.boxes import Placed, Rect
from babylon3d.render.ui.clipboard import Clipboard
from babylon3d.render.ui.elements import (
    Button,
    Choice,
    Dialog,
    Panel,
    Scroll,
    Slider,
    SliderMark,
    TextInput,
    Toggle,
    Widget,
)
from babylon3d.render.ui.looks import WidthOf, mark_at, scroll_thumb, slider_track
from babylon3d.render.ui.text_field import Field

WHEEL_STEP = 54.0
LINE_STEP = 40.0
_ARROWS = {"arrow_left": "left", "arrow_right": "right", "arrow_up": "up", "arrow_down": "down"}


class Interaction:
    """The state of mouse and keyboard over one layer of widgets, and what they report.

    `free_keys`: Enter, Space and the arrows belong to the screen until Tab gives a widget the focus.
    """

    def __init__(self, width_of: WidthOf) -> None:
        self.placed: Sequence[Placed] = ()
        self.scale = 1.0
        self.free_keys = False
        self.hover = self.pressed = self.focus = ""
        self.focus_seen = False
        self.dialog: Dialog | None = None
        """The dialog that is on show, to which all widgets then belong."""
        self.field = Field(width_of, Clipboard())
        """What is being typed into the text field that has the focus."""
        self.scrolls: dict[str, float] = {}
        self.reported: dict[str, bool | float | str] = {}
        """Values told of since the screen showed its widgets last."""
        self.cursor: tuple[float, float] | None = None
        self.refused = ""
        self._scene_holds = self._carries = False
        self._was_over = False
        self._thumb_grip: float | None = None

    @property
    def mark(self) -> SliderMark | None:
        """The mark of a slider that is under the cursor."""
        found = self.find(self.hover) if self.hover and self.cursor is not None else None
        if found is None or self.cursor is None or not isinstance(found.element, Slider):
            return None
        return mark_at(found.element, found.rect, self.cursor[0])

    # ---- looking up

    def find(self, id_: str) -> Placed | None:
        """The widget or scroll area with that id."""
        for p in self.placed:
            if isinstance(p.element, (Widget, Scroll)) and p.element.id == id_:
                return p
        return None

    def widget(self, id_: str) -> Widget | None:
        """The widget with that id, with the value last reported for it."""
        found = self.find(id_)
        if found is None or not isinstance(found.element, Widget):
            return None
        widget = found.element
        if id_ in self.reported and isinstance(widget, (Toggle, Choice, Slider, TextInput)):
            return replace(widget, value=self.reported[id_])  # type: ignore[arg-type]
        return widget

    def _report(self, id_: str, value: bool | float | str, out: list[ScreenEvent]) -> None:
        """Tell of a new value. It counts at once: more input may come before the screen shows it."""
        self.reported[id_] = value
        out.append(Changed(id_, value))

    def at(self, x: float, y: float) -> Placed | None:
        """The topmost widget, scroll area or surface at a point, logical pixels."""
        for p in reversed(self.placed):
            takes = isinstance(p.element, (Widget, Scroll)) or (
                isinstance(p.element, Panel) and p.element.takes_mouse and not p.owner
            )
            if takes and p.rect.holds(x, y) and (p.clip is None or p.clip.holds(x, y)):
                return p
        return None

    # ---- events

    def take(self, events: Iterable[ScreenEvent]) -> list[ScreenEvent]:
        """Let widgets have the input; what they report and what they leave, in order."""
        out: list[ScreenEvent] = []
        for event in events:
            match event:
                case MouseMoved(x, y):
                    self._moved(event, x / self.scale, y / self.scale, out)
                case MouseLeft():
                    self.cursor, self.hover = None, ""
                    out.append(event)
                case MouseDown(_, x, y):
                    self._down(event, x / self.scale, y / self.scale, out)
                case MouseUp(_, x, y):
                    self._up(event, x / self.scale, y / self.scale, out)
                case Wheel(steps, x, y):
                    self._wheel(event, steps, x / self.scale, y / self.scale, out)
                case KeyDown():
                    self._key(event, out)
                case Typed(text):
                    if not self._typed(text, out):
                        out.append(event)
                case FocusLost():
                    self.pressed, self._scene_holds, self._carries = "", False, False
                    out.append(event)
                case _:
                    out.append(event)
        return out

    def settle(self) -> None:
        """Follow a new set of widgets: forget those that are gone, see what is under the cursor."""
        if self.focus and self.widget(self.focus) is None:
            self.focus = ""
        if self.pressed and self.find(self.pressed) is None:
            self.pressed = ""
        self._hover_at(*(self.cursor or (-1.0, -1.0)))
        for id_ in list(self.scrolls):
            found = self.find(id_)
            if found is not None:
                self.scrolls[id_] = min(max(0.0, self.scrolls[id_]), found.scroll)

    def set_focus(self, id_: str, *, seen: bool) -> None:
        """Give a widget the focus; `seen` shows it."""
        before, self.focus, self.focus_seen = self.focus, id_, seen
        widget = self.widget(id_)
        if isinstance(widget, TextInput) and id_ != before:
            self.field.enter(widget.value, everything=seen)
        if seen:
            self._reveal(id_)

    def _reveal(self, id_: str) -> None:
        """Scroll so that a widget shows."""
        found = self.find(id_)
        if found is None or found.clip is None:
            return
        for p in self.placed:
            if isinstance(p.element, Scroll) and found.path.startswith(p.path + ".c"):
                offset = self.scrolls.get(p.element.id, 0.0)
                over = found.rect.bottom + 8 - p.rect.bottom
                under = p.rect.y + 8 - found.rect.y
                move = over if over > 0 else -under if under > 0 else 0.0
                self.scrolls[p.element.id] = min(max(0.0, offset + move), p.scroll)

    # ---- mouse

    def _hover_at(self, x: float, y: float) -> bool:
        """See what is under the cursor; whether any of the UI is."""
        found = self.at(x, y)
        element = None if found is None else found.element
        self.hover = element.id if isinstance(element, (Widget, Scroll)) else ""
        return found is not None

    def _moved(self, event: MouseMoved, x: float, y: float, out: list[ScreenEvent]) -> None:
        self.cursor = (x, y)
        if self._scene_holds and not self._carries:
            out.append(event)
            return
        over = self._hover_at(x, y)
        if self.pressed:
            self._drag(x, y, out)
            if over or not self._carry_off(out):
                return
        if not over:
            out.append(event)
        elif not self._was_over:
            out.append(MouseLeft())
        self._was_over = over

    def _carry_off(self, out: list[ScreenEvent]) -> bool:
        """Let the scene have what is dragged out of the UI, if the button that is pressed allows it."""
        button = self.widget(self.pressed)
        if not isinstance(button, Button) or not (button.drags and button.enabled):
            return False
        out.append(Dragged(button.id))
        self.pressed = ""
        self._scene_holds = self._carries = True
        return True

    def _down(self, event: MouseDown, x: float, y: float, out: list[ScreenEvent]) -> None:
        self.cursor = (x, y)
        if self._carries:
            return  # the other buttons wait until the first one comes up
        over = self._hover_at(x, y)
        if not over:
            self.focus = ""
            self._scene_holds = True
            out.append(event)
            return
        if event.button != "left" or not self.hover:
            return
        found = self.find(self.hover)
        assert found is not None
        element = found.element
        self.pressed, self._thumb_grip = self.hover, None
        if isinstance(element, Scroll):
            thumb = scroll_thumb(found, self.scrolls.get(element.id, 0.0))
            if thumb is not None and x >= thumb.x - 4:
                self._thumb_grip = y - thumb.y if thumb.holds(thumb.x, y) else thumb.height / 2
                self._drag(x, y, out)
            return
        assert isinstance(element, Widget)
        typing = isinstance(element, TextInput) and self.focus == element.id
        keep = isinstance(element, TextInput) or not self.free_keys
        self.set_focus(element.id if keep else "", seen=False)
        widget = self.widget(element.id)
        if isinstance(widget, TextInput):
            self.field.point(
                widget.value, found.rect, x, extend=typing and event.modifiers.shift, word=event.clicks > 1
            )
            if event.clicks > 1:
                self.pressed = ""
        elif isinstance(element, Slider):
            mark = self.mark
            if mark is not None and element.enabled:
                self.pressed = ""
                self._report(element.id, mark.to, out)
            else:
                self._drag(x, y, out)

    def _up(self, event: MouseUp, x: float, y: float, out: list[ScreenEvent]) -> None:
        if self._carries and event.button != "left":
            return
        if self._scene_holds:
            self._scene_holds = self._carries = False
            self._was_over = self._hover_at(x, y)
            out.append(event)
            return
        if event.button != "left" or not self.pressed:
            return
        pressed, self.pressed = self.pressed, ""
        found = self.find(pressed)
        self._hover_at(x, y)
        if found is None or self.hover != pressed or not isinstance(found.element, Widget):
            return
        widget = self.widget(pressed)
        if isinstance(widget, Choice):
            self._choose_at(widget, found, x, out)
        elif widget is not None and not isinstance(widget, (Slider, TextInput)):
            self.activate(widget, out)

    def _drag(self, x: float, y: float, out: list[ScreenEvent]) -> None:
        found = self.find(self.pressed)
        if found is None:
            return
        slider = self.widget(self.pressed)
        if isinstance(slider, TextInput):
            self.field.point(slider.value, found.rect, x, extend=True)
        elif isinstance(slider, Slider) and slider.enabled:
            track = slider_track(found.rect, slider.text)
            share = min(1.0, max(0.0, (x - track.x) / track.width))
            self._slide(slider, slider.low + share * (slider.high - slider.low), out)
        elif isinstance(found.element, Scroll) and self._thumb_grip is not None:
            thumb = scroll_thumb(found, 0.0)
            assert thumb is not None
            room = found.rect.height - thumb.height
            share = (y - self._thumb_grip - found.rect.y) / room if room > 0 else 0.0
            self.scrolls[found.element.id] = min(max(0.0, share), 1.0) * found.scroll

    def _wheel(self, event: Wheel, steps: int, x: float, y: float, out: list[ScreenEvent]) -> None:
        over = False
        for p in reversed(self.placed):
            if not p.rect.holds(x, y):
                continue
            if isinstance(p.element, Scroll) and p.scroll > 0:
                self.scroll_by(p, -steps * WHEEL_STEP)
                return
            over = over or isinstance(p.element, (Widget, Scroll))
            over = over or (isinstance(p.element, Panel) and p.element.takes_mouse)
        if not over:
            out.append(event)

    def scroll_by(self, placed: Placed, by: float) -> None:
        """Scroll an area by so many logical pixels."""
        assert isinstance(placed.element, Scroll)
        id_ = placed.element.id
        self.scrolls[id_] = min(max(0.0, self.scrolls.get(id_, 0.0) + by), placed.scroll)

    # ---- use of widgets

    def activate(self, widget: Widget, out: list[ScreenEvent]) -> None:
        """Press a widget; a disabled one only says why (`refused`)."""
        if not widget.enabled:
            self.refused = widget.id
            return
        match widget:
            case Button():
                out.append(Pressed(widget.id))
            case Toggle():
                self._report(widget.id, not widget.value, out)
            case Choice():
                self._choose(widget, 1, out, round_=True)
            case _:
                pass

    def _choose(self, choice: Choice, step: int, out: list[ScreenEvent], *, round_: bool = False) -> None:
        if not choice.enabled:
            self.refused = choice.id
            return
        values = [value for value, _ in choice.options]
        here = values.index(choice.value) if choice.value in values else -step
        there = (here + step) % len(values) if round_ else min(max(0, here + step), len(values) - 1)
        if values[there] != choice.value:
            self._report(choice.id, values[there], out)

    def _choose_at(self, choice: Choice, found: Placed, x: float, out: list[ScreenEvent]) -> None:
        if not choice.enabled:
            self.refused = choice.id
            return
        depth = found.path + ".w."
        parts = [p for p in self.placed if isinstance(p.element, Panel) and p.path.startswith(depth)]
        segments = [p for p in parts if "." not in p.path[len(depth) :]]
        if len(segments) != len(choice.options):
            self._choose(choice, 1 if x > found.rect.x + found.rect.width / 2 else -1, out, round_=True)
            return
        nearest = min(range(len(segments)), key=lambda i: _away(segments[i].rect, x))
        value = choice.options[nearest][0]
        if value != choice.value:
            self._report(choice.id, value, out)

    def _slide(self, slider: Slider, value: float, out: list[ScreenEvent]) -> None:
        steps = round((value - slider.low) / slider.step)
        stepped = min(slider.high, max(slider.low, slider.low + steps * slider.step))
        if abs(stepped - slider.value) > slider.step / 1000:
            self._report(slider.id, round(stepped, 6), out)

    # ---- keyboard

    def _key(self, event: KeyDown, out: list[ScreenEvent]) -> None:
        if self.dialog is not None and self.dialog.raw_keys:
            out.append(event)
            return
        focused = self.widget(self.focus) if self.focus else None
        if isinstance(focused, TextInput) and self._edit(focused, event, out):
            return
        if self._button_key(event, out) or self._answer(event, focused, out) or self._navigate(event, focused, out):
            return
        out.append(event)

    def _answer(self, event: KeyDown, focused: Widget | None, out: list[ScreenEvent]) -> bool:
        """Press the dialog's default button by Enter, unless another button has the focus, and the other by Esc."""
        if self.dialog is None or event.modifiers.control or event.modifiers.alt:
            return False
        asked = {"enter": self.dialog.default, "escape": self.dialog.cancel}.get(event.key, "")
        button = self.widget(asked) if asked else None
        if button is None or (event.key == "enter" and isinstance(focused, Button)):
            return False
        if not event.repeat:
            self.activate(button, out)
        return True

    def _button_key(self, event: KeyDown, out: list[ScreenEvent]) -> bool:
        text = key_text(event)
        for p in self.placed:
            if isinstance(p.element, Button) and p.element.key and p.element.key.lower() == text:
                if not event.repeat:
                    self.activate(p.element, out)
                return True
        return False

    def _navigate(self, event: KeyDown, focused: Widget | None, out: list[ScreenEvent]) -> bool:
        key = event.key
        if key == "tab":
            step = -1 if event.modifiers.shift else 1
            self.set_focus(focusing.following(self.placed, self.focus, step), seen=True)
            return bool(self.focus)
        if event.modifiers.control or event.modifiers.alt:
            return False
        if key == "escape" and self.free_keys and focused is not None:
            self.focus = ""
            return True
        if self.free_keys and (focused is None or not self.focus_seen):
            return False
        if key in ("page_up", "page_down") and self._page(-1 if key == "page_up" else 1):
            return True
        if key in ("enter", "space") and focused is not None:
            if not event.repeat:  # a key that is still held from before was not meant for this widget
                self.activate(focused, out)
            return True
        if key not in _ARROWS:
            return False
        return self._arrow(key, focused, out)

    def _arrow(self, key: str, focused: Widget | None, out: list[ScreenEvent]) -> bool:
        sideways = {"arrow_left": -1, "arrow_right": 1}.get(key)
        if sideways is not None and isinstance(focused, Slider) and focused.enabled:
            self._slide(focused, focused.value + sideways * focused.step, out)
            return True
        if sideways is not None and isinstance(focused, Choice):
            self._choose(focused, sideways, out)
            return True
        there = focusing.towards(self.placed, self.focus, _ARROWS[key])
        if there == self.focus and sideways is None:
            area = self._scroll_area()
            if area is not None:
                self.scroll_by(area, LINE_STEP if key == "arrow_down" else -LINE_STEP)
                return True
        if not there:
            return False
        self.set_focus(there, seen=True)
        return True

    def _scroll_area(self) -> Placed | None:
        """The scroll area the keyboard means: around the focus, else the first that can scroll."""
        areas = [p for p in self.placed if isinstance(p.element, Scroll) and p.scroll > 0]
        found = self.find(self.focus)
        around = [p for p in areas if found is not None and found.path.startswith(p.path)]
        return (around or areas or [None])[0]  # type: ignore[list-item]

    def _page(self, direction: int) -> bool:
        area = self._scroll_area()
        if area is None:
            return False
        self.scroll_by(area, direction * (area.rect.height - LINE_STEP))
        return True

    # ---- typing

    def _edit(self, box: TextInput, event: KeyDown, out: list[ScreenEvent]) -> bool:
        """Give a key to the text that is typed; whether it took it."""
        held = event.modifiers
        if event.key == "enter":
            if held.control or held.alt:
                return False
            if not self._answer(event, box, out) and not event.repeat:
                self.set_focus(focusing.following(self.placed, self.focus, 1), seen=True)
            return True
        if box.enabled and self.field.key(box, event):
            self._put(box, out)
            return True
        return not (held.control or held.alt) and (len(event.key) == 1 or event.key == "space")

    def _typed(self, text: str, out: list[ScreenEvent]) -> bool:
        box = self.widget(self.focus) if self.focus else None
        if not isinstance(box, TextInput) or not box.enabled:
            return False
        self.field.type(box, text)
        self._put(box, out)
        return True

    def _put(self, box: TextInput, out: list[ScreenEvent]) -> None:
        """Take over what the field made of its text; say so where not all had room."""
        found = self.find(box.id)
        assert found is not None
        self.field.follow(found.rect)
        if self.field.full:
            self.refused = box.id
        elif self.refused == box.id:
            self.refused = ""
        if self.field.line.text != box.value:
            self._report(box.id, self.field.line.text, out)


def _away(rect: Rect, x: float) -> float:
    """How far a point is beside a rectangle."""
    return max(0.0, rect.x - x, x - rect.right)
