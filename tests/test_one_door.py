"""One door for every game: nothing outside a game's own rooms names it, and no modules import in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module

from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from babylon3d.playable.registry import SHIPPED, every_game
from babylon3d.playable.spec import GameSpec
from tests.test_layers import PACKAGE, imports, modules, tree_of, within

REGISTRY = "playable.registry"
"""The one place where a game is registered."""


def own_rooms(spec: GameSpec, folder: str) -> tuple[str, ...]:
    """The modules that may name a game: its rules, its folder at the table, its screens, its measurements.

    `folder` is its folder's name below `playable`; games of one family share the family's rooms.
    """
    family = folder.partition(".")[0]
    screens = spec.screens.removeprefix(f"{PACKAGE}.").removesuffix(".door")
    own = () if screens == "app.screens.turns" else (screens,)
    return (f"games.{family}", f"playable.{family}", f"bench.{family}", *own)


def rooms() -> dict[str, tuple[str, ...]]:
    """Each shipped game's own rooms, its family's among them."""
    folders = {
        spec.id: module.removeprefix(f"{PACKAGE}.playable.")
        for spec in every_game()
        for module in SHIPPED
        if import_module(f"{module}.spec").SPEC is spec
    }
    found = {spec.id: own_rooms(spec, folders[spec.id]) for spec in every_game() if spec.id in folders}
    family = {game_id: folder.partition(".")[0] for game_id, folder in folders.items()}
    shared: dict[str, dict[str, None]] = {}
    for game_id, own in found.items():
        shared.setdefault(family[game_id], {}).update(dict.fromkeys(own))
    return {game_id: tuple(shared[family[game_id]]) for game_id in found}


def naming(module: str, source: str, of: dict[str, tuple[str, ...]], titles: dict[str, str]) -> Iterator[str]:
    """Where a module that is none of a game's own names it: as a text or in an import."""
    tree = tree_of(source)
    lines = {
        node.lineno: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    documented = {
        node.body[0].value.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    }
    for game_id, own in of.items():
        if any(within(module, room) for room in own):
            continue
        for line, text in lines.items():
            if line not in documented and (text == game_id or titles[game_id].casefold() in text.casefold()):
                yield f"{module}:{line}: names {game_id}: {text[:60]!r}"
        for line, imported in imports(tree, f"{PACKAGE}.{module}", False):
            inside = imported.removeprefix(f"{PACKAGE}.")
            if inside != imported and any(within(inside, room) for room in own):
                yield f"{module}:{line}: imports {inside}"


def test_no_module_but_a_games_own_names_it() -> None:
    titles = {spec.id: spec.title.removeprefix("The ").removeprefix("Solo ") for spec in every_game()}
    found = [
        problem
        for module, source, _ in modules()
        if module != REGISTRY
        for problem in naming(module, source, rooms(), titles)
    ]
    assert not found, "\n".join(found)


def test_a_module_that_names_a_game_is_found() -> None:
    of = {"fast": own_rooms(FAST, "babylon.fast")}
    titles = {"fast": "Fast Game"}
    assert list(naming("app.main", 'if game == "fast":\n    pass', of, titles))
    assert list(naming("app.help", 'X = "as in the Fast Game"', of, titles))
    assert list(naming("app.main", "from babylon3d.games.babylon.fast import rules", of, titles))
    assert not list(naming("app.screens.fast.play", 'X = "fast"', of, titles))
    assert not list(naming("app.main", '"""As in the Fast Game."""\nX = "how fast"', of, titles))


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected groups of more than one module (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            group = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(group) > 1:
                found.append(sorted(group))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def test_no_modules_import_in_a_circle() -> None:
    """Imports for types alone do not count; those inside functions do."""
    sources = {module: source for module, source, _ in modules()}
    graph: dict[str, set[str]] = {}
    for module, source, package in modules():
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                node.body = [ast.Pass()]
        graph[module] = set()
        for _, imported in imports(tree, f"{PACKAGE}.{module}", package):
            inside = imported.removeprefix(f"{PACKAGE}.")
            for target in (inside, inside.rpartition(".")[0]):
                if inside != imported and target in sources and target != module:
                    graph[module].add(target)
                    break
    assert circles(graph) == []


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert circles({"a": {"b"}, "b": set()}) == []
