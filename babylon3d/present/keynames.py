"""Keys as text: `ctrl+z` in settings and models, `Ctrl+Z` for people."""

from __future__ import annotations

import re

from babylon3d.present.input import KeyDown

_LABELS = {
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "tab": "Tab",
    "backspace": "Backspace",
    "delete": "Del",
    "insert": "Ins",
    "home": "Home",
    "end": "End",
    "page_up": "PgUp",
    "page_down": "PgDn",
    "arrow_left": "←",
    "arrow_right": "→",
    "arrow_up": "↑",
    "arrow_down": "↓",
    "shift": "Shift",
    "ctrl": "Ctrl",
    "alt": "Alt",
}
_MODIFIERS = ("ctrl", "alt", "shift")
_OTHERS = frozenset(("pause", "print_screen", "scroll_lock", "num_lock", "caps_lock", "shift_lock", "menu", "help"))
_SHIFTLESS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def key_text(event: KeyDown) -> str:
    """A key with its modifiers as text: `ctrl+shift+z`. Shift is left out where it only chose the sign."""
    parts = []
    if event.modifiers.control:
        parts.append("ctrl")
    if event.modifiers.alt:
        parts.append("alt")
    if event.modifiers.shift and event.key not in _SHIFTLESS:
        parts.append("shift")
    return "+".join((*parts, event.key.lower()))


def is_key(text: str) -> bool:
    """Whether a text is one that a key can give: a sign or a key's name, with its modifiers in their order."""
    name = text
    for modifier in _MODIFIERS:
        name = name.removeprefix(f"{modifier}+")
    if len(name) == 1:
        return name.isprintable() and name != " " and name == name.lower()
    known = name in _OTHERS or (name in _LABELS and name not in _MODIFIERS)
    return known or re.fullmatch(r"f([1-9]|1\d|2[0-4])", name) is not None


def key_label(text: str) -> str:
    """A key's text for people: `ctrl+z` gives `Ctrl+Z`."""
    if not text:
        return ""
    parts = text.lower().split("+") if len(text) > 1 and not text.endswith("+") else [text.lower()]
    return "+".join(_LABELS.get(part, part.upper() if len(part) <= 3 else part.capitalize()) for part in parts)
