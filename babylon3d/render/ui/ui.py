"""The flat part of the screen as a whole: shows elements and a HUD, tooltips and toasts, and hears mouse and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from panda3d.core import NodePath

from babylon3d.core.prose import plural
from babylon3d.present.input import Changed, KeyDown, MouseMoved, ScreenEvent
from babylon3d.present.model import HudModel
from babylon3d.render.ui.boxes import Placed, Rect
from babylon3d.render.ui.elements import Backdrop, Dialog, Element, Panel, Place, Row, Text, TextInput, Widget
from babylon3d.render.ui.elements import Icon as IconBox
from babylon3d.render.ui.fonts import Fonts
from babylon3d.render.ui.hud import hud, middle
from babylon3d.render.ui.interaction import Interaction
from babylon3d.render.ui.layout import Layout
from babylon3d.render.ui.looks import InteractionState, looks
from babylon3d.render.ui.overlay import beside, free_place
from babylon3d.render.ui.paint import Painter, Piece

REFERENCE = (1280, 720)
LEAST_LOGICAL = (640, 480)
LEAST_SCALE, MOST_SCALE = 0.75, 4.0
TOOLTIP_AFTER_S = 0.35
REFUSED_S = 3.0
TOAST_S = 4.0
TOAST_WIDTHS = (620.0, 420.0, 300.0)
"""The widest a toast gets, and how it is narrowed where it would lie on something."""

Body = Callable[[float, float], Element]


def scale_for(size: tuple[int, int], ui_scale: float) -> float:
    """Pixels per logical pixel: grows with the window and the setting, and always leaves 640 x 480 logical ones."""
    width, height = size
    fitted = max(0.9, min(width / REFERENCE[0], height / REFERENCE[1]))
    most = max(LEAST_SCALE, min(width / LEAST_LOGICAL[0], height / LEAST_LOGICAL[1], MOST_SCALE))
    return min(max(LEAST_SCALE, fitted * ui_scale), most)


@dataclass(slots=True)
class _Toast:
    text: str
    icon: str
    left_s: float
    shown: bool = True
    """False while there is no room for it: its time then does not pass."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a layout depends on."""

    body: Element | None
    dialog: Dialog | None
    window: Rect
    scrolls: dict[str, float]


