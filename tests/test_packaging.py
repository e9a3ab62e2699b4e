"""The wheel: built without a network, installed elsewhere, it finds its assets and runs its command from any folder."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import babylon3d

ROOT = Path(__file__).resolve().parent.parent


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **variables}
    told = subprocess.run(
        [sys.executable, *command], cwd=cwd, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    run("-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the wheel was installed in, far from the checkout."""
    target = tmp_path_factory.mktemp("installed")
    options = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", "--target", target]
    run("-m", "pip", "install", *options, wheel, cwd=target)
    return target


def files(folder: Path) -> set[str]:
    """The files that git keeps below a folder, or all where there is no git."""
    listed = subprocess.run(["git", "ls-files", "-z", "."], cwd=folder, capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        return {name for name in listed.stdout.split("\0") if name and (folder / name).exists()}
    return {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts}


def test_the_wheel_holds_the_package_and_every_asset_and_nothing_else(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert {f"babylon3d/assets/{name}" for name in files(ROOT / "assets")} <= names
    assert {f"babylon3d/{name}" for name in files(ROOT / "babylon3d")} <= names
    assert all(name.startswith("babylon3d/") for name in names)
    assert any(name.startswith("babylon3d/assets/meshes/") for name in names)


def test_the_wheel_says_what_it_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (info,) = {name.partition("/")[0] for name in archive.namelist() if ".dist-info/" in name}
        metadata = Parser().parsestr(archive.read(f"{info}/METADATA").decode())
        scripts = archive.read(f"{info}/entry_points.txt").decode()
        assert f"{info}/licenses/LICENSE" in archive.namelist()
    assert metadata["Name"] == "babylon3d"
    assert metadata["Version"] == babylon3d.__version__
    assert set(metadata["Requires-Python"].split(",")) == {">=3.10", "<3.12"}
    needed = [text for text in metadata.get_all("Requires-Dist", []) if "extra ==" not in text]
    assert sorted(text.partition("<")[0].partition(">")[0].strip() for text in needed) == [
        "msgspec",
        "mujoco-core",
        "numpy",
        "panda3d",
        "platformdirs",
        "pybullet",
        "pyperclip",
    ]
    assert "babylon3d = babylon3d.cli:main" in scripts


def test_an_installed_wheel_finds_its_assets_from_any_folder(installed: Path, tmp_path: Path) -> None:
    code = "import babylon3d.storage as s; print(s.__file__); print(s.asset('meshes'))"
    storage, meshes = run("-c", code, cwd=tmp_path, PYTHONPATH=str(installed)).splitlines()
    assert Path(storage) == installed / "babylon3d" / "storage.py"
    assert Path(meshes) == installed / "babylon3d" / "assets" / "meshes"
    assert {p.name for p in Path(meshes).iterdir()} >= files(ROOT / "assets" / "meshes")


def test_the_installed_command_runs_from_any_folder(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "tower.json").write_text(
        '{"format": "babylon3d.build/1", "set": "babylon",'
        ' "parts": [{"id": "t1", "kind": "tower", "x": 0, "y": 0, "level": 1}]}'
    )
    (command,) = (p for p in installed.rglob("babylon3d*") if p.parent.name in ("bin", "Scripts"))
    arguments = ["check", "tower.json", "--json"]
    by_command = run(command, *arguments, cwd=tmp_path, PYTHONPATH=str(installed))
    assert '"legal":true' in by_command.replace(" ", "")
    assert run("-m", "babylon3d", *arguments, cwd=tmp_path, PYTHONPATH=str(installed)) == by_command
