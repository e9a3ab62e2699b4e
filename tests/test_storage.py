"""Assets, the user's folders, saving whole or not at all, settings."""

from __future__ import annotations

import errno
import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from panda3d.core import KeyboardButton

from babylon3d import storage
from babylon3d.app.keys import every_command, usable_keys
from babylon3d.app.screens.settings_page import MODIFIER_KEYS
from babylon3d.core.errors import BadText, Unavailable
from babylon3d.core.rules import SeatInfo
from babylon3d.present.keynames import is_key
from babylon3d.settings import FILE_NAME, LastSetup, Settings, load_settings, save_settings

ROOT = Path(__file__).resolve().parent.parent


# Assets


def test_an_asset_is_found_in_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets" / "meshes").mkdir(parents=True)
    (tmp_path / "assets" / "meshes" / "a.glb").write_bytes(b"checkout")
    monkeypatch.setattr(storage, "_PACKAGE", tmp_path / "babylon3d")
    assert storage.asset("meshes/a.glb").read_bytes() == b"checkout"


def test_the_package_comes_before_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for root in (tmp_path / "assets", tmp_path / "babylon3d" / "assets"):
        root.mkdir(parents=True)
        (root / "a.txt").write_text(str(root.parent.name))
    monkeypatch.setattr(storage, "_PACKAGE", tmp_path / "babylon3d")
    assert storage.asset("a.txt").read_text() == "babylon3d"


@pytest.mark.parametrize("name", ["meshes/none.glb", "", "../pyproject.toml", "/etc/passwd", "meshes/../../README.md"])
def test_what_is_no_asset_is_refused_by_name(name: str) -> None:
    with pytest.raises(Unavailable) as caught:
        storage.asset(name)
    assert name in str(caught.value)


# The user's folders


@pytest.mark.parametrize("place", ["config", "data", "saves", "autosave", "pictures"])
def test_the_variable_moves_every_folder(place: storage.Place, home: Path) -> None:
    path = storage.user_dir(place)
    assert path.is_dir()
    assert path.is_relative_to(home)


def test_without_the_variable_the_platform_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(storage.HOME_VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    if sys.platform.startswith("linux"):
        assert storage.user_dir("config") == tmp_path / "config" / "babylon3d"
        assert storage.user_dir("saves") == tmp_path / "data" / "babylon3d" / "saves"
        assert storage.user_dir("saves") != storage.user_dir("autosave")


def test_a_folder_that_cannot_be_made_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(storage.HOME_VARIABLE, str(tmp_path / "file"))
    with pytest.raises(Unavailable, match=storage.HOME_VARIABLE):
        storage.user_dir("saves")


def test_saved_files_are_listed_newest_first(tmp_path: Path) -> None:
    for age, name in enumerate(["new.jsonl", "old.jsonl", "older.jsonl"]):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    (tmp_path / "other.json").write_text("")
    (tmp_path / ".new.jsonl.7.tmp").write_text("")
    assert [p.name for p in storage.newest_first(tmp_path, ".jsonl")] == ["new.jsonl", "old.jsonl", "older.jsonl"]
    assert storage.newest_first(tmp_path / "none", ".jsonl") == ()


def test_a_file_that_goes_while_the_folder_is_read_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.jsonl", "b.jsonl", "c.jsonl"):
        (tmp_path / name).write_text("")
    real = Path.is_file

    def gone(path: Path) -> bool:
        if path.name == "b.jsonl":
            raise FileNotFoundError(path)
        return real(path)

    monkeypatch.setattr(Path, "is_file", gone)
    assert sorted(p.name for p in storage.newest_first(tmp_path, ".jsonl")) == ["a.jsonl", "c.jsonl"]


def test_a_home_that_nobody_knows_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(storage.HOME_VARIABLE, "~no-such-user/games")
    with pytest.raises(Unavailable, match=f'whose home "~no-such-user/games" is .*{storage.HOME_VARIABLE}'):
        storage.user_dir("saves")
    assert load_settings()[1] != ""
    monkeypatch.delenv(storage.HOME_VARIABLE)
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: Path("~/.local/share/babylon3d"))
    with pytest.raises(Unavailable, match="whose home"):
        storage.user_dir("autosave")
    assert list(tmp_path.iterdir()) == []


