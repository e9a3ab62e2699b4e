"""The syntax trees of the package: who imports whom, no clock and no global chance below the screens, small pieces."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "babylon3d"

# What each layer may import of the package beside itself. A layer that is not named here ties all together.
ALLOWED: dict[str, frozenset[str]] = {
    "core": frozenset(),
    "storage": frozenset({"core"}),
    "settings": frozenset({"core", "storage"}),
    "games": frozenset({"core"}),
    "formats": frozenset({"core", "games"}),
    "physics": frozenset({"core"}),
    "stability": frozenset({"core"}),
    "players": frozenset({"core"}),
    "lab": frozenset({"core", "physics", "stability"}),
    "present": frozenset({"core"}),
    "render": frozenset({"core", "present", "storage"}),
}
TOP = frozenset(
    {
        "app",
        "playable",
        "cli",
        "commands",
        "bench",
        "__main__",
        "__init__",
    }
)

# Outside packages that only some modules may import.
OWNERS: dict[str, tuple[str, ...]] = {
    "pybullet": ("physics.bullet",),
    "pybullet_data": (),
    "mujoco": ("physics.mujoco_pool",),
    "panda3d": ("render",),
    "direct": ("render",),
    "gltf": (),
    "pickle": (),
    "marshal": (),
    "shelve": (),
}
# What measures is imported by its command alone; the command line's grammar takes the sections' names from it.
MEASURED_BY = frozenset({"commands.bench", "commands.arguments"})
CLOCKS = frozenset({"time", "datetime", "secrets", "uuid"})
MAX_MODULE, MAX_FUNCTION = 500, 80


def within(module: str, owner: str) -> bool:
    """Whether a dotted name is `owner` or below it."""
    return module == owner or module.startswith(owner + ".")


def imports(tree: ast.Module, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Every module that a tree imports, wherever it does, with the line; `from a import b` gives a.b."""
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*up, base] if base else up)
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in (
            "import_module",
            "__import__",
        ):
            first = node.args[0] if node.args else None
            known = isinstance(first, ast.Constant) and isinstance(first.value, str)
            yield node.lineno, str(first.value) if known and isinstance(first, ast.Constant) else "?"


@cache
def tree_of(source: str) -> ast.Module:
    """The syntax tree of a module, to be looked at only: it is the same for every test."""
    return ast.parse(source)


def problems(module: str, source: str, is_package: bool = False) -> list[str]:
    """What a module does against the architecture, one line each; `module` is its name in the package."""
    tree = tree_of(source)
    layer = module.partition(".")[0]
    found = []
    if layer not in ALLOWED and layer not in TOP:
        found.append(f"{module}: the layer {layer} has no rule in {Path(__file__).name}")
    for line, imported in imports(tree, f"{PACKAGE}.{module}", is_package):
        found += [f"{module}:{line}: {why}" for why in import_problems(module, layer, imported)]
    if layer in ALLOWED:
        found += [f"{module}:{line}: global chance {what}" for line, what in global_chance(tree)]
    return found


def import_problems(module: str, layer: str, imported: str) -> Iterator[str]:
    """Why a module of a layer may not import this."""
    top, _, inside = imported.partition(".")
    if top in OWNERS and not any(within(module, owner) for owner in OWNERS[top]):
        yield f"imports {top}"
    if top == PACKAGE and within(inside, "bench") and layer != "bench" and module not in MEASURED_BY:
        yield f"imports a measurement, {inside}"
    if layer not in ALLOWED:
        return
    if top in CLOCKS:
        yield f"imports {top}, a clock or chance of the machine"
    if imported == "?":
        yield "imports a module whose name it computes"
    if top != PACKAGE:
        return
    target = inside.partition(".")[0]
    if target not in ALLOWED[layer] | {layer, "__version__"}:
        yield f"{layer} imports {target or 'the whole package'}"
    if layer == target == "games":
        mine, theirs = module.split(".")[1:2], inside.split(".")[1:2]
        if mine != theirs:
            yield f"a game imports another: {inside}"