class Ui:
    """Shows elements over the scene. What is shown is data; this object keeps hover, focus, scrolling and the nodes."""

    def __init__(
        self, parent: NodePath, size: tuple[int, int], ui_scale: float = 1.0, painted: Callable[[], None] | None = None
    ) -> None:
        """Below `parent`, whose units are the pixels of a window of that size; `painted` hears of every change."""
        self.fonts = Fonts(scale_for(size, ui_scale))
        self.interaction = Interaction(self.fonts.width)
        self.colour_blind = False
        self._painter = Painter(parent, self.fonts)
        self._painted = painted
        self._size = size
        self._body: Body | None = None
        self._dialog: Dialog | None = None
        self._focus_below = ""
        """What had the keyboard before the dialog."""
        self._toasts: list[_Toast] = []
        self._taught = False
        self._hover_s = 0.0
        self._hovered = ""
        self._refused_s = 0.0
        self._hushed_s = 0.0
        self._layers: tuple[list[Placed], list[Placed], list[Placed]] = ([], [], [])
        self._laid_out: _Wanted | None = None
        self._base_layout = self._layout()
        self._dirty = True

    # ---- size

    @property
    def scale(self) -> float:
        """Pixels per logical pixel."""
        return self.fonts.scale

    @property
    def size(self) -> tuple[float, float]:
        """The window's size in logical pixels."""
        return self._size[0] / self.scale, self._size[1] / self.scale

    def fit(self, size: tuple[int, int], ui_scale: float) -> None:
        """Follow a new size of the window, pixels, or another setting of the scale."""
        self._size = size
        self.fonts.set_scale(scale_for(size, ui_scale))
        self._laid_out = None
        self._dirty = True

    # ---- showing

    def show(
        self, body: Element | Body, *, dialog: Dialog | None = None, focus: str = "", free_keys: bool = False
    ) -> None:
        """Show an element over the whole window, or what a function gives for its logical size.

        `dialog` goes above it and takes all input; `focus` is the widget of the body that gets the keyboard if none of
        those on show has it (a dialog says itself which of its own does); `free_keys` leaves Enter, Space and the
        arrows to the screen until Tab is pressed.
        """
        self._show(body if callable(body) else lambda width, height: body, dialog, focus, free_keys)

    def show_hud(self, model: HudModel, *, dialog: Dialog | None = None, focus: str = "") -> None:
        """Show a HUD in its fixed places; presses come as `Pressed` with the ids of its buttons."""
        self._taught = model.lesson is not None
        self._show(lambda width, height: hud(model, width, height), dialog, focus, dialog is None)

    def _show(self, body: Body, dialog: Dialog | None, focus: str, free_keys: bool) -> None:
        opened = (dialog is None) != (self._dialog is None)
        if opened and dialog is not None:
            self._focus_below = self.interaction.focus
        self._body, self._dialog, self._dirty = body, dialog, True
        self.interaction.free_keys = free_keys
        self.interaction.reported.clear()
        self._lay_out()
        if opened:
            self.interaction.focus = ""
        if opened and dialog is None:
            focus = self._focus_below if self.interaction.find(self._focus_below) is not None else focus
        if dialog is not None:
            focus = dialog.focus or dialog.default
        if focus and not self.interaction.focus and not free_keys:
            self.interaction.set_focus(focus, seen=True)

    def clear(self) -> None:
        """Show nothing; forget hover, focus and scrolling. Toasts stay."""
        self._body = self._dialog = None
        self._taught = False
        interaction = self.interaction
        interaction.hover = interaction.pressed = interaction.focus = interaction.refused = ""
        interaction.scrolls.clear()
        interaction.reported.clear()
        interaction.free_keys = False
        interaction.dialog = None
        self._focus_below = ""
        self._hushed_s = 0.0
        self._dirty = True

    def hush(self, seconds: float) -> None:
        """Let keys do nothing for a moment: what came up unasked is not answered by a key meant for what was there."""
        self._hushed_s = seconds

    def toast(self, text: str, icon: str = "") -> None:
        """Say something in passing, for some seconds."""
        self._toasts = [t for t in self._toasts if t.text != text][-2:]
        self._toasts.append(_Toast(text, icon, TOAST_S + len(text) / 30))
        self._dirty = True

    def middle(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the room that a HUD leaves to the table, pixels."""
        width, height = self.size
        rect = middle(width, height, self._taught)
        return rect.x * self.scale, rect.y * self.scale, rect.right * self.scale, rect.bottom * self.scale

    # ---- interaction and time

    def take(self, events: Iterable[ScreenEvent]) -> list[ScreenEvent]:
        """Give the input to the widgets; what they report and what they leave, in order."""
        if self._dirty:
            self._lay_out()
        events = [event for event in events if not (self._hushed_s > 0 and isinstance(event, KeyDown))]
        if not events:
            return []
        out: list[ScreenEvent] = []
        before = self._interacting
        for event in events:
            out += self._one(event)
        # A hand that carries a piece over the table moves the cursor at every tick.
        if before != self._interacting or not all(isinstance(event, MouseMoved) for event in events):
            self._dirty = True
        return out

    @property
    def _interacting(self) -> tuple[object, ...]:
        """What of the interaction is to be seen."""
        interaction = self.interaction
        scrolls = tuple(sorted(interaction.scrolls.items()))
        return (
            interaction.hover,
            interaction.mark,
            interaction.pressed,
            interaction.focus,
            interaction.focus_seen,
            interaction.refused,
            interaction.field.line,
            interaction.field.first,
            scrolls,
        )

    def _one(self, event: ScreenEvent) -> list[ScreenEvent]:
        before = dict(self.interaction.scrolls)
        out = self.interaction.take((event,))
        if before != self.interaction.scrolls or any(isinstance(e, Changed) for e in out):
            self._lay_out()
        return out

    def tick(self, dt: float) -> None:
        """Let time pass, seconds: tooltips come, toasts go."""
        if self.interaction.hover != self._hovered:
            self._hovered, self._hover_s = self.interaction.hover, 0.0
        before = self._hover_s
        self._hover_s += dt
        self._hushed_s = max(0.0, self._hushed_s - dt)
        if before < TOOLTIP_AFTER_S <= self._hover_s:
            self._dirty = True
        if self.interaction.refused:
            self._refused_s += dt
            if self._refused_s > REFUSED_S:
                self.interaction.refused, self._refused_s, self._dirty = "", 0.0, True
        for toast in self._toasts:
            toast.left_s -= dt if toast.shown else 0.0
        if any(t.left_s <= 0 for t in self._toasts):
            self._toasts = [t for t in self._toasts if t.left_s > 0]
            self._dirty = True

    @property
    def waiting(self) -> bool:
        """Whether time alone will change something: a tooltip to come, a toast to go."""
        still = self._hushed_s > 0 or self.interaction.refused
        return bool(self._toasts or still or (self.interaction.hover and self._hover_s < TOOLTIP_AFTER_S))

    @property
    def typing(self) -> bool:
        """Whether a text field has the keyboard."""
        return isinstance(self.interaction.widget(self.interaction.focus), TextInput)

    # ---- laying out and drawing

    @property
    def placed(self) -> tuple[list[Placed], list[Placed], list[Placed]]:
        """What is laid out: the body, the dialog, tooltips and toasts; logical pixels."""
        if self._dirty:
            self._lay_out()
        return self._layers

    def centre_of(self, id_: str) -> tuple[float, float] | None:
        """The middle of a widget in pixels of the window, or None if it is not on show."""
        found = self.interaction.find(id_)
        if found is None:
            return None
        shown = found.shown
        return (shown.x + shown.width / 2) * self.scale, (shown.y + shown.height / 2) * self.scale

    def paint(self) -> bool:
        """Bring the nodes up to date; whether there is anything new to see."""
        if not self._dirty:
            return False
        self._lay_out()
        self._dirty = False
        changed = self._painter.paint(self._pieces(), self.scale, self._size)
        if changed and self._painted is not None:
            self._painted()
        return changed

    @property
    def nodes(self) -> int:
        """How many things are drawn."""
        return self._painter.nodes

    def close(self) -> None:
        """Take everything away for good."""
        self._painter.close()

    def _lay_out(self) -> None:
        width, height = self.size
        window = Rect(0.0, 0.0, width, height)
        base, over, _ = self._layers
        wanted = _Wanted(
            None if self._body is None else self._body(width, height),
            self._dialog,
            window,
            dict(self.interaction.scrolls),
        )
        if wanted != self._laid_out:
            wanted = self._base(wanted)
            base = [] if wanted.body is None else self._base_layout.run(wanted.body, window, "b")
            over = []
            if wanted.dialog is not None:
                low = wanted.dialog.at_foot
                over = [] if low else [Placed(Backdrop(style="scrim"), window, "d")]
                over += self._layout().run(Place(child=wanted.dialog, y=1.0 if low else 0.5), window, "e")
            self._laid_out = wanted
        self.interaction.scale = self.scale
        self.interaction.placed = over or base
        self.interaction.dialog = self._dialog
        self.interaction.settle()
        self._layers = (base, over, self._overlay(window))

    def _base(self, wanted: _Wanted) -> _Wanted:
        """Prepare to lay out a body; one that is only scrolled is not measured again."""
        before = self._laid_out
        if before is None or (wanted.body, wanted.window) != (before.body, before.window):
            self._base_layout = self._layout()
            return wanted
        self._base_layout = self._base_layout.scrolled(self.interaction.scrolls)
        return replace(wanted, body=before.body)

    def _layout(self) -> Layout:
        return Layout(self.fonts, self.interaction.scrolls)

    def _overlay(self, window: Rect) -> list[Placed]:
        """Toasts and the tooltip."""
        toasts = self._toasted(window)
        return toasts + self._tooltip(window, toasts)

    def _toasted(self, window: Rect) -> list[Placed]:
        """The toasts, the newest lowest, clear of everything that can be pressed; those without room wait."""
        if not self._toasts:
            return []
        shown = [(p.element, p.shown) for p in self.interaction.placed]
        pressable = [rect for element, rect in shown if isinstance(element, Widget)]
        written = [rect for element, rect in shown if _is_written(element)]
        placed: list[Placed] = []
        for number, toast in enumerate(reversed(self._toasts)):
            face: list[Element] = [IconBox(name=toast.icon, colour="ink")] if toast.icon else []
            face.append(Text(text=toast.text, style="strong", colour="ink", wrap=True))
            box = Panel(child=Row(children=tuple(face), gap=10), style="toast", pad=18, pad_y=11)
            place = self._toast_place(box, window, pressable, written, must=not number)
            toast.shown = place is not None
            if place is not None:
                placed += self._layout().run(box, place, f"o{number}")
                pressable.append(place)
        return placed

    def _toast_place(
        self, box: Panel, window: Rect, pressable: Sequence[Rect], written: Sequence[Rect], *, must: bool
    ) -> Rect | None:
        """Where a toast goes, in more lines if that gives it room; one that `must` be seen may cover what it must."""
        layout = self._layout()
        natural = min(layout.span(box).natural, window.width - 32, TOAST_WIDTHS[0])
        widths = (natural, *(wide for wide in TOAST_WIDTHS[1:] if wide < natural))
        obstacles: Sequence[Rect]
        for obstacles in ((*pressable, *written), pressable, ()) if must else ((*pressable, *written), pressable):
            for wide in widths:
                place = free_place((wide, layout.tall(box, wide).natural), window, obstacles)
                if place is not None:
                    return place
        return None

    def _tooltip(self, window: Rect, toasts: Sequence[Placed]) -> list[Placed]:
        """What the widget under the cursor, or with the keyboard, has to say; while somebody types, only refusals."""
        interaction = self.interaction
        id_ = interaction.refused
        if not id_ and not self.typing:
            id_ = interaction.hover if self._hover_s >= TOOLTIP_AFTER_S else ""
            if not id_ and interaction.focus_seen:
                id_ = interaction.focus
        found = interaction.find(id_) if id_ and not interaction.pressed else None
        if found is None or not isinstance(found.element, Widget):
            return []
        widget = found.element
        text = widget.reason if not widget.enabled else "" if id_ == interaction.refused else widget.tooltip
        if isinstance(widget, TextInput) and id_ == interaction.refused:
            text = f"No more than {plural(widget.limit, 'character')} fit here"
        shown, mark = found.shown, interaction.mark if id_ == interaction.hover else None
        if mark is not None and interaction.cursor is not None and widget.enabled:
            text, shown = mark.said, shown._replace(x=interaction.cursor[0] - 1, width=2.0)
        if not text:
            return []
        box = Panel(
            child=Text(text=text, style="small", colour="ink", wrap=True),
            style="tooltip",
            pad=11,
            pad_y=6,
            max_width=300,
        )
        layout = self._layout()
        wide = min(layout.span(box).natural, window.width - 16)
        others = [p.shown for p in interaction.placed if isinstance(p.element, Widget) and p is not found]
        others += [toast.shown for toast in toasts]
        labels = [self._written(p) for p in interaction.placed if _is_label(p, id_)]
        place = beside((wide, layout.tall(box, wide).natural), shown, window, others, labels)
        return layout.run(box, place, "t")

    def _written(self, placed: Placed) -> Rect:
        """Where the words of a text are, without the room beside them."""
        text, shown = placed.element, placed.shown
        assert isinstance(text, Text)
        wide = min(shown.width, max((self.fonts.width(line, text.style) for line in placed.lines), default=0.0))
        free = {"left": 0.0, "centre": 0.5, "right": 1.0}[text.align] * (shown.width - wide)
        return shown._replace(x=shown.x + free, width=wide)

    def _pieces(self) -> Iterable[Piece]:
        interaction = self.interaction
        line = interaction.field.line
        state = InteractionState(
            interaction.hover,
            interaction.pressed,
            interaction.focus if interaction.focus_seen or self.typing else "",
            line.caret,
            line.anchor,
            interaction.field.first,
            dict(interaction.scrolls),
            self.colour_blind,
        )
        base, over, above = self._layers
        still = InteractionState(scrolls=state.scrolls, colour_blind=self.colour_blind)
        for layer, seen in ((base, still if over else state), (over, state), (above, still)):
            for placed in layer:
                if placed.shown.height <= 0:
                    continue
                for drawn in looks(placed, seen, self.fonts.width):
                    yield Piece(drawn, placed.clip)


def _is_label(placed: Placed, widget: str) -> bool:
    """Whether it is text that belongs to something else than a widget."""
    return isinstance(placed.element, Text) and bool(placed.element.text) and placed.owner != widget


def _is_written(element: Element) -> bool:
    """Whether an element is something to be read, which a toast should leave in sight."""
    if isinstance(element, Panel):
        return element.style in ("hud", "warning", "dialog")
    return isinstance(element, Text) and bool(element.text)
