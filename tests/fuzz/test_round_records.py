"""Records of rounds with the rarer outcomes put in, out of place and edited: read, or refused in one line."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from babylon3d.cli import main
from babylon3d.core.errors import BabylonError
from babylon3d.games.babylon.fast import model as m
from babylon3d.playable.babylon.fast.begin import take_up
from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.playable.simulate import play_out, seat_infos
from tests.core.test_session import rechained
from tests.fuzz.mutate import ODD, spoilt_value
from tests.fuzz.test_files import used_by_the_window
from tests.sampling import samples

WORDS: tuple[Any, ...] = (
    *(m.Unsettled(p, h) for p in ((), ("t1",), ("t1", "t1"), ("b9", "n3", "zz")) for h in ((), (0,), (0, 0), (7,))),
    *(m.Withdrawn(name) for name in ("t1", "b2", "n3", "t9", "")),
    *(m.NothingPlaced(), m.TimeUp(), m.SliceEnded(), m.Rebuilt(), m.CameToRest(), m.Second(), m.Second(2)),
    *(m.HandFreed(1), m.Returned("t1", "x"), m.Wasted("t2"), m.KnockedDown("t1", 1), m.KnockedDown("b1", 9)),
)
DOINGS: tuple[Any, ...] = (m.Skip(), m.Done(), m.Done(no=True), m.LetGo(), m.PutAway(), m.CallStop(), m.NextRound())


@cache
def rounds() -> tuple[tuple[bytes, ...], ...]:
    """The lines of a few matches."""
    found = []
    ends: tuple[dict[str, Any], ...] = (
        {"idle_s": 5},
        {"stop_watch_s": 6},
        {"way": "alternating", "slice_s": 3, "idle_s": 5},
    )
    for number, options in enumerate(ends):
        read = FAST.game.codec.options(wins=1, **options)
        found.append(tuple(play_out(FAST, seat_infos(FAST, 3, ("easy",)), read, number, "realtime").log.lines))
    return tuple(found)


@cache
def turns() -> tuple[bytes, ...]:
    """The lines of a game in turns with a clock."""
    options = TACTICAL.game.codec.options(large=0, small=1, turn_s=60)
    return tuple(play_out(TACTICAL, seat_infos(TACTICAL, 3, ("easy",)), options, 1).log.lines)


def edited(rng: random.Random) -> bytes:
    """A record with words put in, moved, cut or spoilt; its hashes are right."""
    lines = [json.loads(line) for line in (rng.choice(rounds()) if rng.random() < 0.8 else turns())]
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(1, len(lines))
        tick = lines[at].get("tick", 0)
        match rng.choice(("word", "word", "doing", "spoil", "move", "cut", "header")):
            case "word":
                word = msgspec.to_builtins(rng.choice(WORDS))
                if rng.random() < 0.3:
                    word[rng.choice(sorted(word))] = rng.choice(ODD)
                lines.insert(at, {"n": 0, "tick": tick, "prev": "", "nature": "physics", "outcome": word})
            case "doing":
                doing = msgspec.to_builtins(rng.choice(DOINGS))
                lines.insert(at, {"n": 0, "tick": tick, "prev": "", "seat": rng.randrange(4), "action": doing})
            case "spoil":
                lines[at] = spoilt_value(lines[at], rng)
            case "move":
                lines.insert(rng.randrange(1, len(lines)), lines.pop(at))
            case "cut":
                del lines[at:]
                if len(lines) < 2:
                    break
            case _:
                options = lines[0].get("options")
                if isinstance(options, dict):
                    options[rng.choice(("idle_s", "stop_watch_s", "way", "turn_s", "assist", "clock"))] = rng.choice(
                        ODD
                    )
    try:
        whole = [msgspec.json.encode(line) for line in lines]
    except (OverflowError, msgspec.EncodeError, UnicodeEncodeError, TypeError):
        whole = [json.dumps(line).encode() for line in lines]
    try:
        return rechained(whole)
    except (msgspec.MsgspecError, BabylonError, TypeError, KeyError, ValueError, AttributeError):
        return b"".join(line + b"\n" for line in whole)


def edit_and_use(
    count: int, seed: int, folder: Path, capsys: pytest.CaptureFixture[str], resume: float
) -> Counter[str]:
    """Edit so many records; each is replayed, re-simulated or taken up. How often what came of it."""
    rng, came = random.Random(seed), Counter[str]()
    path = folder / "edited.jsonl"
    for number in range(count):
        path.write_bytes(edited(rng))
        if rng.random() < resume and b'"game":"fast"' in path.read_bytes()[:200]:
            try:
                take_up(path).close()
                came["taken up"] += 1
            except BabylonError as error:
                assert str(error).isprintable()
                came["not taken up"] += 1
            continue
        capsys.readouterr()
        code = main(["replay", str(path), *rng.choice(((), ("--verify", "--json"), ("--resimulate", "--json")))])
        said = capsys.readouterr()
        where = f"record {number} of seed {seed}"
        assert code in (0, 1, 2) and (code != 2 or said.err.count("\n") == 1), where
        used_by_the_window(path)
        came[f"code {code}"] += 1
    return came


@pytest.fixture(autouse=True)
def faults_are_raised(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A fault of the program comes out as what it is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BABYLON3D_DEBUG", "1")


@pytest.mark.fuzz
@pytest.mark.slow
def test_edited_records_of_rounds_do_no_harm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    came = edit_and_use(samples(600), 5, tmp_path, capsys, 0.1)
    assert came["code 2"] > 20 and came["code 0"] > 0, came
