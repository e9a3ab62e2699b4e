"""Keys as text: `ctrl+z` in settings and models, `Ctrl+Z` for people."""

from __future__ import annotations

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


def key_label(text: str) -> str:
    """A key's text for people: `ctrl+z` gives `Ctrl+Z`."""
    if not text:
        return ""
    parts = text.lower().split("+") if len(text) > 1 and not text.endswith("+") else [text.lower()]
    return "+".join(_LABELS.get(part, part.upper() if len(part) <= 3 else part.capitalize()) for part in parts)
