"""The file formats that people and other programs rely on: strict readers with JSON paths, and their writers."""

from babylon3d.formats.build import BUILD_FORMAT, build_json, overlap, read_build, refuse_overlap
from babylon3d.formats.tactical import TACTICAL_FORMAT, position_json, read_position

__all__ = [
    "BUILD_FORMAT",
    "TACTICAL_FORMAT",
    "build_json",
    "overlap",
    "position_json",
    "read_build",
    "read_position",
    "refuse_overlap",
]
