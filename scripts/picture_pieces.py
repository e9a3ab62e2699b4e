"""Draws the pictures of pieces under assets/pieces: `python scripts/picture_pieces.py [--out DIR]`. Needs OpenGL."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from panda3d.core import Filename  # noqa: E402

from babylon3d.games.babylon.pieces import COLOURS  # noqa: E402
from babylon3d.playable.babylon.look import PIECES  # noqa: E402
from babylon3d.render.portraits import portraits  # noqa: E402

NAMES = ("tower", "bridge", *(f"{size}_{colour}" for size in ("large", "small") for colour in COLOURS))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "assets" / "pieces", help="where to write")
    out = parser.parse_args().out
    # Stone is the same for everybody.
    for folder, names, colour_blind in ((out, NAMES, False), (out / "colour_blind", NAMES[2:], True)):
        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in portraits(PIECES, names, colour_blind=colour_blind):
            path = folder / f"{name}.png"
            picture.write(Filename.from_os_specific(str(path)))
            print(f"{path.relative_to(out)}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
