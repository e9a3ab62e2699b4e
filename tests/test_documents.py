"""What README and CONTRIBUTING say is there, is there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from babylon3d.cli import main

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "assets/FORMATS.md")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []
    assert name != "README.md" or any(link.endswith(".png") for link in links)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_that_are_named_are_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    named = set(re.findall(r"(?<![\w./])(?:scripts|tests|babylon3d|\.ci)/[\w./-]*\w", text))
    assert sorted(path for path in named if not (ROOT / path).exists()) == []
    assert named or name in ("CHANGELOG.md", "assets/FORMATS.md")


def test_the_commands_of_the_readme_are_those_of_the_program() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    told = subprocess.check_output([sys.executable, "-m", "babylon3d", "--help"], cwd=ROOT, text=True)
    commands = set(re.findall(r"^    (\w+)  ", told.partition("commands:")[2], re.MULTILINE))
    assert len(commands) > 5
    assert set(re.findall(r"^\| `babylon3d (\w+)", text, re.MULTILINE)) == commands


def test_the_examples_of_the_formats_do_what_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"^```json\n(.*?)^```", (ROOT / "assets/FORMATS.md").read_text(encoding="utf-8"), re.M | re.S)
    path = tmp_path / "example.json"
    for example, command in zip(examples, (["check"], ["moves"], ["score", "--game", "fast"]), strict=True):
        path.write_text(example, encoding="utf-8")
        assert main([*command, "--json", str(path)]) == 0
        assert json.loads(capsys.readouterr().out)


def test_every_command_that_knows_json_has_its_answer_in_the_formats(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "assets/FORMATS.md").read_text(encoding="utf-8")
    answers = re.findall(r"^\| `(\w+)` \|", text.partition("## Answers")[2], re.MULTILINE)
    knowing = []
    for command in re.findall(r"^\| `babylon3d (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        if "--json" in capsys.readouterr().out:
            knowing.append(command)
    assert len(knowing) > 5 and sorted(answers) == sorted(knowing)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_the_layers_that_are_named_are_there(name: str) -> None:
    chains = re.findall(r"(?:\w+(?:, | <- ))*\w+ <- \w+(?:, \w+)*", (ROOT / name).read_text(encoding="utf-8"))
    layers = {layer for chain in chains for layer in re.findall(r"\w+", chain)}
    assert layers >= {"core", "games", "render"}
    assert sorted(layer for layer in layers if not (ROOT / "babylon3d" / layer).is_dir()) == []
