"""Every dialog of the program: Enter does what it is for, Esc leaves everything as it was, wherever the keyboard is."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from panda3d.core import NodePath

import babylon3d
from babylon3d.app.screens.fast.hold import Hold, hold_box
from babylon3d.app.screens.load import LoadScreen
from babylon3d.app.screens.pause import PauseScreen
from babylon3d.app.screens.practice.bests_file import BestsFileScreen
from babylon3d.app.screens.settings_page import SettingsScreen
from babylon3d.playable.babylon.practice.run import open_bests
from babylon3d.present.input import Changed, KeyDown, Modifiers, Pressed
from babylon3d.render.ui import focus as focusing
from babylon3d.render.ui.elements import Button, Column, Dialog, TextInput
from babylon3d.render.ui.ui import Ui
from babylon3d.storage import user_dir
from tests.ui import games
from tests.ui.still import Stage


@dataclass(frozen=True)
class Asked:
    """A dialog on a screen: how it is opened, and whether what it is for was done."""

    open: Callable[[Stage], None]
    done: Callable[[], bool]


def _saving(stage: Stage) -> None:
    stage.open(PauseScreen(games.leave_autosave()))
    stage.click("save")


def _deleting(stage: Stage) -> None:
    games.leave_autosave()
    stage.open(LoadScreen())
    stage.click("delete:0")


def _replacing(stage: Stage) -> None:
    open_bests().close()
    there = user_dir("saves") / "mine.zip"
    if not there.exists():
        there.write_bytes(b"something else")
    stage.open(BestsFileScreen("export"))
    stage.do(Changed("file", "mine"))
    stage.click("start")


ASKED = {
    "pause": Asked(_saving, lambda: bool(list(user_dir("saves").iterdir()))),
    "bests_file": Asked(_replacing, lambda: (user_dir("saves") / "mine.zip").read_bytes()[:2] == b"PK"),
    "load": Asked(_deleting, lambda: not list(user_dir("autosave").iterdir())),
}
"""By the module that opens it. Every one that asks something is here."""
OTHERS = {"page", "settings_page", "hold", "together", "play"}
"""What makes or hands on a dialog that asks nothing: tested below."""


def test_every_dialog_is_tested_here() -> None:
    found = set()
    for path in (Path(babylon3d.__file__).parent / "app").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = {"Dialog", "confirm", "answered", "hold_box"}
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in names:
                found.add(path.stem)
    assert found == ASKED.keys() | OTHERS


@pytest.mark.parametrize("name", ASKED)
def test_enter_does_what_a_dialog_is_for(name: str) -> None:
    stage = Stage()
    ASKED[name].open(stage)
    assert not ASKED[name].done()
    stage.key("enter")
    assert ASKED[name].done() and stage.ui.interaction.dialog is None and not stage.loop.faults


@pytest.mark.parametrize("name", ASKED)
def test_escape_leaves_everything_as_it_was_wherever_the_keyboard_is(name: str) -> None:
    stage = Stage()
    for tabs in range(4):
        ASKED[name].open(stage)
        for _ in range(tabs):
            stage.key("tab")
        stage.key("escape")
        assert not ASKED[name].done() and stage.ui.interaction.dialog is None
        assert stage.ui.interaction.focus in ("save", "delete:0", "start"), "the keyboard is back where it was"


@pytest.mark.parametrize("name", ASKED)
def test_the_one_that_does_it_stands_last_and_the_other_before_it(name: str) -> None:
    stage = Stage()
    ASKED[name].open(stage)
    dialog = stage.ui.interaction.dialog
    assert dialog is not None
    buttons = [p for p in focusing.widgets(stage.ui.interaction.placed) if isinstance(p.element, Button)]
    assert [focusing.identity(p) for p in buttons] == [dialog.cancel, dialog.default]
    assert buttons[0].rect.right < buttons[1].rect.x
    style = buttons[1].element
    assert isinstance(style, Button) and style.style in ("primary", "danger")


def test_a_held_enter_answers_no_dialog() -> None:
    stage = Stage()
    record = games.leave_autosave()
    stage.open(LoadScreen())
    stage.ui.interaction.set_focus("delete:0", seen=True)
    stage.do(KeyDown("enter"))
    assert stage.ui.interaction.dialog is not None
    for _ in range(5):
        stage.do(KeyDown("enter", repeat=True))
    assert record.exists() and stage.ui.interaction.dialog is not None


def test_a_copy_without_a_name_is_refused_by_enter_too() -> None:
    stage = Stage()
    _saving(stage)
    stage.key("backspace")
    stage.key("enter")
    assert stage.shows("The copy needs a name") and stage.ui.interaction.dialog is not None
    stage.type("Ours")
    stage.key("enter")
    assert (user_dir("saves") / "Ours.jsonl").exists()


def test_while_a_key_is_waited_for_every_key_but_escape_is_the_answer_and_a_button_leads_out() -> None:
    stage = Stage()
    for way in (lambda: stage.key("escape"), lambda: stage.click("dialog-no")):
        stage.open(SettingsScreen())
        stage.click("key:end")
        stage.key("tab")
        assert stage.shows("Tab moves through the buttons") and stage.ctx.bound == "end"
        way()
        assert stage.ctx.bound == "" and isinstance(stage.top, SettingsScreen)
    stage.click("key:end")
    stage.key("j")
    assert stage.ctx.keys.key("end") == "j"


@pytest.mark.parametrize("key", ["enter", "space"])
def test_a_pause_over_the_table_ends_by_enter_and_by_its_key(key: str) -> None:
    ui = Ui(NodePath("root"), (1280, 720))
    ui.show(Column(children=()), dialog=hold_box(Hold("Pause")), free_keys=True)
    assert ui.take([KeyDown(key)]) == [Pressed("go on")]
    assert ui.take([KeyDown("escape")]) == [KeyDown("escape")], "it leads to the menu of the game"


def test_enter_in_a_dialog_presses_another_button_only_while_that_has_the_keyboard() -> None:
    ui = Ui(NodePath("root"), (1280, 720))
    parts = (TextInput(id="name", value="x"), Button(id="no", label="No"), Button(id="yes", label="Yes"))
    ui.show(Column(children=()), dialog=Dialog(child=Column(children=parts), default="yes", cancel="no", focus="name"))
    pressed = []
    for _ in range(3):
        pressed += ui.take([KeyDown("enter")])
        ui.take([KeyDown("tab")])
    assert pressed == [Pressed("yes"), Pressed("no"), Pressed("yes")]
    assert ui.take([KeyDown("enter", Modifiers(control=True))]) == [KeyDown("enter", Modifiers(control=True))]