# Saving


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


def test_saving_writes_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    storage.save_atomic(path, b"one")
    storage.save_atomic(path, b"two")
    assert path.read_bytes() == b"two"
    assert names(tmp_path) == ["a.json"]


def test_saving_keeps_the_mode_of_the_file_and_the_umask_of_a_new_one(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_bytes(b"")
    old.chmod(0o640)
    storage.save_atomic(old, b"x")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        storage.save_atomic(tmp_path / "new", b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_saving_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    storage.save_atomic(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_saving_to_a_device_does_not_replace_it() -> None:
    storage.save_atomic(Path("/dev/null"), b"gone")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_device_says_so() -> None:
    with pytest.raises(Unavailable, match="the disk is full") as caught:
        storage.save_atomic(Path("/dev/full"), b"x" * 100_000)
    assert "/dev/full" in str(caught.value)


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "disk is full"), (errno.EDQUOT, "full"), (errno.EROFS, "read-only"), (errno.EIO, "error")],
)
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_fault_at_any_step_leaves_the_old_file(
    step: str, number: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(storage.os, step, fail)
    with pytest.raises(Unavailable, match=words) as caught:
        storage.save_atomic(path, b"new")
    assert str(path) in str(caught.value)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a.json"]


@pytest.mark.parametrize("name", ["none/a.json", "file/a.json", ".", "x" * 300])
def test_an_impossible_place_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unavailable, match="cannot save"):
        storage.save_atomic(tmp_path / name, b"x")


def test_a_name_as_long_as_the_disk_takes_is_saved(tmp_path: Path) -> None:
    path = tmp_path / ("\U00020000" * 60 + ".jsonl")
    storage.save_atomic(path, b"x")
    assert path.read_bytes() == b"x"


