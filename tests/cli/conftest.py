"""For tests of the command line: run a command, and files that most of them use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from babylon3d.cli import main
from tests.cli.runs import Run
from tests.test_formats import BUILD


@pytest.fixture
def build(tmp_path: Path) -> Path:
    path = tmp_path / "build.json"
    path.write_text(BUILD)
    return path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def command(*words: object) -> Run:
        capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Run(code, said.out, said.err)

    return command


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("record") / "r.jsonl"
    assert main(["simulate", "--players", "3", "--large", "0", "--small", "1", "--seed", "2", "-o", str(path)]) == 0
    return path