def global_chance(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Uses of randomness that nobody handed in: module functions of random and numpy.random, unseeded generators."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name != "Random")
        if isinstance(node, ast.Attribute):
            name = ast.unparse(node)
            if name.startswith("random.") and name != "random.Random":
                yield node.lineno, name
            if name.startswith(("np.random.", "numpy.random.")) and node.attr not in ("Generator", "default_rng"):
                yield node.lineno, name
        if isinstance(node, ast.Call) and not node.args and not node.keywords:
            name = ast.unparse(node.func)
            if name in ("random.Random", "Random") or name.endswith("default_rng"):
                yield node.lineno, f"{name}() without a seed"


class _Running(ast.NodeTransformer):
    """Leaves of a tree what is there when the program runs."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        self.generic_visit(node)
        return None if ast.unparse(node.test).endswith("TYPE_CHECKING") else node


def circles(sources: Mapping[str, tuple[str, bool]]) -> list[str]:
    """Modules that import one another, here or inside a function; one line for each that closes a circle."""
    wanted: dict[str, set[str]] = {}
    for module, (source, is_package) in sources.items():
        wanted[module] = set()
        for _, name in imports(_Running().visit(ast.parse(source)), f"{PACKAGE}.{module}", is_package):
            found = name.removeprefix(f"{PACKAGE}.")
            while found and found not in sources:
                found = found.rpartition(".")[0]
            wanted[module] |= {found} - {"", module}
    while ends := {module for module in wanted if not wanted[module] & set(wanted)}:
        wanted = {module: wanted[module] for module in wanted if module not in ends}
    return [f"{module} imports {', '.join(sorted(wanted[module] & set(wanted)))}" for module in sorted(wanted)]


def too_long(module: str, source: str) -> list[str]:
    """Modules and functions longer than the house allows."""
    found = []
    lines = source.count("\n")
    if lines > MAX_MODULE:
        found.append(f"{module}: {lines} lines, more than {MAX_MODULE}")
    for node in ast.walk(tree_of(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length >= MAX_FUNCTION:
                found.append(f"{module}:{node.lineno}: {node.name} has {length} lines, {MAX_FUNCTION} or more")
    return found


def modules() -> Iterator[tuple[str, str, bool]]:
    """Name in the package, source and whether it is a package's `__init__`, of every module."""
    base = ROOT / PACKAGE
    for path in sorted(base.rglob("*.py")):
        parts = list(path.relative_to(base).with_suffix("").parts)
        is_package = parts[-1] == "__init__" and len(parts) > 1
        yield ".".join(parts[:-1] if is_package else parts), path.read_text(encoding="utf-8"), is_package


def test_no_module_breaks_the_layers() -> None:
    found = [problem for module, source, package in modules() for problem in problems(module, source, package)]
    assert not found, "\n".join(found)


def test_no_modules_import_one_another() -> None:
    found = circles({module: (source, package) for module, source, package in modules()})
    assert not found, "in a circle, or waiting for one:\n" + "\n".join(found)


def test_a_circle_is_found() -> None:
    late = "def f():\n    from babylon3d.app import b"
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from babylon3d.app import b"
    here = {"app.b": ("from babylon3d.app.c import C", False), "app.c": ("from .a import A", False)}
    assert len(circles({"app.a": (late, False), **here})) == 3
    assert not circles({"app.a": (typed, False), **here})


def test_modules_and_functions_stay_small() -> None:
    found = [problem for module, source, _ in modules() for problem in too_long(module, source)]
    for path in sorted((ROOT / "scripts").rglob("*.py")):
        found += too_long(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    assert not found, "\n".join(found)


def test_every_layer_is_really_looked_at() -> None:
    seen = {module.partition(".")[0] for module, _, _ in modules()}
    assert {"core", "games", "physics", "players", "present", "render", "app", "storage", "settings"} <= seen


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("core.build", "from babylon3d.games.babylon import pieces"),
        ("core.build", "import babylon3d"),
        ("core.build", "from babylon3d import storage"),
        ("core.build", "import time"),
        ("core.build", "from datetime import datetime"),
        ("core.build", "def f():\n    import secrets"),
        ("core.chance", "import random\nx = random.random()"),
        ("core.chance", "import random\nrandom.shuffle([1])"),
        ("core.chance", "from random import choice"),
        ("core.chance", "import random\nrng = random.Random()"),
        ("core.chance", "import numpy as np\nnp.random.rand(3)"),
        ("core.chance", "import numpy as np\nnp.random.default_rng()"),
        ("games.babylon.fast.rules", "from babylon3d.physics import world"),
        ("games.babylon.fast.rules", "from babylon3d.games.babel import model"),
        ("games.babylon.fast.rules", "from ...babel import model"),
        ("games.babylon.fast.rules", "import babylon3d.games.baubylon.model"),
        ("games.babylon.fast.rules", "import panda3d.core"),
        ("physics.upkeep", "import pybullet"),
        ("physics.engines", "import mujoco"),
        ("physics.upkeep", "def f():\n    import pybullet as p"),
        ("physics.upkeep", "import importlib\nimportlib.import_module('pybullet')"),
        ("physics.upkeep", "from babylon3d.games.babylon.pieces import SET"),
        ("physics.upkeep", "from babylon3d.playable.registry import GAMES"),
        ("stability.solver", "from babylon3d.games import babylon"),
        ("stability.solver", "from babylon3d.physics import world"),
        ("lab.document", "from babylon3d.games.babylon import pieces"),
        ("players.bot", "from babylon3d.games.babylon.tactical import bots"),
        ("present.model", "from direct.gui.DirectGui import DirectFrame"),
        ("present.model", "from babylon3d.render import view"),
        ("render.view", "from babylon3d.games.babylon import pieces"),
        ("render.view", "from babylon3d.physics import world"),
        ("render.view", "from babylon3d.app import loop"),
        ("render.view", "import time"),
        ("render.scene", "from babylon3d.bench.frames import lit_over_unlit"),
        ("app.loop", "from babylon3d.bench import frames"),
        ("commands.settle", "from babylon3d import bench"),
        ("app.screens.menu", "from panda3d.core import NodePath"),
        ("app.loop", "from direct.showbase.ShowBase import ShowBase"),
        ("cli", "import pybullet"),
        ("cli", "import pickle"),
        ("brand_new.thing", "x = 1"),
    ],
)
def test_a_bad_module_is_found(module: str, source: str) -> None:
    assert problems(module, source)


