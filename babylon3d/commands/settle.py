"""The command `settle`: the physics says whether a build stands."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from babylon3d.commands.inputs import load_build
from babylon3d.commands.output import print_json
from babylon3d.core.prose import fixed, plural, shown, table
from babylon3d.formats.reading import located
from babylon3d.physics.engines import ENGINES, TITLES, Engine, chosen

if TYPE_CHECKING:
    from babylon3d.physics.settle import Settled

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
    engines: tuple[Engine, ...] = ENGINES if given.engine == "both" else (given.engine or chosen(),)
    for engine in engines:
        chosen(engine)
    answers = {
        engine: run(build, pieces, given.seconds, given.jitter, given.seed, given.precision, engine=engine, start=start)
        for engine in engines
    }
    stands = all(found.stands for found in answers.values())
    apart = _apart(answers)
    if given.json:
        told = {engine: _told(found) for engine, found in answers.items()}
        both = {"stands": stands, "differ": apart, "engines": told}
        print_json(both if given.engine == "both" else told[engines[0]])
        return 0 if stands else 1
    for engine, found in answers.items():
        _print(f"{given.file}: {TITLES[engine]}" if given.engine == "both" else str(given.file), found)
    if given.engine == "both":
        print("both engines say the same" if not apart else f"the engines differ: {', '.join(map(json.dumps, apart))}")
    return 0 if stands else 1


def _apart(answers: Mapping[Engine, Settled]) -> list[str]:
    """The pieces that fall by some of the answers only; "at rest" where only some came to rest."""
    fell = [set(found.fallen) for found in answers.values()]
    found = [piece for piece in next(iter(answers.values())).parts if len({piece in each for each in fell}) > 1]
    rested = {found.rest_time_s is None for found in answers.values()}
    return [*found, *(["at rest"] if len(rested) > 1 else [])]


def _told(found: Settled) -> dict[str, Any]:
    """An answer as JSON."""
    return {
        "stands": found.stands,
        "rest_time_s": None if found.rest_time_s is None else round(found.rest_time_s, 4),
        "fallen": list(found.fallen),
        "parts": {
            piece: {
                "displacement_mm": round(way.displacement_mm, 4) + 0.0,
                "tilt_deg": round(way.tilt_deg, 4) + 0.0,
                "yaw_deg": round(way.yaw_deg, 4) + 0.0,
            }
            for piece, way in found.parts.items()
        },
    }


def _print(name: str, found: Settled) -> None:
    """An answer for people: the verdict, and what moved most."""
    rest = "never at rest" if found.rest_time_s is None else f"at rest after {found.rest_time_s:.1f} s"
    fell = f"{plural(len(found.fallen), 'piece')} fell" if found.fallen else "nothing fell"
    print(f"{shown(name)}: {'stands' if found.stands else 'does not stand'}; {fell}, {rest}")
    moved = sorted(found.parts.items(), key=lambda item: -item[1].displacement_mm)[:SHOWN]
    if moved:
        print(
            table(
                [("piece", "moved mm", "tilt deg", "yaw deg", "")]
                + [
                    (
                        piece,
                        fixed(way.displacement_mm),
                        fixed(way.tilt_deg),
                        fixed(way.yaw_deg),
                        "fell" if piece in found.fallen else "",
                    )
                    for piece, way in moved
                ],
                right=frozenset({1, 2, 3}),
            )
        )
        if len(found.parts) > SHOWN:
            print(f"  ... and {len(found.parts) - SHOWN} that moved less")
