"""Makes everything under assets/ that is made: `python scripts/build_assets.py [--only meshes,textures] [--out DIR]`.

The same input gives the same bytes. Needs the development dependencies.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from assets import icons, meshes, sounds, textures  # noqa: E402

GROUPS: dict[str, Callable[[str], Iterator[tuple[str, bytes]]]] = {
    "meshes": meshes.files,
    "textures": textures.files,
    "icons": icons.files,
    "sounds": sounds.files,
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help=f"comma-separated: {', '.join(GROUPS)}, or one file as meshes/tower")
    parser.add_argument("--out", type=Path, default=ROOT / "assets", help="where to write (default: assets/)")
    options = parser.parse_args(arguments)
    wanted = [w for w in options.only.split(",") if w] or list(GROUPS)
    for want in wanted:
        group, _, name = want.partition("/")
        if group not in GROUPS:
            parser.error(f"--only: {group!r} is none of {', '.join(GROUPS)}")
        start, count = time.perf_counter(), 0
        for path, data in GROUPS[group](name):
            target = options.out / group / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            print(f"{group}/{path}: {len(data):,} bytes")
            count += 1
        if not count:
            parser.error(f"--only: there is no {want!r}")
        print(f"{group}: {count} files in {time.perf_counter() - start:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