@pytest.mark.parametrize(
    ("name", "said"),
    [("none/a", "folder is not there"), (".", "that is a folder"), ("file/a", "is a file, not a folder")],
)
def test_a_place_is_known_to_be_impossible_beforehand(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unavailable, match=f"cannot save .*{said}"):
        storage.verify_savable(tmp_path / name)
    for possible in (tmp_path / "file", tmp_path / "new", Path("/dev/null")):
        storage.verify_savable(possible)
    assert names(tmp_path) == ["file"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_file_or_folder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    path.chmod(0o400)
    with pytest.raises(Unavailable, match="no right"):
        storage.save_atomic(path, b"new")
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(Unavailable, match="no right"):
            storage.save_atomic(tmp_path / "b.json", b"new")
    finally:
        tmp_path.chmod(0o700)


WRITER = """
import sys
from pathlib import Path
from babylon3d.storage import save_atomic
path = Path(sys.argv[1])
print("ready", flush=True)
while True:
    for letter in b"ab":
        save_atomic(path, bytes([letter]) * 300_000)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_killed_at_any_moment_the_file_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    storage.save_atomic(path, b"a" * 300_000)
    for attempt in range(6):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(0.003 + 0.007 * attempt)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        data = path.read_bytes()
        assert data in (b"a" * 300_000, b"b" * 300_000)


# Loading


def test_loading_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"x" * 2_000_000)
    assert len(storage.load_bytes(path, 2_000_000)) == 2_000_000
    with pytest.raises(BadText, match="larger than 1 MB") as caught:
        storage.load_bytes(path, 1_999_999)
    assert caught.value.where == str(path)
    if Path("/dev/zero").exists():
        with pytest.raises(BadText, match="larger than 5 MB"):
            storage.load_bytes(Path("/dev/zero"))


def test_loading_nothing_or_a_folder_says_what_would_do(tmp_path: Path) -> None:
    with pytest.raises(BadText, match="no such file; check"):
        storage.load_bytes(tmp_path / "none.json")
    with pytest.raises(BadText, match="is a folder; name a file in it"):
        storage.load_bytes(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadText, match="cannot be read"):
        storage.load_bytes(tmp_path / "file" / "below.json")


def test_what_is_set_aside_takes_its_companions_along(tmp_path: Path) -> None:
    for number in (1, 2):
        for name in ("a.db", "a.db-journal"):
            (tmp_path / name).write_text(str(number))
        kept = storage.set_aside(tmp_path / "a.db", "-journal", "-wal")
        assert kept is not None and kept.read_text() == str(number)
        assert kept.with_name(kept.name + "-journal").read_text() == str(number)
    assert len(names(tmp_path)) == 4
    assert storage.set_aside(tmp_path / "none") is None


# Settings


CHOSEN = Settings(
    quality="plain",
    ui_scale=1.5,
    volume=0.25,
    sound=False,
    colour_blind=True,
    reduced_motion=True,
    swap_mouse=True,
    full_screen=True,
    animation_speed=4.0,
    keys={"end_turn": "enter", "turn": "t"},
    last_setup=LastSetup(
        "tactical", (SeatInfo("Ann", "red"), SeatInfo("Bo", "blue", "bot:medium")), msgspec.Raw(b"{}")
    ),
)


def test_settings_come_back_as_they_were_saved(home: Path) -> None:
    assert load_settings() == (Settings(), "")
    save_settings(CHOSEN)
    assert load_settings() == (CHOSEN, "")
    assert (home / "config" / FILE_NAME).read_text().lstrip("{ \n").startswith('"format"')


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "$"),
        ("[]", "$"),
        ('{"format": "babylon3d.settings/1", "ui_scale": NaN}', "$"),
        ('{"format": "babylon3d.settings/1", "sound": true, "sound": false}', "sound"),
        ('{"format": "babylon3d.settings/1", "vol', "$"),
        ("\x00\x01\x02", "$"),
        ('{"format": "\\u001b[31m\\u0007"}', '$.format: the format is "\\x1b[31m\\x07"'),
    ],
)
def test_damaged_settings_are_set_aside_and_lose_nothing(text: str, where: str, home: Path) -> None:
    path = storage.user_dir("config") / FILE_NAME
    path.write_text(text)
    settings, message = load_settings()
    assert settings == Settings()
    assert where in message
    assert message.isprintable()
    aside = path.with_name(FILE_NAME + ".damaged")
    assert str(aside) in message
    assert aside.read_text() == text
    assert load_settings() == (Settings(), "")
    path.write_text("damaged once more")
    assert "damaged" in load_settings()[1]
    assert aside.read_text() == text, "what was set aside first is kept too"


@pytest.mark.parametrize(
    ("field", "where"),
    [
        ('"volume": 2', "$.volume: 2 is given"),
        ('"ui_scale": "big"', "$.ui_scale"),
        ('"quality": "../x"', "$.quality"),
        ('"quality": "ultra"', '$.quality: "ultra" is not known, auto is taken'),
        ('"sound": 1', "$.sound"),
        ('"colour": true', "$.colour: the field is unknown"),
        ('"keys": {"a": 1}', "$.keys"),
        ('"last_setup": {"game": "x", "seats": [{}]}', "$.last_setup.seats[0]"),
    ],
)
def test_a_setting_that_cannot_be_is_the_usual_one_and_the_others_stay(field: str, where: str, home: Path) -> None:
    path = storage.user_dir("config") / FILE_NAME
    text = f'{{"format": "babylon3d.settings/1", "swap_mouse": true, {field}}}'
    path.write_text(text)
    settings, message = load_settings(("auto", "low"))
    assert settings == Settings(swap_mouse=True)
    assert where in message and "\n" not in message and "\x1b" not in message
    aside = path.with_name(FILE_NAME + ".damaged")
    assert aside.read_text() == text and str(aside) in message
    assert load_settings(("auto", "low")) == (Settings(swap_mouse=True), ""), "it is told once"


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        ({"fly": "k"}, '"fly" is no command'),
        ({"special": "klingon"}, '"klingon" for "special" is no key'),
        ({"special": "Q"}, '"Q" for "special" is no key'),
        ({"special": ""}, "$"),
        ({"special": 7}, "$.keys"),
        ({"menu": "m"}, "this key always leads back"),
        ({"special": "tab"}, "Tab moves through the buttons"),
        ({"special": "j"}, 'J is already the key for "'),
        ({"special": "escape"}, 'Esc is already the key for "'),
    ],
)
def test_a_key_that_cannot_be_is_the_usual_one_and_the_others_stay(odd: dict[str, object], said: str) -> None:
    path = storage.user_dir("config") / FILE_NAME
    path.write_text(json.dumps({"format": "babylon3d.settings/1", "volume": 0.5, "keys": {**odd, "end": "j"}}))
    settings, message = load_settings((), usable_keys)
    assert settings == Settings(volume=0.5, keys={"end": "j"})
    assert said in message and message.isprintable()
    assert load_settings((), usable_keys) == (settings, ""), "it is told once"


def test_keys_that_changed_places_are_kept() -> None:
    usual = {command.id: command.key for command in every_command()}
    turned = {"turn": usual["put_away"], "put_away": usual["turn"], "home": "ctrl+shift+f12", "help": "+", "end": "ö"}
    turned["zoom:in"] = "ctrl++"
    assert usable_keys(turned) == (turned, ())
    assert usable_keys(usual | {"menu": "x"})[0].get("menu") is None
    used, wrong = usable_keys({"turn": usual["put_away"], "put_away": "nothing"})
    assert used == {} and len(wrong) == 2, "the key of one is the other's again"


def test_every_key_that_can_be_chosen_is_one() -> None:
    makers = (name for name in dir(KeyboardButton) if name.islower() and not name.startswith("__"))
    makers = (name for name in makers if name not in ("size", "assign", "ascii_key"))
    found = {make().name for name in makers if callable(make := getattr(KeyboardButton, name))}
    assert {"delete", "f16", "page_up"} <= found
    assert {name for name in found - MODIFIER_KEYS if not is_key(name)} == set()
    assert all(is_key(f"ctrl+alt+shift+{name}") for name in (found - MODIFIER_KEYS))
    assert not any(is_key(name) for name in ("", " ", "E", "f0", "f25", "ctrl", "shift+ctrl+a", "klingon", "ctrl+"))


def test_of_many_wrong_settings_some_are_told() -> None:
    path = storage.user_dir("config") / FILE_NAME
    path.write_text(json.dumps({"format": "babylon3d.settings/1", **{f"{i}" * 3000: i for i in range(9)}}))
    settings, message = load_settings()
    assert settings == Settings() and message.count("the field is unknown") == 4 and "; and 5 more" in message
    assert len(message) < 1000


def test_settings_of_a_newer_version_stay_as_they_are(home: Path) -> None:
    path = storage.user_dir("config") / FILE_NAME
    text = '{"format": "babylon3d.settings/2", "shine": 3}'
    path.write_text(text)
    settings, message = load_settings()
    assert settings == Settings() and "newer version" in message and "damaged" not in message
    with pytest.raises(Unavailable, match="newer version and stays as it is"):
        save_settings(Settings(sound=False))
    assert path.read_text() == text and list(path.parent.iterdir()) == [path]


def test_settings_that_cannot_be_read_or_written_are_told(home: Path) -> None:
    (storage.user_dir("config") / FILE_NAME).mkdir()
    settings, message = load_settings()
    assert settings == Settings()
    assert "folder" in message
    with pytest.raises(Unavailable, match=FILE_NAME):
        save_settings(Settings())


def test_a_value_out_of_range_is_not_saved() -> None:
    with pytest.raises(BadText, match="volume"):
        save_settings(Settings(volume=1.5))
    assert load_settings() == (Settings(), "")
