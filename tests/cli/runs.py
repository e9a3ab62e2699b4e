"""What one command of the command line did, and files to give to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
Json = dict[str, Any]

# A one-footed bridge: the foot at (0, 0) stands, the other end hangs free.
ONE_FOOTED = """{"format": "babylon3d.build/1", "set": "babylon", "parts": [
 {"id": "t1", "kind": "tower", "x": 0, "y": 0, "level": 1},
 {"id": "b1", "kind": "bridge", "x": 1, "y": 0, "level": 2, "axis": "x"}]}"""


class Run:
    """What one command did."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        """Its one JSON document: nothing else may stand on standard output."""
        assert self.err == "" and self.out.count("\n") == 1
        return json.loads(self.out)


def written(tmp_path: Path, document: Json | str) -> Path:
    path = tmp_path / "given.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path
