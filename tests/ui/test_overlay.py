"""Tooltips and toasts cover neither what they explain nor what can be pressed, on any screen and at any size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from babylon3d.present.input import KeyDown, MouseMoved
from babylon3d.render.ui.boxes import Placed, Rect
from babylon3d.render.ui.elements import Button, Panel, Text, Widget
from babylon3d.render.ui.overlay import beside, free_place, inside, shared
from babylon3d.render.ui.ui import TOOLTIP_AFTER_S, Ui
from tests.ui import games
from tests.ui.still import Stage

SIZES = [(1280, 720), (640, 480), (1024, 768), (2560, 1440)]
WINDOW = Rect(0.0, 0.0, 800.0, 600.0)


@pytest.fixture(params=SIZES)
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    made = Stage(request.param)
    yield made
    made.ui.close()


def boxes(ui: Ui, kind: str) -> list[Rect]:
    """Where the toasts or the tooltips are."""
    return [p.rect for p in ui.placed[2] if isinstance(p.element, Panel) and p.element.style == kind]


def widgets(ui: Ui) -> list[Placed]:
    """What of the layer that takes the input can be pressed and seen."""
    return [
        p for p in ui.interaction.placed if isinstance(p.element, Widget) and p.shown.width > 0 and p.shown.height > 0
    ]


def covered(ui: Ui, kind: str) -> list[str]:
    """The widgets that a toast or tooltip lies on."""
    return [
        f"{p.element.id}"  # type: ignore[attr-defined]
        for box in boxes(ui, kind)
        for p in widgets(ui)
        if shared(box, p.shown) > 0
    ]


# -- tooltips --------------------------------------------------------------------------------------


def hovered(ui: Ui, id_: str) -> None:
    found = ui.centre_of(id_)
    assert found is not None
    ui.take([MouseMoved(*found)])
    ui.tick(TOOLTIP_AFTER_S + 0.1)


@pytest.mark.parametrize("screen", ["new_game", "settings", "menu", "practice"])
def test_no_tooltip_covers_what_it_explains(stage: Stage, screen: str) -> None:
    stage.open(getattr(stage.ctx.screens, screen)())
    ids = [p.element.id for p in stage.ui.interaction.placed if isinstance(p.element, Widget)]
    shown = 0
    for id_ in ids:
        stage.scroll_to(id_)
        target = stage.ui.interaction.find(id_)
        assert target is not None
        hovered(stage.ui, id_)
        for tip in boxes(stage.ui, "tooltip"):
            shown += 1
            assert shared(tip, target.shown) == 0, id_
            assert inside(tip, Rect(0.0, 0.0, *stage.ui.size)), id_
    assert shown or screen == "menu"


def test_no_tooltip_of_the_hud_covers_a_button(stage: Stage) -> None:
    stage.ui.show_hud(games.hud())
    for id_ in stage.ids():
        hovered(stage.ui, id_)
        assert covered(stage.ui, "tooltip") == [], id_


def test_nothing_is_explained_while_somebody_types(stage: Stage) -> None:
    stage.open(stage.ctx.screens.new_game())
    hovered(stage.ui, "name:1")
    assert boxes(stage.ui, "tooltip")
    stage.click("name:1")
    stage.wait(1.0)
    assert stage.ui.typing and not boxes(stage.ui, "tooltip")
    hovered(stage.ui, "colour:0")
    assert not boxes(stage.ui, "tooltip")
    stage.key("tab")
    assert not stage.ui.typing and boxes(stage.ui, "tooltip")


def test_a_refusal_is_told_even_to_who_types_but_not_over_the_text(stage: Stage) -> None:
    stage.open(stage.ctx.screens.pause(games.leave_autosave()))
    stage.click("save")
    stage.click("save name")
    while stage.ui.interaction.widget("save name").value:  # type: ignore[union-attr]
        stage.key("backspace")
    assert stage.ui.typing
    stage.click("dialog-yes")
    stage.wait(0.1)
    (tip,) = boxes(stage.ui, "tooltip")
    assert stage.shows("The copy needs a name") and covered(stage.ui, "tooltip") == [] and tip


def test_what_was_refused_is_not_explained_as_if_it_had_been_done(stage: Stage) -> None:
    stage.ui.show(Button(id="go", label="Go", key="g", enabled=False, reason="Not yet", tooltip="Goes"))
    stage.ui.take([KeyDown("g")])
    stage.wait(0.1)
    assert boxes(stage.ui, "tooltip") and stage.shows("Not yet")
    stage.ui.show(Button(id="go", label="Go", key="g", reason="Not yet", tooltip="Goes"))
    stage.wait(0.1)
    assert not boxes(stage.ui, "tooltip")


def test_a_tooltip_takes_the_side_that_covers_fewest() -> None:
    target = Rect(300.0, 300.0, 100.0, 40.0)
    above, below = Rect(300.0, 250.0, 100.0, 40.0), Rect(300.0, 350.0, 100.0, 40.0)
    assert beside((80.0, 30.0), target, WINDOW).bottom < target.y
    assert beside((80.0, 30.0), target, WINDOW, [above]).y > target.bottom
    assert beside((80.0, 30.0), target, WINDOW, [above, below]).x > target.right
    right = Rect(410.0, 300.0, 100.0, 40.0)
    assert beside((80.0, 30.0), target, WINDOW, [above, below, right]).right < target.x
    assert beside((80.0, 30.0), Rect(0.0, 0.0, 800.0, 40.0), WINDOW).y > 40.0


@pytest.mark.parametrize("screen", ["new_game", "settings", "menu", "practice", "hud"])
def test_tooltips_cover_no_label_where_there_is_room(screen: str) -> None:
    stage = Stage((1280, 720))
    if screen == "hud":
        stage.ui.show_hud(games.hud())
    else:
        stage.open(getattr(stage.ctx.screens, screen)())
    for id_ in [p.element.id for p in widgets(stage.ui)]:  # type: ignore[attr-defined]
        stage.scroll_to(id_)
        hovered(stage.ui, id_)
        for tip in boxes(stage.ui, "tooltip"):
            for p in stage.ui.interaction.placed:
                if isinstance(p.element, Text) and p.owner != id_ and p.shown.height > 0:
                    wide = max((stage.ui.fonts.width(line, p.element.style) for line in p.lines), default=0.0)
                    free = {"left": 0.0, "centre": 0.5, "right": 1.0}[p.element.align] * max(0.0, p.shown.width - wide)
                    words = p.shown._replace(x=p.shown.x + free, width=min(wide, p.shown.width))
                    assert shared(tip, words) == 0, (id_, p.element.text)


# -- toasts ----------------------------------------------------------------------------------------


TOASTS = (
    "The settings could not be kept: the disk is full",
    "Picture saved: /home/somebody/Pictures/babylon3d/babylon3d 2030-05-17 20.30.00.png",
    "Saved",
)


def later(ui: Ui, seconds: float) -> None:
    """Let time pass in the UI alone."""
    for _ in range(round(seconds)):
        ui.tick(1.0)
        assert ui.placed


@pytest.mark.parametrize("screen", ["new_game", "settings", "menu", "load", "practice", "help", "rules"])
def test_toasts_cover_no_button_of_a_page(stage: Stage, screen: str) -> None:
    stage.open(getattr(stage.ctx.screens, screen)())
    for text in TOASTS:
        stage.ctx.toast(text, "warning")
        assert covered(stage.ui, "toast") == []
    found = boxes(stage.ui, "toast")
    assert all(shared(a, b) == 0 for a in found for b in found if a is not b)
    said = dict.fromkeys(TOASTS, False)
    for _ in TOASTS:  # those without room wait for those that have it
        said = {text: seen or stage.shows(text) for text, seen in said.items()}
        later(stage.ui, 7.0)
    assert all(said.values()), said
    assert not boxes(stage.ui, "toast") and not stage.ui.waiting


@pytest.mark.parametrize("players", [2, 5])
def test_toasts_leave_the_whole_hud_in_sight(stage: Stage, players: int) -> None:
    stage.ui.show_hud(games.hud(players, warnings=("The last line of this record was cut and is left out",)))
    for text in TOASTS:
        stage.ctx.toast(text, "warning")
    texts = [p.shown for p in stage.ui.placed[0] if isinstance(p.element, Text) and p.element.text]
    assert covered(stage.ui, "toast") == []
    for box in boxes(stage.ui, "toast"):
        assert all(shared(box, text) == 0 for text in texts)
        assert inside(box, Rect(0.0, 0.0, *stage.ui.size))


def test_toasts_go_round_the_dialog_that_takes_the_input(stage: Stage) -> None:
    stage.open(stage.ctx.screens.pause(games.leave_autosave()))
    stage.click("save")
    for text in TOASTS:
        stage.ctx.toast(text, "warning")
    assert covered(stage.ui, "toast") == []


def test_a_toast_is_as_low_as_it_can_be_and_never_outside() -> None:
    size = (200.0, 40.0)
    bar, column = Rect(0.0, 500.0, 800.0, 100.0), Rect(250.0, 0.0, 300.0, 600.0)
    lowest = free_place(size, WINDOW, [])
    assert lowest is not None and lowest.bottom == pytest.approx(582.0)
    above = free_place(size, WINDOW, [bar])
    assert above is not None and 480.0 < above.bottom < 500.0
    aside = free_place(size, WINDOW, [column])
    assert aside is not None and aside.x > column.right
    assert free_place(size, WINDOW, [WINDOW]) is None


def test_the_newest_toast_is_seen_even_where_no_room_is_left(stage: Stage) -> None:
    width, height = stage.ui.size
    stage.ui.show(Panel(child=Button(id="go", label="Go", width=width, height=height), pad=0))
    stage.ctx.toast("Older")
    stage.ctx.toast("Newer")
    assert stage.shows("Newer") and not stage.shows("Older")
    later(stage.ui, 5.0)
    assert stage.shows("Older") and not stage.shows("Newer")
