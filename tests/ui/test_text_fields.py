"""Text fields: editing by word and selection, by key and by mouse, copy and paste, the limit, what is drawn."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from panda3d.core import NodePath

from babylon3d.present.input import Changed, KeyDown, Modifiers, MouseDown, MouseMoved, MouseUp, ScreenEvent, Typed
from babylon3d.render.ui.clipboard import Clipboard, SystemClipboard
from babylon3d.render.ui.editing import Line, edited, shown_from, typed
from babylon3d.render.ui.elements import Button, Column, Panel, Place, TextInput
from babylon3d.render.ui.looks import FIELD_INSET, InteractionState, Wash, Words, looks
from babylon3d.render.ui.ui import Ui

CONTROL, SHIFT, BOTH = Modifiers(control=True), Modifiers(shift=True), Modifiers(control=True, shift=True)


class Field:
    """A field on show, its screen taking over whatever it reports."""

    def __init__(self, text: str, limit: int = 40, width: float = 300) -> None:
        self.ui = Ui(NodePath("root"), (1280, 720))
        self.text, self._limit, self._width = text, limit, width
        self._show()
        self.key("tab")

    def _show(self) -> None:
        field = TextInput(id="name", value=self.text, limit=self._limit, width=self._width)
        button = Button(id="end", label="End", key="ctrl+x")
        self.ui.show(Place(child=Panel(child=Column(children=(field, button), across="start"))))

    def do(self, *events: ScreenEvent) -> list[ScreenEvent]:
        out = self.ui.take(events)
        for event in out:
            if isinstance(event, Changed):
                self.text = str(event.value)
        self._show()
        return out

    def key(self, key: str, held: Modifiers = Modifiers()) -> list[ScreenEvent]:
        return self.do(KeyDown(key, held))

    def type(self, text: str) -> None:
        for character in text:
            self.do(KeyDown(character.lower()), Typed(character))

    def at(self, part: str) -> tuple[float, float]:
        """The pixel where the caret stands after a part of the text that shows."""
        rect = self.ui.interaction.find("name").rect
        x = rect.x + FIELD_INSET + self.ui.fonts.width(part, "body")
        return x * self.ui.scale, (rect.y + rect.height / 2) * self.ui.scale

    @property
    def selection(self) -> str:
        return self.ui.interaction.field.line.selection


def test_what_is_reached_by_tab_is_selected_and_typing_replaces_it() -> None:
    field = Field("old name")
    assert field.selection == "old name"
    field.type("New")
    assert field.text == "New"


def test_ctrl_a_selects_everything_and_an_arrow_lets_go_at_its_end() -> None:
    field = Field("one two")
    field.key("end")
    assert field.selection == ""
    field.key("a", CONTROL)
    assert field.selection == "one two"
    field.key("arrow_left")
    field.type("<")
    field.key("a", CONTROL)
    field.key("arrow_right")
    field.type(">")
    assert field.text == "<one two>"


def test_by_words_with_ctrl() -> None:
    field = Field("one two-three  four")
    field.key("end")
    for _ in range(2):
        field.key("arrow_left", CONTROL)
    field.type("|")
    assert field.text == "one two-|three  four"
    field.key("backspace")
    field.key("backspace", CONTROL)
    assert field.text == "one three  four"
    field.key("delete", CONTROL)
    assert field.text == "one four"
    field.key("home")
    field.key("arrow_right", CONTROL)
    field.type("|")
    assert field.text == "one |four"


def test_shift_selects_by_letters_words_and_to_the_ends() -> None:
    field = Field("one two three")
    field.key("home")
    field.key("arrow_right", SHIFT)
    assert field.selection == "o"
    field.key("arrow_right", BOTH)
    assert field.selection == "one "
    field.key("end", SHIFT)
    assert field.selection == "one two three"
    field.key("arrow_left", BOTH)
    assert field.selection == "one two "
    field.key("delete")
    assert field.text == "three"
    field.key("home", SHIFT)
    field.key("backspace")
    assert field.text == "three", "nothing stood before the caret"


def test_copy_cut_and_paste_and_their_old_keys() -> None:
    field = Field("one two")
    field.key("home")
    field.key("arrow_right", BOTH)
    assert field.key("x", CONTROL) == [Changed("name", "two")], "a button with the same key is not pressed"
    field.key("end")
    field.key("v", CONTROL)
    assert field.text == "twoone "
    field.key("a", CONTROL)
    field.key("insert", CONTROL)
    field.key("end")
    field.key("insert", SHIFT)
    assert field.text == "twoone twoone "
    field.key("a", CONTROL)
    field.key("delete", SHIFT)
    assert field.text == ""
    field.key("c", CONTROL)
    field.key("v", CONTROL)
    assert field.text == "twoone twoone ", "copying nothing keeps what there was"


def test_what_is_pasted_is_one_line_and_as_long_as_may_be() -> None:
    field = Field("", limit=8)
    field.ui.interaction.field.clipboard.put("one\n\ttwo\x07 three")
    field.key("v", CONTROL)
    assert field.text == "onetwo t"
    assert any("No more than 8 characters" in line for p in field.ui.placed[2] for line in p.lines)


def test_at_the_limit_a_notice_says_so_and_goes_with_the_next_letter_that_fits() -> None:
    field = Field("1234567", limit=8)
    field.key("end")
    field.type("8")
    assert not field.ui.interaction.refused
    field.type("9")
    assert field.text == "12345678"
    assert any("No more than 8 characters" in line for p in field.ui.placed[2] for line in p.lines)
    field.key("backspace")
    assert not field.ui.interaction.refused
    field.type("9")
    field.type("0")
    field.ui.tick(10.0)
    assert not field.ui.interaction.refused


def test_the_mouse_selects_by_drawing_by_shift_and_by_a_double_click() -> None:
    field = Field("one two three")
    x, y = field.at("one ")
    field.do(MouseMoved(x, y), MouseDown("left", x, y))
    assert field.selection == ""
    x, _ = field.at("one two")
    field.do(MouseMoved(x, y + 200))
    assert field.selection == "two"
    field.do(MouseUp("left", x, y + 200))
    x, _ = field.at("one two three")
    field.do(MouseDown("left", x, y, SHIFT), MouseUp("left", x, y, SHIFT))
    assert field.selection == "two three"
    x, _ = field.at("on")
    field.do(MouseDown("left", x, y), MouseUp("left", x, y), MouseDown("left", x, y, clicks=2), MouseMoved(x + 1, y))
    assert field.selection == "one"
    field.type("1")
    assert field.text == "1 two three"


def test_a_click_on_a_text_longer_than_its_field_goes_where_it_points() -> None:
    field = Field("The quick brown fox jumps over", width=120)
    field.key("end")
    first = field.ui.interaction.field.first
    assert first > 0
    x, y = field.at(field.text[first : first + 2])
    field.do(MouseDown("left", x, y), MouseMoved(x + 0.1, y), MouseMoved(x, y))
    assert field.ui.interaction.field.line.caret == first + 2 and field.selection == ""
    assert field.ui.interaction.field.first == first, "the text stays where it is"


def test_the_selection_is_drawn_and_only_with_the_keyboard_in_the_field() -> None:
    field = Field("one two")
    placed = field.ui.interaction.find("name")
    line = field.ui.interaction.field.line
    typing = InteractionState(focus="name", caret=line.caret, anchor=line.anchor)
    drawn = list(looks(placed, typing, field.ui.fonts.width))
    marked = [d for d in drawn if isinstance(d, Wash) and d.rect.width > 2]
    assert marked and abs(marked[0].rect.width - field.ui.fonts.width("one two", "body")) < 0.1
    assert drawn.index(marked[0]) < next(i for i, d in enumerate(drawn) if isinstance(d, Words))
    assert not [d for d in looks(placed, InteractionState(), field.ui.fonts.width) if isinstance(d, Wash)]


KEYS = st.sampled_from(("arrow_left", "arrow_right", "home", "end", "backspace", "delete", "a"))


@given(st.text("ab -é", max_size=12), st.lists(st.tuples(KEYS, st.booleans(), st.booleans()), max_size=20))
def test_whatever_is_pressed_caret_and_selection_stay_within(text: str, keys: list[tuple[str, bool, bool]]) -> None:
    line = Line(text, len(text), 0)
    for key, shift, control in keys:
        after = edited(line, key, shift=shift, control=control)
        if after is None:
            assert key == "a" and not control
            continue
        assert 0 <= after.caret <= len(after.text) and 0 <= after.anchor <= len(after.text)
        removed = key in ("backspace", "delete")
        assert removed or after.text == line.text
        if not shift and not (key == "a" and control):
            assert after.caret == after.anchor
        if removed and line.selection:
            assert after.text == line.text[: line.selected[0]] + line.text[line.selected[1] :]
        line = after


@given(st.text(max_size=12), st.integers(0, 12), st.integers(0, 12), st.text(max_size=12), st.integers(0, 10))
def test_what_is_typed_stands_in_the_selections_place_within_the_limit(
    text: str, caret: int, anchor: int, put: str, limit: int
) -> None:
    line = Line(text, caret, anchor).within()
    after, all_in = typed(line, put, limit)
    clean = "".join(c for c in put if c.isprintable())
    start, end = line.selected
    if all_in and clean:
        assert after.text == text[:start] + clean + text[end:] and len(after.text) <= limit
    assert len(after.text) <= max(limit, len(text))
    assert all_in or clean


@given(st.text("iW", max_size=30), st.integers(0, 30), st.integers(0, 30), st.integers(9, 60))
def test_the_caret_always_shows_and_what_shows_stays(text: str, caret: int, first: int, room: int) -> None:
    caret = min(caret, len(text))

    def width_of(part: str) -> float:
        return float(sum(3 if c == "i" else 9 for c in part))

    start, end = shown_from(text, caret, first, room, width_of)
    assert 0 <= start <= caret <= end <= len(text) and width_of(text[start:end]) <= room
    assert shown_from(text, caret, start, room, width_of) == (start, end)


class Tool:
    """A system's tool; it fails or takes its time as told."""

    def __init__(self, error: Exception | None = None, wait_s: float = 0.0) -> None:
        self.text, self.error, self.wait_s, self.asked = "from elsewhere", error, wait_s, 0

    def copy(self, text: str) -> None:
        self._answer()
        self.text = text

    def paste(self) -> str:
        self._answer()
        return self.text

    def _answer(self) -> None:
        self.asked += 1
        time.sleep(self.wait_s)
        if self.error is not None:
            raise self.error


def test_the_systems_clipboard_is_shared() -> None:
    tool = Tool()
    board = SystemClipboard(lambda: tool)
    assert board.get() == "from elsewhere"
    board.put("ours")
    assert tool.text == "ours" and board.get() == "ours"


@pytest.mark.parametrize("error", [RuntimeError("no tool\nget one"), OSError(2, "no such file"), ImportError("none")])
def test_without_a_tool_copies_stay_within_the_program_and_it_is_asked_once(error: Exception) -> None:
    tool = Tool(error)
    board = SystemClipboard(lambda: tool)
    board.put("ours")
    assert board.get() == "ours" and tool.asked == 1


def test_a_tool_that_hangs_keeps_nobody_waiting_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("babylon3d.render.ui.clipboard.PATIENCE_S", 0.05)
    board = SystemClipboard(lambda: Tool(wait_s=0.4))
    Clipboard.put(board, "ours")
    assert board.get() == "ours"
