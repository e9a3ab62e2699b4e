"""The command `settle`: the physics says whether a build stands."""

from __future__ import annotations

from argparse import Namespace

from babylon3d.commands.inputs import load_build
from babylon3d.commands.output import print_json
from babylon3d.core.prose import plural, table
from babylon3d.formats.reading import located

SHOWN = 10
"""Pieces that the text names; the JSON names all."""


def settle(given: Namespace) -> int:
    """Set the build down and wait; 1 if it does not stand."""
    build, pieces = load_build(given.file, laboratory=True, overlapping=given.separate)
    from babylon3d.physics.overlap import refuse_overlaps, separated
    from babylon3d.physics.settle import refuse_masses
    from babylon3d.physics.settle import settle as run

    refuse_masses(build, pieces, str(given.file))
    start = None
    if given.separate:
        with located(str(given.file)):
            start = separated(build, pieces)
    else:
        refuse_overlaps(build, pieces, str(given.file))
    found = run(build, pieces, given.seconds, given.jitter, given.seed, given.precision, start=start)
    if given.json:
        print_json(
            {
                "stands": found.stands,
                "rest_time_s": None if found.rest_time_s is None else round(found.rest_time_s, 4),
                "fallen": list(found.fallen),
                "parts": {
                    piece: {
                        "displacement_mm": round(way.displacement_mm, 4),
                        "tilt_deg": round(way.tilt_deg, 4),
                        "yaw_deg": round(way.yaw_deg, 4),
                    }
                    for piece, way in found.parts.items()
                },
            }
        )
        return 0 if found.stands else 1
    rest = "never at rest" if found.rest_time_s is None else f"at rest after {found.rest_time_s:.1f} s"
    fell = f"{plural(len(found.fallen), 'piece')} fell" if found.fallen else "nothing fell"
    print(f"{given.file}: {'stands' if found.stands else 'does not stand'}; {fell}, {rest}")
    moved = sorted(found.parts.items(), key=lambda item: -item[1].displacement_mm)[:SHOWN]
    if moved:
        print(
            table(
                [("piece", "moved mm", "tilt deg", "yaw deg", "")]
                + [
                    (
                        piece,
                        f"{way.displacement_mm:.2f}",
                        f"{way.tilt_deg:.2f}",
                        f"{way.yaw_deg:.2f}",
                        "fell" if piece in found.fallen else "",
                    )
                    for piece, way in moved
                ],
                right=frozenset({1, 2, 3}),
            )
        )
        if len(found.parts) > SHOWN:
            print(f"  ... and {len(found.parts) - SHOWN} that moved less")
    return 0 if found.stands else 1
