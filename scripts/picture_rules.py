"""Draws the rules' pictures under assets/rules: `python scripts/picture_rules.py [--out DIR]`. Needs OpenGL."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from babylon3d.playable.registry import every_game  # noqa: E402
from babylon3d.render.illustrations import illustrations  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "assets" / "rules", help="where to write")
    out = parser.parse_args().out
    for spec in every_game():
        drawings = {r.drawing.name: r.drawing for chapter in spec.text for r in chapter.rules if r.drawing is not None}
        scenes = {name: drawing.scene() for name, drawing in drawings.items()}
        for name, data in illustrations(spec.pieces, scenes) if scenes else ():
            path = out / spec.id / f"{name}.jpg"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            print(f"{path.relative_to(out)}: {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
