"""Mouse and keyboard on widgets: pressing, focus, typing, scrolling, and what is left to the screen."""

from __future__ import annotations

import pytest
from panda3d.core import NodePath, SamplerState

from babylon3d.present.input import (
    Changed,
    Dragged,
    FocusLost,
    KeyDown,
    KeyUp,
    Modifiers,
    MouseDown,
    MouseLeft,
    MouseMoved,
    MouseUp,
    Pressed,
    ScreenEvent,
    Typed,
    Wheel,
)
from babylon3d.render.ui.boxes import Rect
from babylon3d.render.ui.elements import (
    Button,
    Choice,
    Column,
    Dialog,
    Element,
    Panel,
    Place,
    Row,
    Scroll,
    Slider,
    SliderMark,
    Spacer,
    Text,
    TextInput,
    Toggle,
)
from babylon3d.render.ui.looks import slider_text, slider_track
from babylon3d.render.ui.ui import Ui

SIZE = (1280, 720)


@pytest.fixture
def ui() -> Ui:
    return Ui(NodePath("root"), SIZE)


def box(*children: Element) -> Element:
    return Place(child=Panel(child=Column(children=children), width=400))


def press(ui: Ui, id_: str, share: float = 0.5) -> list[ScreenEvent]:
    found = ui.interaction.find(id_)
    assert found is not None
    x = (found.rect.x + found.rect.width * share) * ui.scale
    y = (found.rect.y + found.rect.height / 2) * ui.scale
    return ui.take([MouseMoved(x, y), MouseDown("left", x, y), MouseUp("left", x, y)])


def reported(events: list[ScreenEvent]) -> list[ScreenEvent]:
    return [e for e in events if isinstance(e, (Pressed, Changed))]


def test_a_click_presses_a_button_once(ui: Ui) -> None:
    ui.show(box(Button(id="go", label="Go")))
    assert reported(press(ui, "go")) == [Pressed("go")]


def test_a_press_that_ends_elsewhere_does_nothing(ui: Ui) -> None:
    ui.show(box(Button(id="go", label="Go"), Button(id="other", label="Other")))
    x, y = ui.centre_of("go")
    ox, oy = ui.centre_of("other")
    out = ui.take([MouseMoved(x, y), MouseDown("left", x, y), MouseMoved(ox, oy), MouseUp("left", ox, oy)])
    assert reported(out) == []


def test_a_disabled_button_says_why_and_does_nothing(ui: Ui) -> None:
    ui.show(box(Button(id="go", label="Go", enabled=False, reason="No nobles in the first round (T4)", key="g")))
    assert reported(press(ui, "go")) == []
    assert any("T4" in line for p in ui.placed[2] for line in p.lines)
    ui.tick(10.0)
    ui.take([MouseLeft()])
    assert not ui.placed[2]
    assert reported(ui.take([KeyDown("g")])) == []
    assert any("T4" in line for p in ui.placed[2] for line in p.lines)


def test_a_button_is_pressed_by_its_key_but_not_by_its_repeat(ui: Ui) -> None:
    ui.show(box(Button(id="undo", label="Undo", key="ctrl+z"), Button(id="end", label="End", key="e")))
    held = Modifiers(control=True)
    assert ui.take([KeyDown("z", held)]) == [Pressed("undo")]
    assert ui.take([KeyDown("z")]) == [KeyDown("z")]
    assert ui.take([KeyDown("e")]) == [Pressed("end")]
    assert ui.take([KeyDown("e", repeat=True)]) == []


def test_tab_goes_round_and_enter_presses(ui: Ui) -> None:
    ui.show(box(Button(id="a", label="A"), Button(id="b", label="B"), Button(id="c", label="C", enabled=False)))
    for expected in ("a", "b", "a"):
        ui.take([KeyDown("tab")])
        assert ui.interaction.focus == expected
    ui.take([KeyDown("tab", Modifiers(shift=True))])
    assert ui.interaction.focus == "b"
    assert ui.take([KeyDown("enter")]) == [Pressed("b")]
    assert ui.take([KeyDown("space")]) == [Pressed("b")]


@pytest.mark.parametrize("key", ["enter", "space"])
def test_a_key_that_is_still_held_from_before_presses_nothing(ui: Ui, key: str) -> None:
    ui.show(box(Button(id="a", label="A")), focus="a")
    assert ui.take([KeyDown(key, repeat=True)]) == [], "it was pressed before the button was there"
    assert ui.take([KeyUp(key), KeyDown(key)]) == [KeyUp(key), Pressed("a")]


