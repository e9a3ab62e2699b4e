"""The keys of the pages' buttons: on a page each belongs to one button, and everywhere it means the same."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import babylon3d
from babylon3d.playable.registry import every_game
from babylon3d.render.ui.elements import Button
from tests.ui import games
from tests.ui.still import Stage
from tests.ui.test_screens import FLAT

SAME = {
    "replay": "watch",
    "replays": "watch",
    "menu": "leave",
    "dialog-no": "back",
    "drills": "back",
    "retry": "again at once",
    "begin": "start",
}
"""Ids of buttons that mean the same."""
BACK = {"escape": {"back", "leave"}}
"""Esc leads back, and from where nothing else is behind to the menu."""


def meanings() -> Iterator[tuple[str, str]]:
    """Key and meaning of every button of the screens that names both, and of the ways in from the menu."""
    for path in sorted((Path(babylon3d.__file__).parent / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func).rpartition(".")[2] != "Button":
                continue
            given = {k.arg: k.value.value for k in node.keywords if isinstance(k.value, ast.Constant)}
            if isinstance(given.get("key"), str) and isinstance(given.get("id"), str):
                yield str(given["key"]), SAME.get(str(given["id"]), str(given["id"]))
    for spec in every_game():
        if spec.entry is not None:
            yield spec.entry.key, spec.id


def shown(name: str) -> list[tuple[str, str]]:
    """Key and meaning of the buttons that a page shows."""
    games.leave_autosave()
    stage = Stage()
    stage.open(FLAT[name]())
    buttons = [p.element for p in stage.ui.interaction.placed if isinstance(p.element, Button)]
    return [(b.key, SAME.get(b.id, b.id)) for b in buttons if b.key]


@pytest.mark.parametrize("name", FLAT)
def test_on_a_page_each_key_belongs_to_one_button(name: str) -> None:
    keys = [key for key, _ in shown(name)]
    assert len(keys) == len(set(keys))


def test_a_key_means_the_same_on_every_page() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for key, meaning in (*meanings(), *(pair for name in FLAT for pair in shown(name))):
        found[key].add(meaning)
    assert {key: sorted(ids) for key, ids in found.items() if len(ids) > 1 and ids != BACK.get(key)} == {}
    assert len(found) > 10
