"""The text field that has the keyboard: its line, what of it shows, and copy and paste."""

from __future__ import annotations

from babylon3d.present.input import KeyDown
from babylon3d.render.ui.boxes import Rect
from babylon3d.render.ui.clipboard import Clipboard
from babylon3d.render.ui.editing import Line, caret_at, edited, shown_from, typed, word_at
from babylon3d.render.ui.elements import TextInput
from babylon3d.render.ui.looks import FIELD_INSET, WidthOf


class Field:
    """What is typed into one field after the other. `first` is the first character that shows."""

    def __init__(self, width_of: WidthOf, clipboard: Clipboard) -> None:
        self._width_of = width_of
        self.clipboard = clipboard
        self.line = Line("", 0, 0)
        self.first = 0
        self.full = False
        """Whether the last key or character found no room."""

    def enter(self, text: str, *, everything: bool) -> None:
        """Begin to type into a field; with everything selected, or the caret at the end."""
        self.line, self.first, self.full = Line(text, len(text), 0 if everything else len(text)), 0, False

    def point(self, text: str, rect: Rect, x: float, *, extend: bool, word: bool = False) -> None:
        """The mouse is pressed, or drawn with `extend`, at a place across the field; `word` selects a whole one."""
        caret = caret_at(text[self.first :], x - rect.x - FIELD_INSET, self._width) + self.first
        self.line = Line(text, caret, self.line.anchor if extend else caret).within()
        if word:
            self.line = word_at(text, max(0, caret - 1) if caret == len(text) else caret)
        self.follow(rect)

    def follow(self, rect: Rect) -> None:
        """Let the caret show in a field of that size."""
        room = rect.width - 2 * FIELD_INSET
        self.first, _ = shown_from(self.line.text, self.line.caret, self.first, room, self._width)

    def key(self, box: TextInput, event: KeyDown) -> bool:
        """Edit by a key; whether it was one that edits."""
        self._take(box)
        key, shift, control = event.key, event.modifiers.shift, event.modifiers.control
        if event.modifiers.alt:
            return False
        if (control and key in ("c", "insert")) or (control and key == "x") or (shift and key == "delete"):
            if self.line.selection:
                self.clipboard.put(self.line.selection)
            if key in ("x", "delete"):
                self.line = self.line.without_selection()
            return True
        if (control and key == "v") or (shift and key == "insert"):
            self.type(box, self.clipboard.get())
            return True
        line = edited(self.line, key, shift=shift, control=control)
        if line is None:
            return False
        self.line, self.full = line, False
        return True

    def type(self, box: TextInput, text: str) -> None:
        """Put characters in the place of what is selected."""
        self._take(box)
        self.line, all_in = typed(self.line, text, box.limit)
        self.full = not all_in

    def _take(self, box: TextInput) -> None:
        """Follow a text that its screen changed."""
        self.line = Line(box.value, self.line.caret, self.line.anchor).within()

    def _width(self, part: str) -> float:
        return self._width_of(part, "body")
