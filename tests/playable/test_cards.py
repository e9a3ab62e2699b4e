"""The cards of the games: they say what the specs say, and the menu is there without a spec."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from babylon3d.core.errors import BadText
from babylon3d.playable.registry import SHIPPED, every_card, game, known, offered, offered_cards, recorded

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("folder", SHIPPED)
def test_a_card_says_what_the_spec_says(folder: str) -> None:
    card, spec = import_module(f"{folder}.card").CARD, import_module(f"{folder}.spec").SPEC
    assert card.printed == spec.printed
    assert known(card.id) is recorded(card.id) is spec


def test_what_is_offered_has_a_form_and_nothing_else_is() -> None:
    assert [card.id for card in offered_cards()] == [spec.id for spec in offered()]
    assert all(spec.form is not None for spec in offered())
    for card in every_card():
        if card not in offered_cards():
            with pytest.raises(BadText, match="not known"):
                game(card.id)


def test_the_menu_is_there_without_any_games_rules() -> None:
    code = (
        "import sys\n"
        "from babylon3d.commands import play\n"
        "from babylon3d.commands.arguments import parser\n"
        "from babylon3d.app import start\n"
        "parser().parse_args(['play', '--seed', '3'])\n"
        "from babylon3d.app.main import AllScreens\n"
        "AllScreens().menu()\n"
        "import babylon3d.render.scene\n"
        "loaded = [m for m in sys.modules if m.startswith('babylon3d.') and m.endswith(('.spec', '.rules', '.bots'))]\n"
        "print(sorted(set(loaded) - {'babylon3d.core.rules'}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "[]\n", done.stderr
