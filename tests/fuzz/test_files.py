"""Thousands of spoilt files: each is read, or refused in one line with exit code 2; nothing else ever happens."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from pathlib import Path

import pytest

from babylon3d.cli import main
from babylon3d.core.errors import BabylonError
from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from babylon3d.playable.babylon.fast.story import Story
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.playable.records import load_usable
from babylon3d.playable.saves import read_saved
from babylon3d.playable.simulate import play_out, seat_infos
from babylon3d.playable.tape import read_tape
from babylon3d.present.presenter import Surroundings
from babylon3d.storage import asset
from tests.fuzz.mutate import spoilt_document, spoilt_record
from tests.games.fast.test_round import ROUND
from tests.oracle.positions import small_position
from tests.sampling import samples
from tests.test_formats import BLOCKS, BUILD, position

PICTURE = ("render", "--size", "64x64", "--quality", "lowest")
PATIENCE_S = 30.0
"""No file may keep a command busy for longer."""


def sources() -> list[tuple[str, bytes, tuple[tuple[str, ...], ...]]]:
    """Whole files, each with the commands that read its kind."""
    asked: tuple[tuple[str, ...], ...] = (
        ("check",), ("check", "--json"), ("check", "--game", "fast"), ("legal", "--piece", "tower", "--json"),
        ("legal", "--piece", "bridge"), ("legal", "--piece", "small", "--colour", "red", "--json"),
        ("legal", "--piece", "large"), ("score",), ("score", "--json"), ("settle", "--seconds", "0.1"), PICTURE,
    )  # fmt: skip
    builds = [BUILD.encode(), BLOCKS.encode(), asset("presets/arcade.json").read_bytes()]
    laboratory = json.loads(BUILD)
    laboratory["parts"][0]["pose"] = {"position": [0, 0, 0.01], "quaternion": [0, 0, 0, 1]}
    laboratory["parts"][1]["mass"] = 0.01
    positions = [json.dumps(position()).encode()]
    positions += [json.dumps(small_position(random.Random(seed))).encode() for seed in range(5)]
    options = TACTICAL.game.codec.options(expert=True, large=0, small=1)
    game = play_out(TACTICAL, seat_infos(TACTICAL, 3, ("easy",)), options, 1)
    found = [("build", data, asked) for data in builds]
    found.append(("build", json.dumps(laboratory).encode(), (("settle", "--seconds", "0.1", "--json"), PICTURE)))
    found += [("position", data, (("moves",), ("moves", "--json"))) for data in positions]
    rounds = json.dumps(ROUND).encode()
    found += [("round", rounds, (("score", "--game", "fast"), ("score", "--game", "fast", "--json")))] * 2
    found += [("record", game.log.data(), (("replay",), ("replay", "--verify", "--json"), PICTURE))] * 4
    round_ = play_out(
        FAST, seat_infos(FAST, 3, ("easy",)), FAST.game.codec.options(stop_watch_s=5, wins=1), 1, "realtime"
    )
    found += [("record", round_.log.data(), (("replay",), ("replay", "--resimulate", "--json"), PICTURE))] * 2
    return found


def spoil_and_read(count: int, seed: int, folder: Path, capsys: pytest.CaptureFixture[str]) -> Counter[int]:
    """Spoil `count` files and give each to a command; how often each exit code came."""
    rng = random.Random(seed)
    whole = sources()
    codes: Counter[int] = Counter()
    path = folder / "spoilt"
    for number in range(count):
        kind, data, commands = rng.choice(whole)
        spoilt = spoilt_record(data, rng) if kind == "record" else spoilt_document(data, rng)
        path.write_bytes(spoilt)
        command, *options = rng.choice(commands)
        capsys.readouterr()
        began = time.monotonic()
        code = main([command, str(path), *options])
        took = time.monotonic() - began
        said = capsys.readouterr()
        where = f"file {number} of seed {seed}: {command} {' '.join(options)}"
        assert took < PATIENCE_S, where
        assert code in (0, 1, 2), where
        if code == 2:
            assert said.out == "" and said.err.count("\n") == 1, where
            assert said.err.startswith(f"babylon3d: {path}"), where
        else:
            assert said.err == "", where
            if "--json" in options:
                json.loads(said.out)
        assert all(line.isprintable() for line in (said.out + said.err).split("\n")), where
        if kind == "record":
            used_by_the_window(path)
        codes[code] += 1
    return codes


def used_by_the_window(path: Path) -> None:
    """What a list of games shows of a record, and what opens from it if nothing is said to be wrong with it."""
    saved = read_saved(path, "saves")
    assert (saved.title + saved.problem + saved.progress).isprintable()
    if saved.problem:
        return
    try:
        spec, record = load_usable(path)
        if spec.at_once:
            story = Story(record)
            assert story.state(story.end) is not None
            return
        tape = read_tape(path)
    except BabylonError as error:  # the rules and the record part, which a list does not look for
        assert str(error).isprintable()
        return
    presenter, last = tape.presenter, tape.moments[-1]
    names = tuple(info.name for info in record.header.seats)
    hud = presenter.hud(last.state, presenter.hand(), Surroundings(names, log=last.lines, reading=True))
    assert all(card.name.isprintable() for card in hud.players) and all(line.isprintable() for line in hud.log)
    if tape.result is not None and spec.sheet is not None:
        sheet = spec.sheet(last.state, tape.result, names)
        assert (sheet.verdict + sheet.reason + sheet.ended).isprintable()
    presenter.scene(last.state, None, presenter.hand(), presenter.places(last.state))


@pytest.fixture(autouse=True)
def faults_are_raised(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A fault of the program comes out as what it is; pictures go where the files are."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BABYLON3D_DEBUG", "1")


def test_40_spoilt_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codes = spoil_and_read(40, 1, tmp_path, capsys)
    assert codes[2] > 20


@pytest.mark.fuzz
def test_2000_spoilt_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count = samples(2000)
    codes = spoil_and_read(count, 2, tmp_path, capsys)
    assert codes[2] > count / 2 and codes[0] > count / 100 and codes[1] > count / 100
