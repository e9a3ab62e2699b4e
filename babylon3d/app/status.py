"""What is on the screen, as a JSON file: for tests that use a real mouse and keyboard, and for assistive programs."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from babylon3d.app.services import Services
from babylon3d.app.stack import Stack
from babylon3d.core.errors import Unavailable
from babylon3d.render.ui.elements import Text, Widget
from babylon3d.storage import save_atomic

VARIABLE = "BABYLON3D_STATUS"
"""The environment variable that names the file; without it nothing is written."""


class StatusFile:
    """Writes what is on the screen whenever it has changed."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._written = b""

    @classmethod
    def from_environment(cls) -> StatusFile:
        """The file that the environment names, if any."""
        name = os.environ.get(VARIABLE)
        return cls(Path(name) if name else None)

    def write(self, ctx: Services, stack: Stack) -> None:
        """Write the file if there is one and something has changed; a failing disk is no fault of the game."""
        if self._path is None or not len(stack):
            return
        data = json.dumps(snapshot(ctx, stack)).encode()
        if data == self._written:
            return
        try:
            save_atomic(self._path, data)
        except Unavailable:
            return
        self._written = data


def snapshot(ctx: Services, stack: Stack) -> dict[str, Any]:
    """The screen's name, its widgets with the pixels of their middles, its texts, and what the screen itself tells."""
    body, dialog, _ = ctx.ui.placed
    widgets = {}
    texts = []
    for placed in dialog or body:
        if isinstance(placed.element, Text) and placed.element.text:
            texts.append(placed.element.text)
        if isinstance(placed.element, Widget):
            centre = ctx.ui.centre_of(placed.element.id)
            if centre is not None:
                widgets[placed.element.id] = {
                    "x": round(centre[0]),
                    "y": round(centre[1]),
                    "width": round(placed.rect.width * ctx.ui.scale),
                    "enabled": placed.element.enabled,
                    "reason": placed.element.reason,
                    "value": getattr(placed.element, "value", None),
                }
    tell = getattr(stack.top, "status", None)
    return {
        "screen": type(stack.top).__name__,
        "size": list(ctx.window.size),
        "dialog": bool(dialog),
        "texts": texts,
        "widgets": widgets,
        "tells": tell() if tell is not None else {},
    }
