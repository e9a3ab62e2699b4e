"""Every screen at every size of window and text: nothing overlaps, nothing is cut off, every text fits its room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from panda3d.core import NodePath

from babylon3d.app.screens.help import HelpScreen
from babylon3d.app.screens.learn import LearnScreen
from babylon3d.app.screens.load import LoadScreen
from babylon3d.app.screens.menu import MenuScreen
from babylon3d.app.screens.pause import PauseScreen
from babylon3d.app.screens.rules_page import RulesScreen
from babylon3d.app.screens.seats_page import SeatsPage
from babylon3d.app.screens.settings_page import SettingsScreen
from babylon3d.app.screens.setup import SetupScreen
from babylon3d.app.screens.trouble import TroubleScreen
from babylon3d.app.screens.turns.hand_over import hand_over
from babylon3d.app.screens.turns.results import ResultsScreen
from babylon3d.playable.coach import LEAVE, SKIP, every_lesson, with_keys
from babylon3d.playable.draft import NAME_LIMIT
from babylon3d.playable.lessons import NEXT
from babylon3d.playable.progress import Progress, keep_progress
from babylon3d.playable.seats import Sitter
from babylon3d.present.input import KeyDown, Typed
from babylon3d.present.model import Button, HudModel, LessonCard
from babylon3d.render.ui import elements
from babylon3d.render.ui.boxes import Rect
from babylon3d.render.ui.elements import Column, Icon, MarkBox, Scroll, Text
from babylon3d.render.ui.fonts import Fonts
from babylon3d.render.ui.layout import Layout
from babylon3d.render.ui.ui import Ui, scale_for
from tests.ui import games
from tests.ui.judge import defects
from tests.ui.still import Stage

FURTHER = [(800, 600), (1024, 768), (1366, 768), (1920, 1080), (720, 1280)]
SIZES = [(640, 480), (1280, 720), (2560, 1440), *(pytest.param(s, marks=pytest.mark.slow) for s in FURTHER)]
TAUGHT = (every_lesson()[0][0].id, every_lesson()[0][1])
SCALES = [0.75, 1.0, 2.0]


def _by_size(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


Prepared = Callable[[Stage], None]


def _menu(stage: Stage) -> None:
    stage.open(MenuScreen())


def _menu_with_last(stage: Stage) -> None:
    games.leave_autosave(names=("Bartholomew", "Wilhelmina Grace", "Cid", "Dora", "Eve"))
    stage.open(MenuScreen("The settings could not be read, the usual ones are used"))


def _setup(stage: Stage) -> None:
    stage.open(SetupScreen())
    stage.click("count", 0.9)
    for i in range(5):
        stage.ctx.ui.interaction.set_focus(f"name:{i}", seen=True)
        stage.do(*(Typed("W") for _ in range(NAME_LIMIT)))


def _settings(stage: Stage) -> None:
    stage.open(SettingsScreen())


def _settings_binding(stage: Stage) -> None:
    stage.open(SettingsScreen())
    stage.ctx.bound = "piece:tower"
    stage.do(KeyDown("2"))


def _load(stage: Stage) -> None:
    games.leave_autosave(names=("Bartholomew", "Wilhelmina Grace", "Cid", "Dora", "Eve"))
    games.leave_damaged()
    stage.open(LoadScreen())


def _load_empty(stage: Stage) -> None:
    stage.open(LoadScreen(watch=True))


def _delete(stage: Stage) -> None:
    games.leave_autosave()
    stage.open(LoadScreen())
    stage.click("delete:0")


def _pause(stage: Stage) -> None:
    stage.open(PauseScreen(games.leave_autosave()))


def test_a_scrolled_layout_is_what_a_new_one_would_be() -> None:
    fonts = Fonts(1.0)
    lines = tuple(
        elements.Button(id=f"line {n}", label=f"Somebody did something, number {n}", key="x") for n in range(300)
    )
    tree = Column(children=(Text(text="Many", wrap=True), Scroll(id="many", child=Column(children=lines), grow=1)))
    area = Rect(0.0, 0.0, 300.0, 400.0)
    layout = Layout(fonts, {})
    first = layout.run(tree, area)
    assert len(first) < 2 * len(lines), "what is in a widget out of sight is not laid out"
    assert {p.element.id for p in first if isinstance(p.element, elements.Button)} == {line.id for line in lines}
    for offset in (0.0, 53.0, 4000.0, 1e6):
        scrolls = {"many": offset}
        layout = layout.scrolled(scrolls)
        assert layout.run(tree, area) == Layout(fonts, scrolls).run(tree, area)


def _save(stage: Stage) -> None:
    stage.open(PauseScreen(games.leave_autosave()))
    stage.click("save")


class _Party:
    """Five seats with long names, to be changed."""

    levels = ("easy", "medium", "hard")
    seats_change = "A change takes effect at the start of a turn: of this one, if nobody has acted in it yet."
    names = ("Bartholomew the Elder", "Wilhelmina Grace", "Cid", "Dora", "Eve")
    sitters = tuple(Sitter(*seat, "human", "human") for seat in zip(names, games.COLOURS, strict=True))

    def refuses_seats(self, controllers: Sequence[str]) -> str:
        return "Against bots one person plays; choose another way of play, or bots for the others (F12)"

    def plan_seats(self, controllers: Sequence[str]) -> None:
        raise AssertionError("nothing is chosen")


def _pause_seats(stage: Stage) -> None:
    stage.open(PauseScreen(games.leave_autosave(), _Party()))


def _seats(stage: Stage) -> None:
    stage.open(SeatsPage(_Party()))


def _hand_over(stage: Stage) -> None:
    stage.ui.show(lambda width, height: hand_over("Bartholomew the Elder of the West", "red", width))


def _banner(stage: Stage) -> None:
    stage.ui.show_hud(replace(games.hud(), banner="Wilhelmina Grace's turn", banner_at=0.0))


def _results(stage: Stage) -> None:
    stage.open(ResultsScreen(games.finished(5)))


def _results_three(stage: Stage) -> None:
    stage.open(ResultsScreen(games.finished(3)))


def _rules(stage: Stage) -> None:
    stage.open(RulesScreen())


def _help(stage: Stage) -> None:
    stage.open(HelpScreen())


def _trouble(stage: Stage) -> None:
    stage.open(TroubleScreen("ValueError: " + "a very long word " * 20, "/home/somebody/" + "x" * 90 + "/faults.log"))


def _hud(stage: Stage) -> None:
    stage.ui.show_hud(games.hud())


def _hud_five(stage: Stage) -> None:
    stage.ui.show_hud(games.hud(players=5, levels=24, warnings=("cannot write the record: the disk is full",)))


def _learn(stage: Stage) -> None:
    keep_progress(*TAUGHT, 2, Progress())
    stage.open(LearnScreen())


def taught(hud: HudModel) -> HudModel:
    """A HUD with the longest words of all lessons, and the longest that is said of something else."""
    steps = [step for _, lesson in every_lesson() for step in lesson.steps]
    longest = max((step.words for step in steps), key=len)
    said = max((step.otherwise for step in steps), key=len)
    buttons = (
        Button(NEXT, "Go on", wanted=True),
        Button(SKIP, "Skip", enabled=False, reason="One moment"),
        Button(LEAVE, "Leave"),
    )
    card = LessonCard("Your first turns", with_keys(longest, {}), with_keys(said, {}), (4, 10), buttons)
    return replace(hud, message="", lesson=card)


def _taught(stage: Stage) -> None:
    stage.ui.show_hud(taught(games.hud()))


def _taught_five(stage: Stage) -> None:
    stage.ui.show_hud(taught(games.hud(players=5, levels=24)))


SCREENS: dict[str, Prepared] = {
    f.__name__.strip("_"): f
    for f in (
        _menu,
        _menu_with_last,
        _setup,
        _settings,
        _settings_binding,
        _load,
        _load_empty,
        _delete,
        _pause,
        _pause_seats,
        _seats,
        _hand_over,
        _banner,
        _save,
        _results,
        _results_three,
        _rules,
        _help,
        _trouble,
        _hud,
        _hud_five,
        _learn,
        _taught,
        _taught_five,
    )
}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=_by_size)
@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_overlaps_or_is_cut_off(screen: str, size: tuple[int, int], scale: float) -> None:
    stage = Stage(size, scale)
    SCREENS[screen](stage)
    assert not stage.loop.faults, stage.loop.faults
    assert stage.texts(), "nothing is on show"
    assert defects(stage.ui) == []


@pytest.mark.parametrize("size", SIZES, ids=_by_size)
def test_the_judge_sees_faults(size: tuple[int, int]) -> None:
    """The same judge on a screen that is too large for its window finds something: it can fail."""
    stage = Stage(size)
    stage.open(SetupScreen())
    stage.ui.fonts.set_scale(stage.ui.scale * 5)
    stage.ui.take([KeyDown("tab")])
    assert defects(stage.ui)


@pytest.mark.parametrize("size", SIZES, ids=_by_size)
def test_a_window_resized_while_a_screen_is_open(size: tuple[int, int]) -> None:
    stage = Stage()
    stage.open(SetupScreen())
    stage.ui.fit(size, 1.0)
    assert defects(stage.ui) == []
    stage.ui.fit((1280, 720), 1.0)
    assert defects(stage.ui) == []


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=_by_size)
def test_the_hud_never_covers_the_middle(size: tuple[int, int], scale: float) -> None:
    stage = Stage(size, scale)
    stage.ui.show_hud(games.hud(players=5, levels=20))
    left, top, right, bottom = (v / stage.ui.scale for v in stage.ui.middle())
    middle = Rect(left, top, right - left, bottom - top)
    assert middle.width >= 280 and middle.height >= 160
    for placed in stage.ui.placed[0]:
        element = placed.element
        if getattr(element, "style", "") in ("hud", "tile", "normal", "primary"):
            common = placed.rect.cut(middle)
            assert common.width <= 0.5 or common.height <= 0.5, (element, placed.rect, middle)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=_by_size)
def test_a_lesson_leaves_its_table_free(size: tuple[int, int], scale: float) -> None:
    stage = Stage(size, scale)
    stage.ui.show_hud(taught(games.hud(levels=12)))
    left, top, right, bottom = (v / stage.ui.scale for v in stage.ui.middle())
    middle = Rect(left, top, right - left, bottom - top)
    assert middle.width >= 280 and middle.height >= 140
    for placed in stage.ui.placed[0]:
        if getattr(placed.element, "style", "") in ("hud", "tile", "normal", "primary"):
            common = placed.rect.cut(middle)
            assert common.width <= 0.5 or common.height <= 0.5, (placed.element, placed.rect, middle)


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (2560, 1440), (3840, 2160)])
def test_text_is_never_tiny(size: tuple[int, int]) -> None:
    for setting in (0.75, 1.0, 1.5, 2.0):
        ui = Ui(Stage().root, size, setting)
        assert ui.fonts.pixels("body") >= 11
        assert scale_for(size, setting) <= scale_for(size, 2.0)


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 1.55), ((640, 480), 1.0), ((640, 480), 2.0)]
)
def test_every_other_player_is_seen_without_scrolling(size: tuple[int, int], scale: float) -> None:
    ui = Ui(NodePath("root"), size, scale)
    model = games.hud(5)
    ui.show_hud(model)
    ui.paint()
    area = ui.interaction.find("hud others")
    assert area is not None
    assert area.scroll == 0
    seen = {
        p.element.colour
        for p in ui.interaction.placed
        if isinstance(p.element, MarkBox) and area.rect.holds(p.rect.x + 1, p.rect.y + 1)
    }
    assert seen == {card.colour for card in model.players if not card.acting}


def test_small_nobles_are_drawn_smaller_than_large_ones() -> None:
    for size in ((1280, 720), (640, 480)):
        ui = Ui(NodePath("root"), size)
        ui.show_hud(games.hud(3))
        icons = {p.element.name: p.element.size for p in ui.interaction.placed if isinstance(p.element, Icon)}
        large, small = (next(v for k, v in icons.items() if k.startswith(f"pieces/{n}")) for n in ("large", "small"))
        assert small < 0.8 * large


@pytest.mark.parametrize("size", [(640, 480), (1280, 720)], ids=_by_size)
@pytest.mark.parametrize("players", [3, 5])
def test_a_long_change_of_the_score_covers_nothing(players: int, size: tuple[int, int]) -> None:
    told = "+11 for Wilhelmina Grace, +2 for Bartholomew, +3 for Cid: Wilhelmina Grace would lead level 11"
    stage = Stage(size)
    stage.ui.show_hud(replace(games.hud(players=players), reason="", foresight=told))
    stage.do()
    assert stage.shows("would lead") and defects(stage.ui) == []
