"""Builds from files, for the sets of pieces that a game is played with."""

from __future__ import annotations

from babylon3d.core.build import Build, PieceSet
from babylon3d.core.errors import Unavailable
from babylon3d.formats import read_build, refuse_overlap
from babylon3d.physics.overlap import refuse_overlaps
from babylon3d.playable.registry import piece_sets


def build_from(
    data: bytes, name: str, *, laboratory: bool = False, overlapping: bool = False
) -> tuple[Build, PieceSet]:
    """A build and its pieces. Raises: BadText, also for overlapping parts unless allowed; Unavailable for its set."""
    build = read_build(data, name, laboratory=laboratory)
    pieces = piece_sets().get(build.set)
    if pieces is None:
        known = " or ".join(f'"{known}"' for known in piece_sets())
        raise Unavailable(f'{name}: $.set: no game of this version is built of "{build.set}"; {known} would do')
    if not overlapping:
        refuse_overlaps(build, pieces, name, nobles=False)
        refuse_overlap(build, pieces, name)
    return build, pieces
