"""Texts that came from elsewhere: control characters switch no markup, and what the font lacks breaks nothing."""

from __future__ import annotations

import pytest
from panda3d.core import NodePath, TextNode

from babylon3d.core.prose import shown
from babylon3d.render.ui.elements import Column, Text
from babylon3d.render.ui.fonts import Fonts
from babylon3d.render.ui.ui import Ui

ODD = ("B\x01red\x01o\x02", "left\u202eright", "bell\x07", "👩\u200d👧 family", "李小龍 نور 🏰", "tab\there")


@pytest.mark.parametrize("text", ODD)
def test_a_text_is_as_wide_as_what_is_shown_of_it(text: str) -> None:
    fonts = Fonts()
    assert fonts.width(text, "body") == pytest.approx(fonts.width(shown(text), "body"))
    assert fonts.width(text, "body") > fonts.width("ab", "body")


def test_any_text_is_painted_without_its_control_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[str] = []

    class Heard(TextNode):
        def set_text(self, text: str) -> None:
            painted.append(text)
            super().set_text(text)

    monkeypatch.setattr("babylon3d.render.ui.paint.TextNode", Heard)
    ui = Ui(NodePath("root"), (800, 600))
    ui.show(lambda width, height: Column(children=tuple(Text(text=text, wrap=True) for text in ODD)))
    assert ui.paint()
    assert len(painted) >= len(ODD) and all(text.isprintable() for text in painted)
    ui.close()
