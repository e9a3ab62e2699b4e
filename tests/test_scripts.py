"""The two commands of the README: what they tell when something is missing, and that they set up only what changed."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "scripts"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def load_setup(scripts: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("_setup_under_test", scripts / "_setup.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout that was never set up."""
    folder = tmp_path / "a checkout"
    shutil.copytree(SCRIPTS, folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def start(
    checkout: Path, *arguments: str, script: str = "play.py", **variables: str
) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **variables}
    return subprocess.run(
        [sys.executable, str(checkout / "scripts" / script), *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )


# Which Python


@pytest.mark.parametrize("name", ["play.py", "test.py", "_setup.py"])
def test_old_pythons_can_read_the_scripts(name: str) -> None:
    ast.parse((SCRIPTS / name).read_text(encoding="utf-8"), feature_version=(3, 8))


@pytest.mark.parametrize("name", ["play.py", "test.py", "_setup.py"])
def test_the_scripts_import_nothing_that_must_be_installed(name: str) -> None:
    tree = ast.parse((SCRIPTS / name).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for imported in names:
            assert imported.partition(".")[0] in {*sys.stdlib_module_names, "_setup"}


def others() -> list[str]:
    """The other Pythons on this machine that run, as the paths of their programs."""
    names = [f"python{v}" for v in ("2.7", "3.6", "3.7", "3.8", "3.9", "3.12", "3.13", "3.14")]
    code = "import sys; print(sys.executable)"
    told = [subprocess.run([name, "-c", code], capture_output=True, text=True) for name in names if shutil.which(name)]
    return [python.stdout.strip() for python in told if python.returncode == 0]


@pytest.mark.parametrize("script", ["play.py", "test.py"])
def test_a_wrong_python_says_which_one_would_do(script: str, checkout: Path) -> None:
    for python in others():
        command = [python, str(checkout / "scripts" / script)]
        told = subprocess.run(command, env={"PATH": str(checkout)}, capture_output=True, text=True)
        assert told.returncode != 0
        assert told.stderr.count("\n") == 1
        assert "needs Python 3.10 or 3.11, this is " in told.stderr
        assert not (checkout / ".venv").exists()


@pytest.mark.parametrize("version", [(3, 8), (3, 9), (3, 12), (3, 14)])
def test_a_wrong_python_looks_for_a_right_one(
    version: tuple[int, int], checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = load_setup(checkout / "scripts")
    monkeypatch.setattr(setup.sys, "version_info", (*version, 0, "final", 0))
    monkeypatch.setattr(setup.shutil, "which", lambda name: None)
    with pytest.raises(setup.Missing, match=rf"needs Python 3.10 or 3.11, this is {version[0]}\.{version[1]}"):
        setup._base_python()
    monkeypatch.setattr(setup.shutil, "which", lambda name: sys.executable if name == "python3.10" else None)
    assert setup._base_python() == sys.executable


def test_the_versions_are_those_of_the_package(checkout: Path) -> None:
    supported = Requirement(f"x{PROJECT['requires-python']}").specifier
    chosen = set(load_setup(checkout / "scripts").PYTHONS)
    assert chosen == {(3, minor) for minor in range(30) if supported.contains(f"3.{minor}.5")}


# What is missing


def test_without_the_venv_module_one_line_says_how_to_get_it(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "ensurepip.py").write_text("raise ImportError('taken out')")
    told = start(checkout, PYTHONPATH=str(tmp_path))
    assert told.returncode == 2
    assert told.stdout == ""
    assert re.fullmatch(r"babylon3d: Python 3\.\d+ has no venv module; get it with: .*venv.*\n", told.stderr)


def test_a_disk_without_room_is_told_before_anything_is_made(checkout: Path) -> None:
    setup = checkout / "scripts" / "_setup.py"
    setup.write_text(re.sub(r'"product": \d+', '"product": 999999999', setup.read_text()))
    told = start(checkout)
    assert told.returncode == 2
    assert re.fullmatch(r"babylon3d: only \d+ MB free on the disk of .*: the set-up needs 999999999 MB\n", told.stderr)
    assert not (checkout / ".venv").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_somebody_else_is_told(checkout: Path) -> None:
    checkout.chmod(0o500)
    try:
        told = start(checkout)
    finally:
        checkout.chmod(0o700)
    assert told.returncode == 2
    assert "cannot write to" in told.stderr


@pytest.mark.parametrize("what", ["a stamp that may not be read", "a stamp of other bytes", "a link into nowhere"])
def test_a_set_up_that_cannot_be_looked_at_is_done_again(
    what: str, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = load_setup(checkout / "scripts")
    setup.PYTHON.parent.mkdir(parents=True)
    setup.PYTHON.symlink_to(sys.executable if what != "a link into nowhere" else "/nowhere/python")
    stamp = setup._stamp("product")
    stamp.write_text(setup._key("product"), encoding="utf-8")
    assert setup._is_ready("product") == (what != "a link into nowhere")
    if what == "a stamp of other bytes":
        stamp.write_bytes(b"\xff\xfe")
    if what == "a stamp that may not be read":

        def barred(*_: object, **__: object) -> str:
            raise PermissionError(13, "Permission denied", str(stamp))

        monkeypatch.setattr(Path, "read_text", barred)
    assert not setup._is_ready("product")


@pytest.mark.parametrize("where", ["exists", "_set_up"])
def test_what_may_not_be_entered_is_one_line(
    where: str, checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where `.venv/bin/python` leads into the folder of another user."""

    def barred(*_: object, **__: object) -> bool:
        raise PermissionError(13, "Permission denied", "/root/python")

    setup = load_setup(checkout / "scripts")
    if where == "exists":
        monkeypatch.setattr(Path, "exists", barred)
        monkeypatch.setattr(setup, "_venv_is_whole", lambda: False)
        monkeypatch.setattr(setup, "_make_venv", lambda base: barred())
    else:
        monkeypatch.setattr(setup, "_set_up", lambda wanted: barred())
    assert setup.play(["--help"]) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith("babylon3d: ") and "Traceback" not in told
    assert "cannot write to" in told or "/root/python: Permission denied" in told


@pytest.mark.skipif(os.name == "nt", reason="links are of another kind there")
def test_the_command_works_through_links(checkout: Path, tmp_path: Path) -> None:
    setup = load_setup(checkout / "scripts")
    programs = checkout / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "babylon3d").write_text(setup.STARTER)
    (programs / "babylon3d").chmod(0o755)
    (programs / "python").write_text('#!/bin/sh\necho "ran $*"\n')
    (programs / "python").chmod(0o755)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "one").symlink_to(programs / "babylon3d")
    (tmp_path / "two").symlink_to("here/one")
    for name in (programs / "babylon3d", tmp_path / "here" / "one", tmp_path / "two"):
        told = subprocess.run([str(name), "check", "x y"], capture_output=True, text=True, cwd="/")
        assert told.stdout == "ran -I -m babylon3d check x y\n", told.stderr


@pytest.mark.slow
def test_without_a_network_one_line_says_so(checkout: Path) -> None:
    away = {"HTTPS_PROXY": "http://127.0.0.1:9", "PIP_NO_CACHE_DIR": "1", "PIP_CONFIG_FILE": os.devnull}
    told = start(checkout, PIP_FIND_LINKS="", PIP_RETRIES="1", **away)
    assert told.returncode == 2
    assert told.stderr.splitlines()[-1].startswith("babylon3d: no network")
    assert not list((checkout / ".venv").glob("*.stamp"))


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        ("ERROR: Could not install packages: [Errno 28] No space left on device: 'x'", "the disk is full: make 900 MB"),
        (
            "NewConnectionError('<...>: Failed to establish a new connection: [Errno 101] Network is unreachable'",
            "no network",
        ),
        ("Temporary failure in name resolution", "no network"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "differs from the lock"),
        ("error: command 'x86_64-linux-gnu-g++' failed: No such file or directory", "C++ compiler"),
        ("error: Microsoft Visual C++ 14.0 or greater is required.", "C++ compiler"),
        ("fatal error: Python.h: No such file or directory", "C++ compiler"),
        ("ERROR: Failed building wheel for pybullet", "C++ compiler"),
        ("Error: [Errno 13] Permission denied: '/x/.venv'", "cannot write to"),
        ("a line\nERROR: something new\nhint: x", "ERROR: something new (all of it:"),
        ("", "no word from the tool"),
    ],
)
def test_what_pip_says_becomes_one_line_of_advice(said: str, advice: str, checkout: Path) -> None:
    told = str(load_setup(checkout / "scripts")._explained(said, "product"))
    assert advice in told
    assert "\n" not in told


def test_missing_opengl_is_told_with_its_package(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = load_setup(checkout / "scripts")
    monkeypatch.setattr(setup.sys, "platform", "linux")

    def none(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr(setup.ctypes, "CDLL", none)
    assert "libGL.so.1" in setup.missing_opengl()
    monkeypatch.setattr(setup.ctypes, "CDLL", lambda name: None)
    assert setup.missing_opengl() is None


# What is run


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        ([], []),
        (["--game", "tactical"], ["play", "--game", "tactical"]),
        (["play", "--seed", "1"], ["play", "--seed", "1"]),
        (["check", "a.json", "--json"], ["check", "a.json", "--json"]),
        (["--help"], ["--help"]),
        (["--version"], ["--version"]),
    ],
)
def test_play_passes_arguments_on(
    arguments: list[str], command: list[str], checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = load_setup(checkout / "scripts")
    started: list[object] = []
    monkeypatch.setattr(setup, "_start", lambda *start: started.append(start) or 7)
    assert setup.play(arguments) == 7
    assert started == [("product", ["-I", "-m", "babylon3d", *command])]


@pytest.mark.parametrize(
    ("arguments", "runs"),
    [
        ([], [["-m", "QUICK", "EVERY_CORE"]]),
        (["-k", "storage"], [["-m", "QUICK", "-k", "storage"]]),
        (["--all"], [["-m", "SIDE_BY_SIDE", "EVERY_CORE"], ["-m", "ALONE"]]),
        (["--all", "-x"], [["-x"]]),
    ],
)
def test_test_chooses_the_tests(
    arguments: list[str], runs: list[list[str]], checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = load_setup(checkout / "scripts")
    names = {"QUICK": [setup.QUICK], "SIDE_BY_SIDE": [setup.SIDE_BY_SIDE], "ALONE": [setup.ALONE]}
    names["EVERY_CORE"] = [*setup.EVERY_CORE]
    started: list[list[str]] = []

    def start(wanted: str, command: list[str], stay: bool = False) -> int:
        assert wanted == "development"
        started.append(command)
        return 3 if len(started) == 1 else 0

    monkeypatch.setattr(setup, "_start", start)
    monkeypatch.chdir(ROOT)
    assert setup.test(arguments) == 3, "a failure of the first run is not forgotten"
    assert started == [["-m", "pytest", *(part for word in run for part in names.get(word, [word]))] for run in runs]
    assert Path.cwd() == checkout


def test_no_test_is_left_out_by_all(checkout: Path) -> None:
    """The two halves of `--all` are each other's opposite over every mark."""
    setup = load_setup(checkout / "scripts")
    names = ("window", "timing", "slow", "fuzz")
    for bits in range(2 ** len(names)):
        marks = {name: bool(bits >> i & 1) for i, name in enumerate(names)}
        assert eval(setup.SIDE_BY_SIDE, {}, marks) != eval(setup.ALONE, {}, marks)
        assert not (eval(setup.QUICK, {}, marks) and eval(setup.ALONE, {}, marks))


@pytest.mark.slow
def test_set_up_once_then_start_at_once_whatever_happened_between(checkout: Path) -> None:
    """A lock of nothing needs no network: made once, kept, made again when cut short, changed, moved or broken."""
    for lock in ("product.txt", "development.txt"):
        (checkout / "scripts" / "locks" / lock).write_text("# nothing\n")
    package = checkout / "babylon3d"
    package.mkdir()
    package.joinpath("__init__.py").write_text("")
    package.joinpath("__main__.py").write_text("import sys\nprint(sys.argv[1:])\nsys.exit(7)\n")

    def begin() -> bool:
        """Starts the game; whether it was set up for that."""
        told = start(checkout, "check", "a b")
        assert (told.returncode, told.stdout) == (7, "['check', 'a b']\n"), told.stderr
        return "Setting up" in told.stderr

    venv = checkout / ".venv"
    assert begin()
    assert not begin()
    (venv / "babylon3d-product.stamp").unlink()  # a set-up cut short
    assert begin()
    (checkout / "scripts" / "locks" / "product.txt").write_text("# nothing new\n")
    assert begin()
    checkout = checkout.rename(checkout.with_name("moved"))
    venv = checkout / ".venv"
    assert begin()
    assert not begin()
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    python.unlink()  # the Python it was made from is gone
    assert begin()
    shutil.rmtree(next(venv.rglob("site-packages/pip")))
    (venv / "babylon3d-product.stamp").unlink()  # cut short while pip itself was being put there
    assert begin()
    if os.name != "nt":
        told = subprocess.run([venv / "bin" / "babylon3d", "score"], capture_output=True, text=True, cwd="/")
        assert (told.returncode, told.stdout) == (7, "['score']\n")


# The locks


def locked(name: str) -> dict[str, list[tuple[Requirement, list[str]]]]:
    """Every requirement of a lock with its hashes, by canonical name."""
    text = (SCRIPTS / "locks" / name).read_text(encoding="utf-8").replace("\\\n", " ")
    found: dict[str, list[tuple[Requirement, list[str]]]] = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            requirement, *hashes = re.split(r"\s+--hash=", line.strip())
            parsed = Requirement(requirement)
            found.setdefault(canonicalize_name(parsed.name), []).append((parsed, hashes))
    return found


@pytest.mark.parametrize("name", ["product.txt", "development.txt"])
def test_a_lock_pins_everything_with_hashes_and_names_no_index(name: str) -> None:
    text = (SCRIPTS / "locks" / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*(-i|--index|--extra-index|--find-links|-f|--trusted-host)", text, re.MULTILINE)
    for entries in locked(name).values():
        for requirement, hashes in entries:
            assert [s.operator for s in requirement.specifier] == ["=="], requirement
            assert hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}", h) for h in hashes), requirement


@pytest.mark.parametrize("python", ["3.10", "3.11"])
@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_the_locks_hold_what_the_project_asks_for(python: str, platform: str) -> None:
    environment = {
        "python_version": python,
        "python_full_version": f"{python}.9",
        "sys_platform": platform,
        "platform_python_implementation": "CPython",
    }

    def versions(name: str) -> dict[str, str]:
        chosen = {}
        for package, entries in locked(name).items():
            fit = [r for r, _ in entries if r.marker is None or r.marker.evaluate(environment)]
            assert len(fit) <= 1, f"{package} twice for Python {python} on {platform}"
            for requirement in fit:
                chosen[package] = str(requirement.specifier).removeprefix("==")
        return chosen

    product, development = versions("product.txt"), versions("development.txt")
    wanted = {"product.txt": PROJECT["dependencies"]}
    wanted["development.txt"] = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["development"]
    for name, chosen in (("product.txt", product), ("development.txt", development)):
        for text in wanted[name]:
            requirement = Requirement(text)
            if requirement.marker is not None and not requirement.marker.evaluate(environment):
                continue
            assert requirement.specifier.contains(chosen[canonicalize_name(requirement.name)]), f"{name}: {text}"
    assert product.items() <= development.items()