def test_arrows_go_to_what_lies_there(ui: Ui) -> None:
    grid = Row(
        children=(
            Column(children=(Button(id="nw", label="1"), Button(id="sw", label="2"))),
            Column(children=(Button(id="ne", label="3"), Button(id="se", label="4"))),
        )
    )
    ui.show(box(grid), focus="nw")
    walked = []
    for key in ("arrow_right", "arrow_down", "arrow_left", "arrow_up", "arrow_up"):
        ui.take([KeyDown(key)])
        walked.append(ui.interaction.focus)
    assert walked == ["ne", "se", "sw", "nw", "nw"]


def test_free_keys_belong_to_the_screen_until_tab(ui: Ui) -> None:
    ui.show(box(Button(id="a", label="A")), free_keys=True)
    for key in ("enter", "space", "arrow_left", "escape"):
        assert ui.take([KeyDown(key)]) == [KeyDown(key)]
    ui.take([KeyDown("tab")])
    assert ui.take([KeyDown("enter")]) == [Pressed("a")]
    assert ui.take([KeyDown("escape")]) == []
    assert ui.take([KeyDown("enter")]) == [KeyDown("enter")]


def test_a_click_on_a_button_leaves_free_keys_free(ui: Ui) -> None:
    ui.show(box(Button(id="a", label="A")), free_keys=True)
    press(ui, "a")
    assert ui.take([KeyDown("space")]) == [KeyDown("space")]


def test_a_toggle_and_a_choice_report_new_values(ui: Ui) -> None:
    options = (("a", "First"), ("b", "Second"), ("c", "Third"))
    ui.show(box(Toggle(id="t", label="On?", value=False), Row(children=(Choice(id="c", options=options, value="a"),))))
    assert reported(press(ui, "t")) == [Changed("t", True)]
    assert reported(press(ui, "c", 0.95)) == [Changed("c", "c")]
    assert reported(press(ui, "c", 0.95)) == []
    assert reported(press(ui, "c", 0.05)) == [Changed("c", "a")]
    ui.interaction.set_focus("c", seen=True)
    assert ui.take([KeyDown("arrow_right")]) == [Changed("c", "b")]
    assert ui.take([KeyDown("arrow_left"), KeyDown("arrow_left")]) == [Changed("c", "a")]


def test_a_choice_without_room_steps(ui: Ui) -> None:
    options = tuple((str(i), f"A rather long name {i}") for i in range(6))
    ui.show(box(Choice(id="c", options=options, value="0", width=200)))
    assert reported(press(ui, "c", 0.9)) == [Changed("c", "1")]
    assert reported(press(ui, "c", 0.1)) == [Changed("c", "0")]
    assert reported(press(ui, "c", 0.1)) == [Changed("c", "5")]


def test_a_slider_follows_the_mouse_in_steps(ui: Ui) -> None:
    ui.show(box(Slider(id="s", value=0.5, low=0.0, high=1.0, step=0.25)))
    out = reported(press(ui, "s", 0.99))
    assert out == [Changed("s", 1.0)]
    ui.interaction.set_focus("s", seen=True)
    assert ui.take([KeyDown("arrow_left")]) == [Changed("s", 0.75)]


def test_a_press_on_a_sliders_mark_leads_where_the_mark_leads_and_its_words_are_told(ui: Ui) -> None:
    marks = (SliderMark(50.0, 42.5, "red", "Two fell"), SliderMark(50.4, 44.0, "bad", "A small one", 2.0, 0.0))
    ui.show(box(Slider(id="s", value=10.0, low=0.0, high=100.0, step=10.0, marks=marks, tooltip="When")))
    assert reported(press(ui, "s", 0.5)) == [Changed("s", 42.5)]
    ui.tick(1.0)
    assert [line for p in ui.placed[2] for line in p.lines] == ["Two fell"]
    assert reported(press(ui, "s", 0.8)) == [Changed("s", 80.0)]
    ui.tick(1.0)
    assert [line for p in ui.placed[2] for line in p.lines] == ["When"]


def test_a_sliders_value_is_clear_of_the_ring_around_it() -> None:
    rect = Rect(0.0, 0.0, 190.0, 36.0)
    value = slider_text(rect)
    assert rect.right - value.right >= 8 and value.x >= slider_track(rect, "100 %").right


def test_typing_with_accents_caret_and_limit(ui: Ui) -> None:
    text = ""

    def shown() -> Element:
        return box(TextInput(id="name", value=text, limit=8))

    def feed(*events: ScreenEvent) -> None:
        nonlocal text
        for event in ui.take(events):
            if isinstance(event, Changed):
                text = str(event.value)
                ui.show(shown())

    ui.show(shown())
    ui.take([KeyDown("tab")])
    for character in "Zoë Łuß":
        feed(KeyDown(character.lower()), Typed(character))
    assert text == "Zoë Łuß"
    feed(KeyDown("home"))
    feed(KeyDown("arrow_right"))
    feed(KeyDown("delete"))
    feed(KeyDown("backspace"))
    assert text == "ë Łuß"
    feed(KeyDown("end"))
    for character in "123456":
        feed(Typed(character))
    assert text == "ë Łuß123" and len(text) == 8
    feed(Typed("\x08"))
    assert text == "ë Łuß123"