@pytest.mark.parametrize(
    ("module", "source", "is_package"),
    [
        ("core.chance", "import random\n\ndef f(rng: random.Random) -> float:\n    return rng.random()", False),
        ("core.chance", "import random\nrng = random.Random(7)", False),
        ("games.babylon.fast.rules", "from babylon3d.games.babylon.pieces import SET", False),
        ("games.babylon.fast.rules", "from ..pieces import SET", False),
        ("games.babylon", "from .pieces import SET", True),
        ("physics.bullet", "import pybullet", False),
        ("physics.mujoco_pool", "import mujoco", False),
        ("render.view", "from panda3d.core import NodePath\nfrom babylon3d.storage import asset", False),
        ("bench.frames", "import time\nfrom babylon3d.render.window import Window", False),
        ("bench.peer", "from babylon3d.bench.rows import Row", False),
        ("commands.bench", "from babylon3d.bench import measured", False),
        ("app.loop", "from babylon3d.render.pictures import encoded\nimport time", False),
        ("lab.document", "from babylon3d.stability import solver\nfrom babylon3d.physics import world", False),
        ("cli", "import time\nfrom babylon3d import app, games, registry", False),
    ],
)
def test_a_good_module_passes(module: str, source: str, is_package: bool) -> None:
    assert problems(module, source, is_package) == []


def test_long_functions_and_modules_are_found() -> None:
    body = "    x = 1\n" * MAX_FUNCTION
    assert too_long("m", "def f():\n" + body)
    assert not too_long("m", "def f():\n" + "    x = 1\n" * (MAX_FUNCTION - 2))
    assert too_long("m", "x = 1\n" * (MAX_MODULE + 1))
