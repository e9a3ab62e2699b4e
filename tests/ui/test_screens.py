"""Every flat screen: entered, used by key and by mouse, left, twice; and what each does."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from babylon3d.app.keys import Keys, every_command
from babylon3d.app.screen import Pop, Push, Screen
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
from babylon3d.app.screens.turns.results import ResultsScreen
from babylon3d.games.babylon.tactical.model import TacticalOptions
from babylon3d.playable.babylon.tactical.text import CHAPTERS
from babylon3d.playable.draft import fresh
from babylon3d.playable.forms import Number
from babylon3d.playable.registry import offered
from babylon3d.playable.seats import Sitter
from babylon3d.playable.setup import GameSetup
from babylon3d.playable.spec import GameSpec
from babylon3d.present.input import Changed, CloseAsked, KeyDown, MouseMoved, Pressed
from babylon3d.render.ui import focus as focusing
from babylon3d.render.ui.elements import Button, Scroll
from babylon3d.settings import load_settings
from babylon3d.storage import user_dir
from tests.ui import games
from tests.ui.still import Played, Stage

FLAT: dict[str, Callable[[], Screen]] = {
    "menu": MenuScreen,
    "setup": SetupScreen,
    "settings": SettingsScreen,
    "learn": LearnScreen,
    "load": LoadScreen,
    "replays": lambda: LoadScreen(watch=True),
    "pause": lambda: PauseScreen(None),
    "results": lambda: ResultsScreen(games.finished(3)),
    "seats": lambda: SeatsPage(Party()),
    "rules": RulesScreen,
    "help": HelpScreen,
    "trouble": lambda: TroubleScreen("ValueError", ""),
}


@pytest.mark.parametrize("name", FLAT)
def test_entered_used_and_left_twice_nothing_stays_behind(name: str) -> None:
    games.leave_autosave()
    stage = Stage()
    stage.open(MenuScreen())
    stage.loop.draw()
    before = stage.ui.nodes
    screen = FLAT[name]()
    for _ in range(2):
        stage.stack.change(Push(screen))
        stage.loop.draw()
        assert stage.texts()
        stage.key("tab")
        stage.key("arrow_down")
        stage.do(MouseMoved(640, 360))
        stage.wait(0.5)
        assert stage.top is screen and not stage.loop.faults
        stage.stack.change(Pop())
        stage.do(MouseMoved(2, 2))
        assert stage.ui.nodes == before
        assert not stage.ui.interaction.scrolls and stage.ctx.bound == ""


@pytest.mark.parametrize("name", FLAT)
def test_every_widget_is_reached_by_the_keyboard_alone(name: str) -> None:
    games.leave_autosave()
    stage = Stage()
    stage.open(FLAT[name]())
    wanted = {focusing.identity(p) for p in focusing.widgets(stage.ui.interaction.placed)}
    reached = set()
    for _ in range(len(wanted) + 2):
        reached.add(stage.ui.interaction.focus)
        stage.key("tab")
        focused = stage.ui.interaction.find(stage.ui.interaction.focus)
        if focused is not None and focused.clip is not None:
            assert focused.rect.cut(focused.clip).height > 8, f"{stage.ui.interaction.focus} is not scrolled into sight"
    assert wanted - reached == set()


@pytest.mark.parametrize("name", ["setup", "settings", "load", "replays", "rules", "help", "pause"])
def test_escape_and_the_back_button_lead_back(name: str) -> None:
    stage = Stage()
    for way in (lambda: stage.key("escape"), lambda: stage.click("back")):
        stage.open(MenuScreen())
        stage.stack.change(Push(FLAT[name]()))
        stage.loop.draw()
        way()
        assert isinstance(stage.top, MenuScreen)


# ---- the menu


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("n", SetupScreen),
        ("l", LoadScreen),
        ("w", LoadScreen),
        ("r", RulesScreen),
        ("f1", HelpScreen),
        ("s", SettingsScreen),
    ],
)
def test_the_menu_opens_screens_by_key(key: str, kind: type) -> None:
    stage = Stage()
    stage.open(MenuScreen())
    stage.key(key)
    assert isinstance(stage.top, kind)


@pytest.mark.parametrize(
    ("id_", "kind"), [("new", SetupScreen), ("rules", RulesScreen), ("help", HelpScreen), ("settings", SettingsScreen)]
)
def test_the_menu_opens_screens_by_mouse(id_: str, kind: type) -> None:
    stage = Stage()
    stage.open(MenuScreen())
    stage.click(id_)
    assert isinstance(stage.top, kind)


def test_the_menu_goes_on_with_the_last_unfinished_game() -> None:
    stage = Stage()
    stage.open(MenuScreen())
    assert "continue" not in stage.ids()
    record = games.leave_autosave()
    stage.open(MenuScreen())
    assert stage.shows("Ann, Bo, Cid")
    stage.key("enter")
    assert isinstance(stage.top, Played) and stage.top.what == record


def test_quitting_from_the_menu_and_by_closing_the_window() -> None:
    for quit_ in (lambda s: s.key("q"), lambda s: s.do(CloseAsked())):
        stage = Stage()
        stage.open(MenuScreen())
        quit_(stage)
        assert len(stage.stack) == 0


# ---- set-up


def begun(stage: Stage) -> GameSetup:
    assert isinstance(stage.top, Played), stage.texts()
    setup = stage.top.what
    assert isinstance(setup, GameSetup)
    return setup


@pytest.mark.parametrize("spec", offered(), ids=lambda spec: spec.id)
def test_every_game_has_both_presets_and_is_friendly_the_first_time(spec: GameSpec) -> None:
    draft = fresh(spec.id)
    assert [preset.label for preset in draft.form.presets] == ["By the book", "Friendly"]
    assert draft.preset == "friendly"
    book = draft.with_preset("book")
    assert book.preset == "book" and book.with_preset("friendly") == draft
    assert spec.game.rules.new_game(book.playing, book.options) is not None
    remembered = fresh(last=book.remembered())
    assert remembered.game == spec.id and remembered.preset == "book", "what was chosen last is offered again"


def test_what_happens_when_the_time_is_up_is_asked_where_a_clock_runs() -> None:
    stage = Stage()
    stage.open(SetupScreen())
    assert "pick:time_up" not in stage.ids()
    stage.click("more:turn_s")
    assert stage.shows("0:30")
    stage.click("pick:time_up", 0.4)
    assert stage.shows("A bot makes the rest")
    stage.click("start")
    assert begun(stage).options.turn_s == 30 and begun(stage).options.time_up == "bot"


def test_options_of_no_preset_are_ones_own() -> None:
    stage = Stage()
    stage.open(SetupScreen())
    stage.click("option:hints")
    assert stage.top.draft.preset == "" and stage.shows("Your own")
    stage.click("preset", 0.1)
    assert stage.top.draft.preset == "book" and not stage.shows("Your own")
    stage.click("start")
    assert begun(stage).options == TacticalOptions(first=begun(stage).options.first)


def test_a_game_is_set_up_by_keys_and_mouse() -> None:
    stage = Stage()
    stage.open(SetupScreen())
    stage.click("count", 0.5)
    stage.click("name:1")
    for _ in range(10):
        stage.key("backspace")
    stage.type("Zoë")
    stage.click("colour:1", 0.95)
    stage.click("controller:1", 0.95)
    stage.click("first", 0.95)
    assert stage.top.draft.preset == "friendly"
    stage.click("preset", 0.1)
    stage.click("option:expert")
    for _ in range(2):
        stage.click("less:large")
    stage.click("more:small")
    stage.click("start")
    setup = begun(stage)
    assert [s.name for s in setup.seats] == ["Ann", "Zoë", "Cid", "Dora"]
    assert [s.colour for s in setup.seats] == ["red", "violet", "green", "blue"]
    assert setup.seats[1].controller == "bot:hard" and setup.seats[0].controller == "human"
    options = setup.options
    assert options.expert and not (options.take_back or options.open_exchange or options.hints)
    assert (setup.options.large, setup.options.small, setup.options.first) == (1, 7, 3)
    kept, complaint = load_settings()
    assert not complaint and kept.last_setup is not None and kept.last_setup.seats == setup.seats
    again = SetupScreen()
    stage.open(again)
    assert again.draft is not None and again.draft.playing == setup.seats and again.draft.options.large == 1


def test_the_seed_draws_who_starts() -> None:
    drawn = set()
    stage = Stage()
    for _ in range(40):
        stage.open(SetupScreen())
        stage.key("ctrl+enter")
        drawn.add(begun(stage).options.first)
    assert drawn == {0, 1, 2}


def test_taking_a_colour_gives_its_owner_the_other() -> None:
    stage = Stage()
    screen = SetupScreen()
    stage.open(screen)
    stage.click("colour:0", 0.5)
    assert screen.draft is not None
    colours = [s.colour for s in screen.draft.seats]
    assert colours[0] == "green" and colours[2] == "red" and len(set(colours)) == 5


@pytest.mark.parametrize(
    ("name", "reason"),
    [("", "Player 1 has no name"), ("   ", "Player 1 has no name"), ("Bo", "Two players are called Bo")],
)
def test_a_bad_name_is_refused_with_a_reason(name: str, reason: str) -> None:
    stage = Stage()
    stage.open(SetupScreen())
    stage.click("name:0")
    for _ in range(5):
        stage.key("backspace")
    stage.type(name)
    assert stage.shows(reason)
    stage.click("start")
    assert isinstance(stage.top, SetupScreen)
    stage.type("x") if stage.ui.typing else stage.click("name:0")
    stage.type("x")
    assert not stage.shows(reason)


def test_times_get_longer_and_counts_more() -> None:
    time = Number("t", "Stop watch", 0, 60, kind="time")
    assert (time.said(1), time.said(-1)) == ("Longer stop watch", "Shorter stop watch")
    count = Number("n", "Rounds to win", 1, 5)
    assert (count.said(1), count.said(-1)) == ("More rounds to win", "Fewer rounds to win")


def test_a_game_without_nobles_is_refused() -> None:
    stage = Stage()
    stage.open(SetupScreen())
    for _ in range(3):
        stage.click("less:large")
    for _ in range(6):
        stage.click("less:small")
    stage.click("start")
    assert isinstance(stage.top, SetupScreen)
    assert stage.shows("at least one noble in all")
    stage.click("more:small")
    stage.click("start")
    assert begun(stage).options.small == 1


# ---- settings


def test_settings_take_effect_at_once_and_are_kept() -> None:
    stage = Stage()
    stage.open(SettingsScreen())
    stage.click("full_screen")
    assert stage.window.full
    stage.click("colour_blind")
    assert stage.ui.colour_blind
    stage.click("sound")
    stage.click("swap_mouse")
    assert stage.inputs.swap_mouse and not stage.ctx.sound.on
    stage.ui.interaction.set_focus("animation_speed", seen=True)
    stage.key("arrow_right")
    kept, _ = load_settings()
    assert kept == stage.ctx.settings
    assert (kept.full_screen, kept.colour_blind, kept.sound, kept.swap_mouse) == (True, True, False, True)
    assert kept.animation_speed == 2.5


def test_the_scale_changes_when_the_slider_is_let_go() -> None:
    stage = Stage()
    stage.open(SettingsScreen())
    before = stage.ui.scale
    stage.ui.interaction.set_focus("ui_scale", seen=True)
    for _ in range(4):
        stage.key("arrow_right")
    assert stage.ctx.settings.ui_scale == pytest.approx(1.2)
    assert stage.ui.scale == pytest.approx(before * 1.2)


def test_a_key_is_changed_and_a_conflict_is_told() -> None:
    stage = Stage()
    stage.open(SettingsScreen())
    stage.ui.interaction.set_focus("key:end", seen=True)
    stage.key("enter")
    assert stage.ctx.bound == "end"
    stage.key("r")
    assert stage.shows('R is already the key for "Turn the piece"') and stage.ctx.bound == "end"
    stage.key("tab")
    assert stage.shows("Tab moves through the buttons") and stage.ctx.bound == "end"
    stage.key("f11")
    assert not stage.window.full and stage.shows("F11 is already the key")
    stage.key("j")
    assert stage.ctx.bound == "" and stage.ctx.keys.key("end") == "j"
    assert load_settings()[0].keys == {"end": "j"}
    stage.ui.interaction.set_focus("key:end", seen=True)
    stage.key("enter")
    stage.key("escape")
    assert stage.ctx.bound == "" and isinstance(stage.top, SettingsScreen)
    stage.click("keys:usual") if stage.ui.centre_of("keys:usual") else None
    stage.ui.interaction.set_focus("keys:usual", seen=True)
    stage.key("enter")
    assert stage.ctx.keys.key("end") == "e"


def test_no_two_commands_share_a_key() -> None:
    keys = [command.key for command in every_command()]
    assert len(set(keys)) == len(keys)
    assert len({command.id for command in every_command()}) == len(every_command())


def test_the_escape_key_cannot_be_given_away() -> None:
    assert Keys().refusal("menu", "x") and Keys().refusal("end", "escape")
    assert Keys().refusal("end", "j") == ""


def test_a_full_disk_is_told_and_the_setting_holds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    stage = Stage()
    stage.open(SettingsScreen())
    monkeypatch.setenv("BABYLON3D_HOME", str(blocked))
    stage.click("swap_mouse")
    assert stage.ctx.settings.swap_mouse and stage.shows("could not be kept")
    assert not stage.loop.faults


# ---- saved games


def test_saved_games_are_listed_and_opened() -> None:
    record = games.leave_autosave()
    damaged = games.leave_damaged()
    stage = Stage()
    stage.open(LoadScreen())
    assert stage.shows("Damaged") and stage.shows("Ann") and stage.shows("turn 2")
    number = 1 if "open:1" in stage.ids() else 0
    assert f"open:{1 - number}" not in stage.ids(), "a damaged game cannot be opened"
    stage.click(f"open:{number}")
    assert isinstance(stage.top, Played) and stage.top.what == record
    assert damaged.exists()


def test_a_saved_copy_is_gone_on_with_in_a_file_of_its_own() -> None:
    record = games.leave_autosave()
    copy = user_dir("saves") / "mine.jsonl"
    copy.write_bytes(record.read_bytes())
    record.unlink()
    stage = Stage()
    stage.open(LoadScreen())
    stage.click("open:0")
    assert isinstance(stage.top, Played)
    assert stage.top.what != copy and Path(str(stage.top.what)).read_bytes() == copy.read_bytes()


def test_deleting_asks_first() -> None:
    record = games.leave_autosave()
    stage = Stage()
    stage.open(LoadScreen())
    stage.click("delete:0")
    stage.key("escape")
    assert record.exists() and isinstance(stage.top, LoadScreen)
    stage.click("delete:0")
    stage.key("tab")
    stage.key("enter")
    assert record.exists(), "another button than the one that deletes had the keyboard"
    stage.click("delete:0")
    stage.key("enter")
    assert not record.exists()
    assert stage.shows("No game is waiting")


def test_a_record_that_cannot_be_taken_up_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from babylon3d.core.errors import CorruptFile

    games.leave_autosave()
    stage = Stage()

    def refuse(record: Path) -> Screen:
        raise CorruptFile("the state is not what the rules give", "line 7")

    monkeypatch.setattr(stage.ctx.screens, "resume", refuse)
    for screen, id_ in ((MenuScreen(), "continue"), (LoadScreen(), "open:0")):
        stage.open(screen)
        stage.click(id_)
        assert stage.top is screen and stage.shows("line 7") and not stage.loop.faults


def test_a_copy_is_saved_under_a_name() -> None:
    record = games.leave_autosave()
    stage = Stage()
    stage.open(PauseScreen(record))
    stage.click("save")
    assert stage.ui.typing
    for _ in range(60):
        stage.key("backspace")
    assert stage.ui.interaction.widget("dialog-yes").enabled is False
    stage.type("Our game/1")
    stage.click("dialog-yes")
    assert (user_dir("saves") / "Our game_1.jsonl").read_bytes() == record.read_bytes()
    stage.click("save")
    stage.click("dialog-yes")
    stage.click("save")
    stage.click("dialog-yes")
    assert len(list(user_dir("saves").iterdir())) == 3


# ---- results


def test_the_sheet_is_filled_in_from_the_highest_level_down() -> None:
    stage = Stage(reduced_motion=False)
    finished = games.finished(3)
    screen = ResultsScreen(finished)
    stage.open(screen)
    levels = [row for row in screen.sheet.rows if row.kind == "level"]
    assert [r.heading for r in levels] == sorted((r.heading for r in levels), key=lambda h: -int(h.split()[1]))
    assert screen.shown == 0 and screen.busy and not stage.shows("win")
    stage.wait(0.7)
    assert screen.shown == 1
    stage.wait(10)
    assert screen.complete and not screen.busy and stage.shows(screen.sheet.verdict)
    totals = tuple(int(c.text.replace("−", "-")) for c in screen.sheet.rows[-1].cells)
    assert totals == finished.result.scores


def test_any_key_fills_in_the_rest_and_does_nothing_else() -> None:
    stage = Stage(reduced_motion=False)
    screen = ResultsScreen(games.finished(3))
    stage.open(screen)
    stage.key("enter")
    assert screen.complete and stage.top is screen
    stage.key("n")
    assert isinstance(stage.top, SetupScreen)


def test_again_is_the_same_people_and_the_next_one_begins() -> None:
    stage = Stage()
    finished = replace(games.finished(3), began=2)
    stage.open(ResultsScreen(finished))
    stage.key("a")
    assert isinstance(stage.top, Played) and len(stage.stack) == 1
    setup = stage.top.what
    assert isinstance(setup, GameSetup)
    assert (setup.game, setup.seats) == (finished.setup.game, finished.setup.seats)
    assert setup.options == msgspec.structs.replace(finished.setup.options, first=0)


class Party:
    """Three seats that are only chosen for."""

    levels = ("easy", "medium")
    seats_change = "A change takes effect at the start of a turn."

    def __init__(self) -> None:
        self.controllers = ("human", "bot:easy", "human")

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        names = zip(games.NAMES, games.COLOURS, self.controllers, strict=False)
        return tuple(Sitter(name, colour, who, who) for name, colour, who in names)

    def refuses_seats(self, controllers: Sequence[str]) -> str:
        return "somebody must play" if "human" not in controllers else ""

    def plan_seats(self, controllers: Sequence[str]) -> None:
        self.controllers = tuple(controllers)


def test_seats_are_changed_from_the_pause_menu_by_done_alone() -> None:
    stage, party = Stage(), Party()
    stage.open(PauseScreen(None, party))
    stage.click("seats")
    assert isinstance(stage.top, SeatsPage)
    stage.do(Changed("seat:0", "bot:medium"))
    stage.key("escape")
    assert isinstance(stage.top, PauseScreen) and party.controllers == ("human", "bot:easy", "human")
    stage.click("seats")
    stage.do(Changed("seat:0", "bot:medium"), Changed("seat:1", "human"))
    stage.click("done")
    assert isinstance(stage.top, PauseScreen) and party.controllers == ("bot:medium", "human", "human")


def test_seats_that_cannot_be_are_refused_with_a_reason() -> None:
    stage, party = Stage(), Party()
    stage.open(SeatsPage(party))
    stage.do(Changed("seat:0", "bot:easy"), Changed("seat:2", "bot:easy"))
    assert stage.shows("somebody must play")
    stage.do(Pressed("done"))
    assert isinstance(stage.top, SeatsPage) and party.controllers[0] == "human"


def test_a_game_without_seats_to_change_has_no_such_button() -> None:
    stage = Stage()
    stage.open(PauseScreen(None))
    assert "seats" not in stage.ids()


def test_fast_animations_show_the_sheet_at_once() -> None:
    stage = Stage(reduced_motion=False, animation_speed=20.0)
    screen = ResultsScreen(games.finished(3))
    stage.open(screen)
    assert screen.complete


# ---- rules and help


def test_the_rules_name_every_ruling_and_mark_what_is_assumed() -> None:
    named = {r for chapter in CHAPTERS for rule in chapter.rules for r in rule.ruling.replace(" ", "").split(",") if r}
    wanted = {"G1", *(f"B{i}" for i in range(1, 11)), *(f"T{i}" for i in range(1, 12))}
    assert wanted - named == set()
    assumed = {rule.ruling for chapter in CHAPTERS for rule in chapter.rules if rule.assumed}
    assert assumed == {"B1", "B2", "B3", "B5", "B9", "B10", "T7"}
    stage = Stage(size=(1280, 720))
    stage.open(RulesScreen())
    assert stage.texts().count("assumed") == sum(bool(r.assumed) for c in CHAPTERS for r in c.rules)


def test_the_rules_can_be_read_to_the_end_by_keys() -> None:
    stage = Stage(size=(640, 480))
    stage.open(RulesScreen())
    area = next(p for p in stage.ui.interaction.placed if isinstance(p.element, Scroll))
    for _ in range(40):
        stage.key("page_down")
    assert stage.ui.interaction.scrolls[area.element.id] == pytest.approx(area.scroll)


def test_help_shows_the_users_own_keys_and_f1_opens_and_closes_it() -> None:
    stage = Stage(keys={"end": "ctrl+q"})
    stage.open(MenuScreen())
    stage.key("f1")
    assert isinstance(stage.top, HelpScreen) and stage.shows("Ctrl+Q")
    stage.key("f1")
    assert isinstance(stage.top, MenuScreen)


# ---- what every button has


@pytest.mark.parametrize("name", FLAT)
def test_a_disabled_button_has_a_reason_and_an_icon_button_a_tooltip(name: str) -> None:
    games.leave_autosave()
    stage = Stage()
    stage.open(FLAT[name]())
    for placed in stage.ui.interaction.placed:
        element = placed.element
        if isinstance(element, Button):
            assert element.enabled or element.reason, element.id
            assert element.label or element.tooltip, element.id


def test_settings_file_is_plain_json() -> None:
    stage = Stage()
    stage.open(SettingsScreen())
    stage.click("swap_mouse")
    assert json.loads((user_dir("config") / "settings.json").read_text())["swap_mouse"] is True


def test_a_key_event_is_not_lost_when_a_screen_opens() -> None:
    stage = Stage()
    stage.open(MenuScreen())
    stage.do(KeyDown("n"), KeyDown("escape"))
    assert not stage.loop.faults
