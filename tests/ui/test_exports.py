"""The folder that is chosen for exports, and how many auto-saves are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from babylon3d.app.exports import export_folder
from babylon3d.app.screens.practice.bests_file import BestsFileScreen
from babylon3d.app.screens.settings_page import SettingsScreen
from babylon3d.core.errors import BadText
from babylon3d.present.input import Changed
from babylon3d.settings import Settings, load_settings
from babylon3d.storage import user_dir
from tests.ui.still import Stage


def test_the_folder_for_exports_is_kept_once_it_is_there(tmp_path: Path) -> None:
    stage = Stage()
    stage.open(SettingsScreen())
    stage.scroll_to("export_folder")
    stage.do(Changed("export_folder", str(tmp_path / "nowhere")))
    assert stage.shows("is not there") and stage.ctx.settings.export_folder == ""
    stage.do(Changed("export_folder", f" {tmp_path} "))
    assert not stage.shows("is not there")
    assert load_settings()[0].export_folder == stage.ctx.settings.export_folder == str(tmp_path)
    assert export_folder(stage.ctx.settings, "pictures") == tmp_path
    stage.open(BestsFileScreen("export"))
    assert stage.top.folder == str(tmp_path)
    stage.open(SettingsScreen())
    stage.do(Changed("export_folder", ""))
    assert stage.ctx.settings.export_folder == ""


def test_without_a_choice_exports_go_where_they_always_went() -> None:
    assert export_folder(Settings(), "pictures") == user_dir("pictures")


def test_a_chosen_folder_that_has_gone_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadText, match="is not there"):
        export_folder(Settings(export_folder=str(tmp_path / "gone")), "pictures")
    stage = Stage(export_folder=str(tmp_path / "gone"))
    stage.open(SettingsScreen())
    stage.loop._save_picture()
    stage.do()
    assert stage.shows("No picture was saved") and not stage.loop.faults


def test_how_many_auto_saves_are_kept_is_chosen() -> None:
    stage = Stage()
    stage.open(SettingsScreen())
    stage.do(Changed("auto_saves", "all"))
    assert load_settings()[0].auto_saves == "all"
