"""Old files stay good: what the program of commit 1fbbbb4 wrote loads, verifies and is taken up for ever."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from babylon3d import storage
from babylon3d.app.screens.turns.replay import ReplayScreen
from babylon3d.cli import main
from babylon3d.core.record import read_record
from babylon3d.core.session import Session, verify_record
from babylon3d.games.babylon.fast.areas import table_half_m
from babylon3d.physics.world import OLD as OLD_RECIPES
from babylon3d.physics.world import recipe
from babylon3d.playable.babylon.fast import begin as fast
from babylon3d.playable.babylon.fast.nature import Begin, physics_config
from babylon3d.playable.babylon.fast.story import Story
from babylon3d.playable.babylon.practice.bests import Bests
from babylon3d.playable.babylon.practice.run import GhostRun
from babylon3d.playable.begin import take_up
from babylon3d.playable.draft import fresh
from babylon3d.playable.registry import recorded
from babylon3d.playable.saves import read_saved
from babylon3d.settings import FILE_NAME, load_settings

OLD = Path(__file__).parent / "fixtures" / "1fbbbb4"
RECORDS = sorted(OLD.glob("*.jsonl"))
WHOLE = [path for path in RECORDS if "cut" not in path.stem and "unfinished" not in path.stem]
PRACTICE = [path for path in WHOLE if path.stem.startswith("practice")]


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_an_old_record_verifies(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = read_record(path.read_bytes())
    assert verify_record(recorded(record.header.game).game, record) == (True, "same states, same result")
    assert main(["replay", str(path), "--verify", "--json"]) == 0
    saved = read_saved(path, "saves")
    assert saved.finished and not saved.problem


@pytest.mark.parametrize("path", [path for path in RECORDS if path not in WHOLE], ids=lambda path: path.stem)
def test_an_old_unfinished_record_goes_on(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    saved = read_saved(copy, "autosave")
    assert not saved.problem and not saved.finished and saved.cut == ("cut" in path.stem)
    record = read_record(copy.read_bytes(), resume=True)
    spec = recorded(record.header.game)
    session = Session.resume(spec.game, record)
    assert not session.over and len(session.log) == len(record.lines)
    if not spec.at_once:
        seated: Any = take_up(copy)
        assert seated.record == copy and bool(seated.warning) == saved.cut
        assert ReplayScreen(copy).last > 5


def test_an_old_round_goes_on_by_its_own_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its header names the recipe; whoever drives it again from its hands takes that one."""
    begun: list[Begin] = []

    class Begun(Exception):
        """The physics would begin now."""

    def begin_physics(first: Begin) -> None:
        begun.append(first)
        raise Begun

    monkeypatch.setattr(fast, "ProcessNature", begin_physics)
    path = OLD / "fast-unfinished.jsonl"
    with pytest.raises(Begun):
        fast.take_up(path)
    config = physics_config(begun[0])
    assert replace(config, table=OLD_RECIPES["realtime"].table) == OLD_RECIPES["realtime"] != recipe("realtime")
    assert config.table.half_m == table_half_m(3)


@pytest.mark.parametrize("path", [path for path in WHOLE if "tactical" not in path.stem], ids=lambda path: path.stem)
def test_an_old_round_is_told_and_seen(path: Path) -> None:
    story = Story(read_record(path.read_bytes()))
    assert story.end > 60 and story.poses(story.end // 2)


@pytest.mark.slow
@pytest.mark.parametrize("path", [*PRACTICE, OLD / "fast.jsonl"], ids=lambda path: path.stem)
def test_an_old_record_is_driven_again_from_its_hands(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Equal on the machine and with the engine that wrote it; elsewhere the answer is a line that says what differs."""
    assert main(["replay", str(path), "--resimulate"]) in (0, 1, 2)
    out, err = capsys.readouterr()
    assert "re-simulat" in out + err and (out + err).count("\n") < 12


def test_old_bests_stay(tmp_path: Path) -> None:
    shutil.copy(OLD / "bests.sqlite", tmp_path / "bests.sqlite")
    with Bests(tmp_path / "bests.sqlite") as bests:
        assert bests.message == ""
        best = bests.best("steady_hand", "guided")
        assert best is not None and len(bests.history("steady_hand", "guided")) == 2
        assert GhostRun(bests.record(best)).kinds
    with Bests(tmp_path / "new.sqlite") as bests:
        taken, refused = bests.take_in(OLD / "bests-export.zip")
        assert len(taken) == 1 and refused == ()  # the best of the drill


@pytest.mark.parametrize("path", sorted(OLD.glob("settings-*.json")), ids=lambda path: path.stem)
def test_old_settings_stay(path: Path) -> None:
    shutil.copy(path, storage.user_dir("config") / FILE_NAME)
    settings, complaint = load_settings()
    assert complaint == ""
    wanted = {"settings-usual": "auto", "settings-tactical": "low", "settings-fast": "medium"}
    assert settings.quality == wanted[path.stem]
    draft = fresh(last=settings.last_setup)
    if settings.last_setup is not None:
        assert draft.game == settings.last_setup.game and draft.playing == settings.last_setup.seats
        assert draft.refusal() == ""
