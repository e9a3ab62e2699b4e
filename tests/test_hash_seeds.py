"""Nothing depends on the order of sets: under two hash seeds every command prints and writes the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PRESET = str(ROOT / "assets" / "presets" / "city.json")
SEEDS = ("1", "4242")

BOTS = ["simulate", "--game", "tactical", "--large", "1", "--small", "1", "--seed", "7", "--json", "-o", "record.jsonl"]
COMMANDS = {
    "easy bots": [*BOTS, "--players", "3", "--bots", "easy"],
    "medium bots, expert": [*BOTS, "--players", "4", "--bots", "medium,easy", "--expert"],
    "physics": [*BOTS, "--players", "3", "--bots", "easy", "--nature", "realtime"],
    "check": ["check", PRESET, "--json"],
    "legal towers": ["legal", PRESET, "--piece", "tower", "--json"],
    "legal bridges": ["legal", PRESET, "--piece", "bridge", "--json"],
    "score": ["score", PRESET, "--game", "tactical", "--json"],
    "settle": ["settle", PRESET, "--seconds", "1", "--json"],
}


def outcome(arguments: list[str], hash_seed: str, folder: Path) -> tuple[int, str, bytes]:
    """Exit code, output, and the record if one was written."""
    folder.mkdir()
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(
        [sys.executable, "-m", "babylon3d", *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=200,
        text=True,
    )
    assert told.returncode in (0, 1), told.stderr
    record = folder / "record.jsonl"
    return told.returncode, told.stdout, record.read_bytes() if record.exists() else b""


@pytest.mark.parametrize("name", list(COMMANDS))
def test_two_hash_seeds_give_the_same_bytes(name: str, tmp_path: Path) -> None:
    first, second = (outcome(COMMANDS[name], seed, tmp_path / seed) for seed in SEEDS)
    assert first == second
    assert first[1].startswith("{")
    assert (first[2] != b"") == (COMMANDS[name][0] == "simulate")


def test_the_two_seeds_do_order_sets_differently(tmp_path: Path) -> None:
    """Otherwise the test above would prove nothing."""
    code = "print(list({'tower', 'bridge', 'large', 'small', 'red', 'blue'}))"
    orders = [
        subprocess.check_output([sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, text=True)
        for seed in SEEDS
    ]
    assert orders[0] != orders[1]
