"""Typing into a line of text: what keys, characters and clicks make of the text, the caret and what is selected."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Line(NamedTuple):
    """A line of text, before which character the caret stands, and where the selection that ends at it began."""

    text: str
    caret: int
    anchor: int

    @property
    def selected(self) -> tuple[int, int]:
        """Where the selection begins and ends; alike where nothing is selected."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selection(self) -> str:
        """The selected text."""
        start, end = self.selected
        return self.text[start:end]

    def within(self) -> Line:
        """The line with caret and anchor inside its text, which may have become shorter."""
        return Line(self.text, min(self.caret, len(self.text)), min(self.anchor, len(self.text)))

    def without_selection(self) -> Line:
        """The line after its selected text was taken out."""
        start, end = self.selected
        return Line(self.text[:start] + self.text[end:], start, start)


def edited(line: Line, key: str, *, shift: bool = False, control: bool = False) -> Line | None:
    """The line after an editing key, by words with `control`, selecting with `shift`; None for a key that is none."""
    line = line.within()
    text, caret, _ = line
    start, end = line.selected
    if control and key == "a":
        return Line(text, len(text), 0)
    there = _moved(line, key, control, beyond=start == end or shift)
    if there is not None:
        return Line(text, there, line.anchor if shift else there)
    if key not in ("backspace", "delete"):
        return None
    if start != end:
        return line.without_selection()
    if key == "backspace":
        there = word_before(text, caret) if control else max(0, caret - 1)
    else:
        there = word_after(text, caret) if control else min(len(text), caret + 1)
    return Line(text, caret, there).without_selection()


def _moved(line: Line, key: str, control: bool, *, beyond: bool) -> int | None:
    """Where a key moves the caret, or None; without `beyond` an arrow goes to the selection's end."""
    text, caret, _ = line
    start, end = line.selected
    match key:
        case "arrow_left" if not beyond and not control:
            return start
        case "arrow_right" if not beyond and not control:
            return end
        case "arrow_left":
            return word_before(text, caret) if control else max(0, caret - 1)
        case "arrow_right":
            return word_after(text, caret) if control else min(len(text), caret + 1)
        case "home":
            return 0
        case "end":
            return len(text)
        case _:
            return None


def word_before(text: str, place: int) -> int:
    """The beginning of the word before a place."""
    while place and not _in_word(text[place - 1]):
        place -= 1
    while place and _in_word(text[place - 1]):
        place -= 1
    return place


def word_after(text: str, place: int) -> int:
    """The beginning of the next word after a place, else the end."""
    while place < len(text) and _in_word(text[place]):
        place += 1
    while place < len(text) and not _in_word(text[place]):
        place += 1
    return place


def word_at(text: str, place: int) -> Line:
    """The line with the word at a place selected, or what stands between two words."""
    if not text:
        return Line(text, 0, 0)
    kind = _in_word(text[min(place, len(text) - 1)])
    start = end = min(place, len(text) - 1)
    while start and _in_word(text[start - 1]) == kind:
        start -= 1
    while end < len(text) and _in_word(text[end]) == kind:
        end += 1
    return Line(text, end, start)


def _in_word(character: str) -> bool:
    return character.isalnum() or character in "_'\u2019"


def typed(line: Line, characters: str, limit: int) -> tuple[Line, bool]:
    """The line with characters in the selection's place, and whether all had room within the limit of its length.

    What cannot be printed is left out; a line that is too long already stays as it is.
    """
    line = line.within()
    clean = "".join(c for c in characters if c.isprintable())
    if not clean:
        return line, True
    rest = line.without_selection()
    put = clean[: max(0, limit - len(rest.text))]
    if not put:
        return line, False
    caret = rest.caret + len(put)
    return Line(rest.text[: rest.caret] + put + rest.text[rest.caret :], caret, caret), put == clean


def caret_at(text: str, x: float, width_of: Callable[[str], float]) -> int:
    """The caret's place nearest to a point, counted from the text's left edge."""
    ends = [width_of(text[:i]) for i in range(len(text) + 1)]
    return min(range(len(ends)), key=lambda i: abs(ends[i] - x))


def shown_from(text: str, caret: int, first: int, room: float, width_of: Callable[[str], float]) -> tuple[int, int]:
    """The stretch of a text that its field shows: from `first` on if that holds the caret, else moved a little."""
    first = min(first, caret, len(text))
    while first < caret and width_of(text[first:caret]) > room:
        first += 1
    while first and width_of(text[first - 1 :]) <= room:
        first -= 1
    end = len(text)
    while end > caret and width_of(text[first:end]) > room:
        end -= 1
    return first, end
