"""The program with gamepads that a test holds: `python -m tests.ui.with_pads play`, their state in `pads.json`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from babylon3d.app import main as app_main
from babylon3d.cli import main
from babylon3d.present.pads import PadState


class FilePads:
    """Gamepads as a file says they are; none while there is no file."""

    def read(self) -> dict[str, PadState]:
        """The pads as they are now."""
        try:
            said = json.loads((Path(os.environ["BABYLON3D_HOME"]) / "pads.json").read_text())
        except (OSError, ValueError):
            return {}
        return {
            name: PadState(pad.get("x", 0.0), pad.get("y", 0.0), pad.get("lift", 0.0), frozenset(pad.get("held", ())))
            for name, pad in said.items()
        }


if __name__ == "__main__":
    app_main.DevicePads = FilePads  # type: ignore[misc,assignment]
    sys.exit(main())
