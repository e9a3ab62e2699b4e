"""The keyboard's commands: their usual keys, the user's own, and which of them get into each other's way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from babylon3d.core.wording import said
from babylon3d.playable.registry import every_card
from babylon3d.present.commands import Command
from babylon3d.present.input import KeyDown
from babylon3d.present.keynames import is_key, key_label, key_text

COMMON: tuple[Command, ...] = (
    Command("turn", "Turn the piece", "r", "Pieces"),
    Command("place", "Place the piece, choose; on to your turn while bots play", "space", "Pieces"),
    Command("cursor:left", "Cursor to the left", "arrow_left", "Pieces"),
    Command("cursor:right", "Cursor to the right", "arrow_right", "Pieces"),
    Command("cursor:away", "Cursor away from you", "arrow_up", "Pieces"),
    Command("cursor:near", "Cursor towards you", "arrow_down", "Pieces"),
    Command("cursor:up", "Cursor a level up, lift", "page_up", "Pieces"),
    Command("cursor:down", "Cursor a level down, lower", "page_down", "Pieces"),
    Command("put_away", "Put the piece back", "q", "Pieces"),
    Command("home", "Show the whole building", "home", "View"),
    Command("orbit:left", "Turn the view left", "a", "View"),
    Command("orbit:right", "Turn the view right", "d", "View"),
    Command("orbit:up", "Look from higher up", "w", "View"),
    Command("orbit:down", "Look from lower down", "s", "View"),
    Command("zoom:in", "Nearer", "+", "View"),
    Command("zoom:out", "Farther", "-", "View"),
    Command("fade:down", "Hide the highest level", "[", "View"),
    Command("fade:up", "Show one more level", "]", "View"),
    Command("log", "The whole log of a game in turns", "l", "Program"),
    Command("photo", "Photo mode", "f9", "Program"),
    Command("menu", "Menu, back", "escape", "Program"),
    Command("help", "Help", "f1", "Program"),
    Command("fullscreen", "Full screen", "f11", "Program"),
    Command("picture", "Save a picture", "f12", "Program"),
)

FIXED = frozenset(("menu",))
"""Commands whose key cannot be changed, so that there is always a way back."""
RESERVED = frozenset(("tab", "shift+tab", "enter"))
"""Keys that move through buttons and press them."""


def every_command() -> tuple[Command, ...]:
    """The commands of every game, then those that all have; each once."""
    own = (command for card in every_card() for command in card.keys)
    return tuple({command.id: command for command in (*own, *COMMON)}.values())


def meet(one: str, other: str) -> bool:
    """Whether two commands are there at the same time: in one game, or one of them everywhere."""
    common = {command.id for command in COMMON}
    if one in common or other in common:
        return True
    games = [{command.id for command in card.keys} for card in every_card()]
    return any(one in ids and other in ids for ids in games)


def usable_keys(given: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Those of a user's keys that can be used together, and what is wrong with each of the others."""
    used, wrong = dict(given), []
    known = {command.id for command in every_command()}
    for id_, key in given.items():
        if id_ not in known:
            wrong.append(f"{said(id_)} is no command")
        elif not is_key(key):
            wrong.append(f"{said(key)} for {said(id_)} is no key")
        else:
            continue
        del used[id_]
    while True:  # a key that is given up may be another's, which then has to go too
        keys = Keys(used)
        refused = next(((id_, why) for id_, key in used.items() if (why := keys.refusal(id_, key))), None)
        if refused is None:
            return used, tuple(wrong)
        del used[refused[0]]
        wrong.append(f"{said(refused[0])}: {refused[1]}")


@dataclass(frozen=True, slots=True)
class Keys:
    """Which key does what, with the user's changes."""

    changed: Mapping[str, str] = field(default_factory=dict)

    def key(self, id_: str) -> str:
        """The key of a command, such as `ctrl+z`; empty for a command there is not."""
        for command in every_command():
            if command.id == id_:
                return self.changed.get(id_, command.key)
        return ""

    def label(self, id_: str) -> str:
        """The key of a command for people, such as `Ctrl+Z`."""
        return key_label(self.key(id_))

    def by_id(self) -> dict[str, str]:
        """Every command's key."""
        return {command.id: self.changed.get(command.id, command.key) for command in every_command()}

    def command(self, event: KeyDown, own: Sequence[Command] | None = None) -> str:
        """The command of a key that went down; empty for none. `own` are those of the game that is played."""
        text = key_text(event)
        for command in every_command() if own is None else (*own, *COMMON):
            if self.changed.get(command.id, command.key) == text:
                return command.id
        # A plus is on the same key as an equals sign, or needs Shift, on many keyboards.
        return "zoom:in" if text in ("=", "shift+=", "+") and self.key("zoom:in") == "+" else ""

    def refusal(self, id_: str, key: str) -> str:
        """Why a command cannot have a key; empty if it can."""
        if id_ in FIXED:
            return "this key always leads back and stays as it is"
        if key in RESERVED:
            return f"{key_label(key)} moves through the buttons and presses them"
        for command in every_command():
            if command.id != id_ and self.changed.get(command.id, command.key) == key and meet(id_, command.id):
                return f'{key_label(key)} is already the key for "{command.label}"'
        return ""

    def with_key(self, id_: str, key: str) -> Keys:
        """The keys with one changed."""
        usual = next(command.key for command in every_command() if command.id == id_)
        changed = {k: v for k, v in self.changed.items() if k != id_}
        return Keys(changed if key == usual else {**changed, id_: key})