def test_nothing_typed_at_once_is_lost(ui: Ui) -> None:
    ui.show(box(TextInput(id="name", value="")))
    ui.take([KeyDown("tab")])
    typed = [event for c in "Wilhelmina" for event in (KeyDown(c.lower()), Typed(c))]
    assert reported(ui.take(typed))[-1] == Changed("name", "Wilhelmina")
    ui.show(box(TextInput(id="name", value="Wilhelmina")))
    assert reported(ui.take([KeyDown("backspace")])) == [Changed("name", "Wilhelmin")]


def test_two_clicks_at_once_on_a_switch_cancel_out(ui: Ui) -> None:
    ui.show(box(Toggle(id="t", label="On?", value=False)))
    x, y = ui.centre_of("t") or (0, 0)
    click = [MouseDown("left", x, y), MouseUp("left", x, y)]
    assert reported(ui.take([*click, *click])) == [Changed("t", True), Changed("t", False)]


def test_letters_go_to_the_text_not_to_buttons(ui: Ui) -> None:
    ui.show(box(TextInput(id="name", value=""), Button(id="end", label="End", key="e")))
    ui.take([KeyDown("tab")])
    assert ui.take([KeyDown("e"), Typed("e")]) == [Changed("name", "e")]


def test_the_wheel_scrolls_and_the_focus_is_scrolled_to(ui: Ui) -> None:
    rows = tuple(Button(id=f"b{i}", label=f"Button {i}") for i in range(30))
    ui.show(Place(child=Panel(child=Scroll(id="s", child=Column(children=rows)), width=300, height=300)), focus="b0")
    x, y = ui.centre_of("b1")
    assert ui.take([Wheel(-1, x, y)]) == []
    assert ui.interaction.scrolls["s"] > 0
    ui.take([KeyDown("tab", Modifiers(shift=True))])
    assert ui.interaction.focus == "b29"
    found, area = ui.interaction.find("b29"), ui.interaction.find("s")
    assert found.rect.bottom <= area.rect.bottom + 1 and found.rect.y >= area.rect.y
    ui.take([KeyDown("tab")])
    assert ui.interaction.focus == "b0" and ui.interaction.find("b0").rect.y >= area.rect.y - 1


def test_what_is_scrolled_out_of_sight_cannot_be_clicked(ui: Ui) -> None:
    rows = tuple(Button(id=f"b{i}", label=f"Button {i}") for i in range(30))
    ui.show(Place(child=Panel(child=Scroll(id="s", child=Column(children=rows)), width=300, height=300)))
    hidden = ui.interaction.find("b20")
    x, y = hidden.rect.x + 20, hidden.rect.y + 10
    assert reported(ui.take([MouseMoved(x, y), MouseDown("left", x, y), MouseUp("left", x, y)])) == []


def test_text_alone_scrolls_by_keys(ui: Ui) -> None:
    long = Text(text="word " * 2000, wrap=True)
    ui.show(Place(child=Panel(child=Scroll(id="s", child=long), width=300, height=300)))
    ui.take([KeyDown("arrow_down")])
    first = ui.interaction.scrolls["s"]
    ui.take([KeyDown("page_down")])
    assert 0 < first < ui.interaction.scrolls["s"]
    ui.take([KeyDown("page_up"), KeyDown("page_up"), KeyDown("page_up")])
    assert ui.interaction.scrolls["s"] == 0


def test_the_scene_gets_what_no_widget_takes(ui: Ui) -> None:
    ui.show(box(Button(id="go", label="Go")), free_keys=True)
    outside = [MouseMoved(5, 5), MouseDown("right", 5, 5), MouseUp("right", 5, 5), Wheel(1, 5, 5)]
    assert ui.take(outside) == outside


def test_a_panel_keeps_clicks_and_the_cursor_from_the_scene(ui: Ui) -> None:
    ui.show(Place(child=Panel(child=Spacer(width=200, height=200))))
    inside = [MouseMoved(640, 360), MouseDown("left", 640, 360), MouseUp("left", 640, 360), Wheel(1, 640, 360)]
    assert ui.take(inside) == [MouseLeft()]


def test_the_mouse_goes_through_what_only_says_something_over_the_table(ui: Ui) -> None:
    ui.show(Place(child=Panel(child=Spacer(width=200, height=200), style="warning", through=True)))
    inside = [MouseMoved(640, 360), MouseDown("left", 640, 360), MouseUp("left", 640, 360), Wheel(1, 640, 360)]
    assert ui.take(inside) == inside


