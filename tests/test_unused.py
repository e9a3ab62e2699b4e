"""What only tests use goes, or is used: every function, class and constant of the package has a use outside itself."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.test_layers import tree_of

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "babylon3d"
USERS = (PACKAGE, "scripts")

# What nothing in the package names, and why it stays.
KEPT: dict[str, str] = {
    "_print_message": "argparse calls it",
    "createBaseAudioManagers": "panda3d calls it",
    "parse_known_args": "argparse calls it",
    "register": "whoever brings a game from outside, such as the toy games of the tests",
    "unregister": "whoever brings a game from outside, such as the toy games of the tests",
    "Chance": "the nature of games with dice or cards, of which the tests have the first",
    "verify_chance": "for the rules of games with dice or cards, of which the tests have the first",
}
PATH = re.compile(r"[A-Za-z_]\w*([.:]\w+)*")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def defined(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """Functions, methods and classes wherever they are, and the constants of the module."""
    for node in ast.walk(tree):
        if isinstance(node, Definition) and not node.name.startswith("__"):
            yield node.name, node
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        yield from ((name, statement) for name in names if not name.startswith("__"))


def named(tree: ast.AST) -> Counter[str]:
    """How often each name is read in a tree, and each in a text such as "module:function"."""
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            found[node.id] += 1
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Store):
            found[node.attr] += 1
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and PATH.fullmatch(node.value):
            found.update(re.split("[.:]", node.value))
    return found


def unused(sources: Iterable[str], users: Iterable[str] = ()) -> set[str]:
    """The names that are defined in `sources` and used nowhere but in themselves, there and by other `users`."""
    trees = [tree_of(source) for source in sources]
    uses = sum((named(tree) for tree in (*trees, *map(tree_of, users))), Counter[str]())
    return {name for tree in trees for name, node in defined(tree) if uses[name] <= named(node)[name]}


def texts(folder: str) -> list[str]:
    """All modules of a folder."""
    return [path.read_text(encoding="utf-8") for path in sorted((ROOT / folder).rglob("*.py"))]


def test_nothing_is_there_for_the_tests_alone() -> None:
    found = unused(texts(PACKAGE), texts("scripts"))
    assert not found - set(KEPT), f"used by tests alone, or by nobody: {', '.join(sorted(found - set(KEPT)))}"
    assert not set(KEPT) - found, f"used by now, no exception is needed: {', '.join(sorted(set(KEPT) - found))}"


def test_what_names_itself_only_is_found() -> None:
    assert unused(['def f():\n    """f."""\n    return f()']) == {"f"}
    assert unused(["LOST = 1\nclass A:\n    def lost(self):\n        pass", "from m import A"]) == {"LOST", "A", "lost"}
    assert not unused(["def f():\n    pass", "import m\nm.f()"])
    assert not unused(["def f():\n    pass"], ["WHERE = 'm:f'"])
