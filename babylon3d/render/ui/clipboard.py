"""What was cut or copied: kept within the program, shared with other programs where the system has a tool for it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib import import_module
from threading import Thread
from typing import Protocol

log = logging.getLogger(__name__)

PATIENCE_S = 0.7
"""How long another program may take to give what it holds. The window stands still for so long at most."""


class Clipboard:
    """A text kept within the program."""

    def __init__(self) -> None:
        self._text = ""

    def put(self, text: str) -> None:
        """Keep a text."""
        self._text = text

    def get(self) -> str:
        """The text kept last, empty for none."""
        return self._text


class Tool(Protocol):
    """What shares texts with other programs; it raises whatever it likes where it cannot."""

    def copy(self, text: str) -> None:
        """Give a text to other programs."""

    def paste(self) -> str:
        """The text that other programs gave last."""


class SystemClipboard(Clipboard):
    """Shared with other programs by pyperclip, which looks for the system's tool; without one, the program's own."""

    def __init__(self, tool: Callable[[], Tool] = lambda: import_module("pyperclip")) -> None:
        super().__init__()
        self._load = tool
        self._tool: Tool | None = None
        self._given_up = False

    def put(self, text: str) -> None:
        """Keep a text, and give it to other programs."""
        super().put(text)
        self._within_time(lambda tool: tool.copy(text))

    def get(self) -> str:
        """The text that other programs gave last; the program's own where they give none."""
        found: list[str] = []
        asked = self._within_time(lambda tool: found.append(str(tool.paste() or "")))
        return found[0] if asked and found else super().get()

    def _within_time(self, ask: Callable[[Tool], None]) -> bool:
        """Ask the tool, no longer than the patience lasts; whether it answered. One that fails is not asked again."""
        answered: list[bool] = []

        def run() -> None:
            try:
                if self._tool is None:
                    self._tool = self._load()
                ask(self._tool)
                answered.append(True)
            except Exception as error:  # tools raise what they like: pyperclip its own, a process OSError
                log.info("copy and paste stay within the program: %s", str(error).strip().split("\n")[0])
                self._given_up = True

        if self._given_up:
            return False
        thread = Thread(target=run, name="clipboard", daemon=True)
        thread.start()
        thread.join(PATIENCE_S)
        return bool(answered)