def test_a_drag_begun_in_the_scene_stays_the_scenes(ui: Ui) -> None:
    ui.show(box(Button(id="go", label="Go")))
    x, y = ui.centre_of("go")
    drag = [MouseMoved(5, 5), MouseDown("right", 5, 5), MouseMoved(x, y), MouseUp("right", x, y)]
    assert ui.take(drag) == drag


def test_losing_the_window_lets_go(ui: Ui) -> None:
    ui.show(box(Button(id="go", label="Go")))
    x, y = ui.centre_of("go")
    ui.take([MouseMoved(x, y), MouseDown("left", x, y), FocusLost()])
    assert reported(ui.take([MouseUp("left", x, y)])) == []


def test_a_dialog_takes_all_input(ui: Ui) -> None:
    asked = Dialog(child=Button(id="yes", label="Yes"), default="yes")
    ui.show(box(Button(id="go", label="Go", key="g")), dialog=asked)
    assert ui.interaction.focus == "yes"
    assert ui.take([KeyDown("g")]) == [KeyDown("g")]
    for _ in range(3):
        ui.take([KeyDown("tab")])
        assert ui.interaction.focus == "yes"
    ui.show(box(Button(id="go", label="Go", key="g")))
    assert ui.interaction.focus == "" and ui.take([KeyDown("g")]) == [Pressed("go")]


def test_tooltips_come_after_a_moment_and_stay_in_the_window(ui: Ui) -> None:
    ui.show(Place(child=Button(id="go", label="Go", tooltip="Something long to say about it " * 3), x=1.0, y=0.0))
    ui.take([MouseMoved(*ui.centre_of("go"))])
    assert not ui.placed[2]
    ui.tick(0.2)
    assert not ui.placed[2] and ui.waiting
    ui.tick(0.3)
    (tip, *_) = ui.placed[2]
    assert tip.rect.x >= 0 and tip.rect.right <= 1280 and tip.rect.y >= 0


def test_toasts_go_by_themselves(ui: Ui) -> None:
    ui.show(box(Spacer()))
    ui.toast("Saved")
    ui.toast("Saved")
    assert [line for p in ui.placed[2] for line in p.lines] == ["Saved"]
    for _ in range(60 * 6):
        ui.tick(1 / 60)
    assert not ui.placed[2] and not ui.waiting


def test_nothing_is_drawn_anew_when_nothing_changed(ui: Ui) -> None:
    ui.show(box(Button(id="go", label="Go"), Text(text="Some text")))
    assert ui.paint()
    assert not ui.paint()
    ui.show(box(Button(id="go", label="Go"), Text(text="Some text")))
    assert not ui.paint()
    ui.show(box(Button(id="go", label="Go"), Text(text="Other text")))
    before = ui.nodes
    assert ui.paint() and ui.nodes == before


def test_closing_leaves_no_node() -> None:
    root = NodePath("root")
    ui = Ui(root, SIZE)
    ui.show(box(Button(id="go", label="Go")))
    ui.paint()
    assert root.get_num_children() == 1
    ui.close()
    assert root.get_num_children() == 0


def test_glyphs_at_the_edge_of_a_page_have_no_bar_beside_them(ui: Ui) -> None:
    ui.show(box(Text(text="abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", style="title")))
    ui.paint()
    font = ui.fonts.font("title")
    assert font.get_num_pages() > 0
    pages = [font.get_page(number) for number in range(font.get_num_pages())]
    assert {(page.get_wrap_u(), page.get_wrap_v()) for page in pages} == {(SamplerState.WM_clamp,) * 2}


def test_a_button_that_drags_is_carried_into_the_scene_and_let_go_there(ui: Ui) -> None:
    ui.show(box(Button(id="take", label="Take", drags=True), Button(id="still", label="Still")))
    for id_, drags in (("take", True), ("still", False)):
        found = ui.interaction.find(id_)
        assert found is not None
        x, y = (found.rect.x + 5) * ui.scale, (found.rect.y + 5) * ui.scale
        down, off, up = MouseDown("left", x, y), MouseMoved(3, 3), MouseUp("left", 3, 3)
        other = (MouseDown("right", 3, 3), MouseUp("right", 3, 3))
        told = ui.take([MouseMoved(x, y), down, MouseMoved(x + 1, y), off])
        assert [e for e in told if isinstance(e, Dragged)] == ([Dragged(id_)] if drags else [])
        assert (off in told) == drags
        if drags:
            assert ui.take([*other, MouseMoved(x, y), off, up]) == [MouseLeft(), off, up]
        else:
            assert not any(isinstance(e, Pressed) for e in ui.take([up]))
    pressed = ui.take([MouseDown("left", x, y), MouseUp("left", x, y)])
    assert Pressed("still") in pressed
