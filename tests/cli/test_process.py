"""The command line as a process of its own: exit codes, what is imported, pipes and terminals."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from babylon3d.cli import main
from tests.cli.runs import ONE_FOOTED, ROOT, written


def test_a_closed_output_is_no_fault(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["check", str(build)]) == 0
    sys.stdout.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_and_closed_streams_are_no_fault(build: Path, tmp_path: Path) -> None:
    program = f'"{sys.executable}" -m babylon3d'
    for command, code, out, err in (
        (f'check "{build}" > /dev/full', 2, "", "babylon3d: cannot write the answer: the disk is full; make room"),
        (f'check "{tmp_path}/none" 2> /dev/full', 2, "", ""),
        (f'check "{tmp_path}/none" 2>&-', 2, "", ""),
        ("check 2>&-", 2, "", ""),
        ("check 2> /dev/full", 2, "", ""),
        ("--help > /dev/full", 2, "", "babylon3d: cannot write the answer: the disk is full; make room on it"),
        ("check --help > /dev/full 2> /dev/full", 2, "", ""),
        ("--help >&- 2>&-", 0, "", ""),
    ):
        for kept in (True, False):  # python keeps what is written for a while, or not
            environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
            environment |= {} if kept else {"PYTHONUNBUFFERED": "1"}
            line = f"{program} {command}"
            done = subprocess.run(line, shell=True, capture_output=True, text=True, cwd=ROOT, env=environment)
            assert (done.returncode, done.stdout) == (code, out), line
            assert done.stderr.startswith(err) and done.stderr.count("\n") == bool(err), line


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev/stdout")
def test_a_record_may_be_written_to_a_pipe() -> None:
    done = in_process("simulate", "--players", "3", "--large", "0", "--small", "1", "-o", "/dev/stdout")
    assert done.returncode == 0 and done.stdout.startswith('{"format":"babylon3d.record/1"'), done.stderr


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev/stdout")
def test_records_of_several_games_go_into_the_same_pipe() -> None:
    done = in_process("simulate", "--players", "3", "--large", "0", "--small", "1", "--games", "2", "-o", "/dev/stdout")
    assert done.returncode == 0 and done.stdout.count('{"format":"babylon3d.record/1"') == 2, done.stderr
    assert not list(Path("/dev").glob("stdout-*"))


def in_process(*words: object, display: str = "", **more: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DISPLAY": display}
    command = [sys.executable, "-m", "babylon3d", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, **more)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have a display or say so differently")
def test_play_without_a_display_names_the_commands_that_need_none() -> None:
    for words, display in (([], ""), (["play"], ""), (["--quality", "low"], ""), ([], ":64999")):
        done = in_process(*words, display=display)
        assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
        assert "no display" in done.stderr and "check, legal, score" in done.stderr


def test_the_process_exits_with_the_commands_code(build: Path, tmp_path: Path) -> None:
    assert in_process("check", build).returncode == 0
    assert in_process("check", written(tmp_path, ONE_FOOTED)).returncode == 1
    assert in_process("check", tmp_path).returncode == 2


def test_asking_the_rules_loads_neither_panda3d_nor_pybullet_nor_numpy(build: Path) -> None:
    code = (
        "import sys; from babylon3d.cli import main; main(['check', sys.argv[1]]);"
        "print(sorted(m for m in ('panda3d', 'direct', 'pybullet', 'numpy') if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code, build], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_a_reader_that_goes_away_is_no_fault(build: Path) -> None:
    """As in `babylon3d legal ... | head -1`."""
    command = f'"{sys.executable}" -m babylon3d legal "{build}" --piece tower | head -1'
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT)
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_a_program_that_is_interrupted_while_it_starts_says_nothing() -> None:
    code = (
        "import runpy, sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'babylon3d.commands.arguments':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "runpy.run_module('babylon3d', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_output_that_the_terminal_cannot_show_is_escaped(tmp_path: Path) -> None:
    path = written(tmp_path, ONE_FOOTED.replace("b1", "bö1"))
    done = subprocess.run(
        [sys.executable, "-m", "babylon3d", "check", path],
        capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert done.returncode == 1 and "b\\xf61" in done.stdout
